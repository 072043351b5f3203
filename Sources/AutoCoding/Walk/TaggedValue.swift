/// A value with its own `Codable` code, encoded into an object that has a tag, too.
package struct TaggedValue: Encodable {
  private let value: any Encodable
  private let key: PropertyKey
  private let tag: String

  package init(_ value: any Encodable, key: PropertyKey, tag: String) {
    (self.value, self.key, self.tag) = (value, key, tag)
  }

  package func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: PropertyKey.self)
    try container.encode(tag, forKey: key)
    let keyed = KeyedEncoder(encoder)
    try value.encode(to: keyed)
    if keyed.hasRefused { throw Refusal.error(value, encoder.codingPath) }
  }

  /// Refuses values that are not encoded in a keyed container, on which other encoders would trap.
  private final class KeyedEncoder: Encoder {
    private let encoder: any Encoder
    private(set) var hasRefused = false

    init(_ encoder: any Encoder) { self.encoder = encoder }

    var codingPath: [any CodingKey] { encoder.codingPath }
    var userInfo: [CodingUserInfoKey: Any] { encoder.userInfo }

    func container<Key>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> { encoder.container(keyedBy: type) }

    func unkeyedContainer() -> any UnkeyedEncodingContainer {
      hasRefused = true
      return Refusal(codingPath: codingPath)
    }

    func singleValueContainer() -> any SingleValueEncodingContainer {
      hasRefused = true
      return Refusal(codingPath: codingPath)
    }
  }

  /// A container that takes no value.
  private struct Refusal: SingleValueEncodingContainer, UnkeyedEncodingContainer {
    let codingPath: [any CodingKey]
    var count: Int { 0 }

    static func error(_ value: Any, _ codingPath: [any CodingKey]) -> EncodingError {
      .invalidValue(
        PrintableValue.of(value),
        .init(
          codingPath: codingPath,
          debugDescription: """
            The value of an enum's case is not encoded in a keyed container, so the name of the case cannot be beside it. \
            Use contentKey in typeRules of the enum.
            """))
    }

    func encodeNil() throws { throw Self.error(Optional<Any>.none as Any, codingPath) }
    func encode<Value: Encodable>(_ value: Value) throws { throw Self.error(value, codingPath) }

    func nestedContainer<Key>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
      KeyedEncodingContainer(KeyedRefusal<Key>(codingPath: codingPath))
    }
    func nestedUnkeyedContainer() -> any UnkeyedEncodingContainer { self }
    func superEncoder() -> any Encoder { RefusingEncoder(codingPath: codingPath) }
  }

  private struct KeyedRefusal<Key: CodingKey>: KeyedEncodingContainerProtocol {
    let codingPath: [any CodingKey]

    func encodeNil(forKey key: Key) throws { throw Refusal.error(Optional<Any>.none as Any, codingPath) }
    func encode<Value: Encodable>(_ value: Value, forKey key: Key) throws { throw Refusal.error(value, codingPath) }
    func nestedContainer<Nested>(
      keyedBy type: Nested.Type, forKey key: Key
    ) -> KeyedEncodingContainer<Nested> { Refusal(codingPath: codingPath).nestedContainer(keyedBy: type) }
    func nestedUnkeyedContainer(forKey key: Key) -> any UnkeyedEncodingContainer { Refusal(codingPath: codingPath) }
    func superEncoder() -> any Encoder { RefusingEncoder(codingPath: codingPath) }
    func superEncoder(forKey key: Key) -> any Encoder { RefusingEncoder(codingPath: codingPath) }
  }

  private struct RefusingEncoder: Encoder {
    let codingPath: [any CodingKey]
    var userInfo: [CodingUserInfoKey: Any] { [:] }

    func container<Key>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
      KeyedEncodingContainer(KeyedRefusal<Key>(codingPath: codingPath))
    }
    func unkeyedContainer() -> any UnkeyedEncodingContainer { Refusal(codingPath: codingPath) }
    func singleValueContainer() -> any SingleValueEncodingContainer { Refusal(codingPath: codingPath) }
  }
}
