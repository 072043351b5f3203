/// An integer of a property list: 128 bits in two's complement.
package struct PropertyListInteger: Equatable, Sendable {
  package let high: Int64
  package let low: UInt64

  package init(high: Int64, low: UInt64) {
    self.high = high
    self.low = low
  }

  /// Returns the integer as another type, or nil if that type cannot represent it.
  @inline(__always)
  package func exactly<Integer: FixedWidthInteger>(_ type: Integer.Type = Integer.self) -> Integer? {
    if high == 0 { return Integer(exactly: low) }
    if high == -1, low > Int64.max { return Integer(exactly: Int64(bitPattern: low)) }
    guard Integer.bitWidth > 64, Integer.isSigned || high >= 0 else { return nil }
    return Integer(truncatingIfNeeded: high) << 64 | Integer(truncatingIfNeeded: low)
  }

  /// The decimal digits; nil if the integer needs 128 bits and the system has no such type.
  var digits: String? {
    if let value = exactly(Int64.self) { return String(value) }
    if let value = exactly(UInt64.self) { return String(value) }
    guard #available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *) else { return nil }
    return exactly(Int128.self).map { String($0) }
  }

  /// In decimal, if it has 64 bits; else in hexadecimal.
  package var text: String {
    if let value = exactly(Int64.self) { return String(value) }
    if let value = exactly(UInt64.self) { return String(value) }
    let digits = String(low, radix: 16)
    let high = String(UInt64(bitPattern: high), radix: 16)
    return "0x" + high + String(repeating: "0", count: 16 - digits.count) + digits
  }
}
