/// The shortest decimal that is read back as the same floating-point number; if there are several, the closest.
///
/// The method is Schubfach (Raffaello Giulietti, "The Schubfach way to render doubles", 2020): it scales the number,
/// and the bounds of the interval that rounds to it, by the same power of ten, and tests the candidates with one and
/// with two digits fewer.
struct ShortestDecimal {
  /// The first 16 digits as an integer of exactly that many, with zeros at the end.
  var digits: UInt64
  /// The digit after them.
  var lastDigit: UInt64
  /// The power of ten that the first digit is multiplied by.
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
    // A power of two is closer to the number below it than to the one above.
    guard fraction != 0, biasedExponent != 0,
      let decimal = Self.fromOneProduct(
        fraction | 1 << fractionBits, exponent: biasedExponent &- bias, hasFewDigits: fractionBits < 52)
    else {
      self = Self.fromInterval(
        fraction: fraction, biasedExponent: biasedExponent, fractionBits: fractionBits, bias: bias)
      return
    }
    self = decimal
  }

  /// Returns the shortest decimal by the products of the number and of both bounds.
  @inline(never)
  private static func fromInterval(
    fraction: UInt64, biasedExponent: Int, fractionBits: UInt64, bias: Int
  ) -> ShortestDecimal {
    let significand = biasedExponent == 0 ? fraction : fraction | 1 << fractionBits
    let binaryExponent = max(biasedExponent, 1) &- bias
    let isLowerCloser = fraction == 0 && biasedExponent > 1
    // floor(log10(2^e)), or floor(log10(3/4 * 2^e)) if the lower neighbor is closer
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
        return ShortestDecimal(shorter &+ (isAboveIn ? 1 : 0), exponent: scale &+ 1)
      }
    }
    let isBelowIn = lowest <= 4 &* floor
    let isAboveIn = 4 &* floor &+ 4 <= highest
    if isBelowIn != isAboveIn {
      return ShortestDecimal(floor &+ (isAboveIn ? 1 : 0), exponent: scale)
    }
    let half = 4 &* floor &+ 2
    let roundsUp = middle > half || middle == half && floor & 1 == 1
    return ShortestDecimal(floor &+ (roundsUp ? 1 : 0), exponent: scale)
  }

  /// Makes a decimal from an integer of up to 17 digits, and the power of ten that it is multiplied by. Precondition:
  /// the integer is not 0.
  private init(_ integer: UInt64, exponent: Int) {
    var integer = integer
    self.exponent = exponent &+ 16
    while integer < 10_000_000_000_000_000 {
      integer &*= 10
      self.exponent &-= 1
    }
    digits = integer / 10
    lastDigit = integer % 10
  }

  /// Returns the shortest decimal by a single product: the bounds of the interval are half a unit away from it. Returns
  /// nil if a bound, or the middle between two candidates, is too close to decide.
  ///
  /// Precondition: the significand is that of a normal number, and not a power of two.
  ///
  /// - Parameter hasFewDigits: Whether the number is a `Float`.
  @inline(__always)
  private static func fromOneProduct(
    _ significand: UInt64, exponent binaryExponent: Int, hasFewDigits: Bool
  ) -> ShortestDecimal? {
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
    let rest = floor &- shorter &* 10
    let below = rest << 60 | fraction >> 4
    let above = (10 as UInt64) << 60 &- below
    let half = power.high &>> (5 &- shift)
    let slack: UInt64 = 4
    let middle: UInt64 = 1 << 63
    guard below &- half &+ slack > 2 &* slack, above &- half &+ slack > 2 &* slack,
      fraction &- (middle &- slack) > 2 &* slack
    else { return nil }
    var decimal = ShortestDecimal(digits: shorter, lastDigit: 0, exponent: scale &+ 16)
    // Branches, even if they are hard to predict, since what follows need not wait for the distances.
    if below < half {
    } else if above < half {
      decimal.digits &+= 1
    } else {
      decimal.lastDigit = rest &+ fraction >> 63
    }
    if hasFewDigits {
      // There are 7 to 9 digits: add 7 zeros.
      decimal.digits = (decimal.digits &* 10 &+ decimal.lastDigit) &* 10_000_000
      decimal.lastDigit = 0
      decimal.exponent &-= 8
      decimal.widen()
    }
    // There are 16 or 17 digits.
    decimal.widen()
    return decimal
  }

  /// Moves all digits to the front by one place if the first is 0.
  @inline(__always)
  private mutating func widen() {
    guard digits < 1_000_000_000_000_000 else { return }
    digits = digits &* 10 &+ lastDigit
    lastDigit = 0
    exponent &-= 1
  }

  @inline(__always)
  private init(digits: UInt64, lastDigit: UInt64, exponent: Int) {
    self.digits = digits
    self.lastDigit = lastDigit
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
