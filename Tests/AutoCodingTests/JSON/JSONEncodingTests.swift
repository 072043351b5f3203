import Foundation
import TestSupport
import Testing

@testable import AutoCoding

/// Text in UTF-16 and UTF-32, with and without byte order marks.
struct JSONEncodingTests {
  static let encodings: [(String.Encoding, [UInt8])] = [
    (.utf8, []), (.utf8, [0xef, 0xbb, 0xbf]),
    (.utf16LittleEndian, []), (.utf16LittleEndian, [0xff, 0xfe]),
    (.utf16BigEndian, []), (.utf16BigEndian, [0xfe, 0xff]),
    (.utf32LittleEndian, []), (.utf32LittleEndian, [0xff, 0xfe, 0, 0]),
    (.utf32BigEndian, []), (.utf32BigEndian, [0, 0, 0xfe, 0xff]),
  ]

  static func data(_ text: String, _ encoding: String.Encoding, _ mark: [UInt8]) -> Data? {
    text.data(using: encoding).map { Data(mark) + $0 }
  }

  static func width(_ encoding: String.Encoding) -> Int {
    switch encoding {
    case .utf8: 1
    case .utf16LittleEndian, .utf16BigEndian: 2
    default: 4
    }
  }

  /// Files of JSON: all that are not too long for a debug build.
  private static func documents() throws -> [(name: String, data: Data)] {
    let folders = ["JSONTestSuite/test_parsing", "JSONTestSuite/test_transform", "blns", "json-benchmarks"]
    return try folders.flatMap { try TestCorpora.files($0) }
      .filter { $0.name.hasSuffix(".json") && ($0.data.count < 1 << 18 || TestEffort.isThorough) }
  }

  /// What a text is read as, or the place of the error.
  private func outcome(_ data: Data, json5: Bool) -> (value: AnyJSON?, error: AutoJSONError?) {
    let decoder = AutoJSONDecoder()
    decoder.allowsJSON5 = json5
    do {
      return (try decoder.decode(AnyJSON.self, from: data), nil)
    } catch {
      return (nil, (error as? DecodingError)?.place)
    }
  }

  @Test("every document of the corpora is the same in every encoding", arguments: [false, true])
  func corpora(json5: Bool) async throws {
    // 500 arrays within each other take more stack than a test's thread has in a debug build.
    try await withCheckedThrowingContinuation { (continuation: CheckedContinuation<Void, any Error>) in
      let thread = Thread { continuation.resume(with: Result { try checkCorpora(json5: json5) }) }
      thread.stackSize = 64 << 20
      thread.start()
    }
  }

  private func checkCorpora(json5: Bool) throws {
    let documents = try Self.documents()
    #expect(documents.count > 300 || !TestCorpora.exist)
    for (name, data) in TestEffort.part(of: documents, turn: json5 ? 1 : 0) {
      // Some files of the suite are in no encoding, and some in UTF-16 already.
      guard let text = String(data: data, encoding: .utf8), !text.utf8.contains(0), text.utf8.first != 0xef,
        text.unicodeScalars.first?.isASCII == true
      else { continue }
      let expected = outcome(data, json5: json5)
      for (encoding, mark) in Self.encodings.dropFirst() {
        let encoded = try #require(Self.data(text, encoding, mark))
        if data.count > 50_000 {
          // The bytes that are read are the same.
          let isSame = encoded.withUnsafeBytes { bytes in
            let source = JSONSource(bytes, in: nil)
            return withExtendedLifetime(source) { source.json.suffix(data.count).elementsEqual(data) }
          }
          #expect(isSame, "\(name), \(encoding)")
          continue
        }
        let found = outcome(encoded, json5: json5)
        // The text of a value, since NaN is not equal to itself.
        #expect(found.value == expected.value || "\(found)" == "\(expected)", "\(name), \(encoding), \(mark)")
        #expect(found.error?.reason == expected.error?.reason, "\(name), \(encoding), \(mark)")
        #expect(found.error?.line == expected.error?.line, "\(name), \(encoding), \(mark)")
      }
    }
  }

  @Test("encodings are told apart as Foundation does")
  func detection() throws {
    let foundation = JSONDecoder()
    let decoder = AutoJSONDecoder()
    for text in ["1", "12", "[1]", "{\"a\":1}", "\"é\"", "[\"あ😀\", 1.5]", " \n{\"é\":\"\\u00e9\"}", "true", "x", ""] {
      for (encoding, mark) in Self.encodings {
        let data = try #require(Self.data(text, encoding, mark))
        let found = try? decoder.decode(AnyJSON.self, from: data)
        // Foundation takes the mark of UTF-32 for that of UTF-16.
        if encoding == .utf32LittleEndian, !mark.isEmpty {
          #expect(found == (try? decoder.decode(AnyJSON.self, from: Data(text.utf8))))
          #expect((try? foundation.decode(AnyJSON.self, from: data)) == nil)
        } else {
          #expect(found == (try? foundation.decode(AnyJSON.self, from: data)), "\(text), \(encoding), \(mark)")
        }
      }
      // And this one for the mark of UTF-32.
      let odd = Data([0xfe, 0xff, 0, 0]) + (try #require(text.data(using: .utf32LittleEndian)))
      #expect((try? decoder.decode(AnyJSON.self, from: odd)) == (try? foundation.decode(AnyJSON.self, from: odd)))
    }
    // By the second character, Foundation takes these for UTF-8.
    for text in ["\"あ\"", "\"Ā\"", "\"😀\""] {
      for encoding in [String.Encoding.utf16LittleEndian, .utf16BigEndian] {
        let data = try #require(text.data(using: encoding))
        #expect(try decoder.decode(String.self, from: data) == String(text.dropFirst().dropLast()))
      }
    }
  }

  @Test("errors name byte, line and column of the text as it was")
  func positions() throws {
    struct Model: AutoCoding { var a: Int, b: [String: Double]? }
    // The mark is where the error is.
    let texts = [
      "{\"a\":1,\n \"é\":§x}", "{\"a\":§\"あ\"}", "\n\n  {\"b\":{\"😀\":1,\n\"x\":§null}, \"a\":1}", "{\"a\":1}\n§]",
      "{\"a\":1,\"b\":{}§",
      "{\"あ\":\"\\n\",\r\n\"a\":§1.5}", "{\"a\":§1e99}", "[§", "{\"a\":§99999999999999999999}",
    ]
    let texts5 = [
      "{a: §x}", "{\n  // é あ 😀\n  'a': §'x'}", "{/* あ\n */ a: §Infinity}",
      "{b: {'é\"': +.5, y: -0x1F,\n x: §'z'}, a: +1}",
      "{b: {é: 0x10, あ: 5., x: 1}§", "{b: {x: .5,\n\\u0061: §true}, a: 1}", "{b: {x: '§\n'}}", "{b: {x: '\\x4§g'}}",
      "{b: '\\§1'}",
      "{b: 'abc§", "{a: 1, \n§/* あ", "[+§]", "[0x§]", "[0x1§.5]", "[§01]", "[1§a]", "{a: 1, §1: 2}", "{a: 1, \\§x: 2}",
      "{a: 1, \\u00§: 2}",
      "{a: 1, §\\u0020: 2}", "{a: 1\u{a0}\u{3000}} §}", "{'a': 1, 'b': {}, c: [1, 2, §,]}", "{a: 1,,§",
      "{a: §-0x1ffffffffffffffff}",
      "{b: {\"\\v'\\\né\\0\": Infinity, '\\'': -NaN, '\\a': §'x'}}", "{\u{feff}\u{2028}a : §+1.5}", "'§\u{d}'",
      "{a: 1} / §",
    ].map { $0 == "{a: 1,,§" ? "{a: 1,§,}" : $0 == "{a: 1} / §" ? "{a: 1} §/ " : $0 }
    for (marked, json5) in texts.map({ ($0, false) }) + texts.map({ ($0, true) }) + texts5.map({ ($0, true) }) {
      let parts = marked.components(separatedBy: "§")
      let (before, text) = (parts[0], parts.joined())
      let decoder = AutoJSONDecoder()
      decoder.allowsJSON5 = json5
      for (encoding, mark) in Self.encodings {
        let data = try #require(Self.data(text, encoding, mark))
        // The value of text in UTF-16 without a mark can begin with ASCII only.
        let error = #expect(throws: DecodingError.self, "\(text), \(encoding)") {
          try decoder.decode(Model.self, from: data)
        }
        let place = try #require(error?.place, "\(text), \(String(describing: error))")
        let offset = try #require(Self.data(before, encoding, mark)).count
        #expect(place.offset == offset, "\(marked), \(encoding), \(mark): \(place)")
        #expect(place.line == before.utf8.count { $0 == 0x0a } + 1, "\(marked), \(encoding)")
        let line =
          before.unicodeScalars.split(separator: "\n", omittingEmptySubsequences: false).last.map(String.init) ?? ""
        let width = Self.width(encoding)
        let start = place.line == 1 ? mark.count / width : 0
        let column = try #require(line.data(using: encoding)).count / width + start + 1
        #expect(place.column == column, "\(marked), \(encoding), \(mark)")
      }
    }
  }

  @Test("half a surrogate pair, numbers that are no characters, and bytes left over are refused, with their place")
  func malformed() throws {
    func place(_ units: [UInt32], _ width: Int, bigEndian: Bool, extra: Int = 0) -> AutoJSONError? {
      var data = Data()
      for unit in units {
        let bytes = (0..<width).map { UInt8(truncatingIfNeeded: unit >> (8 * UInt32($0))) }
        data += bigEndian ? Array(bytes.reversed()) : bytes
      }
      data += Array(repeating: UInt8(0), count: extra)
      let error = #expect(throws: DecodingError.self) { try AutoJSONDecoder().decode(AnyJSON.self, from: data) }
      return error?.place
    }
    let open: [UInt32] = [0x5b, 0x22, 0xe9]
    let close: [UInt32] = [0x22, 0x5d]
    for bigEndian in [false, true] {
      for surrogates in [[0xd800], [0xdc00], [0xd83d, 0xd83d, 0xde00], [0xdbff, 0x41]] as [[UInt32]] {
        let error = place(open + surrogates + close, 2, bigEndian: bigEndian)
        #expect(error?.offset == 6 && error?.column == 4 && error?.line == 1)
        #expect(error?.reason.contains("UTF-16") == true && error?.reason.contains("surrogate") == true)
      }
      #expect(place(open + [0xd83d], 2, bigEndian: bigEndian)?.offset == 6)
      for value in [0xd800, 0xdfff, 0x11_0000, .max] as [UInt32] {
        let error = place(open + [0x0a, value] + close, 4, bigEndian: bigEndian)
        #expect(error?.offset == 16 && error?.column == 1 && error?.line == 2)
        #expect(error?.reason.contains("UTF-32") == true)
      }
      for extra in 1...3 {
        #expect(place([0x31, 0x0a], 4, bigEndian: bigEndian, extra: extra)?.offset == 8)
      }
      #expect(
        place([0x31, 0x32, 0x33], 2, bigEndian: bigEndian, extra: 1)?.reason.contains("ends within a character") == true
      )
    }
    for bytes in [
      [0, 0], [0xff, 0xfe], [0xfe, 0xff], [0, 0, 0xfe, 0xff], [0xef, 0xbb, 0xbf], [0xff, 0xfe, 0x31], [0, 0x31, 0],
    ] as [[UInt8]] {
      #expect(throws: DecodingError.self, "\(bytes)") { try AutoJSONDecoder().decode(AnyJSON.self, from: bytes) }
    }
  }

  @Test("places in UTF-16 and UTF-32 are found wherever they are")
  func places() {
    var random = SplitMix(state: 5)
    var text = ""
    while text.unicodeScalars.count < 3000 {
      text.unicodeScalars.append("aé\nあ😀b\"".unicodeScalars.randomElement(using: &random) ?? "a")
    }
    for (encoding, mark) in Self.encodings where encoding != .utf8 {
      let name: JSONTextEncoding =
        switch encoding {
        case .utf16LittleEndian: .utf16LittleEndian
        case .utf16BigEndian: .utf16BigEndian
        case .utf32LittleEndian: .utf32LittleEndian
        default: .utf32BigEndian
        }
      let data = Self.data(text, encoding, mark) ?? Data()
      data.withUnsafeBytes { bytes in
        let wide = JSONWideText(bytes, in: name, mark: mark.count)
        #expect(wide.utf8.suffix(from: 0).elementsEqual(text.utf8) && wide.flaw == nil)
        var (place, offset) = (0, mark.count)
        for scalar in text.unicodeScalars {
          #expect(wide.offset(of: place) == offset)
          place += UTF8.width(scalar)
          offset += Self.width(encoding) == 4 ? 4 : UTF16.width(scalar) * 2
        }
        #expect(
          wide.offset(of: place) == offset && wide.offset(of: place + 10) == offset && wide.offset(of: -1) == mark.count
        )
      }
    }
  }

  @Test("lines in UTF-16 and UTF-32 are refused with an error that says so")
  func lines() async throws {
    for (encoding, mark) in Self.encodings {
      let data = try #require(Self.data("[1]\n[2]\n", encoding, mark))
      let url = FileManager.default.temporaryDirectory.appendingPathComponent("wide-\(UUID()).txt")
      defer { try? FileManager.default.removeItem(at: url) }
      try data.write(to: url)
      let lines = try AutoJSONDecoder().lines(of: [Int].self, inFile: url)
      if encoding == .utf8 {
        #expect(try lines.next() == [1])
        #expect(try lines.next() == [2])
      } else {
        let error = #expect(throws: DecodingError.self) { try lines.next() }
        #expect(error?.place?.reason.contains("UTF-8") == true)
        let again = #expect(throws: DecodingError.self) { try lines.next() }
        #expect(again?.place?.line == 2)
      }
    }
  }
}
