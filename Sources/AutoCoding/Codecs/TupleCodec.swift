/// The elements of a tuple: under their labels, or in order if it has none.
package final class TupleCodec: Codec, @unchecked Sendable {
  /// The elements, as if the tuple were a struct.
  package let map: TypeMap.Storage
  /// Whether elements have keys.
  package let isKeyed: Bool
  package override var children: [Codec] { map.codecs }

  init(type: Any.Type, map: TypeMap.Storage, isKeyed: Bool) {
    self.map = map
    self.isKeyed = isKeyed
    super.init(type: type, kind: .tuple, codable: nil)
  }

  /// The error for an array with another number of elements.
  ///
  /// - Parameter found: The number of elements in the array.
  package func countMismatch(found: Int, codingPath: [any CodingKey] = []) -> DecodingError {
    let expected = map.operations.count
    return .dataCorrupted(
      .init(
        codingPath: codingPath,
        debugDescription: """
          Expected an array of \(expected) element\(expected == 1 ? "" : "s") for \(type), but found \(found).
          """))
  }
}
