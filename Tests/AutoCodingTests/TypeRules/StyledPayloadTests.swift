import AutoCoding
import Foundation
import Testing

/// Strategies convert the key of an enum's case even if the keys beside it have a style.
struct StyledPayloadTests {
  struct Box: AutoCoding, Equatable {
    var sideLength: Int
    static let typeRules = TypeRules(keyStyle: .kebabCase)
  }

  struct Bag: AutoCoding, Equatable {
    var sideLength: Int
    var labels: [String: String]
    static let propertyRules: PropertyRules = ["labels": .flattened]
    static let typeRules = TypeRules(keyStyle: .kebabCase)
  }

  enum Parcel: AutoCoding, Equatable {
    case box(Box), bag(Bag)
    static let typeRules = TypeRules(caseKey: "kindOf")
  }

  struct Key: CodingKey {
    let stringValue: String
    var intValue: Int? { nil }
    init(_ text: String) { stringValue = text }
    init?(stringValue: String) { self.init(stringValue) }
    init?(intValue: Int) { nil }
  }

  private static let strategies: [(JSONEncoder.KeyEncodingStrategy, JSONDecoder.KeyDecodingStrategy)] = [
    (.useDefaultKeys, .useDefaultKeys), (.convertToSnakeCase, .convertFromSnakeCase),
    (
      .custom { Key($0[$0.count - 1].stringValue + "~") },
      .custom { Key(String($0[$0.count - 1].stringValue.dropLast())) }
    ),
  ]

  @Test("the case key is neither unknown nor one of all other keys", arguments: 0..<3)
  func caseKey(strategy: Int) throws {
    let values = [Parcel.box(Box(sideLength: 1)), .bag(Bag(sideLength: 2, labels: ["a_b": "c"]))]
    let (encoder, decoder) = (AutoJSONEncoder(), AutoJSONDecoder())
    (encoder.keyEncodingStrategy, decoder.keyDecodingStrategy) = Self.strategies[strategy]
    decoder.unknownKeys = .refuse
    let text = try encoder.encodeToString(values)
    #expect(text.contains(#""side-length":1"#) && text.contains(#""a_b":"c""#))
    #expect(try decoder.decode([Parcel].self, from: text) == values)
    let (toDictionary, fromDictionary) = (DictionaryEncoder(), DictionaryDecoder())
    toDictionary.keyEncodingStrategy = encoder.keyEncodingStrategy
    fromDictionary.keyDecodingStrategy = decoder.keyDecodingStrategy
    fromDictionary.unknownKeys = .refuse
    for value in values { #expect(try fromDictionary.decode(Parcel.self, from: toDictionary.encode(value)) == value) }
    #expect(throws: DecodingError.self) {
      try decoder.decode(Parcel.self, from: text.dropFirst().prefix { $0 != "}" } + #","other":1}"#)
    }
  }
}
