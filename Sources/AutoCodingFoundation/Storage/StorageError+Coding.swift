import Foundation

/// Errors of a store for values that cannot be read or written.
///
/// `DecodingError` quotes the data, and a store may keep secrets. So explanations name only types and properties.
extension StorageError {
  /// Creates the error for data that cannot be decoded.
  init(_ error: DecodingError, of type: Any.Type, from data: Data?, in store: any DataStore, forKey key: String) {
    let subject = "The stored data cannot be read as \(_typeName(type, qualified: false))"
    let path = Self.path(error.context?.codingPath ?? [])
    let refusal = error.context?.underlyingError as? DataRefusal
    // Quote nothing from a keyring, not even the name of a type.
    let quotes = !(store is KeyringStore)
    let code: Code
    let explanation: String
    let remedy: String
    switch Self.refusalKind(of: error, data) {
    case .newerVersion:
      code = .newerVersion
      explanation = "\(subject)\(path). \(refusal?.explanation ?? "A newer version has written it.")"
      remedy = refusal?.remedy ?? "Update the program."
    case .unknownType:
      code = .unknownType
      explanation =
        "\(subject)\(path). \(quotes ? refusal?.explanation ?? "" : "The data names a type that is not known here.")"
      remedy = quotes ? refusal?.remedy ?? "" : "If the type was renamed, name the old one in formerTypeNames."
    case .otherFormat:
      code = .typeMismatch
      explanation = "\(subject): its format is not the coder's."
      remedy = "Read it with the coder that wrote it."
    case .damage:
      code = .corrupted
      explanation = "\(subject): the data is damaged\(path)."
      remedy = "Restore it from a copy, or have it moved aside; remove it once it is not needed."
    case .limit:
      code = .readFailed
      explanation = "\(subject): it exceeds one of the coder's limits\(path)."
      remedy = "Raise the limit, if you trust the data."
    case nil:
      code = .typeMismatch
      explanation = "\(subject): \(Self.explanation(of: error))."
      remedy = """
        Read it with the type and coder that wrote it; properties that were renamed, added or retyped since then need \
        propertyRules, DefaultInitializable, or archiveVersion and migrate(_:from:).
        """
    }
    self.init(
      code, location: store.location, key: key, explanation: explanation, remedy: remedy,
      underlyingError: quotes ? error : nil)
  }

  /// Creates the error for a value that cannot be encoded.
  init(_ error: EncodingError, in store: any DataStore, forKey key: String) {
    var explanation = "The value cannot be written in this format."
    if case .invalidValue(let value, let context) = error {
      // If the error is about a type, the description names only the type. Otherwise it may quote the value.
      explanation =
        value is Any.Type
        ? context.debugDescription
        : "A value of type \(type(of: value))\(Self.path(context.codingPath)) cannot be written in this format."
    }
    self.init(
      .writeFailed, location: store.location, key: key, explanation: explanation,
      remedy: "Encode it without a store for the details; the data stored before is unchanged.",
      underlyingError: store is KeyringStore ? nil : error)
  }

  /// Creates a store's error from any error.
  init(_ error: any Error, _ code: Code, in store: any DataStore, forKey key: String) {
    if let error = error as? StorageError {
      self = error
      return
    }
    // An AutoCodingError names only types; other errors may quote values.
    let problem = error as? AutoCodingError
    self.init(
      code, location: store.location, key: key,
      explanation: problem?.failureReason ?? "Code of the value, its coder or the store threw \(type(of: error)).",
      remedy: problem?.recoverySuggestion ?? "See the underlying error.",
      underlyingError: store is KeyringStore && problem == nil ? nil : error)
  }

  // MARK: -

  private static func refusalKind(of error: DecodingError, _ data: Data?) -> DataRefusal.Kind? {
    switch error.context?.underlyingError {
    case let refusal as DataRefusal: return refusal.kind
    case let place as AutoJSONError:
      // The JSON reader expects text, so it reports an archive as damaged.
      let isArchive = data?.starts(with: "bplist".utf8) ?? false
      return place.kind == .damage && isArchive ? .otherFormat : place.kind
    case let error as CocoaError where error.code == .propertyListReadCorrupt:
      // Foundation's own decoders throw this for bytes that violate their format.
      return .damage
    default: return nil
    }
  }

  private static func explanation(of error: DecodingError) -> String {
    switch error {
    case .typeMismatch(let type, let context): "expected \(type)\(path(context.codingPath)), found something else"
    case .valueNotFound(let type, let context): "expected \(type)\(path(context.codingPath)), found nothing"
    case .keyNotFound(let key, let context): "nothing was found\(path(context.codingPath + [key]))"
    case .dataCorrupted(let context): "something does not fit the type\(path(context.codingPath))"
    @unknown default: "the data cannot be decoded"
    }
  }

  /// Describes a path in a value by names from types, never from data.
  private static func path(_ keys: [any CodingKey]) -> String {
    let own = [ArchivedVersions.key, TypeNames.classKey]
    let steps = keys.filter { !own.contains($0.stringValue) }.map { key in
      if let index = key.intValue, key.stringValue == "Index \(index)" { return "[\(index)]" }
      // A dictionary's keys are data, numbers as well as text. Keys of a type are cases of an enum or come from its type map. Keys of
      // Foundation's coders hold arbitrary text.
      let mirror = Mirror(reflecting: key)
      let isOfType = key is PropertyKey || mirror.displayStyle == .enum && mirror.children.isEmpty
      return isOfType ? ".\(key.stringValue)" : "[…]"
    }
    return steps.isEmpty ? "" : " at \(steps.joined())"
  }
}
