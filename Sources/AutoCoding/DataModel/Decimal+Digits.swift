#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

extension Decimal {
  /// Makes a decimal from digits in the form of a Swift number's `description`: `12`, `-0.5`, `1e+300`.
  ///
  /// Returns nil if the number is not finite, or if a `Decimal` cannot represent it exactly. `Decimal(Double)` is no
  /// alternative: it traps for infinity, and returns other digits or `nan` for many numbers that it cannot represent.
  package init?(exactDigits digits: String) {
    var text = digits
    let usual = text.withUTF8 { bytes -> Decimal? in
      guard let start = UnsafeRawBufferPointer(bytes).baseAddress else { return nil }
      let end = start + bytes.count
      return Self.usualNumber(from: start, to: end).flatMap { $0.end == end ? $0.value : nil }
    }
    if let usual {
      self = usual
      return
    }
    guard let value = Decimal(wholeText: digits) else { return nil }
    // 38 digits always fit; `Decimal(string:)` drops any digits at the end that do not.
    guard digits.utf8.count <= 38 || value.description == digits else { return nil }
    self = value
  }

  /// Makes a decimal from text that is all of a number. Digits that do not fit are dropped, as in ``init(string:locale:)``.
  init?(wholeText text: String) {
    guard text.isDecimalNumber, let value = Decimal(string: text), value.isFinite else { return nil }
    self = value
  }

  /// Reads a number of up to 38 digits from a place on, as `Decimal(string:)` reads it. Returns nil if there is no such
  /// number, or if only Foundation can make it.
  package static func usualNumber(
    from start: UnsafeRawPointer, to limit: UnsafeRawPointer
  ) -> (value: Decimal, end: UnsafeRawPointer, hasLeadingZero: Bool)? {
    var place = start
    var digits = WideDigits()
    func byte() -> UInt8? { place < limit ? place.load(as: UInt8.self) : nil }
    func digit() -> UInt64? {
      guard let digit = byte().map({ $0 &- UInt8(ascii: "0") }), digit < 10 else { return nil }
      return UInt64(digit)
    }
    let isNegative = byte() == UInt8(ascii: "-")
    if isNegative { place += 1 }
    guard let first = digit() else { return nil }
    let integral = place
    while let digit = digit() {
      guard digits.append(digit) else { return nil }
      place += 1
    }
    let hasLeadingZero = first == 0 && place - integral > 1
    var exponent = 0
    if byte() == UInt8(ascii: ".") {
      place += 1
      while let digit = digit() {
        guard digits.append(digit) else { return nil }
        (exponent, place) = (exponent - 1, place + 1)
      }
      guard exponent < 0 else { return nil }
    }
    if let mark = byte(), mark | 0x20 == UInt8(ascii: "e") {
      place += 1
      let isBelow = byte() == UInt8(ascii: "-")
      if isBelow || byte() == UInt8(ascii: "+") { place += 1 }
      let start = place
      var power = 0
      while let digit = digit(), power < 1000 { (power, place) = (10 * power + Int(digit), place + 1) }
      guard place > start, power < 1000 else { return nil }
      exponent += isBelow ? -power : power
    }
    guard let value = digits.decimal(isNegative: isNegative, exponent: exponent) else { return nil }
    return (value, place, hasLeadingZero)
  }
}

/// The digits of a number, in 128 bits.
private struct WideDigits {
  private var low: UInt64 = 0
  private var high: UInt64 = 0
  private var count = 0

  /// Appends a digit. Returns false if there are more than 38.
  @inline(__always)
  mutating func append(_ digit: UInt64) -> Bool {
    count &+= 1
    if count <= 19 {
      low = low &* 10 &+ digit
      return true
    }
    guard count <= 38 else { return false }
    let (carry, product) = low.multipliedFullWidth(by: 10)
    let (sum, isOver) = product.addingReportingOverflow(digit)
    low = sum
    high = high &* 10 &+ carry &+ (isOver ? 1 : 0)
    return true
  }

  /// The number in the form that Foundation gives to a number that it reads: without zeros at the end of the digits.
  func decimal(isNegative: Bool, exponent: Int) -> Decimal? {
    var (high, low, exponent) = (high, low, exponent)
    // Foundation decides about numbers of other sizes.
    guard -100...60 ~= exponent else { return nil }
    if high | low == 0 {
      return DecimalDigits.decimal(isNegative: false, isNegative ? 0 : exponent, high: 0, low: 0)
    }
    while high != 0 {
      let (quotient, rest) = high.quotientAndRemainder(dividingBy: 10)
      let (lowQuotient, digit) = (10 as UInt64).dividingFullWidth((rest, low))
      guard digit == 0 else { break }
      (high, low, exponent) = (quotient, lowQuotient, exponent + 1)
    }
    if high == 0 { while low % 10 == 0 { (low, exponent) = (low / 10, exponent + 1) } }
    if let value = DecimalDigits.decimal(isNegative: isNegative, exponent, high: high, low: low) { return value }
    // On systems whose numbers are not made of their parts.
    guard high == 0, -18...18 ~= exponent else { return nil }
    return Decimal(sign: isNegative ? .minus : .plus, exponent: exponent, significand: Decimal(low))
  }
}

extension String {
  /// Whether this is all of a decimal number, such as `12`, `-0.5` or `1e+300`.
  ///
  /// `Decimal(string:)` accepts text that only begins with a number, such as a date.
  var isDecimalNumber: Bool {
    var bytes = utf8.makeIterator()
    var next = bytes.next()
    // With `||`, which takes a closure, the variables would be on the heap.
    func skip(_ character: UInt8, or other: UInt8? = nil) -> Bool {
      guard let byte = next, byte == character || byte == other else { return false }
      next = bytes.next()
      return true
    }
    func skipDigits() -> Bool {
      var hasDigits = false
      while let byte = next, byte &- UInt8(ascii: "0") < 10 {
        hasDigits = true
        next = bytes.next()
      }
      return hasDigits
    }
    _ = skip(UInt8(ascii: "+"), or: UInt8(ascii: "-"))
    guard skipDigits() else { return false }
    if skip(UInt8(ascii: ".")), !skipDigits() { return false }
    if skip(UInt8(ascii: "e"), or: UInt8(ascii: "E")) {
      _ = skip(UInt8(ascii: "+"), or: UInt8(ascii: "-"))
      guard skipDigits() else { return false }
    }
    return next == nil
  }
}
