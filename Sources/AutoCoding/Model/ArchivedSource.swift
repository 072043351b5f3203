/// What reads values for a migration, out of turn: ``ArchivedProperties`` asks it while `migrate(_:from:)` runs.
package class ArchivedSource {
  /// Whether the data is there.
  var isOpen = false

  /// Whether of values under one key the first counts.
  let keepsFirstOfDuplicateKeys: Bool

  init(keepsFirstOfDuplicateKeys: Bool) {
    self.keepsFirstOfDuplicateKeys = keepsFirstOfDuplicateKeys
  }

  func decode(_ value: ArchivedProperties.Value, into address: UnsafeMutableRawPointer, as codec: Codec)
    throws
  {}
  func members(of value: RawValueLocation) throws -> (ArchivedVersions?, [(key: String, value: RawValueLocation)]) {
    (nil, [])
  }
}
