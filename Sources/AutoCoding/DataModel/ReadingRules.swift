/// Rules that hold for all values that a ``CodingReader`` reads. The format or the decoder's options determine them.
package struct ReadingRules {
  /// The coder's limits on depth and size.
  package var limits = CodingLimits()
  /// Whether the first of several values with the same key is used; otherwise the last is.
  package var keepsFirstOfDuplicateKeys = false
  /// Whether keys of a dictionary that differ in the data, and become the same key, are an error: `"1"` and `"01"` as
  /// integers.
  package var refusesEqualKeys = false
  /// Whether elements and entries that cannot be decoded are skipped; otherwise they are errors.
  package var skipsUndecodableElements = false
  /// Whether an Optional is nil if its value cannot be decoded; otherwise that is an error.
  package var readsUndecodableAsNil = false
  /// Whether a property that has a default keeps it if its value cannot be decoded; otherwise that is an error.
  package var leavesUndecodableAtDefault = false
  /// Whether null that is no value of a property's type passes on to its former keys and then to its default; otherwise it
  /// is a value like any other.
  package var passesNullOn = false
  /// Whether data of a newer version than the type's is read as if it had the type's version; otherwise it is refused.
  package var acceptsNewerVersions = false
  /// See ``WritingRules/keysAreValues``.
  package var keysAreValues = false
  /// See ``WritingRules/nestsKeyPaths``. If true, a copy of the reader must be able to read independently from the same
  /// place.
  package var nestsKeyPaths = true
  /// See ``WritingRules/writesTypeTags``. If true, a copy of the reader must be able to read independently from the same
  /// place.
  package var readsTypeTags = true

  @inline(__always)
  package init() {}

  /// Whether the rules allow a way to recover.
  @inline(__always)
  package func allow(_ recovery: ErrorRecovery) -> Bool {
    switch recovery {
    case .skippedElement: skipsUndecodableElements
    case .nilForValue: readsUndecodableAsNil
    case .defaultForValue: leavesUndecodableAtDefault
    case .formerKey, .otherCase, .defaultForNull, .nilForProperty, .defaultForProperty, .skippedByProperty: true
    }
  }
}
