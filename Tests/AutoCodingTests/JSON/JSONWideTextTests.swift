import AutoCoding
import Foundation
import TestSupport
import Testing

/// Text in UTF-16 and UTF-32, of which ASCII characters are transcoded several at a time.
struct JSONWideTextTests {
  enum Encoding: CaseIterable {
    case utf16Little, utf16Big, utf32Little, utf32Big

    var width: Int { self == .utf16Little || self == .utf16Big ? 2 : 4 }
    var isBig: Bool { self == .utf16Big || self == .utf32Big }

    func bytes(_ unit: UInt32) -> [UInt8] {
      let bytes = (0..<width).map { UInt8(truncatingIfNeeded: unit >> (8 * UInt32($0))) }
      return isBig ? bytes.reversed() : bytes
    }

    func data(_ text: String) -> Data {
      Data(
        width == 2
          ? text.utf16.flatMap { bytes(UInt32($0)) } : text.unicodeScalars.flatMap { bytes($0.value) })
    }
  }

  @Test("other characters are read at any place", arguments: Encoding.allCases)
  func characters(encoding: Encoding) throws {
    let decoder = AutoJSONDecoder()
    let places = Array(0...40) + Array(1000...1050) + Array(2030...2060)
    for count in TestEffort.part(of: places, turn: encoding.width) {
      let others = ["\u{7f}", "\u{80}", "é", "я", "漢", "😀", "\u{ffff}", "\\u00e9"]
      for other in TestEffort.part(of: others, turn: count) {
        let text = "[\"" + String(repeating: "x", count: count) + other + "\",\(count)]"
        let expected = try decoder.decode(JSONValue.self, from: Data(text.utf8))
        #expect(try decoder.decode(JSONValue.self, from: encoding.data(text)) == expected, "\(count) \(other)")
        #expect(try decoder.decode(JSONValue.self, from: encoding.data("\u{feff}" + text)) == expected)
      }
    }
  }

  @Test("what is no character is refused at its place", arguments: Encoding.allCases)
  func damage(encoding: Encoding) throws {
    let decoder = AutoJSONDecoder()
    for count in Array(0...20) + Array(1010...1040) {
      for unit in [
        0xd800, 0xdfff, encoding.width == 4 ? 0x11_0000 : 0xdc00, encoding.width == 4 ? 0xffff_ff80 : 0xd9ff,
      ] {
        let start = encoding.data("[\"" + String(repeating: "x", count: count))
        let data = start + Data(encoding.bytes(UInt32(unit))) + encoding.data("yyyyyyyyyy\"]")
        let error = #expect(throws: DecodingError.self) { try decoder.decode([String].self, from: data) }
        guard case .dataCorrupted(let context)? = error else {
          Issue.record("\(String(describing: error))")
          return
        }
        #expect((context.underlyingError as? AutoJSONError)?.offset == start.count, "\(count) \(unit)")
      }
    }
  }

  @Test("errors of the JSON name the place in the text as it was", arguments: Encoding.allCases)
  func places(encoding: Encoding) throws {
    let decoder = AutoJSONDecoder()
    for count in [0, 1, 7, 8, 9, 500, 1023, 1024, 1025, 3000] {
      let start = "[\"" + String(repeating: "x", count: count) + "я\","
      for end in ["", "1", "1,", "tru]", "1 2]"] {
        let text = start + end
        let error = #expect(throws: DecodingError.self) {
          try decoder.decode(JSONValue.self, from: encoding.data(text))
        }
        let utf8 = #expect(throws: DecodingError.self) { try decoder.decode(JSONValue.self, from: Data(text.utf8)) }
        guard case .dataCorrupted(let context)? = error, case .dataCorrupted(let expected)? = utf8,
          let found = (context.underlyingError as? AutoJSONError)?.offset,
          let offset = (expected.underlyingError as? AutoJSONError)?.offset
        else {
          Issue.record("\(String(describing: error))")
          return
        }
        // The only other character has two bytes in UTF-8, and is behind the error or before it.
        #expect(found == encoding.width * (offset > count + 2 ? offset - 1 : offset), "\(count) \(end)")
      }
    }
  }

  @Test("text that ends within a character is refused", arguments: Encoding.allCases)
  func truncation(encoding: Encoding) {
    let data = encoding.data("[\"xxxxxxxxxxxxxxxxxxxxxxxxxxxx😀\"]")
    for count in 2..<data.count {
      #expect(throws: DecodingError.self) { try AutoJSONDecoder().decode([String].self, from: data.prefix(count)) }
    }
  }
}
