// Property wrappers as packages for `Codable` have them: half of what they mean is in overloads that only code synthesized by
// the compiler calls.

/// Where a ``ThirdPartyFallback`` takes its value from.
public protocol ThirdPartyFallbackSource {
  /// What is wrapped.
  associatedtype Value: Codable & Hashable
  /// What stands for a missing value, and for one of another type.
  static var fallback: Value { get }
}

/// False.
public enum ThirdPartyFalse: ThirdPartyFallbackSource {
  /// False.
  public static var fallback: Bool { false }
}

/// An empty array of numbers.
public enum ThirdPartyNoNumbers: ThirdPartyFallbackSource {
  /// No numbers.
  public static var fallback: [Int] { [] }
}

/// A value that is something else if it is missing, null, or of another type.
@propertyWrapper
public struct ThirdPartyFallback<Source: ThirdPartyFallbackSource>: Codable, Hashable {
  /// The value.
  public var wrappedValue: Source.Value

  /// Wraps a value.
  public init(wrappedValue: Source.Value) { self.wrappedValue = wrappedValue }

  /// Decodes the value alone.
  public init(from decoder: any Decoder) throws {
    wrappedValue = try decoder.singleValueContainer().decode(Source.Value.self)
  }

  /// Encodes the value alone.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(wrappedValue)
  }
}

extension KeyedDecodingContainer {
  /// Called by synthesized code alone.
  public func decode<Source>(
    _ type: ThirdPartyFallback<Source>.Type, forKey key: Key
  ) throws -> ThirdPartyFallback<Source> {
    (try? decodeIfPresent(type, forKey: key)) ?? ThirdPartyFallback(wrappedValue: Source.fallback)
  }
}

/// An array of the elements that can be decoded.
@propertyWrapper
public struct ThirdPartyLossyArray<Element: Codable & Hashable>: Codable, Hashable {
  /// The elements.
  public var wrappedValue: [Element]

  /// Wraps an array.
  public init(wrappedValue: [Element]) { self.wrappedValue = wrappedValue }

  private struct Anything: Codable {}

  /// Decodes the elements that can be decoded.
  public init(from decoder: any Decoder) throws {
    var container = try decoder.unkeyedContainer()
    var elements: [Element] = []
    while !container.isAtEnd {
      if let element = try? container.decode(Element.self) {
        elements.append(element)
      } else {
        _ = try? container.decode(Anything.self)
      }
    }
    wrappedValue = elements
  }

  /// Encodes the array alone.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(wrappedValue)
  }
}

/// A value that is written as text, and left out if there is none.
@propertyWrapper
public struct ThirdPartyTextIfAny<Value: LosslessStringConvertible & Hashable>: Codable, Hashable {
  /// The value.
  public var wrappedValue: Value?

  /// Wraps a value.
  public init(wrappedValue: Value?) { self.wrappedValue = wrappedValue }

  /// Decodes the value from its text.
  public init(from decoder: any Decoder) throws {
    wrappedValue = try Value(decoder.singleValueContainer().decode(String.self))
  }

  /// Encodes the value's text.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    if let wrappedValue { try container.encode(wrappedValue.description) } else { try container.encodeNil() }
  }
}

extension KeyedDecodingContainer {
  /// Called by synthesized code alone.
  public func decode<Value>(
    _ type: ThirdPartyTextIfAny<Value>.Type, forKey key: Key
  ) throws -> ThirdPartyTextIfAny<Value> {
    try decodeIfPresent(type, forKey: key) ?? ThirdPartyTextIfAny(wrappedValue: nil)
  }
}

extension KeyedEncodingContainer {
  /// Called by synthesized code alone.
  public mutating func encode<Value>(_ value: ThirdPartyTextIfAny<Value>, forKey key: Key) throws {
    guard value.wrappedValue != nil else { return }
    try encodeIfPresent(value, forKey: key)
  }
}
