/// A type of the standard library that is coded by way of other types' codecs.
protocol ComposedType {
  /// Makes the type's codec, and asks for the codecs of the types that it is composed of.
  static func makeCodec(_ codec: (Any.Type) throws -> Codec) throws -> Codec
}

/// `Result`, whatever it holds.
protocol ResultType {
  /// Makes the type's codec.
  ///
  /// - Parameter codec: The codec of a type that a case carries; throws if it has none.
  static func makeCodec(_ codec: (Any.Type) throws -> Codec) throws -> Codec
}
