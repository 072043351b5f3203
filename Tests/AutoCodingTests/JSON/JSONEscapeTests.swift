import AutoCoding
import Foundation
import Testing

/// Escapes such as `\u0041` in strings of models, which are read in place.
@Suite("JSON, escapes of scalars")
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
}
