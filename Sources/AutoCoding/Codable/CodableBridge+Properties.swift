#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

extension CodableBridge {
  /// Encodes the stored properties of a struct or object at `base`.
  static func encodeProperties(
    of base: UnsafeRawPointer, map: TypeMap.Storage, in container: inout KeyedEncodingContainer<PropertyKey>
  ) throws {
    let operations = map.operations
    for position in operations.indices {
      let address = base + operations[position].offset
      let key = operations[position].key
      if map.hasDefaults, operations[position].omitsNil, operations[position].memory.enumTag(address) != 0 {
        if !map.omitsNil(position) { try container.encodeNil(forKey: key) }
      } else if operations[position].isOptionalLeaf {
        try encodeOptionalLeaf(address, operations[position], forKey: key, in: &container)
      } else {
        try encode(address, operations[position], forKey: key, in: &container)
      }
    }
  }

  /// Decodes the stored properties of a struct or object.
  static func decodeProperties(
    into address: UnsafeMutableRawPointer, map: TypeMap.Storage, from container: KeyedDecodingContainer<PropertyKey>
  ) throws {
    var assembly = try RecordAssembly(map, at: address)
    let operations = map.operations
    let hasDefaults = assembly.hasDefaults
    for position in operations.indices {
      var key = operations[position].key
      if !operations[position].formerKeys.isEmpty, !container.contains(key) {
        key = operations[position].formerKeys.first(where: container.contains) ?? key
      }
      if hasDefaults, !container.contains(key) { continue }
      do {
        try decode(into: assembly.slot(position), operations[position], forKey: key, from: container)
      } catch DecodingError.keyNotFound(let missing, let context)
        where missing.stringValue == key.stringValue && context.codingPath.count == container.codingPath.count
      {
        throw map.missingKey(position, codingPath: context.codingPath)
      }
      assembly.commit(position)
    }
    try assembly.finish(at: address)
  }

  // MARK: One property

  // Leaves go to the container's own overloads, as a call that the compiler synthesizes does: coders are faster there.
  // The rest of them is here too, since code that names a type needs no lookup of it.

  @inline(__always)
  private static func encode(
    _ address: UnsafeRawPointer, _ operation: PropertyOperation, forKey key: PropertyKey,
    in container: inout KeyedEncodingContainer<PropertyKey>
  ) throws {
    switch operation.kind {
    case .bool: try container.encode(address.value(as: Bool.self), forKey: key)
    case .int: try container.encode(address.value(as: Int.self), forKey: key)
    case .int8: try container.encode(address.value(as: Int8.self), forKey: key)
    case .int16: try container.encode(address.value(as: Int16.self), forKey: key)
    case .int32: try container.encode(address.value(as: Int32.self), forKey: key)
    case .int64: try container.encode(address.value(as: Int64.self), forKey: key)
    case .uint: try container.encode(address.value(as: UInt.self), forKey: key)
    case .uint8: try container.encode(address.value(as: UInt8.self), forKey: key)
    case .uint16: try container.encode(address.value(as: UInt16.self), forKey: key)
    case .uint32: try container.encode(address.value(as: UInt32.self), forKey: key)
    case .uint64: try container.encode(address.value(as: UInt64.self), forKey: key)
    case .float: try container.encode(address.value(as: Float.self), forKey: key)
    case .double: try container.encode(address.value(as: Double.self), forKey: key)
    case .string: try container.encode(address.value(as: String.self), forKey: key)
    case .date: try container.encode(address.value(as: Date.self), forKey: key)
    case .data: try container.encode(address.value(as: Data.self), forKey: key)
    case .url: try container.encode(address.value(as: URL.self), forKey: key)
    case .uuid: try container.encode(address.value(as: UUID.self), forKey: key)
    case .decimal: try container.encode(address.value(as: Decimal.self), forKey: key)
    default:
      if try operation.withCodable({ try $0.encode(address, forKey: key, in: &container) }) == nil {
        try encodeUncodable(address, operation, forKey: key, in: &container)
      }
    }
  }

  @inline(__always)
  private static func encodeOptionalLeaf(
    _ address: UnsafeRawPointer, _ operation: PropertyOperation, forKey key: PropertyKey,
    in container: inout KeyedEncodingContainer<PropertyKey>
  ) throws {
    switch operation.kind {
    case .bool: try container.encodeIfPresent(address.value(as: Bool?.self), forKey: key)
    case .int: try container.encodeIfPresent(address.value(as: Int?.self), forKey: key)
    case .int8: try container.encodeIfPresent(address.value(as: Int8?.self), forKey: key)
    case .int16: try container.encodeIfPresent(address.value(as: Int16?.self), forKey: key)
    case .int32: try container.encodeIfPresent(address.value(as: Int32?.self), forKey: key)
    case .int64: try container.encodeIfPresent(address.value(as: Int64?.self), forKey: key)
    case .uint: try container.encodeIfPresent(address.value(as: UInt?.self), forKey: key)
    case .uint8: try container.encodeIfPresent(address.value(as: UInt8?.self), forKey: key)
    case .uint16: try container.encodeIfPresent(address.value(as: UInt16?.self), forKey: key)
    case .uint32: try container.encodeIfPresent(address.value(as: UInt32?.self), forKey: key)
    case .uint64: try container.encodeIfPresent(address.value(as: UInt64?.self), forKey: key)
    case .float: try container.encodeIfPresent(address.value(as: Float?.self), forKey: key)
    case .double: try container.encodeIfPresent(address.value(as: Double?.self), forKey: key)
    case .string: try container.encodeIfPresent(address.value(as: String?.self), forKey: key)
    case .date: try container.encodeIfPresent(address.value(as: Date?.self), forKey: key)
    case .data: try container.encodeIfPresent(address.value(as: Data?.self), forKey: key)
    case .url: try container.encodeIfPresent(address.value(as: URL?.self), forKey: key)
    case .uuid: try container.encodeIfPresent(address.value(as: UUID?.self), forKey: key)
    case .decimal: try container.encodeIfPresent(address.value(as: Decimal?.self), forKey: key)
    default: _ = try operation.withCodable { try $0.encode(address, forKey: key, in: &container) }
    }
  }

  @inline(__always)
  private static func decode(
    into address: UnsafeMutableRawPointer, _ operation: PropertyOperation, forKey key: PropertyKey,
    from container: KeyedDecodingContainer<PropertyKey>
  ) throws {
    if operation.isOptionalLeaf {
      switch operation.kind {
      case .bool: address.initialize(with: try container.decodeIfPresent(Bool.self, forKey: key))
      case .int: address.initialize(with: try container.decodeIfPresent(Int.self, forKey: key))
      case .int8: address.initialize(with: try container.decodeIfPresent(Int8.self, forKey: key))
      case .int16: address.initialize(with: try container.decodeIfPresent(Int16.self, forKey: key))
      case .int32: address.initialize(with: try container.decodeIfPresent(Int32.self, forKey: key))
      case .int64: address.initialize(with: try container.decodeIfPresent(Int64.self, forKey: key))
      case .uint: address.initialize(with: try container.decodeIfPresent(UInt.self, forKey: key))
      case .uint8: address.initialize(with: try container.decodeIfPresent(UInt8.self, forKey: key))
      case .uint16: address.initialize(with: try container.decodeIfPresent(UInt16.self, forKey: key))
      case .uint32: address.initialize(with: try container.decodeIfPresent(UInt32.self, forKey: key))
      case .uint64: address.initialize(with: try container.decodeIfPresent(UInt64.self, forKey: key))
      case .float: address.initialize(with: try container.decodeIfPresent(Float.self, forKey: key))
      case .double: address.initialize(with: try container.decodeIfPresent(Double.self, forKey: key))
      case .string: address.initialize(with: try container.decodeIfPresent(String.self, forKey: key))
      case .date: address.initialize(with: try container.decodeIfPresent(Date.self, forKey: key))
      case .data: address.initialize(with: try container.decodeIfPresent(Data.self, forKey: key))
      case .url: address.initialize(with: try container.decodeIfPresent(URL.self, forKey: key))
      case .uuid: address.initialize(with: try container.decodeIfPresent(UUID.self, forKey: key))
      case .decimal: address.initialize(with: try container.decodeIfPresent(Decimal.self, forKey: key))
      default: _ = try operation.withCodable { try $0.decode(into: address, forKey: key, from: container) }
      }
      return
    }
    switch operation.kind {
    case .bool: address.initialize(with: try container.decode(Bool.self, forKey: key))
    case .int: address.initialize(with: try container.decode(Int.self, forKey: key))
    case .int8: address.initialize(with: try container.decode(Int8.self, forKey: key))
    case .int16: address.initialize(with: try container.decode(Int16.self, forKey: key))
    case .int32: address.initialize(with: try container.decode(Int32.self, forKey: key))
    case .int64: address.initialize(with: try container.decode(Int64.self, forKey: key))
    case .uint: address.initialize(with: try container.decode(UInt.self, forKey: key))
    case .uint8: address.initialize(with: try container.decode(UInt8.self, forKey: key))
    case .uint16: address.initialize(with: try container.decode(UInt16.self, forKey: key))
    case .uint32: address.initialize(with: try container.decode(UInt32.self, forKey: key))
    case .uint64: address.initialize(with: try container.decode(UInt64.self, forKey: key))
    case .float: address.initialize(with: try container.decode(Float.self, forKey: key))
    case .double: address.initialize(with: try container.decode(Double.self, forKey: key))
    case .string: address.initialize(with: try container.decode(String.self, forKey: key))
    case .date: address.initialize(with: try container.decode(Date.self, forKey: key))
    case .data: address.initialize(with: try container.decode(Data.self, forKey: key))
    case .url: address.initialize(with: try container.decode(URL.self, forKey: key))
    case .uuid: address.initialize(with: try container.decode(UUID.self, forKey: key))
    case .decimal: address.initialize(with: try container.decode(Decimal.self, forKey: key))
    default:
      if try operation.withCodable({ try $0.decode(into: address, forKey: key, from: container) }) == nil {
        try decodeUncodable(into: address, operation.codec, forKey: key, from: container)
      }
    }
  }

  /// Encodes a property whose type has no conformance that a container could call.
  private static func encodeUncodable(
    _ address: UnsafeRawPointer, _ operation: PropertyOperation, forKey key: PropertyKey,
    in container: inout KeyedEncodingContainer<PropertyKey>
  ) throws {
    var codec = operation.codec
    if operation.omitsNil, let optional = codec as? OptionalCodec {
      guard !optional.isNil(address) else { return }
      codec = optional.wrapped
    }
    try container.encode(EncodableSlot(address: address, codec: codec), forKey: key)
  }

  /// Decodes a property whose type has no conformance that a container could call.
  private static func decodeUncodable(
    into address: UnsafeMutableRawPointer, _ codec: Codec, forKey key: PropertyKey,
    from container: KeyedDecodingContainer<PropertyKey>
  ) throws {
    if let optional = codec as? OptionalCodec {
      if let slot = try DecodableSlot.decoding(
        optional.wrapped,
        {
          try container.decodeIfPresent(DecodableSlot.self, forKey: key)
        })
      {
        slot.move(to: address)
        optional.wrap(address)
      } else {
        optional.initializeNil(address)
      }
    } else {
      try DecodableSlot.decoding(codec) { try container.decode(DecodableSlot.self, forKey: key) }.move(to: address)
    }
  }
}
