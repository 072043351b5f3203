/// An encoder for an object that is encoded by several pieces of code, or whose keys are partly properties and partly data.
///
/// It returns the same container of another encoder for every type of key: if asked for a second container, some
/// libraries' encoders discard the first, or trap.
struct OneContainerEncoder: Encoder {
  /// The container is a value, and all that share it have to change the same one.
  final class Shared {
    var container: KeyedEncodingContainer<DynamicKey>
    init(_ container: KeyedEncodingContainer<DynamicKey>) { self.container = container }
  }

  let encoder: any Encoder
  let shared: Shared

  /// Returns nil if the type's object has no such keys, or the encoder's containers are one.
  @inline(never)
  init?(_ encoder: any Encoder, for map: TypeMap.Storage) {
    guard let group = map.keyGroup, group.hasInsertions,
      // The enums have the same type of keys, and Foundation's encoders have one container for an object.
      group.rest?.writtenBefore != nil || !group.enums.isEmpty && !FoundationCoders.includeEncoder(encoder)
    else { return nil }
    self.init(encoder)
  }

  /// Returns nil if the encoder's containers are one.
  init?(_ encoder: any Encoder) {
    if encoder is any LimitedEncoder || encoder is OneContainerEncoder { return nil }
    self.encoder = encoder
    shared = Shared(encoder.container(keyedBy: DynamicKey.self))
  }

  var codingPath: [any CodingKey] { encoder.codingPath }
  var userInfo: [CodingUserInfoKey: Any] { encoder.userInfo }

  func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
    KeyedEncodingContainer(SharedContainer(shared: shared))
  }
  func unkeyedContainer() -> any UnkeyedEncodingContainer { encoder.unkeyedContainer() }
  func singleValueContainer() -> any SingleValueEncodingContainer { encoder.singleValueContainer() }
}

/// Encodes under keys of any type in a container that others have, too.
private struct SharedContainer<Key: CodingKey>: KeyedEncodingContainerProtocol {
  let shared: OneContainerEncoder.Shared

  var codingPath: [any CodingKey] { shared.container.codingPath }

  private func dynamic(_ key: Key) -> DynamicKey {
    key.intValue.map { DynamicKey(key.stringValue, $0) } ?? DynamicKey(key.stringValue)
  }

  // Each type has its own call, since a coder may treat the leaves that it gets as `Encodable` values differently.
  func encodeNil(forKey key: Key) throws { try shared.container.encodeNil(forKey: dynamic(key)) }
  func encode(_ value: Bool, forKey key: Key) throws { try shared.container.encode(value, forKey: dynamic(key)) }
  func encode(_ value: String, forKey key: Key) throws { try shared.container.encode(value, forKey: dynamic(key)) }
  func encode(_ value: Double, forKey key: Key) throws { try shared.container.encode(value, forKey: dynamic(key)) }
  func encode(_ value: Float, forKey key: Key) throws { try shared.container.encode(value, forKey: dynamic(key)) }
  func encode(_ value: Int, forKey key: Key) throws { try shared.container.encode(value, forKey: dynamic(key)) }
  func encode(_ value: Int8, forKey key: Key) throws { try shared.container.encode(value, forKey: dynamic(key)) }
  func encode(_ value: Int16, forKey key: Key) throws { try shared.container.encode(value, forKey: dynamic(key)) }
  func encode(_ value: Int32, forKey key: Key) throws { try shared.container.encode(value, forKey: dynamic(key)) }
  func encode(_ value: Int64, forKey key: Key) throws { try shared.container.encode(value, forKey: dynamic(key)) }
  func encode(_ value: UInt, forKey key: Key) throws { try shared.container.encode(value, forKey: dynamic(key)) }
  func encode(_ value: UInt8, forKey key: Key) throws { try shared.container.encode(value, forKey: dynamic(key)) }
  func encode(_ value: UInt16, forKey key: Key) throws { try shared.container.encode(value, forKey: dynamic(key)) }
  func encode(_ value: UInt32, forKey key: Key) throws { try shared.container.encode(value, forKey: dynamic(key)) }
  func encode(_ value: UInt64, forKey key: Key) throws { try shared.container.encode(value, forKey: dynamic(key)) }
  @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
  func encode(_ value: Int128, forKey key: Key) throws { try shared.container.encode(value, forKey: dynamic(key)) }
  @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
  func encode(_ value: UInt128, forKey key: Key) throws { try shared.container.encode(value, forKey: dynamic(key)) }
  func encode<Value: Encodable>(_ value: Value, forKey key: Key) throws {
    try shared.container.encode(value, forKey: dynamic(key))
  }

  // Likewise for nil, which some coders write.
  func encodeIfPresent(_ value: Bool?, forKey key: Key) throws {
    try shared.container.encodeIfPresent(value, forKey: dynamic(key))
  }
  func encodeIfPresent(_ value: String?, forKey key: Key) throws {
    try shared.container.encodeIfPresent(value, forKey: dynamic(key))
  }
  func encodeIfPresent(_ value: Double?, forKey key: Key) throws {
    try shared.container.encodeIfPresent(value, forKey: dynamic(key))
  }
  func encodeIfPresent(_ value: Float?, forKey key: Key) throws {
    try shared.container.encodeIfPresent(value, forKey: dynamic(key))
  }
  func encodeIfPresent(_ value: Int?, forKey key: Key) throws {
    try shared.container.encodeIfPresent(value, forKey: dynamic(key))
  }
  func encodeIfPresent(_ value: Int8?, forKey key: Key) throws {
    try shared.container.encodeIfPresent(value, forKey: dynamic(key))
  }
  func encodeIfPresent(_ value: Int16?, forKey key: Key) throws {
    try shared.container.encodeIfPresent(value, forKey: dynamic(key))
  }
  func encodeIfPresent(_ value: Int32?, forKey key: Key) throws {
    try shared.container.encodeIfPresent(value, forKey: dynamic(key))
  }
  func encodeIfPresent(_ value: Int64?, forKey key: Key) throws {
    try shared.container.encodeIfPresent(value, forKey: dynamic(key))
  }
  func encodeIfPresent(_ value: UInt?, forKey key: Key) throws {
    try shared.container.encodeIfPresent(value, forKey: dynamic(key))
  }
  func encodeIfPresent(_ value: UInt8?, forKey key: Key) throws {
    try shared.container.encodeIfPresent(value, forKey: dynamic(key))
  }
  func encodeIfPresent(_ value: UInt16?, forKey key: Key) throws {
    try shared.container.encodeIfPresent(value, forKey: dynamic(key))
  }
  func encodeIfPresent(_ value: UInt32?, forKey key: Key) throws {
    try shared.container.encodeIfPresent(value, forKey: dynamic(key))
  }
  func encodeIfPresent(_ value: UInt64?, forKey key: Key) throws {
    try shared.container.encodeIfPresent(value, forKey: dynamic(key))
  }
  @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
  func encodeIfPresent(_ value: Int128?, forKey key: Key) throws {
    try shared.container.encodeIfPresent(value, forKey: dynamic(key))
  }
  @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
  func encodeIfPresent(_ value: UInt128?, forKey key: Key) throws {
    try shared.container.encodeIfPresent(value, forKey: dynamic(key))
  }
  func encodeIfPresent<Value: Encodable>(_ value: Value?, forKey key: Key) throws {
    try shared.container.encodeIfPresent(value, forKey: dynamic(key))
  }

  func nestedContainer<Nested>(keyedBy type: Nested.Type, forKey key: Key) -> KeyedEncodingContainer<Nested> {
    shared.container.nestedContainer(keyedBy: type, forKey: dynamic(key))
  }
  func nestedUnkeyedContainer(forKey key: Key) -> any UnkeyedEncodingContainer {
    shared.container.nestedUnkeyedContainer(forKey: dynamic(key))
  }
  func superEncoder() -> any Encoder { shared.container.superEncoder() }
  func superEncoder(forKey key: Key) -> any Encoder { shared.container.superEncoder(forKey: dynamic(key)) }
}
