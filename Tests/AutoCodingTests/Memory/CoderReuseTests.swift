import AutoCoding
import Foundation
import Testing

@testable import AutoCoding

/// What calls leave for other calls on the thread is never seen.
struct CoderReuseTests {
  private final class Formatter: DateFormatter, @unchecked Sendable {}

  /// The options of a coder of ours and of Foundation's.
  private typealias Choice = (
    encoding: @Sendable (any JSONEncoding) -> Void, decoding: @Sendable (any JSONDecoding) -> Void
  )

  private static let choices: [Choice] = [
    ({ _ in }, { _ in }),
    ({ $0.dateEncodingStrategy = .iso8601 }, { $0.dateDecodingStrategy = .iso8601 }),
    ({ $0.keyEncodingStrategy = .convertToSnakeCase }, { $0.keyDecodingStrategy = .convertFromSnakeCase }),
    ({ $0.outputFormatting = [.sortedKeys, .prettyPrinted] }, { $0.dataDecodingStrategy = .base64 }),
    (
      { $0.dateEncodingStrategy = .custom { date, encoder in try date.timeIntervalSince1970.encode(to: encoder) } },
      { $0.dateDecodingStrategy = .custom { try Date(timeIntervalSince1970: Double(from: $0)) } }
    ),
    (
      { $0.keyEncodingStrategy = .custom { AnyKey("x" + ($0.last?.stringValue ?? "")) } },
      { $0.keyDecodingStrategy = .custom { AnyKey(String(($0.last?.stringValue ?? "").dropFirst())) } }
    ),
    (
      {
        $0.nonConformingFloatEncodingStrategy = .convertToString(positiveInfinity: "+", negativeInfinity: "-", nan: "0")
      },
      {
        $0.nonConformingFloatDecodingStrategy = .convertFromString(
          positiveInfinity: "+", negativeInfinity: "-", nan: "0")
      }
    ),
    ({ $0.userInfo[.infinity] = 7.0 }, { $0.userInfo[.infinity] = 7.0 }),
  ]

  @Test("coders with other options take turns on a thread")
  func turns() throws {
    func coders(_ encoder: any JSONEncoding, _ decoder: any JSONDecoding, _ choice: Choice)
      -> (any JSONEncoding, any JSONDecoding)
    {
      choice.encoding(encoder)
      choice.decoding(decoder)
      return (encoder, decoder)
    }
    func parsed(_ text: Data) throws -> JSONValue { try AutoJSONDecoder().decode(JSONValue.self, from: text) }
    let ours = Self.choices.map { coders(AutoJSONEncoder(), AutoJSONDecoder(), $0) }
    let foundation = Self.choices.map { coders(JSONEncoder(), JSONDecoder(), $0) }
    for (first, second) in ours.indices.flatMap({ one in ours.indices.map { (one, $0) } }) {
      for index in [first, second, first] {
        let text = try foundation[index].0.encode(Plain())
        let value = try foundation[index].1.decode(Plain.self, from: text)
        let (encoder, decoder) = ours[index]
        // The order of keys in Foundation's text varies.
        #expect(try parsed(encoder.encode(Plain())) == parsed(text))
        #expect(try decoder.decode(Plain.self, from: text) == value)
      }
    }
  }

  @Test("an error names its place in its own text, whatever failed in the texts before")
  func places() throws {
    let decoder = AutoJSONDecoder()
    let texts = ["[1, \"a\"]", "[\n1,\n\"a\"\n]", "[\n\n\n\"a\",\n7]"]
    for text in texts + texts.reversed() {
      #expect(try decoder.decode([Either].self, from: Data(text.utf8)).count == 2)
      let broken = "[\n\"a\",\n\n  true]"
      let error = #expect(throws: DecodingError.self) {
        try decoder.decode([Either].self, from: Data(broken.utf8))
      }
      let place = try #require(error?.context?.underlyingError as? AutoJSONError)
      #expect((place.line, place.column) == (4, 3))
    }
  }

  @Test("a decoder that code has kept keeps what the user gave the coder, and finds nothing")
  func kept() throws {
    weak var formatter: Formatter?
    let kept = Kept()
    do {
      let decoder = AutoJSONDecoder()
      let made = Formatter()
      formatter = made
      decoder.dateDecodingStrategy = .formatted(made)
      decoder.userInfo[.kept] = kept
      _ = try decoder.decode(Keeping.self, from: Data("{\"a\": 1}".utf8))
    }
    #expect(formatter != nil)
    _ = try AutoJSONDecoder().decode(Plain.self, from: JSONEncoder().encode(Plain()))
    do {
      let container = try #require(kept.decoder).container(keyedBy: AnyKey.self)
      #expect(throws: DecodingError.self) { try container.decode(Int.self, forKey: AnyKey("a")) }
    } catch is DecodingError {}
    kept.decoder = nil
    #expect(formatter == nil)
  }

  private struct Plain: Codable, Equatable {
    var firstName = "Ada"
    var bornAt = Date(timeIntervalSince1970: 86400)
    var photo = Data([1, 2, 3])
    var value = 1.5
    var nested = [Nested(), Nested(lastName: "Lovelace")]

    struct Nested: Codable, Equatable {
      var lastName: String?
      var diedAt = Date(timeIntervalSince1970: 0)
    }
  }

  private enum Either: Decodable {
    case number(Int), text(String)

    init(from decoder: any Decoder) throws {
      let container = try decoder.singleValueContainer()
      if let number = try? container.decode(Int.self) {
        self = .number(number)
      } else {
        self = .text(try container.decode(String.self))
      }
    }
  }

  fileprivate final class Kept: @unchecked Sendable {
    var decoder: (any Decoder)?
  }

  private struct Keeping: Decodable {
    init(from decoder: any Decoder) throws {
      (decoder.userInfo[.kept] as? Kept)?.decoder = decoder
      _ = try decoder.container(keyedBy: AnyKey.self).decode(Int.self, forKey: AnyKey("a"))
    }
  }
}

extension CodingUserInfoKey {
  fileprivate static var kept: Self { Self(rawValue: "kept").unsafelyUnwrapped }
  fileprivate static var infinity: Self { Self(rawValue: "infinity").unsafelyUnwrapped }
}
