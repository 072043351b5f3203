/// The keys that lead to a property in the data: those of the objects around it, if `propertyKeys` names any, and its own.
package struct PropertyPath: Hashable, Sendable {
  /// Never empty.
  package let steps: [String]

  /// What formats with integers for keys use in place of a path of one key.
  package let intValue: Int?

  /// A path of one key, whatever characters it has.
  package init(_ key: String, intValue: Int? = nil) {
    steps = [key]
    self.intValue = intValue
  }

  /// The path that `propertyKeys` means by a text: a dot leads into an object, unless a backslash stands before it. A
  /// backslash before any other character but a backslash is itself.
  ///
  /// Nil if a step is empty.
  package init?(parsing text: String) {
    var steps = [""]
    var characters = text.unicodeScalars.makeIterator()
    var pending = characters.next()
    while let character = pending {
      pending = characters.next()
      if character == "\\", let escaped = pending, escaped == "." || escaped == "\\" {
        steps[steps.count - 1].unicodeScalars.append(escaped)
        pending = characters.next()
      } else if character == "." {
        steps.append("")
      } else {
        steps[steps.count - 1].unicodeScalars.append(character)
      }
    }
    if steps.count > 1, steps.contains("") { return nil }
    self.steps = steps
    intValue = nil
  }

  /// The keys with dots between them: the key in formats that take it as it is.
  package var joined: String { steps.joined(separator: ".") }
}
