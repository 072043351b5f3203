import AutoCoding
import Foundation
import TestModels
import Testing

/// The walk, as tokens.
struct TokenTests {
  @Test("a struct is a record of its properties in order; nil is left out")
  func structure() throws {
    let value = Leaves(flag: true, number: -7, text: "ä", maybe: nil, when: Date(timeIntervalSinceReferenceDate: 1))
    #expect(
      try TokenWriter.tokens(of: value) == [
        .record("Leaves"), .key("flag"), .bool(true), .key("number"), .integer(-7), .key("text"), .string("ä"),
        .key("when"), .date(Date(timeIntervalSinceReferenceDate: 1)), .end,
      ])
  }

  @Test("a class is a record of all its levels, base first")
  func levels() throws {
    let cat = TokenCat()
    cat.name = "Tom"
    cat.lives = 9
    #expect(
      try TokenWriter.tokens(of: cat) == [
        .record("TokenCat"), .key("name"), .string("Tom"), .key("lives"), .integer(9), .end,
      ])
  }

  @Test("collections nest by their codecs")
  func collections() throws {
    let value = Nested(rows: [[1], []], table: ["k": [nil, "v"]], tags: ["x"])
    #expect(
      try TokenWriter.tokens(of: value) == [
        .record("Nested"),
        .key("rows"), .array(count: 2), .array(count: 1), .integer(1), .endArray, .array(count: 0), .endArray,
        .endArray,
        .key("table"), .dictionary(count: 1), .key("k"), .array(count: 2), .null, .string("v"), .endArray, .end,
        .key("tags"), .array(count: 1), .string("x"), .endArray, .end,
      ])
  }

  @Test("an enum case is a record in a record; a raw value is itself")
  func enums() throws {
    #expect(
      try TokenWriter.tokens(of: [TokenColor.green]) == [
        .array(count: 1), .record("TokenColor"), .key("green"), .record("TokenColor"), .end, .end, .endArray,
      ])
    #expect(try TokenWriter.tokens(of: TokenLevel.high) == [.integer(2)])
  }

  @Test("code written by hand is called in this format too")
  func handWritten() throws {
    let value = Holder(both: HandWritten(celsius: 1), encode: HandEncoded(x: 2), decode: HandDecoded(x: 3))
    let tokens = try TokenWriter.tokens(of: value)
    #expect(
      tokens == [
        .record("Holder"), .key("both"), .string("1.0°"), .key("encode"), .string("by hand 2"),
        .key("decode"), .record("HandDecoded"), .key("x"), .integer(3), .end, .end,
      ])
    let good: [Token] = [
      .record("Holder"), .key("both"), .string("5.0°"), .key("encode"), .record("HandEncoded"), .key("x"), .integer(2),
      .end, .key("decode"), .integer(3), .end,
    ]
    let back = try TokenReader.value(Holder.self, from: good)
    #expect(back.both.celsius == 5 && back.encode.x == 2 && back.decode.x == 300)
  }

  @Test("keys may come in any order, unknown ones are passed over, the last of duplicate keys wins")
  func order() throws {
    let value = try TokenReader.value(
      Leaves.self,
      from: [
        .dictionary(count: 7), .key("unknown"), .array(count: 1), .dictionary(count: 0), .end, .endArray,
        .key("text"), .string("first"), .key("when"), .date(.distantPast), .key("number"), .integer(1),
        .key("flag"), .bool(false), .key("text"), .string("a text that is long enough to live on the heap"), .end,
      ])
    #expect(
      value
        == Leaves(
          flag: false, number: 1, text: "a text that is long enough to live on the heap", maybe: nil, when: .distantPast
        ))
  }

  @Test("the current key wins over a former one, in either order")
  func formerKeys() throws {
    let both: [[Token]] = [
      [.key("title"), .string("new"), .key("name"), .string("old")],
      [.key("name"), .string("old"), .key("title"), .string("new")],
    ]
    for pairs in both {
      #expect(try TokenReader.value(Renamed.self, from: [.record("Renamed")] + pairs + [.end]).title == "new")
    }
    let old = try TokenReader.value(Renamed.self, from: [.record("Renamed"), .key("name"), .string("old"), .end])
    #expect(old.title == "old")
  }

  @Test("errors carry the whole coding path")
  func paths() throws {
    let tokens: [Token] = [
      .record("Nested"), .key("rows"), .array(count: 0), .endArray,
      .key("table"), .dictionary(count: 1), .key("k"), .array(count: 2), .null, .integer(1),
    ]
    let error = try #require(throws: DecodingError.self) { try TokenReader.value(Nested.self, from: tokens) }
    guard case .typeMismatch(let type, let context) = error else {
      Issue.record("\(error)")
      return
    }
    #expect(ObjectIdentifier(type) == ObjectIdentifier(String.self))
    #expect(context.codingPath.map(\.stringValue) == ["table", "k", "Index 1"])
  }

  @Test("numbers that do not fit are refused, never wrapped")
  func overflow() throws {
    #expect(throws: DecodingError.self) { try TokenReader.value(Int8.self, from: [.integer(128)]) }
    #expect(throws: DecodingError.self) { try TokenReader.value(UInt.self, from: [.integer(-1)]) }
    #expect(try TokenReader.value(UInt128.self, from: [Token(UInt128.max)]) == .max)
  }

  @Test("the whole zoo comes back from its tokens", arguments: Zoo.all)
  func zoo(_ specimen: any ZooSpecimen) throws {
    try specimen.accept(TokenRoundTrip())
  }
}

private struct TokenRoundTrip: ZooVisitor {
  func visit<Auto, Twin>(_ specimen: Specimen<Auto, Twin>) throws {
    for sample in specimen.samples {
      let back = try TokenReader.value(Auto.self, from: try TokenWriter.tokens(of: sample.auto))
      // An Optional of nil is nil afterwards, as `Codable` has it.
      guard back != sample.auto else { continue }
      let coded = try JSONDecoder().decode(Auto.self, from: JSONEncoder().encode(sample.auto))
      #expect(back == coded, "\(specimen.name)")
    }
  }
}

// MARK: Models

private struct Leaves: AutoCoding, Equatable {
  let flag: Bool
  let number: Int
  var text: String
  var maybe: Double?
  let when: Date
}

private class TokenAnimal: AutoCoding {
  var name = ""
}

private final class TokenCat: TokenAnimal {
  var lives = 0
}

private struct Nested: AutoCoding {
  var rows: [[Int]]
  var table: [String: [String?]]
  var tags: Set<Substring>
}

private enum TokenColor: AutoCoding {
  case red, green
}

private enum TokenLevel: UInt16, AutoCoding {
  case low = 1
  case high
}

private struct Renamed: AutoCoding {
  var title: String
  static var propertyRules: PropertyRules { ["title": .formerly("name")] }
}

private struct HandWritten: AutoCoding {
  var celsius: Double

  init(celsius: Double) { self.celsius = celsius }
  init(from decoder: any Decoder) throws {
    let text = try decoder.singleValueContainer().decode(String.self)
    celsius = Double(text.dropLast()) ?? .nan
  }
  func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode("\(celsius)°")
  }
}

private struct HandEncoded: AutoCoding {
  var x: Int
  func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode("by hand \(x)")
  }
}

private struct HandDecoded: AutoCoding {
  var x: Int
  init(x: Int) { self.x = x }
  init(from decoder: any Decoder) throws {
    x = try decoder.singleValueContainer().decode(Int.self) * 100
  }
}

private struct Holder: AutoCoding {
  var both: HandWritten
  var encode: HandEncoded
  var decode: HandDecoded
}
