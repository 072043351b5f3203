extension JSONReader {
  @inline(__always)
  static func isDigit(_ byte: UInt8) -> Bool { byte &- UInt8(ascii: "0") < 10 }

  /// Returns the value of 8 digits, each a byte of 0...9 (little-endian, the first digit in the lowest byte).
  @inline(__always)
  static func joined(_ digits: UInt64) -> UInt64 {
    // Join the digits in pairs. Then multiply the pairs by their weights, the first together with the third, and the
    // second together with the fourth. The sum ends up in the upper half.
    let pairs = digits &* 10 &+ (digits >> 8)
    let mask: UInt64 = 0x0000_00ff_0000_00ff
    let odd = (pairs & mask) &* (1_000_000 << 32 | 100)
    let even = ((pairs >> 16) & mask) &* (10_000 << 32 | 1)
    return (odd &+ even) >> 32
  }

  static let powers: [UInt64] = [1, 10, 100, 1000, 10000, 100_000, 1_000_000, 10_000_000]

  /// Returns the highest bit of each byte that is not a digit 0...9. Only the lowest such bit is reliable: a byte above it
  /// may get a carry. The next one is reliable, too, if the lowest is that of a point, whose sum is less than 256. Callers
  /// use no others.
  @inline(__always)
  static func others(in digits: UInt64) -> UInt64 {
    (digits | (digits &+ 0x7676_7676_7676_7676)) & 0x8080_8080_8080_8080
  }

  /// Appends all digits at `place` to `value`, and returns their number; `value` wraps around beyond 19.
  @inline(__always)
  static func readDigits(
    _ value: inout UInt64, at place: inout UnsafeRawPointer, limit: UnsafeRawPointer
  ) -> Int {
    let begin = place
    while limit - place >= 8 {
      let digits = UInt64(littleEndian: place.loadUnaligned(as: UInt64.self)) ^ 0x3030_3030_3030_3030
      let others = others(in: digits)
      if others == 0 {
        value = value &* 100_000_000 &+ joined(digits)
        place += 8
        continue
      }
      let count = others.trailingZeroBitCount >> 3
      if count > 0 {
        // The shift fills in zeros in front of the digits.
        value = value &* powers[count] &+ joined(digits &<< UInt64(64 &- 8 &* count))
        place += count
      }
      return place - begin
    }
    while place < limit, isDigit(place.load(as: UInt8.self)) {
      value = value &* 10 &+ UInt64(place.load(as: UInt8.self) &- UInt8(ascii: "0"))
      place += 1
    }
    return place - begin
  }

  /// Appends all digits that are next to `value`, and returns their number; `value` wraps around beyond 19.
  @inline(__always)
  private mutating func readDigits(_ value: inout UInt64) -> Int {
    var place = UnsafeRawPointer(next)
    let count = Self.readDigits(&value, at: &place, limit: UnsafeRawPointer(end))
    next = place.assumingMemoryBound(to: UInt8.self)
    return count
  }

  /// Reads a number's sign and its digits before the point.
  @inline(__always)
  private mutating func readIntegral(_ digits: inout UInt64) throws -> (isNegative: Bool, count: Int) {
    var isNegative = false
    if next < end, next.pointee == UInt8(ascii: "-") {
      isNegative = true
      next += 1
    }
    let first = next
    let count = readDigits(&digits)
    if count == 0 { throw unexpected("a digit") }
    if count > 1, first.pointee == UInt8(ascii: "0") {
      throw invalid("A number must not begin with 0 before another digit.", at: first)
    }
    return (isNegative, count)
  }

  /// Like ``readIntegral(_:)``, for types that are not worth a copy of that code each.
  @inline(never)
  private mutating func readRareIntegral(_ digits: inout UInt64) throws -> (isNegative: Bool, count: Int) {
    try readIntegral(&digits)
  }

  /// Reads a number of any form.
  @inline(__always)
  mutating func readDecimalNumber() throws -> DecimalNumber {
    let begin = next
    var number = DecimalNumber()
    var count: Int
    (number.isNegative, count) = try readIntegral(&number.digits)
    if next < end, next.pointee == UInt8(ascii: ".") {
      next += 1
      let places = readDigits(&number.digits)
      if places == 0 { throw unexpected("a digit") }
      number.exponent = 0 &- places
      count &+= places
    }
    if next < end, next.pointee | 0x20 == UInt8(ascii: "e") { number.exponent &+= try readExponent() }
    if count > 19 { number = truncatedNumber(from: begin, exponent: number.exponent) }
    return number
  }

  /// Reads `e` and the exponent. Once it reaches a million, further digits are ignored: it only matters that it is
  /// huge.
  @inline(never)
  private mutating func readExponent() throws -> Int {
    next += 1
    var isNegative = false
    if next < end, next.pointee == UInt8(ascii: "+") || next.pointee == UInt8(ascii: "-") {
      isNegative = next.pointee == UInt8(ascii: "-")
      next += 1
    }
    guard next < end, Self.isDigit(next.pointee) else { throw unexpected("a digit") }
    var value = 0
    while next < end, Self.isDigit(next.pointee) {
      if value < 1_000_000 { value = value * 10 + Int(next.pointee &- UInt8(ascii: "0")) }
      next += 1
    }
    return isNegative ? -value : value
  }

  /// Reads a number with many digits again, up to ``next``, and keeps the first 19 significant ones.
  ///
  /// - Parameter exponent: The exponent if all digits are taken as one integer.
  @inline(never)
  private func truncatedNumber(from begin: UnsafePointer<UInt8>, exponent: Int) -> DecimalNumber {
    var number = DecimalNumber()
    var place = begin
    number.isNegative = place.pointee == UInt8(ascii: "-")
    if number.isNegative { place += 1 }
    number.exponent = exponent
    var count = 0
    while place < next, place.pointee | 0x20 != UInt8(ascii: "e") {
      defer { place += 1 }
      guard place.pointee != UInt8(ascii: ".") else { continue }
      let digit = place.pointee &- UInt8(ascii: "0")
      if count == 0, digit == 0 { continue }
      count += 1
      if count <= 19 {
        number.digits = number.digits * 10 + UInt64(digit)
      } else {
        number.exponent += 1
        if digit != 0 { number.isTruncated = true }
      }
    }
    return number
  }

  // MARK: Typed numbers

  /// Passes over white space, and returns whether a number is next.
  @inline(__always)
  mutating func beginNumber() throws -> Bool {
    skipSpace()
    return next < end && (Self.isDigit(next.pointee) || next.pointee == UInt8(ascii: "-"))
  }

  @inline(__always)
  mutating func integer<Integer: FixedWidthInteger>(as type: Integer.Type) throws -> Integer {
    let begin = next
    var digits: UInt64 = 0
    let isNegative: Bool
    let count: Int
    if Integer.bitWidth == Int.bitWidth {
      (isNegative, count) = try readIntegral(&digits)
    } else {
      (isNegative, count) = try readRareIntegral(&digits)
    }
    let isInteger = next == end || next.pointee != UInt8(ascii: ".") && next.pointee | 0x20 != UInt8(ascii: "e")
    if isInteger, count < 19 || count == 19 && Integer.bitWidth <= 64 {
      // 19 digits are less than 2^64.
      if !isNegative {
        if let value = Integer(exactly: digits) { return value }
      } else if digits <= 1 << 63, let value = Integer(exactly: Int64(truncatingIfNeeded: 0 &- digits)) {
        return value
      }
    }
    next = begin
    return try unusualInteger(as: type)
  }

  /// Reads an integer with many digits, a fraction of zeros, or an exponent. Throws unless the type can represent it
  /// exactly.
  @inline(never)
  private mutating func unusualInteger<Integer: FixedWidthInteger>(as type: Integer.Type) throws -> Integer {
    let begin = next
    try skipNumber()
    let text = UnsafeBufferPointer(start: begin, count: next - begin)
    guard let value: Integer = Self.exactInteger(text)?.exactly() else {
      throw refused("Number \(shown(text)) is not representable as \(type).", at: begin)
    }
    return value
  }

  private func shown(_ text: UnsafeBufferPointer<UInt8>) -> String {
    let text = numberText(text)
    return text.count > 50 ? text.prefix(50) + "…" : text
  }

  /// Returns the integer that a number's text stands for; nil if it has a fraction or more than 128 bits.
  static func exactInteger(_ text: UnsafeBufferPointer<UInt8>) -> WideInteger? {
    var magnitude = WideInteger.Magnitude()
    // The zeros since the last other digit, the digits behind the point, and the exponent.
    var (zeros, places, exponent) = (0, 0, 0)
    var index = 0
    let isNegative = text.first == UInt8(ascii: "-")
    if isNegative { index += 1 }
    var hasPoint = false
    while index < text.count, text[index] | 0x20 != UInt8(ascii: "e") {
      let digit = text[index] &- UInt8(ascii: "0")
      index += 1
      if digit > 9 {
        hasPoint = true
        continue
      }
      if hasPoint { places += 1 }
      if digit == 0 {
        zeros += 1
        continue
      }
      while zeros > 0 {
        guard magnitude.append(0) else { return nil }
        zeros -= 1
      }
      guard magnitude.append(digit) else { return nil }
    }
    if magnitude.isZero { return WideInteger(0 as UInt64) }
    if index < text.count {
      let written = String(decoding: text[(index + 1)...], as: UTF8.self)
      exponent =
        Int(written).map { min(max($0, -1_000_000), 1_000_000) } ?? (written.hasPrefix("-") ? -1_000_000 : 1_000_000)
    }
    exponent += zeros - places
    guard exponent >= 0 else { return nil }
    for _ in 0..<exponent { guard magnitude.append(0) else { return nil } }
    return WideInteger(magnitude, isNegative: isNegative)
  }

  @inline(__always)
  mutating func double() throws -> Double {
    let begin = next
    let decimal = try readDecimalNumber()
    if let value = Double(decimal) { return value }
    return try unusualNumber(from: begin, as: Double.self)
  }

  @inline(__always)
  mutating func float() throws -> Float {
    let begin = next
    let decimal = try readDecimalNumber()
    if let value = Float(decimal) { return value }
    return try unusualNumber(from: begin, as: Float.self)
  }

  /// Returns the number that ends at ``next``, by the standard library's arithmetic, which is exact.
  @inline(never)
  private func unusualNumber<Number: BinaryFloatingPoint & LosslessStringConvertible>(
    from begin: UnsafePointer<UInt8>, as type: Number.Type
  ) throws -> Number {
    let text = UnsafeBufferPointer(start: begin, count: next - begin)
    guard let value = Number(String(decoding: text, as: UTF8.self)), value.isFinite else {
      if let special = specialNumber(text, as: type) { return special }
      throw refused("Number \(shown(text)) is not representable as \(type).", at: begin)
    }
    return value
  }

  /// Passes over a number.
  mutating func skipNumber() throws {
    var digits: UInt64 = 0
    _ = try readIntegral(&digits)
    if next < end, next.pointee == UInt8(ascii: ".") {
      next += 1
      if readDigits(&digits) == 0 { throw unexpected("a digit") }
    }
    if next < end, next.pointee | 0x20 == UInt8(ascii: "e") { _ = try readExponent() }
  }
}
