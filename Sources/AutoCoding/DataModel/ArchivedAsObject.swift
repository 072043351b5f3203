/// A value type of Foundation's for which archives have objects of a class of Foundation's, such as `NSLocale`.
///
/// The class's objects are read wherever the type is asked for. Which of them are written, and what is known of each class,
/// is in Docs/Formats.md.
package protocol ArchivedAsObject {
  /// The names of the classes whose objects stand for values of the type.
  static var archivedClassNames: Set<String> { get }
  /// Makes a value of an object of one of the classes.
  ///
  /// - Throws: `DecodingError` if the object has keys that are not known, or stands for no value of the type.
  init(archived object: CodedObject) throws
  /// The object that is written for the value; nil if the value's own `encode(to:)` is asked instead.
  var archivedObject: CodedObject? { get throws }
}

extension ArchivedAsObject {
  /// Nil: no archive of Apple's shows what the class's objects look like.
  package var archivedObject: CodedObject? { nil }
}
