/// A mask of the bytes, out of 16, for which a condition holds.
package typealias ByteMask = SIMDMask<SIMD16<Int8>>

extension ByteMask {
  /// The mask in memory: 0xff for each byte that it is true of. On a little-endian machine the first byte is the lowest.
  @inline(__always)
  package var words: (low: UInt64, high: UInt64) {
    let words = unsafeBitCast(self, to: (UInt64, UInt64).self)
    return (UInt64(littleEndian: words.0), UInt64(littleEndian: words.1))
  }

  /// The mask in memory: 0xff for each byte that it is true of.
  @inline(__always)
  package var bytes: SIMD16<UInt8> { unsafeBitCast(self, to: SIMD16<UInt8>.self) }

  /// Whether it is true of none.
  @inline(__always)
  package var isEmpty: Bool { words.low | words.high == 0 }

  /// A bit for each byte that it is true of, the lowest for the first.
  @inline(__always)
  package var bits: UInt64 {
    let (low, high) = words
    return Self.bits(low) | Self.bits(high) << 8
  }

  @inline(__always)
  private static func bits(_ word: UInt64) -> UInt64 {
    // Each byte keeps a bit of its own, and the highest byte of the product is the sum of all bytes.
    ((word & 0x8040_2010_0804_0201) &* 0x0101_0101_0101_0101) >> 56
  }
}
