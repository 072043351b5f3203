import AutoCoding
import Foundation
import Testing

/// Objects whose class has its own `Codable` code, in models whose own `init(from:)` asks a container for them. What
/// such a model is encoded by is AutoCoding's code, which writes an object of the class.
struct ArchiveOwnCodeTests {
  final class Glyph: AutoCoding, Equatable {
    let character: String
    let shapes: [Int]

    init(_ character: String, _ shapes: [Int]) { (self.character, self.shapes) = (character, shapes) }

    init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: CodingKeys.self)
      character = try container.decode(String.self, forKey: .character)
      shapes = try container.nestedContainer(keyedBy: Inner.self, forKey: .data).decode([Int].self, forKey: .shapes)
    }

    func encode(to encoder: any Encoder) throws {
      var container = encoder.container(keyedBy: CodingKeys.self)
      try container.encode(character, forKey: .character)
      var inner = container.nestedContainer(keyedBy: Inner.self, forKey: .data)
      try inner.encode(shapes, forKey: .shapes)
    }

    enum CodingKeys: String, CodingKey { case character, data }
    private enum Inner: String, CodingKey { case shapes }

    static func == (left: Glyph, right: Glyph) -> Bool {
      left.character == right.character && left.shapes == right.shapes
    }
  }

  /// It is written as one value, and not as keys.
  final class Number: AutoCoding, Equatable {
    let value: Int
    init(_ value: Int) { self.value = value }
    init(from decoder: any Decoder) throws { value = try decoder.singleValueContainer().decode(Int.self) }
    func encode(to encoder: any Encoder) throws {
      var container = encoder.singleValueContainer()
      try container.encode(value)
    }
    static func == (left: Number, right: Number) -> Bool { left.value == right.value }
  }

  struct Font: AutoCoding, Equatable {
    var main: Glyph
    var all: [Glyph]
    var named: [String: Glyph]
    var spare: Glyph?
    var number: Number

    init() {
      (main, all, named) = (Glyph("a", [1]), [Glyph("b", []), Glyph("c", [2, 3])], ["d": Glyph("d", [4])])
      (spare, number) = (Glyph("e", [5]), Number(7))
    }

    init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: CodingKeys.self)
      main = try container.decode(Glyph.self, forKey: .main)
      all = try container.decode([Glyph].self, forKey: .all)
      named = try container.decode([String: Glyph].self, forKey: .named)
      spare = try container.decodeIfPresent(Glyph.self, forKey: .spare)
      number = try container.decode(Number.self, forKey: .number)
    }

    enum CodingKeys: String, CodingKey { case main, all, named, spare, number }
  }

  @Test func roundTrip() throws {
    let font = Font()
    let archive = try KeyedArchiveEncoder().encode(font)
    #expect(try KeyedArchiveDecoder().decode(Font.self, from: archive) == font)
    #expect(try AutoJSONDecoder().decode(Font.self, from: AutoJSONEncoder().encode(font)) == font)
  }

  private struct Keyed: AutoCoding {
    var content = 1
    static let propertyKeys = ["content": "$value"]
  }

  private struct Former: AutoCoding {
    var content = 1
    static let propertyRules: PropertyRules = ["content": .formerly("$value")]
  }

  @Test("a property cannot have the key of such a value") func reservedKey() throws {
    for type in [Keyed.self, Former.self] as [any AutoCoding.Type] {
      let error = #expect(throws: AutoCodingError.self) { try TypeMap(reflecting: type) }
      #expect(error?.description.contains(#"The key "$value" is reserved"#) ?? false)
    }
  }

  // MARK: Several values with their own code

  private struct Plain: Codable, Equatable { var text: String, numbers: [Int], more: [String: String] = [:] }
  private struct Older: AutoCoding {
    var part: Plain
    static let archivedTypeName = "Tests.ArchiveOwnCode.Part"
  }
  private struct Newer: AutoCoding {
    var text: String
    var part: Plain?
    static let archivedTypeName = "Tests.ArchiveOwnCode.Part"
    static var archiveVersion: Int { 1 }
    static func migrate(_ properties: inout ArchivedProperties, from version: Int) throws {
      try properties.encode(properties.decode(Plain.self, forKey: "part").text, forKey: "text")
    }
  }
  private struct OldWhole: AutoCoding {
    var first: Plain, parts: [Older], last: [Plain]
    static let archivedTypeName = "Tests.ArchiveOwnCode.Whole"
  }
  private struct NewWhole: AutoCoding {
    var first: Plain, parts: [Newer], last: [Plain]
    static let archivedTypeName = "Tests.ArchiveOwnCode.Whole"
  }

  @Test("values are not mixed up if a migration decodes others between them")
  func migration() throws {
    let values = (0..<6).map { Plain(text: "\($0)", numbers: Array(0..<$0), more: ["k": "\($0)"]) }
    let old = OldWhole(first: values[0], parts: values[1...2].map(Older.init), last: Array(values[3...]))
    let new = try KeyedArchiveDecoder().decode(NewWhole.self, from: KeyedArchiveEncoder().encode(old))
    #expect(new.first == old.first && new.last == old.last)
    #expect(new.parts.map(\.text) == ["1", "2"] && new.parts.map(\.part) == old.parts.map(\.part))
  }

  /// Decodes what its decoder has only when it is asked.
  private struct Late: Codable {
    private let decoder: any Decoder
    var text: String {
      get throws { try decoder.container(keyedBy: Key.self).decode(String.self, forKey: .text) }
    }
    enum Key: String, CodingKey { case text }
    init(from decoder: any Decoder) throws { self.decoder = decoder }
    func encode(to encoder: any Encoder) throws {}
  }
  @Test("a decoder that code has kept has the values that it had")
  func keptDecoders() throws {
    let archive = try KeyedArchiveEncoder().encode(["a", "b", "c"].map { ["text": $0] })
    let late = try KeyedArchiveDecoder().decode([Late].self, from: archive)
    #expect(try late.map { try $0.text } == ["a", "b", "c"])
  }
}
