/// Checks for keys that a type does not know.
extension JSONReader {
  @inline(never)
  mutating func passOver(unknownKey key: String, as converted: String, in keys: PropertyIndex) throws {
    if keys.isOfPart || keys.isKnown(converted) { return }
    skipSpace()
    guard options.values.unknownKeys == .refuse else {
      issues?.add(.unknownKey, at: offset)
      return
    }
    throw refused(keys.refusal(of: key), at: next).prepending(DynamicKey(refused: key))
  }

  /// Returns a copy that does not check for unknown keys, since a migration may ask for any key.
  func reader() throws -> Self {
    var reader = self
    reader.checksKeys = false
    return reader
  }
}
