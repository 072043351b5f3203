// A difference is stored as the two values, and computed again when it is decoded. So it needs no notation for paths,
// and the classes of objects and the keys of dictionaries are stored as in any value. Only archives keep which objects are
// the same.

private enum DifferenceKey: CodingKey { case old, new }

/// What only one change of a difference can be at.
private struct ChangedPlace: Hashable {
  let path: [ModelValue.Change.Step]
  let kind: ModelValue.Change.Kind

  init(_ change: ModelValue.Change) { (path, kind) = (change.path, change.kind) }
}

extension ModelDifference: Encodable where Value: Encodable {
  /// Encodes both values, for example for an undo that survives the process.
  ///
  /// An object is stored once for each path to it. So a stored change of an object to which several references lead does
  /// not fit values that share such objects: applying it is an error. New objects that several references lead to are
  /// several equal objects once the stored change is applied.
  ///
  /// - Throws: `EncodingError.invalidValue` if objects of the values were changed after the comparison: compare copies,
  ///   or encode the difference before applying it. Likewise if a value that was replaced, inserted or removed refers to
  ///   an object that stays, other than weakly: the stored one would refer to another object. And if a change is at a
  ///   property that is `.encodedOnly` or `.decodedOnly`, or within one: it would be lost.
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
    if let shared = (counterparts + formerCounterparts).first(where: { !$0.isWeak }) {
      throw EncodingError.invalidValue(
        self,
        .init(
          codingPath: encoder.codingPath,
          debugDescription: """
            A value that was replaced, inserted or removed refers to an object of \(TypeLookup.name(of: type(of: shared.object))) \
            that stays, and that a stored difference would have twice. Keep the difference in memory, or store both values.
            """))
    }
    if let change = changes.first(where: { !$0.isCodedBothWays }) {
      throw EncodingError.invalidValue(
        self,
        .init(
          codingPath: encoder.codingPath,
          debugDescription: """
            The change at \(change.pathDescription) would be lost: a property there is .encodedOnly or .decodedOnly, and a \
            stored difference is computed again from what was decoded. Keep the difference in memory.
            """))
    }
    var container = encoder.container(keyedBy: DifferenceKey.self)
    try container.encode(old, forKey: .old)
    try container.encode(new, forKey: .new)
  }

  /// Whether the values still have exactly the differences that were found.
  private func isCurrent() throws -> Bool {
    if try Self.areSame(changes, ModelDifference(from: old, to: new).changes) { return true }
    // The changes of a reversed difference were found in the other direction.
    return try Self.areSame(changes, ModelDifference(from: new, to: old).changes.map(\.reversed))
  }

  /// Compares changes in any order. Their descriptions do not tell, since they are cut off.
  private static func areSame(_ changes: [Change], _ others: [Change]) throws -> Bool {
    guard changes.count == others.count else { return false }
    let known = Dictionary(others.map { (ChangedPlace($0), $0) }) { first, _ in first }
    return try changes.allSatisfy { change in
      guard let other = known[ChangedPlace(change)] else { return false }
      return try ModelValue.areEqual(change.oldValue, other.oldValue)
        && ModelValue.areEqual(change.newValue, other.newValue)
    }
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
