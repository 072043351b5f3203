/// How much a list may stand for. Its objects may be referred to any number of times, and may share their bytes, so a
/// reader counts what it makes of them.
extension PropertyListReader {
  /// Returns how many values may be read: `maximumExpansion` for each object, and for every 16 bytes of the objects.
  func budget(maximumExpansion: Int) -> Int {
    let parts = Double(objectCount) + Double(objectByteCount) / 16
    return Int(min(Double(1 << 18) + Double(max(maximumExpansion, 0)) * parts, 1e18))
  }

  /// Returns for how many values text or data counts that is made of bytes. Each byte of honest data is read once, or its
  /// text is kept.
  @inline(__always)
  static func cost(ofBytes count: Int) -> Int { count &>> 4 }

  /// Returns for how many values kept text counts. It takes no memory, but code may go over it, as a hash of it does.
  @inline(__always)
  static func cost(ofKeptBytes count: Int) -> Int { count &>> 8 }
}
