/// A property wrapper that does not show in data, or that says what becomes of its key.
///
/// The wrapped value alone is coded, under the property's own name:
///
/// ```swift
/// @propertyWrapper struct Clamped: CodedPropertyWrapper {
///   private var value = 0
///   var wrappedValue: Int { get { value } set { value = min(max(newValue, 0), 10) } }
///   init(wrappedValue: Int) { self.wrappedValue = wrappedValue }
/// }
/// ```
///
/// A wrapper that is `Codable` is coded by that code, whether or not it adopts this protocol. Wrappers of other packages often
/// do more, by overloads of `KeyedDecodingContainer.decode(_:forKey:)`, which only code that the compiler synthesizes calls.
/// An extension says the same here, in every format:
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
  /// Makes a wrapper of a decoded value.
  init(wrappedValue: WrappedValue)

  /// The wrapper of a property whose key is missing, or whose value is null. It counts before what `init()` sets.
  ///
  /// Where the wrapped value is an Optional, null may be a value: it is nil, or what the wrapper's own code makes of it; this one
  /// stands for null only if that code refuses it.
  ///
  /// The default is nil: such a property is treated like any other. Whether it is nil is asked once.
  static var wrapperForMissingKey: Self? { get }

  /// Whether the property is left out of the data, its key included.
  ///
  /// It is asked only if there is a ``wrapperForMissingKey``: a value that is left out has to come back as something. The
  /// default is false.
  var isLeftOut: Bool { get }

  /// Makes a wrapper of what the data has: also of values of other types, or with a default for what cannot be read.
  ///
  /// The default decodes the wrapper by its `init(from:)` if it is `Codable`, else the wrapped value as any property of its
  /// type. An implementation may call `Self(from: decoder)` and see to its errors.
  ///
  /// - Throws: `DecodingError`, for what cannot be read.
  static func makeWrapper(from decoder: any Decoder) throws -> Self
}

extension CodedPropertyWrapper {
  /// Nil: a missing key is treated like that of any other property.
  public static var wrapperForMissingKey: Self? { nil }
  /// False: every value is written.
  public var isLeftOut: Bool { false }
}
