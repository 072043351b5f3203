/// Unknown keys and issues, and the coding path of the next value.
extension DictionaryReader {
  /// Reports that a mismatch of the next value was tolerated, if the caller asked for a report.
  @inline(never)
  func note(_ kind: AutoJSONDecoder.Issue.Kind, _ error: DecodingError? = nil) {
    guard tracksPath, let report = CoderContext.current?.report else { return }
    report.add(path, note: DictionaryDecoder.Issue.Note(kind, error))
  }

  var reportedIssues: (any ReportedIssues)? { tracksPath ? CoderContext.current?.report : nil }

  /// Reports or refuses the key of the next value, if it is unknown.
  @inline(never)
  func passOver(unknownKey key: String, as converted: String, in keys: PropertyIndex) throws {
    if keys.isOfPart || keys.isKnown(converted) { return }
    guard options.values.unknownKeys == .refuse else { return CoderContext.current?.report?.add(path) ?? () }
    throw unknownKey(key, in: keys)
  }

  /// The path of the next value, relative to the reader's initial value.
  var path: [any CodingKey] {
    var path: [any CodingKey] = []
    var outer = outerKeys[...]
    for depth in 0...frames.count {
      while let next = outer.first, next.depth <= depth {
        path.append(next.key)
        outer.removeFirst()
      }
      guard depth < frames.count else { break }
      let frame = frames[depth]
      path.append(frame.key.map { DynamicKey($0) } ?? DynamicKey(index: max(frame.count - 1, 0)))
    }
    return path
  }

  mutating func reading<Result>(under key: String, _ body: (inout Self) throws -> Result) throws -> Result {
    enter(DynamicKey(key))
    defer { leave() }
    return try body(&self)
  }

  /// Adds a key to the path of the values read until ``leave()``.
  mutating func enter(_ key: @autoclosure () -> any CodingKey) {
    if tracksPath { outerKeys.append((frames.count, key())) }
  }

  mutating func leave() {
    if tracksPath, !outerKeys.isEmpty { outerKeys.removeLast() }
  }

  /// Returns a copy that does not look for unknown keys, since a migration may read any keys.
  func reader() throws -> Self {
    var reader = self
    reader.checksKeys = false
    return reader
  }
}
