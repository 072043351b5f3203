import AutoCoding
import AutoCodingSchema
import Foundation
import Testing

/// What a missing key means: a manifest compares that with what it meant.
struct MissingKeyTests {
  /// Records all types but the last, and returns what a check says of that one.
  private func changes(_ types: any AutoCoding.Type...) throws -> [String] {
    let folder = Folder()
    for type in types.dropLast() { try ModelManifest(of: [type]).write(to: folder.file) }
    guard let last = types.last else { return [] }
    return try ModelManifest(of: [last]).changes(since: ModelManifest(contentsOf: folder.file)).map {
      "\($0.breaks.isEmpty ? "note" : $0.breaks == .readsOld ? "loss" : "refusal"): \($0)"
    }
  }

  private static let keep = "Keep the default, or raise archiveVersion and set a value in migrate(_:from:)."

  // MARK: Defaults that are left out

  struct Omitting: AutoCoding {
    var volume: Int
    static let archivedTypeName = "Missing.Volume"
    static let propertyRules: PropertyRules = ["volume": .default(3).omitsDefault]
  }
  struct Writing: AutoCoding {
    var volume: Int
    static let archivedTypeName = "Missing.Volume"
    static let propertyRules: PropertyRules = ["volume": .default(3)]
  }
  struct Louder: AutoCoding {
    var volume: Int
    static let archivedTypeName = "Missing.Volume"
    static let propertyRules: PropertyRules = ["volume": .default(8)]
  }
  struct Required: AutoCoding {
    var volume: Int
    static let archivedTypeName = "Missing.Volume"
  }
  struct OmittingAll: AutoCoding, DefaultInitializable {
    var volume = 3
    static let archivedTypeName = "Missing.Volume"
    static let typeRules = TypeRules(omitsDefaults: true)
  }
  struct WritingAll: AutoCoding, DefaultInitializable {
    var volume = 3
    static let archivedTypeName = "Missing.Volume"
  }
  struct LouderInitially: AutoCoding, DefaultInitializable {
    var volume = 8
    static let archivedTypeName = "Missing.Volume"
  }

  @Test("A default that was left out may not become another one, neither at once nor later")
  func omittedDefaults() throws {
    let loss =
      #"loss: Missing.Volume, "volume": A missing key meant 3 and means 8, which older data without the key would be "#
      + "read as. \(Self.keep)"
    let data = try AutoJSONEncoder().encode(Omitting(volume: 3))
    for louder in [Louder.self, LouderInitially.self] as [any AutoCoding.Type] {
      for omitting in [Omitting.self, OmittingAll.self] as [any AutoCoding.Type] {
        #expect(try changes(omitting, louder) == [loss], "\(omitting), \(louder)")
        for writing in [Writing.self, WritingAll.self] as [any AutoCoding.Type] {
          #expect(try changes(omitting, writing).allSatisfy { $0.hasPrefix("note") }, "\(omitting), \(writing)")
          #expect(try changes(omitting, writing, louder) == [loss], "\(omitting), \(writing), \(louder)")
          #expect(try changes(omitting, writing, omitting, writing, louder) == [loss], "\(omitting), \(writing)")
        }
      }
    }
    #expect(try AutoJSONDecoder().decode(Louder.self, from: data).volume == 8)
    // What is recorded as meant is not reported again.
    #expect(try changes(Omitting.self, Louder.self, Louder.self) == [])
    #expect(try changes(Omitting.self, Louder.self, Writing.self) == [])
    // All data has the key.
    #expect(try changes(Required.self, Writing.self, Louder.self) == [])
  }

  @Test("An older app reads what is left out as its own default")
  func olderApps() throws {
    let refusal =
      #"refusal: Missing.Volume, "volume": An older app reads a missing key as 8, and 3 is left out now. "#
      + "Do without .omitsDefault as long as older apps read new data."
    #expect(
      try changes(Louder.self, Omitting.self)
        == [#"note: Missing.Volume, "volume": It is left out now if it is 3."#, refusal])
    #expect(
      try changes(Writing.self, Omitting.self) == [#"note: Missing.Volume, "volume": It is left out now if it is 3."#])
  }

  @Test("Checking what is unchanged does not write the file")
  func unchanged() throws {
    for type in [Omitting.self, Writing.self, OmittingAll.self, Read.self, Untitled.self] as [any AutoCoding.Type] {
      let folder = Folder()
      try ModelManifest(of: [type]).check(against: folder.file)
      let text = try folder.text()
      for _ in 0..<2 { try ModelManifest(of: [type]).check(against: folder.file) }
      #expect(try folder.text() == text, "\(type)")
      #expect(try ModelManifest(contentsOf: folder.file) == ModelManifest(of: [type]), "\(type)")
    }
  }

  struct Read: AutoCoding {
    var volume: Int
    static let archivedTypeName = "Missing.Volume"
    static let propertyRules: PropertyRules = ["volume": .default(3).decodedOnly]
  }

  // MARK: Nil

  struct Titled: AutoCoding {
    var title: String?
    static let archivedTypeName = "Missing.Note"
  }
  struct Untitled: AutoCoding {
    var title: String?
    static let archivedTypeName = "Missing.Note"
    static let propertyRules: PropertyRules = ["title": .default("Untitled")]
  }
  struct UntitledInitially: AutoCoding, DefaultInitializable {
    var title: String? = "Untitled"
    static let archivedTypeName = "Missing.Note"
  }
  struct NilInitially: AutoCoding, DefaultInitializable {
    var title: String?
    static let archivedTypeName = "Missing.Note"
  }
  struct Null: AutoCoding {
    var title: String?
    static let archivedTypeName = "Missing.Note"
    static let propertyRules: PropertyRules = ["title": .encodesNil]
  }

  @Test("A nil that was left out may not become a default")
  func nils() throws {
    let loss =
      #"loss: Missing.Note, "title": A missing key meant nil and means "Untitled", which older data without the key "#
      + "would be read as. \(Self.keep)"
    for titled in [Titled.self, NilInitially.self] as [any AutoCoding.Type] {
      for untitled in [Untitled.self, UntitledInitially.self] as [any AutoCoding.Type] {
        #expect(try changes(titled, untitled) == [loss], "\(titled), \(untitled)")
        #expect(try changes(titled, Null.self, untitled) == [loss], "\(titled), \(untitled)")
      }
    }
    #expect(
      try AutoJSONDecoder().decode(Untitled.self, from: AutoJSONEncoder().encode(Titled(title: nil))).title != nil)
    // Nil was written as null.
    for untitled in [Untitled.self, UntitledInitially.self] as [any AutoCoding.Type] {
      #expect(try changes(Null.self, untitled) == [], "\(untitled)")
    }
    #expect(
      try changes(Untitled.self, Titled.self) == [
        #"refusal: Missing.Note, "title": An older app reads a missing key as "Untitled", and nil is left out now. "#
          + "Let nil be written as null, with .encodesNil."
      ])
    #expect(try changes(Untitled.self, Null.self) == [])
  }

  // MARK: Keys that are required although the stored form is an Optional

  @propertyWrapper struct Kept<Value>: CodedPropertyWrapper { var wrappedValue: Value }
  enum ZeroAsNull: PropertyTransformer {
    static func encode(_ count: Int) -> Int? { count == 0 ? nil : count }
    static func decode(_ count: Int?) -> Int { count ?? 0 }
  }

  struct Empty: AutoCoding {
    var id: Int
    static let archivedTypeName = "Missing.Note"
  }
  struct Noted: AutoCoding {
    var id: Int
    var note: String?
    static let archivedTypeName = "Missing.Note"
  }
  struct Wrapped: AutoCoding {
    var id: Int
    @Kept var note: String?
    static let archivedTypeName = "Missing.Note"
  }
  struct Counted: AutoCoding {
    var id: Int
    var note: Int
    static let archivedTypeName = "Missing.Note"
    static let propertyRules: PropertyRules = ["note": .transformed(by: ZeroAsNull.self)]
  }

  @Test("A key may be required although null is read")
  func requiredNulls() throws {
    let needed = #"loss: Missing.Note, "note": A value is required, which older data does not have."#
    for type in [Wrapped.self, Counted.self] as [any AutoCoding.Type] {
      #expect(try changes(Empty.self, type).map { $0.hasPrefix(needed) } == [true], "\(type)")
    }
    let data = try AutoJSONEncoder().encode(Empty(id: 1))
    #expect(throws: DecodingError.self) { try AutoJSONDecoder().decode(Wrapped.self, from: data) }
    #expect(throws: DecodingError.self) { try AutoJSONDecoder().decode(Counted.self, from: data) }
    #expect(
      try changes(Noted.self, Wrapped.self).map {
        $0.hasPrefix(#"loss: Missing.Note, "note": The key is required now, and data that was written without"#)
      } == [true])
    #expect(
      try changes(Wrapped.self, Noted.self) == [
        #"refusal: Missing.Note, "note": An older app requires the key, and refuses data in which nil is left out. "#
          + "Let nil be written as null, with .encodesNil."
      ])
    #expect(try changes(Wrapped.self, Wrapped.self) == [])
  }

  // MARK: Flattened dictionaries

  struct Rest: AutoCoding {
    var id: Int
    var other: [String: Int]
    static let archivedTypeName = "Missing.Rest"
    static let propertyRules: PropertyRules = ["other": .flattened]
  }
  struct TitledRest: AutoCoding {
    var id: Int
    var other: [String: Int]
    var title: String?
    static let archivedTypeName = "Missing.Rest"
    static let propertyRules: PropertyRules = ["other": .flattened]
  }
  struct CountedRest: AutoCoding {
    var id: Int
    var other: [String: Int]
    var count: Int?
    static let archivedTypeName = "Missing.Rest"
    static let propertyRules: PropertyRules = ["other": .flattened]
  }
  struct AnyRest: AutoCoding {
    var id: Int
    var other: [String: JSONValue]
    static let archivedTypeName = "Missing.Rest"
    static let propertyRules: PropertyRules = ["other": .flattened]
  }
  struct TitledAnyRest: AutoCoding {
    var id: Int
    var other: [String: JSONValue]
    var title: String?
    static let archivedTypeName = "Missing.Rest"
    static let propertyRules: PropertyRules = ["other": .flattened]
  }

  @Test("An older app takes a new key for one of its flattened dictionary")
  func flattenedDictionaries() throws {
    let note = #"note: Missing.Rest, "title": The property is new, and is nil in older data."#
    #expect(
      try changes(Rest.self, TitledRest.self) == [
        note,
        #"refusal: Missing.Rest, "title": An older app takes the key for one of its flattened dictionary, and refuses "#
          + "the value. Keep such values in the dictionary until all apps know the key.",
      ])
    #expect(try changes(Rest.self, CountedRest.self).allSatisfy { $0.hasPrefix("note") })
    #expect(try changes(AnyRest.self, TitledAnyRest.self) == [note])
  }
}
