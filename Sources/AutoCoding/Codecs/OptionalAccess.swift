/// The conformance of an Optional, whose missing key decodes as nil.
///
/// Nil is left out as in synthesized code: only if the property is declared as an Optional, and not if it is one merely
/// through a generic parameter.
class OptionalAccess<Wrapped: Codable>: CodableAccess, @unchecked Sendable {
  fileprivate let omitsNil: Bool
  /// Whether the property is declared as an Optional.
  private let isDeclared: Bool

  init(omitsNil: Bool, isDeclared: Bool) { (self.omitsNil, self.isDeclared) = (omitsNil, isDeclared) }

  override func encode(
    _ address: UnsafeRawPointer, forKey key: PropertyKey, in container: inout KeyedEncodingContainer<PropertyKey>
  ) throws {
    let value = address.assumingMemoryBound(to: Wrapped?.self)
    if omitsNil {
      try container.encodeIfPresent(value.pointee, forKey: key)
    } else if !isDeclared {
      try container.encode(value.pointee, forKey: key)
    } else if let value = value.pointee {
      // Some coders treat values by their type, and would not read an Optional's as that.
      try container.encode(value, forKey: key)
    } else {
      try container.encodeNil(forKey: key)
    }
  }

  override func encodeNil(forKey key: PropertyKey, in container: inout KeyedEncodingContainer<PropertyKey>) throws {
    try container.encodeIfPresent(nil as Wrapped?, forKey: key)
  }

  override func decode(
    into address: UnsafeMutableRawPointer, forKey key: PropertyKey, from container: KeyedDecodingContainer<PropertyKey>
  ) throws {
    address.assumingMemoryBound(to: Wrapped?.self)
      .initialize(to: try ThreadState.callingOwnCode { try container.decodeIfPresent(Wrapped.self, forKey: key) })
  }

  override var codableType: (any Codable.Type)? { Wrapped?.self }

  override func value(at address: UnsafeRawPointer) -> (any Encodable)? {
    address.value(as: Wrapped?.self)
  }

  override func decode(into address: UnsafeMutableRawPointer, from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    address.initialize(with: container.decodeNil() ? nil : try container.decode(Wrapped.self))
  }
}

/// Like ``OptionalAccess``, for objects: the layout of an Optional reference needs no metadata lookup.
final class OptionalObjectAccess<Wrapped: Codable & AnyObject>: OptionalAccess<Wrapped>, @unchecked Sendable {
  // The same as for other values, but compiled for a reference.
  override func encode(
    _ address: UnsafeRawPointer, forKey key: PropertyKey, in container: inout KeyedEncodingContainer<PropertyKey>
  ) throws {
    guard omitsNil else { return try super.encode(address, forKey: key, in: &container) }
    try container.encodeIfPresent(address.assumingMemoryBound(to: Wrapped?.self).pointee, forKey: key)
  }

  override func decode(
    into address: UnsafeMutableRawPointer, forKey key: PropertyKey, from container: KeyedDecodingContainer<PropertyKey>
  ) throws {
    if let object = try container.decodeIfPresent(Wrapped.self, forKey: key) {
      address.initialize(with: object as AnyObject)
    } else {
      address.initialize(with: UnsafeRawPointer?.none)
    }
  }
}

/// The conformance of the storage of a `lazy` property whose type is Optional.
///
/// Nothing is encoded if the value was not computed. Null is a nil that was.
private final class LazyOptionalAccess<Wrapped: Codable>: CodableAccess, @unchecked Sendable {
  override func encode(
    _ address: UnsafeRawPointer, forKey key: PropertyKey, in container: inout KeyedEncodingContainer<PropertyKey>
  ) throws {
    if let value = address.value(as: Wrapped??.self) { try container.encode(value, forKey: key) }
  }

  override func decode(
    into address: UnsafeMutableRawPointer, forKey key: PropertyKey, from container: KeyedDecodingContainer<PropertyKey>
  ) throws {
    let isComputed = container.contains(key)
    let value = try isComputed ? container.decodeIfPresent(Wrapped.self, forKey: key) : nil
    address.initialize(with: isComputed ? .some(value) : nil as Wrapped??)
  }

  override func value(at address: UnsafeRawPointer) -> (any Encodable)? {
    address.value(as: Wrapped??.self)
  }

  override func decode(into address: UnsafeMutableRawPointer, from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    let value = try container.decodeNil() ? nil : container.decode(Wrapped.self)
    address.initialize(with: .some(value) as Wrapped??)
  }
}

/// Returns the access to the conformance of the storage of a `lazy` property of an Optional, or nil if the type that the
/// Optional wraps is not Codable.
func lazyOptionalAccess(wrapping codec: Codec) -> CodableAccess? {
  func access<Value: Codable>(_: Value.Type) -> CodableAccess { LazyOptionalAccess<Value>() }
  return codableType(of: codec).map { access($0) }
}

/// Returns the access to an Optional's conformance, or nil if the wrapped type is not Codable.
///
/// - Parameters:
///   - omitsNil: Whether a property that is nil is left out.
///   - isDeclared: Whether the property is declared as an Optional, and not one merely through a generic parameter.
func optionalAccess(wrapping codec: Codec, omitsNil: Bool, isDeclared: Bool) -> CodableAccess? {
  func access<Value: Codable>(_: Value.Type) -> CodableAccess {
    OptionalAccess<Value>(omitsNil: omitsNil, isDeclared: isDeclared)
  }
  func objectAccess<Value: Codable & AnyObject>(_: Value.Type) -> CodableAccess {
    OptionalObjectAccess<Value>(omitsNil: omitsNil, isDeclared: isDeclared)
  }
  if codec.type is AnyClass, let type = codec.type as? any (Codable & AnyObject).Type { return objectAccess(type) }
  return codableType(of: codec).map { access($0) }
}
