import AutoCoding
import Foundation
import Testing

/// Records and arrays that are read in one go, against the walk, which reads them one key and value at a time.
struct JSONRecordTests {
  private struct Place: AutoCoding, Equatable {
    var city: String
    var latitude: Double
    var height: Int?
  }

  private struct Flat: AutoCoding, Equatable {
    var id: Int
    var count: Int?
    var ratio: Double
    var maybe: Double?
    var name: String
    var nick: String?
    var on: Bool
    var off: Bool?
    var when: Date
    var tags: [String]
    var numbers: [Double]
    var steps: [Int]
    var place: Place
    var other: Place?
    var aKeyThatIsLongerThanSixteenBytes: Int?
  }

  /// Nothing that this lets pass is in a type without `init()`; but records are walked.
  private static let walking: AutoJSONDecoder = {
    let decoder = AutoJSONDecoder()
    decoder.leniency = .defaultsForNull
    return decoder
  }()

  private static let seeds = [
    #"""
    {"id":-12,"count":3,"ratio":1.5,"maybe":-0.25,"name":"a name of more than 15 bytes","nick":"nick","on":true,"off":false,"when":700000061.25,"tags":["a","bb",""],"numbers":[1,2.5,-3.125],"steps":[1,22,333],"place":{"city":"Zürich","latitude":47.3769,"height":408},"other":null,"aKeyThatIsLongerThanSixteenBytes":1}
    """#,
    #"""
    { "id" : 123456789012345678, "ratio" : 0.1,
      "unknown": [{"x": null}, "\"", -1e5],
      "name": "é😀", "on": false, "when": -1, "tags": [ ],
      "numbers": [
        1
      ],
      "steps": [ 1 , 2 ],
      "place": {
        "latitude": 12345678.12345678901, "city": "tab\t\u00e9"
      }
    }
    """#,
  ]

  private func expectEqual(_ text: [UInt8]) -> Bool {
    let atOnce = Result { try AutoJSONDecoder().decode(Flat.self, from: text) }
    let walked = Result { try Self.walking.decode(Flat.self, from: text) }
    switch (atOnce, walked) {
    case (.success(let one), .success(let other)):
      #expect(one == other, "\(String(decoding: text, as: UTF8.self))")
      return true
    case (.failure(let one), .failure(let other)):
      #expect("\(one)" == "\(other)", "\(String(decoding: text, as: UTF8.self))")
    case (.success, .failure(let error)), (.failure(let error), .success):
      Issue.record("one of them alone throws \(error): \(String(decoding: text, as: UTF8.self))")
    }
    return false
  }

  @Test("sound text, in any order of keys and with any space")
  func sound() throws {
    for seed in Self.seeds { #expect(expectEqual(Array(seed.utf8))) }
    let value = try AutoJSONDecoder().decode(Flat.self, from: Data(Self.seeds[1].utf8))
    #expect(value.id == 123_456_789_012_345_678 && value.name == "é😀" && value.place.city == "tab\té")
    #expect(value.steps == [1, 2] && value.numbers == [1] && value.tags.isEmpty && value.count == nil)
    let data = try AutoJSONEncoder().encode(value)
    #expect(try AutoJSONDecoder().decode(Flat.self, from: data) == value)
    #expect(try JSONDecoder().decode(Flat.self, from: data) == value)
  }

  @Test(
    "values in forms that are not the commonest",
    arguments: [
      "0", "-0", "00", "01", "-", "+1", "1.", ".5", "1.0", "1.5", "1e2", "1E+2", "10e-1", "12345678", "123456789",
      "1234567890123456", "999999999999999999", "9223372036854775807", "9223372036854775808", "-9223372036854775808",
      "0.1", "0.30000000000000004", "1.7976931348623157e308", "1e400", "1e-400", "123456789.12345678901234567890",
      "null", "nul", "true", "tru", "false", "\"\"", "\"1\"", "\"\\u0041\"", "\"a\\n\"", "\"é\"", "\"\u{1}\"",
      "\"123456789012345\"", "\"1234567890123456\"", "\"12345678901234é\"", "[]", "[1]", "[1,]", "[,]", "[1 2]", "{}",
      "[\"a\",1]", "[1.5,\"\"]", "[null]", " 1 ", "\n\t1", "",
    ])
  func unusual(_ value: String) {
    for key in [
      "id", "count", "ratio", "maybe", "name", "nick", "on", "off", "when", "tags", "numbers", "steps", "place",
    ] {
      for seed in Self.seeds {
        guard let start = seed.range(of: "\"\(key)\"") else { continue }
        let text = "{\"\(key)\":\(value)," + seed.dropFirst()
        _ = expectEqual(Array(text.utf8))
        // In its place, and where the text ends right behind it.
        _ = expectEqual(Array((seed[..<start.upperBound] + ": \(value)").utf8))
      }
    }
  }

  @Test("every beginning of a text is refused alike")
  func truncated() {
    for seed in Self.seeds {
      let bytes = Array(seed.utf8)
      for count in bytes.indices { #expect(!expectEqual(Array(bytes[..<count]))) }
    }
  }

  @Test("mutants are read alike", .timeLimit(.minutes(60)))
  func mutants() {
    let count = ProcessInfo.processInfo.environment["AUTOCODING_MUTANTS"].flatMap { Int($0) } ?? 3000
    var random = SplitMix(state: 11)
    var accepted = 0
    for index in 0..<count {
      let seed = Self.seeds[index % Self.seeds.count]
      if expectEqual(JSONMutationTests.mutate(Array(seed.utf8), &random)) { accepted += 1 }
    }
    #expect(accepted > count / 100)
  }

  @Test("a trailing comma is refused, whatever is behind it")
  func trailingComma() {
    for text in [
      #"{"city":"a","latitude":1,}"#, #"{"city":"a","latitude":1, }"#, "{\"city\":\"a\",\"latitude\":1,\n}", "{,}",
    ] {
      for decoder in [AutoJSONDecoder(), Self.walking] {
        #expect(throws: DecodingError.self, "\(text)") { try decoder.decode(Place.self, from: Data(text.utf8)) }
      }
    }
  }

  @Test("a duplicate key")
  func repeated() throws {
    let text = Data(#"{"city":"one that is not small at all","latitude":1,"city":"two that is not small at all"}"#.utf8)
    let decoder = AutoJSONDecoder()
    #expect(try decoder.decode(Place.self, from: text).city == "one that is not small at all")
    decoder.duplicateKeys = .useLast
    #expect(try decoder.decode(Place.self, from: text).city == "two that is not small at all")
    let bad = Data(#"{"city":"one that is not small at all","latitude":1,"city":2}"#.utf8)
    #expect(throws: DecodingError.self) { try decoder.decode(Place.self, from: bad) }
    decoder.duplicateKeys = .useFirst
    #expect(try decoder.decode(Place.self, from: bad).latitude == 1)
  }

  @Test("strings of every length that may be small are as others are")
  func smallStrings() throws {
    for count in 0...20 {
      for text in [String(repeating: "~", count: count), String(("abcdefghijklmnopqrstuv").prefix(count))] {
        let data = Data("[\"\(text)\",\"\(text)é\"]".utf8)
        let strings = try AutoJSONDecoder().decode([String].self, from: data)
        #expect(strings == [text, text + "é"])
        #expect(strings.first?.utf8.count == count && Set(strings).contains(text))
        #expect(strings.first.map { $0 + "x" } == text + "x")
        #expect(
          try AutoJSONDecoder().decode(Place.self, from: Data("{\"city\":\"\(text)\",\"latitude\":1}".utf8)).city
            == text)
      }
    }
  }

  private struct Wide: AutoCoding, Equatable {
    var a0 = 0, a1 = 1, a2 = 2, a3 = 3, a4 = 4, a5 = 5, a6 = 6, a7 = 7, a8 = 8, a9 = 9
    var b0 = 0, b1 = 1, b2 = 2, b3 = 3, b4 = 4, b5 = 5, b6 = 6, b7 = 7, b8 = 8, b9 = 9
    var c0 = 0, c1 = 1, c2 = 2, c3 = 3, c4 = 4, c5 = 5, c6 = 6, c7 = 7, c8 = 8, c9 = 9
    var d0 = 0, d1 = 1, d2 = 2, d3 = 3, d4 = 4, d5 = 5, d6 = 6, d7 = 7, d8 = 8, d9 = 9
    var e0 = 0, e1 = 1, e2 = 2, e3 = 3, e4 = 4, e5 = 5, e6 = 6, e7 = 7, e8 = 8, e9 = 9
    var f0 = 0, f1 = 1, f2 = 2, f3 = 3, f4 = 4, f5 = 5, f6 = 6, f7 = 7, f8 = 8, f9 = 9
    var g0 = 0, g1 = 1, g2 = 2, g3 = 3
  }

  private struct Wider: AutoCoding, Equatable {
    var wide = Wide()
    var h0 = 0, h1 = 1, h2 = 2, h3 = 3
  }

  @Test("as many properties as a word has bits")
  func wide() throws {
    let value = Wide(a0: 7, g3: 9)
    let data = try AutoJSONEncoder().encode(value)
    #expect(try AutoJSONDecoder().decode(Wide.self, from: data) == value)
    let text = String(decoding: data, as: UTF8.self).replacingOccurrences(of: #","g3":9"#, with: "")
    let error = #expect(throws: DecodingError.self) { try AutoJSONDecoder().decode(Wide.self, from: Data(text.utf8)) }
    #expect("\(error as Any)".contains("g3"))
    #expect(try AutoJSONDecoder().decode(Wider.self, from: AutoJSONEncoder().encode(Wider())) == Wider())
  }
}
