import Foundation
import Testing

@testable import AutoCoding

/// Keys in other bytes that Swift finds equal, in plain `Codable` types. Foundation compares them as strings.
struct EquivalentKeyTests {
  struct Plain: Codable, Equatable {
    var K: Int?
    var é: Int?
    var が: Int?
    var a: Int?
    var других: Int?
  }

  static let keys = [
    "K", "\u{212a}", "\\u212a", "é", "e\u{301}", "e\\u0301", "が", "\u{304b}\u{3099}", "a", "других", "\\u0061", "漢字",
    "\u{3b1}\u{345}", "x;", "x\u{37e}", "😀",
  ]

  /// Objects of two keys each, in a list, so that later objects are found as earlier ones were.
  static let texts: [String] = keys.map { first in
    "[" + keys.map { #"{"\#(first)": 1, "b": 0, "\#($0)": 2}"# }.joined(separator: ", ") + "]"
  }

  @Test("the first of equal keys counts, as in Foundation", arguments: texts)
  func first(text: String) throws {
    let decoder = AutoJSONDecoder()
    let expected = try JSONDecoder().decode([Plain].self, from: Data(text.utf8))
    #expect(try decoder.decode([Plain].self, from: text) == expected)
    decoder.keyDecodingStrategy = .convertFromSnakeCase
    #expect(try decoder.decode([Plain].self, from: text) == expected)
  }

  @Test("or the last, or none", arguments: texts)
  func last(text: String) throws {
    let decoder = AutoJSONDecoder()
    decoder.duplicateKeys = .useLast
    let last = try decoder.decode([[String: Int]].self, from: text).map {
      Plain(K: $0["K"], é: $0["é"], が: $0["が"], a: $0["a"], других: $0["других"])
    }
    #expect(try decoder.decode([Plain].self, from: text) == last)
    decoder.duplicateKeys = .throw
    #expect(throws: DecodingError.self) { try decoder.decode([Plain].self, from: text) }
  }

  @Test("text that is taken for composed is")
  func composed() {
    for value: UInt32 in 0x80...0x2ffff {
      guard let scalar = Unicode.Scalar(value) else { continue }
      // Between letters that marks would combine with.
      let text = "か\(scalar)α"
      let isOther = text.utf8.withContiguousStorageIfAvailable { Unicode.Scalar.mayHaveEquivalents($0) } ?? true
      guard !isOther else { continue }
      #expect(text.precomposedStringWithCanonicalMapping.utf8.elementsEqual(text.utf8), "U+\(String(value, radix: 16))")
    }
  }
}
