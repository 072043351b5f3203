import AutoCoding
import Foundation

/// Conversions of Foundation's numbers.
enum CoderNumber {
  /// Returns the number for a value, or nil if the value is not a number.
  static func number(_ value: Any) -> NSNumber? {
    if let number = exactValue(value, as: NSNumber.self) { return number }
    if let value = exactValue(value, as: Bool.self) { return NSNumber(value: value) }
    if exactValue(value, as: String.self) != nil { return nil }
    if let number = value as? NSNumber { return number }
    switch value {
    case let value as Bool: return NSNumber(value: value)
    case let value as Int: return NSNumber(value: value)
    case let value as UInt: return NSNumber(value: value)
    case let value as Double: return NSNumber(value: value)
    case let value as Float: return NSNumber(value: value)
    case let value as ArchivedValue:
      guard case .number(let number) = value.contents else { return nil }
      return number.object
    default: return nil
    }
  }

  /// Whether a number is of a type that can have a fraction.
  static func isFloating(_ number: NSNumber) -> Bool {
    switch UInt8(bitPattern: number.objCType.pointee) {
    case UInt8(ascii: "d"), UInt8(ascii: "f"): true
    default: false
    }
  }

  /// Whether a number may be the lower half of another: on Linux, Foundation reads only 64 bits of an integer that an
  /// archive has in 16 bytes. Such integers are unsigned then, and others are not. Those in 16 bytes are above `Int64.max`
  /// or below `Int64.min`, so what is read below these limits was cut off, and what is above them may have been.
  static func mayBeCutOff(_ number: NSNumber, bitWidth: Int) -> Bool {
    #if canImport(ObjectiveC)
    return false
    #else
    return UInt8(bitPattern: number.objCType.pointee) == UInt8(ascii: "Q")
      && (bitWidth > 64 || number.uint64Value <= UInt64(Int64.max))
    #endif
  }

  /// Returns the number as an integer, if the type can represent it.
  static func integer<Integer: FixedWidthInteger>(_ number: NSNumber, as type: Integer.Type) -> Integer? {
    switch UInt8(bitPattern: number.objCType.pointee) {
    case UInt8(ascii: "d"), UInt8(ascii: "f"):
      // A decimal number may have more digits than a Double.
      number is NSDecimalNumber ? Integer(number.stringValue) : Integer(exactly: number.doubleValue)
    case UInt8(ascii: "Q"):
      mayBeCutOff(number, bitWidth: Integer.bitWidth) ? nil : Integer(exactly: number.uint64Value)
    default: Integer(exactly: number.int64Value)
    }
  }

  /// Returns the number's digits as Swift describes a number of its type.
  static func digits(of number: NSNumber) -> String {
    switch UInt8(bitPattern: number.objCType.pointee) {
    case UInt8(ascii: "d"): number.doubleValue.description
    case UInt8(ascii: "f"): number.floatValue.description
    case UInt8(ascii: "Q"): number.uint64Value.description
    default: number.int64Value.description
    }
  }

  /// Accepts only 0 and 1, since a number does not record whether it was a Bool.
  static func bool(_ number: NSNumber) -> Bool? {
    switch integer(number, as: Int.self) {
    case 0: false
    case 1: true
    default: nil
    }
  }

  /// Returns the number if a Double represents it exactly.
  static func double(_ number: NSNumber) -> Double? {
    if isFloating(number) { return number.doubleValue }
    return integer(number, as: Int64.self).flatMap(Double.init(exactly:))
      ?? integer(number, as: UInt64.self).flatMap(Double.init(exactly:))
  }

  /// Returns the nearest Float, or nil if a finite number would become infinite, or an integer another one.
  static func float(_ number: NSNumber) -> Float? {
    guard isFloating(number) else {
      return integer(number, as: Int64.self).flatMap(Float.init(exactly:))
        ?? integer(number, as: UInt64.self).flatMap(Float.init(exactly:))
    }
    let value = number.doubleValue
    let narrow = Float(value)
    return narrow.isFinite || !value.isFinite ? narrow : nil
  }
}
