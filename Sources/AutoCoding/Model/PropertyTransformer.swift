/// A way to store a property as a value of another type.
///
/// ```swift
/// enum HexColor: PropertyTransformer {
///   static func encode(_ color: Color) -> String { color.hex }
///   static func decode(_ hex: String) throws -> Color {
///     guard let color = Color(hex: hex) else { throw ColorError.noHex(hex) }
///     return color
///   }
/// }
/// ```
///
/// Name it in a ``PropertyRule``, `.transformed(by: HexColor.self)`, or at the property itself by ``Transformed``. It
/// works in every format, and the property's own type need not be codable.
public protocol PropertyTransformer: SendableMetatype {
  /// The property's type.
  associatedtype Value
  /// The type of the stored value.
  associatedtype EncodedValue: Codable

  /// Returns the stored form of a value.
  ///
  /// Equal values must have equal stored forms: values are compared by them. Sort what has no order, as the elements of a
  /// set.
  ///
  /// - Throws: Any error if the value cannot be stored. It becomes the underlying error of an `EncodingError`.
  static func encode(_ value: Value) throws -> EncodedValue

  /// Returns the value for its stored form.
  ///
  /// - Throws: Any error if the data is invalid. It becomes the underlying error of a `DecodingError`.
  static func decode(_ encodedValue: EncodedValue) throws -> Value
}
