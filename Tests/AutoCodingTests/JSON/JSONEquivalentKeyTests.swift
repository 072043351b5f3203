import AutoCoding
import Foundation
import Testing

/// Keys are compared as Swift compares strings, whose letters may be composed in several ways.
struct JSONEquivalentKeyTests {
  struct Model: AutoCoding, Equatable {
    var é = 0
    var choice: Choice?
    var b = 0
  }
  enum Choice: AutoCoding, Equatable { case ü(ö: Int) }
  struct Twin: Codable, Equatable {
    var é = 0
    var choice: TwinChoice?
    var b = 0
  }
  enum TwinChoice: Codable, Equatable { case ü(ö: Int) }

  @Test(
    "composed and decomposed letters are the same",
    arguments: [
      "{\"e\u{301}\":1,\"choice\":{\"u\u{308}\":{\"o\u{308}\":2}},\"b\":3}",
      "{\"b\":3,\"choice\":{\"\u{fc}\":{\"o\u{308}\":2}},\"e\u{301}\":1}",
      #"{"b":3,"e\u0301":1,"choice":{"u\u0308":{"\u00f6":2}}}"#,
      "{\"b\":3,\"\u{e9}\":1,\"choice\":{\"u\u{308}\":{\"\u{f6}\":2}}, \"x\u{301}\": [1]}",
    ])
  func letters(text: String) throws {
    let data = Data(text.utf8)
    let expected = Model(é: 1, choice: .ü(ö: 2), b: 3)
    #expect(try JSONDecoder().decode(Model.self, from: data) == expected)
    #expect(try AutoJSONDecoder().decode(Model.self, from: data) == expected)
    let twin = Twin(é: 1, choice: .ü(ö: 2), b: 3)
    #expect(try JSONDecoder().decode(Twin.self, from: data) == twin)
    #expect(try AutoJSONDecoder().decode(Twin.self, from: data) == twin)
  }

  struct Plain: Codable, Equatable {
    var éX: Int?
    var kelvinK: Int?
    var b: Int?
  }

  @Test("a strategy for keys leads to keys that are composed otherwise", arguments: [0, 60])
  func convertedKeys(others: Int) throws {
    let more = (0..<others).map { "\"x\($0)\":0," }.joined()
    let text = "{\(more)\"b\":1,\"e\u{301}_x\":2,\"kelvin_\u{212a}\":3}"
    let decoder = AutoJSONDecoder()
    decoder.keyDecodingStrategy = .convertFromSnakeCase
    let reference = JSONDecoder()
    reference.keyDecodingStrategy = .convertFromSnakeCase
    let value = try decoder.decode(Plain.self, from: text)
    #expect(value.éX == 2)
    #expect(try value == reference.decode(Plain.self, from: Data(text.utf8)))
  }

  /// Encodes several values under keys that Swift finds equal.
  struct Replaced: Encodable {
    let others: Int
    func encode(to encoder: any Encoder) throws {
      var container = encoder.container(keyedBy: DynamicTestKey.self)
      for index in 0..<others { try container.encode(0, forKey: DynamicTestKey("x\(index)")) }
      for (value, key) in ["\u{e9}", "K", "e\u{301}", "\u{212a}"].enumerated() {
        try container.encode(value, forKey: DynamicTestKey(key))
      }
    }
  }

  @Test(
    "the last value that code encodes for a key replaces those for the same key in other letters", arguments: [0, 60])
  func replacedValues(others: Int) throws {
    let value = Replaced(others: others)
    let expected = try JSONDecoder().decode([String: Int].self, from: JSONEncoder().encode(value))
    #expect(expected["é"] == 2 && expected["K"] == 3)
    #expect(try AutoJSONEncoder().encode(value).count == JSONEncoder().encode(value).count)
    #expect(try AutoJSONDecoder().decode([String: Int].self, from: AutoJSONEncoder().encode(value)) == expected)
    #expect(
      try AutoPropertyListDecoder().decode([String: Int].self, from: AutoPropertyListEncoder().encode(value))
        == expected)
    #expect(try DictionaryEncoder().encode(value) as? [String: Int] == expected)
  }

  private struct PlainList: Codable {
    var id: Int
    var inner: [String: [PlainList]]?
  }

  private struct Lists: AutoCoding { var lists: [PlainList] }

  @Test("a refused duplicate has a path and a place, in whatever it is")
  func path() throws {
    let decoder = AutoJSONDecoder()
    decoder.duplicateKeys = .throw
    let text = #"{"lists":[{"id":1},{"id":2,"inner":{"a":[],"b":[{"id":3},{"id":4,"id":5}]}}]}"#
    for decode in [
      { _ = try decoder.decode(Lists.self, from: text) }, { _ = try decoder.decode(JSONValue.self, from: text) },
      { _ = try decoder.decode([String: [PlainList]].self, from: text) },
    ] as [() throws -> Void] {
      let error = try #require(throws: DecodingError.self) { try decode() }
      guard case .dataCorrupted(let context) = error else {
        Issue.record(error)
        continue
      }
      #expect(
        context.codingPath.map { $0.intValue.map(String.init) ?? $0.stringValue }.joined(separator: ".")
          == "lists.1.inner.b.1.id")
      #expect("\(error)".contains("byte \(text.utf8.count - 12)"))
    }
  }

  @Test("composed and decomposed letters are duplicates", arguments: [0, 1, 70])
  func duplicates(others: Int) throws {
    let more = (0..<others).map { ",\"\($0)\":0" }.joined()
    for text in ["{\"\u{e9}\":1,\"e\u{301}\":2\(more)}", #"{"\u00e9":1,"e\u0301":2\#(more)}"#] {
      let decoder = AutoJSONDecoder()
      #expect(try decoder.decode([String: Int].self, from: text)["é"] == 1)
      #expect(try decoder.decode(PlainHolder.self, from: #"{"table":\#(text)}"#).table["é"]?.value == 1)
      decoder.duplicateKeys = .useLast
      #expect(try decoder.decode([String: Int].self, from: text)["é"] == 2)
      #expect(try decoder.decode(PlainHolder.self, from: #"{"table":\#(text)}"#).table["é"]?.value == 2)
      decoder.duplicateKeys = .throw
      #expect(throws: DecodingError.self) { try decoder.decode([String: Int].self, from: text) }
      #expect(throws: DecodingError.self) { try decoder.decode(Model.self, from: text) }
      #expect(throws: DecodingError.self) { try decoder.decode(JSONValue.self, from: text) }
    }
    let decoder = AutoJSONDecoder()
    decoder.duplicateKeys = .throw
    #expect(try decoder.decode([String: Int].self, from: "{\"\u{e9}\":1,\"\u{e8}\":2}") == ["é": 1, "è": 2])
  }

  private struct PlainHolder: Codable { var table: [String: PlainValue] }

  private struct PlainValue: Codable {
    let value: Int
    init(from decoder: any Decoder) throws { value = try decoder.singleValueContainer().decode(Int.self) }
    func encode(to encoder: any Encoder) throws {
      var container = encoder.singleValueContainer()
      try container.encode(value)
    }
  }

  private struct Holder: AutoCoding { var json: JSONValue }

  @Test("only text keeps two keys that are the same as Strings")
  func keysOfValues() throws {
    for value: JSONValue in [["e\u{301}": 1, "\u{e9}": 2], ["K": 1, "\u{212a}": 2]] {
      #expect(try AutoJSONDecoder().decode(JSONValue.self, from: AutoJSONEncoder().encode(value)) == value)
      let holder = Holder(json: ["list": [value]])
      let encoders: [(Holder) throws -> Void] = [
        { _ = try KeyedArchiveEncoder().encode($0) }, { _ = try AutoPropertyListEncoder().encode($0) },
        { _ = try DictionaryEncoder().encode($0) }, { _ = try JSONEncoder().encode($0) },
        { _ = try PropertyListEncoder().encode($0) },
      ]
      for encode in encoders {
        let error = #expect(throws: EncodingError.self) { try encode(holder) }
        #expect("\(error.debugDescription)".contains("has two keys that are the same as Strings"))
      }
    }
  }
}
