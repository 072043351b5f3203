import Foundation
import Testing

@testable import AutoCoding

/// The text of XML property lists: characters beyond ASCII, and those that are written as entities.
struct PropertyListXMLTextTests {
  private static func coders() -> (AutoPropertyListEncoder, PropertyListEncoder) {
    let (encoder, foundation) = (AutoPropertyListEncoder(), PropertyListEncoder())
    (encoder.outputFormat, foundation.outputFormat) = (.xml, .xml)
    return (encoder, foundation)
  }

  private struct Page: AutoCoding, Codable, Equatable {
    var title: String
    var parts: [String]
    var byWord: [String: String]
  }

  /// Special characters at each place of a block, and texts around the lengths at which the code differs.
  private static let pages: [Page] = ["&", "<", ">", "\r", "é", "日", "😀", "\u{7f}", "\"", "'"].map { character in
    var parts: [String] = (0..<36).map { index in
      String(repeating: "x", count: index) + character + String(repeating: "y", count: 35 - index)
    }
    parts += (0..<36).map { String(repeating: character, count: $0) }
    parts += [14, 15, 16, 17, 31, 32, 33, 254, 255, 256, 1024, 1025, 70_000].map {
      String(repeating: "z", count: $0) + character
    }
    return Page(
      title: character + character, parts: parts,
      byWord: ["a\(character)b": "1", character: character, "ключ\(character)": "é", "plain": "plain"])
  }

  @Test("is what Foundation reads and writes", arguments: pages)
  private func foundation(_ page: Page) throws {
    let (encoder, foundation) = Self.coders()
    let data = try encoder.encode(page)
    #expect(try PropertyListDecoder().decode(Page.self, from: data) == page)
    #expect(try AutoPropertyListDecoder().decode(Page.self, from: data) == page)
    #expect(try AutoPropertyListDecoder().decode(Page.self, from: foundation.encode(page)) == page)
    // The members of a dictionary have no order, so compare a part without one. Foundation writes carriage returns as they
    // are, which other parsers read as line feeds.
    if page.title != "\r\r" { #expect(try encoder.encode(page.parts) == foundation.encode(page.parts)) }
  }

  @Test("leaves the next binary list of the same memory as it is")
  func formatsInTurn() throws {
    let encoder = AutoPropertyListEncoder()
    let value = ["Zoë 😀", "plain", String(repeating: "日", count: 2000)]
    let binary = try encoder.encode(value)
    for _ in 0..<3 {
      encoder.outputFormat = .xml
      let text = try encoder.encode(value)
      #expect(try AutoPropertyListDecoder().decode([String].self, from: text) == value)
      encoder.outputFormat = .binary
      #expect(try encoder.encode(value) == binary)
      #expect(try PropertyListDecoder().decode([String].self, from: encoder.encode(value)) == value)
      #expect(try AutoPropertyListDecoder.binaryList(of: text) == binary)
    }
  }

  /// Encodes a value under a key that is then set again, so that the list is rewritten.
  private struct Twice: Codable, Equatable {
    var word: String

    init(word: String) { self.word = word }
    private enum CodingKeys: String, CodingKey { case word }

    func encode(to encoder: any Encoder) throws {
      var container = encoder.container(keyedBy: CodingKeys.self)
      try container.encode([word, "ü"], forKey: .word)
      try container.encode(word, forKey: .word)
    }
  }

  @Test("is kept if an earlier value is left out")
  func rewritten() throws {
    let (encoder, _) = Self.coders()
    for word in ["ö", "plain", "😀&", String(repeating: "é", count: 300)] {
      let data = try encoder.encode(["a": Twice(word: word)])
      #expect(try PropertyListDecoder().decode([String: Twice].self, from: data) == ["a": Twice(word: word)])
      #expect(try AutoPropertyListDecoder().decode([String: Twice].self, from: data) == ["a": Twice(word: word)])
    }
  }

  @Test("in binary lists is UTF-16, and other bytes are refused")
  func binaryIsNoUTF8() throws {
    var bytes = [UInt8](try AutoPropertyListEncoder().encode(["aa"]))
    // A string of two ASCII characters.
    let place = try #require(bytes.firstIndex(of: 0x52))
    #expect(bytes[place + 1] == UInt8(ascii: "a"))
    (bytes[place + 1], bytes[place + 2]) = (0xC3, 0xA9)
    #expect(throws: DecodingError.self) { try AutoPropertyListDecoder().decode([String].self, from: Data(bytes)) }
  }
}
