/// What a lenient reader may do about a value that it cannot decode.
package enum Concession: Sendable {
  /// Skips the element of a sequence, or the entry of a dictionary.
  case skippedElement
  /// Reads an Optional as nil.
  case nilForValue
  /// Leaves a property at its default.
  case defaultForValue
}

extension DecodingError {
  /// Whether a reader may go on after this error with a concession. Its path begins at the value.
  ///
  /// Only a value that does not fit its type is conceded: never an exceeded limit, a class that is unknown or not allowed,
  /// data of a newer version, or what a type's `didDecode()` or `migrate(_:from:)` throws. An element may have the error
  /// anywhere within. For other concessions it has to be the value itself, so that no whole model is lost for one of its
  /// properties.
  package func isConceded(as concession: Concession) -> Bool {
    let context: Context
    switch self {
    case .typeMismatch(_, let found), .valueNotFound(_, let found), .dataCorrupted(let found): context = found
    case .keyNotFound(_, let found):
      guard concession == .skippedElement else { return false }
      context = found
    @unknown default: return false
    }
    if concession != .skippedElement, !context.codingPath.isEmpty { return false }
    return !(context.underlyingError is DataRefusal) && !ThreadState.hasOwnCodeFailed
  }
}
