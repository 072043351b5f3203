import AutoCoding
import Foundation
import TestSupport
import Testing

/// Escapes such as `\u0041` in strings of models, which are read in place.
struct JSONEscapeTests {
  private struct Text: AutoCoding, Equatable {
    var text: String
    var next = 1
  }

  private func decoded(_ escaped: String) throws -> String {
    try AutoJSONDecoder().decode(Text.self, from: Data("{\"text\":\"\(escaped)\",\"next\":1}".utf8)).text
  }

  private func escape(_ scalar: Unicode.Scalar, uppercase: Bool) -> String {
    String(scalar).utf16.map { unit in
      let digits = String(unit, radix: 16, uppercase: uppercase)
      return "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
    }.joined()
  }

  @Test("every scalar of the basic plane, and some beyond it")
  func everyScalar() throws {
    let scalars = (0...0x10ffff).lazy.filter { $0 < 0x10000 || $0 % 977 == 0 }.compactMap {
      Unicode.Scalar($0 as UInt32)
    }
    var chunk: [Unicode.Scalar] = []
    func check() throws {
      var expected = ""
      expected.unicodeScalars.append(contentsOf: chunk)
      let text = try decoded("a" + chunk.map { escape($0, uppercase: $0.value % 2 == 0) }.joined() + "z")
      #expect(text.unicodeScalars.elementsEqual(("a" + expected + "z").unicodeScalars))
      chunk = []
    }
    for scalar in scalars {
      chunk.append(scalar)
      if chunk.count == 61 { try check() }
    }
    try check()
  }

  @Test("what stands for no scalar is refused, wherever it is", arguments: 0..<40)
  func refused(_ count: Int) throws {
    let before = String(repeating: "x", count: count)
    for escape in [
      #"\ud83d"#, #"\ud83dx"#, #"\ud83d\n"#, #"\ud83d\u0041"#, #"\ude00"#, #"\u12g4"#, #"\u 123"#, #"\u12"#, #"\u"#,
      #"\ud83d\ud83d\ude00"#,
    ] {
      #expect(throws: DecodingError.self) { try decoded(before + escape) }
      #expect(throws: DecodingError.self) { try decoded(before + escape + before + "\u{e9}") }
    }
    #expect(try decoded(before + #"\ud83d\ude00"# + before) == before + "😀" + before)
    #expect(try decoded(before + #"\u00E9\"\u4e2D"# + before) == before + "é\"中" + before)
  }

  // MARK: Long strings, and the end of the text

  /// Escapes, characters and controls of all kinds, with what they stand for.
  private static let pieces: [(text: String, value: String)] = [
    (#"\n"#, "\n"), (#"\""#, "\""), (#"\\"#, "\\"), (#"\/"#, "/"), (#"\u0041"#, "A"), (#"\u00e9"#, "é"),
    (#"\u4e2d"#, "中"), (#"\ud83d\ude00"#, "😀"), ("é", "é"), ("中", "中"), ("😀", "😀"), ("x", "x"),
    ("plain text of more than 16 bytes ", "plain text of more than 16 bytes "), ("/", "/"),
  ]

  /// Checks a string in front of other text, and with 0 to 40 bytes behind it.
  private func check(_ text: String, _ value: String) throws {
    #expect(try decoded(text) == value)
    for count in TestEffort.part(of: [0, 1, 2, 3, 7, 14, 15, 16, 17, 40], turn: text.utf8.count) {
      let space = String(repeating: " ", count: count)
      let data = Data("[\"\(text)\"\(space)]".utf8)
      #expect(try AutoJSONDecoder().decode([String].self, from: data) == [value])
      #expect(
        try AutoJSONDecoder().decode(Text.self, from: Data("{\"next\":1,\"text\":\"\(text)\"\(space)}".utf8)).text
          == value)
    }
  }

  @Test("strings around the sizes of buffers, with escapes anywhere")
  func sizes() throws {
    var random = SystemRandomNumberGenerator()
    for size in [
      0, 1, 15, 16, 17, 31, 975, 990, 991, 992, 993, 1023, 1024, 1025, 2000, 2047, 2048, 4096, 10_000, 70_000,
    ] {
      for (piece, value) in TestEffort.part(of: Self.pieces, turn: size) {
        let clean = String(repeating: "c", count: size)
        try check(clean + piece, clean + value)
        try check(piece + clean, value + clean)
        let half = String(repeating: "h", count: size / 2)
        try check(half + piece + half + piece, half + value + half + value)
      }
      var (text, value) = ("", "")
      while text.utf8.count < size {
        let piece = Self.pieces[Int.random(in: Self.pieces.indices, using: &random)]
        text += piece.text
        value += piece.value
      }
      try check(text, value)
    }
  }

  @Test("long strings that are cut off or wrong anywhere are refused")
  func wrong() throws {
    for size in [0, 20, 985, 1000, 1030, 2040, 2060] {
      let text = String(repeating: #"ab\n"#, count: size / 4) + #"\u00e9\ud83d\ude00x\t"#
      let data = Data("[\"\(text)\"]".utf8)
      #expect(try AutoJSONDecoder().decode([String].self, from: data).count == 1)
      for cut in data.count - 40..<data.count where cut > 0 {
        #expect(throws: DecodingError.self) { try AutoJSONDecoder().decode([String].self, from: data.prefix(cut)) }
      }
      for wrong in ["\u{1}", "\n", #"\q"#, #"\u00g0"#, #"\ud800"#, #"\ude00"#] {
        for rest in ["", "x", String(repeating: "y", count: 40)] {
          let data = Data("[\"\(text)\(wrong)\(rest)\"]".utf8)
          #expect(throws: DecodingError.self) { try AutoJSONDecoder().decode([String].self, from: data) }
        }
      }
      // Bytes that are no UTF-8.
      for wrong in [[0xFF], [0xC3], [0xE4, 0xB8], [0xED, 0xA0, 0x80]] as [[UInt8]] {
        for rest in ["", String(repeating: "y", count: 40)] {
          let data = Data("[\"\(text)".utf8) + wrong + Data("\(rest)\"]".utf8)
          #expect(throws: DecodingError.self) { try AutoJSONDecoder().decode([String].self, from: data) }
        }
      }
    }
  }
}
