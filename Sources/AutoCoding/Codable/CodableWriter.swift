#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

extension CodableBridge {
  /// Encodes a value by way of its codec, where it has no conformance that a container could call.
  static func encode(_ address: UnsafeRawPointer, as codec: Codec, to encoder: any Encoder) throws {
    var writer = CodableWriter(encoder)
    do {
      try writer.encode(address, as: codec)
    } catch {
      // The containers' errors have the whole path already; the walk has put its own steps in front of that.
      if let failure = writer.failure { throw failure }
      throw encoder.codingPath.reversed().reduce(error) { $0.prepending($1) }
    }
  }
}

/// Any `Encoder` as a format.
struct CodableWriter: CodingWriter {
  private enum Container {
    case value(any SingleValueEncodingContainer)
    case array(any UnkeyedEncodingContainer)
    case dictionary(KeyedEncodingContainer<DynamicKey>, key: DynamicKey)
  }

  private let encoder: any Encoder
  private var containers: [Container] = []
  /// The error of a container, as it threw it.
  private(set) var failure: (any Error)?

  init(_ encoder: any Encoder) {
    self.encoder = encoder
  }

  private mutating func put<Value: Encodable>(_ value: Value) throws {
    do {
      switch containers.popLast() {
      case nil:
        var container = encoder.singleValueContainer()
        try container.encode(value)
      case .value(var container):
        try container.encode(value)
        containers.append(.value(container))
      case .array(var container):
        try container.encode(value)
        containers.append(.array(container))
      case .dictionary(var container, let key):
        try container.encode(value, forKey: key)
        containers.append(.dictionary(container, key: key))
      }
    } catch {
      failure = error
      throw error
    }
  }

  mutating func writeNull() throws { try put(Bool?.none) }
  mutating func write(_ value: Bool) throws { try put(value) }
  mutating func write(_ value: Float) throws { try put(value) }
  mutating func write(_ value: Double) throws { try put(value) }
  mutating func write(_ value: String) throws { try put(value) }
  mutating func write(_ value: Date) throws { try put(value) }
  mutating func write(_ value: Data) throws { try put(value) }
  mutating func write(_ value: URL) throws { try put(value) }
  mutating func write(_ value: UUID) throws { try put(value) }
  mutating func write(_ value: Decimal) throws { try put(value) }
  mutating func writeCodable(_ value: any Encodable) throws { try put(value) }

  mutating func write<Integer: FixedWidthInteger>(_ value: Integer) throws {
    // Every integer type that a codec knows is Encodable.
    if let value = value as? any Encodable { try put(value) }
  }

  mutating func beginArray(count: Int) throws {
    switch containers.last {
    case nil, .value: containers.append(.array(encoder.unkeyedContainer()))
    case .array(var container): containers.append(.array(container.nestedUnkeyedContainer()))
    case .dictionary(var container, let key):
      containers.append(.array(container.nestedUnkeyedContainer(forKey: key)))
    }
  }

  mutating func endArray() throws { containers.removeLast() }

  mutating func beginRecord(of type: Any.Type) throws { try beginDictionary(count: 0) }
  mutating func writeKey(_ key: PropertyKey) throws { try writeKey(key.stringValue) }
  mutating func endRecord() throws { containers.removeLast() }

  mutating func beginDictionary(count: Int) throws {
    let none = DynamicKey("")
    switch containers.last {
    case nil, .value: containers.append(.dictionary(encoder.container(keyedBy: DynamicKey.self), key: none))
    case .array(var container):
      containers.append(.dictionary(container.nestedContainer(keyedBy: DynamicKey.self), key: none))
    case .dictionary(var container, let key):
      containers.append(.dictionary(container.nestedContainer(keyedBy: DynamicKey.self, forKey: key), key: none))
    }
  }

  mutating func writeKey(_ key: String) throws {
    guard case .dictionary(let container, _) = containers.popLast() else { return }
    containers.append(.dictionary(container, key: DynamicKey(stringValue: key)))
  }

  mutating func endDictionary() throws { containers.removeLast() }
}
