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

  /// Returns the number with the given digits, which do not end in zeros; nil if only Foundation can make it.
  package static func decimal(isNegative: Bool, _ exponent: Int, high: UInt64, low: UInt64) -> Decimal? {
    // Beyond, Foundation may refuse a number, or give it other digits.
    guard areMade, -100...100 ~= exponent else { return nil }
    return decimal(unchecked: isNegative, exponent, high, low)
  }

  private static func decimal(unchecked isNegative: Bool, _ exponent: Int, _ high: UInt64, _ low: UInt64) -> Decimal {
    let bits = high != 0 ? 128 - high.leadingZeroBitCount : 64 - low.leadingZeroBitCount
    let words = UInt32((bits + 15) / 16)
    let parts: UInt32
    #if canImport(Darwin)
    parts = words << 8 | (isNegative ? 1 << 12 : 0) | 1 << 13
    #else
    parts = words << 12 | (isNegative ? 1 << 11 : 0) | 1 << 10
    #endif
    let head = UInt32(UInt8(truncatingIfNeeded: exponent)) | (words > 0 ? parts : 0)
    var value = Decimal()
    withUnsafeMutableBytes(of: &value) {
      $0.storeBytes(of: head.littleEndian, as: UInt32.self)
      $0.storeBytes(of: low.littleEndian, toByteOffset: 4, as: UInt64.self)
      $0.storeBytes(of: high.littleEndian, toByteOffset: 12, as: UInt64.self)
    }
    return value
  }

  /// Whether numbers that are made of their parts have the form that Foundation gives to those that it reads.
  private static let areMade: Bool = {
    guard isKnown else { return false }
    return [
      "1", "-12.5", "70000.03", "-0.000000000123456789012", "18446744073709551615", "3e30", "18446744073709551616",
      "-12345678901234567890123456789012345678", "1200", "7e-90", "65535", "65536", "4294967296.5", "-1e99", "0",
      "0.00",
      "0e5",
    ].allSatisfy { text in
      guard let value = Decimal(string: text), let parts = Self(unchecked: value) else { return false }
      let made = decimal(unchecked: parts.isNegative, parts.exponent, parts.highDigits, parts.digits)
      return withUnsafeBytes(of: value) { value in withUnsafeBytes(of: made) { value.elementsEqual($0) } }
    }
  }()

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
