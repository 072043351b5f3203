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

  /// Returns the path in an object that has a key.
  package func within(_ key: String) -> PropertyPath { PropertyPath([key] + steps) }

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

  /// The path as `propertyKeys` has it: ``init(parsing:)`` makes the same of it. Unlike ``joined``, no two paths have one.
  package var notation: String {
    // Most keys need no backslash.
    if steps.count == 1, !steps[0].utf8.contains(where: { $0 == UInt8(ascii: ".") || $0 == UInt8(ascii: "\\") }) {
      return steps[0]
    }
    return steps.indices.map { position in
      let step = steps[position]
      let isKey = position > 0 && Self.index(step) != nil && !indices.contains(position)
      return (isKey ? "\\" : "") + Self.escaped(step, isFirst: position == 0)
    }.joined(separator: ".")
  }

  /// Puts backslashes before dots, and before backslashes that would not be kept otherwise.
  private static func escaped(_ step: String, isFirst: Bool) -> String {
    let scalars = Array(step.unicodeScalars)
    var text = String.UnicodeScalarView()
    for (position, scalar) in scalars.enumerated() {
      // A dot follows the last backslash of a step.
      let next = position + 1 < scalars.count ? scalars[position + 1] : "."
      let precedesDigit = position == 0 && !isFirst && "0"..."9" ~= next
      if scalar == "." || scalar == "\\" && (next == "." || next == "\\" || precedesDigit) { text.append("\\") }
      text.append(scalar)
    }
    return String(text)
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
