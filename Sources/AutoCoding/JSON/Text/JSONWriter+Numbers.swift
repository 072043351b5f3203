/// Writes numbers as text at an address, and returns the address behind the text. Precondition of each function: there
/// is room for 48 bytes.
extension JSONWriter {
  /// The two digits of every number below 100.
  private static let pairs: StaticString =
    """
    00010203040506070809101112131415161718192021222324252627282930313233343536373839404142434445464748495051525354555657\
    585960616263646566676869707172737475767778798081828384858687888990919293949596979899
    """

  /// Returns two digits, as they are in memory. Precondition: the number is below 100.
  @inline(__always)
  private static func pair(_ number: UInt32) -> UInt16 {
    UnsafeRawPointer(pairs.utf8Start)
      .loadUnaligned(fromByteOffset: 2 &* Int(truncatingIfNeeded: number), as: UInt16.self)
  }

  /// Returns four digits, the first in the lowest byte. Precondition: the number is below 10,000.
  @inline(__always)
  private static func fourDigits(_ number: UInt32) -> UInt32 {
    let high = number / 100
    let low = number &- high &* 100
    return UInt32(UInt16(littleEndian: pair(high))) | UInt32(UInt16(littleEndian: pair(low))) << 16
  }

  /// Returns eight digits, each a byte of 0...9, the first in the highest byte. Precondition: the number is below
  /// 100,000,000.
  @inline(__always)
  private static func eightDigits(_ number: UInt64) -> UInt64 {
    // Halve the digits three times, all parts at once. A division by a constant is a multiplication and a shift.
    let high = (number &* 3_518_437_209) >> 45
    let fours = number &+ high &* (1 << 32 &- 10_000)
    let hundreds = ((fours &* 10_486) >> 20) & 0x0000_007f_0000_007f
    let pairs = fours &+ hundreds &* (1 << 16 &- 100)
    let tens = ((pairs &* 103) >> 10) & 0x000f_000f_000f_000f
    return pairs &+ tens &* (1 << 8 &- 10)
  }

  /// Stores eight digits, each a byte of 0...9, the first in the highest byte.
  @inline(__always)
  private static func store(_ digits: UInt64, at target: UnsafeMutableRawPointer) {
    target.storeBytes(of: (digits | zeros).bigEndian, as: UInt64.self)
  }

  private static var zeros: UInt64 { 0x3030_3030_3030_3030 }

  /// Writes an integer.
  @inline(__always)
  static func putDigits(_ value: UInt64, at target: UnsafeMutableRawPointer) -> UnsafeMutableRawPointer {
    if value < 100_000_000 { return putFew(value, at: target) }
    guard value < 10_000_000_000_000_000 else { return putMany(value, at: target) }
    let high = value / 100_000_000
    // The fast path for 9 or 10 digits, which identifiers often have.
    let rest = high < 100 ? putPair(UInt32(truncatingIfNeeded: high), at: target) : putFew(high, at: target)
    store(eightDigits(value &- high &* 100_000_000), at: rest)
    return rest + 8
  }

  /// Writes one or two digits. Precondition: the number is below 100.
  @inline(__always)
  private static func putPair(_ value: UInt32, at target: UnsafeMutableRawPointer) -> UnsafeMutableRawPointer {
    let count = value < 10 ? 1 : 2
    let digits = UInt16(littleEndian: pair(value)) &>> UInt16(truncatingIfNeeded: 16 &- 8 &* count)
    target.storeBytes(of: digits.littleEndian, as: UInt16.self)
    return target + count
  }

  /// Writes the digits of a number before its decimal point, which are usually few.
  @inline(__always)
  private static func putWhole(_ value: UInt64, at target: UnsafeMutableRawPointer) -> UnsafeMutableRawPointer {
    value < 100 ? putPair(UInt32(truncatingIfNeeded: value), at: target) : putDigits(value, at: target)
  }

  /// Writes up to 8 digits. Precondition: the number is below 100,000,000.
  @inline(__always)
  private static func putFew(_ value: UInt64, at target: UnsafeMutableRawPointer) -> UnsafeMutableRawPointer {
    // The count does not depend on the digits' text, so that what is written next need not wait for it.
    let count = fewDigitsCount(value)
    let zeroBits = UInt64(truncatingIfNeeded: 64 &- 8 &* count)
    store(eightDigits(value) &<< zeroBits, at: target)
    return target + count
  }

  @inline(never)
  private static func putMany(_ value: UInt64, at target: UnsafeMutableRawPointer) -> UnsafeMutableRawPointer {
    let end = target + digitCount(value)
    storeDigits(value, endingAt: end)
    return end
  }

  /// Returns how many digits a number has. Precondition: it is not 0.
  @inline(__always)
  static func digitCount(_ value: UInt64) -> Int {
    // 1233 / 4096 is close to the logarithm of 2 to base 10.
    let guess = ((64 &- value.leadingZeroBitCount) &* 1233) >> 12
    return guess &+ (value >= powers[guess] ? 1 : 0)
  }

  /// Returns how many digits a number has; 1 for 0. Precondition: the number is below 2^32.
  ///
  /// Numbers of the same bit width have one of at most two digit counts (Kendall Willets, "A faster integer log10",
  /// 2021). The addend carries into the upper half if the count is the larger one.
  @inline(__always)
  private static func fewDigitsCount(_ value: UInt64) -> Int {
    Int(truncatingIfNeeded: (value &+ digitCounts[63 &- (value | 1).leadingZeroBitCount]) >> 32)
  }

  /// By the bit width less one: 2^32 times the digit count of the largest number of that width. If some numbers of that
  /// width have fewer digits, the smallest number with the larger count is subtracted.
  private static let digitCounts: [UInt64] = [
    4_294_967_296, 4_294_967_296, 4_294_967_296, 8_589_934_582, 8_589_934_592, 8_589_934_592, 12_884_901_788,
    12_884_901_888, 12_884_901_888, 17_179_868_184, 17_179_869_184, 17_179_869_184, 17_179_869_184, 21_474_826_480,
    21_474_836_480, 21_474_836_480, 25_769_703_776, 25_769_803_776, 25_769_803_776, 30_063_771_072, 30_064_771_072,
    30_064_771_072, 30_064_771_072, 34_349_738_368, 34_359_738_368, 34_359_738_368, 38_554_705_664, 38_654_705_664,
    38_654_705_664, 41_949_672_960, 42_949_672_960, 42_949_672_960,
  ]

  private static let powers: [UInt64] = [
    1, 10, 100, 1000, 10000, 100000, 1_000_000, 10_000_000, 100_000_000, 1_000_000_000, 10_000_000_000,
    100_000_000_000, 1_000_000_000_000, 10_000_000_000_000, 100_000_000_000_000, 1_000_000_000_000_000,
    10_000_000_000_000_000, 100_000_000_000_000_000, 1_000_000_000_000_000_000, 10_000_000_000_000_000_000,
  ]

  /// Stores the digits of a number in front of an address. Precondition: there is room for all of them.
  @inline(__always)
  private static func storeDigits(_ value: UInt64, endingAt end: UnsafeMutableRawPointer) {
    var value = value
    var target = end
    // Eight digits at a time: the groups do not wait for each other.
    while value >= 100_000_000 {
      let rest = value / 100_000_000
      target -= 8
      store(eightDigits(value &- rest &* 100_000_000), at: target)
      value = rest
    }
    var small = UInt32(truncatingIfNeeded: value)
    if small >= 10_000 {
      let rest = small / 10_000
      target -= 4
      target.storeBytes(of: fourDigits(small &- rest &* 10_000).littleEndian, as: UInt32.self)
      small = rest
    }
    if small >= 100 {
      let rest = small / 100
      target -= 2
      target.storeBytes(of: pair(small &- rest &* 100), as: UInt16.self)
      small = rest
    }
    if small >= 10 {
      (target - 2).storeBytes(of: pair(small), as: UInt16.self)
    } else {
      (target - 1).storeBytes(of: UInt8(ascii: "0") &+ UInt8(truncatingIfNeeded: small), as: UInt8.self)
    }
  }

  /// Writes a finite number in the format of Swift's `description`, but without a fraction of zero.
  @inline(never)
  static func putFinite(_ value: Double, at place: UnsafeMutableRawPointer) -> UnsafeMutableRawPointer {
    place.storeBytes(of: UInt8(ascii: "-"), as: UInt8.self)
    let target = place + (value.sign == .minus ? 1 : 0)
    let magnitude = value.magnitude
    guard magnitude < 1e11 else { return putLarge(magnitude, at: target) }
    // Most numbers that people write have few decimal places. If an integer below 10^15, divided by 10^4, gives the
    // number, that quotient is its decimal: both operands are exact, so the quotient is rounded once, and no two
    // decimals of up to 15 digits are rounded to the same double.
    //
    // The sum is rounded to an integer, which is in its lowest bits.
    let sum = magnitude * 1e4 + 0x1p52
    if (sum - 0x1p52) / 1e4 == magnitude { return putPlaces(sum.bitPattern & (1 << 52 - 1), at: target) }
    guard magnitude >= 1e-4 else { return putExponential(ShortestDecimal(magnitude), at: target) }
    return put(ShortestDecimal(magnitude), at: target)
  }

  /// Writes a number of at least 10^11.
  @inline(never)
  private static func putLarge(_ value: Double, at target: UnsafeMutableRawPointer) -> UnsafeMutableRawPointer {
    guard value <= 0x1p53 else { return putExponential(ShortestDecimal(value), at: target) }
    let whole = UInt64(value)
    return Double(whole) == value ? putDigits(whole, at: target) : put(ShortestDecimal(value), at: target)
  }

  /// Writes a finite number in the format of Swift's `description`, but without a fraction of zero.
  @inline(never)
  static func putFinite(_ value: Float, at place: UnsafeMutableRawPointer) -> UnsafeMutableRawPointer {
    place.storeBytes(of: UInt8(ascii: "-"), as: UInt8.self)
    let target = place + (value.sign == .minus ? 1 : 0)
    let magnitude = value.magnitude
    if magnitude <= 0x1p24, case let whole = UInt64(magnitude), Float(whole) == magnitude {
      return putDigits(whole, at: target)
    }
    let decimal = ShortestDecimal(magnitude)
    guard magnitude <= 0x1p24, decimal.exponent >= -4 else { return putExponential(decimal, at: target) }
    return put(decimal, at: target)
  }

  /// Writes a number given in ten-thousandths.
  @inline(__always)
  private static func putPlaces(_ places: UInt64, at place: UnsafeMutableRawPointer) -> UnsafeMutableRawPointer {
    let whole = places / 10_000
    let fraction = UInt32(truncatingIfNeeded: places &- whole &* 10_000)
    let target = putWhole(whole, at: place)
    guard fraction != 0 else { return target }
    let digits = fourDigits(fraction)
    target.storeBytes(of: UInt8(ascii: "."), as: UInt8.self)
    target.storeBytes(of: digits.littleEndian, toByteOffset: 1, as: UInt32.self)
    // The last digits are in the highest bytes; what is written next overwrites zeros at the end.
    return target + (5 &- (digits ^ 0x3030_3030).leadingZeroBitCount >> 3)
  }

  /// Writes a number that is not an integer, and at least 0.0001.
  @inline(__always)
  private static func put(_ decimal: ShortestDecimal, at target: UnsafeMutableRawPointer) -> UnsafeMutableRawPointer {
    if decimal.exponent < 0 {
      // "0.000000", of which the digits overwrite what is too much.
      target.storeBytes(of: (zeros ^ 0x1e00).littleEndian, as: UInt64.self)
      return putSignificant(decimal, integral: 0, at: target + (1 &- decimal.exponent))
    }
    return putSignificant(decimal, integral: decimal.exponent &+ 1, at: target)
  }

  /// Writes the digits of a number without the zeros at the end; what is written next overwrites those.
  ///
  /// - Parameter integral: The number of digits before a decimal point; 0 for no point. The number is no integer.
  @inline(__always)
  private static func putSignificant(
    _ decimal: ShortestDecimal, integral: Int, at target: UnsafeMutableRawPointer
  ) -> UnsafeMutableRawPointer {
    let upper = decimal.digits / 100_000_000
    let high = eightDigits(upper)
    let low = eightDigits(decimal.digits &- upper &* 100_000_000)
    // The digits behind the point.
    let rest = target + (integral > 0 ? 1 : 0)
    store(high, at: rest)
    store(low, at: rest + 8)
    rest.storeBytes(
      of: UInt8(ascii: "0") &+ UInt8(truncatingIfNeeded: decimal.lastDigit), toByteOffset: 16, as: UInt8.self)
    if integral > 8 {
      store(high, at: target)
      putPoint(in: low, after: integral &- 8, at: target + 8)
    } else if integral > 0 {
      putPoint(in: high, after: integral, at: target)
    }
    // Branches, so that what is written next need not wait for the digits.
    if decimal.lastDigit != 0 { return rest + 17 }
    if low & 0xff != 0 { return rest + 16 }
    return rest + (low != 0 ? 16 &- low.trailingZeroBitCount >> 3 : 8 &- high.trailingZeroBitCount >> 3)
  }

  /// Stores up to eight digits with a point among them.
  @inline(__always)
  private static func putPoint(in digits: UInt64, after count: Int, at target: UnsafeMutableRawPointer) {
    // The bytes behind the digits before the point.
    let fraction = 0x00ff_ffff_ffff_ffff &>> UInt64(truncatingIfNeeded: 8 &* (count &- 1))
    store(digits & ~fraction | digits >> 8 & fraction >> 8, at: target)
    target.storeBytes(of: UInt8(ascii: "."), toByteOffset: count, as: UInt8.self)
  }

  @inline(never)
  private static func putExponential(
    _ decimal: ShortestDecimal, at place: UnsafeMutableRawPointer
  ) -> UnsafeMutableRawPointer {
    // A point after the only digit is overwritten.
    var target = putSignificant(decimal, integral: 1, at: place)
    if target - place == 2 { target -= 1 }
    let sign = decimal.exponent < 0 ? UInt8(ascii: "-") : UInt8(ascii: "+")
    target.storeBytes(of: (UInt16(sign) << 8 | UInt16(UInt8(ascii: "e"))).littleEndian, as: UInt16.self)
    target += 2
    if decimal.exponent.magnitude < 10 {
      target.storeBytes(of: UInt8(ascii: "0"), as: UInt8.self)
      target += 1
    }
    return putDigits(UInt64(decimal.exponent.magnitude), at: target)
  }
}
