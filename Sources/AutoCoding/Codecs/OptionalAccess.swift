/// The conformance of an Optional, whose missing key decodes as nil.
///
/// Nil is left out as in synthesized code: only if the property is declared as an Optional, and not if it is one merely
/// through a generic parameter.
class OptionalAccess<Wrapped: Codable>: CodableAccess, @unchecked Sendable {
  fileprivate let omitsNil: Bool

  init(omitsNil: Bool) { self.omitsNil = omitsNil }

  override func encode(
    _ address: UnsafeRawPointer, forKey key: PropertyKey, in container: inout KeyedEncodingContainer<PropertyKey>
  ) throws {
    let value = address.assumingMemoryBound(to: Wrapped?.self)
    if omitsNil {
      try container.encodeIfPresent(value.pointee, forKey: key)
    } else {
      try container.encode(value.pointee, forKey: key)
    }
  }

  override func decode(
    into address: UnsafeMutableRawPointer, forKey key: PropertyKey, from container: KeyedDecodingContainer<PropertyKey>
  ) throws {
    address.assumingMemoryBound(to: Wrapped?.self)
      .initialize(to: try container.decodeIfPresent(Wrapped.self, forKey: key))
  }

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

/// Returns the access to an Optional's conformance, or nil if the wrapped type is not Codable.
///
/// - Parameter omitsNil: Whether a property that is nil is left out.
func optionalAccess(wrapping type: Any.Type, omitsNil: Bool) -> CodableAccess? {
  func access<Value: Codable>(_: Value.Type) -> CodableAccess { OptionalAccess<Value>(omitsNil: omitsNil) }
  func objectAccess<Value: Codable & AnyObject>(_: Value.Type) -> CodableAccess {
    OptionalObjectAccess<Value>(omitsNil: omitsNil)
  }
  if type is AnyClass, let type = type as? any (Codable & AnyObject).Type { return objectAccess(type) }
  guard let type = Conformances.cast(type, to: (any Codable.Type).self) else { return nil }
  return access(type)
}
