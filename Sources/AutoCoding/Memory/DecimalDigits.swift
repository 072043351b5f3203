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
  /// The number is its digits times 10 to the power of this.
  package let exponent: Int
  /// The lower 64 bits of the digits.
  package let digits: UInt64
  /// The upper 64 bits of the digits: other than 0 in numbers of 20 and more digits.
  package let highDigits: UInt64
  /// The number of 16-bit words of the digits.
  package let wordCount: Int
  /// Whether the digits are known not to end in zeros.
  package let isCompact: Bool

  /// Returns nil if the number has none of the usual forms, is not a number, or if the layout is not as expected.
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
        UInt64(littleEndian: $0.loadUnaligned(fromByteOffset: 12, as: UInt64.self))
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
    guard words <= 8, words > 0 || !isNegative else { return nil }
    // Data may give a number more words than its count says. Foundation decides what that is.
    if words <= 4 {
      guard highest == 0, words == 4 || digits >> UInt64(16 * words) == 0 else { return nil }
    } else {
      guard words == 8 || highest >> UInt64(16 * (words - 4)) == 0 else { return nil }
    }
    wordCount = Int(words)
    exponent = Int(Int8(truncatingIfNeeded: head))
    self.digits = digits
    highDigits = highest
  }

  /// The first digit or digits, and twice 19 more.
  package var limbs: (UInt64, UInt64, UInt64) {
    let limb: UInt64 = 10_000_000_000_000_000_000
    func divide(_ high: UInt64, _ low: UInt64) -> (high: UInt64, low: UInt64, remainder: UInt64) {
      let (quotient, rest) = high.quotientAndRemainder(dividingBy: limb)
      let (lowQuotient, remainder) = limb.dividingFullWidth((rest, low))
      return (quotient, lowQuotient, remainder)
    }
    let once = divide(highDigits, digits)
    let twice = divide(once.high, once.low)
    return (twice.low, twice.remainder, once.remainder)
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
    let large: [(String, UInt64, UInt64)] = [
      ("18446744073709551616", 1, 0),
      ("12345678901234567890123456789012345678", 669_260_594_276_348_691, 14_143_994_781_733_811_022),
    ]
    for (text, high, low) in large {
      guard let parts = Decimal(string: text).flatMap({ Self(unchecked: $0) }), parts.highDigits == high,
        parts.digits == low
      else { return false }
    }
    return Self(unchecked: .nan) == nil && Decimal(string: "0").flatMap { Self(unchecked: $0) }?.digits == 0
  }()
}
