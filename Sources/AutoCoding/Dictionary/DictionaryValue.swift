#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// Classifies the values of dictionaries: Swift values, and Foundation's objects for them.
enum DictionaryValue {
  /// The representation of null. `JSONSerialization` writes it as null, and on Apple platforms it bridges to `NSNull`.
  static var null: Any { Optional<Any>.none as Any }

  /// Whether the value is an Optional that is nil, or an `NSNull`.
  static func isNull(_ value: Any) -> Bool {
    // Most values are numbers, text and collections: find that out without a cast to a protocol.
    if recordsStruct(value) { return false }
    if type(of: value) is AnyClass { return FoundationObject.isNull(value) }
    guard let optional = value as? any AnyOptional else { return false }
    return optional.wrappedValue.map(isNull) ?? true
  }

  /// Returns a Bool; nil if the value is not one. A number is not a Bool.
  static func bool(_ value: Any) -> Bool? {
    if let bool = inlineValue(value, as: Bool.self) { return bool }
    if recordsStruct(value) { return nil }
    let type = type(of: value)
    if type is AnyClass { return FoundationObject.bool(value) }
    return (value as? any AnyOptional)?.wrappedValue.flatMap(bool)
  }

  /// A number without loss of precision.
  enum Number {
    case int(Int64)
    case uint(UInt64)
    case big(String)
    case float(Float)
    case double(Double)
    case decimal(Decimal)

    var isFinite: Bool {
      switch self {
      case .float(let value): value.isFinite
      case .double(let value): value.isFinite
      case .decimal(let value): value.isFinite
      case .int, .uint, .big: true
      }
    }

    /// The number if it is whole and has at most 128 bits, or nil.
    var integer: WideInteger? {
      switch self {
      case .int(let value): WideInteger(value)
      case .uint(let value): WideInteger(value)
      case .big(let digits): WideInteger(digits)
      case .float(let value): WideInteger(exactly: Double(value))
      case .double(let value): WideInteger(exactly: value)
      case .decimal(let value): WideInteger(value.description)
      }
    }

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

  /// Returns a number; nil if the value is not one. A Bool is not a number.
  static func number(_ value: Any) -> Number? {
    if let value = inlineValue(value, as: Int.self) { return .int(Int64(value)) }
    if let value = inlineValue(value, as: Double.self) { return .double(value) }
    if let value = inlineValue(value, as: Float.self) { return .float(value) }
    let type = type(of: value)
    if type is AnyClass { return numberOfObject(value) }
    // Casts to protocols look conformances up, which takes ten times as long as a cast to the value's own type.
    if let integer = standardInteger(value, type) { return integer }
    // Unwrap Optionals before the casts below: these would look into an Optional, and convert an NSNumber in it.
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

  /// Returns a value of one of the standard library's integer types.
  private static func standardInteger(_ value: Any, _ type: Any.Type) -> Number? {
    func number<Value: FixedWidthInteger>(_: Value.Type) -> Number? {
      guard let value = value as? Value else { return nil }
      return Int64(exactly: value).map { .int($0) } ?? .uint(UInt64(value))
    }
    if type == Int64.self { return number(Int64.self) }
    if type == Int32.self { return number(Int32.self) }
    if type == Int16.self { return number(Int16.self) }
    if type == Int8.self { return number(Int8.self) }
    if type == UInt.self { return number(UInt.self) }
    if type == UInt64.self { return number(UInt64.self) }
    if type == UInt32.self { return number(UInt32.self) }
    if type == UInt16.self { return number(UInt16.self) }
    if type == UInt8.self { return number(UInt8.self) }
    return nil
  }

  private static func double<Value: BinaryFloatingPoint>(_ value: Value) -> Number? {
    if value.isNaN { return .double(.nan) }
    // Do not round: a number that a Double cannot represent is not accepted.
    return Double(exactly: value).map { .double($0) }
  }

  /// Whether a value, or what is in an Optional, is an object, such as an `NSNumber`.
  static func isObject(_ value: Any) -> Bool {
    if type(of: value) is AnyClass { return true }
    return (value as? any AnyOptional)?.wrappedValue.map(isObject) ?? false
  }

  private static func numberOfObject(_ value: Any) -> Number? {
    if let value = FoundationObject.decimal(value) { return .decimal(value) }
    // A number object bridges to each type that can represent its value; text and data bridge to none. Zero may be
    // signed.
    if let integer = value as? Int64 {
      if FoundationObject.bool(value) != nil { return nil }
      if integer == 0, let zero = value as? Double, zero.sign == .minus { return .double(zero) }
      return .int(integer)
    }
    if let value = value as? UInt64 { return .uint(value) }
    return (value as? Double).map { .double($0) }
  }

  /// Returns the kind of a value, for error messages.
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
