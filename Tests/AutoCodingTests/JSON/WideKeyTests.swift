import AutoCoding
import Foundation
import TestSupport
import Testing

/// Keys in snake case with letters beyond ASCII, which have a separate conversion.
struct WideKeyTests {
  private struct Key: CodingKey {
    let stringValue: String
    var intValue: Int? { nil }
    init(_ text: String) { stringValue = text }
    init(stringValue: String) { self.stringValue = stringValue }
    init?(intValue: Int) { nil }
  }

  private struct Keyed: Codable {
    let key: String
    init(_ key: String) { self.key = key }
    init(from decoder: any Decoder) throws {
      key = try decoder.container(keyedBy: Key.self).allKeys.first?.stringValue ?? ""
    }
    func encode(to encoder: any Encoder) throws {
      var container = encoder.container(keyedBy: Key.self)
      try container.encode(1, forKey: Key(key))
    }
  }

  @Test("the time of a conversion grows in proportion to the length of the key")
  func growth() throws {
    let decoder = AutoJSONDecoder()
    decoder.keyDecodingStrategy = .convertFromSnakeCase
    let reading = try ThreadTime.growth(of: 5000) { count in
      let key = "é" + String(repeating: "_ab", count: count)
      let keyed = try decoder.decode(Keyed.self, from: "{\"\(key)\":1}")
      #expect(keyed.key.count == 1 + 2 * count)
    }
    #expect(reading < 9, "reading four times as much took \(reading) times as long")
    let encoder = AutoJSONEncoder()
    encoder.keyEncodingStrategy = .convertToSnakeCase
    let writing = try ThreadTime.growth(of: 5000) { count in
      let key = "é" + String(repeating: "Ab", count: count)
      let data = try encoder.encode(Keyed(key))
      #expect(data.count == 6 + 2 + 3 * count)
    }
    #expect(writing < 9, "writing four times as much took \(writing) times as long")
  }

  @Test(
    "keys are converted as Foundation converts them",
    arguments: [
      "éAbCD", "ABCé", "éABCd", "aÉb", "É", "éé", "aÉÉb", "eA\u{301}b", "ÄÖÜaB", "_éA_", "a\u{301}Bc", "ǅaB", "ßAß",
    ])
  func conversions(key: String) throws {
    let (encoder, foundation) = (AutoJSONEncoder(), JSONEncoder())
    encoder.keyEncodingStrategy = .convertToSnakeCase
    foundation.keyEncodingStrategy = .convertToSnakeCase
    #expect(try encoder.encode(Keyed(key)) == foundation.encode(Keyed(key)))
    let (decoder, other) = (AutoJSONDecoder(), JSONDecoder())
    decoder.keyDecodingStrategy = .convertFromSnakeCase
    other.keyDecodingStrategy = .convertFromSnakeCase
    for text in [key, key.map { "\($0)" }.joined(separator: "_")] {
      let data = try JSONEncoder().encode([text: 1])
      #expect(try decoder.decode(Keyed.self, from: data).key == other.decode(Keyed.self, from: data).key)
    }
  }
}
