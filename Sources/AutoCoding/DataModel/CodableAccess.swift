/// Access to a type's `Codable` conformance, for properties of the type that the containers of any encoder or decoder
/// code.
///
/// Preconditions: an address to encode from holds a value of the type; an address to decode into is uninitialized. The
/// subclasses, in Codecs, are generic over the type.
package class CodableAccess: @unchecked Sendable {
  /// For an enum with raw values that conforms to `Codable` alone.
  package final let plainEnum: PlainEnum?
  /// How values are coded that are numbers in memory, once this is known.
  package final let storedNumbers = AtomicReference<StoredNumbers>()
  /// The conformances of a type with its own code that were asked for and found.
  private final let equality = AtomicReference<FoundConformance<any Equatable.Type>>()
  private final let hashing = AtomicReference<FoundConformance<any Hashable.Type>>()

  init(plainEnum: PlainEnum? = nil) {
    self.plainEnum = plainEnum
  }

  /// Encodes the value under the key, unless it is a nil Optional.
  func encode(
    _ address: UnsafeRawPointer, forKey key: PropertyKey, in container: inout KeyedEncodingContainer<PropertyKey>
  ) throws {}

  /// Tells the container of nil under the key, as an Optional of the type.
  func encodeNil(forKey key: PropertyKey, in container: inout KeyedEncodingContainer<PropertyKey>) throws {
    try container.encodeIfPresent(nil as Bool?, forKey: key)
  }

  /// Decodes a required value. An Optional may be missing; it is then nil.
  func decode(
    into address: UnsafeMutableRawPointer, forKey key: PropertyKey, from container: KeyedDecodingContainer<PropertyKey>
  ) throws {}

  /// Decodes the next element of an array.
  func decode(into address: UnsafeMutableRawPointer, from elements: inout any UnkeyedDecodingContainer) throws {}

  /// Whether the type's own code is called, which may ask for the coding path.
  package var hasOwnCode: Bool { true }

  /// Whether null is known to be a value of the type.
  package var readsNull: Bool { false }

  /// Returns the value at the address; nil if this class has no type.
  package func value(at address: UnsafeRawPointer) -> (any Encodable)? { nil }

  /// The type with its conformance, which the runtime need not look for; nil if this class has no type.
  package var codableType: (any Codable.Type)? { nil }

  /// Encodes the value by its own code; null if there is no value that could be encoded.
  func encode(_ address: UnsafeRawPointer, in encoder: some LimitedEncoder) throws {
    if let value = value(at: address) { return try encoder.encodeOwn(value) }
    var container = encoder.singleValueContainer()
    try container.encodeNil()
  }

  /// Decodes a value from a decoder.
  package func decode(into address: UnsafeMutableRawPointer, from decoder: any Decoder) throws {}

  /// Decodes a value from a decoder of AutoCoding's.
  func decode(into address: UnsafeMutableRawPointer, in decoder: some ValueDecoder) throws {
    try decode(into: address, from: decoder)
  }
}

/// A conformance that was found, which stays.
private final class FoundConformance<ExistentialType>: @unchecked Sendable {
  let type: ExistentialType

  init(_ type: ExistentialType) {
    self.type = type
  }
}

extension CodableAccess {
  /// Returns the type if it is `Equatable`. It is looked for once, since a look-up takes as long as many comparisons.
  ///
  /// - Parameter type: The type of this access: always the same one.
  final func equatable(_ type: Any.Type) -> (any Equatable.Type)? {
    if let known = equality.value { return known._withUnsafeGuaranteedRef { $0.type } }
    // Not found may be found later: a library that is loaded may bring it.
    guard let found = Conformances.cast(type, to: (any Equatable.Type).self) else { return nil }
    equality.store(FoundConformance(found))
    return found
  }

  /// Like ``equatable(_:)``, for `Hashable`.
  final func hashable(_ type: Any.Type) -> (any Hashable.Type)? {
    if let known = hashing.value { return known._withUnsafeGuaranteedRef { $0.type } }
    guard let found = Conformances.cast(type, to: (any Hashable.Type).self) else { return nil }
    hashing.store(FoundConformance(found))
    return found
  }
}
