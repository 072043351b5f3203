import AutoCoding
import Foundation
import TestModels
import TestSupport
import Testing

/// What is JSON and what is not.
struct JSONConformanceTests {
  /// Passes over what it has no property for.
  private struct Passer: AutoCoding { let x: Int }
  private struct Anything: AutoCoding { let value: Any }
  private struct Holder: AutoCoding { let value: JSONValue }

  /// Each way by which text is read: as a whole, passed over by a model, and as a property's value.
  private func outcomes(_ data: Data) -> [(way: String, isAccepted: Bool)] {
    let decoder = AutoJSONDecoder()
    func isAccepted(_ work: () throws -> Void) -> Bool {
      do {
        try work()
        return true
      } catch {
        return false
      }
    }
    var ways = [
      ("containers", isAccepted { _ = try decoder.decode(AnyJSON.self, from: data) }),
      ("value", isAccepted { _ = try decoder.decode(JSONValue.self, from: data) }),
    ]
    // A byte order mark belongs at the beginning alone.
    guard !data.starts(with: [0xef, 0xbb, 0xbf]) else { return ways }
    let passed = Data("{\"ignored\":".utf8) + data + Data(",\"x\":1}".utf8)
    ways.append(("passed over", isAccepted { _ = try decoder.decode(Passer.self, from: passed) }))
    let held = Data("{\"value\":".utf8) + data + Data("}".utf8)
    ways.append(("held", isAccepted { _ = try decoder.decode(Anything.self, from: held) }))
    ways.append(("held as a value", isAccepted { _ = try decoder.decode(Holder.self, from: held) }))
    return ways
  }

  @Test("every y_ case of JSONTestSuite is accepted")
  func accepted() throws {
    let files = try TestCorpora.files("JSONTestSuite/test_parsing", prefix: "y_")
    #expect(files.count == 95 || !TestCorpora.exist)
    for (name, data) in files {
      for (way, isAccepted) in outcomes(data) { #expect(isAccepted, "\(name), \(way)") }
      // What is read is written so that it is read again.
      if !TestCorpora.exist { continue }
      let value = try AutoJSONDecoder().decode(AnyJSON.self, from: data)
      #expect(try AutoJSONDecoder().decode(AnyJSON.self, from: AutoJSONEncoder().encode(value)) == value, "\(name)")
    }
  }

  @Test("every n_ case of JSONTestSuite is refused, with an error that says where")
  func refused() throws {
    let files = try TestCorpora.files("JSONTestSuite/test_parsing", prefix: "n_")
    #expect(files.count == 188 || !TestCorpora.exist)
    for (name, data) in files {
      for (way, isAccepted) in outcomes(data) { #expect(!isAccepted, "\(name), \(way)") }
      do {
        _ = try AutoJSONDecoder().decode(AnyJSON.self, from: data)
      } catch DecodingError.dataCorrupted(let context) {
        let error = context.underlyingError as? AutoJSONError
        #expect(error.map { (0...data.count).contains($0.offset) } == true, "\(name): \(context)")
      }
    }
  }

  /// The cases that JSON leaves open; the rest of the `i_` files is refused. Docs/Formats.md says the same.
  static let acceptedOpenCases: Set<String> = [
    "i_number_double_huge_neg_exp.json", "i_number_real_underflow.json", "i_number_too_big_neg_int.json",
    "i_number_too_big_pos_int.json", "i_number_very_big_negative_int.json", "i_structure_500_nested_arrays.json",
    "i_structure_UTF-8_BOM_empty_object.json", "i_string_UTF-16LE_with_BOM.json", "i_string_utf16BE_no_BOM.json",
    "i_string_utf16LE_no_BOM.json",
  ]

  @Test("of the i_ cases those are accepted that the documentation names")
  func open() async throws {
    // 500 arrays within each other take more stack than a test's thread has in a debug build.
    try await withCheckedThrowingContinuation { (continuation: CheckedContinuation<Void, any Error>) in
      let thread = Thread { continuation.resume(with: Result { try checkOpenCases() }) }
      thread.stackSize = 64 << 20
      thread.start()
    }
  }

  private func checkOpenCases() throws {
    let files = try TestCorpora.files("JSONTestSuite/test_parsing", prefix: "i_")
    #expect(files.count == 35 || !TestCorpora.exist)
    for (name, data) in files {
      let isAccepted = (try? AutoJSONDecoder().decode(AnyJSON.self, from: data)) != nil
      #expect(isAccepted == Self.acceptedOpenCases.contains(name), "\(name)")
    }
  }

  @Test("naughty strings come back as values and as keys")
  func naughtyStrings() throws {
    let files = try TestCorpora.files("blns", prefix: "blns.json")
    guard let data = files.first?.data else { return }
    let strings = try AutoJSONDecoder().decode([String].self, from: data)
    #expect(strings.count == 515)
    #expect(try JSONDecoder().decode([String].self, from: data) == strings)
    let sorted = AutoJSONEncoder()
    sorted.outputFormatting = .sortedKeys
    let reference = JSONEncoder()
    reference.outputFormatting = .sortedKeys
    #expect(try sorted.encode(strings) == reference.encode(strings))
    let keyed = Dictionary(strings.enumerated().map { ($1, $0) }, uniquingKeysWith: { first, _ in first })
    #expect(try sorted.encode(keyed) == reference.encode(keyed))
    #expect(try AutoJSONDecoder().decode([String: Int].self, from: sorted.encode(keyed)) == keyed)
    for string in strings {
      #expect(try AutoJSONDecoder().decode(String.self, from: AutoJSONEncoder().encode(string)) == string)
    }
  }

  @Test("every scalar value comes back, escaped and not, at every alignment")
  func everyScalar() throws {
    var text = ""
    for value in UInt32(0)...0x10ffff where value % (TestEffort.isThorough ? 7 : 29) == 0 || value < 0x3000 {
      guard let scalar = Unicode.Scalar(value) else { continue }
      text.unicodeScalars.append(scalar)
      if text.unicodeScalars.count == 61 {
        let data = try AutoJSONEncoder().encode(text)
        #expect(data == (try JSONEncoder().encode(text)))
        #expect(try AutoJSONDecoder().decode(String.self, from: data) == text)
        let escaped = text.utf16.map { "\\u" + String(0x10000 + UInt32($0), radix: 16).dropFirst() }.joined()
        #expect(try AutoJSONDecoder().decode(String.self, from: Data("\"\(escaped)\"".utf8)) == text)
        text = ""
      }
    }
  }

  private static let letters = "abcdefghijklmnopqrstuvwxyz./:-é".map(String.init)

  /// Text in quotes, by the book.
  private static func quoted(_ text: String, escapesSlashes: Bool) -> String {
    let names: [Unicode.Scalar: String] = [
      "\u{8}": "\\b", "\t": "\\t", "\n": "\\n", "\u{c}": "\\f", "\r": "\\r", "\"": "\\\"", "\\": "\\\\",
    ]
    let escaped = text.unicodeScalars.map { scalar in
      if let name = names[scalar] { return name }
      if scalar == "/" { return escapesSlashes ? "\\/" : "/" }
      guard scalar.value < 0x20 else { return String(scalar) }
      return "\\u00" + (scalar.value < 0x10 ? "0" : "") + String(scalar.value, radix: 16)
    }
    return "\"\(escaped.joined())\""
  }

  @Test("escapes at every place of texts of every length", arguments: [true, false])
  func everyEscape(escapesSlashes: Bool) throws {
    let encoder = AutoJSONEncoder()
    if !escapesSlashes { encoder.outputFormatting = .withoutEscapingSlashes }
    var texts: [String] = []
    for count in TestEffort.part(of: Array(0...52), turn: escapesSlashes ? 1 : 2) {
      let plain = (0..<count).map { Self.letters[$0 % Self.letters.count] }
      for (first, second) in [("/", "/"), ("\"", "\n"), ("\u{0}", "\\"), ("\u{1f}", "\u{1f}"), ("é", "/")] {
        for place in 0..<count {
          for other in [place, place + 1, place + 2, place + 7, place + 16, count - 1] where other < count {
            var characters = plain
            characters[place] = first
            characters[other] = second
            texts.append(characters.joined())
          }
        }
        texts.append(String(repeating: first, count: count))
        texts.append(String(repeating: first + second, count: count))
      }
    }
    // Short text that is not kept in the two words of a string.
    texts += texts.prefix(2000).map { text in
      var long = text + String(repeating: "x", count: 40)
      long.removeLast(40)
      return long
    }
    let expected = texts.map { Self.quoted($0, escapesSlashes: escapesSlashes) }
    #expect(try String(decoding: encoder.encode(texts), as: UTF8.self) == "[\(expected.joined(separator: ","))]")
    for (text, quoted) in zip(texts, expected).shuffled().prefix(2000) {
      #expect(try String(decoding: encoder.encode(text), as: UTF8.self) == quoted)
      #expect(try String(decoding: encoder.encode([text: 1]), as: UTF8.self) == "{\(quoted):1}")
    }
    #expect(try AutoJSONDecoder().decode([String].self, from: encoder.encode(texts)) == texts)
  }

  @Test("any bytes are refused or read as the standard library does, wherever in a long text they are")
  func anyBytes() throws {
    let decoder = AutoJSONDecoder()
    let letters = Array("abcdefghijklmnopqrstuvwxyzabcdefghijklmnopqrstuvwxyzé".utf8)
    let tails: [[UInt8]] = [[], [0x80], [0xbf, 0x80], [0x80, 0xbf, 0xbf], [0x41, 0x80], [0xc3], [0xe3, 0x81]]
    var place = 0
    for first in UInt8(0x80)...0xff {
      for second in UInt8(0x20)...0xff where second != UInt8(ascii: "\"") && second != UInt8(ascii: "\\") {
        for (number, tail) in tails.enumerated()
        where TestEffort.isThorough || (number + Int(first) + Int(second)).isMultiple(of: tails.count) {
          // Each combination somewhere, each place with many of them.
          place = (place + 7) % 37
          let bytes = letters.prefix(place) + [first, second] + tail
          let ended = place.isMultiple(of: 3) ? bytes : bytes + letters.suffix(30 - place % 11)
          let text = String(bytes: ended, encoding: .utf8)
          let data = Array("[\"".utf8) + ended + Array("\",\"and so much text that nothing is read at its end\"]".utf8)
          let read = try? decoder.decode([String].self, from: data).first
          if read != text || read.map({ Array($0.utf8) }) != text.map({ Array($0.utf8) }) {
            Issue.record("\(ended)")
          }
        }
      }
    }
  }

  @Test("characters that are cut off are refused at every place, at the end and before it")
  func truncated() throws {
    let decoder = AutoJSONDecoder()
    for count in 0...60 {
      let prefix = Array(String(repeating: "x", count: count).utf8)
      for character in ["é", "あ", "😀"].map({ Array($0.utf8) }) {
        for length in 1...character.count {
          for suffix in [[], Array("y".utf8), Array("and more text behind it".utf8)] {
            let bytes = prefix + character.prefix(length) + suffix
            let data =
              Array("[\"".utf8) + bytes + Array("\",\"and so much text that nothing is read at its end\"]".utf8)
            let text = try? decoder.decode([String].self, from: data).first
            #expect(text.map { Array($0.utf8) } == (length == character.count ? bytes : nil))
          }
        }
      }
    }
  }

  @Test(
    "invalid text is refused as a value, as a key, and where it is passed over",
    arguments: [
      [0x80], [0xc0, 0xaf], [0xe0, 0x80, 0x80], [0xed, 0xa0, 0x80], [0xf0, 0x80, 0x80, 0x80], [0xf4, 0x90, 0x80, 0x80],
      [0xff], [0xe2, 0x82], [0xc3], [0xf0, 0x9f, 0x98], Array(#"\ud800"#.utf8), Array(#"\udc00"#.utf8),
      Array(#"\ud800\u0041"#.utf8), Array(#"\ud83d\ud83d"#.utf8), Array(#"\u12"#.utf8), Array(#"\x"#.utf8), [0x0a],
      [0x00], [0x1f], [0x5c, 0xff],
    ] as [[UInt8]])
  func invalidText(_ bytes: [UInt8]) throws {
    let decoder = AutoJSONDecoder()
    for padding in ["", "seven77", "sixteen letters!"] {
      let string = Array("\"\(padding)".utf8) + bytes + Array("\(padding)\"".utf8)
      #expect(throws: DecodingError.self) { try decoder.decode(String.self, from: string) }
      let keyed = Array("{".utf8) + string + Array(":1}".utf8)
      #expect(throws: DecodingError.self) { try decoder.decode([String: Int].self, from: keyed) }
      #expect(throws: DecodingError.self) { try decoder.decode(Passer.self, from: keyed) }
      let passed = Array("{\"a\":".utf8) + string + Array(",\"x\":1}".utf8)
      #expect(throws: DecodingError.self) { try decoder.decode(Passer.self, from: passed) }
    }
  }

  @Test("hostile text is answered soon, and never with a trap")
  func hostile() throws {
    var texts = try TestCorpora.files("hostile", prefix: "j_").map { ($0.name, Array($0.data)) }
    texts.append(("deep arrays", Array(repeating: UInt8(ascii: "["), count: 1_000_000)))
    texts.append(("deep objects", Array(String(repeating: "{\"a\":", count: 200_000).utf8)))
    texts.append(("long number", Array(String(repeating: "9", count: 1_000_000).utf8)))
    texts.append(("long fraction", Array(("0." + String(repeating: "0", count: 1_000_000) + "1").utf8)))
    texts.append(("long exponent", Array(("1e" + String(repeating: "9", count: 1_000_000)).utf8)))
    let pairs = (0..<50_000).map { "\"k\($0 % 25_000)\":\($0)" }.joined(separator: ",")
    texts.append(("many keys", Array("{\(pairs)}".utf8)))
    for (name, text) in texts {
      let strict = AutoJSONDecoder()
      strict.duplicateKeys = .throw
      let time = ThreadTime.measure {
        _ = try? AutoJSONDecoder().decode(AnyJSON.self, from: text)
        _ = try? AutoJSONDecoder().decode([[[Int]]].self, from: text)
        _ = try? AutoJSONDecoder().decode([String: Int].self, from: text)
        _ = try? AutoJSONDecoder().decode(Passer.self, from: text)
        _ = try? AutoJSONDecoder().decode(Double.self, from: text)
        _ = try? AutoJSONDecoder().decode(Int128.self, from: text)
        _ = try? AutoJSONDecoder().decode(Decimal.self, from: text)
        _ = try? strict.decode(Passer.self, from: text)
      }
      // Eight of them, in a debug build on a shared machine.
      #expect(time < 16, "\(name): \(time) s")
    }
  }
}
