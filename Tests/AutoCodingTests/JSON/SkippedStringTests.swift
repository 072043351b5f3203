import AutoCoding
import Foundation
import Testing

private struct Read: Codable, Equatable {
  var text: String
  var number: Int
}

private struct Skipped: Codable, Equatable {
  var number: Int
}

private struct SkippedModel: AutoCoding, Equatable {
  var number = 0
}

/// Strings that are not asked for.
struct SkippedStringTests {
  /// Bytes of strings, valid and invalid.
  private static let fragments: [[UInt8]] =
    [
      "", "a", "é", "語", "😀", "\u{7f}\u{80}\u{7ff}\u{800}\u{ffff}\u{10000}\u{10ffff}", #"\n"#, #"\u00e9"#,
      #"\uD83D\uDE00"#,
      #"\\\"\/\b\f\r\t"#, #"\uD83D"#, #"\uDE00"#, #"\uD83Dx"#, #"\uD83D\u0041"#, #"\u12"#, #"\u12g4"#, #"\x"#,
      #"\U0041"#,
      #"\0"#, #"\p"#, #"\é"#, "\u{1f}", "\u{9}", #"é\n語"#, #"\u0022"#, #"\u005C"#,
    ].map { Array($0.utf8) }
    + [
      [0x80], [0xc3], [0xc3, 0x28], [0xc0, 0xaf], [0xe0, 0x80, 0x80], [0xed, 0xa0, 0x80], [0xe8, 0xaa],
      [0xf0, 0x9f, 0x98],
      [0xf5, 0x80, 0x80, 0x80], [0xff], [UInt8(ascii: "\\"), 0xc3, 0xa9],
    ]

  /// Whether a string is valid must not depend on whether a value asks for it.
  @Test(arguments: fragments)
  func areCheckedLikeOthers(_ fragment: [UInt8]) throws {
    let isValid = (try? AutoJSONDecoder().decode(Read.self, from: Self.json([], fragment, []))) != nil
    for before in 0..<18 {
      for after in [0, 1, 15, 16, 17, 40] {
        let json = Self.json(Array(repeating: 0x61, count: before), fragment, Array(repeating: 0x7a, count: after))
        let read = try? AutoJSONDecoder().decode(Read.self, from: json)
        #expect((read != nil) == isValid)
        if let read { #expect(read == (try JSONDecoder().decode(Read.self, from: json))) }
        #expect((try? AutoJSONDecoder().decode(Skipped.self, from: json)) == (isValid ? Skipped(number: 7) : nil))
        #expect(
          (try? AutoJSONDecoder().decode(SkippedModel.self, from: json)) == (isValid ? SkippedModel(number: 7) : nil))
        let list = Data("[".utf8) + json + Data(",".utf8) + json + Data("]".utf8)
        #expect((try? AutoJSONDecoder().decode([Skipped].self, from: list))?.count == (isValid ? 2 : nil))
      }
    }
  }

  private static func json(_ before: [UInt8], _ fragment: [UInt8], _ after: [UInt8]) -> Data {
    Data(#"{"text":""#.utf8) + Data(before + fragment + after) + Data(#"","number":7}"#.utf8)
  }
}
