/// A path to a value inside of data, for calls that decode a part of it: `data.items.0`.
///
/// It has the notation of key paths. A number is an index if the data has an array there, and a key if it has an object.
package struct PathInData {
  /// The path as it was given.
  package let text: String
  /// The steps as keys, with the index of those that are numbers.
  package let steps: [(key: String, index: Int?)]

  /// Parses a path. An empty one leads to the root.
  ///
  /// - Throws: `DecodingError.dataCorrupted` if a key of the path is empty.
  package init(_ text: String) throws {
    self.text = text
    guard !text.isEmpty else {
      steps = []
      return
    }
    // The first step of a property's path is never an index, so another one goes before it.
    guard let path = PropertyPath(parsing: "root.\(text)") else {
      throw DecodingError.dataCorrupted(
        .init(
          """
          The path "\(text)" has an empty key. Put a backslash before a dot that is part of a key: "\\\\." in source code.
          """))
    }
    steps = path.steps.indices.dropFirst().map { position in
      let step = path.steps[position]
      return (step, path.indices.contains(position) ? PropertyPath.index(step) : nil)
    }
  }

  /// The error for data that has no value at a step.
  ///
  /// - Parameter found: What the data has there.
  package func missing(_ key: any CodingKey, _ found: String) -> DecodingError {
    .keyNotFound(key, .init("The path \"\(text)\" leads to nothing: \(found). Correct the path."))
  }

  /// Describes the keys that an object has, in place of one that it does not.
  package static func described(_ keys: [String]) -> String {
    keys.isEmpty ? "the object is empty" : "the object has \(keys.map(\.debugDescription).listed)"
  }

  /// Describes an array that is too short.
  package static func described(_ count: Int) -> String {
    count == 0 ? "the array is empty" : "the array has \(count) \(count == 1 ? "element" : "elements")"
  }
}
