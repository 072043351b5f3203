// A difference is stored as the two values and found anew. So it needs no notation for paths, and the classes of objects, their
// identity and the keys of dictionaries are stored as they always are.

private enum DifferenceKey: CodingKey { case old, new }

extension ModelDifference: Encodable where Value: Encodable {
  /// Encodes both values, for an undo that survives the program.
  ///
  /// An object is stored as often as it is reached. So a stored difference of values in which objects are shared does not fit
  /// such values: applying it is an error.
  ///
  /// - Throws: `EncodingError.invalidValue` if objects of the values were changed since they were compared: compare copies, or
  ///   encode the difference before it is applied to them.
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

  /// Whether the values still differ by the changes that were found.
  private func isCurrent() throws -> Bool {
    let texts = changes.map(\.description).sorted()
    // A reversed difference has the changes that were found on the way there.
    return try texts == ModelDifference(from: old, to: new).changes.map(\.description).sorted()
      || texts == ModelDifference(from: new, to: old).changes.map(\.reversed.description).sorted()
  }
}

extension ModelDifference: Decodable where Value: Decodable {
  /// Decodes both values and compares them.
  ///
  /// - Throws: `DecodingError`; as ``ModelDifference/init(from:to:)``.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: DifferenceKey.self)
    let old = try container.decode(Value.self, forKey: .old)
    self = try ModelDifference(from: old, to: container.decode(Value.self, forKey: .new))
  }
}
