/// How a lenient reader recovers from a value that it cannot decode.
package enum ErrorRecovery: Sendable {
  /// Skips the element of a sequence, or the entry of a dictionary.
  case skippedElement
  /// Reads an Optional as nil.
  case nilForValue
  /// Reads a property as nil because its rule says so, with or without leniency of the decoder.
  case nilForProperty
  /// Leaves a property at its default.
  case defaultForValue
  /// Leaves a property at its default because its rule says so.
  case defaultForProperty
  /// Leaves a property at its default for null because its rule says so. Readers look for null before they read the value.
  case defaultForNull
  /// Skips an element or entry because the rule of the property that has the collection says so.
  case skippedByProperty
  /// Passes over a value under a former key, since data may have a newer key. Every reader does so, and reports nothing.
  case formerKey
  /// Tries another case of an enum, since data does not name the case.
  case otherCase

  /// Whether the error may be anywhere within the value.
  fileprivate var includesParts: Bool {
    switch self {
    case .skippedElement, .formerKey, .otherCase, .nilForProperty, .defaultForProperty, .skippedByProperty: true
    case .nilForValue, .defaultForValue, .defaultForNull: false
    }
  }

  /// Whether the rule of a property asks for it, and not an option of the decoder, which reports it.
  package var isByRule: Bool {
    self == .nilForProperty || self == .defaultForProperty || self == .skippedByProperty
  }

  /// Whether a value may have a key that its type does not know, and that the decoder refuses: another value is taken.
  fileprivate var includesRefusedKeys: Bool { self == .formerKey || self == .otherCase }
}

extension DecodingError {
  /// Whether a reader may recover from this error in a certain way. Its path begins at the value.
  ///
  /// That is so only for a value that does not fit its type: never for an exceeded limit, a class that is unknown or not
  /// allowed, data of a newer version, a key that the decoder refuses, or what a type's `didDecode()` or `migrate(_:from:)`
  /// throws. An element may have the
  /// error anywhere within. Otherwise it has to be the value itself, so that no whole model is lost for one of its
  /// properties. A tag that is missing, or names no case or class of those that rules list, is the fault of the value
  /// that has it. So is a class name that is no text.
  ///
  /// - Parameter failures: `ThreadState.ownCodeFailures` before the value was begun.
  package func isRecoverable(by recovery: ErrorRecovery, since failures: UInt) -> Bool {
    let context: Context
    var isMissingTag = false
    switch self {
    case .typeMismatch(_, let found), .valueNotFound(_, let found), .dataCorrupted(let found): context = found
    case .keyNotFound(let key, let found):
      isMissingTag = (key as? PropertyKey)?.isTag ?? false
      guard recovery.includesParts || isMissingTag else { return false }
      context = found
    @unknown default: return false
    }
    if !recovery.includesRefusedKeys, (context.codingPath.last as? DynamicKey)?.isRefused ?? false { return false }
    let key = isMissingTag ? nil : context.codingPath.last as? PropertyKey
    let isAtTag = key?.isTag ?? false
    let isAtName = isAtTag || key?.isClassKey ?? false
    if !recovery.includesParts, context.codingPath.count > (isAtName ? 1 : 0) { return false }
    if let refusal = context.underlyingError as? DataRefusal, !isAtTag || refusal.kind != .unknownType { return false }
    return ThreadState.ownCodeFailures == failures
  }
}

extension CodingReader {
  /// Reads a value with `read`. If that fails, and the rules and `DecodingError.isRecoverable(by:since:)` allow it, calls
  /// `passOver` with what `save` returned before, and returns false.
  @inline(__always)
  mutating func reading<State>(
    recoveringBy recovery: ErrorRecovery, _ read: (inout Self) throws -> Void, saving save: (Self) -> State,
    passingOver passOver: (inout Self, State, DecodingError) throws -> Void
  ) throws -> Bool {
    var saved: (State, failures: UInt)?
    if rules.allow(recovery) { saved = (save(self), ThreadState.ownCodeFailures) }
    do {
      try read(&self)
      return true
    } catch {
      guard let saved else { throw error }
      try recover(from: error, by: recovery, saved.0, since: saved.failures, passingOver: passOver)
      return false
    }
  }

  /// Passes over a value that could not be read. Never inlined: a caller would look up the size of `DecodingError` before it
  /// reads anything.
  @inline(never)
  private mutating func recover<State>(
    from error: any Error, by recovery: ErrorRecovery, _ saved: State, since failures: UInt,
    passingOver passOver: (inout Self, State, DecodingError) throws -> Void
  ) throws {
    guard let failure = error as? DecodingError, failure.isRecoverable(by: recovery, since: failures) else {
      throw error
    }
    try passOver(&self, saved, failure)
  }
}
