/// Properties whose types have no conformance that a container can use.
extension CodableBridge {
  /// Encodes a property whose type has no conformance that a container can use.
  static func encodeUncodable(
    _ address: UnsafeRawPointer, _ operation: UnsafePointer<PropertyOperation>, forKey key: PropertyKey,
    in container: inout KeyedEncodingContainer<PropertyKey>
  ) throws {
    var codec = operation.pointee.codec
    if operation.pointee.omitsNil, let optional = codec.optional {
      guard !optional.isNil(address) else {
        return try operation.pointee.isLazy ? () : encodeNil(of: operation, forKey: key, in: &container)
      }
      codec = optional.wrapped
    }
    if let (conversion, access) = conversionOfLeaf(codec) {
      return try conversion.withRepresentation(of: address) {
        if try encodeLeaf($0, conversion.representation.kind, forKey: key, in: &container) { return }
        try access.encode($0, forKey: key, in: &container)
      }
    }
    try EncodableSlot.lending { lifetime in
      try container.encode(EncodableSlot(address: address, codec: codec, lifetime: lifetime), forKey: key)
    }
  }

  /// Decodes a property whose type has no conformance that a container can use.
  static func decodeUncodable(
    into address: UnsafeMutableRawPointer, _ codec: Codec, forKey key: PropertyKey,
    from container: KeyedDecodingContainer<PropertyKey>
  ) throws {
    if let (conversion, access) = conversionOfLeaf(codec) {
      return try decode(into: address, conversion, access, forKey: key, from: container)
    }
    if let optional = codec.optional {
      if let (conversion, access) = conversionOfLeaf(optional.wrapped) {
        guard container.contains(key) else { return optional.initializeNil(address) }
        guard try !container.decodeNil(forKey: key) else { return optional.initializeNull(address) }
        try decode(into: address, conversion, access, forKey: key, from: container)
        optional.wrap(address)
      } else if let slot = try DecodableSlot.decoding(
        optional.wrapped,
        {
          try container.decodeIfPresent(DecodableSlot.self, forKey: key)
        })
      {
        try slot.move(to: address, as: optional.wrapped, codingPath: container.codingPath + [key])
        optional.wrap(address)
      } else if container.contains(key) {
        optional.initializeNull(address)
      } else {
        optional.initializeNil(address)
      }
    } else {
      try DecodableSlot.decoding(codec) { try container.decode(DecodableSlot.self, forKey: key) }
        .move(to: address, as: codec, codingPath: container.codingPath + [key])
    }
  }

  /// Returns a codec if it converts its values to and from a leaf, and the leaf's conformance. A container is given the
  /// leaf, as code by hand would do, since slots take twice as long.
  @inline(__always)
  private static func conversionOfLeaf(_ codec: Codec) -> (ConversionCodec, CodableAccess)? {
    guard let codec = codec.conversion, codec.representation.kind.isLeaf,
      let access = codec.representation.codable
    else { return nil }
    return (codec, access)
  }

  private static func decode(
    into address: UnsafeMutableRawPointer, _ codec: ConversionCodec, _ access: CodableAccess, forKey key: PropertyKey,
    from container: KeyedDecodingContainer<PropertyKey>
  ) throws {
    try codec.representation.withTemporaryValue { memory in
      if try !decodeLeaf(into: memory, codec.representation.kind, forKey: key, from: container) {
        try access.decode(into: memory, forKey: key, from: container)
      }
      do {
        try codec.initialize(address, taking: memory)
      } catch {
        throw error.prepending(container.codingPath + [key])
      }
    }
  }
}
