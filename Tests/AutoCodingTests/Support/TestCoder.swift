import AutoCoding
import Foundation
import Testing

/// Every coder that a model can meet, for tests that run over all of them: `@Test(arguments: TestCoder.allCases)`.
enum TestCoder: String, CaseIterable, Sendable, CustomTestStringConvertible {
  /// The bridge, under Foundation's coders.
  case foundationJSON, foundationPropertyList
  case json
  /// AutoJSON's coders, with custom strategies for keys. Encoding goes through containers.
  case jsonContainers
  case dictionary, nativeDictionary
  /// Dictionary coders, with such strategies.
  case dictionaryContainers
  case keyedArchive

  /// The coders whose output is what `JSONEncoder` writes, and can be read as JSON text.
  static let jsonLike: [TestCoder] = [.foundationJSON, .json, .jsonContainers, .dictionary, .dictionaryContainers]

  var testDescription: String { rawValue }

  /// What a coder made of a value.
  enum Encoded {
    case data(Data)
    case value(Any)
  }

  /// - Parameter limits: Of other people's coders, the depth alone.
  func encode<Value: Codable>(
    _ value: Value, limits: CodingLimits = CodingLimits(), allowing types: [any AutoCoding.Type] = []
  ) throws -> Encoded {
    switch self {
    case .foundationJSON:
      let encoder = JSONEncoder()
      encoder.userInfo[.maximumDepth] = limits.maximumDepth
      encoder.userInfo[.allowedTypes] = types
      encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
      return .data(try encoder.encode(value))
    case .foundationPropertyList:
      let encoder = PropertyListEncoder()
      encoder.userInfo[.maximumDepth] = limits.maximumDepth
      encoder.userInfo[.allowedTypes] = types
      return .data(try encoder.encode(value))
    case .json, .jsonContainers:
      let encoder = AutoJSONEncoder()
      encoder.limits = limits
      encoder.allowedTypes = types
      encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
      if self == .jsonContainers { encoder.keyEncodingStrategy = .custom { $0[$0.count - 1] } }
      return .data(try encoder.encode(value))
    case .dictionary, .nativeDictionary, .dictionaryContainers:
      let encoder = DictionaryEncoder()
      encoder.limits = limits
      encoder.allowedTypes = types
      if self == .nativeDictionary { encoder.leafFormat = .native }
      if self == .dictionaryContainers { encoder.keyEncodingStrategy = .custom { $0[$0.count - 1] } }
      return .value(try encoder.encodeValue(value))
    case .keyedArchive:
      let encoder = KeyedArchiveEncoder()
      encoder.limits = limits
      encoder.allowedTypes = types
      return .data(try encoder.encode(value))
    }
  }

  /// - Parameter limits: Of other people's coders, the depth alone.
  func decode<Value: Codable>(
    _ type: Value.Type, from encoded: Encoded, limits: CodingLimits = CodingLimits(),
    allowing types: [any AutoCoding.Type] = []
  ) throws -> Value {
    switch (self, encoded) {
    case (.foundationJSON, .data(let data)):
      let decoder = JSONDecoder()
      decoder.userInfo[.maximumDepth] = limits.maximumDepth
      decoder.userInfo[.allowedTypes] = types
      return try decoder.decode(type, from: data)
    case (.foundationPropertyList, .data(let data)):
      let decoder = PropertyListDecoder()
      decoder.userInfo[.maximumDepth] = limits.maximumDepth
      decoder.userInfo[.allowedTypes] = types
      return try decoder.decode(type, from: data)
    case (.json, .data(let data)), (.jsonContainers, .data(let data)):
      let decoder = AutoJSONDecoder()
      decoder.limits = limits
      decoder.allowedTypes = types
      if self == .jsonContainers { decoder.keyDecodingStrategy = .custom { $0[$0.count - 1] } }
      return try decoder.decode(type, from: data)
    case (.dictionary, .value(let value)), (.nativeDictionary, .value(let value)),
      (.dictionaryContainers, .value(let value)):
      let decoder = DictionaryDecoder()
      decoder.limits = limits
      decoder.allowedTypes = types
      if self == .dictionaryContainers { decoder.keyDecodingStrategy = .custom { $0[$0.count - 1] } }
      return try decoder.decodeValue(type, from: value)
    case (.keyedArchive, .data(let data)):
      let decoder = KeyedArchiveDecoder()
      decoder.limits = limits
      decoder.allowedTypes = types
      return try decoder.decode(type, from: data)
    default: throw Mismatch(coder: self)
    }
  }

  func roundTrip<Value: Codable>(_ value: Value, allowing types: [any AutoCoding.Type] = []) throws -> Value {
    try decode(Value.self, from: encode(value, allowing: types), allowing: types)
  }

  /// Decodes a value from JSON text, or from what `JSONSerialization` makes of it; for ``jsonLike`` coders.
  func decode<Value: Codable>(_ type: Value.Type, fromJSON text: String) throws -> Value {
    switch self {
    case .dictionary, .nativeDictionary, .dictionaryContainers:
      let value = try JSONSerialization.jsonObject(with: Data(text.utf8), options: .fragmentsAllowed)
      return try decode(type, from: .value(value))
    default: return try decode(type, from: .data(Data(text.utf8)))
    }
  }

  /// A value as JSON text with sorted keys; for ``jsonLike`` coders.
  func jsonText<Value: Codable>(of value: Value) throws -> String {
    switch try encode(value) {
    case .data(let data): return String(decoding: data, as: UTF8.self)
    case .value(let value):
      let options: JSONSerialization.WritingOptions = [.sortedKeys, .fragmentsAllowed, .withoutEscapingSlashes]
      return String(decoding: try JSONSerialization.data(withJSONObject: value, options: options), as: UTF8.self)
    }
  }

  private struct Mismatch: Error {
    let coder: TestCoder
  }
}
