#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

extension JSONCursor {
  /// Reads a decimal number of up to 38 digits. Returns nil, without moving, for anything else.
  mutating func decimal() -> Decimal? {
    guard let (value, end, hasLeadingZero) = Decimal.usualNumber(from: place, to: limit) else { return nil }
    // JSON does not allow leading zeros. Any other byte than these is invalid: leave the number to `JSONReader`.
    guard !hasLeadingZero, end < limit, case let next = end.load(as: UInt8.self),
      next == .comma || next == .closeBrace || next == .closeBracket || next <= 0x20
    else { return nil }
    place = end
    return value
  }
}

extension Decimal {
  /// The number as Foundation's `description` has it, in less time.
  var text: String {
    withUnsafeTemporaryAllocation(byteCount: JSONWriter.numberRoom, alignment: 8) { memory in
      guard let start = memory.baseAddress, let end = JSONWriter.putDecimal(self, at: start) else { return description }
      return String(decoding: UnsafeRawBufferPointer(start: start, count: end - start), as: UTF8.self)
    }
  }
}

extension JSONWriter {
  /// The most zeros that ``putDecimal(_:at:)`` adds to the digits of a number.
  private static let mostZeros = 30

  /// Writes a decimal number in the format of Foundation's `description`, and returns the end of the text; nil if only
  /// Foundation can write the number.
  ///
  /// Precondition: there is room for a number.
  static func putDecimal(_ value: Decimal, at place: UnsafeMutableRawPointer) -> UnsafeMutableRawPointer? {
    guard let parts = DecimalDigits(value), parts.exponent <= mostZeros else { return nil }
    if parts.highDigits != 0 || parts.exponent <= -19 { return putLargeDecimal(parts, at: place) }
    let (digits, exponent) = (parts.digits, parts.exponent)
    var target = place
    if digits == 0 {
      target.storeBytes(of: UInt8(ascii: "0"), as: UInt8.self)
      return target + 1
    }
    // Zeros at the end of a fraction are written in some numbers, such as those of `NSDecimalNormalize`.
    guard exponent >= 0 || digits % 10 != 0 else { return nil }
    if parts.isNegative {
      target.storeBytes(of: UInt8(ascii: "-"), as: UInt8.self)
      target += 1
    }
    func putZeros(_ count: Int) {
      target.initializeMemory(as: UInt8.self, repeating: UInt8(ascii: "0"), count: count)
      target += count
    }
    if exponent >= 0 {
      target = putDigits(digits, at: target)
      putZeros(exponent)
      return target
    }
    let fraction = -exponent
    // The number is below 1: all its digits are behind the point.
    if digits < Self.powersOfTen[fraction] {
      var count = 1
      while count < 20, digits >= Self.powersOfTen[count] { count += 1 }
      putZeros(1)
      target.storeBytes(of: UInt8(ascii: "."), as: UInt8.self)
      target += 1
      putZeros(fraction - count)
      return putDigits(digits, at: target)
    }
    let (whole, rest) = digits.quotientAndRemainder(dividingBy: Self.powersOfTen[fraction])
    target = putDigits(whole, at: target)
    // Write a 1 in front of the fraction, to keep its leading zeros; the point overwrites that 1.
    let point = target
    target = putDigits(rest + Self.powersOfTen[fraction], at: target)
    point.storeBytes(of: UInt8(ascii: "."), as: UInt8.self)
    return target
  }

  /// Like ``putDecimal(_:at:)``, for numbers of any number of digits, which it collects first.
  @inline(never)
  private static func putLargeDecimal(_ parts: DecimalDigits, at place: UnsafeMutableRawPointer)
    -> UnsafeMutableRawPointer?
  {
    // The digits, from the first that is not 0 on.
    withUnsafeTemporaryAllocation(of: UInt8.self, capacity: 64) { memory in
      guard let start = UnsafeMutableRawPointer(memory.baseAddress) else { return nil }
      memory.initialize(repeating: UInt8(ascii: "0"))
      let limbs = parts.limbs
      var first = 58
      let (last, exponent) = (58, parts.exponent)
      for (limb, end) in [(limbs.2, 58), (limbs.1, 39), (limbs.0, 20)] where limb != 0 {
        var rest = limb
        first = end
        while rest > 0 {
          first -= 1
          memory[first] = UInt8(ascii: "0") + UInt8(truncatingIfNeeded: rest % 10)
          rest /= 10
        }
      }
      guard first < last, exponent >= 0 || memory[last - 1] != UInt8(ascii: "0") else { return nil }
      let count = last - first
      let fraction = max(-exponent, 0)
      guard max(count + exponent + 1, fraction + 3, count + 2) <= numberRoom else { return nil }

      var target = place
      func put(_ text: StaticString) { put(UnsafeRawPointer(text.utf8Start), text.utf8CodeUnitCount) }
      func put(_ bytes: UnsafeRawPointer, _ count: Int) {
        target.copyMemory(from: bytes, byteCount: count)
        target += count
      }
      func putZeros(_ count: Int) {
        target.initializeMemory(as: UInt8.self, repeating: UInt8(ascii: "0"), count: count)
        target += count
      }
      if parts.isNegative { put("-") }
      if fraction >= count {
        put("0.")
        putZeros(fraction - count)
        put(start + first, count)
      } else {
        put(start + first, count - fraction)
        if fraction > 0 {
          put(".")
          put(start + (last - fraction), fraction)
        }
        putZeros(max(exponent, 0))
      }
      return target
    }
  }

  /// 10 to the power of 0 to 19.
  private static let powersOfTen: [UInt64] = (0..<20).map { (0..<$0).reduce(1) { value, _ in value * 10 } }
}
