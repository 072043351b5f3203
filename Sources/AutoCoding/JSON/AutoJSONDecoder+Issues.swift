extension AutoJSONDecoder {
  /// A mismatch that a decoder tolerated, or an unknown key that it skipped, with its place in the data.
  ///
  /// By default a decoder tolerates no mismatch and reports no unknown key: see ``AutoJSONDecoder/leniency`` and
  /// ``AutoJSONDecoder/unknownKeys``.
  public struct Issue: Sendable, CustomStringConvertible {
    /// The kinds of issues.
    public enum Kind: Hashable, Sendable {
      /// A string was read as a number.
      case numberFromString
      /// A number or bool was read as a string.
      case stringFromNumber
      /// 0, 1, "0", "1", "true" or "false" was read as a bool.
      case boolFromNumberOrString
      /// An element of a collection, or an entry of a dictionary, could not be decoded and was skipped.
      case skippedElement
      /// An Optional whose value could not be decoded is nil.
      case nilForUndecodable
      /// A property whose value could not be decoded has its default.
      case defaultForUndecodable
      /// Null left a property at its default.
      case defaultForNull
      /// Null under a key passed on to a former key of the property, which has the value.
      case formerKeyForNull
      /// A key that the type does not know was skipped: see ``AutoJSONDecoder/unknownKeys``.
      case unknownKey
    }

    /// The kind of issue.
    public let kind: Kind
    /// The path of the value, with keys and indices as they are in the data.
    ///
    /// - Complexity: O(*n*) for *n* keys.
    public var codingPath: [any CodingKey] { steps.path(to: step) }
    /// The number of bytes before the value, in the text as it was.
    public let offset: Int
    /// The error of a value that could not be decoded. Its path begins at the root, as ``codingPath`` does.
    public var error: DecodingError? { errorInValue?.located(at: codingPath) }
    let steps: JSONPathSteps
    /// The last step of the path; nil for the root.
    let step: Int?
    /// The error, whose path begins at the value.
    let errorInValue: DecodingError?

    /// The path, the kind, and the reason if there is one: `people[2].age: a string was read as a number (byte 34)`.
    public var description: String { "\(kind.description(at: codingPath, error)) (byte \(offset))" }
  }
}

extension AutoJSONDecoder.Issue.Kind: CustomStringConvertible {
  /// The kind of issue, as the end of a sentence.
  public var description: String {
    switch self {
    case .numberFromString: "a string was read as a number"
    case .stringFromNumber: "a number or bool was read as a string"
    case .boolFromNumberOrString: "a number or string was read as a bool"
    case .skippedElement: "an element was skipped"
    case .defaultForNull: "null left the default"
    case .formerKeyForNull: "null passed on to a former key"
    case .nilForUndecodable: "an undecodable value was read as nil"
    case .defaultForUndecodable: "an undecodable value left the default"
    case .unknownKey: "the key is unknown"
    }
  }

  /// Describes an issue of this kind: the path, the kind, and the reason if there is one.
  func description(at codingPath: [any CodingKey], _ error: DecodingError?) -> String {
    let path = codingPath.isEmpty ? "the root" : codingPath.pathDescription
    guard let error else { return "\(path): \(self)" }
    var reason = error.reason
    if let last = reason.last, ".!?".contains(last) { reason.removeLast() }
    let place = error.codingPath
    let within = place.count > codingPath.count ? " at \(place.pathDescription)" : ""
    return "\(path): \(self)\(within): \(reason)"
  }
}

extension DecodingError {
  fileprivate var codingPath: [any CodingKey] { context?.codingPath ?? [] }

  fileprivate var reason: String { context?.debugDescription ?? "\(self)" }
}

extension AutoJSONDecoder {
  /// The mismatches between data and types that a decoder tolerates.
  public struct Leniency: OptionSet, Sendable {
    /// One bit for each kind of mismatch.
    public let rawValue: Int

    /// Makes a set of the bits.
    public init(rawValue: Int) { self.rawValue = rawValue }

    /// Numbers may be strings: `"12"` for 12.
    public static let numbersFromStrings = Leniency(rawValue: 1)
    /// Strings may be numbers or bools: `12` for "12".
    public static let stringsFromNumbers = Leniency(rawValue: 2)
    /// Bools may be 0, 1, "0", "1", "true" or "false".
    public static let boolsFromNumbersAndStrings = Leniency(rawValue: 4)
    /// Elements of arrays and sets, and entries of dictionaries, that cannot be decoded are skipped. This does not apply
    /// to collections that a type's own `Codable` code decodes.
    public static let skipsUndecodableElements = Leniency(rawValue: 8)
    /// Null leaves a property that is not an Optional at its default. Null in `Any` or a `JSONValue` is their value.
    public static let defaultsForNull = Leniency(rawValue: 16)
    /// Optionals are nil if their value does not fit the type: an unknown case of an enum, an object without a tag that
    /// its type key lists, an object for a number, "" for a URL.
    ///
    /// This is about the value itself. If a property of a nested model does not fit and is neither Optional nor has a
    /// default, that is an error.
    public static let nilForUndecodable = Leniency(rawValue: 32)
    /// Properties that have a default, by `init()` or a rule, keep it if their value does not fit the type. An Optional is
    /// nil if ``nilForUndecodable`` is set, too.
    ///
    /// This is about the value itself, and not about data that `migrate(_:from:)` changes.
    public static let defaultsForUndecodable = Leniency(rawValue: 64)
    /// All of these.
    public static let all: Leniency = [
      .numbersFromStrings, .stringsFromNumbers, .boolsFromNumbersAndStrings, .skipsUndecodableElements,
      .defaultsForNull, .nilForUndecodable, .defaultsForUndecodable,
    ]
  }
}

extension AutoJSONDecoder.Issue.Kind {
  /// Nil for what is not reported.
  init?(_ recovery: ErrorRecovery) {
    switch recovery {
    case .skippedElement, .skippedByProperty: self = .skippedElement
    case .nilForValue, .nilForProperty: self = .nilForUndecodable
    case .defaultForValue, .defaultForProperty: self = .defaultForUndecodable
    case .formerKey, .otherCase, .defaultForNull: return nil
    }
  }
}

extension ReadingRules {
  mutating func setLeniency(_ leniency: AutoJSONDecoder.Leniency) {
    skipsUndecodableElements = leniency.contains(.skipsUndecodableElements)
    readsUndecodableAsNil = leniency.contains(.nilForUndecodable)
    leavesUndecodableAtDefault = leniency.contains(.defaultsForUndecodable)
  }
}
