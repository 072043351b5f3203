/// The container of a value that is encoded in an object with a tag.
///
/// The value may encode the tag as well, as `type: "circle"` in the struct for a circle. Anything else under that key would
/// replace the tag, so that another case would be decoded.
struct TaggedContainer<Key: CodingKey>: KeyedEncodingContainerProtocol {
  private var container: KeyedEncodingContainer<Key>
  private let tag: TaggedValue.Tag

  init(_ container: KeyedEncodingContainer<Key>, _ tag: TaggedValue.Tag) {
    (self.container, self.tag) = (container, tag)
  }

  var codingPath: [any CodingKey] { container.codingPath }

  @inline(__always)
  private func isTag(_ key: Key) -> Bool { key.stringValue == tag.key.stringValue }

  /// Checks a value for the key of the tag, which is written already.
  @inline(never)
  private func check(_ value: Any?) throws {
    var found = value
    if let value = value as? any RawRepresentable { found = value.rawValue }
    let isTag =
      tag.key.hasIntegerTags
      ? (found as? any BinaryInteger).map { "\($0)" } == tag.text : found as? String == tag.text
    if !isTag { throw refusal.error(value) }
  }

  private var refusal: TaggedValue.Refusal {
    TaggedValue.Refusal(
      codingPath: codingPath + [tag.key],
      explanation: """
        The value of an enum's case has another value under "\(tag.key.stringValue)" than the name of the case, \
        "\(tag.text)", which is coded under that key. Use contentKey in typeRules of the enum, or another caseKey.
        """)
  }

  // Each type has its own call, since a coder may treat the leaves that it gets as `Encodable` values differently.

  mutating func encodeNil(forKey key: Key) throws {
    if isTag(key) { try check(nil) } else { try container.encodeNil(forKey: key) }
  }
  mutating func encode(_ value: Bool, forKey key: Key) throws {
    if isTag(key) { try check(value) } else { try container.encode(value, forKey: key) }
  }
  mutating func encode(_ value: String, forKey key: Key) throws {
    if isTag(key) { try check(value) } else { try container.encode(value, forKey: key) }
  }
  mutating func encode(_ value: Double, forKey key: Key) throws {
    if isTag(key) { try check(value) } else { try container.encode(value, forKey: key) }
  }
  mutating func encode(_ value: Float, forKey key: Key) throws {
    if isTag(key) { try check(value) } else { try container.encode(value, forKey: key) }
  }
  mutating func encode(_ value: Int, forKey key: Key) throws {
    if isTag(key) { try check(value) } else { try container.encode(value, forKey: key) }
  }
  mutating func encode(_ value: Int8, forKey key: Key) throws {
    if isTag(key) { try check(value) } else { try container.encode(value, forKey: key) }
  }
  mutating func encode(_ value: Int16, forKey key: Key) throws {
    if isTag(key) { try check(value) } else { try container.encode(value, forKey: key) }
  }
  mutating func encode(_ value: Int32, forKey key: Key) throws {
    if isTag(key) { try check(value) } else { try container.encode(value, forKey: key) }
  }
  mutating func encode(_ value: Int64, forKey key: Key) throws {
    if isTag(key) { try check(value) } else { try container.encode(value, forKey: key) }
  }
  mutating func encode(_ value: UInt, forKey key: Key) throws {
    if isTag(key) { try check(value) } else { try container.encode(value, forKey: key) }
  }
  mutating func encode(_ value: UInt8, forKey key: Key) throws {
    if isTag(key) { try check(value) } else { try container.encode(value, forKey: key) }
  }
  mutating func encode(_ value: UInt16, forKey key: Key) throws {
    if isTag(key) { try check(value) } else { try container.encode(value, forKey: key) }
  }
  mutating func encode(_ value: UInt32, forKey key: Key) throws {
    if isTag(key) { try check(value) } else { try container.encode(value, forKey: key) }
  }
  mutating func encode(_ value: UInt64, forKey key: Key) throws {
    if isTag(key) { try check(value) } else { try container.encode(value, forKey: key) }
  }
  @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
  mutating func encode(_ value: Int128, forKey key: Key) throws {
    if isTag(key) { try check(value) } else { try container.encode(value, forKey: key) }
  }
  @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
  mutating func encode(_ value: UInt128, forKey key: Key) throws {
    if isTag(key) { try check(value) } else { try container.encode(value, forKey: key) }
  }
  mutating func encode<Value: Encodable>(_ value: Value, forKey key: Key) throws {
    if isTag(key) { try check(value) } else { try container.encode(value, forKey: key) }
  }

  // A nil under the key of the tag would be decoded as the tag.

  mutating func encodeIfPresent(_ value: Bool?, forKey key: Key) throws {
    if isTag(key) { try check(value) } else { try container.encodeIfPresent(value, forKey: key) }
  }
  mutating func encodeIfPresent(_ value: String?, forKey key: Key) throws {
    if isTag(key) { try check(value) } else { try container.encodeIfPresent(value, forKey: key) }
  }
  mutating func encodeIfPresent(_ value: Double?, forKey key: Key) throws {
    if isTag(key) { try check(value) } else { try container.encodeIfPresent(value, forKey: key) }
  }
  mutating func encodeIfPresent(_ value: Float?, forKey key: Key) throws {
    if isTag(key) { try check(value) } else { try container.encodeIfPresent(value, forKey: key) }
  }
  mutating func encodeIfPresent(_ value: Int?, forKey key: Key) throws {
    if isTag(key) { try check(value) } else { try container.encodeIfPresent(value, forKey: key) }
  }
  mutating func encodeIfPresent(_ value: Int8?, forKey key: Key) throws {
    if isTag(key) { try check(value) } else { try container.encodeIfPresent(value, forKey: key) }
  }
  mutating func encodeIfPresent(_ value: Int16?, forKey key: Key) throws {
    if isTag(key) { try check(value) } else { try container.encodeIfPresent(value, forKey: key) }
  }
  mutating func encodeIfPresent(_ value: Int32?, forKey key: Key) throws {
    if isTag(key) { try check(value) } else { try container.encodeIfPresent(value, forKey: key) }
  }
  mutating func encodeIfPresent(_ value: Int64?, forKey key: Key) throws {
    if isTag(key) { try check(value) } else { try container.encodeIfPresent(value, forKey: key) }
  }
  mutating func encodeIfPresent(_ value: UInt?, forKey key: Key) throws {
    if isTag(key) { try check(value) } else { try container.encodeIfPresent(value, forKey: key) }
  }
  mutating func encodeIfPresent(_ value: UInt8?, forKey key: Key) throws {
    if isTag(key) { try check(value) } else { try container.encodeIfPresent(value, forKey: key) }
  }
  mutating func encodeIfPresent(_ value: UInt16?, forKey key: Key) throws {
    if isTag(key) { try check(value) } else { try container.encodeIfPresent(value, forKey: key) }
  }
  mutating func encodeIfPresent(_ value: UInt32?, forKey key: Key) throws {
    if isTag(key) { try check(value) } else { try container.encodeIfPresent(value, forKey: key) }
  }
  mutating func encodeIfPresent(_ value: UInt64?, forKey key: Key) throws {
    if isTag(key) { try check(value) } else { try container.encodeIfPresent(value, forKey: key) }
  }
  @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
  mutating func encodeIfPresent(_ value: Int128?, forKey key: Key) throws {
    if isTag(key) { try check(value) } else { try container.encodeIfPresent(value, forKey: key) }
  }
  @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
  mutating func encodeIfPresent(_ value: UInt128?, forKey key: Key) throws {
    if isTag(key) { try check(value) } else { try container.encodeIfPresent(value, forKey: key) }
  }
  mutating func encodeIfPresent<Value: Encodable>(_ value: Value?, forKey key: Key) throws {
    if isTag(key) { try check(value) } else { try container.encodeIfPresent(value, forKey: key) }
  }

  mutating func encodeConditional<Object: AnyObject & Encodable>(_ object: Object, forKey key: Key) throws {
    if isTag(key) { try check(object) } else { try container.encodeConditional(object, forKey: key) }
  }

  mutating func nestedContainer<Nested>(
    keyedBy type: Nested.Type, forKey key: Key
  ) -> KeyedEncodingContainer<Nested> {
    isTag(key) ? refusal.nestedContainer(keyedBy: type) : container.nestedContainer(keyedBy: type, forKey: key)
  }
  mutating func nestedUnkeyedContainer(forKey key: Key) -> any UnkeyedEncodingContainer {
    isTag(key) ? refusal : container.nestedUnkeyedContainer(forKey: key)
  }
  mutating func superEncoder() -> any Encoder {
    // The key of `superEncoder()`, by the documentation of the protocol.
    tag.key.stringValue == "super" ? refusal.superEncoder() : container.superEncoder()
  }
  mutating func superEncoder(forKey key: Key) -> any Encoder {
    isTag(key) ? refusal.superEncoder() : container.superEncoder(forKey: key)
  }
}
