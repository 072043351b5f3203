/// Stores a property in the form that a ``PropertyTransformer`` gives it.
///
/// ```swift
/// struct Pen: AutoCoding {
///   @Transformed<HexColor> var color = Color.black
/// }
/// ```
///
/// If the property is Optional and the transformer is not, use ``AutoCoding/propertyRules`` instead.
@propertyWrapper
public struct Transformed<Transformer: PropertyTransformer> {
  /// The value.
  public var wrappedValue: Transformer.Value

  /// Creates a property with its initial value.
  public init(wrappedValue: Transformer.Value) {
    self.wrappedValue = wrappedValue
  }
}

extension Transformed: Sendable where Transformer.Value: Sendable {}
extension Transformed: Equatable where Transformer.Value: Equatable {}
extension Transformed: Hashable where Transformer.Value: Hashable {}

/// Used by types whose `Codable` conformance does not come from AutoCoding.
extension Transformed: Codable {
  /// Decodes the stored form and transforms it to the value.
  ///
  /// - Throws: Whatever the decoder or the transformer throws.
  public init(from decoder: any Decoder) throws {
    self.init(wrappedValue: try Transformer.decode(try Transformer.EncodedValue(from: decoder)))
  }

  /// Encodes the stored form of the value.
  ///
  /// - Throws: Whatever the encoder or the transformer throws.
  public func encode(to encoder: any Encoder) throws {
    try Transformer.encode(wrappedValue).encode(to: encoder)
  }
}
