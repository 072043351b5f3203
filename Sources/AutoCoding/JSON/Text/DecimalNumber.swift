/// A number as JSON writes it: sign, digits and a power of ten.
struct DecimalNumber {
  var isNegative = false
  /// The first 19 significant digits.
  var digits: UInt64 = 0
  /// The power of ten that ``digits`` is multiplied by.
  var exponent = 0
  /// Whether there are more digits than ``digits`` holds.
  var isTruncated = false
}

extension Double {
  /// Creates the number nearest to a decimal. Returns nil if only more precise arithmetic can find it.
  @inline(__always)
  init?(_ decimal: DecimalNumber) {
    // Both operands are exact, so a single rounding gives the nearest number (Clinger).
    if decimal.digits < 1 << 53, decimal.exponent >= -22, decimal.exponent <= 22, !decimal.isTruncated {
      var value = Double(decimal.digits)
      if decimal.exponent < 0 {
        value /= Self.smallPower(0 &- decimal.exponent)
      } else {
        value *= Self.smallPower(decimal.exponent)
      }
      self = decimal.isNegative ? -value : value
      return
    }
    guard let value = Self.nearest(decimal.digits, exponent: decimal.exponent) else { return nil }
    if decimal.isTruncated {
      // The exact value lies between these digits and the next integer. Both must give the same number.
      guard decimal.digits < .max, let next = Self.nearest(decimal.digits &+ 1, exponent: decimal.exponent),
        next == value
      else { return nil }
    }
    self = decimal.isNegative ? -value : value
  }

  /// Returns an exact power of ten. Precondition: the exponent is in 0...22.
  @inline(__always)
  static func smallPower(_ exponent: Int) -> Double {
    smallPowers[exponent]
  }

  private static let smallPowers: [Double] = [
    1, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15, 1e16, 1e17, 1e18, 1e19, 1e20,
    1e21, 1e22,
  ]

  /// Returns the number nearest to `digits` times a power of ten (Daniel Lemire, "Number parsing at a gigabyte per
  /// second", 2021, with the rounded-down table of Nigel Tao). Returns nil if 128 bits do not decide, or if the result
  /// is not a normal number.
  @inline(__always)
  static func nearest(_ digits: UInt64, exponent: Int) -> Double? {
    guard digits != 0 else { return 0 }
    guard PowersOfTen.exponents.contains(exponent) else { return nil }
    let zeros = digits.leadingZeroBitCount
    let normal = digits &<< UInt64(zeros)
    var binaryExponent = ((217_706 &* exponent) >> 16) &+ 64 &+ 1023 &- zeros
    let power = PowersOfTen.significand(exponent)
    var product = normal.multipliedFullWidth(by: power.high)
    if product.high & 0x1ff == 0x1ff {
      guard let refined = refined(product, of: normal, by: power.low) else { return nil }
      product = refined
    }
    let top = product.high >> 63
    var significand = product.high &>> (top &+ 9)
    binaryExponent &-= Int(1 ^ top)
    if product.low == 0, product.high & 0x1ff == 0, significand & 3 == 1 { return nil }
    significand &+= significand & 1
    significand >>= 1
    if significand >> 53 != 0 {
      significand >>= 1
      binaryExponent &+= 1
    }
    guard binaryExponent > 0, binaryExponent < 0x7ff else { return nil }
    return Double(bitPattern: UInt64(binaryExponent) << 52 | significand & 0xf_ffff_ffff_ffff)
  }

  /// Adds the lower half of the power to a product, if that may change the result. Returns nil if even more bits are
  /// needed.
  ///
  /// Never inlined: otherwise the compiler tests an unpredictable condition first, and the one that rarely holds
  /// second.
  @inline(never)
  private static func refined(
    _ product: (high: UInt64, low: UInt64), of normal: UInt64, by lowPower: UInt64
  ) -> (high: UInt64, low: UInt64)? {
    guard product.low &+ normal < normal else { return product }
    let lower = normal.multipliedFullWidth(by: lowPower)
    let (sum, carry) = product.low.addingReportingOverflow(lower.high)
    let high = product.high &+ (carry ? 1 : 0)
    if high & 0x1ff == 0x1ff, sum == .max, lower.low &+ normal < normal { return nil }
    return (high, sum)
  }
}

extension Float {
  /// Creates the number nearest to a decimal. Returns nil if only more precise arithmetic can find it.
  @inline(__always)
  init?(_ decimal: DecimalNumber) {
    guard let wide = Double(decimal) else { return nil }
    let magnitude = wide.magnitude
    // A double halfway between two floats may itself be the result of a rounding. Leave it to more precise arithmetic,
    // and subnormal and infinite floats too.
    if magnitude == 0 || magnitude >= 0x1p-120 && magnitude < 0x1p127 && wide.bitPattern & 0x1fff_ffff != 0x1000_0000 {
      self = Float(wide)
    } else {
      return nil
    }
  }
}
