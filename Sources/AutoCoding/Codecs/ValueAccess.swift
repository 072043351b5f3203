// Generic code that the compiler does not specialize looks up the metadata of `Value?` whenever it holds one. Values
// are therefore moved directly between containers and memory.

/// The conformance of a Codable type, by which a property's value is passed to a container.
class ValueAccess<Value: Codable>: CodableAccess, @unchecked Sendable {
  override func encode(
    _ address: UnsafeRawPointer, forKey key: PropertyKey, in container: inout KeyedEncodingContainer<PropertyKey>
  ) throws {
    try container.encode(address.assumingMemoryBound(to: Value.self).pointee, forKey: key)
  }

  override func decode(
    into address: UnsafeMutableRawPointer, forKey key: PropertyKey, from container: KeyedDecodingContainer<PropertyKey>
  ) throws {
    address.assumingMemoryBound(to: Value.self).initialize(to: try container.decode(Value.self, forKey: key))
  }

  override func decode(into address: UnsafeMutableRawPointer, from elements: inout any UnkeyedDecodingContainer) throws
  {
    address.initialize(with: try elements.decode(Value.self))
  }

  override func value(at address: UnsafeRawPointer) -> (any Encodable)? {
    address.value(as: Value.self)
  }

  override var codableType: (any Codable.Type)? { Value.self }

  override func decode(into address: UnsafeMutableRawPointer, from decoder: any Decoder) throws {
    address.initialize(with: try decoder.singleValueContainer().decode(Value.self))
  }
}

/// Returns the access to the conformance of a collection, or nil if it is not Codable.
func codableAccess(to type: Any.Type, of element: Codec) -> CodableAccess? {
  // The conformances of these types follow from that of the element, and the runtime need not look for them.
  func access<Element: Codable>(_: Element.Type) -> CodableAccess? {
    if type == [Element].self { return ValueAccess<[Element]>() }
    if type == [String: Element].self { return ValueAccess<[String: Element]>() }
    return nil
  }
  // If the element has none, then its codec transforms it, and the type's own conformance would not.
  guard let codable = element.codable else { return nil }
  return codable.codableType.flatMap { access($0) } ?? codableAccess(to: type)
}

/// Returns the access to a type's conformance, or nil if it is not Codable.
func codableAccess(to type: Any.Type) -> CodableAccess? {
  func access<Value: Codable>(_: Value.Type) -> CodableAccess {
    ValueAccess<Value>(plainEnum: PlainEnum.of(Value.self))
  }
  guard let type = Conformances.cast(type, to: (any Codable.Type).self) else { return nil }
  return access(type)
}
