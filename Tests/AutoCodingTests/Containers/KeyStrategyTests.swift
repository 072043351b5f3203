import AutoCoding
import Foundation
import Testing

/// Keys that are data stay as they are, whatever a key strategy makes of properties' names; `JSONEncoder` and `JSONDecoder`
/// are the judges.
struct KeyStrategyTests {
  private struct Request: Encodable {
    var userName = "a"
    var headerFields = ["contentType": Header(fieldValue: "x")]
    var nested = ["outerKey": ["innerKey": Header(fieldValue: "y")]]
    var list = [["elementKey": Header(fieldValue: "z")]]
    var optional: [String: Header]? = ["optionalKey": Header(fieldValue: "o")]
  }

  private struct Header: Encodable {
    var fieldValue: String
  }

  private struct Response: Decodable, Equatable {
    var userName: String
    var headerFields: [String: Field]
    var nested: [String: [String: Field]]
    var list: [[String: Field]]
    var optional: [String: Field]?
  }

  private struct Field: Decodable, Equatable {
    var fieldValue: String
  }

  private struct Loose: AutoCoding {
    var someValues: [String: Any]
    var anyValue: Any
  }

  private static let response = """
    {"user_name":"a","header_fields":{"content_type":{"field_value":"x"}},
     "nested":{"outer_key":{"inner_key":{"field_value":"y"}}},
     "list":[{"element_key":{"field_value":"z"}}],"optional":{"optional_key":{"field_value":"o"}}}
    """

  private typealias Keys = (JSONEncoder.KeyEncodingStrategy, JSONDecoder.KeyDecodingStrategy)

  private static let strategies: [Keys] = [
    (.useDefaultKeys, .useDefaultKeys), (.convertToSnakeCase, .convertFromSnakeCase),
    (
      .custom { DynamicTestKey($0[$0.count - 1].stringValue.uppercased()) },
      .custom { DynamicTestKey($0[$0.count - 1].stringValue.replacingOccurrences(of: "_", with: "")) }
    ),
  ]

  @Test("dictionaries whose values are only Encodable")
  func encodableOnly() throws {
    for (strategy, _) in Self.strategies {
      let reference = JSONEncoder()
      reference.outputFormatting = .sortedKeys
      reference.keyEncodingStrategy = strategy
      let encoder = AutoJSONEncoder()
      encoder.outputFormatting = .sortedKeys
      encoder.keyEncodingStrategy = strategy
      let dictionaries = DictionaryEncoder()
      dictionaries.keyEncodingStrategy = strategy
      func check<Value: Encodable>(_ value: Value) throws {
        let expected = String(decoding: try reference.encode(value), as: UTF8.self)
        #expect(String(decoding: try encoder.encode(value), as: UTF8.self) == expected)
        let object = try dictionaries.encodeValue(value)
        let text = try JSONSerialization.data(withJSONObject: object, options: .sortedKeys)
        #expect(String(decoding: text, as: UTF8.self) == expected)
      }
      try check(Request())
      try check(["topLevel": Header(fieldValue: "t")])
      try check([["topLevel": [Header(fieldValue: "t")]]])
    }
  }

  @Test("dictionaries whose values are only Decodable")
  func decodableOnly() throws {
    let data = Data(Self.response.utf8)
    for (_, strategy) in Self.strategies {
      let reference = JSONDecoder()
      reference.keyDecodingStrategy = strategy
      let decoder = AutoJSONDecoder()
      decoder.keyDecodingStrategy = strategy
      let dictionaries = DictionaryDecoder()
      dictionaries.keyDecodingStrategy = strategy
      let expected = DifferentialOutcome { try reference.decode(Response.self, from: data) }
      let found = DifferentialOutcome { try decoder.decode(Response.self, from: data) }
      #expect(found.value == expected.value)
      #expect(found.error == expected.error)
      let object = try #require(try JSONSerialization.jsonObject(with: data) as? [String: Any])
      let read = DifferentialOutcome { try dictionaries.decode(Response.self, from: object) }
      #expect(read.value == expected.value)
      #expect(read.error == expected.error)
    }
  }

  @Test("dictionaries within Any, at every level")
  func any() throws {
    let inner: [String: Any] = ["innerKey": ["deepKey": 1], "listOf": [["elementKey": 2]]]
    let value = Loose(someValues: ["outerKey": inner], anyValue: inner)
    let text = #"{"any_value":INNER,"some_values":{"outerKey":INNER}}"#
      .replacingOccurrences(of: "INNER", with: #"{"innerKey":{"deepKey":1},"listOf":[{"elementKey":2}]}"#)
    let encoder = AutoJSONEncoder()
    encoder.outputFormatting = .sortedKeys
    encoder.keyEncodingStrategy = .convertToSnakeCase
    #expect(String(decoding: try encoder.encode(value), as: UTF8.self) == text)
    let dictionaries = DictionaryEncoder()
    dictionaries.keyEncodingStrategy = .convertToSnakeCase
    let object = try dictionaries.encode(value)
    #expect(
      String(decoding: try JSONSerialization.data(withJSONObject: object, options: .sortedKeys), as: UTF8.self) == text)

    let snake = text.replacingOccurrences(of: "innerKey", with: "inner_key")
    let decoder = AutoJSONDecoder()
    decoder.keyDecodingStrategy = .convertFromSnakeCase
    let dictionaryDecoder = DictionaryDecoder()
    dictionaryDecoder.keyDecodingStrategy = .convertFromSnakeCase
    let parsed = try #require(try JSONSerialization.jsonObject(with: Data(snake.utf8)) as? [String: Any])
    for decoded in [
      try decoder.decode(Loose.self, from: Data(snake.utf8)), try dictionaryDecoder.decode(Loose.self, from: parsed),
    ] {
      for inner in [decoded.anyValue, decoded.someValues["outerKey"] as Any] {
        let members = try #require(inner as? [String: Any])
        #expect(Set(members.keys) == ["inner_key", "listOf"])
        #expect((members["inner_key"] as? [String: Any])?["deepKey"] as? Int == 1)
        #expect((members["listOf"] as? [Any])?.first is [String: Any])
      }
    }
  }

  @Test("a combining mark stays with its letter")
  func combiningMarks() throws {
    for name in [
      "abcE\u{301}def", "e\u{301}Xe\u{301}", "aBC\u{308}d", "ÀbcD\u{327}ef", "uRLE\u{301}nd", "aBE\u{301}E\u{301}c",
      "aA\u{301}\u{302}B", "A\u{301}bC", "xE\u{301}\u{345}F",
    ] {
      let reference = JSONEncoder()
      reference.keyEncodingStrategy = .convertToSnakeCase
      let encoder = AutoJSONEncoder()
      encoder.keyEncodingStrategy = .convertToSnakeCase
      struct One: Encodable {
        let name: String
        func encode(to encoder: any Encoder) throws {
          var container = encoder.container(keyedBy: DynamicTestKey.self)
          try container.encode(1, forKey: DynamicTestKey(name))
        }
      }
      #expect(try encoder.encode(One(name: name)) == reference.encode(One(name: name)), "\(name)")
    }
  }

  @Test("a word begins anew behind what is no letter, as for Foundation")
  func wordStarts() throws {
    struct Names: Decodable {
      let names: [String]
      init(from decoder: any Decoder) throws {
        names = try decoder.container(keyedBy: DynamicTestKey.self).allKeys.map(\.stringValue)
      }
    }
    let names = [
      "la_1\u{aa}vez", "a_\u{aa}x", "b_\u{2167}a", "x_\u{df}a", "y_\u{1c5}z", "z_\u{149}a", "q_\u{ba}\u{e9}", "o_x'y",
    ]
    for name in names {
      let text = Data("{\"\(name)\": 1}".utf8)
      let reference = JSONDecoder()
      reference.keyDecodingStrategy = .convertFromSnakeCase
      let decoder = AutoJSONDecoder()
      decoder.keyDecodingStrategy = .convertFromSnakeCase
      let found = try decoder.decode(Names.self, from: text).names
      #expect(try found == reference.decode(Names.self, from: text).names, "\(name)")
    }
  }
}

/// A coding key of any text.
struct DynamicTestKey: CodingKey {
  let stringValue: String
  var intValue: Int? { nil }
  init(_ stringValue: String) { self.stringValue = stringValue }
  init(stringValue: String) { self.stringValue = stringValue }
  init?(intValue: Int) { nil }
}
