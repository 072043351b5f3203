import AutoCoding
import Foundation
import Testing

/// Keeps a number as text with a mark, so that tests see whether it was called.
private enum Marked: PropertyTransformer {
  static func encode(_ value: Int) throws -> String { "#\(value)" }
  static func decode(_ stored: String) throws -> Int {
    guard let value = Int(stored.dropFirst()) else { throw NoMark() }
    return value
  }
}

private struct NoMark: Error {}

/// Says all that can be said of one property.
private struct Everything: AutoCoding, DefaultInitializable, Equatable {
  var both = 1
  var maybe: Int? = 2
  var read = 3
  var written = 4
  var left = 5
  @Transient var seen: [Int?] = []
  init() {}
  init(both: Int = 1, maybe: Int?) { (self.both, self.maybe) = (both, maybe) }
  static let typeRules = TypeRules(keyStyle: .pascalCase)
  static let propertyRules: PropertyRules = [
    "both": .default(10).formerly("old", "older").transformed(by: Marked.self).key("now").described("All of it."),
    "maybe": .transformed(by: Marked.self).formerly("once").default(20),
    "read": .decodedOnly.transformed(by: Marked.self).default(30).formerly("wasRead"),
    "written": .encodedOnly.transformed(by: Marked.self).key("out"),
    "left": .excluded(default: 50),
    "seen": .default([]),
  ]
  mutating func didDecode() throws { seen = [both, maybe, read, written, left] }
}

/// Several rules of one property.
struct CombinedRuleTests {
  static let coders: [TestCoder] = [.foundationJSON, .json, .jsonContainers]

  private func seen(_ text: String, _ coder: TestCoder) throws -> [Int?] {
    try coder.decode(Everything.self, from: .data(Data(text.utf8))).seen
  }

  @Test("decoding takes them in the documented order", arguments: coders)
  func decoding(coder: TestCoder) throws {
    // Missing keys: the rule's default wins over init(), and no transformer sees it.
    #expect(try seen("{}", coder) == [10, 20, 30, 4, 50])
    // The current key wins over former ones, and these hold in their order.
    #expect(try seen(##"{"older":"#7","old":"#8","now":"#9"}"##, coder) == [9, 20, 30, 4, 50])
    #expect(try seen(##"{"older":"#7","old":"#8"}"##, coder) == [8, 20, 30, 4, 50])
    #expect(try seen(##"{"older":"#7","once":"#6","wasRead":"#5"}"##, coder) == [7, 6, 5, 4, 50])
    // The key of a rule wins over the key style, which makes the others.
    #expect(try seen(##"{"Maybe":"#6","Read":"#5","both":"#1","Both":"#1"}"##, coder) == [10, 6, 5, 4, 50])
    // Null is nil, not the default; a transformer does not see it.
    #expect(try seen(##"{"Maybe":null}"##, coder) == [10, nil, 30, 4, 50])
    // What is written only, or left out, is not read.
    #expect(try seen(##"{"out":"#7","Left":7,"left":7}"##, coder) == [10, 20, 30, 4, 50])
    #expect(throws: (any Error).self) { try seen(##"{"now":9}"##, coder) }
  }

  @Test("encoding takes them in the documented order", arguments: TestCoder.jsonLike)
  func encoding(coder: TestCoder) throws {
    func object(_ value: Everything) throws -> NSDictionary? {
      try JSONSerialization.jsonObject(with: Data(coder.jsonText(of: value).utf8)) as? NSDictionary
    }
    #expect(try object(Everything()) == ["now": "#1", "Maybe": "#2", "out": "#4"])
    // Its absence would be read as the default.
    #expect(try object(Everything(maybe: nil)) == ["now": "#1", "Maybe": NSNull(), "out": "#4"])
  }

  @Test("values come back in every format", arguments: TestCoder.allCases)
  func roundTrips(coder: TestCoder) throws {
    for value in [Everything(), Everything(both: 7, maybe: nil), Everything(maybe: 8)] {
      let copy = try coder.roundTrip(value)
      #expect(copy.seen == [value.both, value.maybe, 30, 4, 50])
    }
  }
}
