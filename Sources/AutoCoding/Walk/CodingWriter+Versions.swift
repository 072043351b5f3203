/// Versions, as they are written among the properties of a record.
extension CodingWriter {
  /// Writes the versions of a record that was begun.
  @inline(never)
  package mutating func write(_ versions: ArchivedVersions) throws {
    try writeKey(ArchivedVersions.propertyKey)
    switch versions {
    case .single(let version): try write(version)
    case .levels(let versions): try writeByName(versions)
    case .unreadable: try writeNull()
    }
  }

  @_semantics("optimize.sil.specialize.generic.never")
  @inline(never)
  private mutating func writeByName(_ versions: [String: Int]) throws {
    try beginDictionary(count: versions.count)
    for (name, version) in versions.sorted(byText: \.key) {
      try writeKey(name)
      try write(version)
    }
    try endMembers()
  }
}
