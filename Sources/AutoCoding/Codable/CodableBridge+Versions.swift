/// Versions in the data of coders that do not migrate.
extension CodableBridge {
  @inline(never)
  static func encode(
    _ versions: TypeMap.Versions, in container: inout KeyedEncodingContainer<PropertyKey>
  ) throws {
    switch versions.archived {
    case .single(let version): try container.encode(version, forKey: ArchivedVersions.propertyKey)
    case .levels(let versions): try container.encode(versions, forKey: ArchivedVersions.propertyKey)
    case .unreadable: break
    }
  }

  /// Refuses data that is newer than the type, or that needs a migration.
  ///
  /// - Parameter index: The keys of the type or its cases.
  @inline(__always)
  static func checkVersions(
    of map: TypeMap.Storage, _ index: PropertyIndex, in container: KeyedDecodingContainer<PropertyKey>
  ) throws {
    if map.versions != nil || container.has(ArchivedVersions.propertyKey) {
      try refuseVersions(of: map, index, in: container)
    }
  }

  @inline(never)
  private static func refuseVersions(
    of map: TypeMap.Storage, _ index: PropertyIndex, in container: KeyedDecodingContainer<PropertyKey>
  ) throws {
    // In a type without versions, a property may have this key.
    guard map.versions != nil || index.match(ArchivedVersions.key) == nil else { return }
    let found = archivedVersions(in: container)
    let context = CoderContext.current ?? foreignCoder
    do {
      if let versions = map.versions {
        try versions.refuseOutdated(
          found, acceptsNewer: context.acceptsNewerVersions, remedy: context.migrationRemedy)
      } else if !context.acceptsNewerVersions {
        try found?.refuse(for: index.owner ?? map.model)
      }
    } catch {
      throw error.prepending(container.codingPath)
    }
  }

  /// Returns the versions that a container states, or nil for null.
  static func archivedVersions(in container: KeyedDecodingContainer<PropertyKey>) -> ArchivedVersions? {
    let key = ArchivedVersions.propertyKey
    guard container.contains(key), (try? container.decodeNil(forKey: key)) != true else { return nil }
    return .reading {
      try container.decode(Int.self, forKey: key)
    } or: {
      .levels(try container.decode([String: Int].self, forKey: key))
    }
  }
}
