extension CodingReader {
  /// Moves to the value that a path leads to. What is before it in the objects and arrays of the path is skipped.
  ///
  /// - Returns: The keys and indices of the path.
  /// - Throws: `DecodingError` if there is no such value, with the path so far.
  @_semantics("optimize.sil.specialize.generic.never")
  @inline(never)
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
