/// What a small archive may stand for.
extension KeyedArchiveReader {
  /// Counts a value, so that a small archive cannot expand without limit.
  @inline(__always)
  mutating func spend() throws {
    budget &-= 1
    guard budget > 0 else { throw exhausted() }
  }

  /// Counts what is made of the data beside values.
  mutating func spend(_ cost: Int) throws {
    budget &-= cost
    guard budget > 0 else { throw exhausted() }
  }

  /// Counts the keys among which one was searched. Few of them take no longer than the value that they lead to.
  @inline(__always)
  mutating func countSearch(among keys: Int) {
    // The next value that is counted finds out whether there were too many.
    if keys > 16 { budget &-= keys }
  }

  /// Counts the keys of an object, each of which is compared or looked up. Other values may not follow.
  mutating func spendSearch(among keys: Int) throws {
    if keys > 16 { try spend(keys) }
  }

  @inline(never)
  func exhausted() -> DecodingError {
    corrupted(
      """
      The archive expands to far more values than it has, since its parts are shared or contain each other. \
      limits.maximumExpansion limits the expansion.
      """, as: .limit)
  }

  // MARK: Strings

  mutating func string(_ object: UInt32) throws -> String {
    // Creating a short string is faster than looking it up.
    let count = try list.contents(of: object).count
    guard count > 64 else { return try list.string(object) }
    return try keptString(object, byteCount: count) { try $0.string(object) }
  }

  /// Returns a long string, which is made once.
  @inline(never)
  mutating func keptString(
    _ object: UInt32, byteCount: Int, _ make: (PropertyListReader) throws -> String?
  ) throws -> String {
    if let known = strings[object] {
      try spend(PropertyListReader.cost(ofKeptBytes: byteCount))
      return known
    }
    try spend(PropertyListReader.cost(ofBytes: byteCount))
    guard let string = try make(list) else { throw corrupted("A string is not UTF-8.") }
    strings[object] = string
    return string
  }
}
