import AutoCoding
import Foundation
import Testing

/// Objects whose class has its own `Codable` code, in models whose own `init(from:)` asks a container for them. What
/// such a model is encoded by is AutoCoding's code, which writes an object of the class.
@Suite("Objects with code of their own, read by code of a model")
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
}
