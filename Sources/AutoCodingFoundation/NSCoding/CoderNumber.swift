import AutoCoding
import Foundation

/// Numbers as Foundation has them.
enum CoderNumber {
  /// The number that a value is; nil for anything else.
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
    default: return nil
    }
  }

  /// Whether a number has, or may have, a fraction.
  static func isFloating(_ number: NSNumber) -> Bool {
    switch UInt8(bitPattern: number.objCType.pointee) {
    case UInt8(ascii: "d"), UInt8(ascii: "f"): true
    default: false
    }
  }

  /// The number as an integer, if it is one that the type holds.
  static func integer<Integer: FixedWidthInteger>(_ number: NSNumber, as type: Integer.Type) -> Integer? {
    switch UInt8(bitPattern: number.objCType.pointee) {
    case UInt8(ascii: "d"), UInt8(ascii: "f"): Integer(exactly: number.doubleValue)
    case UInt8(ascii: "Q"): Integer(exactly: number.uint64Value)
    default: Integer(exactly: number.int64Value)
    }
  }

  /// The number in digits, as Swift describes a number of its type.
  static func digits(of number: NSNumber) -> String {
    switch UInt8(bitPattern: number.objCType.pointee) {
    case UInt8(ascii: "d"): number.doubleValue.description
    case UInt8(ascii: "f"): number.floatValue.description
    case UInt8(ascii: "Q"): number.uint64Value.description
    default: number.int64Value.description
    }
  }

  /// 0 and 1 alone: numbers do not tell whether they were a Bool.
  static func bool(_ number: NSNumber) -> Bool? {
    switch integer(number, as: Int.self) {
    case 0: false
    case 1: true
    default: nil
    }
  }

  /// The number, if a Double holds it exactly.
  static func double(_ number: NSNumber) -> Double? {
    if isFloating(number) { return number.doubleValue }
    return integer(number, as: Int64.self).flatMap(Double.init(exactly:))
  }

  /// The nearest number; nil for one that is not finite then and was before.
  static func float(_ number: NSNumber) -> Float? {
    guard let value = double(number) else { return nil }
    let narrow = Float(value)
    return narrow.isFinite || !value.isFinite ? narrow : nil
  }
}
