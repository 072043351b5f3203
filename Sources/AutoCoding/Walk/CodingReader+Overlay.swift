/// The walk that updates an existing value in part: data replaces the properties it has, and models are updated in
/// part.
extension CodingReader {
  /// Overlays an existing struct or object with the properties whose keys are present. If the data names another class
  /// than the object's, a new object takes the place of the existing one, as it does within models.
  ///
  /// - Parameters:
  ///   - address: As for ``RecordCodec/overlay(_:undo:_:)``.
  ///   - mergesCollections: Whether collections are merged, rather than replaced.
  ///   - finish: Called after everything was read and before the value is changed. Objects within it may have been
  ///     changed by then.
  /// - Throws: If it throws, the value is unchanged.
  @_semantics("optimize.sil.specialize.generic.never")
  @inline(never)
  package mutating func overlay(
    _ address: UnsafeMutableRawPointer, as codec: RecordCodec, mergesCollections: Bool = false,
    finish: (inout Self) throws -> Void
  ) throws {
    if codec.isClass, try !isPart(of: codec, at: address) { return try replace(address, as: codec, finish: finish) }
    let undo = OverlayUndo(mergesCollections: mergesCollections)
    do {
      try overlay(address, as: codec, undo, finish: finish)
    } catch {
      undo.undo()
      throw error
    }
  }

  private mutating func replace(
    _ address: UnsafeMutableRawPointer, as codec: RecordCodec, finish: (inout Self) throws -> Void
  ) throws {
    let operations = ValueOperations(codec.type)
    try operations.withTemporaryValue { memory in
      try decode(into: memory, as: codec)
      do {
        try finish(&self)
      } catch {
        operations.destroy(memory)
        throw error
      }
      operations.assign(taking: memory, to: address)
    }
  }

  mutating func overlay(
    _ address: UnsafeMutableRawPointer, as codec: RecordCodec, _ undo: OverlayUndo,
    finish: (inout Self) throws -> Void = { _ in }
  ) throws {
    let level = try NestedLevel.enter(toDecodeWithin: limits)
    defer { extendLifetime(level) }
    try codec.overlay(address, undo: undo) { map, assembly, base in
      try beginRecord()
      var overlay = Overlay(base: base, undo: undo)
      // A part without a version is in the current format.
      if try isToBeMigrated(map) {
        try overlayMigrated(&assembly, map: map, &overlay)
      } else {
        if rules.nestsKeyPaths, map.flattening != nil, let group = map.keyGroup {
          let start = try reader()
          if group.rest?.isRead == true {
            // There are no unknown keys.
            var reader = start
            try reader.overlayMembers(of: map.index, group, &assembly, map: map, &overlay)
            while try nextKey() != nil { try skipValue() }
          } else {
            try overlayMembers(of: map.index, group, &assembly, map: map, &overlay)
          }
          try start.overlayFlattened(of: map, in: group.index, &assembly, base, undo)
        } else {
          try overlayMembers(of: map.index, rules.nestsKeyPaths ? map.keyGroup : nil, &assembly, map: map, &overlay)
        }
      }
      try finish(&self)
    }
  }

  /// Whether the record that was begun states a version that is older than its type.
  mutating func isToBeMigrated(_ map: TypeMap.Storage) throws -> Bool {
    guard let versions = map.versions, let found = try readVersions() else { return false }
    return try versions.outdated(by: found, acceptsNewer: rules.acceptsNewerVersions).contains(where: \.level.migrates)
  }

  mutating func overlayMembers(
    of index: PropertyIndex, _ group: KeyGroup?, _ assembly: inout RecordAssembly, map: TypeMap.Storage,
    _ overlay: inout Overlay
  ) throws {
    try overlayKeys(of: index, group, &assembly, map: map, &overlay)
    try finishOverlay(&assembly, map: map, &overlay)
  }

  /// Ends the update of a record whose properties were all read.
  mutating func finishOverlay(
    _ assembly: inout RecordAssembly, map: TypeMap.Storage, _ overlay: inout Overlay
  ) throws {
    if overlay.arrivals.failures.count > 0 { try overlay.arrivals.checkFailures(in: &assembly, map) }
    let arrivals = overlay.arrivals
    try settle(arrivals.former, in: &assembly, map) { position, _ in arrivals.rank(of: position) == nil }
  }

  private mutating func overlayKeys(
    of index: PropertyIndex, _ group: KeyGroup?, _ assembly: inout RecordAssembly, map: TypeMap.Storage,
    _ overlay: inout Overlay
  ) throws {
    let index = group?.index ?? index
    var met: Set<Int> = []
    var expected = 0
    while let match = try nextProperty(in: index, expecting: expected) {
      expected = match.position + 1
      // A group has a member for each key, a type without groups an index for all keys of a property.
      let key =
        group == nil ? map.operation(at: match.position).pointee.key(ofRank: match.rank) : index.keys[match.position]
      let failureCount = overlay.arrivals.failures.count
      try trackedPath.within(key) {
        switch group?.members[match.position] ?? .property(position: match.position, rank: match.rank) {
        case .property(let position, let rank):
          try overlayMember(position, rank: rank, &assembly, map: map, &overlay)
        case .group(let inner):
          if !met.insert(match.position).inserted {
            // As in decoding, a duplicate counts as a whole, or not at all.
            if rules.keepsFirstOfDuplicateKeys { return try skipValue() }
            inner.forEachProperty { position, rank in
              if overlay.arrivals.rank(of: position) == rank { overlay.discard(position, &assembly) }
            }
          }
          try overlayGroup(inner, &assembly, map: map, &overlay)
        }
      }
      overlay.arrivals.failures.prepend(key, from: failureCount)
    }
  }

  mutating func overlayGroup(
    _ group: KeyGroup, _ assembly: inout RecordAssembly, map: TypeMap.Storage, _ overlay: inout Overlay
  ) throws {
    let isBegun = try begin(group) { reader, position, rank, misplaced in
      try reader.overlayMember(position, rank: rank, &assembly, map: map, &overlay, misplaced: misplaced)
    }
    guard isBegun else { return }
    if group.isArray {
      try forEachElement(of: group) { reader, index, member in
        let failureCount = overlay.arrivals.failures.count
        switch member {
        case .property(let position, let rank):
          try reader.overlayMember(position, rank: rank, &assembly, map: map, &overlay)
        case .group(let inner): try reader.overlayGroup(inner, &assembly, map: map, &overlay)
        }
        overlay.arrivals.failures.prepend(DynamicKey(index: index), from: failureCount)
      }
    } else {
      try overlayKeys(of: group.index, group, &assembly, map: map, &overlay)
    }
  }

  /// - Parameter misplaced: The error of reading the object that has the property, if there is none.
  mutating func overlayMember(
    _ position: Int, rank: Int, _ assembly: inout RecordAssembly, map: TypeMap.Storage, _ overlay: inout Overlay,
    misplaced: DecodingError? = nil
  ) throws {
    // Flattened models are read by themselves.
    guard position < map.operations.count else { return try skipValue() }
    guard rank > 0 else { return try overlayOwnMember(position, rank: rank, &assembly, map: map, &overlay, misplaced) }
    var failures = overlay.arrivals.failures.take()
    let count = failures.count
    _ = try readFormer(position, rank: rank, &failures) { reader in
      try reader.overlayOwnMember(position, rank: rank, &assembly, map: map, &overlay, misplaced)
      return true
    }
    if failures.count > count { overlay.discard(position, &assembly) }
    overlay.arrivals.failures = failures
  }

  private mutating func overlayOwnMember(
    _ position: Int, rank: Int, _ assembly: inout RecordAssembly, map: TypeMap.Storage, _ overlay: inout Overlay,
    _ misplaced: DecodingError?
  ) throws {
    let earlier = overlay.arrivals.rank(of: position)
    if map.hasFormerKeys, !map.operation(at: position).pointee.formerKeys.isEmpty {
      let arrival = try arrival(of: position, rank: rank, after: earlier, map, &overlay.arrivals.former)
      if arrival == .isPassedOver { return }
      if earlier != nil { overlay.discard(position, &assembly) }
      if arrival == .isNullInPlaceOfValue { return }
    } else if let earlier {
      guard rank < earlier || rank == earlier && !rules.keepsFirstOfDuplicateKeys else { return try skipValue() }
      overlay.discard(position, &assembly)
    }
    let first = overlay.undo.count
    defer { overlay.note(changesFrom: first, for: position) }
    let operation = map.operation(at: position)
    overlay.arrivals.add(position, rank: rank)
    if let misplaced {
      if try decodeMisplaced(into: assembly.slot(position), operation, map: map, misplaced) {
        assembly.commit(position)
      }
      return
    }
    if try leavesNullAtDefault(operation, of: map) { return }
    let (slot, codec) = (assembly.slot(position), operation.pointee.codec)
    let existing = overlay.base + operation.pointee.offset
    if let record = codec.overlaidRecord(at: existing), try isPart(of: record, at: existing) {
      // The property keeps its object, which is updated in place.
      if record.isClass { return try self.overlay(existing, as: record, overlay.undo) }
      try operation.pointee.memory.copy(from: existing, to: slot) {
        try self.overlay(slot, as: record, overlay.undo)
      }
    } else if try operation.pointee.recovers && !beginsCollection(codec)
      || !mergeCollection(at: existing, into: slot, as: codec, overlay.undo)
    {
      guard try decodeOrDefault(into: slot, operation, map: map) else { return }
    }
    assembly.commit(position)
  }

  /// Whether the next value is a part of the record at an address, rather than null or an object of another class.
  func isPart(of record: RecordCodec, at address: UnsafeRawPointer) throws -> Bool {
    var reader = self
    if try reader.readNull() { return false }
    // What is no object is refused, or recovered from, as a whole.
    guard (try? reader.beginRecord()) != nil else { return false }
    guard record.isClass else { return true }
    if record.hasTypeKey, rules.readsTypeTags, let tags = try record.map._withUnsafeGuaranteedRef(\.tags) {
      return reader.isPart(of: type(of: address.value(as: AnyObject.self)), tags)
    }
    let name: String?
    do {
      name = try reader.readTypeName()
    } catch let error where error.isOfNull {
      // A new object of the declared class.
      return false
    }
    guard let name else { return true }
    guard let type = type(of: address.value(as: AnyObject.self)) as? any AutoCoding.Type else { return false }
    return TypeNames.isName(name, of: type)
  }
}

/// The state of a record that is updated in part, while its keys are read.
struct Overlay {
  /// The address of the existing properties.
  let base: UnsafeMutableRawPointer
  let undo: OverlayUndo
  var arrivals = KeyArrivals()
  /// The changes of objects within properties, which are made in place.
  private var changes: [Int: Range<Int>] = [:]

  init(base: UnsafeMutableRawPointer, undo: OverlayUndo) {
    self.base = base
    self.undo = undo
  }

  /// Notes that all changes from a number on were made for a property.
  mutating func note(changesFrom first: Int, for position: Int) {
    if undo.count > first { changes[position] = first..<undo.count }
  }

  /// Discards the value of a property, since another one counts.
  mutating func discard(_ position: Int, _ assembly: inout RecordAssembly) {
    arrivals.remove(position, from: &assembly)
    if let made = changes.removeValue(forKey: position) { undo.undo(made) }
  }
}
