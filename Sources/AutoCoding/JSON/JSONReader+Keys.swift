/// Checks for keys that a type does not know.
extension JSONReader {
  /// Reports or refuses a key without a property, whose value is next.
  ///
  /// - Parameter converted: The key as the decoder's strategy converts it.
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

  /// Returns a copy that does not check for unknown keys, since a migration may ask for any key.
  func reader() throws -> Self {
    var reader = self
    reader.checksKeys = false
    return reader
  }
}
