/// Updates existing values in part from data of an older version, which is migrated first.
extension CodingReader {
  /// Overlays the properties of a record that was begun, and that is older than its type.
  mutating func overlayMigrated(
    _ assembly: inout RecordAssembly, map: TypeMap.Storage, _ overlay: inout Overlay
  ) throws {
    guard let versions = map.versions else { return try decodeProperties(of: &assembly, map: map) }
    _ = try readMigratedProperties(of: versions, keys: map.index) { reader, properties in
      try reader.overlay(properties, &assembly, map: map, &overlay)
    }
  }

  /// Overlays the properties of a record with migrated ones, and the flattened models in it.
  private mutating func overlay(
    _ properties: ArchivedProperties, _ assembly: inout RecordAssembly, map: TypeMap.Storage, _ overlay: inout Overlay
  ) throws {
    let group = rules.nestsKeyPaths ? map.keyGroup : nil
    try overlayMembers(properties, of: map.index, group, &assembly, map: map, &overlay)
    if let group, map.flattening != nil {
      // It does not check for unknown keys, since each model has some of the record's.
      var reader = try reader()
      try reader.overlayFlattened(properties, of: map, in: group.index, &assembly, overlay.base, overlay.undo)
    }
  }

  mutating func overlayMembers(
    _ properties: ArchivedProperties, of index: PropertyIndex, _ group: KeyGroup?, _ assembly: inout RecordAssembly,
    map: TypeMap.Storage, _ overlay: inout Overlay
  ) throws {
    try overlayKeys(of: properties, index, group, &assembly, map: map, &overlay)
    try finishOverlay(&assembly, map: map, &overlay)
  }

  private mutating func overlayKeys(
    of properties: ArchivedProperties, _ index: PropertyIndex, _ group: KeyGroup?, _ assembly: inout RecordAssembly,
    map: TypeMap.Storage, _ overlay: inout Overlay
  ) throws {
    let keys = group?.index ?? index
    for (key, value) in properties.members {
      guard let match = properties.match(key, in: keys) else {
        // With a dictionary for all other keys, there are no unknown ones.
        if group?.rest?.isRead != true { try passOver(properties.key(key, in: keys), value, in: keys) }
        continue
      }
      let failureCount = overlay.arrivals.failures.count
      try trackedPath.within(DynamicKey(key)) {
        switch group?.members[match.position] ?? .property(position: match.position, rank: match.rank) {
        case .property(let position, let rank):
          try reading(placeOf: value) {
            try $0.overlayMember(value, position, rank: rank, &assembly, map: map, &overlay)
          }
        case .group(let inner):
          switch value.content {
          case .nested(let properties) where !inner.isArray:
            try overlayKeys(of: properties, inner.index, inner, &assembly, map: map, &overlay)
          case .archived(let raw):
            try reading(placeOf: value) {
              try $0.reading(raw) { try $0.overlayGroup(inner, &assembly, map: map, &overlay) }
            }
          case .nested, .set: throw value.isNoGroup(inner)
          }
        }
      }
      overlay.arrivals.failures.prepend(DynamicKey(key), from: failureCount)
    }
  }

  private mutating func overlayMember(
    _ value: ArchivedProperties.Value, _ position: Int, rank: Int, _ assembly: inout RecordAssembly,
    map: TypeMap.Storage, _ overlay: inout Overlay
  ) throws {
    // Flattened models are overlaid by themselves.
    guard position < map.operations.count else { return }
    if case .archived(let raw) = value.content {
      return try reading(raw) { try $0.overlayMember(position, rank: rank, &assembly, map: map, &overlay) }
    }
    if let earlier = overlay.arrivals.rank(of: position) {
      guard rank < earlier || rank == earlier && !rules.keepsFirstOfDuplicateKeys else { return }
      overlay.discard(position, &assembly)
    }
    let first = overlay.undo.count
    defer { overlay.note(changesFrom: first, for: position) }
    overlay.arrivals.add(position, rank: rank)
    let operation = map.operation(at: position)
    if operation.pointee.takesNullAsMissing, map.keepsDefault(position), value.isNil { return }
    let (slot, existing) = (assembly.slot(position), overlay.base + operation.pointee.offset)
    if case .nested(let properties) = value.content, let record = operation.pointee.codec.overlaidRecord(at: existing),
      record.isClass, try isPart(properties, of: record, at: existing)
    {
      // The property keeps its object, which is updated in place.
      return try self.overlay(existing, as: record, properties, overlay.undo)
    }
    try merge(value, into: slot, of: existing, as: operation.pointee.codec, overlay.undo)
    assembly.commit(position)
  }

  /// Decodes a value that a migration has set, or merges what it has changed into a copy of the existing value.
  mutating func merge(
    _ value: ArchivedProperties.Value, into slot: UnsafeMutableRawPointer, of existing: UnsafeRawPointer?,
    as codec: Codec, _ undo: OverlayUndo
  ) throws {
    if case .nested(let properties) = value.content, let existing,
      try merge(properties, into: slot, of: existing, as: codec, undo)
    {
      return
    }
    try decode(value, into: slot, as: codec)
  }

  /// Returns false if the properties replace the existing value.
  private mutating func merge(
    _ properties: ArchivedProperties, into slot: UnsafeMutableRawPointer, of existing: UnsafeRawPointer,
    as codec: Codec, _ undo: OverlayUndo
  ) throws -> Bool {
    if let record = codec.overlaidRecord(at: existing), try isPart(properties, of: record, at: existing) {
      try ValueOperations(codec.type).copy(from: existing, to: slot) {
        try overlay(slot, as: record, properties, undo)
      }
      return true
    }
    guard undo.mergesCollections else { return false }
    if let optional = codec.optional {
      // The wrapped value is at the Optional's own address.
      guard !optional.isNil(existing), try merge(properties, into: slot, of: existing, as: optional.wrapped, undo)
      else { return false }
      optional.wrap(slot)
      return true
    }
    guard let dictionary = codec.dictionary, dictionary.isKeyed else { return false }
    try mergeEntries(properties.entries(of: dictionary), of: existing, into: slot, as: dictionary, undo)
    return true
  }

  /// Overlays a model with properties that a migration of the model around it has changed.
  private mutating func overlay(
    _ address: UnsafeMutableRawPointer, as codec: RecordCodec, _ properties: ArchivedProperties, _ undo: OverlayUndo
  ) throws {
    let level = try NestedLevel.enter(toDecodeWithin: limits)
    defer { extendLifetime(level) }
    try codec.overlay(address, undo: undo) { map, assembly, base in
      var overlay = Overlay(base: base, undo: undo)
      try self.overlay(migrated(properties, for: map), &assembly, map: map, &overlay)
    }
  }
}
