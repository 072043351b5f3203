#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// Reads decimal numbers of up to 18 digits without a `String`.
extension JSONCursor {
  /// Reads a decimal number without an exponent. Returns nil, without moving, for anything else.
  mutating func decimal() -> Decimal? {
    var place = place
    var digits: UInt64 = 0
    var count = 0
    var fraction = 0
    func digit() -> UInt64? {
      guard place < limit, case let digit = place.load(as: UInt8.self) &- UInt8(ascii: "0"), digit < 10 else {
        return nil
      }
      return UInt64(digit)
    }
    guard place < limit else { return nil }
    let isNegative = place.load(as: UInt8.self) == UInt8(ascii: "-")
    if isNegative { place += 1 }
    guard let first = digit() else { return nil }
    // JSON does not allow leading zeros.
    if first == 0 {
      place += 1
      guard digit() == nil else { return nil }
    }
    while let digit = digit() {
      (digits, count, place) = (digits &* 10 &+ digit, count + 1, place + 1)
      guard count <= 18 else { return nil }
    }
    if place < limit, place.load(as: UInt8.self) == UInt8(ascii: ".") {
      place += 1
      while let digit = digit() {
        (digits, count, fraction, place) = (digits &* 10 &+ digit, count + 1, fraction + 1, place + 1)
        guard count <= 18 else { return nil }
      }
      guard fraction > 0 else { return nil }
    }
    // Any other byte may begin an exponent, or be invalid: leave the number to `JSONReader`.
    guard place < limit, case let end = place.load(as: UInt8.self), end == .comma || end == .closeBrace || end <= 0x20
    else { return nil }
    while fraction > 0, digits % 10 == 0 { (digits, fraction) = (digits / 10, fraction - 1) }
    self.place = place
    return Decimal(sign: isNegative && digits != 0 ? .minus : .plus, exponent: -fraction, significand: Decimal(digits))
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
    guard let parts = DecimalDigits(value), abs(parts.exponent) <= mostZeros else { return nil }
    var (digits, exponent) = (parts.digits, parts.exponent)
    var target = place
    if digits == 0 {
      target.storeBytes(of: UInt8(ascii: "0"), as: UInt8.self)
      return target + 1
    }
    while exponent < 0, digits % 10 == 0 { (digits, exponent) = (digits / 10, exponent + 1) }
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
    if fraction >= 20 || digits < Self.powersOfTen[fraction] {
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
    guard fraction < 19 else { return nil }
    let point = target
    target = putDigits(rest + Self.powersOfTen[fraction], at: target)
    point.storeBytes(of: UInt8(ascii: "."), as: UInt8.self)
    return target
  }

  /// 10 to the power of 0 to 19.
  private static let powersOfTen: [UInt64] = (0..<20).map { (0..<$0).reduce(1) { value, _ in value * 10 } }
}
