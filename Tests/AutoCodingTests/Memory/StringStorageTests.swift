import AutoCoding
import Foundation
import TestSupport
import Testing

/// Strings that are made of checked bytes.
struct StringStorageTests {
  @Test("The standard library lays strings out as described")
  func isSupported() {
    #expect((StringStorage.shared == nil) == Portability.isRequired)
  }

  @Test("Strings of any length are strings like any other", arguments: ["a", "ü", "語", "🎺"])
  func lengths(_ character: String) throws {
    for count in 0...300 {
      let text = String(repeating: character, count: count)
      let made = try decoded(Array(text.utf8))
      #expect(made == text && made.hashValue == text.hashValue && made.count == count)
      #expect(made.utf8.elementsEqual(text.utf8) && made.utf16.elementsEqual(text.utf16))
      let end = made.utf16.index(made.utf16.startIndex, offsetBy: made.utf16.count)
      #expect(end == made.endIndex && made[..<end] == text[...])
      #expect(made.uppercased() == text.uppercased() && made.dropFirst() == text.dropFirst())
      #expect(made.withCString { String(cString: $0) } == text)
      #expect((made as NSString).length == text.utf16.count)
      var longer = made
      longer.append("end")
      longer.append(made)
      #expect(longer == text + "end" + text && made == text)
      longer.removeLast(min(count, 3))
      #expect(longer == (text + "end" + text).dropLast(min(count, 3)))
    }
  }

  @Test(
    "A string has one owner: it grows where it is, and is let go", .enabled(if: !Portability.isRequired),
    arguments: [16, 18, 33, 66, 99])
  func owner(_ count: Int) throws {
    var made = try decoded(Array(repeating: UInt8(ascii: "x"), count: count))
    let place = made.withUTF8 { $0.baseAddress }
    made.append("y")
    // There is room for one byte more with each of these lengths, and a copy were somewhere else.
    #expect(made.withUTF8 { $0.baseAddress } == place)
    #expect(made.utf8.count == count + 1)
  }

  @Test("Two bytes are UTF-8 if the standard library says so")
  func pairs() {
    for first in TestEffort.part(of: Array(UInt8.min...UInt8.max)) {
      for second in UInt8.min...UInt8.max where !isSpecial(first) && !isSpecial(second) {
        expectAgreement(on: [first, second])
      }
    }
  }

  @Test(
    "Three bytes are UTF-8 if the standard library says so, in a run and alone",
    arguments: TestEffort.part(of: Array(0...4)))
  func triples(_ position: Int) {
    for first in 0xe0...0xef as ClosedRange<UInt8> {
      for second in 0x7f...UInt8.max {
        for third in [0x7f, 0x80, 0x9f, 0xa0, 0xbf, 0xc0, 0xe3] as [UInt8] {
          expectAgreement(on: [first, second, third], after: position)
        }
      }
    }
  }

  @Test("Four bytes are UTF-8 if the standard library says so")
  func quadruples() {
    for first in 0xf0...0xf5 as ClosedRange<UInt8> {
      for second in 0x7f...UInt8.max {
        for third in [0x7f, 0x80, 0xbf, 0xc0] as [UInt8] {
          for fourth in [0x7f, 0x80, 0xbf, 0xc0] as [UInt8] { expectAgreement(on: [first, second, third, fourth]) }
        }
      }
    }
  }

  @Test("Text that ends within a character is refused", arguments: ["é", "語", "🎺"])
  func truncated(_ character: String) {
    for count in 0...40 {
      let bytes = Array(repeating: UInt8(ascii: "a"), count: count) + Array(character.utf8).dropLast()
      #expect(throws: DecodingError.self) { try decoded(bytes) }
      #expect(throws: DecodingError.self) { try decoded(Array(String(repeating: character, count: 9).utf8) + bytes) }
    }
  }

  /// Whether the bytes are text after some characters of three bytes, and in front of some.
  private func expectAgreement(on bytes: [UInt8], after count: Int = 3) {
    let all = Array(String(repeating: "語", count: count).utf8) + bytes + Array(String(repeating: "語", count: 6).utf8)
    let expected = String(validating: all, as: UTF8.self)
    let made = try? decoded(all)
    if made != expected { Issue.record("\(bytes.map { String($0, radix: 16) }) after \(count): \(made ?? "refused")") }
  }

  /// Whether a byte cannot be by itself in a string of JSON.
  private func isSpecial(_ byte: UInt8) -> Bool {
    byte < 0x20 || byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\")
  }

  private func decoded(_ bytes: [UInt8]) throws -> String {
    // Space enough for the ways that read some bytes at a time.
    let quoted = [UInt8(ascii: "\"")] + bytes + Array("\"                                ".utf8)
    return try AutoJSONDecoder().decode(String.self, from: quoted)
  }
}
