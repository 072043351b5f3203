import AutoCoding
import Foundation
import TestSupport
import Testing

/// JSON5 by its specification, section by section, and what `JSONDecoder` does otherwise.
struct JSON5Tests {
  private var decoder: AutoJSONDecoder {
    let decoder = AutoJSONDecoder()
    decoder.allowsJSON5 = true
    return decoder
  }

  private func read<T: Decodable>(_ text: String, _ type: T.Type = AnyJSON.self) throws -> T {
    try decoder.decode(type, from: Data(text.utf8))
  }

  @Test("objects: keys without quotes, in single quotes, trailing commas")
  func objects() throws {
    #expect(try read("{}") == [:])
    #expect(try read("{ width: 1920, height: 1080, }") == ["width": 1920, "height": 1080])
    #expect(
      try read("{ image: { width: 1920, 'aspect-ratio': '16:9', } }")
        == ["image": ["width": 1920, "aspect-ratio": "16:9"]])
    #expect(
      try read("{$a_1: 1, _: 2, ünïcödé: 3, ⅷ: 4, 名前: 5, \u{1D400}b: 6, a\u{301}\u{200d}٣‿: 7}") == [
        "$a_1": 1, "_": 2, "ünïcödé": 3, "ⅷ": 4, "名前": 5, "\u{1D400}b": 6, "a\u{301}\u{200d}٣‿": 7,
      ])
    #expect(
      try read("{null: 1, true: 2, Infinity: 3, NaN: 4, if: 5}")
        == ["null": 1, "true": 2, "Infinity": 3, "NaN": 4, "if": 5])
    // Foundation's decoder leaves these escapes as they are.
    #expect(
      try read(#"{\u0061b: 1, c\u0064: 2, \u00fc\u200d: 3, e: 4}"#)
        == ["ab": 1, "cd": 2, "ü\u{200d}": 3, "e": 4])
  }

  @Test("arrays: trailing commas, but no missing elements")
  func arrays() throws {
    #expect(try read("[]") == [])
    #expect(try read("[ 1, true, 'three', ]") == [1, .bool(true), "three"])
    #expect(try read("[ [1, true, 'three'], [4, \"five\", 0x6,], ]") == [[1, .bool(true), "three"], [4, "five", 6]])
    for text in ["[,]", "[1,,]", "[,1]", "{,}", "{a:1,,}", "{a,}", "{a:,}", "[1 2]", "1,", "{a:1 b:2}"] {
      #expect(throws: DecodingError.self, "\(text)") { try read(text) }
    }
  }

  @Test("strings: both quotes, line continuations, escapes")
  func strings() throws {
    #expect(try read("\"it's\"") == "it's")
    #expect(try read(#"'He said "hi" and it\'s \"it\"'"#) == #"He said "hi" and it's "it""#)
    #expect(
      try read(#"'\b\f\n\r\t\v\0\x5c\x7A\u00e9\ud83d\ude00\\\/\A\C\'\"\é\😀'"#)
        == .string("\u{8}\u{c}\n\r\t\u{b}\0\\zé😀\\/AC'\"é😀"))
    #expect(try read("'a\u{2028}b\u{2029}c\td\u{7}'") == "a\u{2028}b\u{2029}c\td\u{7}")
    #expect(try read("'\\0'") == "\0")
    #expect(try read(#""\u0000\x00""#) == "\0\0")
    for text in [
      #"'\1'"#, #"'\9'"#, #"'\01'"#, #"'\x4'"#, #"'\xg0'"#, #"'\u00'"#, #"'\ud800'"#, "'a\nb'", "'a\rb'", "'a",
    ] {
      #expect(throws: DecodingError.self, "\(text)") { try read(text) }
    }
  }

  @Test("line breaks behind a backslash stay, as in Foundation")
  func lineContinuations() throws {
    #expect(try read("'a\\\nb\\\r\nc\\\rd\\\u{2028}e\\\u{2029}'") == "a\nb\r\nc\rd\u{2028}e\u{2029}")
    let foundation = JSONDecoder()
    foundation.allowsJSON5 = true
    let text = Data("'a\\\nb\\\r\nc\\\rd'".utf8)
    #expect(try foundation.decode(String.self, from: text) == "a\nb\r\nc\rd")
  }

  @Test("numbers: hexadecimal, points at either end, signs, Infinity and NaN")
  func numbers() throws {
    let text = "[0, -0.0, +1.5, .5, -.5, 5., 5.e1, +.5E-1, 0xdecaf, -0XC0FFEE, +0x10, 1e+2]"
    #expect(try read(text, [Double].self) == [0, 0, 1.5, 0.5, -0.5, 5, 50, 0.05, 912559, -12648430, 16, 100])
    #expect(try read("-0x0", Double.self).sign == .minus)
    #expect(try read("[Infinity, -Infinity, +Infinity]", [Double].self) == [.infinity, -.infinity, .infinity])
    #expect(try read("[Infinity, -Infinity, +Infinity]", [Float].self) == [.infinity, -.infinity, .infinity])
    #expect(try read("[NaN, -NaN, +NaN]", [Double].self).map(\.isNaN) == [true, true, true])
    #expect(try read("-Infinity", Date.self) == Date(timeIntervalSinceReferenceDate: -.infinity))
    #expect(try read("0xFFFFFFFFFFFFFFFF", UInt64.self) == .max)
    #expect(try read("-0x8000000000000000", Int64.self) == .min)
    #expect(try read("0x7f", Int8.self) == 127)
    for text in ["0x8000000000000000", "-0x8000000000000001", "0x1.8", "0x1p4", "0x", "Infinity", "NaN", "1.5"] {
      #expect(throws: DecodingError.self, "\(text)") { try read(text, Int64.self) }
    }
    #expect(throws: DecodingError.self) { try read("-0x1", UInt64.self) }
    #expect(try read("0xFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFF", Double.self) == 0x1p128)
    #expect(
      try read("0x" + String(repeating: "0", count: 1000) + String(repeating: "7", count: 200), Double.self)
        == Double("0x" + String(repeating: "7", count: 200)))
    #expect(try read("0x20000000000001", Decimal.self) == Decimal(9_007_199_254_740_993))
    #expect(try read("0x3b9aca00", Int.self) == 1_000_000_000)
    #expect(throws: DecodingError.self) { try read("0x1" + String(repeating: "0", count: 256), Double.self) }
    for text in [
      "01", "-01", "+", "-", ".", "+.", "--1", "+-1", "- 1", ".e1", "1e", "1e+", "1.5.2", "1_0", "0b1", "0o7",
      "Infinityx",
      "Inf", "infinity", "nan", "Infinity.", "NaN1", "0xg", "1a", "$1", "1é", "5.x",
    ] {
      #expect(throws: DecodingError.self, "\(text)") { try read(text, Double.self) }
    }
  }

  @Test("Infinity and NaN are no other numbers, and no number of the text is taken for them")
  func specialNumbers() throws {
    for text in ["Infinity", "-Infinity", "NaN"] {
      for type in [Int.self, UInt8.self, Decimal.self, Bool.self, String.self] as [any Decodable.Type] {
        #expect(throws: DecodingError.self, "\(text), \(type)") { try read(text, type) }
      }
    }
    let error = #expect(throws: DecodingError.self) { try read("[1, -Infinity]", [Int].self) }
    #expect("\(try #require(error))".contains("Number -Infinity is not representable as Int"))
    let decimal = #expect(throws: DecodingError.self) { try read("NaN", Decimal.self) }
    #expect("\(try #require(decimal))".contains("Number NaN is not representable as Decimal"))
    // The texts that stand for them in rewritten JSON.
    for text in ["1e99999999999999999990", "-1e99999999999999999991", "+1e99999999999999999991"] {
      #expect(throws: DecodingError.self) { try read(text, Double.self) }
      #expect(throws: DecodingError.self) { try AutoJSONDecoder().decode(Double.self, from: Data(text.utf8)) }
      #expect(throws: DecodingError.self) {
        try decoder.decode(Float.self, from: Data(text.utf16.flatMap { [UInt8($0), 0] }))
      }
    }
    struct Holder: AutoCoding { let value: Any }
    let held = try read("{value: [Infinity, -Infinity, NaN, 0x10]}", Holder.self).value as? [Any]
    #expect(held?.first as? Double == .infinity && held?[1] as? Double == -.infinity)
    #expect((held?[2] as? Double)?.isNaN == true && held?[3] as? Int == 16)
    let lenient = decoder
    lenient.leniency = .all
    #expect(
      try lenient.decode([String].self, from: Data("[-Infinity, NaN, 0x10, .5, +1]".utf8))
        == ["-Infinity", "NaN", "16", "0.5", "1"])
  }

  @Test("comments and white space, wherever a token may begin")
  func commentsAndSpace() throws {
    let text = """
      // a line
      /* a block * / with ** stars ***/ { /**/ a /* : */ : // 'x'
        [ /***/ 1 /* , */ , // ]
        2 /* \u{2028} */ , ] /* } */ , 'b//' : "/* c */" } // the end
      """
    let expected: AnyJSON = ["a": [1, 2], "b//": "/* c */"]
    for newline in ["\n", "\r\n", "\r"] {
      #expect(try read(text.replacingOccurrences(of: "\n", with: newline)) == expected)
    }
    let spaces = "\t\n\u{b}\u{c}\r \u{a0}\u{2028}\u{2029}\u{feff}\u{1680}\u{2003}\u{202f}\u{205f}\u{3000}"
    #expect(
      try read("\(spaces){\(spaces)a\(spaces):\(spaces)[\(spaces)1\(spaces),\(spaces)]\(spaces)}\(spaces)") == [
        "a": [1]
      ])
    #expect(try read("[1 // a\u{2028}, 2\n]") == [1])
    for text in [
      "/*", "/* *", "/*/", "/", "1 /", "1 / 2", "//", "/**/", "1 /**/ 2", "tr/**/ue", "1/**/2", "# a\n1", "\u{85}1",
    ] {
      #expect(throws: DecodingError.self, "\(text)") { try read(text) }
    }
    // Comments are not looked at.
    #expect(try decoder.decode(Int.self, from: Array("/* ".utf8) + [0xff, 0xc3, 0x28] + Array(" */1".utf8)) == 1)
    #expect(throws: DecodingError.self) { try decoder.decode(Int.self, from: [0x31, 0xa0]) }
    #expect(throws: DecodingError.self) { try decoder.decode(String.self, from: [0x27, 0xff, 0x27]) }
    #expect(throws: DecodingError.self) { try decoder.decode(AnyJSON.self, from: [0x7b, 0xff, 0x3a, 0x31, 0x7d]) }
  }

  @Test(
    "what looks like JSON5 and is none",
    arguments: [
      "", " ", "undefined", "True", "nul", "{a-b:1}", "{1a:1}", "{a\u{2c}b:1}", #"{\x61:1}"#, #"{\u002d:1}"#,
      #"{a\u:1}"#,
      #"{\ud835:1}"#, #"{\u0030a:1}"#, "{[1]:2}", "{`a`:1}", "`a`", "[a]", "(1)", "{a:1}}", "[1]]", "{a:1", "[1", "{a",
      "{a:", "{\\",
      "'\\", "'\\u", "{\u{200d}a:1}", "{+a:1}", "{'a' 1}", "{a::1}", "function(){}", "0xFFn", "/a/",
    ])
  func refused(_ text: String) {
    for padding in ["", String(repeating: " ", count: 3000)] {
      #expect(throws: DecodingError.self) { try read(padding + text + padding) }
    }
  }

  @Test("strict JSON is JSON5, and JSON5 is refused if it is not asked for")
  func strict() throws {
    let text = #"{"a":[1,-2.5e3,"\u00e9\"\\\/\n",true,false,null,{}],"b":{"c":[]},"é":""}"#
    #expect(try read(text) == AutoJSONDecoder().decode(AnyJSON.self, from: Data(text.utf8)))
    let decoder = decoder
    decoder.allowsJSON5 = false
    for text in ["{a:1}", "'a'", "[1,]", "+1", ".5", "1.", "0x1", "Infinity", "NaN", "//\n1", "\u{b}1", "\u{a0}1"] {
      #expect(throws: DecodingError.self, "\(text)") { try decoder.decode(AnyJSON.self, from: Data(text.utf8)) }
    }
    for (name, data) in try TestCorpora.files("JSONTestSuite/test_parsing", prefix: "y_") where name != "" {
      #expect(
        try self.decoder.decode(AnyJSON.self, from: data) == AutoJSONDecoder().decode(AnyJSON.self, from: data),
        "\(name)")
    }
  }

  struct Settings: AutoCoding, DefaultInitializable, Equatable {
    struct Window: AutoCoding, Equatable { var width: Int, scale: Float }
    struct Plain: Codable, Equatable { var ratio: Double, tags: [String] }
    var title = "", timeout = 0.0, window: Window?, plain: Plain?, flags: [String: Bool] = [:]
  }

  private static let settings = """
    // Settings
    {
      title: 'It\\'s "here"',  /* both quotes */
      timeout: Infinity,
      window: { width: 0x400, scale: .5, },
      plain: { tags: ['a', "b",], ratio: +1., },
      flags: { on: true, 'is-off': false },
      $unknown: [NaN, -0x1, { x: '\\x41' }],
    }
    """

  @Test("models, with code of their own and without, by all calls")
  func models() throws {
    let expected = Settings(
      title: "It's \"here\"", timeout: .infinity, window: .init(width: 1024, scale: 0.5),
      plain: .init(ratio: 1, tags: ["a", "b"]), flags: ["on": true, "is-off": false])
    let bytes = Array(Self.settings.utf8)
    #expect(try decoder.decode(Settings.self, from: Data(bytes)) == expected)
    #expect(try decoder.decode(Settings.self, from: bytes) == expected)
    #expect(try bytes.withUnsafeBytes { try decoder.decode(Settings.self, from: $0) } == expected)
    var updated = Settings()
    try decoder.update(&updated, from: Data(bytes))
    #expect(updated == expected)
    try decoder.update(&updated, from: Data("{title: 'new', window: {scale: -Infinity}}".utf8))
    #expect(updated.title == "new" && updated.window == .init(width: 1024, scale: -.infinity))
    let strict = decoder
    strict.duplicateKeys = .throw
    #expect(try strict.decode(Settings.self, from: bytes) == expected)
    let again = #expect(throws: DecodingError.self) {
      try strict.decode(Settings.self, from: Data("{a:1,\n 'a':2}".utf8))
    }
    #expect(try #require(again).place?.offset == 7)
    // A decoder is used again, with other texts and options.
    let reused = decoder
    for _ in 0..<3 {
      #expect(try reused.decode(Settings.self, from: bytes) == expected)
      #expect(throws: DecodingError.self) { try reused.decode(Settings.self, from: Data("{title: x}".utf8)) }
      reused.allowsJSON5.toggle()
      #expect(try reused.decode([Int].self, from: Data("[1]".utf8)) == [1])
      reused.allowsJSON5.toggle()
    }
  }

  @Test("issues name the places in the text as it was")
  func issues() throws {
    let decoder = decoder
    decoder.leniency = .all
    decoder.unknownKeys = .report
    let text = "/* é */ {title: 'x', timeout: '1.5', /**/ $x: +1,\n flags: {on: 1},}"
    for (encoding, mark) in JSONEncodingTests.encodings {
      let data = try #require(JSONEncodingTests.data(text, encoding, mark))
      var issues: [AutoJSONDecoder.Issue] = []
      #expect(try decoder.decode(Settings.self, from: data, reporting: &issues).timeout == 1.5)
      #expect(issues.map(\.kind) == [.numberFromString, .unknownKey, .boolFromNumberOrString])
      let places = try ["'1.5'", "+1", "1}"].map { part in
        let range = try #require(text.range(of: part))
        return try #require(JSONEncodingTests.data(String(text[..<range.lowerBound]), encoding, mark)).count
      }
      #expect(issues.map(\.offset) == places, "\(encoding)")
    }
  }

  @Test("lines of JSON5 are texts for themselves")
  func lines() async throws {
    let text = "{a: 1, } // one\n\n{'a': +2}\n{a: x}\n{a: 0x3}\n"
    let url = FileManager.default.temporaryDirectory.appendingPathComponent("json5-\(UUID()).txt")
    defer { try? FileManager.default.removeItem(at: url) }
    try Data(text.utf8).write(to: url)
    let lines = try decoder.lines(of: [String: Int].self, inFile: url)
    #expect(try lines.next() == ["a": 1])
    #expect(try lines.next() == ["a": 2])
    let error = #expect(throws: DecodingError.self) { try lines.next() }
    #expect(try #require(error).place.map { [$0.line, $0.column, $0.offset] } == [4, 5, 31])
    #expect(try lines.next() == ["a": 3])
    #expect(try lines.next() == nil)
  }

  @Test("the nesting of JSON5 is limited as that of JSON")
  func depth() throws {
    let decoder = decoder
    decoder.limits.maximumDepth = 5
    let text =
      "/* c */ " + String(repeating: "[", count: 5)
      + String(repeating: ",]", count: 5).replacingOccurrences(of: ",]", with: "]")
    #expect(throws: Never.self) { try decoder.decode(AnyJSON.self, from: Data(text.utf8)) }
    let deeper = "/* c */ " + String(repeating: "[", count: 6) + String(repeating: "]", count: 6)
    let error = #expect(throws: DecodingError.self) { try decoder.decode(AnyJSON.self, from: Data(deeper.utf8)) }
    #expect(try #require(error).place?.offset == 13)
    for text in ["[", "{a:", "[{'b':"] {
      let hostile = Data(String(repeating: text, count: 200_000).utf8)
      #expect(throws: DecodingError.self) { try self.decoder.decode(AnyJSON.self, from: hostile) }
    }
    decoder.limits.maximumByteCount = 8
    #expect(try decoder.decode([Int].self, from: Data("[+1,/**]".utf8.prefix(3) + Data("]".utf8))) == [1])
    #expect(throws: DecodingError.self) { try decoder.decode([Int].self, from: Data("[1, +2, ]".utf8)) }
  }

  @Test("a number that looks like the stand-in of Infinity is itself, however its exponent begins")
  func standInForInfinity() throws {
    let decoder = AutoJSONDecoder()
    decoder.allowsJSON5 = true
    for digit in ["0", "1"] {
      let text = "1.e9999999999999999999\(digit)"
      #expect(
        try decoder.decode(JSONValue.self, from: text)
          == decoder.decode(JSONValue.self, from: "1.0" + text.dropFirst(2)))
      #expect(throws: DecodingError.self) { try decoder.decode(Double.self, from: text) }
    }
  }
}

extension DecodingError {
  /// The place that the error names.
  var place: AutoJSONError? {
    switch self {
    case .typeMismatch(_, let context), .valueNotFound(_, let context), .keyNotFound(_, let context),
      .dataCorrupted(let context):
      context.underlyingError as? AutoJSONError
    @unknown default: nil
    }
  }
}
