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
      return Self.shortNumber(from: start, to: end).flatMap { $0.end == end ? $0.value : nil }
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

  /// Reads a number of up to 18 digits, without an exponent, from a place on. Returns nil if there is no such number.
  package static func shortNumber(
    from start: UnsafeRawPointer, to limit: UnsafeRawPointer
  ) -> (value: Decimal, end: UnsafeRawPointer, hasLeadingZero: Bool)? {
    var place = start
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
    while let digit = digit() {
      (digits, count, place) = (digits &* 10 &+ digit, count + 1, place + 1)
      guard count <= 18 else { return nil }
    }
    let hasLeadingZero = first == 0 && count > 1
    if place < limit, place.load(as: UInt8.self) == UInt8(ascii: ".") {
      place += 1
      while let digit = digit() {
        (digits, count, fraction, place) = (digits &* 10 &+ digit, count + 1, fraction + 1, place + 1)
        guard count <= 18 else { return nil }
      }
      guard fraction > 0 else { return nil }
    }
    while fraction > 0, digits % 10 == 0 { (digits, fraction) = (digits / 10, fraction - 1) }
    let value = Decimal(
      sign: isNegative && digits != 0 ? .minus : .plus, exponent: -fraction, significand: Decimal(digits))
    return (value, place, hasLeadingZero)
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
