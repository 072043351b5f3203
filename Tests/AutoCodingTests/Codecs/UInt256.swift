/// An integer of more bits than any format has, with as much of the protocol as coders could use.
struct UInt256: FixedWidthInteger, UnsignedInteger, Encodable {
  var high: UInt128
  var low: UInt128

  init(high: UInt128, low: UInt128) { (self.high, self.low) = (high, low) }
  init(integerLiteral value: UInt) { self.init(high: 0, low: UInt128(value)) }
  init(_truncatingBits bits: UInt) { self.init(high: 0, low: UInt128(bits)) }
  init<Source: BinaryInteger>(_ source: Source) { self.init(truncatingIfNeeded: source) }
  init<Source: BinaryInteger>(truncatingIfNeeded source: Source) {
    self.init(high: UInt128(truncatingIfNeeded: source >> 128), low: UInt128(truncatingIfNeeded: source))
  }
  init?<Source: BinaryFloatingPoint>(exactly source: Source) {
    guard let low = UInt128(exactly: source) else { return nil }
    self.init(high: 0, low: low)
  }
  init<Source: BinaryFloatingPoint>(_ source: Source) { self.init(high: 0, low: UInt128(source)) }

  static let bitWidth = 256
  var words: [UInt] { [UInt](low.words) + [UInt](high.words) }
  var nonzeroBitCount: Int { high.nonzeroBitCount + low.nonzeroBitCount }
  var leadingZeroBitCount: Int { high == 0 ? 128 + low.leadingZeroBitCount : high.leadingZeroBitCount }
  var trailingZeroBitCount: Int { low == 0 ? 128 + high.trailingZeroBitCount : low.trailingZeroBitCount }
  var byteSwapped: UInt256 { UInt256(high: low.byteSwapped, low: high.byteSwapped) }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(description)
  }

  static func == (left: UInt256, right: UInt256) -> Bool { left.high == right.high && left.low == right.low }
  static func < (left: UInt256, right: UInt256) -> Bool { (left.high, left.low) < (right.high, right.low) }

  static func & (left: UInt256, right: UInt256) -> UInt256 {
    UInt256(high: left.high & right.high, low: left.low & right.low)
  }
  static func &= (left: inout UInt256, right: UInt256) { left = left & right }
  static func |= (left: inout UInt256, right: UInt256) {
    left = UInt256(high: left.high | right.high, low: left.low | right.low)
  }
  static func ^= (left: inout UInt256, right: UInt256) {
    left = UInt256(high: left.high ^ right.high, low: left.low ^ right.low)
  }
  static func &<<= (left: inout UInt256, right: UInt256) {
    let count = UInt128(right.low & 255)
    left =
      count >= 128
      ? UInt256(high: left.low << (count - 128), low: 0)
      : UInt256(high: left.high << count | left.low >> (128 - count), low: left.low << count)
  }
  static func &>>= (left: inout UInt256, right: UInt256) {
    let count = UInt128(right.low & 255)
    left =
      count >= 128
      ? UInt256(high: 0, low: left.high >> (count - 128))
      : UInt256(high: left.high >> count, low: left.low >> count | left.high << (128 - count))
  }

  static func + (left: UInt256, right: UInt256) -> UInt256 { left.addingReportingOverflow(right).partialValue }
  static func += (left: inout UInt256, right: UInt256) { left = left + right }
  static func - (left: UInt256, right: UInt256) -> UInt256 { left.subtractingReportingOverflow(right).partialValue }
  static func -= (left: inout UInt256, right: UInt256) { left = left - right }
  static func * (left: UInt256, right: UInt256) -> UInt256 { left.multipliedReportingOverflow(by: right).partialValue }
  static func *= (left: inout UInt256, right: UInt256) { left = left * right }
  static func / (left: UInt256, right: UInt256) -> UInt256 { left.dividedReportingOverflow(by: right).partialValue }
  static func /= (left: inout UInt256, right: UInt256) { left = left / right }
  static func % (left: UInt256, right: UInt256) -> UInt256 {
    left.remainderReportingOverflow(dividingBy: right).partialValue
  }
  static func %= (left: inout UInt256, right: UInt256) { left = left % right }

  func addingReportingOverflow(_ other: UInt256) -> (partialValue: UInt256, overflow: Bool) {
    let (low, carries) = low.addingReportingOverflow(other.low)
    let (sum, overflow) = high.addingReportingOverflow(other.high)
    let (high, overflowsToo) = sum.addingReportingOverflow(carries ? 1 : 0)
    return (UInt256(high: high, low: low), overflow || overflowsToo)
  }
  func subtractingReportingOverflow(_ other: UInt256) -> (partialValue: UInt256, overflow: Bool) {
    let (low, borrows) = low.subtractingReportingOverflow(other.low)
    let (rest, overflow) = high.subtractingReportingOverflow(other.high)
    let (high, overflowsToo) = rest.subtractingReportingOverflow(borrows ? 1 : 0)
    return (UInt256(high: high, low: low), overflow || overflowsToo)
  }
  func multipliedReportingOverflow(by other: UInt256) -> (partialValue: UInt256, overflow: Bool) {
    let product = low.multipliedFullWidth(by: other.low)
    let high = product.high &+ high &* other.low &+ low &* other.high
    return (UInt256(high: high, low: product.low), high < product.high)
  }
  func dividedReportingOverflow(by other: UInt256) -> (partialValue: UInt256, overflow: Bool) {
    (divided(by: other).quotient, false)
  }
  func remainderReportingOverflow(dividingBy other: UInt256) -> (partialValue: UInt256, overflow: Bool) {
    (divided(by: other).remainder, false)
  }
  func multipliedFullWidth(by other: UInt256) -> (high: UInt256, low: UInt256) { (0, self * other) }
  func dividingFullWidth(_ dividend: (high: UInt256, low: UInt256)) -> (quotient: UInt256, remainder: UInt256) {
    dividend.low.divided(by: self)
  }
  func quotientAndRemainder(dividingBy other: UInt256) -> (quotient: UInt256, remainder: UInt256) { divided(by: other) }

  private func divided(by other: UInt256) -> (quotient: UInt256, remainder: UInt256) {
    var (quotient, remainder): (UInt256, UInt256) = (0, 0)
    for bit in (0..<256).reversed() {
      remainder &<<= 1
      if self &>> UInt256(UInt(bit)) & 1 == 1 { remainder.low |= 1 }
      quotient &<<= 1
      if remainder >= other {
        remainder -= other
        quotient.low |= 1
      }
    }
    return (quotient, remainder)
  }
}
