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

  /// Returns eight digits, each a byte of 0...9, the first in the lowest byte. Precondition: the number is below
  /// 100,000,000.
  @inline(__always)
  private static func eightDigits(_ number: UInt64) -> UInt64 {
    // Halve the digits three times, all parts at once. A division by a constant is a multiplication and a shift.
    let high = (number &* 3_518_437_209) >> 45
    let fours = high | (number &- high &* 10_000) &<< 32
    let hundreds = ((fours &* 10_486) >> 20) & 0x0000_007f_0000_007f
    let pairs = hundreds | (fours &- hundreds &* 100) &<< 16
    let tens = ((pairs &* 103) >> 10) & 0x000f_000f_000f_000f
    return tens | (pairs &- tens &* 10) &<< 8
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
    rest.storeBytes(of: (eightDigits(value &- high &* 100_000_000) | zeros).littleEndian, as: UInt64.self)
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
    target.storeBytes(of: ((eightDigits(value) | zeros) &>> zeroBits).littleEndian, as: UInt64.self)
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
      target.storeBytes(of: (eightDigits(value &- rest &* 100_000_000) | zeros).littleEndian, as: UInt64.self)
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
    // Most numbers that people write have few decimal places. If an integer below 10^15, divided by 10^4, gives the
    // number, that quotient is its decimal: both operands are exact, so the quotient is rounded once, and no two
    // decimals of up to 15 digits are rounded to the same double.
    if magnitude < 1e11 {
      // The sum is rounded to an integer, which is in its lowest bits.
      let sum = magnitude * 1e4 + 0x1p52
      if (sum - 0x1p52) / 1e4 == magnitude { return putPlaces(sum.bitPattern & (1 << 52 - 1), at: target) }
    }
    return put(ShortestDecimal(magnitude), of: magnitude, isExponential: magnitude > 0x1p53, at: target)
  }

  /// Writes a finite number in the format of Swift's `description`, but without a fraction of zero.
  @inline(never)
  static func putFinite(_ value: Float, at place: UnsafeMutableRawPointer) -> UnsafeMutableRawPointer {
    place.storeBytes(of: UInt8(ascii: "-"), as: UInt8.self)
    let target = place + (value.sign == .minus ? 1 : 0)
    if value == 0 { return putDigits(0, at: target) }
    let magnitude = value.magnitude
    return put(ShortestDecimal(magnitude), of: Double(magnitude), isExponential: magnitude > 0x1p24, at: target)
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

  /// Writes a number.
  ///
  /// - Parameters:
  ///   - decimal: The shortest decimal of the number.
  ///   - isExponential: Whether integers of that size are written with an exponent.
  @inline(__always)
  private static func put(
    _ decimal: ShortestDecimal, of magnitude: Double, isExponential: Bool, at target: UnsafeMutableRawPointer
  ) -> UnsafeMutableRawPointer {
    guard decimal.exponent < 0, magnitude >= 1 else {
      return put(decimal, isExponential: isExponential, at: target)
    }
    // The number and its decimal have the same whole part: an integer between them would be a nearer and shorter
    // decimal.
    let whole = UInt64(magnitude)
    let places = 0 &- decimal.exponent
    let point = putWhole(whole, at: target)
    point.storeBytes(of: UInt8(ascii: "."), as: UInt8.self)
    // Write 16 places, the most there can be; what is written next overwrites zeros behind the last digit.
    let fraction = (decimal.digits &- whole &* powers[places]) &* powers[16 &- places]
    let high = fraction / 100_000_000
    point.storeBytes(of: (eightDigits(high) | zeros).littleEndian, toByteOffset: 1, as: UInt64.self)
    point.storeBytes(
      of: (eightDigits(fraction &- high &* 100_000_000) | zeros).littleEndian, toByteOffset: 9, as: UInt64.self)
    return point + (places &+ 1)
  }

  /// Writes a decimal. Precondition: it is an integer, or below 1.
  @inline(never)
  private static func put(
    _ decimal: ShortestDecimal, isExponential: Bool, at target: UnsafeMutableRawPointer
  ) -> UnsafeMutableRawPointer {
    let count = digitCount(decimal.digits)
    // The number of digits before the decimal point.
    let integral = count &+ decimal.exponent
    if isExponential || integral < -3 { return putExponential(decimal, count: count, at: target) }
    if decimal.exponent >= 0 {
      storeDigits(decimal.digits, endingAt: target + count)
      return putZeros(decimal.exponent, at: target + count)
    }
    target.storeBytes(of: (UInt16(UInt8(ascii: ".")) << 8 | UInt16(UInt8(ascii: "0"))).littleEndian, as: UInt16.self)
    let end = putZeros(0 &- integral, at: target + 2) + count
    storeDigits(decimal.digits, endingAt: end)
    return end
  }

  @inline(__always)
  private static func putZeros(_ count: Int, at target: UnsafeMutableRawPointer) -> UnsafeMutableRawPointer {
    for index in 0..<count { target.storeBytes(of: UInt8(ascii: "0"), toByteOffset: index, as: UInt8.self) }
    return target + count
  }

  @inline(never)
  private static func putExponential(
    _ decimal: ShortestDecimal, count: Int, at place: UnsafeMutableRawPointer
  ) -> UnsafeMutableRawPointer {
    var target = place
    storeDigits(decimal.digits, endingAt: target + (count &+ 1))
    target.storeBytes(of: target.load(fromByteOffset: 1, as: UInt8.self), as: UInt8.self)
    target += 1
    if count > 1 {
      target.storeBytes(of: UInt8(ascii: "."), as: UInt8.self)
      target += count
    }
    let exponent = decimal.exponent &+ count &- 1
    let sign = exponent < 0 ? UInt8(ascii: "-") : UInt8(ascii: "+")
    target.storeBytes(of: (UInt16(sign) << 8 | UInt16(UInt8(ascii: "e"))).littleEndian, as: UInt16.self)
    target += 2
    if exponent.magnitude < 10 { target = putZeros(1, at: target) }
    return putDigits(UInt64(exponent.magnitude), at: target)
  }
}
