#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// What a value of a dictionary is, whoever made it: Swift's own values, and the objects that Foundation has for them.
///
/// Objects of Foundation become values by Swift's own bridging, which is exact: an `NSNumber` is an `Int` only where it is one.
/// Only what it leaves open is told by the names of two classes, since this module does not need all of Foundation.
enum DictionaryValue {
  /// What stands for null. `JSONSerialization` writes it as null, and on Apple platforms it bridges to `NSNull`.
  static var null: Any { Optional<Any>.none as Any }

  /// Whether the value is an Optional that is nil, or an `NSNull`.
  static func isNull(_ value: Any) -> Bool {
    if type(of: value) is AnyClass { return kind(of: value) == .null }
    guard let optional = value as? any OptionalValue else { return false }
    return optional.wrapped.map(isNull) ?? true
  }

  /// The Bool, or nil where the value is none; a number is none.
  static func bool(_ value: Any) -> Bool? {
    let type = type(of: value)
    if type == Bool.self { return value as? Bool }
    if type is AnyClass { return kind(of: value) == .bool ? value as? Bool : nil }
    return (value as? any OptionalValue)?.wrapped.flatMap(bool)
  }

  /// A number without loss.
  enum Number {
    case int(Int64)
    case uint(UInt64)
    case big(String)
    case float(Float)
    case double(Double)
    case decimal(Decimal)

    var text: String {
      switch self {
      case .int(let value): "\(value)"
      case .uint(let value): "\(value)"
      case .big(let digits): digits
      case .float(let value): "\(value)"
      case .double(let value): "\(value)"
      case .decimal(let value): "\(value)"
      }
    }
  }

  /// The number, or nil where the value is none; a Bool is none.
  static func number(_ value: Any) -> Number? {
    let type = type(of: value)
    if type == Int.self, let value = value as? Int { return .int(Int64(value)) }
    if type == Double.self, let value = value as? Double { return .double(value) }
    if type is AnyClass { return numberOfObject(value) }
    switch value {
    case let value as Decimal: return .decimal(value)
    case let value as Float: return .float(value)
    case let value as any FixedWidthInteger:
      return Int64(exactly: value).map { .int($0) } ?? UInt64(exactly: value).map { .uint($0) } ?? .big("\(value)")
    case let value as any BinaryFloatingPoint: return double(value)
    case let value as any OptionalValue: return value.wrapped.flatMap(number)
    default: return nil
    }
  }

  private static func double<Value: BinaryFloatingPoint>(_ value: Value) -> Number? {
    if value.isNaN { return .double(.nan) }
    // What a Double has no value for, is taken for none rather than rounded.
    return Double(exactly: value).map { .double($0) }
  }

  private static func numberOfObject(_ value: Any) -> Number? {
    // A number object is bridged to each type that has its value; text and data are to none. Zero may have a sign.
    if let integer = value as? Int64 {
      if kind(of: value) == .bool { return nil }
      if integer == 0, let zero = value as? Double, zero.sign == .minus { return .double(zero) }
      return .int(integer)
    }
    if let value = value as? UInt64 { return .uint(value) }
    if let value = value as? Decimal { return .decimal(value) }
    return (value as? Double).map { .double($0) }
  }

  /// What the value is, for messages.
  static func noun(of value: Any) -> String {
    if isNull(value) { return "null" }
    if bool(value) != nil { return "a bool" }
    if number(value) != nil { return "a number" }
    switch value {
    case is String: return "a string"
    case is Date: return "a date"
    case is Data: return "data"
    case is [String: Any]: return "a dictionary"
    case is [Any]: return "an array"
    default: return "a \(_typeName(type(of: value), qualified: true))"
    }
  }

  // MARK: Objects of Foundation

  private enum Kind {
    case null, bool, other
  }

  private static let kinds = Locked<[ObjectIdentifier: Kind]>([:])

  /// What a value is by its class. Precondition: it is of a class.
  private static func kind(of value: Any) -> Kind {
    let type = type(of: value)
    return kinds.withLock { kinds in
      if let known = kinds[ObjectIdentifier(type)] { return known }
      let kind: Kind =
        switch _typeName(type, qualified: true) {
        case "Foundation.NSNull", "__C.NSNull", "NSNull": .null
        case "Foundation.__NSCFBoolean", "__NSCFBoolean": .bool
        default: .other
        }
      kinds[ObjectIdentifier(type)] = kind
      return kind
    }
  }
}

/// Optional, whatever it wraps.
private protocol OptionalValue {
  var wrapped: Any? { get }
}

extension Optional: OptionalValue {
  fileprivate var wrapped: Any? { self.map { $0 as Any } }
}
