import Foundation

/// Why a store could not do what it was asked to.
///
/// What it says of itself never quotes what is kept; ``underlyingError`` may.
public struct StorageError: Error, Sendable, CustomStringConvertible {
  /// The kind of failure.
  public struct Code: Hashable, Sendable, CustomStringConvertible {
    /// The code's name.
    public let description: String

    /// The place itself is missing, locked, or refuses access.
    public static let storageUnavailable = Code(description: "storageUnavailable")
    /// A living object holds the same values already.
    public static let identifierInUse = Code(description: "identifierInUse")
    /// Bytes could not be read.
    public static let readFailed = Code(description: "readFailed")
    /// Bytes could not be written; the old ones are still there.
    public static let writeFailed = Code(description: "writeFailed")
    /// A newer version of the app has written what is kept, which is intact.
    public static let newerVersion = Code(description: "newerVersion")
    /// What is kept is intact, and names a type that this process does not have: it was renamed, or its library is not
    /// loaded.
    public static let unknownType = Code(description: "unknownType")
    /// What is kept is intact as far as anybody can tell, and not a value of the type that was asked for.
    public static let typeMismatch = Code(description: "typeMismatch")
    /// What is kept is damaged: its checksum or its format proves it.
    public static let corrupted = Code(description: "corrupted")

    /// Whether the bytes could be read, and no value be made of them.
    var isAboutContents: Bool {
      self == .newerVersion || self == .unknownType || self == .typeMismatch || self == .corrupted
    }
  }

  /// The kind of failure.
  public let code: Code
  /// The store's ``DataStore/location``.
  public let location: String
  /// The key, where the failure is one key's.
  public let key: String?
  /// What was found, in a sentence.
  public let explanation: String
  /// What to do about it, in a sentence.
  public let remedy: String
  /// The error of the system or coder beneath, if there is one.
  ///
  /// A coder's error may quote what it has found, which nothing else here does; for a ``KeyringStore`` it is left out.
  public let underlyingError: (any Error)?

  /// Makes an error, for a store of your own.
  ///
  /// - Parameters:
  ///   - code: The kind of failure.
  ///   - location: The store's ``DataStore/location``.
  ///   - key: The key, if the failure is one key's.
  ///   - explanation: What was found, in a sentence.
  ///   - remedy: What to do about it, in a sentence.
  ///   - underlyingError: The error beneath, if there is one.
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

  /// Code, place, key, what was found and the remedy, in one line.
  public var description: String {
    let place = key.map { "\(location), key \"\($0)\"" } ?? location
    return "\(code): \(place): \(explanation) \(remedy)"
  }
}

extension StorageError: LocalizedError {
  /// As ``description``; what `localizedDescription` says.
  public var errorDescription: String? { description }
  /// As ``explanation``.
  public var failureReason: String? { explanation }
  /// As ``remedy``.
  public var recoverySuggestion: String? { remedy }
}
