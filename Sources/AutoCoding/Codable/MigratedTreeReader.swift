/// What will read a value of a tree that a migration has changed. Values that the migration has set are encoded for it.
enum MigratedTreeReader {
  case value(Codec)
  /// The properties of a map, or those in an object on their key paths. Without a group, the keys are the map's.
  case properties(TypeMap.Storage, KeyGroup?)
  case entries(of: DictionaryCodec)
  case unknown

  /// The reader of the properties that a migration has built in place of the value.
  fileprivate func reader(of properties: ArchivedProperties) -> MigratedTreeReader {
    guard case .value(let codec) = self else { return self }
    if let codec = codec.optional { return Self.value(codec.wrapped).reader(of: properties) }
    if let codec = codec.dictionary { return .entries(of: codec) }
    guard var record = codec.record, record.decodingDefault == .structure else { return .unknown }
    let className = properties.entries.className
    if record.isClass, let className {
      guard let subclass = try? record.subclassCodec(named: className) else { return .unknown }
      record = subclass
    }
    guard let map = try? record.map else { return .unknown }
    // An object that was archived by its properties has a class.
    return map._withUnsafeGuaranteedRef { .properties($0, className == nil ? $0.keyGroup : nil) }
  }

  /// The reader of the value under a key.
  fileprivate func reader(ofKey key: String) -> MigratedTreeReader {
    switch self {
    case .value, .unknown: return .unknown
    case .entries(let codec): return .value(codec.value)
    case .properties(let map, let group?):
      guard let match = group.index.match(key) else {
        // A flattened enum may have the key.
        if group.index.isKnown(key) { return .unknown }
        return group.rest == nil ? .unknown : map.restCodec.map { .value($0.value) } ?? .unknown
      }
      switch group.members[match.position] {
      case .property(let position, _):
        let location = map.flattening?.location(of: position) ?? (part: nil, position: position)
        let owner = location.part.flatMap { map.flattening?.parts[$0].map } ?? map
        return .value(owner.operation(at: location.position).pointee.codec)
      case .group(let inner): return .properties(map, inner)
      }
    case .properties(let map, nil):
      if case .enumeration(let cases) = map.shape {
        guard let match = cases.index.match(key), let payload = cases.payloads[match.position] else { return .unknown }
        return .properties(payload, nil)
      }
      return map.index.match(key).map { .value(map.operation(at: $0.position).pointee.codec) } ?? .unknown
    }
  }
}

extension CodedTree {
  init(_ value: ArchivedProperties.Value, of reader: MigratedTreeReader, limits: CodingLimits) throws {
    switch value.content {
    case .archived(let location): self = try CodedTree(migratedAt: location)
    case .set(let set):
      if case .value(let codec) = reader, let tree = try codec.tree(of: set, limits: limits) {
        self = tree
      } else {
        self = try CodedTree(encoding: set.value, limits: limits)
      }
    case .nested(let properties): self = try CodedTree(properties, of: reader.reader(of: properties), limits: limits)
    }
  }

  /// The value of a tree that is being migrated.
  init(migratedAt location: RawValueLocation) throws {
    guard case .value(let tree as CodedTree) = location else {
      throw DecodingError.dataCorrupted(.init("A migration kept a value that is not in the data that it migrates."))
    }
    self = tree
  }

  /// - Parameter versions: The versions to state; nil for those of the data, which nested properties have among their
  ///   entries.
  init(
    _ properties: ArchivedProperties, versions: ArchivedVersions? = nil, of reader: MigratedTreeReader,
    limits: CodingLimits
  ) throws {
    var members: [(key: String, value: CodedTree)] = []
    if let versions { members.append((ArchivedVersions.key, CodedTree(versions))) }
    for (key, value) in properties.entries.reserved + Array(properties.members) {
      do {
        members.append((key, try CodedTree(value, of: reader.reader(ofKey: key), limits: limits)))
      } catch {
        throw error.prepending(PropertyKey(key))
      }
    }
    self = properties.entries.className.map { .object(CodedObject([$0], members)) } ?? .dictionary(members)
  }

  private init(_ versions: ArchivedVersions) {
    switch versions {
    case .single(let version): self = .int(Int64(version))
    case .levels(let versions): self = .dictionary(versions.map { ($0.key, .int(Int64($0.value))) })
    case .unreadable: self = .null
    }
  }
}

extension Codec {
  /// Encodes a value that a migration has set as the codec reads it. The value's own code may encode something else: a
  /// property may have a transformer, and an object may be of a subclass. Returns nil if the type cannot be decoded.
  fileprivate func tree(of set: ArchivedProperties.SetValue, limits: CodingLimits) throws -> CodedTree? {
    func encoded<Value>(_ type: Value.Type) throws -> CodedTree? {
      var value = set.value as? Value
      if value == nil, let decodable = Conformances.cast(type, to: (any Decodable.Type).self) {
        value = try withValue(of: type) { try set.convert($0, decodable, limits) }
      }
      guard let value else { return nil }
      return try withUnsafePointer(to: value) { address in
        try EncodableSlot.lending { lifetime in
          try CodedTree(encoding: EncodableSlot(address: address, codec: self, lifetime: lifetime), limits: limits)
        }
      }
    }
    return try _openExistential(type, do: encoded)
  }
}
