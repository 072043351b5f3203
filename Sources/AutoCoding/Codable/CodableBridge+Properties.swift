#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

extension CodableBridge {
  /// Encodes the stored properties of a struct or object at `base`.
  ///
  /// - Parameters:
  ///   - encoder: The encoder that made the container; nil for tuples and payloads, which have no rules.
  ///   - writesNils: Whether an object on a key path is encoded if all in it is nil.
  static func encodeProperties(
    of base: UnsafeRawPointer, map: TypeMap.Storage, in container: inout KeyedEncodingContainer<PropertyKey>,
    of encoder: (any Encoder)? = nil, writesNils: Bool = false
  ) throws {
    if map.hasHeader { try encodeHeader(of: map, in: &container) }
    if let group = map.keyGroup {
      return try encodeMembers(of: group, base, map: map, in: &container, of: encoder, writesNils: writesNils)
    }
    for index in map.writtenOperations.indices {
      let position = map.writtenOperations[index].position
      try encodeProperty(
        position, of: base, map: map, forKey: map.operation(at: position).pointee.key, in: &container)
    }
  }

  /// Encodes the stored property at a position.
  @inline(__always)
  static func encodeProperty(
    _ position: Int, of base: UnsafeRawPointer, map: TypeMap.Storage, forKey key: PropertyKey,
    in container: inout KeyedEncodingContainer<PropertyKey>
  ) throws {
    let operation = map.operation(at: position)
    let address = base + operation.pointee.offset
    if map.hasDefaults, operation.pointee.omitsNil, operation.pointee.memory.enumTag(address) != 0 {
      if !map.omitsNil(position) { return try container.encodeNil(forKey: key) }
      // An encoder of ours may write null.
      try container.encodeIfPresent(nil as Bool?, forKey: key)
    } else if operation.pointee.isOptionalLeaf {
      try encodeOptionalLeaf(address, operation, forKey: key, in: &container)
    } else if !operation.pointee.isLeftOutWrapper(address) {
      try encode(address, operation, forKey: key, in: &container)
    }
  }

  /// Decodes the stored properties of a struct or object.
  ///
  /// - Parameter decoder: The decoder that made the container; nil for tuples and payloads, which have no rules.
  static func decodeProperties(
    into address: UnsafeMutableRawPointer, map: TypeMap.Storage, from container: KeyedDecodingContainer<PropertyKey>,
    of decoder: (any Decoder)? = nil
  ) throws {
    if let group = map.keyGroup {
      try checkVersions(of: map, group.index, in: container)
      return try decodeMembers(of: group, into: address, map: map, from: container, of: decoder)
    }
    try checkVersions(of: map, map.index, in: container)
    guard !map.isDecodedInOrder else {
      return try RecordAssembly.inOrder(map, at: address) { position, slot in
        let key = key(of: position, in: map, container)
        do {
          try decode(into: slot, map.operation(at: position), forKey: key, from: container)
        } catch {
          throw explained(error, at: position, of: map, key, container)
        }
      }
    }
    var assembly = try RecordAssembly(map, at: address)
    try decodePresentProperties(into: &assembly, map: map, from: container)
    try checkMissing(in: assembly, map, container)
    try assembly.finish(at: address)
  }

  /// - Throws: `DecodingError.keyNotFound` for a missing property without a default.
  static func checkMissing(
    in assembly: borrowing RecordAssembly, _ map: TypeMap.Storage, _ container: KeyedDecodingContainer<PropertyKey>
  ) throws {
    guard !map.hasDefaults else { return }
    for position in map.operations.indices
    where !assembly.contains(position) && !map.operations[position].isOptional
      && !map.operations[position].isWrapper && map.defaultValue(at: position) == nil
    {
      throw map.missingKey(position, codingPath: container.codingPath)
    }
  }

  /// Decodes the stored properties that are present in the container.
  ///
  /// - Parameter overlay: The existing value, if one is updated in part.
  static func decodePresentProperties(
    into assembly: inout RecordAssembly, map: TypeMap.Storage, from container: KeyedDecodingContainer<PropertyKey>,
    overlay: Overlay? = nil
  ) throws {
    for index in map.readOperations.indices {
      let position = map.readOperations[index].position
      let key = key(of: position, in: map, container)
      // The key is nearly always present: ask for the value first, so that the container looks the key up once.
      var isNil = false
      if overlay == nil, map.operation(at: position).pointee.isCommonLeaf {
        let slot = assembly.slot(position)
        if try decodeIfPresent(into: slot, map.operation(at: position), forKey: key, from: container) {
          assembly.commit(position)
          continue
        }
        isNil = map.operation(at: position).pointee.isOptionalLeaf
      }
      guard container.contains(key) else { continue }
      if isNil {
        map.operation(at: position).pointee.initializeNil(assembly.slot(position))
        assembly.commit(position)
        continue
      }
      if let overlay {
        try overlay.decode(position, into: &assembly, map: map, forKey: key, from: container)
        continue
      }
      try decode(into: assembly.slot(position), map.operation(at: position), forKey: key, from: container)
      assembly.commit(position)
    }
  }

  /// Returns the key of a property in the data: a former key if the current one is missing.
  @inline(__always)
  private static func key(
    of position: Int, in map: TypeMap.Storage, _ container: KeyedDecodingContainer<PropertyKey>
  ) -> PropertyKey {
    map.hasFormerKeys
      ? keyOrFormerKey(of: map.operation(at: position), container) : map.operation(at: position).pointee.key
  }

  @inline(never)
  private static func keyOrFormerKey(
    of operation: UnsafePointer<PropertyOperation>, _ container: KeyedDecodingContainer<PropertyKey>
  ) -> PropertyKey {
    let key = operation.pointee.key
    return container.contains(key) ? key : operation.pointee.formerKeys.first(where: container.contains) ?? key
  }

  /// Returns a clearer error if the property's own key is missing, or else the same error. Not inlined: the variables
  /// that the pattern binds would enlarge the stack frame of every record.
  @inline(never)
  private static func explained(
    _ error: any Error, at position: Int, of map: TypeMap.Storage, _ key: PropertyKey,
    _ container: KeyedDecodingContainer<PropertyKey>
  ) -> any Error {
    guard case DecodingError.keyNotFound(let missing, let context) = error, missing.stringValue == key.stringValue,
      context.codingPath.count == container.codingPath.count
    else { return error }
    return map.missingKey(position, codingPath: context.codingPath)
  }

  // MARK: One property

  // Leaves go to the container's own overloads, as in calls that the compiler synthesizes: coders are faster there. The
  // less common leaves are listed here too, because code that names a type needs no lookup of it. They have functions
  // to themselves, since they need larger stack frames.

  @inline(__always)
  private static func encode(
    _ address: UnsafeRawPointer, _ operation: UnsafePointer<PropertyOperation>, forKey key: PropertyKey,
    in container: inout KeyedEncodingContainer<PropertyKey>
  ) throws {
    switch operation.pointee.kind {
    case .bool: try container.encode(address.value(as: Bool.self), forKey: key)
    case .int: try container.encode(address.value(as: Int.self), forKey: key)
    case .double: try container.encode(address.value(as: Double.self), forKey: key)
    case .string: try container.encode(address.value(as: String.self), forKey: key)
    default:
      if operation.pointee.kind.isLeaf {
        try encodeRareLeaf(address, operation, forKey: key, in: &container)
      } else if try operation.pointee.withCodable({ try $0.encode(address, forKey: key, in: &container) }) == nil {
        try encodeUncodable(address, operation, forKey: key, in: &container)
      }
    }
  }

  @inline(__always)
  private static func encodeOptionalLeaf(
    _ address: UnsafeRawPointer, _ operation: UnsafePointer<PropertyOperation>, forKey key: PropertyKey,
    in container: inout KeyedEncodingContainer<PropertyKey>
  ) throws {
    switch operation.pointee.kind {
    case .bool: try container.encodeIfPresent(address.value(as: Bool?.self), forKey: key)
    case .int: try container.encodeIfPresent(address.value(as: Int?.self), forKey: key)
    case .double: try container.encodeIfPresent(address.value(as: Double?.self), forKey: key)
    case .string: try container.encodeIfPresent(address.value(as: String?.self), forKey: key)
    default: try encodeRareOptionalLeaf(address, operation, forKey: key, in: &container)
    }
  }

  @inline(__always)
  static func decode(
    into address: UnsafeMutableRawPointer, _ operation: UnsafePointer<PropertyOperation>, forKey key: PropertyKey,
    from container: KeyedDecodingContainer<PropertyKey>
  ) throws {
    if operation.pointee.isOptionalLeaf {
      switch operation.pointee.kind {
      case .bool: address.initialize(with: try container.decodeIfPresent(Bool.self, forKey: key))
      case .int: address.initialize(with: try container.decodeIfPresent(Int.self, forKey: key))
      case .double: address.initialize(with: try container.decodeIfPresent(Double.self, forKey: key))
      case .string: address.initialize(with: try container.decodeIfPresent(String.self, forKey: key))
      default: try decodeRareOptionalLeaf(into: address, operation, forKey: key, from: container)
      }
      return
    }
    switch operation.pointee.kind {
    case .bool: address.initialize(with: try container.decode(Bool.self, forKey: key))
    case .int: address.initialize(with: try container.decode(Int.self, forKey: key))
    case .double: address.initialize(with: try container.decode(Double.self, forKey: key))
    case .string: address.initialize(with: try container.decode(String.self, forKey: key))
    default:
      if operation.pointee.kind.isLeaf {
        try decodeRareLeaf(into: address, operation, forKey: key, from: container)
      } else if operation.pointee.isWrapper, try decodeDefault(into: address, operation, forKey: key, from: container) {
        return
      } else if try operation.pointee.withCodable({ try $0.decode(into: address, forKey: key, from: container) }) == nil
      {
        try decodeUncodable(into: address, operation.pointee.codec, forKey: key, from: container)
      }
    }
  }

  /// Decodes one of the most common leaves; returns false if its key is missing or null.
  @inline(__always)
  private static func decodeIfPresent(
    into address: UnsafeMutableRawPointer, _ operation: UnsafePointer<PropertyOperation>, forKey key: PropertyKey,
    from container: KeyedDecodingContainer<PropertyKey>
  ) throws -> Bool {
    let isOptional = operation.pointee.isOptionalLeaf
    switch operation.pointee.kind {
    case .bool:
      guard let value = try container.decodeIfPresent(Bool.self, forKey: key) else { return false }
      if isOptional { address.initialize(with: value as Bool?) } else { address.initialize(with: value) }
    case .int:
      guard let value = try container.decodeIfPresent(Int.self, forKey: key) else { return false }
      if isOptional { address.initialize(with: value as Int?) } else { address.initialize(with: value) }
    case .double:
      guard let value = try container.decodeIfPresent(Double.self, forKey: key) else { return false }
      if isOptional { address.initialize(with: value as Double?) } else { address.initialize(with: value) }
    case .string:
      guard let value = try container.decodeIfPresent(String.self, forKey: key) else { return false }
      if isOptional { address.initialize(with: value as String?) } else { address.initialize(with: value) }
    default: return false
    }
    return true
  }

  @inline(never)
  private static func encodeRareLeaf(
    _ address: UnsafeRawPointer, _ operation: UnsafePointer<PropertyOperation>, forKey key: PropertyKey,
    in container: inout KeyedEncodingContainer<PropertyKey>
  ) throws {
    switch operation.pointee.kind {
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
    default:
      if try operation.pointee.withCodable({ try $0.encode(address, forKey: key, in: &container) }) == nil {
        try encodeUncodable(address, operation, forKey: key, in: &container)
      }
    }
  }

  @inline(never)
  private static func encodeRareOptionalLeaf(
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
  private static func decodeRareLeaf(
    into address: UnsafeMutableRawPointer, _ operation: UnsafePointer<PropertyOperation>, forKey key: PropertyKey,
    from container: KeyedDecodingContainer<PropertyKey>
  ) throws {
    switch operation.pointee.kind {
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
    default:
      if try operation.pointee.withCodable({ try $0.decode(into: address, forKey: key, from: container) }) == nil {
        try decodeUncodable(into: address, operation.pointee.codec, forKey: key, from: container)
      }
    }
  }

  @inline(never)
  private static func decodeRareOptionalLeaf(
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

  /// Initializes a property wrapper with its default for a missing key or for null; returns false if it has none.
  @inline(never)
  private static func decodeDefault(
    into address: UnsafeMutableRawPointer, _ operation: UnsafePointer<PropertyOperation>, forKey key: PropertyKey,
    from container: KeyedDecodingContainer<PropertyKey>
  ) throws -> Bool {
    try operation.pointee.withCodec { codec in
      guard let wrapper = codec.wrapper else { return false }
      guard container.contains(key) else { return wrapper.initializeDefault(address) }
      return try wrapper.replacesNull && container.decodeNil(forKey: key) && wrapper.initializeForNull(address)
    }
  }

  /// Encodes a property whose type has no conformance that a container can use.
  private static func encodeUncodable(
    _ address: UnsafeRawPointer, _ operation: UnsafePointer<PropertyOperation>, forKey key: PropertyKey,
    in container: inout KeyedEncodingContainer<PropertyKey>
  ) throws {
    var codec = operation.pointee.codec
    if operation.pointee.omitsNil, let optional = codec as? OptionalCodec {
      guard !optional.isNil(address) else { return try container.encodeIfPresent(nil as Bool?, forKey: key) }
      codec = optional.wrapped
    }
    try container.encode(EncodableSlot(address: address, codec: codec), forKey: key)
  }

  /// Decodes a property whose type has no conformance that a container can use.
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

extension PropertyOperation {
  /// Whether the property is one of the most common leaves, or an Optional of one.
  fileprivate var isCommonLeaf: Bool {
    switch kind {
    case .bool, .int, .double, .string: true
    default: false
    }
  }
}
