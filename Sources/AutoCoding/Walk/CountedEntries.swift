/// Tells which of several entries of a dictionary with the same key counts, before its value is read.
struct CountedEntries {
  /// The number of the last entry of each key; nil if the first counts.
  private let lastNumbers: [String: Int]?
  private var met: Set<String> = []
  private var number = 0

  init(lastNumbers: [String: Int]?) { self.lastNumbers = lastNumbers }

  /// Whether the next entry, whose key is at an address, counts.
  @inline(never)
  mutating func takes(_ key: UnsafeRawPointer, _ codec: DictionaryCodec) -> Bool {
    let text = codec.string(forKey: key)
    defer { number += 1 }
    return lastNumbers.map { $0[text] == number } ?? met.insert(text).inserted
  }
}

extension CodingReader {
  /// Returns nil if it need not be known which entries of the dictionary that was begun count, since all their values can be
  /// decoded, or are errors.
  @inline(never)
  func countedEntries(of codec: DictionaryCodec) throws -> CountedEntries? {
    guard rules.skipsUndecodableElements || rules.readsUndecodableAsNil || codec.skipsUndecodable,
      !rules.refusesEqualKeys
    else { return nil }
    return try CountedEntries(
      lastNumbers: rules.keepsFirstOfDuplicateKeys
        ? nil : lastNumbers(of: codec, isText: codec.isTextKeyed, { _ in true }))
  }

  /// Returns the number of the last entry of each key, in the dictionary or record that was begun. Consumes nothing.
  func lastNumbers(
    of codec: DictionaryCodec, isText: Bool, _ isEntry: (String) -> Bool
  ) throws -> [String: Int] {
    var reader = self
    var entries: [String: Int] = [:]
    var keys = ElementBuffer(of: codec.key.type, announced: nil)
    var index = 0
    while let key = try reader.nextKey(isText: isText) {
      guard isEntry(key) else {
        try reader.skipValue()
        continue
      }
      // A text that is no key is refused when its value is read.
      if codec.initializeKey(keys.next(), inDataFrom: key) {
        keys.commit()
        entries[codec.string(forKey: keys[0])] = index
        keys.removeLast()
      }
      index += 1
      try reader.skipValue()
    }
    return entries
  }
}
