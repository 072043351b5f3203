/// Reads single values in any order for ``ArchivedProperties``, while `migrate(_:from:)` runs.
package class ArchivedSource {
  /// Whether the data can be read: `migrate(_:from:)` is running.
  var isOpen = false

  /// Whether the first of several values under one key is used.
  let keepsFirstOfDuplicateKeys: Bool

  init(keepsFirstOfDuplicateKeys: Bool) {
    self.keepsFirstOfDuplicateKeys = keepsFirstOfDuplicateKeys
  }

  func decode(_ value: ArchivedProperties.Value, into address: UnsafeMutableRawPointer, as codec: Codec)
    throws
  {}
  func members(of value: RawValueLocation) throws -> Members { Members() }

  /// What a value has.
  struct Members {
    var versions: ArchivedVersions?
    var list: [RawMember] = []
  }
}
