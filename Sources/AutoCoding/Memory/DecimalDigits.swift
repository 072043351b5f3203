#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// The sign, digits and exponent of a `Decimal`, read from its memory. `Decimal.description`, the only public way to its
/// digits, takes microseconds.
///
/// The layout is that of `NSDecimal` in Foundation's `NSDecimal.h`, which swift-foundation shares but for the order of
/// some bits: 8 bits of exponent; a count of 16-bit words, a sign and other bits in the next 24; and up to 8 words of
/// digits, the lowest first.
package struct DecimalDigits {
  package let isNegative: Bool
  /// The number is ``digits`` times 10 to the power of this.
  package let exponent: Int
  package let digits: UInt64
  /// The number of 16-bit words of ``digits``.
  package let wordCount: Int
  /// Whether ``digits`` is known not to end in zeros.
  package let isCompact: Bool

  /// Returns nil if the number has more than 64 bits of digits or none of the usual forms, is not a number, or if the
  /// layout is not as expected.
  @inline(__always)
  package init?(_ value: Decimal) {
    guard Self.isKnown else { return nil }
    self.init(unchecked: value)
  }

  @inline(__always)
  private init?(unchecked value: Decimal) {
    let (head, digits, highest) = withUnsafeBytes(of: value) {
      (
        UInt32(littleEndian: $0.loadUnaligned(as: UInt32.self)),
        UInt64(littleEndian: $0.loadUnaligned(fromByteOffset: 4, as: UInt64.self)),
        $0.loadUnaligned(fromByteOffset: 12, as: UInt64.self)
      )
    }
    #if canImport(Darwin)
    let words = head >> 8 & 0xf
    isNegative = head >> 12 & 1 != 0
    isCompact = head >> 13 & 1 != 0
    #else
    let words = head >> 12 & 0xf
    isNegative = head >> 11 & 1 != 0
    isCompact = head >> 10 & 1 != 0
    #endif
    // A number without digits is 0, or not a number if it is negative.
    guard words <= 4, words > 0 || !isNegative else { return nil }
    // Data may give a number more words than its count says. Foundation decides what that is.
    guard highest == 0, words == 4 || digits >> UInt64(16 * words) == 0 else { return nil }
    wordCount = Int(words)
    exponent = Int(Int8(truncatingIfNeeded: head))
    self.digits = digits
  }

  /// Whether samples are laid out as expected.
  private static let isKnown: Bool = {
    guard !Portability.isRequired, MemoryLayout<Decimal>.size == 20 else { return false }
    let samples: [(String, Bool, Int, UInt64)] = [
      ("1", false, 0, 1), ("-12.5", true, -1, 125), ("70000.03", false, -2, 7_000_003),
      ("-0.000000000123456789012", true, -21, 123_456_789_012),
      ("18446744073709551615", false, 0, .max), ("3e30", false, 30, 3),
    ]
    for (text, isNegative, exponent, digits) in samples {
      guard let value = Decimal(string: text), let parts = Self(unchecked: value), parts.isNegative == isNegative,
        parts.exponent == exponent, parts.digits == digits
      else { return false }
    }
    let refused = [Decimal(string: "18446744073709551616"), Decimal.nan]
    return refused.allSatisfy { $0.map { Self(unchecked: $0) == nil } ?? false }
      && Decimal(string: "0").flatMap { Self(unchecked: $0) }?.digits == 0
  }()
}
