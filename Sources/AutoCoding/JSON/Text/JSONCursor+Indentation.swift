/// Passes over the white space of indented text, which is as long before one member of an object as before the next.
///
/// Comparing it with the expected length is faster than finding its end: all that follows would wait for that end,
/// whereas a comparison is predicted.
extension JSONCursor {
  /// Passes over white space.
  ///
  /// - Parameter length: The expected number of bytes, that of the last white space of this kind; updated if it was
  ///   wrong.
  @inline(__always)
  mutating func skipSpace(expecting length: inout Int) {
    if has(1), byte > 0x20 { return }
    if skipLine(length) { return }
    let begin = place
    skipSpace()
    length = place - begin
  }

  /// Passes over a line break and the spaces or tabs behind it, `length` bytes together. Returns false, without moving,
  /// unless exactly these are next.
  @inline(__always)
  mutating func skipLine(_ length: Int) -> Bool {
    guard length > 0, has(length &+ 9), case let first = lineBreak(at: 0), first > 0, areBlank(from: first, to: length),
      place.load(fromByteOffset: length, as: UInt8.self) > 0x20
    else { return false }
    place += length
    return true
  }

  /// Passes over a comma and the expected white space. Returns false, without moving, unless exactly these are next and
  /// the quote of a key follows.
  @inline(__always)
  mutating func skipComma(andSpace length: Int) -> Bool {
    // The expected length may be negative if arrays and objects are indented differently.
    guard length >= 0, has(length &+ 10), byte == .comma else { return false }
    if length > 0 {
      // A line break, or a space if the text is on a single line.
      let first = place.load(fromByteOffset: 1, as: UInt8.self) == .space ? 1 : lineBreak(at: 1)
      guard first > 0, areBlank(from: first &+ 1, to: length &+ 1) else { return false }
    }
    guard place.load(fromByteOffset: length &+ 1, as: UInt8.self) == .quote else { return false }
    place += length &+ 1
    return true
  }

  /// The length of the line break at an offset; 0 if there is none. Precondition: two bytes can be read there.
  @inline(__always)
  private func lineBreak(at offset: Int) -> Int {
    let pair = UInt16(littleEndian: place.loadUnaligned(fromByteOffset: offset, as: UInt16.self))
    return pair & 0xff == 0x0a ? 1 : pair == 0x0a0d ? 2 : 0
  }

  /// Returns whether the bytes in a range of offsets are all spaces or all tabs. Precondition: 8 bytes can be read at its
  /// end.
  @inline(__always)
  private func areBlank(from first: Int, to end: Int) -> Bool {
    let count = end &- first
    guard count >= 0 else { return false }
    let blanks: UInt64 =
      place.load(fromByteOffset: first, as: UInt8.self) == UInt8(ascii: "\t")
      ? 0x0909_0909_0909_0909 : 0x2020_2020_2020_2020
    if count >= 8 {
      let last = end &- 8
      var offset = first
      while offset < last {
        guard others(than: blanks, at: offset) == 0 else { return false }
        offset &+= 8
      }
      return others(than: blanks, at: last) == 0
    }
    return others(than: blanks, at: first) << UInt64(truncatingIfNeeded: 64 &- 8 &* count) == 0
  }

  /// Returns the 8 bytes at an offset, with each of the given ones turned into 0.
  @inline(__always)
  private func others(than blanks: UInt64, at offset: Int) -> UInt64 {
    UInt64(littleEndian: place.loadUnaligned(fromByteOffset: offset, as: UInt64.self)) ^ blanks
  }
}
