/// The container of a value that is encoded in an object with a tag.
///
/// The value may encode the tag as well, as `type: "circle"` in the struct for a circle. Anything else under that key would
/// replace the tag, so that another case would be decoded.
struct TaggedContainer<Key: CodingKey>: ForwardingContainer {
  var target: KeyedEncodingContainer<Key>
  private let tag: TaggedValue.Tag

  init(_ container: KeyedEncodingContainer<Key>, _ tag: TaggedValue.Tag) { (target, self.tag) = (container, tag) }

  @inline(__always)
  private func isTag(_ key: Key) -> Bool { key.stringValue == tag.key.stringValue }

  @inline(__always)
  func targetKey(for key: Key) -> Key { key }

  /// A value for the key of the tag, which is written already, is checked. A nil would be decoded as the tag.
  @inline(__always)
  func passesOn(_ value: @autoclosure () -> Any?, forKey key: Key) throws -> Bool {
    guard isTag(key) else { return true }
    try check(value())
    return false
  }

  func refusal(ofContainerForKey key: Key) -> TaggedValue.Refusal? { isTag(key) ? refusal : nil }

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

  mutating func superEncoder() -> any Encoder {
    // The key of `superEncoder()`, by the documentation of the protocol.
    tag.key.stringValue == "super" ? refusal.superEncoder() : target.superEncoder()
  }
}
