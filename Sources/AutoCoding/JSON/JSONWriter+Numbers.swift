extension JSONWriter {
  /// The two digits of every number below 100.
  private static let pairs: StaticString =
    """
    00010203040506070809101112131415161718192021222324252627282930313233343536373839404142434445464748495051525354555657\
    585960616263646566676869707172737475767778798081828384858687888990919293949596979899
    """

  /// Writes an integer, without a comma. Precondition: there is room for 20 bytes.
  @inline(__always)
  mutating func putDigits(_ value: UInt64) {
    if value < 10 { return put(UInt8(ascii: "0") &+ UInt8(truncatingIfNeeded: value)) }
    let length = Self.digitCount(value)
    Self.storeDigits(value, endingAt: next + length)
    next += length
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
  static func storeDigits(_ value: UInt64, endingAt end: UnsafeMutablePointer<UInt8>) {
    let table = UnsafeRawPointer(pairs.utf8Start)
    var value = value
    var target = UnsafeMutableRawPointer(end)
    while value >= 100 {
      let rest = value / 100
      let pair = Int(truncatingIfNeeded: value &- rest &* 100)
      target -= 2
      target.storeBytes(of: table.loadUnaligned(fromByteOffset: 2 &* pair, as: UInt16.self), as: UInt16.self)
      value = rest
    }
    if value >= 10 {
      (target - 2).storeBytes(
        of: table.loadUnaligned(fromByteOffset: 2 &* Int(truncatingIfNeeded: value), as: UInt16.self), as: UInt16.self)
    } else {
      (target - 1).storeBytes(of: UInt8(ascii: "0") &+ UInt8(truncatingIfNeeded: value), as: UInt8.self)
    }
  }

  /// Writes a number, without a comma, as Swift describes it, but for a fraction of zero.
  /// Precondition: it is finite; there is room for 40 bytes.
  ///
  /// - Parameter isExponential: Whether integers of that size are written with an exponent.
  @inline(__always)
  mutating func putFloating(_ decimal: ShortestDecimal, isNegative: Bool, isExponential: Bool) {
    if isNegative { put(UInt8(ascii: "-")) }
    let count = Self.digitCount(decimal.digits)
    // The number of digits before the decimal point.
    let integral = count &+ decimal.exponent
    if isExponential || integral < -3 {
      putExponential(decimal, count: count)
    } else if decimal.exponent >= 0 {
      Self.storeDigits(decimal.digits, endingAt: next + count)
      next += count
      for _ in 0..<decimal.exponent { put(UInt8(ascii: "0")) }
    } else if integral > 0 {
      // One place to the right; the integral digits then move back and leave a place for the point.
      Self.storeDigits(decimal.digits, endingAt: next + count + 1)
      if integral < 8 {
        let word = UnsafeMutableRawPointer(next)
        let mask = (1 as UInt64) &<< UInt64(8 &* integral) &- 1
        let moved = UInt64(littleEndian: word.loadUnaligned(fromByteOffset: 1, as: UInt64.self)) & mask
        let kept = UInt64(littleEndian: word.loadUnaligned(as: UInt64.self)) & ~mask
        word.storeBytes(of: (moved | kept).littleEndian, as: UInt64.self)
      } else {
        for index in 0..<integral { next[index] = next[index + 1] }
      }
      next[integral] = UInt8(ascii: ".")
      next += count + 1
    } else {
      let zeros = 0 &- integral
      put(UInt8(ascii: "0"))
      put(UInt8(ascii: "."))
      for _ in 0..<zeros { put(UInt8(ascii: "0")) }
      Self.storeDigits(decimal.digits, endingAt: next + count)
      next += count
    }
  }

  @inline(never)
  private mutating func putExponential(_ decimal: ShortestDecimal, count: Int) {
    Self.storeDigits(decimal.digits, endingAt: next + count + 1)
    next[0] = next[1]
    next += 1
    if count > 1 {
      next[0] = UInt8(ascii: ".")
      next += count
    }
    let exponent = decimal.exponent &+ count &- 1
    put(UInt8(ascii: "e"))
    put(exponent < 0 ? UInt8(ascii: "-") : UInt8(ascii: "+"))
    if exponent.magnitude < 10 { put(UInt8(ascii: "0")) }
    putDigits(UInt64(exponent.magnitude))
  }
}
