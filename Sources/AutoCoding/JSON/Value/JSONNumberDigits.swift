/// The digits and the exponent of a number's text, in place, without trailing and leading zeros.
///
/// No function takes longer than the text is long, whatever exponent it has.
struct JSONNumberDigits {
  private let bytes: UnsafeBufferPointer<UInt8>
  private let isNegative: Bool
  /// The first digit that is not 0, and the place behind the last; the same if all are 0.
  private let first: Int
  private let end: Int
  /// The significant digits; the point among them does not count.
  let count: Int
  /// The number is the digits behind a point, times 10 to the power of this. Nil if it is beyond an `Int`.
  let exponent: Int?
  /// The exponent as written, if ``exponent`` is nil.
  private let hugeExponent: Range<Int>

  var isZero: Bool { count == 0 }

  /// Precondition: the bytes are a number in JSON.
  init(_ bytes: UnsafeBufferPointer<UInt8>) {
    self.bytes = bytes
    isNegative = bytes.first == UInt8(ascii: "-")
    var point: Int?
    var first: Int?
    var last = 0
    var index = isNegative ? 1 : 0
    while index < bytes.count, bytes[index] | 0x20 != UInt8(ascii: "e") {
      if bytes[index] == UInt8(ascii: ".") {
        point = index
      } else if bytes[index] != UInt8(ascii: "0") {
        first = first ?? index
        last = index
      }
      index += 1
    }
    let point_ = point ?? index
    guard let first else {
      (self.first, end, count, exponent, hugeExponent) = (0, 0, 0, 0, 0..<0)
      return
    }
    self.first = first
    end = last + 1
    count = end - first - (first < point_ && point_ < end ? 1 : 0)
    let places = first < point_ ? point_ - first : point_ - first + 1
    let written = Self.exponent(bytes, from: index)
    let (sum, isBeyond) = (written ?? 0).addingReportingOverflow(places)
    exponent = written == nil || isBeyond ? nil : sum
    hugeExponent = index..<bytes.count
  }

  /// Reads the exponent that begins at an index with its `e`; 0 if there is none, nil if it is beyond an `Int`.
  private static func exponent(_ bytes: UnsafeBufferPointer<UInt8>, from start: Int) -> Int? {
    guard start < bytes.count else { return 0 }
    var index = start + 1
    let isNegative = index < bytes.count && bytes[index] == UInt8(ascii: "-")
    if index < bytes.count, !JSONReader.isDigit(bytes[index]) { index += 1 }
    var value = 0
    while index < bytes.count {
      let (product, isTooLarge) = value.multipliedReportingOverflow(by: 10)
      let (sum, isBeyond) = product.addingReportingOverflow(Int(bytes[index] &- UInt8(ascii: "0")))
      if isTooLarge || isBeyond { return nil }
      value = sum
      index += 1
    }
    return isNegative ? -value : value
  }

  /// Calls `body` with the digits, until it returns false.
  private func forEachDigit(_ body: (UInt8) -> Bool) {
    for index in first..<end where bytes[index] != UInt8(ascii: ".") {
      if !body(bytes[index] &- UInt8(ascii: "0")) { return }
    }
  }

  func integer<Integer: FixedWidthInteger>(as type: Integer.Type) -> Integer? {
    if isZero { return 0 }
    // The number is an integer if the point is behind all digits; no integer type has more digits than bits.
    guard let exponent, exponent >= count, exponent <= Integer.bitWidth else { return nil }
    var value: Integer = 0
    var fits = true
    func append(_ digit: UInt8) -> Bool {
      let (product, isTooLarge) = value.multipliedReportingOverflow(by: 10)
      // Negative numbers reach further than positive ones.
      let (sum, isBeyond) =
        isNegative
        ? product.subtractingReportingOverflow(Integer(digit)) : product.addingReportingOverflow(Integer(digit))
      value = sum
      fits = fits && !isTooLarge && !isBeyond
      return fits
    }
    forEachDigit(append)
    for _ in count..<exponent where fits { fits = append(0) }
    return fits ? value : nil
  }

  func isEqual(to other: JSONNumberDigits) -> Bool {
    if isZero || other.isZero { return isZero && other.isZero }
    guard isNegative == other.isNegative, count == other.count, exponent == other.exponent else { return false }
    // Exponents beyond an Int are compared as they are written.
    if exponent == nil, !hugeText.elementsEqual(other.hugeText) { return false }
    var index = other.first
    var isEqual = true
    forEachDigit { digit in
      if other.bytes[index] == UInt8(ascii: ".") { index += 1 }
      isEqual = other.bytes[index] &- UInt8(ascii: "0") == digit
      index += 1
      return isEqual
    }
    return isEqual
  }

  func hash(into hasher: inout Hasher) {
    // Zero is one number, with either sign.
    guard !isZero else { return hasher.combine(0) }
    hasher.combine(isNegative)
    hasher.combine(exponent)
    forEachDigit {
      hasher.combine($0)
      return true
    }
  }

  /// The exponent as written, from its sign, or from the first digit that is not 0.
  private var hugeText: some Sequence<UInt8> {
    let isNegative = bytes[hugeExponent].contains(UInt8(ascii: "-"))
    let digits = bytes[hugeExponent].drop { !JSONReader.isDigit($0) || $0 == UInt8(ascii: "0") }
    return [isNegative ? UInt8(ascii: "-") : UInt8(ascii: "+")] + digits
  }
}
