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
          codingPath: [],
          debugDescription: """
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
    .keyNotFound(
      key,
      .init(codingPath: [], debugDescription: "The path \"\(text)\" leads to nothing: \(found). Correct the path."))
  }

  /// Describes the keys that an object has, in place of one that it does not.
  package static func described(_ keys: [String]) -> String {
    let shown = keys.prefix(10).map(\.debugDescription).joined(separator: ", ")
    return keys.isEmpty ? "the object is empty" : "the object has \(shown)\(keys.count > 10 ? " and others" : "")"
  }

  /// Describes an array that is too short.
  package static func described(_ count: Int) -> String {
    count == 0 ? "the array is empty" : "the array has \(count) \(count == 1 ? "element" : "elements")"
  }
}

extension CodingReader {
  /// Moves to the value that a path leads to. What is before it in the objects and arrays of the path is skipped.
  ///
  /// - Returns: The keys and indices of the path.
  /// - Throws: `DecodingError` if there is no such value, with the path so far.
  package mutating func seek(_ path: PathInData) throws -> [any CodingKey] {
    var passed: [any CodingKey] = []
    do {
      for step in path.steps {
        if let index = step.index, isAtArray {
          let key = DynamicKey(index: index)
          try seek(index, key, path)
          passed.append(key)
        } else {
          try seek(step.key, path)
          passed.append(DynamicKey(step.key))
        }
      }
      return passed
    } catch {
      throw error.prepending(passed)
    }
  }

  private var isAtArray: Bool {
    var reader = self
    do {
      _ = try reader.beginArray()
      return true
    } catch {
      return false
    }
  }

  private mutating func seek(_ index: Int, _ key: DynamicKey, _ path: PathInData) throws {
    _ = try beginArray()
    var count = 0
    while try hasNextElement() {
      if count == index { return }
      try skipValue()
      count += 1
    }
    throw path.missing(key, PathInData.described(count))
  }

  private mutating func seek(_ key: String, _ path: PathInData) throws {
    _ = try beginDictionary()
    var keys: [String] = []
    var last: Self?
    while let next = try nextKey() {
      if next == key {
        if rules.keepsFirstOfDuplicateKeys { return }
        last = self
      }
      if keys.count <= 10 { keys.append(next) }
      try skipValue()
    }
    guard let last else { throw path.missing(DynamicKey(key), PathInData.described(keys)) }
    self = last
  }
}
