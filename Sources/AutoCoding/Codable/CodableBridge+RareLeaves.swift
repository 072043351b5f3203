#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// Codes the leaves that few models have, out of line.
extension CodableBridge {
  @inline(never)
  static func encodeRareLeaf<Key: CodingKey>(
    _ address: UnsafeRawPointer, _ kind: Codec.Kind, forKey key: Key, in container: inout KeyedEncodingContainer<Key>
  ) throws -> Bool {
    switch kind {
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
    case .date: try container.encode(address.value(as: Date.self), forKey: key)
    case .data: try container.encode(address.value(as: Data.self), forKey: key)
    case .url: try container.encode(address.value(as: URL.self), forKey: key)
    case .uuid: try container.encode(address.value(as: UUID.self), forKey: key)
    case .decimal: try container.encode(address.value(as: Decimal.self), forKey: key)
    default: return false
    }
    return true
  }

  @inline(never)
  static func encodeRareOptionalLeaf(
    _ address: UnsafeRawPointer, _ operation: UnsafePointer<PropertyOperation>, forKey key: PropertyKey,
    in container: inout KeyedEncodingContainer<PropertyKey>
  ) throws {
    switch operation.pointee.kind {
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
    case .date: try container.encodeIfPresent(address.value(as: Date?.self), forKey: key)
    case .data: try container.encodeIfPresent(address.value(as: Data?.self), forKey: key)
    case .url: try container.encodeIfPresent(address.value(as: URL?.self), forKey: key)
    case .uuid: try container.encodeIfPresent(address.value(as: UUID?.self), forKey: key)
    case .decimal: try container.encodeIfPresent(address.value(as: Decimal?.self), forKey: key)
    default: _ = try operation.pointee.withCodable { try $0.encode(address, forKey: key, in: &container) }
    }
  }

  @inline(never)
  static func decodeRareLeaf<Key: CodingKey>(
    into address: UnsafeMutableRawPointer, _ kind: Codec.Kind, forKey key: Key,
    from container: KeyedDecodingContainer<Key>
  ) throws -> Bool {
    switch kind {
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
    case .date: address.initialize(with: try container.decode(Date.self, forKey: key))
    case .data: address.initialize(with: try container.decode(Data.self, forKey: key))
    case .url: address.initialize(with: try container.decode(URL.self, forKey: key))
    case .uuid: address.initialize(with: try container.decode(UUID.self, forKey: key))
    case .decimal: address.initialize(with: try container.decode(Decimal.self, forKey: key))
    default: return false
    }
    return true
  }

  @inline(never)
  static func decodeRareOptionalLeaf(
    into address: UnsafeMutableRawPointer, _ operation: UnsafePointer<PropertyOperation>, forKey key: PropertyKey,
    from container: KeyedDecodingContainer<PropertyKey>
  ) throws {
    switch operation.pointee.kind {
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
    case .date: address.initialize(with: try container.decodeIfPresent(Date.self, forKey: key))
    case .data: address.initialize(with: try container.decodeIfPresent(Data.self, forKey: key))
    case .url: address.initialize(with: try container.decodeIfPresent(URL.self, forKey: key))
    case .uuid: address.initialize(with: try container.decodeIfPresent(UUID.self, forKey: key))
    case .decimal: address.initialize(with: try container.decodeIfPresent(Decimal.self, forKey: key))
    default: _ = try operation.pointee.withCodable { try $0.decode(into: address, forKey: key, from: container) }
    }
  }
}
