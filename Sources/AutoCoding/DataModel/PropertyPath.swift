/// The keys that lead to a property in the data: those of nested objects, if `propertyKeys` or a rule names any, and
/// the property's own key.
package struct PropertyPath: Hashable, Sendable {
  /// Never empty.
  package let steps: [String]

  /// The positions of steps that are indices in arrays, ascending. The first step is never one.
  ///
  /// Not a set: the runtime would look for the conformance of `Int` among all of the process, for each process.
  package let indices: [Int]

  /// The integer that formats with integer keys use in place of a path of one key.
  package let intValue: Int?

  /// Makes a path of one key, which may contain any characters.
  package init(_ key: String, intValue: Int? = nil) {
    steps = [key]
    indices = []
    self.intValue = intValue
  }

  /// Makes a path of keys, of which there is at least one. None of them is an index.
  package init(_ steps: [String]) {
    self.steps = steps
    indices = []
    intValue = nil
  }

  /// Parses the notation of `propertyKeys`: a dot leads into an object, unless a backslash precedes it. A backslash
  /// before a backslash is removed; before any other character, it is kept.
  ///
  /// A number behind a dot is an index in an array. A backslash before its first digit, which is removed, makes it a key.
  ///
  /// Returns nil if a path of several keys has an empty one.
  package init?(parsing text: String) {
    var steps = [""]
    var literals: [Int] = []
    var characters = text.unicodeScalars.makeIterator()
    var pending = characters.next()
    while let character = pending {
      pending = characters.next()
      if character == "\\", let escaped = pending, escaped == "." || escaped == "\\" {
        steps[steps.count - 1].unicodeScalars.append(escaped)
        pending = characters.next()
      } else if character == "\\", steps.count > 1, steps.last == "", let digit = pending, "0"..."9" ~= digit {
        literals.append(steps.count - 1)
      } else if character == "." {
        steps.append("")
      } else {
        steps[steps.count - 1].unicodeScalars.append(character)
      }
    }
    if steps.count > 1, steps.contains("") { return nil }
    self.steps = steps
    indices = steps.indices.dropFirst().filter { !literals.contains($0) && Self.index(steps[$0]) != nil }
    intValue = nil
  }

  /// Returns the index that a step is, or nil.
  package static func index(_ step: String) -> Int? {
    guard let index = Int(step), index >= 0, String(index) == step else { return nil }
    return index
  }

  /// The steps of a coding path.
  package var codingKeys: [DynamicKey] {
    steps.enumerated().map { position, step in
      indices.contains(position) ? DynamicKey(index: Self.index(step) ?? 0) : DynamicKey(step)
    }
  }

  /// The keys joined by dots: the key in formats without nested objects for key paths.
  package var joined: String { steps.count == 1 ? steps[0] : steps.joined(separator: ".") }
}
