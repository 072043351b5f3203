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
    let outdated: [(level: TypeMap.Versions.Level, version: Int)]
    do {
      outdated = try versions.outdated(by: found, acceptsNewer: false)
    } catch {
      throw container.codingPath.reversed().reduce(error) { $0.prepending($1) }
    }
    guard let (level, version) = outdated.first(where: \.level.migrates) else { return }
    throw DecodingError.dataCorrupted(
      .init(
        codingPath: container.codingPath,
        debugDescription: """
          The data is of version \(version) of \(_typeName(level.type, qualified: true)), which is at version \
          \(level.version) here, and this decoder cannot migrate it. AutoJSONDecoder (without custom strategies), \
          KeyedArchiveDecoder and DictionaryDecoder can.
          """))
  }
}
