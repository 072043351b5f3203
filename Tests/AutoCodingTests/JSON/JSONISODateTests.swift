import AutoCoding
import Foundation
import TestModels
import Testing

/// Foundation is the judge of every text and every date.
struct JSONISODateTests {
  private static func foundation() -> (JSONEncoder, JSONDecoder) {
    let (encoder, decoder) = (JSONEncoder(), JSONDecoder())
    (encoder.dateEncodingStrategy, decoder.dateDecodingStrategy) = (.iso8601, .iso8601)
    return (encoder, decoder)
  }

  private static func own() -> (AutoJSONEncoder, AutoJSONDecoder) {
    let (encoder, decoder) = (AutoJSONEncoder(), AutoJSONDecoder())
    (encoder.dateEncodingStrategy, decoder.dateDecodingStrategy) = (.iso8601, .iso8601)
    return (encoder, decoder)
  }

  /// Reads texts by both, and by the dictionary decoder; nil for those that are refused.
  private func expectSame(_ texts: [String], hasEscapes: Bool = false) throws {
    let (_, reference) = Self.foundation()
    let (_, decoder) = Self.own()
    let dictionaries = DictionaryDecoder()
    dictionaries.dateDecodingStrategy = .iso8601
    for text in texts {
      let json = Data("[\"\(text)\"]".utf8)
      let expected = try? reference.decode([Date].self, from: json)
      #expect((try? decoder.decode([Date].self, from: json)) == expected, "\(text)")
      if hasEscapes { continue }
      #expect((try? dictionaries.decodeValue([Date].self, from: [text])) == expected, "\(text), dictionary")
    }
  }

  @Test("every spelling is read as Foundation reads it, or refused as Foundation refuses it")
  func spellings() throws {
    let day = "2020-01-02T03:04:05"
    let ends = [
      "Z", "z", "ZZ", "", "+01:00", "+0100", "+01", "+1:00", "-00:00", "+14:00", "+14:59", "+14:60", "+15:00", "+18:00",
      "-23:59", "+24:00", "+99:99", "−01:00", ".5Z", ".50Z", ".123456789Z", ".1234567891Z", ".Z", ".Z5", ",5Z", " Z",
      "Z ",
      ".5+05:45", "+05:4", "+0",
    ]
    try expectSame(ends.map { day + $0 })
    try expectSame([
      "2020-01-02T24:00:00Z", "2020-01-02T23:59:60Z", "2020-01-02T23:60:59Z", "2020-01-02T25:00:00Z",
      "2020-02-29T00:00:00Z", "2020-02-30T00:00:00Z", "2021-02-29T00:00:00Z", "1900-02-29T00:00:00Z",
      "2000-02-29T00:00:00Z", "2020-04-31T00:00:00Z", "2020-13-01T00:00:00Z", "2020-00-01T00:00:00Z",
      "2020-01-00T00:00:00Z", "2020-01-32T00:00:00Z", "0000-01-01T00:00:00Z", "0001-01-01T00:00:00Z",
      "1500-02-29T00:00:00Z", "1582-10-04T00:00:00Z", "1582-10-10T00:00:00Z", "1582-10-15T00:00:00Z",
      "1599-12-31T23:59:59Z", "1600-01-01T00:00:00Z", "1600-02-29T12:00:00+14:00", "9999-12-31T23:59:59-14:00",
      "10000-01-01T00:00:00Z", "2020-1-02T03:04:05Z", "20200102T030405Z", "2020-01-02t03:04:05Z",
      "2020-01-02 03:04:05Z", "2020-01-02", "-2020-01-02T03:04:05Z", "+2020-01-02T03:04:05Z", "2020-01-02T03:04Z",
    ])
    // Escapes are resolved before.
    try expectSame([#"2020\u002d01-02T03:04:05Z"#, #"2020-01-02T03:04:05\u005a"#], hasEscapes: true)
  }

  @Test("dates at random are read and written as Foundation reads and writes them")
  func random() throws {
    var generator = SplitMix(state: 8601)
    func number(_ range: ClosedRange<Int>, _ digits: Int) -> String {
      let text = String(Int.random(in: range, using: &generator))
      return String(repeating: "0", count: max(0, digits - text.count)) + text
    }
    var texts: [String] = []
    for index in 0..<4000 {
      var text = number(index % 7 == 0 ? 1...9999 : 1590...2100, 4) + "-" + number(0...13, 2) + "-" + number(0...32, 2)
      text += "T" + number(0...24, 2) + ":" + number(0...60, 2) + ":" + number(0...60, 2)
      if index % 3 == 0 {
        let digits = Int.random(in: 0...10, using: &generator)
        text += "." + (0..<digits).map { _ in number(0...9, 1) }.joined()
      }
      texts.append(text + ["Z", "+01:00", "-0330", "+14:00", "-12:00", "+05:45"][index % 6])
    }
    try expectSame(texts)

    let (reference, _) = Self.foundation()
    let (encoder, _) = Self.own()
    let dictionaries = DictionaryEncoder()
    dictionaries.dateEncodingStrategy = .iso8601
    var dates = [
      0.5, -0.5, -1e-12, 0.999999999999, 0.9989999, .nan, .infinity, -1e18, -12_654_403_200, 252_423_993_599,
    ]
    dates += [-12_654_403_200.1, 252_423_993_600, 252_423_993_599.9999]
    for _ in 0..<2000 {
      dates.append(.random(in: -2e10...4e11, using: &generator))
      dates.append((Double.random(in: -1e9...1e9, using: &generator) * 1000).rounded() / 1000)
    }
    for seconds in dates {
      let date = Date(timeIntervalSinceReferenceDate: seconds)
      let expected = try reference.encode([date])
      #expect(try encoder.encode([date]) == expected, "\(seconds)")
      #expect(try JSONSerialization.data(withJSONObject: dictionaries.encodeValue([date])) == expected, "\(seconds)")
    }
  }

  @Test("what is no date is refused with its path and position")
  func refused() throws {
    let (_, decoder) = Self.own()
    for text in [
      #"["2020-01-02T03:04:05"#, #"["2020-01-02T03:04:05Z"#, #"["2020-01-02T03:04:05Z]"#, "[5]", "[\"", "[null]",
    ] {
      let error = #expect(throws: DecodingError.self) { try decoder.decode([Date].self, from: Data(text.utf8)) }
      #expect(error != nil, "\(text)")
    }
  }
}
