/// An integer of up to 128 bits and a sign, in which formats meet the integers of Swift.
///
/// Formats read what is rare into this type, so that the code for it is not compiled once for each integer type. `Int128`
/// is not available on all systems.
package struct WideInteger: Equatable, Sendable {
  private let isNegative: Bool
  /// The magnitude.
  private let high: UInt64
  private let low: UInt64

  private init(isNegative: Bool, high: UInt64, low: UInt64) {
    self.isNegative = isNegative && (high | low) != 0
    self.high = high
    self.low = low
  }

  package init(_ value: Int64) { self.init(isNegative: value < 0, high: 0, low: value.magnitude) }

  package init(_ value: UInt64) { self.init(isNegative: false, high: 0, low: value) }

  /// Creates the integer from 128 bits in two's complement.
  init(twosComplement high: Int64, _ low: UInt64) {
    if high < 0 {
      self.init(isNegative: true, high: ~UInt64(bitPattern: high) &+ (low == 0 ? 1 : 0), low: 0 &- low)
    } else {
      self.init(isNegative: false, high: UInt64(bitPattern: high), low: low)
    }
  }

  /// Returns nil unless the value is a whole number of at most 128 bits.
  init?(exactly value: Double) {
    let magnitude = value.magnitude
    // 2^64 and 2^128. Scaling by powers of two and the difference below are exact.
    guard magnitude.rounded(.towardZero) == magnitude, magnitude < 0x1p128 else { return nil }
    let high = (magnitude * 0x1p-64).rounded(.towardZero)
    guard let top = UInt64(exactly: high), let rest = UInt64(exactly: magnitude - high * 0x1p64) else { return nil }
    self.init(isNegative: value < 0, high: top, low: rest)
  }

  /// Reads decimal digits, which a sign may precede. Returns nil for any other text and beyond 128 bits.
  init?(_ text: String) {
    var digits = Substring(text).utf8
    let sign = digits.first
    if sign == UInt8(ascii: "-") || sign == UInt8(ascii: "+") { digits.removeFirst() }
    guard !digits.isEmpty else { return nil }
    var magnitude = Magnitude()
    for digit in digits {
      guard digit >= UInt8(ascii: "0"), digit <= UInt8(ascii: "9"), magnitude.append(digit &- UInt8(ascii: "0")) else {
        return nil
      }
    }
    self.init(magnitude, isNegative: sign == UInt8(ascii: "-"))
  }

  /// Digits that are read one by one.
  struct Magnitude {
    fileprivate var high: UInt64 = 0
    fileprivate var low: UInt64 = 0

    var isZero: Bool { high | low == 0 }

    /// Appends a decimal digit; returns false, and appends nothing, if that takes more than 128 bits.
    mutating func append(_ digit: UInt8) -> Bool {
      let product = low.multipliedFullWidth(by: 10)
      let (sum, carry) = product.low.addingReportingOverflow(UInt64(digit))
      let (shifted, isTooWide) = high.multipliedReportingOverflow(by: 10)
      let (top, overflow) = shifted.addingReportingOverflow(product.high &+ (carry ? 1 : 0))
      guard !isTooWide, !overflow else { return false }
      (high, low) = (top, sum)
      return true
    }
  }

  init(_ magnitude: Magnitude, isNegative: Bool) {
    self.init(isNegative: isNegative, high: magnitude.high, low: magnitude.low)
  }

  /// Returns the integer as another type, or nil if that type cannot represent it.
  @inline(never)
  package func exactly<Integer: FixedWidthInteger>(_ type: Integer.Type = Integer.self) -> Integer? {
    if high == 0, !isNegative { return Integer(exactly: low) }
    if high == 0, low <= 1 << 63 { return Integer(exactly: Int64(truncatingIfNeeded: 0 &- low)) }
    guard Integer.bitWidth > 64 else { return nil }
    let magnitude = Integer.Magnitude(truncatingIfNeeded: high) << 64 | Integer.Magnitude(truncatingIfNeeded: low)
    guard isNegative else { return Integer(exactly: magnitude) }
    guard magnitude <= Integer.min.magnitude else { return nil }
    return Integer(truncatingIfNeeded: 0 &- magnitude)
  }

  /// Returns the number if it is one of 64 bits that the type represents exactly.
  @inline(never)
  func exactly<Value: BinaryFloatingPoint>(_ type: Value.Type) -> Value? {
    exactly(Int64.self).flatMap { Value(exactly: $0) } ?? exactly(UInt64.self).flatMap { Value(exactly: $0) }
  }

  /// The lower 128 bits in two's complement.
  var twosComplement: (high: Int64, low: UInt64) {
    guard isNegative else { return (Int64(bitPattern: high), low) }
    return (Int64(bitPattern: ~high &+ (low == 0 ? 1 : 0)), 0 &- low)
  }

  /// The decimal digits; nil if the integer needs 128 bits and the system has no such type.
  var digits: String? {
    if let value = exactly(Int64.self) { return String(value) }
    if let value = exactly(UInt64.self) { return String(value) }
    guard #available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *) else { return nil }
    return exactly(Int128.self).map { String($0) } ?? exactly(UInt128.self).map { String($0) }
  }

  /// In decimal, if it has 64 bits; else the bits of two's complement in hexadecimal.
  package var text: String {
    if let value = exactly(Int64.self) { return String(value) }
    if let value = exactly(UInt64.self) { return String(value) }
    let (high, low) = twosComplement
    let digits = String(low, radix: 16)
    let zeros = String(repeating: "0", count: 16 - digits.count)
    return "0x" + String(UInt64(bitPattern: high), radix: 16) + zeros + digits
  }
}
