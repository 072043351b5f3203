/// Reads numbers in their most common forms.
extension JSONCursor {
  /// Passes over a minus sign, and returns whether there was one. Precondition: there is a byte.
  @inline(__always)
  private mutating func skipMinus() -> Bool {
    // A branch can be predicted; arithmetic instead of it would wait for the byte.
    guard _slowPath(byte == UInt8(ascii: "-")) else { return false }
    place += 1
    return true
  }

  /// Reads an integer of up to 15 digits, without a fraction or an exponent.
  @inline(__always)
  mutating func integer() -> Int? {
    guard has(9) else { return nil }
    let isNegative = skipMinus()
    // Most numbers have fewer than 8 digits, so that the byte behind them is in the same word.
    let digits = UInt64(littleEndian: place.loadUnaligned(as: UInt64.self)) ^ 0x3030_3030_3030_3030
    let others = JSONReader.others(in: digits)
    let first = UInt8(truncatingIfNeeded: digits)
    var value: UInt64
    if others != 0 {
      let bits = UInt64(truncatingIfNeeded: others.trailingZeroBitCount & 0x38)
      guard bits > 0, first != 0 || bits == 8 else { return nil }
      // The shift fills in zeros in front of the digits.
      value = JSONReader.joined(digits &<< (64 &- bits))
      place += Int(truncatingIfNeeded: bits >> 3)
    } else {
      guard first != 0, has(17) else { return nil }
      value = JSONReader.joined(digits)
      place += 8
      let more = UInt64(littleEndian: place.loadUnaligned(as: UInt64.self)) ^ 0x3030_3030_3030_3030
      let others = JSONReader.others(in: more)
      guard others != 0 else { return nil }
      let count = others.trailingZeroBitCount >> 3
      if count > 0 {
        value =
          value &* JSONReader.powers[count]
          &+ JSONReader.joined(more &<< UInt64(truncatingIfNeeded: 64 &- 8 &* count))
        place += count
      }
    }
    let next = byte
    if next == UInt8(ascii: ".") || next | 0x20 == UInt8(ascii: "e") { return nil }
    let magnitude = Int(truncatingIfNeeded: value)
    return isNegative ? 0 &- magnitude : magnitude
  }

  /// Reads a number of up to 19 digits, without an exponent.
  @inline(__always)
  mutating func double() -> Double? {
    let (value, end) = Self.readDouble(self)
    guard let end else { return nil }
    place = end
    return value
  }

  /// Reads a number of up to 19 digits, without an exponent, that is nearest to a `Float`.
  @inline(__always)
  mutating func float() -> Float? {
    let begin = place
    guard let value = double() else { return nil }
    // The text is within half a unit of `value`. So both are nearest to the same `Float`, unless `value` lies exactly
    // between two of them. Small numbers have fewer bits.
    let isBetween = value.bitPattern & 0x1fff_ffff == 0x1000_0000
    let isCommon = value == 0 || (0x1p-126...0x1p127).contains(value.magnitude)
    guard isCommon, !isBetween else {
      place = begin
      return nil
    }
    return Float(value)
  }

  /// Returns a number and the place behind it; the place is nil if the text is anything else.
  @inline(never)
  private static func readDouble(_ cursor: JSONCursor) -> (value: Double, end: UnsafeRawPointer?) {
    var cursor = cursor
    guard let value = cursor.anyDouble() else { return (0, nil) }
    return (value, cursor.place)
  }

  @inline(__always)
  private mutating func anyDouble() -> Double? {
    guard has(2) else { return nil }
    let isNegative = skipMinus()
    if let value = commonDouble() { return isNegative ? -value : value }
    let first = byte
    var digits: UInt64 = 0
    var count = skipDigits(&digits)
    guard count > 0, count == 1 || first != UInt8(ascii: "0"), has(1) else { return nil }
    var places = 0
    if byte == UInt8(ascii: ".") {
      place += 1
      let fraction = place
      places = skipDigits(&digits)
      guard places > 0, has(1) else { return nil }
      count &+= places
      // Zeros in front do not count: Swift writes up to 22 digits for numbers from 0.0001 on.
      if count > 19, first == UInt8(ascii: "0") { count = places &- Self.zeroCount(from: fraction) }
    }
    if count > 19 || byte | 0x20 == UInt8(ascii: "e") { return nil }
    guard let value = Self.quotient(digits, places: places) else { return nil }
    return isNegative ? -value : value
  }

  /// Returns the number of zeros from a place on. Precondition: a byte that is no zero follows them.
  private static func zeroCount(from place: UnsafeRawPointer) -> Int {
    var end = place
    while end.load(as: UInt8.self) == UInt8(ascii: "0") { end += 1 }
    return end - place
  }

  @inline(__always)
  private static func quotient(_ digits: UInt64, places: Int) -> Double? {
    guard digits < 1 << 53, places <= 22 else { return Double.nearest(digits, exponent: 0 &- places) }
    // Both operands are exact, so a single rounding gives the nearest number (Clinger).
    return Double(Int64(truncatingIfNeeded: digits)) / Double.smallPower(places)
  }

  /// Reads a number of up to 7 digits, a point, and up to 15 more digits. Returns nil, without moving, for anything
  /// else.
  @inline(__always)
  private mutating func commonDouble() -> Double? {
    guard has(8) else { return nil }
    let word = digits(at: 0)
    let others = JSONReader.others(in: word)
    let point = UInt64(truncatingIfNeeded: others.trailingZeroBitCount & 0x38)
    guard others != 0, point > 0, UInt8(truncatingIfNeeded: word &>> point) == UInt8(ascii: ".") ^ 0x30,
      point == 8 || word & 0xff != 0
    else { return nil }
    let integral = Int(truncatingIfNeeded: point >> 3)
    var value: UInt64
    var places: Int
    // The second bit is reliable as well, since the first is that of a point, which carries nothing into the next byte.
    let end = others & (others &- 1)
    if end != 0 {
      // The whole number is in one word. Remove the point; the shift fills in zeros in front of the digits.
      let count = end.trailingZeroBitCount & 0x38
      places = count >> 3 &- integral &- 1
      let below = (1 as UInt64) &<< point &- 1
      value = JSONReader.joined((word & below | (word &>> 8) & ~below) &<< UInt64(truncatingIfNeeded: 72 &- count))
    } else {
      guard has(25) else { return nil }
      value = JSONReader.joined(word &<< (64 &- point))
      let fraction = digits(at: integral &+ 1)
      let end = JSONReader.others(in: fraction)
      places = end.trailingZeroBitCount >> 3
      if places < 8 {
        value = Self.joined(value, fraction, count: places)
      } else {
        let more = digits(at: integral &+ 9)
        let end = JSONReader.others(in: more)
        guard end != 0 else { return nil }
        let count = end.trailingZeroBitCount >> 3
        value = Self.joined(value &* 100_000_000 &+ JSONReader.joined(fraction), more, count: count)
        places = 8 &+ count
      }
    }
    let next = place.load(fromByteOffset: integral &+ 1 &+ places, as: UInt8.self) | 0x20
    guard places > 0, integral &+ places <= 19, next != UInt8(ascii: "e"), next != UInt8(ascii: ".") | 0x20,
      let number = Self.quotient(value, places: places)
    else { return nil }
    place += integral &+ 1 &+ places
    return number
  }

  /// Returns 8 bytes, the first in the lowest byte, with each digit turned into its value, 0...9.
  @inline(__always)
  private func digits(at offset: Int) -> UInt64 {
    UInt64(littleEndian: place.loadUnaligned(fromByteOffset: offset, as: UInt64.self)) ^ 0x3030_3030_3030_3030
  }

  /// Appends the first `count` digits of a word to a number. Precondition: the count is 0 to 7.
  @inline(__always)
  private static func joined(_ value: UInt64, _ digits: UInt64, count: Int) -> UInt64 {
    // For a count of 0, this shifts by 64 bits and leaves 0; `&<<` would not.
    value &* JSONReader.powers[count] &+ JSONReader.joined(digits << UInt64(truncatingIfNeeded: 64 &- 8 &* count))
  }

  /// Appends all digits that are next to `value`, and returns their number; `value` wraps around beyond 19.
  @inline(__always)
  private mutating func skipDigits(_ value: inout UInt64) -> Int {
    JSONReader.readDigits(&value, at: &place, limit: limit)
  }
}
