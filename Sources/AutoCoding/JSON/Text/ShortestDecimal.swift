/// The shortest decimal that is read back as the same floating-point number; if there are several, the closest.
///
/// The method is Schubfach (Raffaello Giulietti, "The Schubfach way to render doubles", 2020): it scales the number,
/// and the bounds of the interval that rounds to it, by the same power of ten, and tests the candidates with one and
/// with two digits fewer.
struct ShortestDecimal {
  /// The digits as an integer, without trailing zeros.
  var digits: UInt64
  /// The power of ten that ``digits`` is multiplied by.
  var exponent: Int

  /// Precondition: the number is finite, positive, and not zero.
  @inline(__always)
  init(_ number: Double) {
    let bits = number.bitPattern
    self.init(
      fraction: bits & 0xf_ffff_ffff_ffff, biasedExponent: Int(truncatingIfNeeded: bits >> 52) & 0x7ff,
      fractionBits: 52, bias: 1075)
  }

  /// Precondition: the number is finite, positive, and not zero.
  @inline(__always)
  init(_ number: Float) {
    let bits = number.bitPattern
    self.init(
      fraction: UInt64(bits & 0x7f_ffff), biasedExponent: Int(truncatingIfNeeded: bits >> 23) & 0xff,
      fractionBits: 23, bias: 150)
  }

  @inline(__always)
  private init(fraction: UInt64, biasedExponent: Int, fractionBits: UInt64, bias: Int) {
    let significand: UInt64
    let binaryExponent: Int
    if biasedExponent != 0 {
      significand = fraction | 1 << fractionBits
      binaryExponent = biasedExponent &- bias
      // The digits of an integer are the integer itself.
      let shift = 0 &- binaryExponent
      if shift >= 0, shift <= Int(fractionBits), significand & ((1 &<< UInt64(shift)) &- 1) == 0 {
        self.init(trimming: significand &>> UInt64(shift), exponent: 0)
        return
      }
    } else {
      significand = fraction
      binaryExponent = 1 &- bias
    }
    let isLowerCloser = fraction == 0 && biasedExponent > 1
    if biasedExponent != 0, !isLowerCloser, let decimal = Self.fromOneProduct(significand, exponent: binaryExponent) {
      self = decimal
      return
    }
    // floor(log10(2^e)), or floor(log10(3/4 * 2^e)) if the lower neighbour is closer
    let scale = (binaryExponent &* 1_262_611 &- (isLowerCloser ? 524_031 : 0)) >> 22
    let power = PowersOfTen.significand(0 &- scale)
    let factor: (high: UInt64, low: UInt64) =
      PowersOfTen.isExact(0 &- scale)
      ? power : (power.high &+ (power.low == .max ? 1 : 0), power.low &+ 1)
    let shift = UInt64(truncatingIfNeeded: binaryExponent &+ (((0 &- scale) &* 1_741_647) >> 19) &+ 1)

    let scaled = significand &<< 2
    let lower = Self.multiply(factor, (scaled &- (isLowerCloser ? 1 : 2)) &<< shift)
    let middle = Self.multiply(factor, scaled &<< shift)
    let upper = Self.multiply(factor, (scaled &+ 2) &<< shift)
    // A number halfway between two is rounded to the even one, so the bounds of an odd significand are excluded.
    let odd = significand & 1
    let lowest = lower &+ odd
    let highest = upper &- odd

    let floor = middle >> 2
    if floor >= 10 {
      let shorter = floor / 10
      let isBelowIn = lowest <= 40 &* shorter
      let isAboveIn = 40 &* shorter &+ 40 <= highest
      if isBelowIn != isAboveIn {
        self.init(trimming: shorter &+ (isAboveIn ? 1 : 0), exponent: scale &+ 1)
        return
      }
    }
    let isBelowIn = lowest <= 4 &* floor
    let isAboveIn = 4 &* floor &+ 4 <= highest
    if isBelowIn != isAboveIn {
      self.init(digits: floor &+ (isAboveIn ? 1 : 0), exponent: scale)
    } else {
      let half = 4 &* floor &+ 2
      let roundsUp = middle > half || middle == half && floor & 1 == 1
      self.init(digits: floor &+ (roundsUp ? 1 : 0), exponent: scale)
    }
    if digits % 10 == 0 { self.init(trimming: digits, exponent: exponent) }
  }

  /// Returns the shortest decimal by a single product: the bounds of the interval are half a unit away from it. Returns
  /// nil if a bound, or the middle between two candidates, is too close to decide.
  ///
  /// Precondition: the significand is that of a normal number, and not a power of two.
  @inline(__always)
  private static func fromOneProduct(_ significand: UInt64, exponent binaryExponent: Int) -> ShortestDecimal? {
    // floor(log10(2^e)): a unit of the significand is at least 1 and less than 10 units of the decimal.
    let scale = (binaryExponent &* 1_262_611) >> 22
    let power = PowersOfTen.significand(0 &- scale)
    // 1 to 4
    let shift = UInt64(truncatingIfNeeded: binaryExponent &+ (((0 &- scale) &* 1_741_647) >> 19) &+ 1)
    let number = significand &<< shift
    let lower = number.multipliedFullWidth(by: power.low).high
    let upper = number.multipliedFullWidth(by: power.high)
    let (fraction, carry) = upper.low.addingReportingOverflow(lower)
    let floor = upper.high &+ (carry ? 1 : 0)

    // Distances with 60 fractional bits; each has lost less than two units of the lowest bit.
    let shorter = floor / 10
    let below = (floor &- shorter &* 10) << 60 | fraction >> 4
    let above = (10 as UInt64) << 60 &- below
    let half = power.high &>> (5 &- shift)
    let slack: UInt64 = 4
    if below &+ slack < half { return ShortestDecimal(trimming: shorter, exponent: scale &+ 1) }
    if above &+ slack < half { return ShortestDecimal(trimming: shorter &+ 1, exponent: scale &+ 1) }
    guard below > half &+ slack, above > half &+ slack else { return nil }
    // Which of the two is nearer cannot be predicted, so there is no branch.
    let middle: UInt64 = 1 << 63
    guard fraction &- (middle &- slack) > 2 &* slack else { return nil }
    return ShortestDecimal(digits: floor &+ fraction >> 63, exponent: scale)
  }

  @inline(__always)
  private init(digits: UInt64, exponent: Int) {
    self.digits = digits
    self.exponent = exponent
  }

  /// Removes zeros from the end. Precondition: the digits are not 0.
  @inline(__always)
  private init(trimming digits: UInt64, exponent: Int) {
    var digits = digits
    var exponent = exponent
    if digits % 100_000_000 == 0 {
      digits /= 100_000_000
      exponent &+= 8
    }
    if digits % 10_000 == 0 {
      digits /= 10_000
      exponent &+= 4
    }
    if digits % 100 == 0 {
      digits /= 100
      exponent &+= 2
      if digits % 100 == 0 {
        digits /= 100
        exponent &+= 2
      }
    }
    while digits % 10 == 0 {
      digits /= 10
      exponent &+= 1
    }
    self.digits = digits
    self.exponent = exponent
  }

  /// Returns the upper 64 bits of the product, with the lowest bit set if any bit below is set (rounding to odd).
  @inline(__always)
  private static func multiply(_ factor: (high: UInt64, low: UInt64), _ number: UInt64) -> UInt64 {
    let low = factor.low.multipliedFullWidth(by: number).high
    let high = factor.high.multipliedFullWidth(by: number)
    let (sum, carry) = high.low.addingReportingOverflow(low)
    return (high.high &+ (carry ? 1 : 0)) | (sum > 1 ? 1 : 0)
  }
}
