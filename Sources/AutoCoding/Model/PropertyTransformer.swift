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
/// Name it in a ``PropertyRule``, `.transformed(by: HexColor.self)`, or at the property itself by ``Transformed``. It works in
/// every format, and the property's own type need not be codable.
public protocol PropertyTransformer: SendableMetatype {
  /// The property's type.
  associatedtype Value
  /// What is stored.
  associatedtype EncodedValue: Codable

  /// What is stored for a value.
  ///
  /// - Throws: Whatever makes the value unfit; encoding fails with an `EncodingError` that has it as underlying error.
  static func encode(_ value: Value) throws -> EncodedValue

  /// The value that is stored so.
  ///
  /// - Throws: Whatever makes the data unacceptable; decoding fails with a `DecodingError` that has it as underlying error.
  static func decode(_ encodedValue: EncodedValue) throws -> Value
}
