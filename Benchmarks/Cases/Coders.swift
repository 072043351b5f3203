import Foundation

/// An encoder with its decoder, in one configuration for all sides.
protocol Coder {
  static var name: String { get }

  init()
  func encode<Value: Encodable>(_ value: Value) throws -> Data
  func decode<Value: Decodable>(_ type: Value.Type, from data: Data) throws -> Value
}

struct JSONCoder: Coder {
  static let name = "JSON"
  private let encoder = JSONEncoder()
  private let decoder = JSONDecoder()

  func encode<Value: Encodable>(_ value: Value) throws -> Data {
    try encoder.encode(value)
  }

  func decode<Value: Decodable>(_ type: Value.Type, from data: Data) throws -> Value {
    try decoder.decode(type, from: data)
  }
}

/// JSON with sorted keys, an option of the encoder alone.
struct SortedJSONCoder: Coder {
  static let name = "JSON, sorted keys"
  private let encoder = JSONEncoder()
  private let decoder = JSONDecoder()

  init() { encoder.outputFormatting = .sortedKeys }

  func encode<Value: Encodable>(_ value: Value) throws -> Data { try encoder.encode(value) }

  func decode<Value: Decodable>(_ type: Value.Type, from data: Data) throws -> Value {
    try decoder.decode(type, from: data)
  }
}

struct PropertyListCoder: Coder {
  static let name = "binary property list"
  private let encoder: PropertyListEncoder
  private let decoder = PropertyListDecoder()

  init() { self.init(.binary) }

  init(_ format: PropertyListSerialization.PropertyListFormat) {
    encoder = PropertyListEncoder()
    encoder.outputFormat = format
  }

  func encode<Value: Encodable>(_ value: Value) throws -> Data {
    try encoder.encode(value)
  }

  func decode<Value: Decodable>(_ type: Value.Type, from data: Data) throws -> Value {
    try decoder.decode(type, from: data)
  }
}
