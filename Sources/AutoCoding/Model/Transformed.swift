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
