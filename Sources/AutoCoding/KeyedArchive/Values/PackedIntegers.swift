#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// Integers as `NSIndexPath` and `NSIndexSet` archive them: seven bits in each byte, the lowest first. The eighth bit
/// is set in all bytes of a number except the last.
package enum PackedIntegers {
  package static func data(_ values: some Sequence<UInt64>) -> Data {
    var bytes: [UInt8] = []
    for var value in values {
      while value >= 0x80 {
        bytes.append(UInt8(truncatingIfNeeded: value) | 0x80)
        value >>= 7
      }
      bytes.append(UInt8(truncatingIfNeeded: value))
    }
    return Data(bytes)
  }

  /// Returns the integers in data, or nil if the data ends within one, or one has more than 64 bits.
  package static func values(in data: Data) -> [UInt64]? {
    var values: [UInt64] = []
    var value: UInt64 = 0
    var shift: UInt64 = 0
    for byte in data {
      let bits = UInt64(byte & 0x7f)
      guard shift < 63 || shift == 63 && bits <= 1 else { return nil }
      value |= bits << shift
      if byte & 0x80 == 0 {
        values.append(value)
        (value, shift) = (0, 0)
      } else {
        shift += 7
      }
    }
    return shift == 0 ? values : nil
  }
}
