/// A property wrapper that is coded as its wrapped value, and can handle a missing key.
///
/// Only the wrapped value is coded, under the property's name:
///
/// ```swift
/// @propertyWrapper struct Clamped: CodedPropertyWrapper {
///   private var value = 0
///   var wrappedValue: Int { get { value } set { value = min(max(newValue, 0), 10) } }
///   init(wrappedValue: Int) { self.wrappedValue = wrappedValue }
/// }
/// ```
///
/// A wrapper that is `Codable` is coded by that conformance, whether or not it adopts this protocol. Wrappers of other
/// packages often overload `KeyedDecodingContainer.decode(_:forKey:)` as well. Only compiler-synthesized code calls
/// such an overload. Conform the wrapper in an extension to get the same behavior in every format:
///
/// ```swift
/// extension Fallback: CodedPropertyWrapper {
///   static var wrapperForMissingKey: Self? { Self(wrappedValue: Source.fallback) }
/// }
/// ```
public protocol CodedPropertyWrapper {
  /// The type of the wrapped value.
  associatedtype WrappedValue
  /// The value that is encoded.
  var wrappedValue: WrappedValue { get }
  /// Creates a wrapper from a decoded value.
  init(wrappedValue: WrappedValue)

  /// The wrapper of a property whose key is missing, or whose value is null. It overrides the default from `init()`.
  ///
  /// If the wrapped value is an Optional, null may be a value: nil, or whatever the wrapper's code decodes from null.
  /// This wrapper then replaces null only if that code refuses it.
  ///
  /// The default is nil: the property is treated like any other. Whether it is nil is checked once.
  static var wrapperForMissingKey: Self? { get }

  /// Whether the property is left out of the data, its key included.
  ///
  /// It is used only if there is a ``wrapperForMissingKey``, since decoding needs a value for the missing key. The
  /// default is false.
  var isLeftOut: Bool { get }

  /// Creates a wrapper from the data. It may accept values of other types, or use a default for unreadable data.
  ///
  /// The default decodes the wrapper by its `init(from:)` if it is `Codable`. Otherwise it decodes the wrapped value
  /// like any property of that type. An implementation may call `Self(from: decoder)` and handle its errors.
  ///
  /// - Throws: `DecodingError` if the data cannot be read.
  static func makeWrapper(from decoder: any Decoder) throws -> Self
}

extension CodedPropertyWrapper {
  /// Nil: a missing key is treated like that of any other property.
  public static var wrapperForMissingKey: Self? { nil }
  /// False: every value is written.
  public var isLeftOut: Bool { false }
}
