/// An Optional or a collection, whose values a transformer of properties reaches.
protocol TransformableCollection: ComposedType {
  /// The type of the values: those of a dictionary, and not its keys.
  static var transformableType: Any.Type { get }
  /// Makes the type's codec.
  ///
  /// - Parameters:
  ///   - codec: Returns the codec of a dictionary's keys.
  ///   - value: Returns the codec of the values.
  static func makeCodec(_ codec: (Any.Type) throws -> Codec, value: (Any.Type) throws -> Codec) throws -> Codec
}

extension TransformableCollection {
  static func makeCodec(_ codec: (Any.Type) throws -> Codec) throws -> Codec { try makeCodec(codec, value: codec) }
}
