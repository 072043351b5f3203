/// Which of 16 bytes something is true of.
package typealias ByteMask = SIMDMask<SIMD16<Int8>>

extension ByteMask {
  /// The mask in memory: 0xff for each byte that it is true of. On a little-endian machine the first byte is the lowest.
  @inline(__always)
  package var words: (low: UInt64, high: UInt64) {
    let words = unsafeBitCast(self, to: (UInt64, UInt64).self)
    return (UInt64(littleEndian: words.0), UInt64(littleEndian: words.1))
  }
}
