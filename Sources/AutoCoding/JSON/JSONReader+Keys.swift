/// Keys that a type does not know.
extension JSONReader {
  /// Reports or refuses a key of no property, whose value is next.
  ///
  /// - Parameter converted: The key by the decoder's strategy.
  @inline(never)
  mutating func passOver(
    unknownKey key: String, in keys: PropertyIndex, as converted: String? = nil
  ) throws {
    if keys.isKnown(converted ?? key) { return }
    skipSpace()
    guard options.values.unknownKeys == .refuse else {
      issues?.add(.unknownKey, at: offset)
      return
    }
    throw refused(keys.refusal(of: key), at: next).prepending(DynamicKey(key))
  }

  /// A copy, which looks for no unknown keys: a migration asks for what it likes.
  func reader() throws -> Self {
    var reader = self
    reader.checksKeys = false
    return reader
  }
}
