import AutoCoding
import Foundation
import TestSupport
import Testing

/// JSON5, and dictionaries without braces, compared with Foundation's decoder: the values are equal, or both refuse.
struct JSON5DifferentialTests {
  /// Documents about which both agree, read as each of ``types``.
  static let documents: [String] = [
    // Objects
    "{}", "{a:1}", "{a:1,}", "{'a':1}", "{\"a\":1}", "{ a : 1 , b : 2 , }", "{a:{b:{c:[]}}}", "{$:1}", "{_:1}",
    "{$_a1:1}",
    "{é:1}", "{ü1:1,名前:2}", "{\u{1D400}:1}", "{a\u{301}:1}", "{a\u{200c}b:1}", "{a\u{200d}:1}", "{ⅷ:1}", "{a٣:1}",
    "{a‿b:1}",
    "{null:1}", "{true:1,false:2}", "{Infinity:1,NaN:2}", "{a:1,a:2}", "{a:1,'a':2,\"a\":3}", "{if:1,class:2}",
    "{aB:1,AB:2}",
    "{\"\":1}", "{'':1}", "{'a b':1}", "{'it\\'s':1}", "{'\"':1}", "{'\\x41':1}", "{'\\u00e9':1}", "{a\n:\n1\n}",
    "{a/**/:/**/1/**/}",
    "{,}", "{a}", "{a:}", "{a,}", "{a:1,,}", "{a:1 b:2}", "{1:1}", "{1a:1}", "{a-b:1}", "{-a:1}", "{a.b:1}", "{[a]:1}",
    "{a:1}}", "{a:1",
    "{a:", "{a", "{", "}", "{`a`:1}", "{a::1}", "{:1}", "{'a'}", "{'a' 'b':1}", "{a b:1}", "{\u{301}a:1}", "{٣:1}",
    "{+:1}", "{é",
    // Arrays
    "[]", "[1]", "[1,]", "[1,2]", "[1,2,]", "[[],]", "[[1,],[2,],]", "[1\n,2\n,\n]", "[,]", "[,1]", "[1,,]", "[1,,2]",
    "[1 2]", "[1",
    "[1,", "]", "[1]]", "[1}", "{a:1]", "[a]", "[a:1]", "[null,true,false]", "[null,]", "[nul]", "[undefined]",
    "[TRUE]",
    // Strings
    "'a'", "\"a\"", "''", "\"\"", "'it\\'s'", "\"it's\"", "'\"'", "'\\\"'", "\"\\'\"", "'\\b\\f\\n\\r\\t\\/\\\\'",
    "'\\x41'", "'\\x7a\\x7A'",
    "'\\xe9'", "'\\u00e9'", "'\\u00E9'", "'\\ud83d\\ude00'", "'a\\\nb'", "'a\\\r\nb'", "'a\\\rb'", "'\\\n'", "'é😀あ'",
    "'\u{2028}\u{2029}'",
    "'/* a */'", "'// a'", "\"/* a */\"", "'\u{7f}'", "'\u{85}'", "'{[,:]}'", "'0x10'", "'Infinity'", "'\u{a0}'",
    "'\u{feff}'",
    "'", "\"", "'a", "'a\"", "\"a'", "'a\nb'", "'a\rb'", "'\\", "'\\'", "'\\u'", "'\\u12'", "'\\u123'", "'\\u123g'",
    "'\\ud83d'",
    "'\\ude00'", "'\\ud83d\\u0041'", "'\\ud83dx'", "'\\x'", "'\\x4'", "'\\xg4'", "'\\x4g'", "'\\1'", "'\\8'", "'\\9'",
    "'\\01'", "'a' 'b'", "'a''b'",
    "`a`", "“a”",
    // Numbers
    "0", "-0", "+0", "1", "+1", "-1", "1.", "+1.", "-1.", ".5", "+.5", "-.5", "0.5", "1.5e3", "1.e3", ".5e3", "5e-1",
    "5E+1", "+5e1",
    "0.e1", "0x0", "0x1", "0xff", "0xFF", "0XfF", "+0x10", "-0x10", "-0x80", "0x7f", "0x80",
    "0x000000000000000000001",
    "123456789012345678", "9223372036854775807", "1e15", "0.1", "0.30000000000000004", "1e22", "3.", "100.", "1e5",
    "255", "256", "-128",
    "00", "01", "-01", "+01", "0x", "0xg", "0x1g", "0x-1", "x10", "0b1", "0o7", "1_0", ".", "+", "-", "+.", "-.", "..",
    "1..", "1.2.3", "--1",
    "++1", "+-1", "- 1", "+ 1", "1e", "1.e", ".e1", "e1", "1e1.5", "1e0x1", "1a", "1,", "1 2", "1é", "1/",
    "1e400", "Inf",
    "infinity", "INFINITY", "nan", "NAN", "Nan", "Infinityx", "NaNNaN", "+-Infinity", "- Infinity", "Infinity1", "-",
    "−1",
    // Literals
    "null", "true", "false", "nulll", "truefalse", "tru", "n", "t", "f", "undefined", "None", "(1)",
    // White space and comments
    "", " ", "\n", "\t1\t", "\r1\r\n", "\u{b}1\u{b}", "\u{c}1\u{c}", "\u{85}1", "\u{200b}1", "//", "/**/", "/*", "/* *",
    "/*/", "/", "1//", "//\n1",
    "// a\r1", "1 // a", "1 /* a */", "/* a */ 1", "/***/1", "/****/1", "/** a **/1", "/* // */1", "// /*\n1",
    "/* /* */ 1 */", "/**/1/**/",
    "1/**/2", "tr/**/ue", "'a'/**/", "[/**/]", "{/**/}", "[1/**/,/**/2/**/]", "{/**/a/**/:/**/1/**/,/**/}", "/ /1",
    "/\n/1", "1 /", "1 / 2",
    "# a\n1", "<!-- a -->1", "/*\n*\n/\n*/1", "//\u{2028}1\n2", "[1//\u{2028},2\n]", "/*é😀*/1", "//é😀\n1", "{a:1}//",
    "{a:1}/*",
    "{//a\nb:1}", "{a://b\n1}", "[//]\n]", "{'a'://}\n1//}\n}",
  ]

  static var types: [any (Decodable & Equatable).Type] {
    [
      AnyJSON.self, Double.self, Float.self, Int.self, Int8.self, UInt64.self, String.self, Bool.self, [Int].self,
      [Double].self,
      [String: Int].self, [String].self, Optional<Int>.self,
    ]
  }

  /// A text that does not end with a number: in one that does, Foundation looks at what is behind it in memory.
  private static func spaced(_ text: String) -> Data { Data((text + " ").utf8) }

  private static func isEqual<T: Decodable & Equatable>(
    _ type: T.Type, _ data: Data, _ decoder: AutoJSONDecoder, _ foundation: JSONDecoder
  ) -> (isSame: Bool, description: String) {
    let expected = Result { try foundation.decode(type, from: data) }
    let found = Result { try decoder.decode(type, from: data) }
    let description = "\(type): \(found), not \(expected)"
    switch (found, expected) {
    case (.success(let found), .success(let expected)):
      return (found == expected || "\(found)" == "\(expected)", description)
    case (.failure(let error), .failure): return (error is DecodingError, description)
    default: return (false, description)
    }
  }

  @Test("documents are read as Foundation reads them")
  func documents() throws {
    let (decoder, foundation) = (AutoJSONDecoder(), JSONDecoder())
    decoder.allowsJSON5 = true
    foundation.allowsJSON5 = true
    #expect(Set(Self.documents).count > 300)
    for text in Self.documents {
      for type in Self.types {
        // Within an array, numbers are not at the end of the text.
        for text in [text, "[\(text),\n]", "{a:\(text)}"] where text == text {
          let (isSame, description) = Self.isEqual(type, Self.spaced(text), decoder, foundation)
          #expect(isSame, "\(text): \(description)")
        }
      }
    }
  }

  @Test("Infinity, NaN and decimal numbers are read as Foundation reads them")
  func numbers() throws {
    let (decoder, foundation) = (AutoJSONDecoder(), JSONDecoder())
    decoder.allowsJSON5 = true
    foundation.allowsJSON5 = true
    for text in ["Infinity", "-Infinity", "+Infinity", "NaN", "-NaN", "+NaN", "[Infinity,NaN,]", "{a:-Infinity}"] {
      for type in Self.types + [Date.self, [Float].self, [String: Double].self] {
        // The description of a date that is none ends the process.
        if type == Date.self, text.hasSuffix("NaN") { continue }
        let (isSame, description) = Self.isEqual(type, Self.spaced(text), decoder, foundation)
        #expect(isSame, "\(text): \(description)")
      }
    }
    for text in [
      "0xff", "-0x10", "+5", "5.", ".5", "-.5", "1.5e3", "0x7fffffffffffffff", "0xffffffffffffffff", "0x20000000000001",
    ] {
      let (isSame, description) = Self.isEqual(Decimal.self, Self.spaced(text), decoder, foundation)
      #expect(isSame, "\(text): \(description)")
    }
    #expect(try decoder.decode(UInt64.self, from: Data("0xffffffffffffffff".utf8)) == .max)
    #expect(try foundation.decode(UInt64.self, from: Data("0xffffffffffffffff".utf8)) == .max)
  }

  /// Documents that Foundation refuses or misreads. Docs/Formats.md has them, too.
  static let differences: [(text: String, value: AnyJSON?)] = [
    ("{\\u0061b:1}", ["ab": 1]), ("{a\\u0062:1}", ["ab": 1]), ("{\\x61b:1}", nil), ("{\\u005cb:1}", nil),
    ("'\\v'", "\u{b}"), ("'\\0'", "\0"), ("'\\a'", "a"), ("'\\x00'", "\0"), ("\"\\u0000\"", "\0"), ("'\\é'", "é"),
    ("'\t'", "\t"), ("'\u{1}'", "\u{1}"), ("'a\\\u{2028}b'", "a\u{2028}b"),
    ("[1\u{a0}]", [1]), ("\u{2028}1", 1), ("\u{3000}1", 1), ("{a\u{a0}:1}", ["a": 1]), ("\u{feff}\u{feff}1", 1),
    ("0x1.0", nil), ("0x1p4", nil), ("0xffffffffffffffff", 18_446_744_073_709_551_615.0),
    ("-0x10000000000000000", -0x1p64),
  ]

  @Test("what differs from Foundation's reading does so as documented")
  func documentedDifferences() throws {
    let (decoder, foundation) = (AutoJSONDecoder(), JSONDecoder())
    decoder.allowsJSON5 = true
    foundation.allowsJSON5 = true
    for (text, value) in Self.differences {
      let data = Self.spaced(text)
      #expect((try? decoder.decode(AnyJSON.self, from: data)) == value, "\(text)")
      #expect((try? foundation.decode(AnyJSON.self, from: data)) != value, "\(text)")
    }
    // Foundation takes this byte for a space. It is no UTF-8.
    #expect(try foundation.decode(Int.self, from: Data([0xa0, 0x31])) == 1)
    #expect(throws: DecodingError.self) { try decoder.decode(Int.self, from: Data([0xa0, 0x31])) }
    #expect(try foundation.decode(Decimal.self, from: Data("Infinity".utf8)).isNaN)
    #expect(throws: DecodingError.self) { try decoder.decode(Decimal.self, from: Data("Infinity".utf8)) }
    #expect(throws: DecodingError.self) { try foundation.decode(Double.self, from: Data("0x20000000000001".utf8)) }
    #expect(try decoder.decode(Double.self, from: Data("0x20000000000001".utf8)) == 0x1p53)
  }

  @Test("dictionaries without braces are read as Foundation reads them", arguments: [false, true])
  func dictionariesWithoutBraces(json5: Bool) throws {
    let (decoder, foundation) = (AutoJSONDecoder(), JSONDecoder())
    (decoder.allowsJSON5, foundation.allowsJSON5) = (json5, json5)
    (decoder.assumesTopLevelDictionary, foundation.assumesTopLevelDictionary) = (true, true)
    #expect(decoder.assumesTopLevelDictionary && decoder.allowsJSON5 == json5)
    let texts = [
      "", " ", "\n\n", "\"a\":1", " \"a\" : 1 ", "\"a\":1,\"b\":2", "\"a\":1\n,\n\"b\":{\"c\":[1]}", "{\"a\":1}",
      " {\"a\":1} ", "{}", " {} ",
      "{\"a\":1},", "\"a\":1}", "}", ",", "\"a\"", "\"a\":", "\"a\":x", "1", "[1]", "null", "\"a\":1 \"b\":2",
      "{\"a\":1}}", "\"a\":1,,",
      ",\"a\":1", "{{\"a\":1}}", "\"a\":1},{\"b\":2", "\"a\":[1}", "\"a\":[1]]", "\"a\":{\"b\":1", "\"a\":{\"b\":1}",
      "\"a\":{\"b\":1}}", "\"a",
      "\"a\":\"b", "\"a\":\"}\"", "\"a\":\"\\\"}\"", "\"a\\\"}\":1", "\"a\":1,\"a\":2", "]", "\"a\":1]", "{\"a\":1",
      "\"é\":1", "\u{feff}\"a\":1",
      "\u{feff}{\"a\":1}", "\u{feff}", "a:1", "a:1,b:2,", "'a':1", "// x\na:1 // y", "/* { */ a:1", "/* x", "//",
      "a:'}'", "a:1}", "a:{b:1,}", "a:[1,],",
      "\u{b}a:1", "a:0x10,b:Infinity", "a", "a:", "{a:1,}", " {a:1}// x", "a:1,,", "a:1;", "\"a\":1 // x",
    ]
    for text in texts {
      for (encoding, mark) in JSONEncodingTests.encodings
      where text.utf8.first != 0xef && !(encoding == .utf32LittleEndian && !mark.isEmpty) {
        let data = try #require(JSONEncodingTests.data(text + " ", encoding, mark))
        for type in Self.types {
          let (isSame, description) = Self.isEqual(type, data, decoder, foundation)
          #expect(isSame, "\(text), \(encoding), \(mark): \(description)")
        }
      }
      if text.utf8.first == 0xef {
        let (isSame, description) = Self.isEqual(AnyJSON.self, Self.spaced(text), decoder, foundation)
        #expect(isSame, "\(text): \(description)")
      }
    }
    // Trailing commas are no JSON, with braces or without.
    let trailing = Data("\"a\":1,".utf8)
    #expect(try foundation.decode([String: Int].self, from: trailing) == ["a": 1])
    #expect((try? decoder.decode([String: Int].self, from: trailing)) == (json5 ? ["a": 1] : nil))
    #expect((try? decoder.decode([String: Int].self, from: Data("{\"a\":1,}".utf8))) == (json5 ? ["a": 1] : nil))
  }

  @Test("errors in a dictionary without braces name the places of the text", arguments: [false, true])
  func placesWithoutBraces(json5: Bool) throws {
    let decoder = AutoJSONDecoder()
    decoder.allowsJSON5 = json5
    decoder.assumesTopLevelDictionary = true
    for marked in [
      "\"a\":1,\n\"é\":§x", "\"a\":1,\n\"é\":§\"x\"", "\n \"a\":1 §}", "\"a\":§", "\"a\"§", "\"a\":\"é§", "\"a\":[1§",
      "§1", "\"a\":{\"b\":1}§}", "\"a\":1 §]",
      "{\"a\":§\"x\"}", " {\"a\":1}§}", "\"a\":[1§}",
    ] {
      let parts = marked.components(separatedBy: "§")
      for (encoding, mark) in JSONEncodingTests.encodings {
        let data = try #require(JSONEncodingTests.data(parts.joined(), encoding, mark))
        let error = #expect(throws: DecodingError.self) { try decoder.decode([String: Int].self, from: data) }
        let offset = try #require(JSONEncodingTests.data(parts[0], encoding, mark)).count
        let place = try #require(error?.place)
        #expect(place.offset == offset, "\(marked), \(encoding), \(mark): \(place)")
        #expect(place.line == parts[0].utf8.count { $0 == 0x0a } + 1)
        #expect(parts[1].first == "}" || parts[1].first == "]" || !place.reason.contains("'}'"), "\(marked): \(place)")
      }
    }
    struct Model: AutoCoding, DefaultInitializable { var a = 0, b: [String: Int] = [:] }
    let model = try decoder.decode(Model.self, from: Data("\"a\":2, \"b\":{\"x\":1}".utf8))
    #expect(model.a == 2 && model.b == ["x": 1])
    #expect(try decoder.decode(Model.self, from: Data()).a == 0)
    var updated = model
    try decoder.update(&updated, from: Data("\"a\":3".utf8))
    #expect(updated.a == 3 && updated.b == ["x": 1])
    decoder.assumesTopLevelDictionary = false
    #expect(throws: DecodingError.self) { try decoder.decode(Model.self, from: Data("\"a\":2".utf8)) }
    #expect(decoder.allowsJSON5 == json5)
    decoder.assumesTopLevelDictionary = true
    decoder.allowsJSON5 = !json5
    #expect(try decoder.decode(Model.self, from: Data("\"a\":2".utf8)).a == 2)
  }
}
