#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// Finds the Swift value of a Foundation object, such as the `NSNumber`s and `NSNull`s that `JSONSerialization` makes
/// on Linux.
///
/// This module does not import all of Foundation. It relies on Swift's bridging, which is exact for all numbers but those
/// of `NSDecimalNumber`. What bridging leaves open is decided by the names of two classes and by the text of a number.
package enum FoundationObject {
  private enum Kind {
    case null, bool, decimal, other
  }

  private static let kinds = PermanentTable<Kind>()

  /// Precondition for all functions: the value is an object.
  private static func kind(of value: Any) -> Kind {
    let type = type(of: value)
    if let known = kinds.value(for: type) { return known }
    let kind: Kind =
      switch _typeName(type, qualified: true) {
      case "Foundation.NSNull", "__C.NSNull", "NSNull": .null
      case "Foundation.__NSCFBoolean", "__NSCFBoolean": .bool
      // Only an NSDecimalNumber is bridged to a Decimal.
      default: value is Decimal ? .decimal : .other
      }
    return kinds.insert(kind, for: type)
  }

  static func isNull(_ value: Any) -> Bool { kind(of: value) == .null }

  /// Returns the Bool; nil for any other value, including numbers.
  package static func bool(_ value: Any) -> Bool? { kind(of: value) == .bool ? value as? Bool : nil }

  /// Returns the decimal number; nil for any other value, including other numbers. Casts to other types of numbers would
  /// succeed, too, and drop digits.
  static func decimal(_ value: Any) -> Decimal? { kind(of: value) == .decimal ? value as? Decimal : nil }

  /// Returns the number; nil for any other value, including Bools. It is an integer only if the object has an integer
  /// type.
  static func number(_ value: Any) -> PlainValue? {
    if kind(of: value) == .bool { return nil }
    if let value = decimal(value) { return longInteger(value).map { .integer($0) } ?? .decimal(value) }
    if let integer = integer(value) { return .integer(integer) }
    guard let double = value as? Double else { return nil }
    // A Float prints different digits than a Double of the same value.
    if let float = value as? Float, "\(float)" != "\(double)", "\(value)" == "\(float)" { return .float(float) }
    return .double(double)
  }

  /// Returns an array, a dictionary or a set of Foundation as Swift's; nil for any other value.
  static func collection(_ value: Any) -> Any? {
    if let array = value as? [Any] { return array }
    if let dictionary = value as? [AnyHashable: Any] { return dictionary }
    return value as? Set<AnyHashable>
  }

  /// Returns the integer that a decimal number represents, if a Double cannot hold all of its digits:
  /// `JSONSerialization` makes decimal numbers of negative integers as long as `Int.min`.
  private static func longInteger(_ value: Decimal) -> (any FixedWidthInteger & Encodable)? {
    guard value.magnitude > Decimal(1 << 53) else { return nil }
    if let integer = Int("\(value)") { return integer }
    return UInt64("\(value)")
  }

  private static func integer(_ value: Any) -> (any FixedWidthInteger & Encodable)? {
    // Other objects have a text, too, which may be long, and may stop the process.
    guard (value as? Double).map({ $0.rounded() == $0 }) ?? (value is Int64 || value is UInt64), isOfIntegerType(value)
    else { return nil }
    if let integer = value as? Int { return integer }
    if let integer = value as? Int64 { return integer }
    return value as? UInt64
  }

  /// Whether a number object with a whole value has an integer type: 2 has, 2.0 has not.
  private static func isOfIntegerType(_ value: Any) -> Bool {
    #if canImport(FoundationEssentials)
    // `objCType` needs all of Foundation. The text of a floating-point number has a point or an exponent.
    return "\(value)".utf8.allSatisfy { $0 == UInt8(ascii: "-") || UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0 }
    #else
    guard let number = value as? NSNumber else { return false }
    return !CFNumberIsFloatType(number)
    #endif
  }
}
