import AutoCoding
import Foundation
import Testing

/// A format, as a test of rules uses it: its name, and how the coding of one model is decoded as another.
struct RuleFormat: CustomTestStringConvertible, Sendable {
  let testDescription: String
  private let coded: @Sendable (_ value: any AutoCoding, _ type: any AutoCoding.Type) throws -> any AutoCoding

  /// Encodes a value, and decodes it as another type.
  func decode<Value: AutoCoding>(_ type: Value.Type, of value: some AutoCoding) throws -> Value {
    try #require(try coded(value, type) as? Value)
  }

  /// Encodes and decodes a value.
  func copy<Value: AutoCoding>(_ value: Value) throws -> Value { try decode(Value.self, of: value) }

  private init(
    _ name: String, _ coded: @escaping @Sendable (any AutoCoding, any AutoCoding.Type) throws -> any AutoCoding
  ) {
    testDescription = name
    self.coded = coded
  }

  static let all = [
    RuleFormat("AutoJSON") { try AutoJSONDecoder().decode($1, from: AutoJSONEncoder().encode($0)) },
    RuleFormat("JSONEncoder") { try JSONDecoder().decode($1, from: JSONEncoder().encode($0)) },
    RuleFormat("PropertyListEncoder") { try PropertyListDecoder().decode($1, from: PropertyListEncoder().encode($0)) },
    RuleFormat("DictionaryEncoder") { try DictionaryDecoder().decode($1, from: DictionaryEncoder().encode($0)) },
    RuleFormat("KeyedArchive") { try KeyedArchiveDecoder().decode($1, from: KeyedArchiveEncoder().encode($0)) },
  ]
}
