/// A mask of the bytes, out of 16, for which a condition holds.
package typealias ByteMask = SIMDMask<SIMD16<Int8>>

extension ByteMask {
  /// The mask as it is in memory: 0xff for each byte for which the condition holds. The first byte is the lowest.
  @inline(__always)
  package var words: (low: UInt64, high: UInt64) {
    let words = unsafeBitCast(self, to: (UInt64, UInt64).self)
    return (UInt64(littleEndian: words.0), UInt64(littleEndian: words.1))
  }

  /// The mask as it is in memory: 0xff for each byte for which the condition holds.
  @inline(__always)
  package var bytes: SIMD16<UInt8> { unsafeBitCast(self, to: SIMD16<UInt8>.self) }

  /// Whether the condition holds for no byte.
  @inline(__always)
  package var isEmpty: Bool { words.low | words.high == 0 }

  /// One bit for each byte, the lowest for the first: 1 if the condition holds.
  @inline(__always)
  package var bits: UInt64 {
    let (low, high) = words
    return Self.bits(low) | Self.bits(high) << 8
  }

  @inline(__always)
  private static func bits(_ word: UInt64) -> UInt64 {
    // Each byte keeps another bit, and the highest byte of the product is the sum of all bytes.
    ((word & 0x8040_2010_0804_0201) &* 0x0101_0101_0101_0101) >> 56
  }
}

extension SIMD16<UInt8> {
  /// The bytes as they are in memory, eight in each number.
  @inline(__always)
  package var words: (first: UInt64, second: UInt64) { unsafeBitCast(self, to: (UInt64, UInt64).self) }

  /// Returns `amount` for each byte that is at least `bound`, and 0 for those below. A comparison would be a loop.
  ///
  /// Precondition: `bound` is at most 128. For a byte above 127, either is returned.
  @inline(__always)
  package func amounts(_ amount: UInt8, from bound: UInt8) -> SIMD16<UInt8> {
    let signs = unsafeBitCast(self &+ (128 &- bound), to: SIMD16<Int8>.self) &>> 7
    return unsafeBitCast(signs, to: SIMD16<UInt8>.self) & SIMD16<UInt8>(repeating: amount)
  }
}
