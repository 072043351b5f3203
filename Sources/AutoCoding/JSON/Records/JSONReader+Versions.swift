extension JSONReader {
  /// Skips the version of the record that has been begun if it is the record's first member, and is the given one. Otherwise
  /// skips nothing and returns false.
  @inline(never)
  mutating func skipVersion(_ version: Int) -> Bool {
    // Of duplicates, the first one counts.
    guard rules.keepsFirstOfDuplicateKeys else { return false }
    var cursor = cursor
    cursor.skipSpace()
    guard cursor.skip(JSONKey(ArchivedVersions.propertyKey)) else { return false }
    cursor.skipSpace()
    guard cursor.integer() == version else { return false }
    cursor.skipSpace()
    guard cursor.has(2) else { return false }
    if cursor.byte == .comma {
      cursor.place += 1
      cursor.skipSpace()
      guard cursor.has(1), cursor.byte == .quote else { return false }
    } else if cursor.byte != .closeBrace {
      return false
    }
    next = cursor.place.assumingMemoryBound(to: UInt8.self)
    return true
  }
}
