import Foundation
import TestSupport
import Testing

@testable import AutoCoding

/// The XML of property lists: what is read, and what is refused by line.
struct PropertyListXMLTests {
  private func decode<Value: Decodable>(_ type: Value.Type, _ text: String) throws -> Value {
    try AutoPropertyListDecoder().decode(type, from: Data(text.utf8))
  }

  private func message(_ text: String) -> String {
    do {
      _ = try decode([String].self, text)
      return "none"
    } catch DecodingError.dataCorrupted(let context) {
      return context.debugDescription
    } catch {
      return "\(error)"
    }
  }

  @Test func whatFoundationReads() throws {
    let texts: [String: [String]] = [
      "<plist><array><string> a </string></array></plist>": [" a "],
      "\u{feff}<?xml version=\"1.0\" encoding='UTF-8'?>\n<!-- a --><plist version=\"1.0\"><array/></plist>\n": [],
      "<array><string>a</string></array>": ["a"],
      "<plist><array><string><![CDATA[a<b&]]>&#65;&#x42;&amp;&lt;&gt;&quot;&apos;</string></array></plist>": [
        "a<b&AB&<>\"'"
      ],
      "<plist><array><string/><!-- comment --><string></string></array></plist>": ["", ""],
    ]
    for (text, expected) in texts {
      #expect(try decode([String].self, text) == expected, "\(text)")
      // Foundation's parser takes a byte order mark and what follows differently on some platforms.
      if !text.hasPrefix("\u{feff}") {
        #expect(try PropertyListDecoder().decode([String].self, from: Data(text.utf8)) == expected, "\(text)")
      }
    }
    #expect(
      try decode(
        [Int].self,
        "<plist><array><integer>+5</integer><integer> -0x1F </integer><integer>0xff</integer></array></plist>"
      ) == [5, -31, 255])
    #expect(
      try decode(
        [Double].self,
        "<plist><array><real>1.5e3</real><real>+infinity</real><real>-inf</real><integer>2</integer></array></plist>"
      ) == [1500, .infinity, -.infinity, 2])
    #expect(
      try decode([Data].self, "<plist><array><data> AQ ==\n\t</data><data/></array></plist>") == [Data([1]), Data()])
    #expect(try decode([Bool].self, "<plist><array><true></true><false/></array></plist>") == [true, false])
    #expect(
      try decode(
        [String: Int].self,
        "<plist><dict><key>a</key><integer>1</integer><key>b</key><integer>3</integer><key>a</key><integer>2</integer></dict></plist>"
      )
        == ["a": 2, "b": 3])
  }

  @Test func utf16() throws {
    let text =
      "<?xml version=\"1.0\" encoding=\"UTF-16\"?><plist><array><string>Zo\u{eb}\u{1F600}</string></array></plist>"
    for isBig in [true, false] {
      for hasMark in [true, false] {
        var data = Data()
        for unit in ((hasMark ? "\u{feff}" : "") + text).utf16 {
          let bytes = [UInt8(unit >> 8), UInt8(unit & 0xFF)]
          data.append(contentsOf: isBig ? bytes : bytes.reversed())
        }
        #expect(try AutoPropertyListDecoder().decode([String].self, from: data) == ["Zo\u{eb}\u{1F600}"])
        #expect(throws: DecodingError.self) {
          try AutoPropertyListDecoder().decode([String].self, from: data.dropLast())
        }
      }
    }
  }

  @Test("a null character in text with a byte order mark", arguments: [String.Encoding.utf16, .utf32])
  func nulls(encoding: String.Encoding) throws {
    let text = "<plist><array><string>a\u{0}b</string></array></plist>"
    let data = try #require(text.data(using: encoding))
    #expect(try AutoPropertyListDecoder().decode([String].self, from: data) == ["a\u{0}b"])
    #expect(try AutoPropertyListDecoder().decode([String].self, from: Data(text.utf8)) == ["a\u{0}b"])
  }

  @Test func utf32() throws {
    let text =
      "<?xml version=\"1.0\" encoding=\"UTF-32\"?><plist><array><string>Zo\u{eb}\u{1F600}</string></array></plist>"
    for isBig in [true, false] {
      for hasMark in [true, false] {
        func encoded(_ scalars: [UInt32]) -> Data {
          Data(scalars.flatMap { withUnsafeBytes(of: isBig ? $0.bigEndian : $0.littleEndian, Array.init) })
        }
        let scalars = ((hasMark ? "\u{feff}" : "") + text).unicodeScalars.map(\.value)
        #expect(try AutoPropertyListDecoder().decode([String].self, from: encoded(scalars)) == ["Zo\u{eb}\u{1F600}"])
        for count in 1...3 {
          #expect(throws: DecodingError.self) {
            try AutoPropertyListDecoder().decode([String].self, from: encoded(scalars).dropLast(count))
          }
        }
        for invalid: UInt32 in [0, 0xD800, 0x11_0000, .max] {
          #expect(throws: DecodingError.self) {
            try AutoPropertyListDecoder().decode([String].self, from: encoded(scalars + [invalid]))
          }
        }
      }
    }
  }

  @Test func refusals() {
    let cases = [
      "": "The data is empty; a property list has at least one value.",
      "hello": """
      This is no property list: expected "bplist00" or an XML element <plist> at byte offset 0, found the bytes 68 65 \
      6c 6c 6f.
      """,
      "<plist></plist>": "Invalid XML property list: expected a value in line 1, found </plist>.",
      "<plist/>": "Invalid XML property list: expected a value in <plist> in line 1, found none.",
      "<plist>\n<array>": "Invalid XML property list: expected an element in line 2, found the end of the text.",
      "<plist>\n<array>\n</dict></plist>":
        "Invalid XML property list: expected an element or the end of the container in line 3, found </dict>.",
      "<plist><array/><array/></plist>": "Invalid XML property list: expected </plist> in line 1, found <array>.",
      "<plist><array/></plist>x": "Invalid XML property list: expected the end of the text in line 1, found more.",
      "<plist><dict:foo></dict:foo></plist>":
        "Invalid XML property list: expected the end of the tag <dict in line 1, found another character.",
      "<plist><array></array!></plist>":
        "Invalid XML property list: expected the end of the tag <array in line 1, found another character.",
      "<plist><dict><string/></dict></plist>": "Invalid XML property list: expected <key> in line 1, found <string>.",
      "<plist><dict><key>a</key></dict></plist>":
        "Invalid XML property list: expected the value of a key in line 1, found </dict>.",
      "<plist><array><string>a<!--x-->b</string></array></plist>":
        "Invalid XML property list: expected text or </string> in line 1, found a comment.",
      "<plist><array><string>a<b/></string></array></plist>":
        "Invalid XML property list: expected </string> in line 1, found <b>.",
      "<plist><array><string>&nbsp;</string></array></plist>":
        "Invalid XML property list: expected an entity like &amp; in line 1, found &nbsp;.",
      "<plist><array><string>&#xD800;</string></array></plist>":
        "Invalid XML property list: expected an entity like &amp; in line 1, found &#xD800;.",
      "<plist><array><string>a & b</string></array></plist>":
        "Invalid XML property list: expected an entity like &amp; in line 1, found an ampersand alone.",
      "<plist><array><integer>18446744073709551616</integer></array></plist>": """
      Invalid XML property list: expected an integer of at most 64 bits in <integer> in line 1, found \
      "18446744073709551616".
      """,
      "<plist><array><integer>-9223372036854775809</integer></array></plist>": """
      Invalid XML property list: expected an integer of at most 64 bits in <integer> in line 1, found \
      "-9223372036854775809".
      """,
      "<plist><array><integer/></array></plist>":
        "Invalid XML property list: expected an integer of at most 64 bits in <integer> in line 1, found \"\".",
      "<plist><array><real>1e999</real></array></plist>":
        "Invalid XML property list: expected a number in <real> in line 1, found \"1e999\".",
      "<plist><array><real>0x1p3</real></array></plist>":
        "Invalid XML property list: expected a number in <real> in line 1, found \"0x1p3\".",
      "<plist><array><date>2020-01-01</date></array></plist>": """
      Invalid XML property list: expected a date like 2001-01-01T00:00:00Z in <date> in line 1, found "2020-01-01".
      """,
      "<plist><array><date>2020-13-01T00:00:00Z</date></array></plist>": """
      Invalid XML property list: expected a date like 2001-01-01T00:00:00Z in <date> in line 1, found \
      "2020-13-01T00:00:00Z".
      """,
      "<plist><array><data>A</data></array></plist>":
        "Invalid XML property list: expected Base64 in <data> in line 1, found something else.",
      "<plist><array><set/></array></plist>":
        "Invalid XML property list: expected an element of property lists in line 1, found <set>.",
      "<!DOCTYPE plist [<!ENTITY a \"b\">]><plist><array/></plist>":
        "Invalid XML property list: expected a document type without declarations in line 1, found \"[\".",
      "<?xml version=\"1.0\" encoding=\"ISO-8859-1\"?><plist><array/></plist>":
        "Invalid XML property list: expected text in UTF-8 in line 1, found the encoding \"iso-8859-1\".",
      "<plist version=\"1.0><array/></plist>":
        "Invalid XML property list: expected the end of the tag <plist in line 1, found the end of the text.",
    ]
    for (text, expected) in cases { #expect(message(text).hasPrefix(expected), "\(text): \(message(text))") }
    #expect(throws: DecodingError.self) {
      try AutoPropertyListDecoder().decode([String].self, from: Data("<plist><array><string>".utf8 + [0xFF, 0x3C]))
    }
  }

  @Test(arguments: [
    [0, -0.0, 1, -5, 0.5, 1e15, 1e16, 1e300, .leastNonzeroMagnitude, .pi],
    [Double(Float(0.1)), Double(Float.greatestFiniteMagnitude)],
  ]) func `Real numbers are written as Foundation writes them`(_ values: [Double]) throws {
    let (encoder, foundation) = (AutoPropertyListEncoder(), PropertyListEncoder())
    (encoder.outputFormat, foundation.outputFormat) = (.xml, .xml)
    #expect(try encoder.encode(values) == foundation.encode(values))
    #expect(try encoder.encode(values.map { Float($0) }) == foundation.encode(values.map { Float($0) }))
  }

  @Test func `The text of a number is a Float's by rounding`() throws {
    let text = "<plist><array><real>0.1</real><real>-3.14</real><real>16777217</real><real>nan</real></array></plist>"
    let values = try decode([Float].self, text)
    #expect(values.dropLast() == [0.1, -3.14, 16_777_216] && values[3].isNaN)
    #expect(try decode([PlistFloat].self, "<array><dict><key>size</key><real>0.1</real></dict></array>")[0].size == 0.1)
    #expect(throws: DecodingError.self) { try decode([Float].self, "<array><real>1e39</real></array>") }
    // In a binary list a number has a size, and a Double that a Float would round is an error.
    #expect(throws: DecodingError.self) {
      try AutoPropertyListDecoder().decode([Float].self, from: AutoPropertyListEncoder().encode([0.1]))
    }
  }

  private struct PlistFloat: AutoCoding { var size: Float }

  @Test func `What Foundation wrote or reads by habit`() throws {
    let dates = "<array><date>2024-01-32T20:43:14Z</date><date>2024-02-01T20:43:14Z</date></array>"
    let values = try decode([Date].self, dates)
    #expect(values[0] == values[1])
    #expect(try PropertyListDecoder().decode([Date].self, from: Data(dates.utf8)) == values)
    #expect(throws: DecodingError.self) { try decode([Date].self, "<array><date>2024-01-33T20:43:14Z</date></array>") }
    let integers = "<array><integer> +\t42</integer><integer>-  9</integer></array>"
    #expect(try decode([Int].self, integers) == [42, -9])
    #expect(message("<plist><array><integer>- -9</integer></array></plist>").contains("- -9"))
  }

  @Test func `Dates of all years that Foundation writes and reads`() throws {
    let encoder = AutoPropertyListEncoder()
    let foundation = PropertyListEncoder()
    (encoder.outputFormat, foundation.outputFormat) = (.xml, .xml)
    // The first and last second of the years 0 and 500000, the last of the year 9999, and years of five digits.
    let seconds = [
      -63_145_699_200, -63_145_612_800, -63_114_076_801, 252_423_993_599, 252_423_993_600, 999_021_692_799,
      15_715_362_095_999, 0.75 + 999_021_692_799,
    ]
    for date in seconds.map(Date.init(timeIntervalSinceReferenceDate:)) {
      let text = try encoder.encode([date])
      #expect(try text == foundation.encode([date]))
      let read = try AutoPropertyListDecoder().decode([Date].self, from: text)
      #expect(try read == PropertyListDecoder().decode([Date].self, from: text))
      #expect(read == [Date(timeIntervalSinceReferenceDate: date.timeIntervalSinceReferenceDate.rounded(.down))])
    }
    for seconds in [-63_145_699_201, 15_715_362_096_000, 1e300, -1e300, .infinity, .nan] {
      #expect(throws: EncodingError.self) { try encoder.encode([Date(timeIntervalSinceReferenceDate: seconds)]) }
    }
    // Foundation reads these as other dates.
    for text in [
      "999999-01-01T00:00:00Z", "20000-02-30T00:00:00Z", "20000-13-01T00:00:00Z", "20000-01-01T24:00:00Z",
      "99999999999999999999-01-01T00:00:00Z", "-2000-01-01T00:00:00Z", "200-01-01T00:00:00Z", "-", "",
    ] {
      #expect(throws: DecodingError.self) { try decode([Date].self, "<array><date>\(text)</date></array>") }
    }
    #expect(
      try decode([Date].self, "<array><date>20000-01-32T00:00:00Z</date><date>20000-02-01T00:00:00Z</date></array>")
        .map(\.timeIntervalSinceReferenceDate) == [567_996_192_000, 567_996_192_000])
  }

  @Test func `Texts of all kinds of characters`() throws {
    let encoder = AutoPropertyListEncoder()
    var random = SplitMix(state: 0x16)
    // The first and last characters of each length in UTF-8 and in UTF-16.
    let edges: [Unicode.Scalar] = ["\u{7f}", "\u{80}", "\u{7ff}", "\u{800}", "\u{d7ff}", "\u{e000}", "\u{ffff}"]
    let supplementary: [Unicode.Scalar] = ["\u{10000}", "\u{103ff}", "\u{10400}", "\u{1f600}", "\u{10ffff}"]
    let texts = (0..<200).map { _ in
      var text = String.UnicodeScalarView()
      for _ in 0..<random.next() % 40 {
        let bits = UInt32(truncatingIfNeeded: random.next() % 0x11_0000)
        let scalars = [edges.randomElement(), supplementary.randomElement(), "a", Unicode.Scalar(bits)]
        text.append(scalars[Int(random.next() % 4)] ?? "\u{e9}")
      }
      // XML has no such characters.
      return String(text.filter { $0.value >= 0x20 && $0.value & 0xFFFE != 0xFFFE })
    }
    for format in [AutoPropertyListEncoder.PropertyListFormat.binary, .xml] {
      encoder.outputFormat = format
      let data = try encoder.encode(texts)
      #expect(try PropertyListDecoder().decode([String].self, from: data) == texts)
      #expect(try AutoPropertyListDecoder().decode([String].self, from: data) == texts)
    }
  }

  @Test func truncated() throws {
    let encoder = AutoPropertyListEncoder()
    encoder.outputFormat = .xml
    let text = try encoder.encode(
      ["a": PlistLoose.list([.text("<&>"), .number(-5), .list([]), .table(["k": .text("\u{eb}")])])])
    let end = try #require(text.range(of: Data("</plist>".utf8))).upperBound
    for count in 0..<end {
      #expect(throws: DecodingError.self) {
        try AutoPropertyListDecoder().decode([String: PlistLoose].self, from: text.prefix(count))
      }
    }
    _ = try AutoPropertyListDecoder().decode([String: PlistLoose].self, from: text)
  }

  @Test func mutants() throws {
    let encoder = AutoPropertyListEncoder()
    encoder.outputFormat = .xml
    let text = try encoder.encode([PlistPlace(name: "<Zo\u{eb}>", latitude: 1.5, isOpen: true, visits: -5)])
    var random = SplitMix(state: 0x0A3)
    var refused = 0
    let count = TestEffort.isThorough ? 3000 : 300
    for _ in 0..<count {
      var data = text
      let index = Int.random(in: 0..<data.count, using: &random)
      switch Int.random(in: 0..<3, using: &random) {
      case 0: data[index] = UInt8.random(in: .min ... .max, using: &random)
      case 1: data.remove(at: index)
      default: data.insert(try #require("<>&;/\"-".utf8.randomElement(using: &random)), at: index)
      }
      do {
        _ = try AutoPropertyListDecoder().decode([PlistPlace].self, from: data)
      } catch is DecodingError {
        refused += 1
      }
    }
    #expect(refused > count / 20)
  }

  @Test(arguments: [8, 31, 32, 33, 200]) func `The last value under a key counts, in short and long dictionaries`(
    _ count: Int
  ) throws {
    var keys = (0..<count).map { "key\($0)" }
    keys.insert("key3", at: count / 2)
    keys += ["key0", "key\(count - 1)", "key3"]
    let members = keys.enumerated().map { "<key>\($1)</key><dict><key>key1</key><integer>\($0)</integer></dict>" }
    let text = "<plist><dict>\(members.joined())</dict></plist>"
    let known = try PropertyListDecoder().decode([String: [String: Int]].self, from: Data(text.utf8))
    #expect(known.count == count && known["key3"] == ["key1": keys.count - 1])
    #expect(try decode([String: [String: Int]].self, text) == known)
  }

  @Test(arguments: ["00.5", "1.", "-.5", "12345678901234567890"])
  func `Unusual numbers are read as Foundation reads them`(_ number: String) throws {
    let others = "<real>0.1</real><real>-1e-7</real><integer>+7</integer>"
    let text = "<plist><array><real>\(number)</real>\(others)</array></plist>"
    #expect(try decode([Double].self, text) == PropertyListDecoder().decode([Double].self, from: Data(text.utf8)))
  }

  @Test func deep() throws {
    let depth = 20_000
    let text =
      "<plist>" + String(repeating: "<array>", count: depth) + String(repeating: "</array>", count: depth) + "</plist>"
    #expect(throws: DecodingError.self) { try decode(PlistLoose.self, text) }
    #expect(throws: DecodingError.self) { try decode(PlistDeep.self, text) }
    #expect(throws: DecodingError.self) {
      try decode(
        PlistAnything.self, "<plist><dict><key>value</key>" + text.dropFirst(7).dropLast(8) + "</dict></plist>")
    }
  }
}
