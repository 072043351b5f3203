/// A value type of Foundation that archives store as objects of a Foundation class, such as `NSLocale`.
///
/// Objects of the class are read for every value of the type. Docs/Formats.md says which of them are also written, and
/// what is known of each class.
package protocol ArchivedAsObject {
  /// The names of the classes whose objects represent values of the type.
  static var archivedClassNames: Set<String> { get }
  /// Makes a value from an object of one of the classes.
  ///
  /// - Throws: `DecodingError` if the object has unknown keys, or does not represent a value of the type.
  init(archived object: CodedObject) throws
  /// The object to write for the value; nil to call the value's own `encode(to:)` instead.
  var archivedObject: CodedObject? { get throws }
}

extension ArchivedAsObject {
  /// Nil: no archive from an Apple platform shows what the class's objects look like.
  package var archivedObject: CodedObject? { nil }
}
