/// The properties of a record, one by one.
extension CodableBridge {
  // Leaves go to the container's own overloads, as in calls that the compiler synthesizes: coders are faster there. The
  // less common leaves are listed here too, because code that names a type needs no lookup of it. They have functions
  // to themselves, since they need larger stack frames.

  @inline(__always)
  static func encode(
    _ address: UnsafeRawPointer, _ operation: UnsafePointer<PropertyOperation>, forKey key: PropertyKey,
    in container: inout KeyedEncodingContainer<PropertyKey>, nestingIn encoder: NestingEncoder?
  ) throws {
    if try encodeLeaf(address, operation.pointee.kind, forKey: key, in: &container) { return }
    if !operation.pointee.kind.isLeaf, let encoder,
      try encodeNested(address, operation, forKey: key, in: &container, of: encoder)
    {
      return
    }
    if try operation.pointee.withCodable({ try $0.encode(address, forKey: key, in: &container) }) == nil {
      try encodeUncodable(address, operation, forKey: key, in: &container)
    }
  }

  /// Encodes a leaf by the container's overload for its type, if it has one; otherwise returns false.
  @inline(__always)
  static func encodeLeaf<Key: CodingKey>(
    _ address: UnsafeRawPointer, _ kind: Codec.Kind, forKey key: Key, in container: inout KeyedEncodingContainer<Key>
  ) throws -> Bool {
    switch kind {
    case .bool: try container.encode(address.value(as: Bool.self), forKey: key)
    case .int: try container.encode(address.value(as: Int.self), forKey: key)
    case .double: try container.encode(address.value(as: Double.self), forKey: key)
    case .string: try container.encode(address.value(as: String.self), forKey: key)
    default: return try kind.isLeaf && encodeRareLeaf(address, kind, forKey: key, in: &container)
    }
    return true
  }

  @inline(__always)
  static func encodeOptionalLeaf(
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

  /// Tells a container of a property that is nil, as an Optional of the property's type: encoders of databases may go by it, and
  /// an encoder of ours may write null.
  @inline(never)
  static func encodeNil(
    of operation: UnsafePointer<PropertyOperation>, forKey key: PropertyKey,
    in container: inout KeyedEncodingContainer<PropertyKey>
  ) throws {
    switch operation.pointee.kind {
    case .bool: return try container.encodeIfPresent(nil as Bool?, forKey: key)
    case .int: return try container.encodeIfPresent(nil as Int?, forKey: key)
    case .double: return try container.encodeIfPresent(nil as Double?, forKey: key)
    case .string: return try container.encodeIfPresent(nil as String?, forKey: key)
    default: break
    }
    if try operation.pointee.withCodable({ try $0.encodeNil(forKey: key, in: &container) }) != nil { return }
    // What a transformer makes of the value is of its type.
    var codec = operation.pointee.codec
    if let optional = codec.optional { codec = optional.wrapped }
    if let representation = codec.conversion?.representation.codable {
      try representation.encodeNil(forKey: key, in: &container)
    } else {
      try container.encodeIfPresent(nil as Bool?, forKey: key)
    }
  }

  /// - Parameter isPresent: Whether the container is known to have the key.
  @inline(__always)
  static func decode(
    into address: UnsafeMutableRawPointer, _ operation: UnsafePointer<PropertyOperation>, forKey key: PropertyKey,
    isPresent: Bool = false, from container: KeyedDecodingContainer<PropertyKey>,
    nestingIn decoder: NestingDecoder? = nil
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
    if operation.pointee.isNilForUndecodable {
      return try decodeOrNil(into: address, operation) {
        try decodeValue(into: address, operation, forKey: key, from: container)
      }
    }
    if operation.pointee.skipsUndecodable {
      return try decodeValue(into: address, operation, forKey: key, from: container)
    }
    if try decodeLeaf(into: address, operation.pointee.kind, forKey: key, from: container) { return }
    if !operation.pointee.kind.isLeaf {
      if let decoder,
        try decodeNested(
          into: address, operation, forKey: key, isPresent: isPresent, from: container, of: decoder)
      {
        return
      }
      if operation.pointee.isWrapper, try decodeDefault(into: address, operation, forKey: key, from: container) {
        return
      }
    }
    try decodeValue(into: address, operation, forKey: key, from: container)
  }

  @inline(__always)
  private static func decodeValue(
    into address: UnsafeMutableRawPointer, _ operation: UnsafePointer<PropertyOperation>, forKey key: PropertyKey,
    from container: KeyedDecodingContainer<PropertyKey>
  ) throws {
    // The collection's own code fails for one element.
    if !operation.pointee.skipsUndecodable,
      try operation.pointee.withCodable({ try $0.decode(into: address, forKey: key, from: container) }) != nil
    {
      return
    }
    try decodeUncodable(into: address, operation.pointee.codec, forKey: key, from: container)
  }

  /// Decodes a property. Returns false if its value does not fit, and it keeps its default, as its rule says; its memory is
  /// then uninitialized still.
  @inline(__always)
  static func decodeOrDefault(
    _ operation: UnsafePointer<PropertyOperation>, _ decode: () throws -> Void
  ) throws -> Bool {
    if operation.pointee.keepsDefaultForUndecodable { return try decodeFitting(decode) }
    try decode()
    return true
  }

  /// Calls `decode`, and returns whether the value fits.
  @inline(never)
  private static func decodeFitting(_ decode: () throws -> Void) throws -> Bool {
    let begun = ThreadState.ownCodeFailures
    do {
      try decode()
      return true
    } catch let error where isRecoverable(error, since: begun) {
      return false
    }
  }

  /// Calls `decode`, and makes the property nil if its value does not fit. Precondition: the property's rule says so.
  @inline(never)
  static func decodeOrNil(
    into address: UnsafeMutableRawPointer, _ operation: UnsafePointer<PropertyOperation>, _ decode: () throws -> Void
  ) throws {
    if try !decodeFitting(decode) { operation.pointee.initializeNull(address) }
  }

  /// Whether a value does not fit, or a part of it.
  ///
  /// - Parameter failures: `ThreadState.ownCodeFailures` before the value was begun.
  static func isRecoverable(
    _ error: any Error, by recovery: ErrorRecovery = .nilForProperty, since failures: UInt
  ) -> Bool {
    if let error = error as? DecodingError { return error.isRecoverable(by: recovery, since: failures) }
    return isOfNumber(error)
  }

  /// Whether it is Foundation's error for a number that its type does not hold, as 1e400 and 1.5 for an `Int`. `JSONDecoder`
  /// makes a `DecodingError` of it when it returns.
  static func isOfNumber(_ error: any Error) -> Bool {
    ["FoundationEssentials.JSONError", "Foundation.JSONError"].contains(_typeName(type(of: error)))
  }

  /// Decodes a leaf by the container's overload for its type, if it has one; otherwise returns false.
  @inline(__always)
  static func decodeLeaf<Key: CodingKey>(
    into address: UnsafeMutableRawPointer, _ kind: Codec.Kind, forKey key: Key,
    from container: KeyedDecodingContainer<Key>
  ) throws -> Bool {
    switch kind {
    case .bool: address.initialize(with: try container.decode(Bool.self, forKey: key))
    case .int: address.initialize(with: try container.decode(Int.self, forKey: key))
    case .double: address.initialize(with: try container.decode(Double.self, forKey: key))
    case .string: address.initialize(with: try container.decode(String.self, forKey: key))
    default: return try kind.isLeaf && decodeRareLeaf(into: address, kind, forKey: key, from: container)
    }
    return true
  }

  /// Decodes one of the most common leaves; returns false if its key is missing or null.
  @inline(__always)
  static func decodeIfPresent(
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
}

extension PropertyOperation {
  /// Whether a property that was decoded without an error certainly has a key in the data. Values of other kinds may have
  /// been made without one.
  @inline(__always)
  func isFound(_ address: UnsafeRawPointer) -> Bool { kind.isLeaf && !(isOptionalLeaf && isNilLeaf(address)) }
}
