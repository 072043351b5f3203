/// The elements of a tuple: under their labels, or in order where it has none.
package final class TupleCodec: Codec, @unchecked Sendable {
  /// The elements, as if the tuple were a struct.
  package let map: TypeMap.Storage
  /// Whether elements have keys.
  package let isKeyed: Bool

  init(type: Any.Type, map: TypeMap.Storage, isKeyed: Bool) {
    self.map = map
    self.isKeyed = isKeyed
    super.init(type: type, kind: .tuple, codable: nil)
  }

  /// The error for an array that has not as many elements as the tuple.
  package func countMismatch(codingPath: [any CodingKey] = []) -> DecodingError {
    .dataCorrupted(
      .init(
        codingPath: codingPath,
        debugDescription: "Expected an array of \(map.operations.count) elements for the tuple \(type)."))
  }
}
