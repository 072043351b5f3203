/// A hash table from the keys of one object in the data to numbers. The caller compares the keys that the numbers refer to.
///
/// As in a `Dictionary`, keys that `==` says are equal are one key, and no data can make all keys collide. Keys in ASCII
/// take a fraction of the time.
final class DataKeys {
  @exclusivity(unchecked) private var strings = StringTable()

  /// Returns the number of an equal key; if there is none, adds the key with its number, and returns nil.
  ///
  /// - Parameters:
  ///   - number: At least 0, and less than `UInt32.max`.
  ///   - isEqual: Whether the key with a number is equal to this one.
  func insert(
    _ number: Int, hash: UInt32, unless isEqual: (Int) throws -> Bool
  ) rethrows -> Int? {
    var place = strings.place(of: hash)
    if let other = try next(from: &place, isEqual) { return other }
    strings.insert(UInt32(truncatingIfNeeded: number &+ 1), at: place)
    return nil
  }

  /// Returns the number of a key, or nil if it has none.
  func number(hash: UInt32, _ isEqual: (Int) throws -> Bool) rethrows -> Int? {
    var place = strings.place(of: hash)
    return try next(from: &place, isEqual)
  }

  @inline(__always)
  private func next(from place: inout StringTable.Probe, _ isEqual: (Int) throws -> Bool) rethrows -> Int? {
    while let other = strings.next(&place) {
      let number = Int(other) &- 1
      if try isEqual(number) { return number }
    }
    return nil
  }

  func hash(of key: String) -> UInt32 {
    var key = key
    return key.withUTF8(asciiHash) ?? otherHash(of: key)
  }

  /// Returns the hash of a key in UTF-8, or nil if the key has other characters than ASCII. Use ``hash(of:)`` for these.
  @inline(__always)
  func asciiHash(of key: UnsafeBufferPointer<UInt8>) -> UInt32? {
    let (hash, isASCII) = strings.scan(key)
    return isASCII ? hash : nil
  }

  /// Letters may be composed in several ways, which the standard library's hash does not tell apart.
  @inline(never)
  private func otherHash(of key: String) -> UInt32 {
    var key = key.withASCIIEquivalents
    return key.withUTF8(asciiHash) ?? UInt32(truncatingIfNeeded: key.hashValue)
  }
}
