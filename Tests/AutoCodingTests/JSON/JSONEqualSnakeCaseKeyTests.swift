import AutoCoding
import Foundation
import Testing

/// Two properties whose keys become the same in snake case: one would be lost, so they are refused.
struct JSONEqualSnakeCaseKeyTests {
  struct Model: AutoCoding {
    var id = 1
    var Id = 2
  }
  struct Outer: AutoCoding {
    var models = [Model()]
    var more = ["a": Model()]
  }
  struct Renamed: AutoCoding {
    var id = 1
    var Id = 2
    static var propertyKeys: [String: String] { ["Id": "other"] }
  }

  @Test(
    "encoding is refused, and names the keys", arguments: [JSONEncoder.OutputFormatting(), .sortedKeys, .prettyPrinted])
  func refused(formatting: JSONEncoder.OutputFormatting) throws {
    let encoder = AutoJSONEncoder()
    encoder.outputFormatting = formatting
    encoder.keyEncodingStrategy = .convertToSnakeCase
    for value in [Model(), Outer()] as [any Encodable] {
      let error = try #require(throws: EncodingError.self) { try encoder.encode(value) }
      #expect("\(error)".contains(#"The keys "id" and "Id" of"#), "\(error)")
    }
    #expect(try encoder.encode(Renamed()).count > 10)
    encoder.keyEncodingStrategy = .useDefaultKeys
    #expect(try encoder.encode(Model()).count > 10)
  }

  // MARK: Keys that are not those of two properties

  class Animal: AutoCoding, DefaultInitializable {
    required init() {}
  }
  final class Clash: Animal {
    var id = 1
    var Id = 2
  }
  /// Holds an object of another class, which is named under `$class`.
  struct Zoo: AutoCoding {
    var animal: Animal = Clash()
  }

  class Vehicle: AutoCoding, DefaultInitializable {
    var kindOf = 1
    required init() {}
    class var typeRules: TypeRules { TypeRules(typeKey: "kind_of", types: ["vehicle": Vehicle.self]) }
  }

  enum Shape: AutoCoding {
    case circle(caseType: Int), empty
    static let typeRules = TypeRules(caseKey: "case_type")
  }

  struct Paths: AutoCoding {
    var street = "s"
    var other = 1
    static let propertyRules: PropertyRules = ["street": .key("homeAddress.street"), "other": .key("home_address")]
  }
  struct InnerPaths: AutoCoding {
    var street = "s"
    var other = 1
    static let propertyRules: PropertyRules = ["street": .key("home.myStreet"), "other": .key("home.my_street")]
  }

  struct Content: AutoCoding {
    var rest: [String: Int] = ["case_type": 1]
    static let propertyRules: PropertyRules = ["rest": .flattened]
  }
  enum Named: AutoCoding {
    case content(Content)
    static let typeRules = TypeRules(caseKey: "caseType")
  }

  static var clashes: [any AutoCoding] {
    [
      Zoo(), Vehicle(), Shape.circle(caseType: 1), Paths(), InnerPaths(), Named.content(Content()),
    ]
  }

  @Test("tags, key paths and the names of classes do not hide equal keys", arguments: clashes.indices)
  func hidden(index: Int) throws {
    let value = Self.clashes[index]
    let encoder = AutoJSONEncoder()
    let dictionaries = DictionaryEncoder()
    #expect(try encoder.encode(value).count > 10)
    encoder.keyEncodingStrategy = .convertToSnakeCase
    dictionaries.keyEncodingStrategy = .convertToSnakeCase
    #expect(throws: EncodingError.self) { try encoder.encode(value) }
    #expect(throws: EncodingError.self) { try dictionaries.encode(value) }
  }

  /// Only `id` is written.
  struct ReadOnly: AutoCoding {
    var id = 1
    var Id = 2
    static let propertyRules: PropertyRules = ["Id": .decodedOnly.default(2)]
  }

  @Test("a property that is not written has no equal key")
  func unwritten() throws {
    let encoder = AutoJSONEncoder()
    encoder.keyEncodingStrategy = .convertToSnakeCase
    #expect(try encoder.encodeToString(ReadOnly()) == #"{"id":1}"#)
  }

  @Test("a custom strategy that makes keys of a model equal is refused, and plain types may replace values")
  func customStrategy() throws {
    struct Plain: Codable {
      var id = 1
      var Id = 2
    }
    let lowercase = JSONEncoder.KeyEncodingStrategy.custom { DynamicName($0[$0.count - 1].stringValue.lowercased()) }
    let encoder = AutoJSONEncoder()
    let dictionaries = DictionaryEncoder()
    encoder.keyEncodingStrategy = lowercase
    dictionaries.keyEncodingStrategy = lowercase
    for value in [Model(), Outer(), Zoo()] as [any AutoCoding] {
      let error = try #require(throws: EncodingError.self) { try encoder.encode(value) }
      #expect("\(error)".contains(#"Another value has the key "id" already"#), "\(error)")
      #expect(throws: EncodingError.self) { try dictionaries.encode(value) }
    }
    #expect(try encoder.encodeToString(Plain()) == #"{"id":2}"#)
    #expect(try encoder.encodeToString(Replaced()) == #"{"id":1}"#)
  }

  /// Encodes a value, which the model within it replaces.
  struct Replaced: Encodable {
    struct Content: AutoCoding { var id = 1 }
    enum CodingKeys: CodingKey { case id }
    func encode(to encoder: any Encoder) throws {
      var container = encoder.container(keyedBy: CodingKeys.self)
      try container.encode(7, forKey: .id)
      try Content().encode(to: encoder)
    }
  }

  private struct DynamicName: CodingKey {
    let stringValue: String
    var intValue: Int? { nil }
    init(_ name: String) { stringValue = name }
    init?(stringValue: String) { self.stringValue = stringValue }
    init?(intValue: Int) { nil }
  }
}
