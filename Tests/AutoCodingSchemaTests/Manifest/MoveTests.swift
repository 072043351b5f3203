import AutoCoding
import AutoCodingSchema
import Foundation
import Testing

/// What a check says of cases and properties that have traded raw values or keys: data is read, as something else.
struct MoveTests {
  private func changes(_ old: any AutoCoding.Type, _ new: any AutoCoding.Type) throws -> [String] {
    // As text, since the names of an older manifest are always those of a file.
    let recorded = try ModelManifest(text: ModelManifest(of: [old]).description)
    return try ModelManifest(of: [new]).changes(since: recorded).map {
      "\($0.breaks.isEmpty ? "note" : $0.breaks == .readsOld ? "loss" : "refusal"): \($0)"
    }
  }

  private func copy<Old: AutoCoding, New: AutoCoding>(_ value: Old, as type: New.Type) throws -> New {
    try AutoJSONDecoder().decode([New].self, from: AutoJSONEncoder().encode([value]))[0]
  }

  // MARK: Raw values

  enum Two: Int, AutoCoding {
    case low, high
    static let archivedTypeName = "Moves.Level"
  }
  enum Three: Int, AutoCoding {
    case low, medium, high
    static let archivedTypeName = "Moves.Level"
  }
  enum ThreeInOrder: Int, AutoCoding {
    case low
    case medium = 2
    case high = 1
    static let archivedTypeName = "Moves.Level"
  }
  enum Renamed: Int, AutoCoding {
    case least, most
    static let archivedTypeName = "Moves.Level"
  }

  @Test func insertedCase() throws {
    #expect(try copy(Two.high, as: Three.self) == .medium)
    #expect(
      try changes(Two.self, Three.self) == [
        #"loss: Moves.Level, "1": The raw value was that of the case "high" and is that of "medium", "#
          + "so older data would be read as another case. Keep the raw value: case high = 1.",
        #"refusal: Moves.Level, "1": The raw value was that of the case "high" and is that of "medium", "#
          + "so an older app would read another case. Keep the raw value: case high = 1.",
        #"refusal: Moves.Level, "2": An older app does not know the raw value, and refuses data that has it. "#
          + "Store no such value until all apps know it.",
      ])
    // The remedy works.
    #expect(try copy(Two.high, as: ThreeInOrder.self) == .high)
    #expect(try !changes(Two.self, ThreeInOrder.self).contains { $0.hasPrefix("loss") })
  }

  @Test func removedCase() throws {
    #expect(try copy(Three.medium, as: Two.self) == .high)
    let found = try changes(Three.self, Two.self)
    #expect(
      found.first
        == #"loss: Moves.Level, "1": The raw value was that of the case "medium" and is that of "high", "#
        + "so older data would be read as another case. Keep the raw value: case high = 2.", "\(found)")
  }

  @Test func renamedCases() throws {
    #expect(try copy(Two.high, as: Renamed.self) == .most)
    #expect(try changes(Two.self, Renamed.self) == [])
  }

  enum Text: String, AutoCoding {
    case a = "x"
    case b = "y"
    static let archivedTypeName = "Moves.Text"
  }
  enum SwappedText: String, AutoCoding {
    case a = "y"
    case b = "x"
    static let archivedTypeName = "Moves.Text"
  }

  @Test func swappedRawValues() throws {
    #expect(try copy(Text.a, as: SwappedText.self) == .b)
    let found = try changes(Text.self, SwappedText.self)
    #expect(found.count == 4)
    #expect(
      found.first
        == #"loss: Moves.Text, "x": The raw value was that of the case "a" and is that of "b", "#
        + #"so older data would be read as another case. Keep the raw value: case a = "x"."#, "\(found)")
  }

  enum Plain {
    enum Level: Int, Codable { case low, high }
    struct Model: AutoCoding {
      let level: Level
      static let archivedTypeName = "Moves.Plain"
    }
  }
  enum PlainWithThree {
    enum Level: Int, Codable { case low, medium, high }
    struct Model: AutoCoding {
      let level: Level
      static let archivedTypeName = "Moves.Plain"
    }
  }

  /// Enums with the compiler's own code as well.
  @Test func otherEnums() throws {
    #expect(try changes(Plain.Model.self, PlainWithThree.Model.self).contains { $0.hasPrefix("loss") })
  }

  enum Written {
    /// Its raw values are not what is written.
    enum Level: Int, Codable {
      case low, high
      init(from decoder: any Decoder) throws {
        self = try decoder.singleValueContainer().decode(String.self) == "low" ? .low : .high
      }
      func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(self == .low ? "low" : "high")
      }
    }
    struct Model: AutoCoding {
      let level: Level
      static let archivedTypeName = "Moves.Plain"
    }
  }
  enum WrittenInOtherOrder {
    enum Level: Int, Codable {
      case high, low
      init(from decoder: any Decoder) throws {
        self = try decoder.singleValueContainer().decode(String.self) == "low" ? .low : .high
      }
      func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(self == .low ? "low" : "high")
      }
    }
    struct Model: AutoCoding {
      let level: Level
      static let archivedTypeName = "Moves.Plain"
    }
  }

  @Test func rawValuesThatAreNotWritten() throws {
    #expect(try !changes(Written.Model.self, WrittenInOtherOrder.Model.self).contains { $0.hasPrefix("loss") })
  }

  // MARK: Keys

  enum Cases: AutoCoding {
    case a(x: Int)
    case b(x: Int)
    enum CodingKeys: String, CodingKey { case a = "one", b = "two" }
    static let archivedTypeName = "Moves.Cases"
  }
  enum SwappedCases: AutoCoding {
    case a(x: Int)
    case b(x: Int)
    enum CodingKeys: String, CodingKey { case a = "two", b = "one" }
    static let archivedTypeName = "Moves.Cases"
  }
  enum RenamedCases: AutoCoding {
    case first(x: Int)
    case second(x: Int)
    enum CodingKeys: String, CodingKey { case first = "one", second = "two" }
    static let archivedTypeName = "Moves.Cases"
  }

  @Test func swappedKeysOfCases() throws {
    guard case .b(x: 1) = try copy(Cases.a(x: 1), as: SwappedCases.self) else {
      Issue.record("The case has not moved.")
      return
    }
    let found = try changes(Cases.self, SwappedCases.self)
    #expect(found.count == 4)
    #expect(
      found.first
        == #"loss: Moves.Cases, "one": The key was that of the case "a" and is that of "b", "#
        + #"so older data would be read as another case. Keep the key: case a = "one" in CodingKeys."#, "\(found)")
    #expect(try changes(Cases.self, RenamedCases.self) == [])
  }

  struct Pair: AutoCoding, Equatable {
    var a: Int
    var b: Int
    static let archivedTypeName = "Moves.Pair"
  }
  struct SwappedPair: AutoCoding, Equatable {
    var a: Int
    var b: Int
    static let archivedTypeName = "Moves.Pair"
    static let propertyKeys = ["a": "b", "b": "a"]
  }
  struct RenamedPair: AutoCoding {
    var first: Int
    var second: Int
    static let archivedTypeName = "Moves.Pair"
    static let propertyKeys = ["first": "a", "second": "b"]
  }
  /// Says itself whose data it reads.
  struct TakenOver: AutoCoding {
    var a: Int?
    var b: Int
    var c: Int
    static let archivedTypeName = "Moves.Pair"
    static let propertyRules: PropertyRules = ["a": .key("new"), "c": .formerly("a")]
  }
  struct Migrated: AutoCoding {
    var a: Int
    var b: Int
    static let archivedTypeName = "Moves.Pair"
    static let propertyKeys = ["a": "b", "b": "a"]
    static var archiveVersion: Int { 1 }
    static func migrate(_ properties: inout ArchivedProperties, from version: Int) throws {}
  }

  @Test func swappedKeysOfProperties() throws {
    #expect(try copy(Pair(a: 1, b: 2), as: SwappedPair.self) == SwappedPair(a: 2, b: 1))
    #expect(
      try changes(Pair.self, SwappedPair.self) == [
        #"loss: Moves.Pair, "a": The key was that of the property "a" and is that of "b", "#
          + #"so older data would be read as another property. Add .key("a") to the rule of "a"."#,
        #"refusal: Moves.Pair, "a": The key was that of the property "a" and is that of "b", "#
          + #"so an older app would read another property. Add .key("a") to the rule of "a"."#,
        #"loss: Moves.Pair, "b": The key was that of the property "b" and is that of "a", "#
          + #"so older data would be read as another property. Add .key("b") to the rule of "b"."#,
        #"refusal: Moves.Pair, "b": The key was that of the property "b" and is that of "a", "#
          + #"so an older app would read another property. Add .key("b") to the rule of "b"."#,
      ])
    #expect(try changes(Pair.self, RenamedPair.self) == [])
    #expect(try changes(SwappedPair.self, RenamedPair.self) == [])
    #expect(try !changes(Pair.self, TakenOver.self).contains { $0.hasPrefix("loss") })
    #expect(try !changes(Pair.self, Migrated.self).contains { $0.hasPrefix("loss") })
  }

  /// A class and its superclass may each have a private property of a name.
  @Test func propertiesOfOneName() throws {
    func manifest(_ name: String) throws -> ModelManifest {
      try ModelManifest(
        text: #"""
          {"format": 2, "models": [], "types": {"A": {"kind": "class", "properties": {
            "x": {"type": "Int"}, "own": {"type": "Int", "name": "\#(name)"}
          }}}}
          """#)
    }
    #expect(try manifest("y").changes(since: manifest("x")) == [])
  }

  // MARK: Files

  /// A file that was written before names were recorded says nothing about them. From then on, it has them.
  @Test func filesWithoutNames() throws {
    let folder = Folder()
    let text = try ModelManifest(of: [SwappedPair.self]).description
    #expect(text.contains(#""a": {"type": "Int", "name": "b"}"#))
    let older = text.replacingOccurrences(of: #", "name": "[ab]""#, with: "", options: .regularExpression)
      .replacingOccurrences(of: "\"format\": 2", with: "\"format\": 1")
    try FileManager.default.createDirectory(at: folder.url, withIntermediateDirectories: true)
    try Data(older.utf8).write(to: folder.file)
    #expect(try ModelManifest(contentsOf: folder.file).description == older)
    #expect(try ModelManifest(of: [SwappedPair.self]).check(against: folder.file, .both) == [])
    #expect(try folder.text() == text)
    #expect(throws: ModelManifest.ChangeError.self) { try ModelManifest(of: [Pair.self]).check(against: folder.file) }
  }

  /// A rename is harmless, and the next comparison knows it.
  @Test func recordedRenames() throws {
    let folder = Folder()
    try ModelManifest(of: [Two.self]).check(against: folder.file)
    #expect(try ModelManifest(of: [Renamed.self]).check(against: folder.file, .both) == [])
    #expect(try folder.text() == ModelManifest(of: [Renamed.self]).description)
    #expect(try folder.text().contains("\"1\": \"most\""))
  }
}
