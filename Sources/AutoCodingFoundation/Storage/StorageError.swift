import Foundation

/// Why a store could not do what it was asked to.
///
/// No error holds a value that is kept in a store, or a part of one.
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
    /// What is kept is damaged.
    public static let corrupted = Code(description: "corrupted")
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
  /// The error of the system or coder beneath, where there is one.
  public let underlyingError: (any Error)?

  package init(
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
