/// The walk over data of an older version: the type's migrations change it, and properties are decoded from the result.
extension CodingReader {
  package mutating func readWhole(into address: UnsafeMutableRawPointer, as codec: Codec) throws {
    try decode(into: address, as: codec)
  }

  /// Decodes the properties of the record that was begun from migrated ones; returns false, and reads nothing, if the
  /// data is not older than the type.
  @inline(__always)
  package mutating func decodeMigratedProperties(
    of assembly: inout RecordAssembly, map: TypeMap.Storage
  ) throws -> Bool {
    guard let versions = map.versions else { return false }
    return try readMigratedProperties(of: versions, keys: map.index) { reader, properties in
      if !map.weakReferences.isEmpty { try reader.keepWeakReferences(of: map, in: properties) }
      try reader.decodeProperties(properties, of: &assembly, map: map)
    }
  }

  /// Weak references are read after all objects, so the format has to know the keys to which the migration moved them.
  @inline(never)
  private mutating func keepWeakReferences(of map: TypeMap.Storage, in properties: ArchivedProperties) throws {
    var values: [String: RawValueLocation] = [:]
    for reference in map.weakReferences {
      let key = reference.key
      guard let value = properties.members[key.stringValue] else { continue }
      guard case .archived(let location) = value.content else {
        throw DecodingError.dataCorrupted(
          .init(
            codingPath: [key],
            debugDescription: """
              The migration set a value that only a weak reference would refer to. Move the value of another key there.
              """))
      }
      values[key.stringValue] = location
    }
    keepWeakReferences(values)
  }

  /// Reads the record that was begun, with `decode` for its migrated properties; returns false, and reads nothing, if the
  /// data is not older than the type.
  ///
  /// - Parameters:
  ///   - isEnum: Whether the keys are names of cases, which must not be duplicates.
  ///   - keys: As for ``readMembers(of:_:)``.
  @_semantics("optimize.sil.specialize.generic.never")
  @inline(never)
  mutating func readMigratedProperties(
    of versions: TypeMap.Versions, isEnum: Bool = false, keys: PropertyIndex? = nil,
    _ decode: (inout Self, ArchivedProperties) throws -> Void
  ) throws -> Bool {
    let found = try readVersions()
    let outdated = try versions.outdated(by: found, acceptsNewer: rules.acceptsNewerVersions)
    guard outdated.contains(where: \.level.migrates) else { return false }
    try readMembers(of: keys) { reader, members in
      if isEnum { try reader.refuseDuplicateKeys(members.map(\.key)) }
      let properties = try ArchivedProperties(
        members, versions: found, source: ReaderSource(reader.reader(), notesUse: reader.checksKeys),
        keepsFirst: reader.rules.keepsFirstOfDuplicateKeys
      ).migrated(by: outdated)
      try decode(&reader, properties)
    }
    return true
  }

  /// Decodes the properties of a record from its collected members.
  ///
  /// - Parameter keys: The keys of the type if it is a model that is flattened into the record.
  @_semantics("optimize.sil.specialize.generic.never")
  @inline(never)
  mutating func decodeProperties(
    _ properties: ArchivedProperties, of assembly: inout RecordAssembly, map: TypeMap.Storage, keys: PartKeys? = nil
  ) throws {
    var arrivals = rules.nestsKeyPaths ? KeyArrivals(of: map) : KeyArrivals()
    try decodeMembers(properties, of: &assembly, map: map, keys, &arrivals)
    if map.hasFlattenedEnums, let parts = arrivals.parts {
      try withUnsafeMutablePointer(to: &self) { reader in
        try parts.decodeEnums(in: &assembly, map) {
          try reader.pointee.hasTag($0, in: properties)
        } decode: { part, slot in
          try reader.pointee.decodeFlattenedCase(part, properties, into: slot)
        }
      }
    }
    try finish(&arrivals, in: &assembly, map)
  }

  private mutating func decodeMembers(
    _ properties: ArchivedProperties, of assembly: inout RecordAssembly, map: TypeMap.Storage, _ keys: PartKeys?,
    _ arrivals: inout KeyArrivals
  ) throws {
    if let group = keys?.group ?? map.keyGroup, rules.nestsKeyPaths {
      return try decodeMembers(properties, of: group, into: &assembly, map: map, &arrivals)
    }
    let index = keys?.index ?? map.index
    // Former keys come last, so that none of their values is decoded in vain.
    for areCurrent in map.hasFormerKeys ? [true, false] : [true] {
      for (key, value) in properties.members {
        guard let match = properties.match(key, in: index) else {
          if areCurrent { try passOver(properties.key(key, in: index), value, in: index) }
          continue
        }
        guard (match.rank == 0) == areCurrent else { continue }
        let failureCount = arrivals.failures.count
        try trackedPath.within(DynamicKey(key)) {
          try reading(placeOf: value) {
            try $0.decodeMember(value, match.position, rank: match.rank, into: &assembly, map: map, &arrivals)
          }
        }
        arrivals.failures.prepend(DynamicKey(key), from: failureCount)
      }
    }
  }

  private mutating func decodeMembers(
    _ properties: ArchivedProperties, of group: KeyGroup, into assembly: inout RecordAssembly, map: TypeMap.Storage,
    _ arrivals: inout KeyArrivals
  ) throws {
    for (key, value) in properties.members {
      guard let match = properties.match(key, in: group.index) else {
        let known = properties.key(key, in: group.index)
        if let rest = group.rest, let entries = arrivals.parts?.rest, !group.index.isKnown(known) {
          try decodeEntry(properties.key(key, isFixed: rest.areKeysFixed), value, of: entries)
        } else {
          try passOver(known, value, in: group.index)
        }
        continue
      }
      let failureCount = arrivals.failures.count
      try trackedPath.within(DynamicKey(key)) {
        switch group.members[match.position] {
        case .property(let position, let rank):
          try reading(placeOf: value) {
            try $0.decodeMember(value, position, rank: rank, into: &assembly, map: map, &arrivals)
          }
        case .group(let inner): try decodeGroup(value, of: inner, into: &assembly, map: map, &arrivals)
        }
      }
      arrivals.failures.prepend(DynamicKey(key), from: failureCount)
    }
  }

  mutating func decodeEntry(
    _ key: String, _ value: ArchivedProperties.Value, of entries: RestEntries
  ) throws {
    try trackedPath.within(DynamicKey(key)) {
      try entries.add(key) { address in
        try reading(placeOf: value) {
          try $0.decode(value, into: address, as: entries.codec.value, recoveringBy: .skippedElement)
        }
      }
    }
  }

  private mutating func decodeGroup(
    _ value: ArchivedProperties.Value, of group: KeyGroup, into assembly: inout RecordAssembly,
    map: TypeMap.Storage, _ arrivals: inout KeyArrivals
  ) throws {
    switch value.content {
    case .archived(let raw) where group.isArray:
      try reading(placeOf: value) { reader in
        try reader.reading(raw) { try $0.decodeGroup(group, into: &assembly, map: map, &arrivals) }
      }
    case .nested(let properties) where !group.isArray:
      try decodeMembers(properties, of: group, into: &assembly, map: map, &arrivals)
    case .archived(let raw):
      // The migrations did not change anything in it.
      let members: ArchivedProperties? = try reading(raw) { reader in
        do {
          try reader.beginRecord()
        } catch is DecodingError {
          return nil
        }
        return try reader.readMembers(of: group.index) { reader, members in
          ArchivedProperties(
            members, versions: nil,
            source: try value.source ?? ReaderSource(reader.reader(), notesUse: reader.checksKeys),
            keepsFirst: reader.rules.keepsFirstOfDuplicateKeys, path: value.path)
        }
      }
      if let members {
        try decodeMembers(members, of: group, into: &assembly, map: map, &arrivals)
      } else {
        // Null or another value counts as that of each property, as in data of the current version.
        try reading(placeOf: value) { reader in
          try reader.reading(raw) { try $0.decodeGroup(group, into: &assembly, map: map, &arrivals) }
        }
      }
    case .nested, .set: throw value.isNoGroup(group)
    }
  }

  private mutating func decodeMember(
    _ value: ArchivedProperties.Value, _ position: Int, rank: Int, into assembly: inout RecordAssembly,
    map: TypeMap.Storage, _ arrivals: inout KeyArrivals
  ) throws {
    guard rank > 0 else {
      return try decodeOwnMember(value, position, rank: rank, into: &assembly, map: map, &arrivals)
    }
    // Under a former key, a value that does not fit is an error only if there is none under a newer key.
    var failures = arrivals.failures
    defer { arrivals.failures = failures }
    if case .archived(let raw) = value.content {
      try reading(raw) { reader in
        _ = try reader.readFormer(position, rank: rank, &failures) {
          try $0.decodeOwnMember(value, position, rank: rank, into: &assembly, map: map, &arrivals)
          return true
        }
      }
    } else if !failures.isIrrelevant(position, rank: rank, keepingFirst: rules.keepsFirstOfDuplicateKeys) {
      let (before, begun) = (self, ThreadState.ownCodeFailures)
      do {
        try decodeOwnMember(value, position, rank: rank, into: &assembly, map: map, &arrivals)
      } catch let error as DecodingError where error.isRecoverable(by: .formerKey, since: begun) {
        failures.add(position, rank: rank, error)
        self = before
      }
    }
  }

  private mutating func decodeOwnMember(
    _ value: ArchivedProperties.Value, _ position: Int, rank: Int, into assembly: inout RecordAssembly,
    map: TypeMap.Storage, _ arrivals: inout KeyArrivals
  ) throws {
    if position >= map.operations.count {
      return try arrivals.withLocation(of: position, in: &assembly, map) { position, assembly, map, arrivals in
        try decodeOwnMember(value, position, rank: rank, into: &assembly, map: map, &arrivals)
      }
    }
    let earlier = arrivals.rank(of: position)
    if map.hasFormerKeys, !map.operation(at: position).pointee.formerKeys.isEmpty,
      case .archived(let raw) = value.content
    {
      var arrival = FormerKeyArrival.counts
      try reading(raw) { arrival = try $0.arrival(of: position, rank: rank, after: earlier, map, &arrivals.former) }
      if arrival == .isPassedOver { return }
      if earlier != nil { arrivals.remove(position, from: &assembly) }
      if arrival == .isNullInPlaceOfValue { return }
    } else if let earlier {
      guard rank < earlier || rank == earlier && !rules.keepsFirstOfDuplicateKeys else { return }
      arrivals.remove(position, from: &assembly)
    }
    let operation = map.operation(at: position)
    if operation.pointee.takesNullAsMissing, map.keepsDefault(position), value.isNil { return }
    if rules.passesNullOn || operation.pointee.keepsDefaultForNull, map.hasAnyDefaults,
      case .archived(let raw) = value.content
    {
      var isNull = false
      try reading(raw) { isNull = try $0.leavesNullAtDefault(operation, of: map) }
      if isNull { return }
    }
    let (slot, codec) = (assembly.slot(position), operation.pointee.codec)
    var isDecoded = true
    let isByRule = operation.pointee.keepsDefaultForUndecodable
    if isByRule || rules.leavesUndecodableAtDefault, rules.nestsKeyPaths, map.hasAnyDefaults, map.keepsDefault(position)
    {
      isDecoded = try decode(
        value, into: slot, as: codec, recoveringBy: isByRule ? .defaultForProperty : .defaultForValue)
    } else {
      try readMember(position, into: slot) { try $0.decode(value, into: $1, as: codec) }
    }
    if isDecoded { assembly.commit(position) }
    arrivals.add(position, rank: rank)
  }

  private func refuseDuplicateKeys(_ keys: [String]) throws {
    var met: Set<String> = []
    for key in keys where !met.insert(key).inserted {
      throw DecodingError.dataCorrupted(.init("Duplicate key \"\(key)\"; an enum has one case."))
    }
  }

  /// Reports or refuses a member that no property has, unless a migration has used its key.
  @inline(never)
  mutating func passOver(_ key: String, _ value: ArchivedProperties.Value, in keys: PropertyIndex) throws {
    guard checksKeys, case .archived(let raw) = value.content, value.source?.isUsed(value) == false else { return }
    try reading(placeOf: value) { reader in
      try reader.reading(raw) { try $0.passOver(unknownKey: value.path.last ?? key, as: key, in: keys) }
    }
  }

  /// Returns the properties of a model after its own migrations.
  func migrated(_ properties: ArchivedProperties, for map: TypeMap.Storage) throws -> ArchivedProperties {
    if let versions = map.versions {
      return try properties.migrated(
        by: versions.outdated(by: properties.versions, acceptsNewer: rules.acceptsNewerVersions))
    }
    if !rules.acceptsNewerVersions { try properties.versions?.refuse(for: map.type) }
    return properties
  }
}
