extension DictionaryDecoder {
  /// A mismatch that a decoder tolerated, or an unknown key that it skipped, with its place in the dictionary.
  ///
  /// By default a decoder tolerates no mismatch and reports no unknown key: see ``DictionaryDecoder/leniency`` and
  /// ``DictionaryDecoder/unknownKeys``.
  public struct Issue: Sendable, CustomStringConvertible {
    /// The kinds of issues, which are JSON's.
    public typealias Kind = AutoJSONDecoder.Issue.Kind

    /// The kind of issue.
    public let kind: Kind
    /// The path of the value, with keys and indices as they are in the dictionary.
    public let codingPath: [any CodingKey]
    /// The error of a value that could not be decoded. Its path begins at the root, as ``codingPath`` does.
    public let error: DecodingError?

    /// The path, the kind, and the reason if there is one: `people[2].age: a string was read as a number`.
    public var description: String { kind.description(at: codingPath, error) }

    /// What a reader notes about a value. The error's path begins with the element's position in its array.
    struct Note: IssueNote {
      private(set) var kind: Kind
      private(set) var error: DecodingError?

      init(_ kind: Kind, _ error: DecodingError?) {
        (self.kind, self.error) = (kind, error)
      }

      mutating func passOnNull() { self = Note(.formerKeyForNull, nil) }
    }

    fileprivate init(_ note: Note?, at path: [any CodingKey]) {
      kind = note?.kind ?? .unknownKey
      codingPath = path
      error = note?.error?.located(at: path)
    }
  }

  /// Decodes a value, and reports the mismatches that ``leniency`` tolerated and, with `.report`, the ``unknownKeys``.
  ///
  /// - Parameters:
  ///   - type: The type of the value.
  ///   - dictionary: The encoded value.
  ///   - issues: The array to which issues are appended, those of an array's elements in their order, all others in no
  ///     particular order; unchanged if an error is thrown.
  /// - Throws: The errors of ``decode(_:from:)``.
  public func decode<T: Decodable>(
    _ type: T.Type, from dictionary: [String: Any], reporting issues: inout [Issue]
  ) throws -> T {
    let report = UnknownKeyReport()
    let value = try decode(type, from: dictionary, reportingTo: report)
    issues += report.entries.map { Issue($0.note as? Issue.Note, at: $0.path) }
    return value
  }
}
