import Foundation

/// An error of a store.
///
/// Its own texts never quote the stored data; ``underlyingError`` may.
public struct StorageError: Error, Sendable, CustomStringConvertible {
  /// The kind of failure.
  public struct Code: Hashable, Sendable, CustomStringConvertible {
    /// The code's name.
    public let description: String

    /// The store is missing, locked, or refuses access.
    public static let storageUnavailable = Code(description: "storageUnavailable")
    /// Another object that is still alive uses the same identifier of the same store.
    public static let identifierInUse = Code(description: "identifierInUse")
    /// The bytes could not be read.
    public static let readFailed = Code(description: "readFailed")
    /// The bytes could not be written. The old ones are still there, unless the explanation says that they are lost.
    public static let writeFailed = Code(description: "writeFailed")
    /// The data was written by a newer version of the app. It is intact.
    public static let newerVersion = Code(description: "newerVersion")
    /// The data is intact, but names a type that this process does not have: it was renamed, or its library is not
    /// loaded.
    public static let unknownType = Code(description: "unknownType")
    /// The data seems intact, but is not a value of the requested type.
    public static let typeMismatch = Code(description: "typeMismatch")
    /// The data is damaged, as its checksum or format shows.
    public static let corrupted = Code(description: "corrupted")
  }

  /// The kind of failure.
  public let code: Code
  /// The store's ``DataStore/location``.
  public let location: String
  /// The key, if the failure concerns one key. Damage of a whole store names none.
  public let key: String?
  /// What went wrong, in a sentence.
  public let explanation: String
  /// How to fix it, in a sentence.
  public let remedy: String
  /// The error of the system or coder underneath, if any.
  ///
  /// A coder's error may quote the data; nothing else in this type does. It is left out for a ``KeyringStore``.
  public let underlyingError: (any Error)?

  /// Creates an error, for a store of your own.
  ///
  /// - Parameters:
  ///   - code: The kind of failure.
  ///   - location: The store's ``DataStore/location``.
  ///   - key: The key, if the failure concerns one key. Data is moved aside only for errors with a key.
  ///   - explanation: What went wrong, in a sentence.
  ///   - remedy: How to fix it, in a sentence.
  ///   - underlyingError: The error underneath, if any.
  public init(
    _ code: Code, location: String, key: String? = nil, explanation: String, remedy: String,
    underlyingError: (any Error)? = nil
  ) {
    self.code = code
    self.location = location
    self.key = key
    self.explanation = explanation
    self.remedy = remedy
    self.underlyingError = underlyingError
  }

  /// Whether the value under the key could be read, but not decoded. If the whole store is damaged, nothing is known about
  /// the value.
  var isAboutContents: Bool {
    let codes: [Code] = [.newerVersion, .unknownType, .typeMismatch, .corrupted]
    return key != nil && codes.contains(code)
  }

  /// Code, location, key, explanation and remedy, in one line.
  public var description: String {
    let place = key.map { "\(location), key \"\($0)\"" } ?? location
    return "\(code): \(place): \(explanation) \(remedy)"
  }
}

extension StorageError: LocalizedError {
  /// The ``description``, which `localizedDescription` shows.
  public var errorDescription: String? { description }
  /// The ``explanation``.
  public var failureReason: String? { explanation }
  /// The ``remedy``.
  public var recoverySuggestion: String? { remedy }
}
