import AutoCoding
import Foundation
import Testing

private enum Drawing: AutoCoding, Equatable {
  case empty
  case circle(radius: Double)
  case pair(Int, String)
  indirect case group([Drawing], name: String?)
}

private final class Witness: Codable {
  nonisolated(unsafe) static var living = 0
  let number: Int
  init(_ number: Int) {
    self.number = number
    Self.living += 1
  }
  convenience init(from decoder: any Decoder) throws {
    self.init(try decoder.singleValueContainer().decode(Int.self))
  }
  func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(number)
  }
  deinit { Self.living -= 1 }
}

private enum Counting: AutoCoding {
  case none
  case one(Witness)
  case several(a: Witness, b: Witness?, text: String, last: Int)
  indirect case boxed(Witness, Counting, last: Int)
}

private enum BadPayloads: AutoCoding {
  case fine(Int)
  case function(() -> Void)
  case named(callback: () -> Void, Int)
}

private enum Customized: AutoCoding {
  case a(Int)
  static var unEncodedProperties: Set<String> { ["a"] }
}

@Suite("Enums with payloads", .serialized)
struct EnumTests {
  private func decode(_ text: String) throws -> Drawing {
    try JSONDecoder().decode(Drawing.self, from: Data(text.utf8))
  }

  private func failure(_ text: String) throws -> (path: [String], text: String) {
    let error = try #require(throws: DecodingError.self) { try decode(text) }
    switch error {
    case .dataCorrupted(let context), .typeMismatch(_, let context), .keyNotFound(_, let context),
      .valueNotFound(_, let context):
      return (context.codingPath.map(\.stringValue), context.debugDescription)
    @unknown default: return ([], "")
    }
  }

  @Test("data that is not exactly one case is refused, with path and cases")
  func refusals() throws {
    let cases = "(pair, circle, group, empty)"
    for text in ["{}", #"{"square":{}}"#] {
      let failure = try failure(text)
      #expect(failure.path.isEmpty)
      #expect(failure.text.contains("one: the name of a case of Drawing"), "\(failure)")
      #expect(["circle", "pair", "group", "empty"].allSatisfy(failure.text.contains), "\(cases): \(failure.text)")
    }
    #expect(try failure(#"{"circle":{}}"#).path == ["circle"])
    #expect(try failure(#"{"circle":{}}"#).text.contains(#"key "radius""#))
    #expect(try failure(#"{"pair":{"_0":1,"_1":2}}"#).path == ["pair", "_1"])
    #expect(
      try failure(#"{"group":{"_0":[{"circle":{"radius":"x"}}]}}"#).path == [
        "group", "_0", "Index 0", "circle", "radius",
      ])
    #expect(try decode(#"{"group":{"_0":[{"empty":{}}]}}"#) == .group([.empty], name: nil))
  }

  @Test("payloads that cannot be coded are named, all at once")
  func badPayloads() throws {
    let error = try #require(throws: AutoCodingError.self) { try TypeMap(reflecting: BadPayloads.self) }
    #expect(error.problems.map(\.property) == ["function._0", "named.callback"])
    #expect(throws: AutoCodingError.self) { try TypeMap(reflecting: Customized.self) }
  }

  @Test("the map lists cases and payloads")
  func description() throws {
    #expect(
      try TypeMap(reflecting: Drawing.self).description.hasSuffix(
        "enum, cases circle(radius: Double), pair(_0: Int, _1: String), "
          + "group(_0: Array<Drawing>, name: Optional<String>), empty"))
  }

  @Test("a decode that fails in the middle of a payload leaves nothing behind")
  func lifetimes() throws {
    func decode(_ text: String) -> Bool {
      (try? JSONDecoder().decode(Counting.self, from: Data(text.utf8))) != nil
    }
    let before = Witness.living
    for _ in 0..<100 {
      #expect(decode(#"{"several":{"a":1,"b":2,"text":"a text that lives on the heap, being long","last":3}}"#))
      #expect(!decode(#"{"several":{"a":1,"b":2,"text":"a text that lives on the heap, being long","last":"x"}}"#))
      #expect(!decode(#"{"several":{"a":1,"b":2,"text":"t"}}"#))
      #expect(decode(#"{"boxed":{"_0":1,"_1":{"boxed":{"_0":2,"_1":{"none":{}},"last":3}},"last":4}}"#))
      #expect(!decode(#"{"boxed":{"_0":1,"_1":{"boxed":{"_0":2,"_1":{"none":{}},"last":3}},"last":"x"}}"#))
      #expect(!decode(#"{"boxed":{"_0":1,"_1":{"boxed":{"_0":2,"_1":{"none":{}}}},"last":4}}"#))
      #expect(!decode(#"{"one":{"_0":1},"none":{}}"#))
    }
    #expect(Witness.living == before)

    let value = Counting.boxed(Witness(1), .several(a: Witness(2), b: nil, text: "x", last: 1), last: 2)
    let tokens = try TokenWriter.tokens(of: value)
    for end in tokens.indices {
      #expect(throws: (any Error).self) { try TokenReader.value(Counting.self, from: Array(tokens[..<end])) }
    }
    let twice = [tokens[0]] + tokens.dropFirst().dropLast() + tokens.dropFirst().dropLast() + [tokens[tokens.count - 1]]
    #expect(throws: DecodingError.self) { try TokenReader.value(Counting.self, from: Array(twice)) }
    _ = try TokenReader.value(Counting.self, from: tokens)
    #expect(Witness.living == before + 2)
    withExtendedLifetime(value) {}
  }
}
