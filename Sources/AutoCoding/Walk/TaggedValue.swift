/// A value with its own `Codable` code, encoded into an object that has a tag, too.
package struct TaggedValue: Encodable {
  private let value: any Encodable
  private let tag: Tag

  /// The name of a case, and the key that it has in the object.
  struct Tag {
    let key: PropertyKey
    let text: String
  }

  package init(_ value: any Encodable, key: PropertyKey, tag: String) {
    (self.value, self.tag) = (value, Tag(key: key, text: tag))
  }

  package func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: PropertyKey.self)
    if let integer = tag.key.integer(of: tag.text) {
      try container.encode(integer, forKey: tag.key)
    } else {
      try container.encode(tag.text, forKey: tag.key)
    }
    let keyed = KeyedEncoder(encoder, tag)
    try value.encode(to: keyed)
    if keyed.hasRefused { throw Refusal.ofKind(encoder.codingPath).error(value) }
  }

  /// Refuses values that are not encoded in a keyed container, on which other encoders would trap, and values that encode
  /// something else under the tag's key.
  private final class KeyedEncoder: Encoder {
    private let encoder: any Encoder
    private let tag: Tag
    private(set) var hasRefused = false

    init(_ encoder: any Encoder, _ tag: Tag) { (self.encoder, self.tag) = (encoder, tag) }

    var codingPath: [any CodingKey] { encoder.codingPath }
    var userInfo: [CodingUserInfoKey: Any] { encoder.userInfo }

    func container<Key>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
      // The dictionary would be decoded with the tag as an entry.
      if _typeName(type) == "Swift._DictionaryCodingKey" {
        hasRefused = true
        return Refusal.ofKind(codingPath).nestedContainer(keyedBy: type)
      }
      return KeyedEncodingContainer(TaggedContainer(encoder.container(keyedBy: type), tag))
    }

    func unkeyedContainer() -> any UnkeyedEncodingContainer {
      hasRefused = true
      return Refusal.ofKind(codingPath)
    }

    func singleValueContainer() -> any SingleValueEncodingContainer {
      hasRefused = true
      return Refusal.ofKind(codingPath)
    }
  }

  /// A container that takes no value.
  struct Refusal: SingleValueEncodingContainer, UnkeyedEncodingContainer {
    let codingPath: [any CodingKey]
    /// What is wrong with the value.
    let explanation: String
    var count: Int { 0 }

    /// Refuses a value that is encoded as anything but an object.
    static func ofKind(_ codingPath: [any CodingKey]) -> Refusal {
      Refusal(
        codingPath: codingPath,
        explanation: """
          The value of an enum's case is not encoded in a keyed container, or is encoded as a dictionary, so the name of the \
          case cannot be beside it. Use contentKey in typeRules of the enum.
          """)
    }

    func error(_ value: Any?) -> EncodingError {
      let value = value.map { PrintableValue.of($0) } ?? Optional<Any>.none as Any
      return .invalidValue(value, .init(codingPath: codingPath, debugDescription: explanation))
    }

    func encodeNil() throws { throw error(nil) }
    func encode<Value: Encodable>(_ value: Value) throws { throw error(value) }

    func nestedContainer<Key>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
      KeyedEncodingContainer(KeyedRefusal<Key>(refusal: self))
    }
    func nestedUnkeyedContainer() -> any UnkeyedEncodingContainer { self }
    func superEncoder() -> any Encoder { RefusingEncoder(refusal: self) }
  }

  private struct KeyedRefusal<Key: CodingKey>: KeyedEncodingContainerProtocol {
    let refusal: Refusal
    var codingPath: [any CodingKey] { refusal.codingPath }

    func encodeNil(forKey key: Key) throws { throw refusal.error(nil) }
    func encode<Value: Encodable>(_ value: Value, forKey key: Key) throws { throw refusal.error(value) }
    func nestedContainer<Nested>(keyedBy type: Nested.Type, forKey key: Key) -> KeyedEncodingContainer<Nested> {
      refusal.nestedContainer(keyedBy: type)
    }
    func nestedUnkeyedContainer(forKey key: Key) -> any UnkeyedEncodingContainer { refusal }
    func superEncoder() -> any Encoder { RefusingEncoder(refusal: refusal) }
    func superEncoder(forKey key: Key) -> any Encoder { RefusingEncoder(refusal: refusal) }
  }

  private struct RefusingEncoder: Encoder {
    let refusal: Refusal
    var codingPath: [any CodingKey] { refusal.codingPath }
    var userInfo: [CodingUserInfoKey: Any] { [:] }

    func container<Key>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
      refusal.nestedContainer(keyedBy: type)
    }
    func unkeyedContainer() -> any UnkeyedEncodingContainer { refusal }
    func singleValueContainer() -> any SingleValueEncodingContainer { refusal }
  }
}
