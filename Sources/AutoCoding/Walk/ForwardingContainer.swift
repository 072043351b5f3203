/// A container that passes what it is given on to another one, under the same keys or converted ones.
///
/// Each type has its own call, since a coder may treat the leaves that it gets as `Encodable` values differently. So have the
/// calls for what may be nil, since some coders write nil.
protocol ForwardingContainer: KeyedEncodingContainerProtocol {
  associatedtype TargetKey: CodingKey

  /// The other container.
  var target: KeyedEncodingContainer<TargetKey> { get set }
  /// Returns the key in the other container.
  func targetKey(for key: Key) -> TargetKey
  /// Returns whether a value is passed on. The default is true.
  ///
  /// - Throws: `EncodingError` for a value that must not be under the key.
  func passesOn(_ value: @autoclosure () -> Any?, forKey key: Key) throws -> Bool
  /// Returns what a container under a key is, if none is passed on. The default is nil.
  func refusal(ofContainerForKey key: Key) -> TaggedValue.Refusal?
}

extension ForwardingContainer {
  @inline(__always)
  func passesOn(_ value: @autoclosure () -> Any?, forKey key: Key) throws -> Bool { true }
  @inline(__always)
  func refusal(ofContainerForKey key: Key) -> TaggedValue.Refusal? { nil }

  @inline(__always)
  private mutating func forward<Value>(
    _ value: Value, _ key: Key, _ encode: (inout KeyedEncodingContainer<TargetKey>, Value, TargetKey) throws -> Void
  ) throws {
    if try passesOn(value, forKey: key) { try encode(&target, value, targetKey(for: key)) }
  }

  var codingPath: [any CodingKey] { target.codingPath }

  mutating func encodeNil(forKey key: Key) throws {
    if try passesOn(nil, forKey: key) { try target.encodeNil(forKey: targetKey(for: key)) }
  }
  mutating func encode(_ value: Bool, forKey key: Key) throws {
    try forward(value, key) { try $0.encode($1, forKey: $2) }
  }
  mutating func encode(_ value: String, forKey key: Key) throws {
    try forward(value, key) { try $0.encode($1, forKey: $2) }
  }
  mutating func encode(_ value: Double, forKey key: Key) throws {
    try forward(value, key) { try $0.encode($1, forKey: $2) }
  }
  mutating func encode(_ value: Float, forKey key: Key) throws {
    try forward(value, key) { try $0.encode($1, forKey: $2) }
  }
  mutating func encode(_ value: Int, forKey key: Key) throws {
    try forward(value, key) { try $0.encode($1, forKey: $2) }
  }
  mutating func encode(_ value: Int8, forKey key: Key) throws {
    try forward(value, key) { try $0.encode($1, forKey: $2) }
  }
  mutating func encode(_ value: Int16, forKey key: Key) throws {
    try forward(value, key) { try $0.encode($1, forKey: $2) }
  }
  mutating func encode(_ value: Int32, forKey key: Key) throws {
    try forward(value, key) { try $0.encode($1, forKey: $2) }
  }
  mutating func encode(_ value: Int64, forKey key: Key) throws {
    try forward(value, key) { try $0.encode($1, forKey: $2) }
  }
  mutating func encode(_ value: UInt, forKey key: Key) throws {
    try forward(value, key) { try $0.encode($1, forKey: $2) }
  }
  mutating func encode(_ value: UInt8, forKey key: Key) throws {
    try forward(value, key) { try $0.encode($1, forKey: $2) }
  }
  mutating func encode(_ value: UInt16, forKey key: Key) throws {
    try forward(value, key) { try $0.encode($1, forKey: $2) }
  }
  mutating func encode(_ value: UInt32, forKey key: Key) throws {
    try forward(value, key) { try $0.encode($1, forKey: $2) }
  }
  mutating func encode(_ value: UInt64, forKey key: Key) throws {
    try forward(value, key) { try $0.encode($1, forKey: $2) }
  }
  @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
  mutating func encode(_ value: Int128, forKey key: Key) throws {
    try forward(value, key) { try $0.encode($1, forKey: $2) }
  }
  @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
  mutating func encode(_ value: UInt128, forKey key: Key) throws {
    try forward(value, key) { try $0.encode($1, forKey: $2) }
  }
  mutating func encode<Value: Encodable>(_ value: Value, forKey key: Key) throws {
    try forward(value, key) { try $0.encode($1, forKey: $2) }
  }

  mutating func encodeIfPresent(_ value: Bool?, forKey key: Key) throws {
    try forward(value, key) { try $0.encodeIfPresent($1, forKey: $2) }
  }
  mutating func encodeIfPresent(_ value: String?, forKey key: Key) throws {
    try forward(value, key) { try $0.encodeIfPresent($1, forKey: $2) }
  }
  mutating func encodeIfPresent(_ value: Double?, forKey key: Key) throws {
    try forward(value, key) { try $0.encodeIfPresent($1, forKey: $2) }
  }
  mutating func encodeIfPresent(_ value: Float?, forKey key: Key) throws {
    try forward(value, key) { try $0.encodeIfPresent($1, forKey: $2) }
  }
  mutating func encodeIfPresent(_ value: Int?, forKey key: Key) throws {
    try forward(value, key) { try $0.encodeIfPresent($1, forKey: $2) }
  }
  mutating func encodeIfPresent(_ value: Int8?, forKey key: Key) throws {
    try forward(value, key) { try $0.encodeIfPresent($1, forKey: $2) }
  }
  mutating func encodeIfPresent(_ value: Int16?, forKey key: Key) throws {
    try forward(value, key) { try $0.encodeIfPresent($1, forKey: $2) }
  }
  mutating func encodeIfPresent(_ value: Int32?, forKey key: Key) throws {
    try forward(value, key) { try $0.encodeIfPresent($1, forKey: $2) }
  }
  mutating func encodeIfPresent(_ value: Int64?, forKey key: Key) throws {
    try forward(value, key) { try $0.encodeIfPresent($1, forKey: $2) }
  }
  mutating func encodeIfPresent(_ value: UInt?, forKey key: Key) throws {
    try forward(value, key) { try $0.encodeIfPresent($1, forKey: $2) }
  }
  mutating func encodeIfPresent(_ value: UInt8?, forKey key: Key) throws {
    try forward(value, key) { try $0.encodeIfPresent($1, forKey: $2) }
  }
  mutating func encodeIfPresent(_ value: UInt16?, forKey key: Key) throws {
    try forward(value, key) { try $0.encodeIfPresent($1, forKey: $2) }
  }
  mutating func encodeIfPresent(_ value: UInt32?, forKey key: Key) throws {
    try forward(value, key) { try $0.encodeIfPresent($1, forKey: $2) }
  }
  mutating func encodeIfPresent(_ value: UInt64?, forKey key: Key) throws {
    try forward(value, key) { try $0.encodeIfPresent($1, forKey: $2) }
  }
  @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
  mutating func encodeIfPresent(_ value: Int128?, forKey key: Key) throws {
    try forward(value, key) { try $0.encodeIfPresent($1, forKey: $2) }
  }
  @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
  mutating func encodeIfPresent(_ value: UInt128?, forKey key: Key) throws {
    try forward(value, key) { try $0.encodeIfPresent($1, forKey: $2) }
  }
  mutating func encodeIfPresent<Value: Encodable>(_ value: Value?, forKey key: Key) throws {
    try forward(value, key) { try $0.encodeIfPresent($1, forKey: $2) }
  }

  mutating func encodeConditional<Object: AnyObject & Encodable>(_ object: Object, forKey key: Key) throws {
    try forward(object, key) { try $0.encodeConditional($1, forKey: $2) }
  }

  mutating func nestedContainer<Nested>(keyedBy type: Nested.Type, forKey key: Key) -> KeyedEncodingContainer<Nested> {
    refusal(ofContainerForKey: key)?.nestedContainer(keyedBy: type)
      ?? target.nestedContainer(keyedBy: type, forKey: targetKey(for: key))
  }
  mutating func nestedUnkeyedContainer(forKey key: Key) -> any UnkeyedEncodingContainer {
    refusal(ofContainerForKey: key) ?? target.nestedUnkeyedContainer(forKey: targetKey(for: key))
  }
  mutating func superEncoder() -> any Encoder { target.superEncoder() }
  mutating func superEncoder(forKey key: Key) -> any Encoder {
    refusal(ofContainerForKey: key)?.superEncoder() ?? target.superEncoder(forKey: targetKey(for: key))
  }
}
