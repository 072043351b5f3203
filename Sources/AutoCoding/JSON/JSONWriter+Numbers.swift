/// Numbers as text, at an address that moves on behind them. Precondition of all: there is room for 48 bytes.
extension JSONWriter {
  /// The two digits of every number below 100.
  private static let pairs: StaticString =
    """
    00010203040506070809101112131415161718192021222324252627282930313233343536373839404142434445464748495051525354555657\
    585960616263646566676869707172737475767778798081828384858687888990919293949596979899
    """

  /// Two digits, as they are in memory. Precondition: the number is below 100.
  @inline(__always)
  private static func pair(_ number: UInt32) -> UInt16 {
    UnsafeRawPointer(pairs.utf8Start)
      .loadUnaligned(fromByteOffset: 2 &* Int(truncatingIfNeeded: number), as: UInt16.self)
  }

  /// Four digits, the first of them in the lowest byte. Precondition: the number is below 10,000.
  @inline(__always)
  private static func fourDigits(_ number: UInt32) -> UInt32 {
    let high = number / 100
    let low = number &- high &* 100
    return UInt32(UInt16(littleEndian: pair(high))) | UInt32(UInt16(littleEndian: pair(low))) << 16
  }

  /// Eight digits, the first of them in the lowest byte. Precondition: the number is below 100,000,000.
  @inline(__always)
  private static func eightDigits(_ number: UInt32) -> UInt64 {
    let high = number / 10_000
    let low = number &- high &* 10_000
    return UInt64(fourDigits(high)) | UInt64(fourDigits(low)) << 32
  }

  /// Writes an integer.
  @inline(__always)
  static func putDigits(_ value: UInt64, at target: inout UnsafeMutableRawPointer) {
    if value < 10 {
      target.storeBytes(of: UInt8(ascii: "0") &+ UInt8(truncatingIfNeeded: value), as: UInt8.self)
      target += 1
    } else {
      let length = digitCount(value)
      target += length
      storeDigits(value, endingAt: target)
    }
  }

  /// How many digits a number has. Precondition: it is not 0.
  @inline(__always)
  static func digitCount(_ value: UInt64) -> Int {
    // 1233 / 4096 is close to the logarithm of 2 to base 10.
    let guess = ((64 &- value.leadingZeroBitCount) &* 1233) >> 12
    return guess &+ (value >= powers[guess] ? 1 : 0)
  }

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
    // Eight at a time, which do not wait for each other.
    while value >= 100_000_000 {
      let rest = value / 100_000_000
      target -= 8
      target.storeBytes(
        of: eightDigits(UInt32(truncatingIfNeeded: value &- rest &* 100_000_000)).littleEndian, as: UInt64.self)
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

  /// Writes a finite number as Swift describes it, but for a fraction of zero.
  @inline(__always)
  static func putFinite(_ value: Double, at target: inout UnsafeMutableRawPointer) {
    if value.sign == .minus {
      target.storeBytes(of: UInt8(ascii: "-"), as: UInt8.self)
      target += 1
    }
    let magnitude = value.magnitude
    // Most numbers that people write have few decimal places. Where an integer below 10^15, divided by 10^4, gives the
    // number, that is it: both are exact, so the quotient is rounded once, and no two decimals of up to 15 digits are
    // rounded to one double.
    if magnitude < 1e11 {
      let places = Int64(magnitude * 1e4 + 0.5)
      if Double(places) / 1e4 == magnitude {
        return putPlaces(UInt64(truncatingIfNeeded: places), at: &target)
      }
    }
    put(ShortestDecimal(magnitude), isExponential: magnitude > 0x1p53, at: &target)
  }

  /// Writes a finite number as Swift describes it, but for a fraction of zero.
  @inline(__always)
  static func putFinite(_ value: Float, at target: inout UnsafeMutableRawPointer) {
    if value.sign == .minus {
      target.storeBytes(of: UInt8(ascii: "-"), as: UInt8.self)
      target += 1
    }
    if value == 0 { return putDigits(0, at: &target) }
    put(ShortestDecimal(value.magnitude), isExponential: value.magnitude > 0x1p24, at: &target)
  }

  /// Writes a number of ten thousandths.
  @inline(__always)
  private static func putPlaces(_ places: UInt64, at target: inout UnsafeMutableRawPointer) {
    let whole = places / 10_000
    let fraction = UInt32(truncatingIfNeeded: places &- whole &* 10_000)
    putDigits(whole, at: &target)
    guard fraction != 0 else { return }
    let digits = fourDigits(fraction)
    target.storeBytes(of: UInt8(ascii: "."), as: UInt8.self)
    target.storeBytes(of: digits.littleEndian, toByteOffset: 1, as: UInt32.self)
    // The highest bytes are the last digits; zeros among them are written over.
    target += 5 &- (digits ^ 0x3030_3030).leadingZeroBitCount >> 3
  }

  /// - Parameter isExponential: Whether integers of that size are written with an exponent.
  @inline(never)
  private static func put(_ decimal: ShortestDecimal, isExponential: Bool, at target: inout UnsafeMutableRawPointer) {
    let count = digitCount(decimal.digits)
    // The number of digits before the decimal point.
    let integral = count &+ decimal.exponent
    if isExponential || integral < -3 {
      putExponential(decimal, count: count, at: &target)
    } else if decimal.exponent >= 0 {
      target += count
      storeDigits(decimal.digits, endingAt: target)
      putZeros(decimal.exponent, at: &target)
    } else if integral > 0 {
      // One place to the right; the integral digits then move back and leave a place for the point.
      storeDigits(decimal.digits, endingAt: target + (count &+ 1))
      if integral < 8 {
        let mask = (1 as UInt64) &<< UInt64(8 &* integral) &- 1
        let moved = UInt64(littleEndian: target.loadUnaligned(fromByteOffset: 1, as: UInt64.self)) & mask
        let kept = UInt64(littleEndian: target.loadUnaligned(as: UInt64.self)) & ~mask
        target.storeBytes(of: (moved | kept).littleEndian, as: UInt64.self)
      } else {
        target.copyMemory(from: target + 1, byteCount: integral)
      }
      target.storeBytes(of: UInt8(ascii: "."), toByteOffset: integral, as: UInt8.self)
      target += count &+ 1
    } else {
      target.storeBytes(of: (UInt16(UInt8(ascii: ".")) << 8 | UInt16(UInt8(ascii: "0"))).littleEndian, as: UInt16.self)
      target += 2
      putZeros(0 &- integral, at: &target)
      target += count
      storeDigits(decimal.digits, endingAt: target)
    }
  }

  @inline(__always)
  private static func putZeros(_ count: Int, at target: inout UnsafeMutableRawPointer) {
    for _ in 0..<count {
      target.storeBytes(of: UInt8(ascii: "0"), as: UInt8.self)
      target += 1
    }
  }

  @inline(never)
  private static func putExponential(
    _ decimal: ShortestDecimal, count: Int, at target: inout UnsafeMutableRawPointer
  ) {
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
    if exponent.magnitude < 10 { putZeros(1, at: &target) }
    putDigits(UInt64(exponent.magnitude), at: &target)
  }
}
