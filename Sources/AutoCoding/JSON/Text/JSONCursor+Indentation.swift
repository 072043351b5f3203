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

  /// Passes over a line break and spaces, `length` bytes together. Returns false, without moving, unless exactly these
  /// are next.
  @inline(__always)
  mutating func skipLine(_ length: Int) -> Bool {
    guard length > 0, has(length &+ 9), byte == .newline, areSpaces(from: 1, to: length),
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
    guard length >= 0, has(length &+ 10) else { return false }
    let pair = UInt16(littleEndian: place.loadUnaligned(as: UInt16.self))
    if length == 0 {
      guard pair == 0x222c else { return false }
    } else {
      // A line break, or a space if the text is on a single line.
      guard pair == 0x0a2c || pair == 0x202c, areSpaces(from: 2, to: length &+ 1),
        place.load(fromByteOffset: length &+ 1, as: UInt8.self) == .quote
      else { return false }
    }
    place += length &+ 1
    return true
  }

  /// Returns whether all bytes in a range of offsets are spaces. Precondition: 8 bytes can be read at its end.
  @inline(__always)
  private func areSpaces(from first: Int, to end: Int) -> Bool {
    let count = end &- first
    if count >= 16 {
      let last = end &- 16
      var offset = first
      while offset < last {
        guard isBlank(offset) else { return false }
        offset &+= 16
      }
      return isBlank(last)
    }
    if count >= 8 { return (others(first) | others(end &- 8)) == 0 }
    return others(first) << UInt64(truncatingIfNeeded: 64 &- 8 &* count) == 0
  }

  /// Returns whether the 16 bytes at an offset are spaces.
  @inline(__always)
  private func isBlank(_ offset: Int) -> Bool {
    let bytes = place.loadUnaligned(fromByteOffset: offset, as: SIMD16<UInt8>.self)
    let isSpace: ByteMask = bytes .== SIMD16<UInt8>(repeating: .space)
    let (low, high) = isSpace.words
    return low & high == .max
  }

  /// Returns the 8 bytes at an offset, with each space turned into 0.
  @inline(__always)
  private func others(_ offset: Int) -> UInt64 {
    UInt64(littleEndian: place.loadUnaligned(fromByteOffset: offset, as: UInt64.self)) ^ 0x2020_2020_2020_2020
  }
}
