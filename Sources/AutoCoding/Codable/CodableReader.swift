#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

extension CodableBridge {
  /// Decodes a value by way of its codec, where it has no conformance that a container could call.
  static func decode(
    into address: UnsafeMutableRawPointer, as codec: Codec, from decoder: any Decoder
  ) throws {
    var reader = CodableReader(decoder)
    do {
      try reader.decode(into: address, as: codec)
    } catch {
      if let failure = reader.failure { throw failure }
      throw decoder.codingPath.reversed().reduce(error) { $0.prepending($1) }
    }
  }
}

/// Any `Decoder` as a format.
struct CodableReader: CodingReader {
  private enum Container {
    case array(any UnkeyedDecodingContainer)
    case dictionary(KeyedDecodingContainer<DynamicKey>, keys: [DynamicKey], next: Int)
  }

  private let decoder: any Decoder
  private var containers: [Container] = []
  /// The error of a container, as it threw it.
  private(set) var failure: (any Error)?

  init(_ decoder: any Decoder) {
    self.decoder = decoder
  }

  private mutating func reporting<Result>(_ body: (inout Self) throws -> Result) throws -> Result {
    do {
      return try body(&self)
    } catch {
      failure = error
      throw error
    }
  }

  private mutating func get<Value: Decodable>(_ type: Value.Type) throws -> Value {
    try reporting { reader in
      switch reader.containers.popLast() {
      case nil: return try reader.decoder.singleValueContainer().decode(type)
      case .array(var container):
        let value = try container.decode(type)
        reader.containers.append(.array(container))
        return value
      case .dictionary(let container, let keys, let next):
        reader.containers.append(.dictionary(container, keys: keys, next: next))
        return try container.decode(type, forKey: keys[next - 1])
      }
    }
  }

  mutating func readNull() throws -> Bool {
    try reporting { reader in
      switch reader.containers.popLast() {
      case nil: return try reader.decoder.singleValueContainer().decodeNil()
      case .array(var container):
        let isNull = try container.decodeNil()
        reader.containers.append(.array(container))
        return isNull
      case .dictionary(let container, let keys, let next):
        reader.containers.append(.dictionary(container, keys: keys, next: next))
        return try container.decodeNil(forKey: keys[next - 1])
      }
    }
  }

  mutating func readBool() throws -> Bool { try get(Bool.self) }
  mutating func readFloat() throws -> Float { try get(Float.self) }
  mutating func readDouble() throws -> Double { try get(Double.self) }
  mutating func readString() throws -> String { try get(String.self) }
  mutating func readDate() throws -> Date { try get(Date.self) }
  mutating func readData() throws -> Data { try get(Data.self) }
  mutating func readURL() throws -> URL { try get(URL.self) }
  mutating func readUUID() throws -> UUID { try get(UUID.self) }
  mutating func readDecimal() throws -> Decimal { try get(Decimal.self) }

  mutating func readInteger<Integer: FixedWidthInteger>(as type: Integer.Type) throws -> Integer {
    // Every integer type that a codec knows is Decodable.
    if let type = type as? any Decodable.Type, let value = try get(type) as? Integer { return value }
    throw DecodingError.typeMismatch(
      type, .init(codingPath: decoder.codingPath, debugDescription: "\(type) is not Decodable."))
  }

  mutating func readCodable(into address: UnsafeMutableRawPointer, as access: any CodableAccess) throws {
    try reporting { reader in
      try access.decode(into: address, from: try reader.nestedDecoder())
    }
  }

  private mutating func nestedDecoder() throws -> any Decoder {
    switch containers.popLast() {
    case nil: return decoder
    case .array(var container):
      let nested = try container.superDecoder()
      containers.append(.array(container))
      return nested
    case .dictionary(let container, let keys, let next):
      containers.append(.dictionary(container, keys: keys, next: next))
      return try container.superDecoder(forKey: keys[next - 1])
    }
  }

  mutating func skipValue() throws {
    if case .array = containers.last { _ = try nestedDecoder() }
  }

  // MARK: Containers

  mutating func beginArray() throws -> Int? {
    try reporting { reader in
      let container = try reader.nestedDecoder().unkeyedContainer()
      reader.containers.append(.array(container))
      return container.count
    }
  }

  mutating func hasNextElement() throws -> Bool {
    guard case .array(let container) = containers.last, !container.isAtEnd else {
      containers.removeLast()
      return false
    }
    return true
  }

  mutating func beginRecord() throws { _ = try beginDictionary() }

  mutating func nextProperty(in keys: PropertyIndex, expecting expected: Int) throws -> PropertyIndex.Match? {
    while let key = try nextKey() {
      if let match = keys.match(key) { return match }
    }
    return nil
  }

  mutating func beginDictionary() throws -> Int? {
    try reporting { reader in
      let container = try reader.nestedDecoder().container(keyedBy: DynamicKey.self)
      let keys = container.allKeys
      reader.containers.append(.dictionary(container, keys: keys, next: 0))
      return keys.count
    }
  }

  mutating func nextKey() throws -> String? {
    guard case .dictionary(let container, let keys, let next) = containers.popLast(), next < keys.count else {
      return nil
    }
    containers.append(.dictionary(container, keys: keys, next: next + 1))
    return keys[next].stringValue
  }
}
