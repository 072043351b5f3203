#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// The underlying error of a `DecodingError` that says why data was refused, if the cases of `DecodingError` do not
/// distinguish the reason.
///
/// Stores use it to decide what happens to unreadable data: only damaged data may be discarded.
package struct DataRefusal: Error, Hashable, Sendable, CustomStringConvertible {
  /// The reason.
  package enum Kind: Hashable, Sendable {
    /// A newer version of the program has written the data.
    case newerVersion
    /// The data names a type that this process does not have, or that is not allowed there.
    case unknownType
    /// The data appears intact, but is of another format.
    case otherFormat
    /// The data breaks the rules of its own format: bytes were lost or changed.
    case damage
    /// The data exceeds one of the coder's limits.
    case limit
  }

  package let kind: Kind
  /// The problem, as a sentence.
  package let explanation: String
  /// What to do about the problem, as a sentence; may be empty.
  package let remedy: String

  package init(_ kind: Kind, _ explanation: String, remedy: String = "") {
    self.kind = kind
    self.explanation = explanation
    self.remedy = remedy
  }

  /// What to do about data of a newer version.
  package static let newerVersionRemedy = """
    Update the program that reads it, or set acceptsNewerVersions of the decoder, which then reads the properties that it \
    knows.
    """

  /// Only the kind: the enclosing `DecodingError` says the rest.
  package var description: String { "\(kind)" }

  /// The explanation and the remedy.
  package var message: String { remedy.isEmpty ? explanation : "\(explanation) \(remedy)" }

  /// The error that decoders throw.
  @inline(never)
  package func decodingError(codingPath: [any CodingKey] = []) -> DecodingError {
    .dataCorrupted(.init(codingPath: codingPath, debugDescription: message, underlyingError: self))
  }
}

extension DataRefusal: LocalizedError {
  package var errorDescription: String? { message }
  package var failureReason: String? { explanation }
  package var recoverySuggestion: String? { remedy.isEmpty ? nil : remedy }
}
