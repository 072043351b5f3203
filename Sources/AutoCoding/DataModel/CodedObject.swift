/// An object of a keyed archive as data: its class, and the values under its keys.
package struct CodedObject: Sendable {
  /// The object's class and those above it, as archives name them. Of an object that was read, its own class alone.
  package let classNames: [String]
  package let values: [(key: String, value: CodedTree)]
  /// The keys whose numbers are objects of their own, as an `NSNumber` is, and do not stand in the record.
  package let boxedKeys: Set<String>

  package init(_ classNames: [String], _ values: [(key: String, value: CodedTree)], boxedKeys: Set<String> = []) {
    self.classNames = classNames
    self.values = values
    self.boxedKeys = boxedKeys
  }

  package var className: String { classNames.first ?? "" }
  /// The name of the class, shortened if it is longer than any name is.
  package var shownName: String { className.count > 100 ? "'\(className.prefix(100))…'" : "'\(className)'" }

  /// The error for an object whose keys or values are not those that objects of its class have.
  package func corrupted(_ explanation: String) -> DecodingError {
    .dataCorrupted(
      .init(codingPath: [], debugDescription: "The archive has an object of class \(shownName) \(explanation)"))
  }

  /// Refuses an object with keys that are none of these, since what is under them would be lost.
  package func checkKeys(_ known: Set<String>) throws {
    for (key, _) in values where !known.contains(key) {
      throw corrupted("with the key '\(key.prefix(100))', whose meaning is not known.")
    }
  }
}
