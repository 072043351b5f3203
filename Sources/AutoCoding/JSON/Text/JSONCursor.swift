/// A place in JSON text, for loops that keep it in registers. It reads values in their most common forms.
///
/// Each function that reads a value returns nil for any other text. The cursor's place is then unspecified, and
/// ``JSONReader`` reads or refuses the value from its beginning. A cursor reads nothing at or beyond ``limit``.
struct JSONCursor {
  var place: UnsafeRawPointer
  let limit: UnsafeRawPointer

  /// The next byte. Precondition: there is one.
  @inline(__always)
  var byte: UInt8 { place.load(as: UInt8.self) }

  /// Returns whether at least `count` bytes can be read.
  @inline(__always)
  func has(_ count: Int) -> Bool { limit - place >= count }

  @inline(__always)
  mutating func skipSpace() {
    if place < limit, byte > 0x20 { return }
    place = Self.skipSpaces(place, limit)
  }

  /// Passes over white space that most often is none, or one space.
  @inline(__always)
  mutating func skipShortSpace() {
    if place < limit, byte > 0x20 { return }
    if has(2), byte == .space, place.load(fromByteOffset: 1, as: UInt8.self) > 0x20 {
      place += 1
    } else {
      skipSpace()
    }
  }

  // Functions that are not inlined take and return the place by value, so that a cursor stays in registers.

  @inline(never)
  private static func skipSpaces(_ start: UnsafeRawPointer, _ limit: UnsafeRawPointer) -> UnsafeRawPointer {
    var place = start
    while place < limit {
      switch place.load(as: UInt8.self) {
      case 0x0a, 0x20, 0x0d, 0x09: place += 1
      default: return place
      }
      // Indentation, 16 spaces or tabs at a time.
      while limit - place >= 16 {
        let bytes = place.loadUnaligned(as: SIMD16<UInt8>.self)
        let isSpace: ByteMask = bytes .== SIMD16<UInt8>(repeating: .space)
        let isTab: ByteMask = bytes .== SIMD16<UInt8>(repeating: UInt8(ascii: "\t"))
        let (low, high) = (isSpace .| isTab).words
        if low & high == .max {
          place += 16
          continue
        }
        place += low != .max ? (~low).trailingZeroBitCount >> 3 : 8 &+ (~high).trailingZeroBitCount >> 3
        if place.load(as: UInt8.self) > 0x20 { return place }
        break
      }
    }
    return place
  }

  /// Passes over the comma or bracket behind an array's element, and over the white space before the next element.
  ///
  /// - Parameters:
  ///   - line: The number of bytes of white space expected before an element.
  ///   - step: How many bytes fewer are expected before the bracket.
  /// - Returns: Whether the element was the last; nil if neither a comma nor a bracket is next.
  @inline(__always)
  mutating func endElement(_ line: inout Int, step: Int) -> Bool? {
    guard has(1) else { return nil }
    if byte <= 0x20 {
      if !skipLine(line &- step) { skipSpace() }
      guard has(1) else { return nil }
    }
    if byte == .comma {
      place += 1
      skipSpace(expecting: &line)
      return false
    }
    guard byte == .closeBracket else { return nil }
    place += 1
    return true
  }

  /// Passes over null, and returns whether it was next.
  @inline(__always)
  mutating func skipNull() -> Bool {
    guard has(4), UInt32(littleEndian: place.loadUnaligned(as: UInt32.self)) == 0x6c6c_756e else { return false }
    place += 4
    return true
  }

  @inline(__always)
  mutating func bool() -> Bool? {
    guard has(5) else { return nil }
    let word = UInt32(littleEndian: place.loadUnaligned(as: UInt32.self))
    if word == 0x6575_7274 {
      place += 4
      return true
    }
    guard word == 0x736c_6166, place.load(fromByteOffset: 4, as: UInt8.self) == UInt8(ascii: "e") else { return nil }
    place += 5
    return false
  }

  /// Returns whether two runs of bytes are equal. Precondition: at least 8 bytes can be read at each address.
  @inline(__always)
  static func isEqual(_ left: UnsafeRawPointer, _ right: UnsafeRawPointer, count: Int) -> Bool {
    func difference(_ offset: Int) -> UInt64 {
      left.loadUnaligned(fromByteOffset: offset, as: UInt64.self)
        ^ right.loadUnaligned(fromByteOffset: offset, as: UInt64.self)
    }
    // Overlapping words spare most keys the loop.
    if count <= 8 { return UInt64(littleEndian: difference(0)) &<< UInt64(truncatingIfNeeded: 64 &- 8 &* count) == 0 }
    if count <= 16 { return difference(0) | difference(count &- 8) == 0 }
    if difference(0) | difference(8) != 0 { return false }
    var index = count &- 8
    while index > 8 {
      if difference(index) != 0 { return false }
      index &-= 8
    }
    return true
  }
}
