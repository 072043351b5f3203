/// The white space of indented text: as long before one member of an object as before the next.
///
/// Finding out where it ends is what all that follows would have to wait for; to compare it with what is expected is not.
extension JSONCursor {
  /// Passes over white space.
  ///
  /// - Parameter length: How much there is if it is like the last of its kind; set to what there was.
  @inline(__always)
  mutating func skipSpace(expecting length: inout Int) {
    if has(1), byte > 0x20 { return }
    if skipLine(length) { return }
    let begin = place
    skipSpace()
    length = place - begin
  }

  /// Passes over a line break and spaces, `length` bytes together, where they are there with something else behind them.
  @inline(__always)
  mutating func skipLine(_ length: Int) -> Bool {
    guard length > 0, has(length &+ 9), byte == .newline, areSpaces(from: 1, to: length),
      place.load(fromByteOffset: length, as: UInt8.self) > 0x20
    else { return false }
    place += length
    return true
  }

  /// Passes over a comma and white space, where the quote of a key follows and there is as much space as is expected.
  @inline(__always)
  mutating func skipComma(andSpace length: Int) -> Bool {
    // What is expected of arrays and objects that are indented otherwise may be less than nothing.
    guard length >= 0, has(length &+ 10) else { return false }
    let pair = UInt16(littleEndian: place.loadUnaligned(as: UInt16.self))
    if length == 0 {
      guard pair == 0x222c else { return false }
    } else {
      // A line break, or a space in text that has no lines.
      guard pair == 0x0a2c || pair == 0x202c, areSpaces(from: 2, to: length &+ 1),
        place.load(fromByteOffset: length &+ 1, as: UInt8.self) == .quote
      else { return false }
    }
    place += length &+ 1
    return true
  }

  /// Whether there are spaces in a range of offsets. Precondition: 8 bytes can be read at its end.
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

  /// Whether 16 bytes are spaces.
  @inline(__always)
  private func isBlank(_ offset: Int) -> Bool {
    let bytes = place.loadUnaligned(fromByteOffset: offset, as: SIMD16<UInt8>.self)
    let isSpace: ByteMask = bytes .== SIMD16<UInt8>(repeating: .space)
    let (low, high) = isSpace.words
    return low & high == .max
  }

  /// What is not spaces of 8 bytes.
  @inline(__always)
  private func others(_ offset: Int) -> UInt64 {
    UInt64(littleEndian: place.loadUnaligned(fromByteOffset: offset, as: UInt64.self)) ^ 0x2020_2020_2020_2020
  }
}
