/// An object of a keyed archive, in memory: its class, and the values under its keys.
package struct CodedObject: Sendable {
  /// The archived names of the object's class and its superclasses. For an object that was read, only that of its
  /// class.
  package let classNames: [String]
  package let values: [(key: String, value: CodedTree)]
  /// The keys whose numbers are stored as separate objects, as an `NSNumber` is, and not in the record itself.
  package let boxedKeys: Set<String>

  package init(_ classNames: [String], _ values: [(key: String, value: CodedTree)], boxedKeys: Set<String> = []) {
    self.classNames = classNames
    self.values = values
    self.boxedKeys = boxedKeys
  }

  package var className: String { classNames.first ?? "" }
  /// The quoted name of the class for messages, shortened if it is very long.
  package var shownName: String { "'\(className.shortened)'" }

  /// Returns the error for an object with unexpected keys or values.
  package func corrupted(_ explanation: String) -> DecodingError {
    .dataCorrupted(.init("The archive has an object of class \(shownName) \(explanation)"))
  }

  /// Checks that an object has only known keys, since values under others would be lost.
  ///
  /// - Throws: `DecodingError` if the object has another key.
  package func checkKeys(_ known: Set<String>) throws {
    for (key, _) in values where !known.contains(key) {
      throw corrupted("with the unknown key '\(key.shortened)'.")
    }
  }
}
