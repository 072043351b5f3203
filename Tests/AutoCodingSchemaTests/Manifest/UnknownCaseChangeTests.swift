import AutoCoding
import AutoCodingSchema
import Testing

/// What a check says of enums that read unknown cases as one of their own.
struct UnknownCaseChangeTests {
  enum Raw: String, AutoCoding {
    case a, b, other
    static let archivedTypeName = "Unknown.Raw"
    static let typeRules = TypeRules(unknownCase: "other")
  }
  enum StrictRaw: String, AutoCoding {
    case a, b, other
    static let archivedTypeName = "Unknown.Raw"
  }
  enum OtherRaw: String, AutoCoding {
    case a, b, other, none
    static let archivedTypeName = "Unknown.Raw"
    static let typeRules = TypeRules(unknownCase: "none")
  }
  enum RenamedRaw: String, AutoCoding {
    case a, c, other
    static let archivedTypeName = "Unknown.Raw"
    static let typeRules = TypeRules(unknownCase: "other")
  }
  struct AnyRaw: RawRepresentable, AutoCoding {
    let rawValue: String
    static let archivedTypeName = "Unknown.Raw"
  }
  enum Cases: AutoCoding {
    case a(Int), b, other
    static let archivedTypeName = "Unknown.Cases"
    static let typeRules = TypeRules(unknownCase: "other")
  }
  enum StrictCases: AutoCoding {
    case a(Int), b, other
    static let archivedTypeName = "Unknown.Cases"
  }
  enum RenamedCases: AutoCoding {
    case a(Int), b, unknown
    static let archivedTypeName = "Unknown.Cases"
    static let propertyRules: PropertyRules = ["unknown": .formerly("other")]
    static let typeRules = TypeRules(unknownCase: "unknown")
  }
  enum FewerCases: AutoCoding {
    case a(Int), other
    static let archivedTypeName = "Unknown.Cases"
    static let typeRules = TypeRules(unknownCase: "other")
  }

  enum OpenRaw: AutoCoding {
    case a, b, unknown(String)
    static let archivedTypeName = "Unknown.Raw"
    static let typeRules = TypeRules(unknownCase: "unknown")
  }
  enum RenamedOpenRaw: AutoCoding {
    case a, c, d, unknown(String)
    static let archivedTypeName = "Unknown.Raw"
    static let typeRules = TypeRules(unknownCase: "unknown")
  }
  enum ReadOpenRaw: AutoCoding {
    case a, c, unknown(String)
    static let archivedTypeName = "Unknown.Raw"
    static let propertyRules: PropertyRules = ["c": .formerly("b")]
    static let typeRules = TypeRules(unknownCase: "unknown")
  }

  @Test("an enum that keeps unknown names")
  func open() throws {
    #expect(try changes(OpenRaw.self, OpenRaw.self) == [])
    #expect(
      try changes(StrictRaw.self, OpenRaw.self).first
        == #"loss: Unknown.Raw, "other": The raw value is gone, so data that has it would be read as "unknown". "#
        + #"If it was renamed, add .formerly("other") to the rule of its successor, or keep its key: case newName = "other" in "#
        + "CodingKeys.")
    #expect(
      try changes(OpenRaw.self, RenamedOpenRaw.self).contains(
        #"Unknown.Raw, "d": An older app reads the raw value as "unknown"."#))
    let read = try changes(OpenRaw.self, ReadOpenRaw.self)
    #expect(read.first == #"Unknown.Raw, "b": The case is "c" now, and its former name is read."#, "\(read)")
    #expect(!read.contains { $0.hasPrefix("loss") })
  }

  enum Text: AutoCoding {
    case a(value: Int)
    static let archivedTypeName = "Unknown.Tags"
    static let propertyKeys = ["a": "1"]
    static let typeRules = TypeRules(caseKey: "type")
  }
  enum Number: AutoCoding {
    case a(value: Int)
    static let archivedTypeName = "Unknown.Tags"
    static let propertyKeys = ["a": "1"]
    static let typeRules = TypeRules(caseKey: "type", tagsAreIntegers: true)
  }

  @Test("tags that become integers")
  func integers() throws {
    let keep = "Keep tagsAreIntegers in typeRules."
    #expect(
      try changes(Text.self, Number.self) == [
        "loss: Unknown.Tags: The tags are integers now, so older data would be refused. \(keep)",
        "refusal: Unknown.Tags: The tags are integers now, so an older app would refuse new data. \(keep)",
      ])
    #expect(try changes(Number.self, Text.self).first?.contains("The tags are text now, and no integers") == true)
    let manifest = try ModelManifest(of: [Number.self])
    #expect(try ModelManifest(text: "\(manifest)").changes(since: manifest).isEmpty)
  }

  private func changes(_ old: any AutoCoding.Type, _ new: any AutoCoding.Type) throws -> [String] {
    try ModelManifest(of: [new]).changes(since: ModelManifest(of: [old])).map {
      "\($0.breaks.isEmpty ? "" : $0.breaks == .readsOld ? "loss: " : "refusal: ")\($0)"
    }
  }

  @Test func gone() throws {
    let text =
      "There is no unknownCase any more, so data that has unknown cases would be refused. Keep it in typeRules."
    #expect(try changes(Raw.self, StrictRaw.self) == ["loss: Unknown.Raw: " + text])
    #expect(try changes(Cases.self, StrictCases.self) == ["loss: Unknown.Cases: " + text])
    #expect(try changes(StrictRaw.self, Raw.self) == [])
    #expect(try changes(StrictCases.self, Cases.self) == [])
  }

  @Test func other() throws {
    let found = try changes(Raw.self, OtherRaw.self)
    #expect(found.first == #"Unknown.Raw: Unknown cases were read as "other", and are read as "none"."#, "\(found)")
    #expect(try !changes(Cases.self, RenamedCases.self).contains { $0.contains("Unknown cases") })
  }

  @Test("what to do if a case is gone")
  func remedies() throws {
    #expect(
      try changes(Raw.self, RenamedRaw.self).first
        == #"loss: Unknown.Raw, "b": The raw value is gone, so data that has it would be read as "other". "#
        + #"If the case was renamed, keep its raw value: case c = "b"."#)
    #expect(
      try changes(Cases.self, FewerCases.self).first
        == #"loss: Unknown.Cases, "b": The case is gone, so data that has it would be read as "other". "#
        + #"If it was renamed, add .formerly("b") to the rule of its successor, or keep its key: case newName = "b" in CodingKeys."#
    )
  }

  @Test func everyRawValue() throws {
    #expect(
      try changes(Raw.self, AnyRaw.self) == [
        #"Unknown.Raw: Every raw value is one of the type now. An older app reads others as "other"."#
      ])
    #expect(
      try changes(AnyRaw.self, Raw.self) == [
        #"loss: Unknown.Raw: Only some raw values are values of the type now, so data that has others would be read as "other". "#
          + "Keep a type that takes every raw value."
      ])
  }
}
