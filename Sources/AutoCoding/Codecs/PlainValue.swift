#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// A value without a declared type that is not a model: one of Swift's own values, or a Foundation object for one.
package enum PlainValue {
  case null
  case bool(Bool)
  case integer(any FixedWidthInteger & Encodable)
  case float(Float)
  case double(Double)
  case decimal(Decimal)
  case string(String)
  case date(Date)
  case data(Data)
  case url(URL)
  case uuid(UUID)
  case array([Any])
  case dictionary([String: Any])

  /// Whether a type is one of the most common ones, which are plain even if an app conforms them to AutoCoding, as they are
  /// as the type of a property. To search for what they conform to takes longer than to code their values.
  package static func isCommon(_ type: Any.Type) -> Bool {
    type == String.self || type == Int.self || type == Bool.self || type == Double.self || type == [Any].self
      || type == [String: Any].self
  }

  /// Returns nil if the value is none of these.
  package init?(_ value: Any) {
    let type = type(of: value)
    // The most common types first: see isCommon.
    if type == String.self, let value = value as? String {
      self = .string(value)
    } else if type == Int.self, let value = value as? Int {
      self = .integer(value)
    } else if type == Bool.self, let value = value as? Bool {
      self = .bool(value)
    } else if type == Double.self, let value = value as? Double {
      self = .double(value)
    } else if type == [Any].self, let value = value as? [Any] {
      self = .array(value)
    } else if type == [String: Any].self, let value = value as? [String: Any] {
      self = .dictionary(value)
    } else if type is AnyClass {
      self.init(object: value)
    } else if Conformances.includes(type, (any AnyOptional.Type).self), let value = value as? any AnyOptional {
      // Before any other cast: casts look into an Optional, and treat an NSNumber 1 in it as true.
      guard let wrapped = value.wrappedValue else {
        self = .null
        return
      }
      self.init(wrapped)
    } else {
      self.init(swiftValue: value)
    }
  }

  /// Precondition: the value is neither an object nor an Optional.
  private init?(swiftValue value: Any) {
    switch value {
    case let value as Bool: self = .bool(value)
    case let value as any FixedWidthInteger & Encodable: self = .integer(value)
    case let value as Double: self = .double(value)
    case let value as Float: self = .float(value)
    default: self.init(bridged: value)
    }
  }

  private init?(object: Any) {
    if FoundationObject.isNull(object) {
      self = .null
    } else if let value = FoundationObject.bool(object) {
      self = .bool(value)
    } else if let number = FoundationObject.number(object) {
      self = number
    } else {
      self.init(bridged: object)
    }
  }

  /// Values that Foundation has bridged objects for.
  private init?(bridged value: Any) {
    switch value {
    case let value as String: self = .string(value)
    case let value as Date: self = .date(value)
    case let value as Data: self = .data(value)
    case let value as URL: self = .url(value)
    case let value as UUID: self = .uuid(value)
    case let value as Decimal: self = .decimal(value)
    case let value as [String: Any]: self = .dictionary(value)
    case let value as [Any]: self = .array(value)
    default: return nil
    }
  }
}

extension PlainValue {
  /// Returns what distinguishes an array, dictionary or object from others during its lifetime, even in an Optional;
  /// see ``Instance/identity(of:)``.
  package static func identity(of value: Any) -> UInt? {
    var value = value
    while type(of: value) is any AnyOptional.Type {
      guard let wrapped = (value as? any AnyOptional)?.wrappedValue else { return nil }
      value = wrapped
    }
    return Instance.identity(of: value)
  }
}
