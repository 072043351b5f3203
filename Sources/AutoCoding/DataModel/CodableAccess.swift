/// A type's `Codable` conformance, as properties of that type are passed to the containers of any encoder and decoder.
///
/// Addresses hold a value of the type where it is encoded, and none before it is decoded. This class itself stands for
/// a type without values; its subclasses, in Codecs, are generic over the type.
package class CodableAccess: @unchecked Sendable {
  /// Encodes the value under the key; a nil Optional is left out.
  func encode(
    _ address: UnsafeRawPointer, forKey key: PropertyKey, in container: inout KeyedEncodingContainer<PropertyKey>
  ) throws {}

  /// Decodes a required value. An Optional may be missing; it is then nil.
  func decode(
    into address: UnsafeMutableRawPointer, forKey key: PropertyKey, from container: KeyedDecodingContainer<PropertyKey>
  ) throws {}

  /// The value at the address, or nil if there is none.
  package func value(at address: UnsafeRawPointer) -> (any Encodable)? { nil }

  /// Decodes a value from a decoder.
  package func decode(into address: UnsafeMutableRawPointer, from decoder: any Decoder) throws {}
}
