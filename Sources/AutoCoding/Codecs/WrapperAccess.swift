/// The access to a wrapper with its own `makeWrapper(from:)`, by which a property's value is passed to a container.
private final class WrapperAccess<Wrapper: CodedPropertyWrapper>: CodableAccess, @unchecked Sendable {
  /// The value that a container decodes.
  private struct Made: Decodable {
    let wrapper: Wrapper
    init(from decoder: any Decoder) throws { wrapper = try Wrapper.makeWrapper(from: decoder) }
  }

  override func encode(
    _ address: UnsafeRawPointer, forKey key: PropertyKey, in container: inout KeyedEncodingContainer<PropertyKey>
  ) throws {
    func encode(_ value: some Encodable) throws { try container.encode(value, forKey: key) }
    if let value = value(at: address) { try encode(value) }
  }

  override func decode(
    into address: UnsafeMutableRawPointer, forKey key: PropertyKey, from container: KeyedDecodingContainer<PropertyKey>
  ) throws {
    address.initialize(with: try container.decode(Made.self, forKey: key).wrapper)
  }

  override func value(at address: UnsafeRawPointer) -> (any Encodable)? {
    let wrapper = address.value(as: Wrapper.self)
    return wrapper as? any Encodable ?? wrapper.wrappedValue as? any Encodable
  }

  override func decode(into address: UnsafeMutableRawPointer, from decoder: any Decoder) throws {
    address.initialize(with: try Wrapper.makeWrapper(from: decoder))
  }
}

/// Returns the codec of a property wrapper: its own code if it has any, or else its wrapped value's codec.
///
/// - Parameter wrapped: Returns the codec of the wrapped value.
/// - Returns: The codec; nil if the wrapper has its own `makeWrapper(from:)` and neither it nor its value can be
///   encoded.
func propertyWrapperCodec<Wrapper: CodedPropertyWrapper>(
  of type: Wrapper.Type, wrapped: () throws -> Codec
) rethrows -> Codec? {
  let hasOwnMakeWrapper = CodingProbe.hasOwnMakeWrapper(type)
  let rules = TypedWrapperRules<Wrapper>(hasOwnMakeWrapper: hasOwnMakeWrapper)
  if hasOwnMakeWrapper {
    guard
      Conformances.includes(type, (any Encodable.Type).self)
        || Conformances.includes(Wrapper.WrappedValue.self, (any Encodable.Type).self)
    else { return nil }
    return CodableCodec(type: type, access: WrapperAccess<Wrapper>(), wrapper: rules)
  }
  if let access = codableAccess(to: type) { return CodableCodec(type: type, access: access, wrapper: rules) }
  return TypedConversionCodec<Wrapper, Wrapper.WrappedValue, Wrapper>(
    representation: try wrapped(), codable: nil, wrapper: rules, represent: { $0.wrappedValue },
    make: { Wrapper(wrappedValue: $0) })
}
