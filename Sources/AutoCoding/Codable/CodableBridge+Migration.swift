/// Migrates older models that `Codable` code has written into an archive. There they are trees, which can be changed.
extension CodableBridge {
  /// Decodes a model or enum from its migrated properties; returns false, and decodes nothing, if the data is not older
  /// than the type, or not a tree.
  @inline(never)
  static func decodeMigrated(
    into address: UnsafeMutableRawPointer, map: TypeMap.Storage, from decoder: any Decoder, checksKeys: Bool
  ) throws -> Bool {
    guard let versions = map.versions, let decoder = ContainerDecoder(decoder),
      decoder.position != ContainerSource.null, let source = decoder.source as? TreeContainerSource
    else { return false }
    // Opened, so that an object is the dictionary that it stands for.
    let container = try decoder.container(keyedBy: PropertyKey.self)
    guard case .dictionary(let members) = source[decoder.position] else { return false }
    let (codingPath, hasArchiveKeys) = (decoder.codingPath, decoder.hasArchiveKeys)
    let migrated: CodedTree
    do {
      let context = CoderContext.current ?? foreignCoder
      let found = archivedVersions(in: container)
      let outdated = try versions.outdated(by: found, acceptsNewer: context.acceptsNewerVersions)
      guard outdated.contains(where: \.level.migrates) else { return false }
      var properties = try ArchivedProperties(
        members.map { RawMember(key: $0.key, value: .value($0.value)) }, versions: found,
        source: TreeArchivedSource(source, notesUse: checksKeys), keepsFirst: true
      ).migrated(by: outdated)
      if checksKeys { properties.removeUsed(of: map, hasArchiveKeys: hasArchiveKeys) }
      migrated = try CodedTree(
        properties, versions: versions.archived, of: .properties(map, hasArchiveKeys ? nil : map.keyGroup),
        limits: source.limits)
    } catch {
      throw error.prepending(codingPath)
    }
    try MigratedValueSource(
      migrated, userInfo: source.userInfo, limits: source.limits, hasArchiveKeys: hasArchiveKeys
    )
    .withRootDecoder(.keys(codingPath)) {
      try decodeCurrent(into: address, map: map, from: $0, checksKeys: checksKeys)
    }
    return true
  }
}

/// The source of older properties that are trees.
private final class TreeArchivedSource: ArchivedSource {
  private let userInfo: [CodingUserInfoKey: Any]
  private let limits: CodingLimits

  init(_ source: TreeContainerSource, notesUse: Bool) {
    userInfo = source.userInfo
    limits = source.limits
    super.init(keepsFirstOfDuplicateKeys: true, notesUse: notesUse)
  }

  override func decode(
    _ value: ArchivedProperties.Value, into address: UnsafeMutableRawPointer, as codec: Codec
  ) throws {
    guard let type = Conformances.cast(codec.type, to: (any Decodable.Type).self) else {
      throw DecodingError.typeMismatch(
        codec.type, .init("\(TypeLookup.name(of: codec.type)) is not Decodable."))
    }
    let tree = try CodedTree(value, of: .value(codec), limits: limits)
    let source = MigratedValueSource(tree, userInfo: userInfo, limits: limits)
    func decode<Value: Decodable>(_ type: Value.Type) throws {
      address.initialize(with: try source.withRootDecoder { try $0.decode(type) })
    }
    try decode(type)
  }

  override func members(of value: RawValueLocation) throws -> Members {
    var tree = try CodedTree(migratedAt: value)
    var members = Members()
    if case .object(let object) = tree {
      members.className = object.className
      tree = .dictionary(object.values)
    }
    let source = TreeContainerSource(tree, userInfo: userInfo, limits: limits)
    return try source.withRootDecoder { decoder in
      let container = try decoder.container(keyedBy: PropertyKey.self)
      members.versions = CodableBridge.archivedVersions(in: container)
      try decoder.forEachMember { members.list.append(RawMember(key: $0, value: .value(source[$1.position]))) }
      return members
    }
  }
}

extension ArchivedProperties {
  /// Removes what no property reads and the migration has used or set: the keys of that are not unknown.
  fileprivate mutating func removeUsed(of map: TypeMap.Storage, hasArchiveKeys: Bool) {
    if map.keyGroup?.rest != nil { return }
    let keys =
      if case .enumeration(let cases) = map.shape { cases.index } else { hasArchiveKeys ? map.index : map.objectIndex }
    for (key, value) in members where keys.match(key) == nil && !keys.isKnown(key) {
      if case .archived = value.content, !source.isUsed(value) { continue }
      members[key] = nil
    }
  }
}
