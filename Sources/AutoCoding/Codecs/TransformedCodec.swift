/// Returns the codec of a property that a transformer stores as another value.
func conversionCodec<Transformer: PropertyTransformer>(
  by transformer: Transformer.Type, encoded: Codec
) -> ConversionCodec {
  TypedConversionCodec<Transformer.Value, Transformer.EncodedValue, Transformer.Value>(
    representation: encoded, codable: nil, transformer: transformer, represent: { try transformer.encoded($0) },
    make: transformer.decoding)
}

/// Returns the codec of a property wrapper with a transformer.
func conversionCodec<Transformer: PropertyTransformer>(
  ofTransformed type: Transformed<Transformer>.Type, encoded: Codec
) -> ConversionCodec {
  let decode = Transformer.decoding
  return TypedConversionCodec<Transformed<Transformer>, Transformer.EncodedValue, Transformed<Transformer>>(
    representation: encoded, codable: nil, transformer: Transformer.self,
    represent: { try Transformer.encoded($0.wrappedValue) },
    make: { Transformed(wrappedValue: try decode($0)) })
}

extension PropertyTransformer {
  /// Returns the stored value. Errors are converted to the kind that all encoding throws.
  fileprivate static func encoded(_ value: Value) throws -> EncodedValue {
    do {
      return try encode(value)
    } catch {
      throw explaining(error, of: value)
    }
  }

  // Never inlined, since each value would look up the size of the errors otherwise.

  @inline(never)
  private static func explaining(_ error: any Error, of value: Value) -> any Error {
    if error is EncodingError { return error }
    return EncodingError.invalidValue(
      PrintableValue.of(value),
      .init(
        codingPath: [],
        debugDescription: "\(TypeLookup.name(of: self)) cannot encode the value: \(error).",
        underlyingError: error))
  }

  /// What decodes a stored value. AutoCoding's transformers catch no error of a model.
  fileprivate static var decoding: (EncodedValue) throws -> Value {
    if _typeName(Self.self).hasPrefix("AutoCoding.") { return { try decoded($0) } }
    return { encodedValue in try ThreadState.callingOwnCode { try decoded(encodedValue) } }
  }

  private static func decoded(_ encodedValue: EncodedValue) throws -> Value {
    do {
      return try decode(encodedValue)
    } catch {
      throw explaining(error, ofEncoded: encodedValue)
    }
  }

  @inline(never)
  private static func explaining(_ error: any Error, ofEncoded value: EncodedValue) -> any Error {
    if error is DecodingError { return error }
    return DecodingError.dataCorrupted(
      .init(
        codingPath: [],
        debugDescription: "\(TypeLookup.name(of: self)) cannot decode \(value): \(error).",
        underlyingError: error))
  }
}

/// ``Transformed`` with any transformer.
protocol TransformedProperty {
  static func makeCodec(_ codec: (Any.Type) throws -> Codec) throws -> Codec
  static var wrappedType: Any.Type { get }
  var anyWrappedValue: Any { get }
}

extension Transformed: TransformedProperty {
  static func makeCodec(_ codec: (Any.Type) throws -> Codec) throws -> Codec {
    conversionCodec(ofTransformed: self, encoded: try codec(Transformer.EncodedValue.self))
  }

  static var wrappedType: Any.Type { Transformer.Value.self }
  var anyWrappedValue: Any { wrappedValue }
}
