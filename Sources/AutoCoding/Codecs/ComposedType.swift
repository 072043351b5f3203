/// A type of the standard library whose codec is made from the codecs of other types, or a type of this library that makes
/// its own codec.
protocol ComposedType {
  /// Makes the type's codec. `codec` returns the codecs of the types that it is composed of.
  static func makeCodec(_ codec: (Any.Type) throws -> Codec) throws -> Codec
}

/// `Result` with any types.
protocol ResultType {
  /// Makes the type's codec.
  ///
  /// - Parameter codec: Returns the codec of a type that a case carries; throws if it has none.
  static func makeCodec(_ codec: (Any.Type) throws -> Codec) throws -> Codec
}
