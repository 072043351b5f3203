/// Versions in data of coders that migrate nothing.
extension CodableBridge {
  @inline(never)
  static func encode(
    _ versions: TypeMap.Versions, in container: inout KeyedEncodingContainer<PropertyKey>
  ) throws {
    switch versions.archived {
    case .single(let version): try container.encode(version, forKey: ArchivedVersions.propertyKey)
    case .levels(let versions): try container.encode(versions, forKey: ArchivedVersions.propertyKey)
    }
  }

  /// Refuses data that is newer than the type, or would have to be migrated.
  @inline(never)
  static func check(
    _ versions: TypeMap.Versions, of map: TypeMap.Storage, in container: KeyedDecodingContainer<PropertyKey>
  ) throws {
    let key = ArchivedVersions.propertyKey
    var found: ArchivedVersions?
    if let version = try? container.decodeIfPresent(Int.self, forKey: key) {
      found = .single(version)
    } else if let versions = try? container.decodeIfPresent([String: Int].self, forKey: key) {
      found = .levels(versions)
    }
    do {
      try versions.refuseOutdated(found)
    } catch {
      throw container.codingPath.reversed().reduce(error) { $0.prepending($1) }
    }
  }
}
