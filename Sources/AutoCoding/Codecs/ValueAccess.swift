/// The conformance of a type that is Codable, as a property's value is passed to a container.
final class ValueAccess<Value: Codable>: CodableAccess {
  func encode(
    _ address: UnsafeRawPointer, forKey key: PropertyKey, in container: inout KeyedEncodingContainer<PropertyKey>
  ) throws {
    try container.encode(address.value(as: Value.self), forKey: key)
  }

  func decode(
    into address: UnsafeMutableRawPointer, forKey key: PropertyKey, from container: KeyedDecodingContainer<PropertyKey>
  ) throws {
    address.initialize(with: try container.decode(Value.self, forKey: key))
  }

  func decodeIfPresent(
    into address: UnsafeMutableRawPointer, forKey key: PropertyKey, from container: KeyedDecodingContainer<PropertyKey>
  ) throws -> Bool {
    if let value = try container.decodeIfPresent(Value.self, forKey: key) {
      address.initialize(with: value)
      return true
    }
    guard container.contains(key) else { return false }
    // An explicit null: the container's own error says so.
    try decode(into: address, forKey: key, from: container)
    return true
  }

  func value(at address: UnsafeRawPointer) -> any Encodable {
    address.value(as: Value.self)
  }

  func decode(into address: UnsafeMutableRawPointer, from decoder: any Decoder) throws {
    address.initialize(with: try decoder.singleValueContainer().decode(Value.self))
  }
}

/// The conformance of an Optional, which leaves nil out as the compiler's synthesized code does.
final class OptionalAccess<Wrapped: Codable>: CodableAccess {
  func encode(
    _ address: UnsafeRawPointer, forKey key: PropertyKey, in container: inout KeyedEncodingContainer<PropertyKey>
  ) throws {
    try container.encodeIfPresent(address.value(as: Wrapped?.self), forKey: key)
  }

  func decode(
    into address: UnsafeMutableRawPointer, forKey key: PropertyKey, from container: KeyedDecodingContainer<PropertyKey>
  ) throws {
    address.initialize(with: try container.decodeIfPresent(Wrapped.self, forKey: key))
  }

  func decodeIfPresent(
    into address: UnsafeMutableRawPointer, forKey key: PropertyKey, from container: KeyedDecodingContainer<PropertyKey>
  ) throws -> Bool {
    let value = try container.decodeIfPresent(Wrapped.self, forKey: key)
    guard value != nil || container.contains(key) else { return false }
    address.initialize(with: value)
    return true
  }

  func value(at address: UnsafeRawPointer) -> any Encodable {
    address.value(as: Wrapped?.self)
  }

  func decode(into address: UnsafeMutableRawPointer, from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    address.initialize(with: container.decodeNil() ? nil : try container.decode(Wrapped.self))
  }
}

/// The access to a type's conformance, or nil where it is not Codable.
func codableAccess(to type: Any.Type) -> (any CodableAccess)? {
  func access<Value: Codable>(_: Value.Type) -> any CodableAccess { ValueAccess<Value>() }
  guard let type = type as? any Codable.Type else { return nil }
  return access(type)
}

/// The access to an Optional's conformance, or nil where the wrapped type is not Codable.
func optionalAccess(wrapping type: Any.Type) -> (any CodableAccess)? {
  func access<Value: Codable>(_: Value.Type) -> any CodableAccess { OptionalAccess<Value>() }
  guard let type = type as? any Codable.Type else { return nil }
  return access(type)
}
