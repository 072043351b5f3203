import AutoCoding
import AutoCodingSchema
import Foundation
import Testing

/// What a file knows of data that is older than the models that were recorded last.
struct HistoryTests {
  /// Records all types but the last, and returns what a check says of that one.
  private func changes(_ types: any AutoCoding.Type...) throws -> [String] {
    let folder = Folder()
    for type in types.dropLast() { try ModelManifest(of: [type]).write(to: folder.file) }
    guard let last = types.last else { return [] }
    // Recording anew what was recorded changes nothing.
    let text = try folder.text()
    for type in types.dropLast().suffix(1) { try ModelManifest(of: [type]).write(to: folder.file) }
    #expect(try folder.text() == text)
    return try ModelManifest(of: [last]).changes(since: ModelManifest(contentsOf: folder.file)).map {
      "\($0.breaks.isEmpty ? "note" : $0.breaks == .readsOld ? "loss" : "refusal"): \($0)"
    }
  }

  private func isRead<Old: AutoCoding, New: AutoCoding>(_ value: Old, as type: New.Type) throws -> Bool {
    let data = try AutoJSONEncoder().encode(value)
    return (try? AutoJSONDecoder().decode(type, from: data)) != nil
  }

  // MARK: Properties

  struct Model: AutoCoding {
    var x: String
    var k: Int
    static let archivedTypeName = "History.Model"
  }
  struct Without: AutoCoding {
    var k: Int
    static let archivedTypeName = "History.Model"
  }
  struct OtherType: AutoCoding {
    var x: Int?
    var k: Int
    static let archivedTypeName = "History.Model"
  }
  struct SameType: AutoCoding {
    var x: String?
    var k: Int
    static let archivedTypeName = "History.Model"
  }
  struct FormerKey: AutoCoding {
    var y: Int?
    var k: Int
    static let archivedTypeName = "History.Model"
    static let propertyRules: PropertyRules = ["y": .formerly("x")]
  }
  struct Renamed: AutoCoding {
    var z: String
    var k: Int
    static let archivedTypeName = "History.Model"
    static let propertyRules: PropertyRules = ["z": .formerly("x")]
  }
  struct RenamedBeside: AutoCoding {
    var z: String
    var x: Int?
    var k: Int
    static let archivedTypeName = "History.Model"
    static let propertyRules: PropertyRules = ["z": .formerly("old")]
  }
  struct Migrated: AutoCoding {
    var k: Int
    static let archivedTypeName = "History.Model"
    static var archiveVersion: Int { 1 }
    static func migrate(_ properties: inout ArchivedProperties, from version: Int) throws {
      properties.removeValue(forKey: "x")
    }
  }
  struct MigratedOtherType: AutoCoding {
    var x: Int?
    var k: Int
    static let archivedTypeName = "History.Model"
    static var archiveVersion: Int { 1 }
    static func migrate(_ properties: inout ArchivedProperties, from version: Int) throws {
      properties.removeValue(forKey: "x")
    }
  }

  private static let loss =
    #"loss: History.Model, "x": The type was String and is Int?, so older data would be refused or misread. "#
    + "Raise archiveVersion and convert the value in migrate(_:from:), or store it as before with .transformed(by:)."
  private static let note =
    #"note: History.Model, "x": The key is used again, and older data may have a value under it."#

  @Test func keyThatComesBack() throws {
    #expect(try !isRead(Model(x: "", k: 1), as: OtherType.self))
    #expect(try changes(Model.self, Without.self, OtherType.self) == [Self.loss, Self.note])
    #expect(
      try changes(Model.self, Without.self, SameType.self) == [
        #"note: History.Model, "x": It is Optional now."#, Self.note,
      ])
    #expect(try changes(Model.self, Without.self, Without.self) == [])
    // What is recorded is known from then on.
    #expect(try changes(Model.self, Without.self, OtherType.self, OtherType.self) == [])
  }

  @Test func formerKeyThatComesBack() throws {
    #expect(try !isRead(Model(x: "", k: 1), as: FormerKey.self))
    #expect(
      try changes(Model.self, Without.self, FormerKey.self).first
        == Self.loss.replacingOccurrences(of: "\"x\"", with: "\"y\""))
    // Renamed, and then gone or replaced.
    #expect(try changes(Model.self, Renamed.self, Without.self, OtherType.self) == [Self.loss, Self.note])
    #expect(try !isRead(Model(x: "", k: 1), as: RenamedBeside.self))
    #expect(try changes(Model.self, Renamed.self, RenamedBeside.self).contains(Self.loss))
    #expect(try !changes(Model.self, Renamed.self, Model.self).contains { $0.contains("used again") })
  }

  /// A migration is trusted to remove what it makes superfluous.
  @Test func migratedKey() throws {
    #expect(
      try changes(Model.self, Migrated.self, MigratedOtherType.self) == [
        #"note: History.Model, "x": The property is new, and is nil in older data."#
      ])
    #expect(
      try changes(Model.self, Without.self, MigratedOtherType.self).contains {
        $0.hasPrefix(#"note: History.Model, "x": The type was String and is Int?; migrate"#)
      })
  }

  @Test func text() throws {
    let folder = Folder()
    try ModelManifest(of: [Model.self]).write(to: folder.file)
    try ModelManifest(of: [Without.self]).write(to: folder.file)
    #expect(
      try folder.text() == """
        {
          "format": 2,
          "models": [
            "History.Model"
          ],
          "types": {
            "History.Model": {
              "kind": "struct",
              "properties": {
                "k": {"type": "Int"}
              },
              "removedProperties": {
                "x": {"type": "String"}
              }
            }
          }
        }

        """)
    #expect(try ModelManifest(contentsOf: folder.file).description == folder.text())
    // The key is in use again.
    try ModelManifest(of: [SameType.self]).write(to: folder.file)
    #expect(try !folder.text().contains("removed"))
  }

  // MARK: Cases

  enum Choice: AutoCoding {
    case a(x: Int, y: String)
    case b
    static let archivedTypeName = "History.Choice"
  }
  enum ChoiceWithout: AutoCoding {
    case b
    static let archivedTypeName = "History.Choice"
  }
  enum OtherPayload: AutoCoding {
    case a(x: String, y: String)
    case b
    static let archivedTypeName = "History.Choice"
  }
  enum FormerCase: AutoCoding {
    case c(x: String, y: String)
    case b
    static let archivedTypeName = "History.Choice"
    static let propertyRules: PropertyRules = ["c": .formerly("a")]
  }
  enum FewerValues: AutoCoding {
    case a(x: Int)
    case b
    static let archivedTypeName = "History.Choice"
  }
  enum OtherValue: AutoCoding {
    case a(x: Int, y: Int?)
    case b
    static let archivedTypeName = "History.Choice"
  }

  @Test func caseThatComesBack() throws {
    #expect(try !isRead(Choice.a(x: 1, y: ""), as: OtherPayload.self))
    let loss = "The type was Int and is String, so older data would be refused or misread."
    let found = try changes(Choice.self, ChoiceWithout.self, OtherPayload.self)
    #expect(
      found.prefix(2) == [
        #"note: History.Choice, "a": The case is there again, and is read from older data."#,
        #"loss: History.Choice, "a.x": \#(loss) Raise archiveVersion and convert the value in migrate(_:from:), "#
          + "or store it as before with .transformed(by:).",
      ], "\(found)")
    #expect(found.count == 3 && found[2].hasPrefix("refusal"), "\(found)")
    #expect(
      try changes(Choice.self, ChoiceWithout.self, FormerCase.self).contains {
        $0.hasPrefix(#"loss: History.Choice, "c.x": \#(loss)"#)
      })
    #expect(try !changes(Choice.self, ChoiceWithout.self, Choice.self).contains { $0.hasPrefix("loss") })
  }

  @Test func valueThatComesBack() throws {
    #expect(try !isRead(Choice.a(x: 1, y: ""), as: OtherValue.self))
    let found = try changes(Choice.self, FewerValues.self, OtherValue.self)
    #expect(
      found.first?.hasPrefix(#"loss: History.Choice, "a.y": The type was String and is Int?, so older data"#) == true,
      "\(found)")
  }

  enum Level: Int, AutoCoding {
    case low, high
    static let archivedTypeName = "History.Level"
  }
  enum LevelWithout: Int, AutoCoding {
    case low
    static let archivedTypeName = "History.Level"
  }
  enum LevelOfThree: Int, AutoCoding {
    case low, medium, high
    static let archivedTypeName = "History.Level"
  }

  /// A raw value that was another case's before that was removed.
  @Test func rawValueThatComesBack() throws {
    let found = try changes(Level.self, LevelWithout.self, LevelOfThree.self)
    #expect(
      found.first?.hasPrefix(#"loss: History.Level, "1": The raw value was that of the case "high""#) == true,
      "\(found)")
    #expect(try !changes(Level.self, LevelWithout.self, Level.self).contains { $0.hasPrefix("loss") })
  }

  // MARK: Types

  enum First {
    struct Part: AutoCoding {
      var x: Int
      static let archivedTypeName = "History.Part"
    }
    struct Whole: AutoCoding {
      var k: Int
      var part: Part
      static let archivedTypeName = "History.Whole"
    }
  }
  struct WholeWithout: AutoCoding {
    var k: Int
    static let archivedTypeName = "History.Whole"
  }
  enum Second {
    struct Part: AutoCoding {
      var x: String
      static let archivedTypeName = "History.Part"
    }
    struct Whole: AutoCoding {
      var k: Int
      var part: Part?
      static let archivedTypeName = "History.Whole"
    }
  }

  /// A type is kept as long as data has values of it.
  @Test func typeThatComesBack() throws {
    #expect(try !isRead(First.Whole(k: 1, part: .init(x: 1)), as: Second.Whole.self))
    let found = try changes(First.Whole.self, WholeWithout.self, Second.Whole.self)
    #expect(
      found.contains { $0.hasPrefix(#"loss: History.Part, "x": The type was Int and is String"#) }, "\(found)")
    #expect(!found.contains { $0.hasPrefix("refusal") }, "\(found)")
  }

  enum Added {
    struct Part: AutoCoding {
      var x: Int
      var y: Int
      static let archivedTypeName = "History.Part"
      static let propertyRules: PropertyRules = ["y": .default(1)]
    }
    struct Whole: AutoCoding {
      var k: Int
      var part: Part
      static let archivedTypeName = "History.Whole"
    }
  }
  enum AddedAndRenamed {
    struct Piece: AutoCoding {
      var x: Int
      var y: Int
      static let archivedTypeName = "History.Piece"
      static let propertyRules: PropertyRules = ["y": .default(1)]
    }
    struct Whole: AutoCoding {
      var k: Int
      var part: Piece
      static let archivedTypeName = "History.Whole"
    }
  }
  enum Undefaulted {
    struct Piece: AutoCoding {
      var x: Int
      var y: Int
      static let archivedTypeName = "History.Piece"
    }
    struct Whole: AutoCoding {
      var k: Int
      var part: Piece
      static let archivedTypeName = "History.Whole"
    }
  }

  /// A type that was renamed without its former name has the data of the earlier one in JSON.
  @Test func renamedType() throws {
    #expect(try !isRead(First.Whole(k: 1, part: .init(x: 1)), as: Undefaulted.Whole.self))
    let found = try changes(First.Whole.self, Added.Whole.self, AddedAndRenamed.Whole.self, Undefaulted.Whole.self)
    let loss = #"loss: History.Piece, "y": The default is gone, and data that was written without"#
    #expect(found.contains { $0.hasPrefix(loss) }, "\(found)")
  }

  enum Third {
    struct Piece: AutoCoding {
      var x: Int
      static let archivedTypeName = "History.Piece"
      static let formerTypeNames = ["History.Part"]
    }
    struct Whole: AutoCoding {
      var k: Int
      var part: [Piece]
      static let archivedTypeName = "History.Whole"
      static let propertyRules: PropertyRules = ["part": .default([])]
    }
  }
  struct ManyParts: AutoCoding {
    var k: Int
    var part: [First.Part]
    static let archivedTypeName = "History.Whole"
  }

  /// What was removed has the present name of its type.
  @Test func renamedTypeOfRemovedProperty() throws {
    let folder = Folder()
    for types in [
      [ManyParts.self, First.Part.self], [WholeWithout.self, First.Part.self], [WholeWithout.self, Third.Piece.self],
    ] as [[any AutoCoding.Type]] {
      try ModelManifest(of: types).write(to: folder.file)
    }
    #expect(try folder.text().contains(#""part": {"type": "[History.Piece]"}"#))
    let changes = try ModelManifest(of: [Third.Whole.self, Third.Piece.self]).check(against: folder.file)
    #expect(changes.map(\.member) == ["part"])
  }

  // MARK: Defaults

  struct Maybe: AutoCoding {
    var x: String?
    var k: Int
    static let archivedTypeName = "History.Model"
  }
  struct Read: AutoCoding {
    var x: String
    var k: Int
    static let archivedTypeName = "History.Model"
    static let propertyRules: PropertyRules = ["x": .decodedOnly.default("")]
  }
  struct Defaulted: AutoCoding {
    var x: String
    var k: Int
    static let archivedTypeName = "History.Model"
    static let propertyRules: PropertyRules = ["x": .default("")]
  }

  /// Data may lack what was Optional, or not written, before it got a default.
  @Test func defaults() throws {
    #expect(try !isRead(Maybe(x: nil, k: 1), as: Model.self))
    #expect(try !isRead(Read(x: "", k: 1), as: Model.self))
    for first in [Maybe.self, Read.self] as [any AutoCoding.Type] {
      let found = try changes(first, Defaulted.self, Model.self)
      #expect(found.count == 1 && found[0].hasPrefix(#"loss: History.Model, "x": The default is gone"#), "\(found)")
    }
    #expect(
      try changes(Model.self, Defaulted.self, Model.self) == [
        #"note: History.Model, "x": It has no default any more. All data since the type was recorded has a value."#
      ])
  }
}
