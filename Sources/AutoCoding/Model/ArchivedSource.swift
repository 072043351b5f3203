/// Reads single values in any order for ``ArchivedProperties``, while `migrate(_:from:)` runs.
package class ArchivedSource {
  /// Whether the data can be read: `migrate(_:from:)` is running.
  var isOpen = false

  /// Whether the first of several values under one key is used.
  let keepsFirstOfDuplicateKeys: Bool

  /// The paths of the members whose keys a migration has used; nil if the decoder does not look for unknown keys.
  private var usedPaths: Set<[String]>?

  init(keepsFirstOfDuplicateKeys: Bool, notesUse: Bool) {
    self.keepsFirstOfDuplicateKeys = keepsFirstOfDuplicateKeys
    usedPaths = notesUse ? [] : nil
  }

  /// Notes that a migration has used the key of a value.
  func noteUse(of value: ArchivedProperties.Value) { usedPaths?.insert(value.path) }

  /// Whether a migration has used the key of a value, as far as that was noted.
  func isUsed(_ value: ArchivedProperties.Value) -> Bool { usedPaths?.contains(value.path) ?? true }

  func decode(_ value: ArchivedProperties.Value, into address: UnsafeMutableRawPointer, as codec: Codec)
    throws
  {}
  func members(of value: RawValueLocation) throws -> Members { Members() }

  /// What a value has.
  struct Members {
    var versions: ArchivedVersions?
    /// The class of an object that the format itself names, or that is a ``CodedTree``.
    var className: String?
    var list: [RawMember] = []
  }
}
