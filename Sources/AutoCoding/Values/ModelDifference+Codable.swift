// A difference is stored as the two values, and computed again when it is decoded. So it needs no notation for paths,
// and the classes and identity of objects and the keys of dictionaries are stored as usual.

private enum DifferenceKey: CodingKey { case old, new }

extension ModelDifference: Encodable where Value: Encodable {
  /// Encodes both values, for example for an undo that survives the process.
  ///
  /// An object is stored once for each path to it. So a stored difference between values that share objects does not
  /// fit such values: applying it is an error.
  ///
  /// - Throws: `EncodingError.invalidValue` if objects of the values were changed after the comparison. Compare copies,
  ///   or encode the difference before applying it.
  public func encode(to encoder: any Encoder) throws {
    guard try isCurrent() else {
      throw EncodingError.invalidValue(
        self,
        .init(
          codingPath: encoder.codingPath,
          debugDescription: """
            Objects of the values were changed since they were compared. Compare copies (ModelValue.copy), or encode the \
            difference before it is applied.
            """))
    }
    var container = encoder.container(keyedBy: DifferenceKey.self)
    try container.encode(old, forKey: .old)
    try container.encode(new, forKey: .new)
  }

  /// Whether the values still have exactly the differences that were found.
  private func isCurrent() throws -> Bool {
    let texts = changes.map(\.description).inOrder()
    // The changes of a reversed difference were found in the other direction.
    return try texts == ModelDifference(from: old, to: new).changes.map(\.description).inOrder()
      || texts == ModelDifference(from: new, to: old).changes.map(\.reversed.description).inOrder()
  }
}

extension ModelDifference: Decodable where Value: Decodable {
  /// Decodes both values and compares them.
  ///
  /// - Throws: `DecodingError`; the errors of ``ModelDifference/init(from:to:)``.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: DifferenceKey.self)
    let old = try container.decode(Value.self, forKey: .old)
    self = try ModelDifference(from: old, to: container.decode(Value.self, forKey: .new))
  }
}
