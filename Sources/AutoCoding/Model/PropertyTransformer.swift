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

/// Stores a property as a ``PropertyTransformer`` has it.
///
/// ```swift
/// struct Pen: AutoCoding {
///   @Transformed<HexColor> var color = Color.black
/// }
/// ```
///
/// For an Optional property, which the transformer knows nothing of, use ``AutoCoding/propertyRules``.
@propertyWrapper
public struct Transformed<Transformer: PropertyTransformer> {
  /// The value.
  public var wrappedValue: Transformer.Value

  /// Makes a property with its initial value.
  public init(wrappedValue: Transformer.Value) {
    self.wrappedValue = wrappedValue
  }
}

extension Transformed: Sendable where Transformer.Value: Sendable {}
extension Transformed: Equatable where Transformer.Value: Equatable {}
extension Transformed: Hashable where Transformer.Value: Hashable {}

/// For types whose `Codable` conformance is not AutoCoding's.
extension Transformed: Codable {
  /// Decodes what is stored.
  ///
  /// - Throws: Whatever the decoder or the transformer throws.
  public init(from decoder: any Decoder) throws {
    self.init(wrappedValue: try Transformer.decode(try Transformer.EncodedValue(from: decoder)))
  }

  /// Encodes what is stored.
  ///
  /// - Throws: Whatever the encoder or the transformer throws.
  public func encode(to encoder: any Encoder) throws {
    try Transformer.encode(wrappedValue).encode(to: encoder)
  }
}
