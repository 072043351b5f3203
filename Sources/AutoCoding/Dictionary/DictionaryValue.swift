#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// What a value of a dictionary is, whoever made it: Swift's own values, and the objects that Foundation has for them.
enum DictionaryValue {
  /// What stands for null. `JSONSerialization` writes it as null, and on Apple platforms it bridges to `NSNull`.
  static var null: Any { Optional<Any>.none as Any }

  /// Whether the value is an Optional that is nil, or an `NSNull`.
  static func isNull(_ value: Any) -> Bool {
    if type(of: value) is AnyClass { return FoundationObject.isNull(value) }
    guard let optional = value as? any AnyOptional else { return false }
    return optional.wrappedValue.map(isNull) ?? true
  }

  /// The Bool, or nil where the value is none; a number is none.
  static func bool(_ value: Any) -> Bool? {
    let type = type(of: value)
    if type == Bool.self { return value as? Bool }
    if type is AnyClass { return FoundationObject.bool(value) }
    return (value as? any AnyOptional)?.wrappedValue.flatMap(bool)
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
    // Before the casts, which look into an Optional, and take an NSNumber in it for any type that has its value.
    if type is any AnyOptional.Type { return (value as? any AnyOptional)?.wrappedValue.flatMap(number) }
    switch value {
    case let value as Decimal: return .decimal(value)
    case let value as Float: return .float(value)
    case let value as any FixedWidthInteger:
      return Int64(exactly: value).map { .int($0) } ?? UInt64(exactly: value).map { .uint($0) } ?? .big("\(value)")
    case let value as any BinaryFloatingPoint: return double(value)
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
      if FoundationObject.bool(value) != nil { return nil }
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
    default: return "a \(TypeLookup.name(of: type(of: value)))"
    }
  }
}
