/// What a format notes about a value, in a report of unknown keys.
package protocol IssueNote: Sendable {
  /// Changes the note of a null that left a property at its default: a former key has a value.
  mutating func passOnNull()
}

/// Collects the paths of unknown keys while one value is decoded on one thread, and whatever else a format notes about
/// the data.
package final class UnknownKeyReport: ReportedIssues, @unchecked Sendable {
  private struct Entry {
    var path: [any CodingKey]
    var note: (any IssueNote)?
    /// Whether it is about a value that does not count after all.
    var isWithdrawn = false
  }

  private var all: [Entry] = []

  package init() {}

  /// What was found, and where. An entry without a note is an unknown key.
  package var entries: [(path: [any CodingKey], note: (any IssueNote)?)] {
    all.compactMap { $0.isWithdrawn ? nil : ($0.path, $0.note) }
  }

  package var count: Int { all.count }

  package var keys: [UnknownKey] {
    entries.compactMap { $0.note == nil ? UnknownKey(codingPath: $0.path) : nil }
  }

  package func add(_ path: [any CodingKey], note: (any IssueNote)? = nil) { all.append(Entry(path: path, note: note)) }

  /// Prepends the path of a value to the paths found within it, which are those after the first `count`.
  package func prepend(_ path: [any CodingKey], from count: Int) {
    guard !path.isEmpty, count < all.count else { return }
    for index in count..<all.count { all[index].path.insert(contentsOf: path, at: 0) }
  }

  /// Discards what was found in a value whose decoding was abandoned.
  package func forget(from count: Int) { all.removeLast(max(0, all.count - count)) }

  package func passOnNull(_ entries: Range<Int>) {
    for index in entries.clamped(to: all.indices) { all[index].note?.passOnNull() }
  }

  package func withdraw(_ entries: Range<Int>) {
    for index in entries.clamped(to: all.indices) { all[index].isWithdrawn = true }
  }
}

/// One of AutoCoding's decoders that can look for keys that a type does not know.
package protocol KeyCheckingDecoder: Decoder {
  /// Reports or refuses the keys of the value that a map does not know.
  ///
  /// - Parameter isPart: Whether the map is of a part of the object, so that only the objects on its key paths are checked.
  func checkKeys(of map: TypeMap.Storage, isPart: Bool) throws
}

extension PropertyIndex {
  /// Whether a key is known although no property has it.
  package func isKnown(_ key: String) -> Bool {
    TypeNames.isOwnKey(key) || ignoredKeys.contains(key)
  }

  /// Whether strategies of coders convert a key that is no property's, although those of properties may be fixed.
  package func isConverted(_ key: String) -> Bool {
    TypeNames.isOwnKey(key) || convertedKeys.contains(key)
  }

  /// Describes the problem of an unknown key that a decoder refuses.
  package func refusal(of key: String) -> String {
    let known = keys.isEmpty ? "there are none" : keys.map { "\"\($0.stringValue)\"" }.listed
    let owner = type.map { "the keys of \(TypeLookup.name(of: $0))" } ?? "the keys that are known here"
    return """
      The key "\(key)" is not one of \(owner) (\(known)). Correct it, name it in propertyRules if it is a former key of a \
      property, or let unknownKeys of the decoder be .ignore or .report.
      """
  }
}

extension CodingReader {
  /// The error for an unknown key that a decoder refuses.
  package func unknownKey(_ key: String, in keys: PropertyIndex) -> DecodingError {
    .dataCorrupted(.init(codingPath: [DynamicKey(refused: key)], debugDescription: keys.refusal(of: key)))
  }
}
