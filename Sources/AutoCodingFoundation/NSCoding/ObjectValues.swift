import AutoCoding

/// Copies, compares, hashes and describes objects by their type maps, for the members of `NSObject` that
/// ``AutoCodingObject`` overrides.
///
/// Objects of a class that has no map are told apart by their identity.
enum ObjectValues {
  /// Returns a copy, or an `NSError`, since `NSCopying` cannot throw.
  static func copy(of object: AutoCodingObject) -> Any {
    do {
      return try ModelValue.copy(of: object)
    } catch {
      return CoderBridge.foundationError(CoderBridge.describe(error), error)
    }
  }

  /// Whether two objects of one class are equal; nil if only identity can tell.
  static func areEqual(_ object: AutoCodingObject, _ other: AutoCodingObject) -> Bool? {
    #if !canImport(ObjectiveC)
    if ArchivedObjects.areDistinguished(object, other) { return nil }
    #endif
    return try? ModelValue.areEqual(object, other)
  }

  /// Returns an object's hash; nil if it is that of its identity.
  static func hash(of object: AutoCodingObject) -> Int? {
    #if !canImport(ObjectiveC)
    if let hash = ArchivedObjects.hash(of: object) { return hash }
    #endif
    var hasher = Hasher()
    // An archiver asks for the hash of an object several times. With all objects that each leads to, that would take
    // as long as the square of their number.
    guard (try? ModelValue.hashParts(of: object, into: &hasher)) != nil else { return nil }
    let hash = hasher.finalize()
    #if !canImport(ObjectiveC)
    ArchivedObjects.noteHash(hash, of: object)
    #endif
    return hash
  }

  /// Returns an object's description; nil if its class cannot be described by its properties.
  static func description(of object: AutoCodingObject) -> String? {
    try? ModelValue.description(of: object)
  }
}
