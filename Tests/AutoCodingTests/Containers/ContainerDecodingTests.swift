import AutoCoding
import Foundation
import Testing

/// What code does with the decoder that it is given.
struct ContainerDecodingTests {
  private class Animal: Codable {
    var name = ""
    init() {}
  }

  private final class Dog: Animal {
    var breed = ""
    private enum Key: CodingKey { case breed }
    override init() { super.init() }
    required init(from decoder: any Decoder) throws {
      try super.init(from: decoder)
      breed = try decoder.container(keyedBy: Key.self).decode(String.self, forKey: .breed)
    }
    override func encode(to encoder: any Encoder) throws {
      try super.encode(to: encoder)
      var container = encoder.container(keyedBy: Key.self)
      try container.encode(breed, forKey: .breed)
    }
  }

  private struct Kennel: Codable {
    var animal: Animal
    private enum Key: CodingKey { case animal, list, single }
    init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: Key.self)
      let type: Animal.Type = Dog.self
      animal = try container.superDecoder(forKey: .animal).singleValueContainer().decode(type)
      var list = try container.nestedUnkeyedContainer(forKey: .list)
      #expect(try list.decode(type) is Dog)
      let single = try container.superDecoder(forKey: .single).singleValueContainer()
      #expect(try single.decode(type) is Dog)
    }
    func encode(to encoder: any Encoder) throws {}
  }

  @Test("the dynamic type of a metatype is decoded", arguments: TestCoder.jsonLike)
  func dynamicMetatypes(_ coder: TestCoder) throws {
    let dog = #"{"name":"Rex","breed":"Collie"}"#
    let kennel = try coder.decode(Kennel.self, fromJSON: "{\"animal\":\(dog),\"list\":[\(dog)],\"single\":\(dog)}")
    #expect((kennel.animal as? Dog)?.breed == "Collie")
    let type: Animal.Type = Dog.self
    #expect(try (coder.decode(type, fromJSON: dog) as? Dog)?.breed == "Collie")
  }

  /// Asks for keys in an order of its own, and for some that are not there.
  private struct Wanted: Codable, Equatable {
    var values: [String: Int?] = [:]
    var keys: [String] = []

    init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: DynamicTestKey.self)
      let order = try #require(decoder.userInfo[Self.order] as? [String])
      for key in order {
        values[key] = .some(try container.decodeIfPresent(Int.self, forKey: DynamicTestKey(key)))
        #expect(
          container.contains(DynamicTestKey(key)) == (try? container.decodeNil(forKey: DynamicTestKey(key))).map { _ in
            true
          } ?? false)
      }
      keys = container.allKeys.map(\.stringValue).sorted()
    }
    func encode(to encoder: any Encoder) throws {}
    static let order = CodingUserInfoKey(rawValue: "order").unsafelyUnwrapped
  }

  @Test("keys are found in any order, duplicate, escaped, missing, and in objects of any size")
  func keys() throws {
    var generator = SystemRandomNumberGenerator()
    for count in [0, 1, 2, 5, 20, 63, 64, 65, 130] {
      for _ in 0..<20 {
        var text: [String] = []
        for index in 0..<count {
          var key = ["k", "key", "longerKeyName", "ключ", "same\u{e9}"][index % 5] + "\(index % max(count - 2, 1))"
          if index % 7 == 3 { key = "\\u006b" + key.dropFirst() }
          text.append("\"\(key)\": \(index % 11 == 10 ? "null" : "\(index)")")
        }
        text.shuffle(using: &generator)
        let data = Data("{\(text.joined(separator: ","))}".utf8)
        var order = (0..<count + 3).map { ["k", "key", "longerKeyName", "ключ", "same\u{e9}"][$0 % 5] + "\($0)" }
        order.shuffle(using: &generator)
        let reference = JSONDecoder()
        reference.userInfo[Wanted.order] = order
        let decoder = AutoJSONDecoder()
        decoder.userInfo[Wanted.order] = order
        let expected = try reference.decode([Wanted].self, from: Data("[".utf8) + data + Data("]".utf8))
        let found = try decoder.decode([Wanted].self, from: Data("[".utf8) + data + Data("]".utf8))
        #expect(found == expected)
        decoder.duplicateKeys = .useLast
        let last = try decoder.decode(Wanted.self, from: data)
        decoder.keyDecodingStrategy = .custom { $0[$0.count - 1] }
        #expect(try decoder.decode(Wanted.self, from: data) == last)
        decoder.duplicateKeys = .useFirst
        #expect(try decoder.decode(Wanted.self, from: data) == expected.first)
      }
    }
  }

  @Test(
    "a key that is asked for again has the same value, with duplicate keys in any place",
    arguments: [
      #"{"a":1,"a":2}"#, #"{"a":1,"b":2,"a":3}"#, #"{"a":1,"b":2,"b":3,"a":4}"#, #"{"\u0061":1,"a":2}"#,
      #"{"a":null,"a":2}"#, #"{"a":1,"b":2,"c":3,"b":4,"c":5}"#,
    ])
  func repeatedKeys(_ text: String) throws {
    for order in ["aa", "aab", "abab", "abba", "abcabc", "abcb", "baab", "aabbccabc"] {
      let reference = JSONDecoder()
      reference.userInfo[Wanted.order] = order.map(String.init)
      let decoder = AutoJSONDecoder()
      decoder.userInfo[Wanted.order] = order.map(String.init)
      let expected = try reference.decode(Wanted.self, from: Data(text.utf8))
      #expect(try decoder.decode(Wanted.self, from: Data(text.utf8)) == expected, "\(order)")
      decoder.keyDecodingStrategy = .convertFromSnakeCase
      #expect(try decoder.decode(Wanted.self, from: Data(text.utf8)) == expected, "\(order)")
    }
  }

  /// Tries one type after the other, as wrappers do that accept several.
  private struct NumberOrText: Codable, Equatable {
    var value: String
    private enum CodingKeys: String, CodingKey { case value }
    init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: CodingKeys.self)
      do {
        value = try container.decode(String.self, forKey: .value)
      } catch DecodingError.typeMismatch {
        value = try String(container.decode(Int.self, forKey: .value))
      }
    }
  }

  @Test("the second type that is tried for a key finds the value that the first did not fit")
  func secondAttempt() throws {
    let text = #"{"value":1,"value":2}"#
    let expected = try JSONDecoder().decode(NumberOrText.self, from: Data(text.utf8))
    #expect(try AutoJSONDecoder().decode(NumberOrText.self, from: text) == expected)
    #expect(try AutoJSONDecoder().decode([NumberOrText].self, from: "[\(text)]") == [expected])
  }

  /// Keeps the error of each type that a value did not fit.
  private struct Attempts: Decodable {
    var errors: [DecodingError] = []

    init(from decoder: any Decoder) throws {
      var list = try decoder.unkeyedContainer()
      while !list.isAtEnd {
        let value = try list.superDecoder().singleValueContainer()
        for attempt in [
          { _ = try value.decode(Bool.self) }, { _ = try value.decode(Double.self) },
          { _ = try value.decode([Int].self) },
        ] as [() throws -> Void] {
          do { try attempt() } catch let error as DecodingError { errors.append(error) }
        }
      }
    }
  }

  @Test func `Each failed attempt says what was expected, and where`() throws {
    let errors = try AutoJSONDecoder().decode(Attempts.self, from: "[\"a\",\n {}, \"b\"]").errors
    let found = try errors.map { error in
      guard case .typeMismatch(let type, let context) = error else { throw error }
      let place = try #require(context.underlyingError as? AutoJSONError)
      return "\(type) \(context.codingPath.map(\.stringValue)) \(place): \(place.reason)"
    }
    let places = [
      ("Index 0", "line 1, column 2, byte 1: The value is a string."),
      ("Index 1", "line 2, column 2, byte 7: The value is an object."),
      ("Index 2", "line 2, column 6, byte 11: The value is a string."),
    ]
    #expect(
      found
        == places.flatMap { key, place in
          ["Bool", "Double", "Array<Any>"].map { "\($0) [\"\(key)\"] \(place)" }
        })
  }

  private enum Letters: String, CodingKey { case a, b, c }
  private enum OneLetter: String, CodingKey { case a }
  private enum Numbers: Int, CodingKey { case one = 1, two }
  private struct NumberKey: CodingKey {
    let number: Int
    var stringValue: String { "\(number)" }
    var intValue: Int? { number }
    init?(stringValue: String) {
      guard let number = Int(stringValue) else { return nil }
      self.number = number
    }
    init?(intValue: Int) { number = intValue }
  }

  /// All keys of one type, in memory that two arrays share.
  private struct AllKeys<Key: CodingKey>: Decodable, Equatable {
    let names: [String]

    init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: Key.self)
      let keys = container.allKeys
      var more = keys
      more.append(contentsOf: container.allKeys)
      names = (keys + more).map { "\($0.stringValue) \($0.intValue ?? 0) \(container.contains($0))" }.sorted()
    }
  }

  @Test("all keys of objects with none, one and several members, for keys of any kind")
  func allKeys() throws {
    func check<Key: CodingKey>(_ type: Key.Type) throws {
      let objects = [
        "{}", #"{"a":1}"#, #"{"b":null}"#, #"{"x":{"a":2}}"#, #"{"a":1,"b":2,"1":3}"#, #"{"1":[]}"#, #"{"\u0061":1}"#,
        #"{"a":1,"a":2}"#, #"{"two":1}"#, #"{"":1}"#,
      ]
      let data = Data("[\(objects.joined(separator: ","))]".utf8)
      let expected = try JSONDecoder().decode([AllKeys<Key>].self, from: data)
      #expect(try AutoJSONDecoder().decode([AllKeys<Key>].self, from: data) == expected)
      let decoder = AutoJSONDecoder()
      decoder.keyDecodingStrategy = .custom { $0[$0.count - 1] }
      #expect(try decoder.decode([AllKeys<Key>].self, from: data) == expected)
    }
    try check(Letters.self)
    try check(OneLetter.self)
    try check(Numbers.self)
    try check(NumberKey.self)
    try check(DynamicTestKey.self)
  }

  @Test("the last of duplicate keys counts if the decoder is told so")
  func lastOfDuplicateKeys() throws {
    struct Pair: Codable, Equatable {
      var a: Int
      var b: Int
    }
    let decoder = AutoJSONDecoder()
    let data = Data(#"{"b":1,"a":2,"b":3,"a":4}"#.utf8)
    #expect(try decoder.decode(Pair.self, from: data) == Pair(a: 2, b: 1))
    decoder.duplicateKeys = .useLast
    #expect(try decoder.decode(Pair.self, from: data) == Pair(a: 4, b: 3))
  }

  @Test("a decoder that code has kept finds nothing when the call is over")
  func keptDecoders() throws {
    final class Keeper: @unchecked Sendable {
      var kept: (any Decoder)?
    }
    struct Keeping: Decodable {
      init(from decoder: any Decoder) throws {
        (decoder.userInfo[Wanted.order] as? Keeper)?.kept = decoder
      }
    }
    let keeper = Keeper()
    let decoder = AutoJSONDecoder()
    decoder.userInfo[Wanted.order] = keeper
    _ = try decoder.decode([Keeping].self, from: Data("[{\"a\":1}]".utf8))
    #expect(throws: DecodingError.self) { try keeper.kept?.container(keyedBy: DynamicTestKey.self) }
    #expect(throws: DecodingError.self) { try keeper.kept?.singleValueContainer().decode(Int.self) }
    // The decoder has the keeper in its user information.
    keeper.kept = nil
  }

  @Test("super decoders of keys that are missing are null", arguments: TestCoder.jsonLike)
  func missingSuper(_ coder: TestCoder) throws {
    struct Below: Codable {
      init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: DynamicTestKey.self)
        let above = try container.superDecoder()
        #expect(above.codingPath.map(\.stringValue) == ["super"])
        #expect(try above.singleValueContainer().decodeNil())
        #expect(throws: DecodingError.self) { try above.container(keyedBy: DynamicTestKey.self) }
        #expect(throws: DecodingError.self) { try above.unkeyedContainer() }
        #expect(throws: DecodingError.self) { try above.singleValueContainer().decode(String.self) }
        #expect(throws: DecodingError.self) { try above.singleValueContainer().decode([Int].self) }
        #expect(try above.singleValueContainer().decode(Int?.self) == nil)
        #expect(try above.singleValueContainer().decode([Int]?.self) == nil)
        #expect(try above.singleValueContainer().decode(Below?.self) == nil)
        #expect(try above.singleValueContainer().decode(Int??.self) == nil)
      }
      func encode(to encoder: any Encoder) throws {}
    }
    _ = try coder.decode(Below.self, fromJSON: "{}")
  }
}
