/// The keys that lead to a property in the data: those of nested objects, if `propertyKeys` or a rule names any, and
/// the property's own key.
package struct PropertyPath: Hashable, Sendable {
  /// Never empty.
  package let steps: [String]

  /// The integer that formats with integer keys use in place of a path of one key.
  package let intValue: Int?

  /// Makes a path of one key, which may contain any characters.
  package init(_ key: String, intValue: Int? = nil) {
    steps = [key]
    self.intValue = intValue
  }

  /// Makes a path of keys, of which there is at least one.
  package init(_ steps: [String]) {
    self.steps = steps
    intValue = nil
  }

  /// Parses the notation of `propertyKeys`: a dot leads into an object, unless a backslash precedes it. A backslash
  /// before a backslash is removed; before any other character, it is kept.
  ///
  /// Returns nil if a path of several keys has an empty one.
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

  /// The keys joined by dots: the key in formats without nested objects for key paths.
  package var joined: String { steps.joined(separator: ".") }
}
