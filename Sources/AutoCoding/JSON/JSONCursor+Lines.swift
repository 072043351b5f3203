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
    guard length > 0, has(length &+ 1), byte == .newline else { return false }
    let spaces = length &- 1
    if spaces >= 16 {
      let last = length &- 16
      var offset = 1
      while offset < last {
        guard isBlank(offset) else { return false }
        offset &+= 16
      }
      guard isBlank(last) else { return false }
    } else if spaces >= 8 {
      guard (others(1) | others(length &- 8)) == 0 else { return false }
    } else {
      guard has(9), others(1) << UInt64(truncatingIfNeeded: 64 &- 8 &* spaces) == 0 else { return false }
    }
    guard place.load(fromByteOffset: length, as: UInt8.self) > 0x20 else { return false }
    place += length
    return true
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
