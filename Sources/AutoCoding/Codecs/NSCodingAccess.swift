/// An object that codes itself, as passed to a writer. Only keyed archives can hold it.
package struct NSCodingObject: Encodable {
  package let object: any NSCodingClass

  package func encode(to encoder: any Encoder) throws {
    throw NSCodingAccess.encodingError(of: object, codingPath: encoder.codingPath)
  }
}

/// The access to a class whose objects code themselves.
package final class NSCodingAccess: CodableAccess, @unchecked Sendable {
  package let type: any NSCodingClass.Type

  init(_ type: any NSCodingClass.Type) { self.type = type }

  override func encode(
    _ address: UnsafeRawPointer, forKey key: PropertyKey, in container: inout KeyedEncodingContainer<PropertyKey>
  ) throws {
    throw Self.encodingError(of: address.value(as: AnyObject.self), codingPath: container.codingPath + [key])
  }

  override func decode(
    into address: UnsafeMutableRawPointer, forKey key: PropertyKey, from container: KeyedDecodingContainer<PropertyKey>
  ) throws {
    throw decodingError(codingPath: container.codingPath + [key])
  }

  package override func value(at address: UnsafeRawPointer) -> (any Encodable)? {
    (address.value(as: AnyObject.self) as? any NSCodingClass).map { NSCodingObject(object: $0) }
  }

  package override func decode(into address: UnsafeMutableRawPointer, from decoder: any Decoder) throws {
    throw decodingError(codingPath: decoder.codingPath)
  }

  fileprivate static func encodingError(of object: AnyObject, codingPath: [any CodingKey]) -> EncodingError {
    .invalidValue(
      PrintableValue.of(object), .init(codingPath: codingPath, debugDescription: explanation(Swift.type(of: object))))
  }

  private func decodingError(codingPath: [any CodingKey]) -> DecodingError {
    .typeMismatch(type, .init(codingPath: codingPath, debugDescription: Self.explanation(type)))
  }

  private static func explanation(_ type: Any.Type) -> String {
    """
    \(TypeLookup.name(of: type)) is coded by its NSSecureCoding code, which only keyed archives support. Leave the \
    property out, or conform the class to AutoCoding.
    """
  }
}

extension CodableCodec {
  /// Returns the codec of a class whose objects code themselves; nil for any other type.
  static func nsCoding(_ type: Any.Type) -> CodableCodec? {
    guard let found = Conformances.cast(type, to: (any NSCodingClass.Type).self), found.hasOwnNSCoding else {
      return nil
    }
    return CodableCodec(type: type, access: NSCodingAccess(found))
  }
}
