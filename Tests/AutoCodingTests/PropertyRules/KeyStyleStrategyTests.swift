import AutoCoding
import Foundation
import Testing

private struct Styled: AutoCoding, Equatable {
  var firstName = "a"
  var nickName: String?
  var keyed = 2
  var ruled = 3
  var plain = Plain()
  static let typeRules = TypeRules(keyStyle: .pascalCase)
  static var propertyKeys: [String: String] { ["keyed": "keyedOne"] }
  static var propertyRules: PropertyRules { ["ruled": .key("outerKey.innerKey").formerly("oldRuled")] }
}

private struct Plain: AutoCoding, Equatable {
  var homeTown = "b"
  var styled = Snake()
}

private struct Snake: AutoCoding, Equatable {
  var myName = "c"
  static let typeRules = TypeRules(keyStyle: .snakeCase)
}

private struct Original: AutoCoding, Equatable {
  var myName = "c"
  static let typeRules = TypeRules(keyStyle: .original)
}

private struct StyledVersion: AutoCoding, Equatable {
  var fullName = "n"
  static let typeRules = TypeRules(keyStyle: .snakeCase)
  static var archiveVersion: Int { 1 }
  static func migrate(_ properties: inout ArchivedProperties, from version: Int) throws {
    properties.renameKey("old_name", to: "full_name")
  }
}

private struct NestedVersion: AutoCoding, DefaultInitializable, Equatable {
  var theSnake = Snake()
  var number = 1
  static var archiveVersion: Int { 1 }
  static func migrate(_ properties: inout ArchivedProperties, from version: Int) throws {
    let key = properties.contains("the_snake") ? "the_snake" : "theSnake"
    try properties.updateNested(forKey: key) {
      $0.renameKey("old_name", to: "my_name")
      if $0.contains("my_name") { try $0.encode($0.decode(String.self, forKey: "my_name") + "!", forKey: "my_name") }
      try $0.encode(1, forKey: "added")
    }
    properties.renameKey(key, to: "theSnake")
  }
}

/// A type with code of its own, so that what is in it goes through containers.
private struct Foreign: Codable, Equatable {
  var myValue = Snake()
}

/// Key styles and the key strategies of coders.
struct KeyStyleStrategyTests {
  fileprivate static let value = Styled(firstName: "x", nickName: "y", keyed: 7, ruled: 8)
  /// The keys of a type without a key style are converted, and no others.
  static let snakeText =
    #"{"FirstName":"x","NickName":"y","keyedOne":7,"outerKey":{"innerKey":8},"#
    + #""Plain":{"home_town":"b","styled":{"my_name":"c"}}}"#

  private func expect(_ data: Data, is text: String) throws {
    let found = try JSONSerialization.jsonObject(with: data) as? NSDictionary
    #expect(try found == JSONSerialization.jsonObject(with: Data(text.utf8)) as? NSDictionary)
  }

  @Test("JSON: snake case is not applied to the keys of a style")
  func snakeCase() throws {
    let encoder = AutoJSONEncoder()
    encoder.keyEncodingStrategy = .convertToSnakeCase
    let decoder = AutoJSONDecoder()
    decoder.keyDecodingStrategy = .convertFromSnakeCase
    for formatting in [[], .prettyPrinted, .sortedKeys, .withoutEscapingSlashes] as [JSONEncoder.OutputFormatting] {
      encoder.outputFormatting = formatting
      for _ in 0..<2 {
        let data = try encoder.encode(Self.value)
        try expect(data, is: Self.snakeText)
        #expect(try decoder.decode(Styled.self, from: data) == Self.value)
      }
    }
    // In another order, on the fast path and on the walk.
    let text = #"{"styled":{"my_name":"z"},"home_town":"q"}"#
    let expected = Plain(homeTown: "q", styled: Snake(myName: "z"))
    #expect(try decoder.decode(Plain.self, from: Data(text.utf8)) == expected)
    decoder.leniency = .defaultsForNull
    #expect(try decoder.decode(Plain.self, from: Data(text.utf8)) == expected)
    #expect(try decoder.decode(Styled.self, from: Data(Self.snakeText.utf8)) == Self.value)
    try expect(encoder.encode(Original()), is: #"{"myName":"c"}"#)
    #expect(throws: DecodingError.self) { try decoder.decode(Original.self, from: Data(#"{"my_name":"c"}"#.utf8)) }
  }

  @Test("dictionaries: snake case is not applied to the keys of a style")
  func dictionaries() throws {
    let encoder = DictionaryEncoder()
    encoder.keyEncodingStrategy = .convertToSnakeCase
    let decoder = DictionaryDecoder()
    decoder.keyDecodingStrategy = .convertFromSnakeCase
    let dictionary = try encoder.encode(Self.value)
    try expect(JSONSerialization.data(withJSONObject: dictionary), is: Self.snakeText)
    #expect(try decoder.decode(Styled.self, from: dictionary) == Self.value)
    let foreign = try encoder.encode(Foreign())
    #expect((foreign["my_value"] as? [String: String]) == ["my_name": "c"])
    #expect(try decoder.decode(Foreign.self, from: foreign) == Foreign())
  }

  @Test("containers: neither are a strategy of the caller's own, nor that of types with Codable code")
  func containers() throws {
    let encoder = AutoJSONEncoder()
    encoder.keyEncodingStrategy = .custom { Key(stringValue: "<" + ($0.last?.stringValue ?? "") + ">") }
    let decoder = AutoJSONDecoder()
    decoder.keyDecodingStrategy = .custom { (path) -> any CodingKey in
      let key = path.last?.stringValue ?? ""
      return Key(stringValue: key.hasPrefix("<") ? String(key.dropFirst().dropLast()) : key + "?")
    }
    decoder.unknownKeys = .refuse
    let data = try encoder.encode(Self.value)
    try expect(
      data,
      is: #"{"FirstName":"x","NickName":"y","keyedOne":7,"outerKey":{"innerKey":8},"#
        + #""Plain":{"<homeTown>":"b","<styled>":{"my_name":"c"}}}"#)
    #expect(try decoder.decode(Styled.self, from: data) == Self.value)
    encoder.keyEncodingStrategy = .convertToSnakeCase
    decoder.keyDecodingStrategy = .convertFromSnakeCase
    let foreign = try encoder.encode(Foreign())
    #expect(String(decoding: foreign, as: UTF8.self) == #"{"my_value":{"my_name":"c"}}"#)
    #expect(try decoder.decode(Foreign.self, from: foreign) == Foreign())
  }

  @Test("unknown keys are told by the keys of the style")
  func unknownKeys() throws {
    let decoder = AutoJSONDecoder()
    decoder.keyDecodingStrategy = .convertFromSnakeCase
    decoder.unknownKeys = .refuse
    #expect(try decoder.decode(Snake.self, from: Data(#"{"my_name":"x"}"#.utf8)) == Snake(myName: "x"))
    #expect(throws: DecodingError.self) {
      try decoder.decode(Snake.self, from: Data(#"{"my_name":"x","myName":"y"}"#.utf8))
    }
  }

  @Test("a missing key is not explained by a strategy")
  func missing() throws {
    let decoder = AutoJSONDecoder()
    decoder.keyDecodingStrategy = .convertFromSnakeCase
    let error = #expect(throws: DecodingError.self) { try decoder.decode(Snake.self, from: Data("{}".utf8)) }
    guard case .keyNotFound(let key, let context) = error else {
      _ = Issue.record("\(String(describing: error))"); return
    }
    #expect(key.stringValue == "my_name")
    #expect(!context.debugDescription.contains("keyDecodingStrategy"))
  }

  @Test("migrations see the keys of the style", arguments: [true, false])
  func migrations(converts: Bool) throws {
    let data = Data(#"{"old_name":"x"}"#.utf8)
    let decoder = AutoJSONDecoder()
    let dictionaries = DictionaryDecoder()
    if converts {
      decoder.keyDecodingStrategy = .convertFromSnakeCase
      dictionaries.keyDecodingStrategy = .convertFromSnakeCase
    }
    #expect(try decoder.decode(StyledVersion.self, from: data) == StyledVersion(fullName: "x"))
    #expect(try dictionaries.decode(StyledVersion.self, from: ["old_name": "x"]) == StyledVersion(fullName: "x"))
  }

  @Test("nested properties have the keys of the data, converted or not", arguments: [true, false])
  func nestedMigrations(converts: Bool) throws {
    let (decoder, dictionaries) = (AutoJSONDecoder(), DictionaryDecoder())
    if converts {
      decoder.keyDecodingStrategy = .convertFromSnakeCase
      dictionaries.keyDecodingStrategy = .convertFromSnakeCase
      decoder.unknownKeys = .refuse
      dictionaries.unknownKeys = .refuse
    }
    for key in ["my_name", "old_name"] {
      let text = #"{"the_snake":{"\#(key)":"x"}}"#
      let expected = NestedVersion(theSnake: Snake(myName: "x!"))
      #expect(try decoder.decode(NestedVersion.self, from: Data(text.utf8)) == expected)
      #expect(try dictionaries.decode(NestedVersion.self, from: ["the_snake": [key: "x"]]) == expected)
      var existing = NestedVersion(theSnake: Snake(myName: "y"), number: 2)
      try decoder.update(&existing, from: #"{"$version":0,"the_snake":{"\#(key)":"x"}}"#)
      #expect(existing == NestedVersion(theSnake: Snake(myName: "x!"), number: 2))
    }
    // Those that the migration has not touched, too.
    #expect(throws: DecodingError.self) { try decoder.decode(NestedVersion.self, from: #"{"the_snake":{"a_b":1}}"#) }
  }

  @Test("Foundation's coders convert every key")
  func foundation() throws {
    let encoder = JSONEncoder()
    encoder.keyEncodingStrategy = .convertToSnakeCase
    #expect(try String(decoding: encoder.encode(Snake()), as: UTF8.self) == #"{"my_name":"c"}"#)
    let decoder = JSONDecoder()
    #expect(try decoder.decode(Snake.self, from: encoder.encode(Snake())) == Snake())
    decoder.keyDecodingStrategy = .convertFromSnakeCase
    #expect(throws: DecodingError.self) { try decoder.decode(Snake.self, from: encoder.encode(Snake())) }
  }

  private struct Key: CodingKey {
    let stringValue: String
    var intValue: Int? { nil }
    init(stringValue: String) { self.stringValue = stringValue }
    init?(intValue: Int) { nil }
  }
}
