// Generic code that the compiler does not specialize looks up the metadata of `Value?` whenever it holds one. Values
// are therefore moved directly between containers and memory.

/// The conformance of a Codable type, by which a property's value is passed to a container.
class ValueAccess<Value: Codable>: CodableAccess, @unchecked Sendable {
  override func encode(
    _ address: UnsafeRawPointer, forKey key: PropertyKey, in container: inout KeyedEncodingContainer<PropertyKey>
  ) throws {
    try container.encode(address.assumingMemoryBound(to: Value.self).pointee, forKey: key)
  }

  override func encodeNil(forKey key: PropertyKey, in container: inout KeyedEncodingContainer<PropertyKey>) throws {
    try container.encodeIfPresent(nil as Value?, forKey: key)
  }

  override func decode(
    into address: UnsafeMutableRawPointer, forKey key: PropertyKey, from container: KeyedDecodingContainer<PropertyKey>
  ) throws {
    address.assumingMemoryBound(to: Value.self).initialize(
      to: try ThreadState.callingOwnCode { try container.decode(Value.self, forKey: key) })
  }

  override func decode(into address: UnsafeMutableRawPointer, from elements: inout any UnkeyedDecodingContainer) throws
  {
    address.initialize(with: try ThreadState.callingOwnCode { try elements.decode(Value.self) })
  }

  override func value(at address: UnsafeRawPointer) -> (any Encodable)? {
    address.value(as: Value.self)
  }

  override var codableType: (any Codable.Type)? { Value.self }

  override func decode(into address: UnsafeMutableRawPointer, from decoder: any Decoder) throws {
    address.initialize(with: try decoder.singleValueContainer().decode(Value.self))
  }

  // Without a box for the value, and without one for the coder.

  override func encode(_ address: UnsafeRawPointer, in encoder: some LimitedEncoder) throws {
    try encoder.encodeOwn(address.assumingMemoryBound(to: Value.self).pointee)
  }

  override func decode(into address: UnsafeMutableRawPointer, in decoder: some ValueDecoder) throws {
    address.assumingMemoryBound(to: Value.self).initialize(to: try decoder.decode(Value.self))
  }
}

/// Returns the access to the conformance of a collection, or nil if it is not Codable.
///
/// - Parameters:
///   - element: The codec of the elements, or of a dictionary's values.
///   - hashed: The type of a set's elements, or of a dictionary's keys.
func codableAccess(to type: Any.Type, of element: Codec, hashed: Any.Type? = nil) -> CodableAccess? {
  // The conformances of these types follow from those of their parts, and the runtime need not look for them.
  func access<Element: Codable>(_: Element.Type) -> CodableAccess? {
    if type == [Element].self { return ValueAccess<[Element]>() }
    if type == [String: Element].self { return ValueAccess<[String: Element]>() }
    return nil
  }
  func access<Hashed: Codable & Hashable, Element: Codable>(_: Hashed.Type, _: Element.Type) -> CodableAccess? {
    if type == Set<Hashed>.self { return ValueAccess<Set<Hashed>>() }
    if type == [Hashed: Element].self { return ValueAccess<[Hashed: Element]>() }
    return nil
  }
  // If the element has none, then its codec transforms it, and the type's own conformance would not.
  guard let codable = element.codable else { return nil }
  guard let element = codable.codableType else { return codableAccess(to: type) }
  if let hashed, hashed != String.self {
    typealias CodableHashable = any (Codable & Hashable).Type
    let hashed = Conformances.cast(hashed, to: CodableHashable.self)
    return hashed.flatMap { access($0, element) } ?? codableAccess(to: type)
  }
  return access(element) ?? codableAccess(to: type)
}

/// Returns the type of a codec with its conformance, or nil if it is not Codable.
func codableType(of codec: Codec) -> (any Codable.Type)? {
  if let type = codec.codable?.codableType, type == codec.type { return type }
  return Conformances.cast(codec.type, to: (any Codable.Type).self)
}

/// Returns the access to a type's conformance, or nil if it is not Codable.
func codableAccess(to type: Any.Type) -> CodableAccess? {
  func access<Value: Codable>(_: Value.Type) -> CodableAccess {
    ValueAccess<Value>(plainEnum: PlainEnum.of(Value.self))
  }
  guard let type = Conformances.cast(type, to: (any Codable.Type).self) else { return nil }
  return access(type)
}
