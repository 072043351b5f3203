/// The walk over properties with key paths (``KeyGroup``).
extension CodingReader {
  /// Reads the properties of the record that was begun, and of the objects on their key paths.
  mutating func decodeMembers(
    of group: KeyGroup, into assembly: inout RecordAssembly, map: TypeMap.Storage
  ) throws {
    if map.hasFlattenedEnums { return try decodeMembersAndEnums(of: group, into: &assembly, map: map) }
    var arrivals = KeyArrivals(of: map)
    try decodeMembers(of: group, into: &assembly, map: map, &arrivals)
    try finish(&arrivals, in: &assembly, map)
  }

  /// Completes what was read of a record: properties with null, and flattened models.
  mutating func finish(_ arrivals: inout KeyArrivals, in assembly: inout RecordAssembly, _ map: TypeMap.Storage) throws
  {
    if arrivals.failures.count > 0 { try arrivals.checkFailures(in: &assembly, map) }
    try settle(arrivals.former, in: &assembly, map) { position, _ in arrivals.rank(of: position) == nil }
    arrivals.parts?.forEachMade { part in
      part.map._withUnsafeGuaranteedRef { correctNulls(of: part.arrivals.former, in: part.assembly, $0) }
    }
    try arrivals.parts?.finish(in: &assembly, map, keepingFirst: rules.keepsFirstOfDuplicateKeys) { isComplete($0) }
  }

  mutating func decodeMembers(
    of group: KeyGroup, into assembly: inout RecordAssembly, map: TypeMap.Storage, _ arrivals: inout KeyArrivals
  ) throws {
    var met = PropertySet(count: group.members.count)
    var expected = 0
    let entries = arrivals.parts?.rest
    while let match = try nextMember(of: group, expecting: expected, entries) {
      let index = match.position
      expected = index + 1
      let member = group.membersInPlace + index
      trackedPath?.enter(member.pointee.key)
      defer { trackedPath?.leave() }
      let failureCount = arrivals.failures.count
      do {
        if let inner = member.pointee.group {
          if !met.contains(index) {
            met.insert(index)
          } else {
            // The object is a duplicate: either the first or the last counts as a whole.
            if rules.keepsFirstOfDuplicateKeys {
              try skipValue()
              continue
            }
            try inner.forEachProperty { position, rank in
              try arrivals.withLocation(of: position, in: &assembly, map) { position, assembly, _, arrivals in
                if arrivals.rank(of: position) == rank { arrivals.remove(position, from: &assembly) }
              }
            }
            arrivals.parts?.forgetDiscarded()
          }
          try decodeGroup(inner, into: &assembly, map: map, &arrivals)
        } else {
          try decodeMember(
            member.pointee.position, rank: member.pointee.rank, into: &assembly, map: map, &arrivals)
        }
      } catch {
        throw error.prepending(member.pointee.key)
      }
      if arrivals.failures.count > failureCount { arrivals.failures.prepend(member.pointee.key, from: failureCount) }
    }
  }

  /// Reads the elements of an array that key paths lead through.
  private mutating func decodeElements(
    of group: KeyGroup, into assembly: inout RecordAssembly, map: TypeMap.Storage, _ arrivals: inout KeyArrivals
  ) throws {
    try forEachElement(of: group) { reader, index, member in
      let failureCount = arrivals.failures.count
      switch member {
      case .property(let position, let rank):
        try reader.decodeMember(position, rank: rank, into: &assembly, map: map, &arrivals)
      case .group(let inner): try reader.decodeGroup(inner, into: &assembly, map: map, &arrivals)
      }
      arrivals.failures.prepend(DynamicKey(index: index), from: failureCount)
    }
  }

  /// Begins the object or array of a group.
  @inline(__always)
  mutating func begin(_ group: KeyGroup) throws {
    if group.isArray { _ = try beginArray() } else { try beginRecord() }
  }

  /// Reads a property in place of whose object, on its key path, there is another value: as if that were the property's and
  /// did not fit. Returns false if the property keeps its default.
  ///
  /// - Parameter failure: The error of reading the object, which is thrown if no rule recovers from it.
  @inline(never)
  mutating func decodeMisplaced(
    into address: UnsafeMutableRawPointer, _ operation: UnsafePointer<PropertyOperation>, map: TypeMap.Storage,
    _ failure: DecodingError
  ) throws -> Bool {
    let isNilByRule = operation.pointee.isNilForUndecodable
    if operation.pointee.isOptional, isNilByRule || rules.readsUndecodableAsNil {
      _ = try reading(recoveringBy: isNilByRule ? .nilForProperty : .nilForValue) { _ in throw failure }
      operation.pointee.initializeNull(address)
      return true
    }
    return try reading(operation, map: map) { _ in throw failure }
  }

  /// Calls `body` to read each element of an array that is a member of a group, and skips the others. The array was begun.
  mutating func forEachElement(
    of group: KeyGroup, _ body: (inout Self, _ index: Int, KeyGroup.Member) throws -> Void
  ) throws {
    var index = 0
    while try hasNextElement() {
      if let member = group.member(atElement: index) {
        try trackedPath.within(DynamicKey(index: index)) { try body(&self, index, group.members[member]) }
      } else {
        try skipValue()
      }
      index += 1
    }
  }

  /// Reads the object or array of a group, or null.
  mutating func decodeGroup(
    _ group: KeyGroup, into assembly: inout RecordAssembly, map: TypeMap.Storage, _ arrivals: inout KeyArrivals
  ) throws {
    let isBegun = try begin(group) { reader, position, rank, misplaced in
      try reader.decodeMember(position, rank: rank, into: &assembly, map: map, &arrivals, misplaced: misplaced)
    }
    guard isBegun else { return }
    if group.isArray { return try decodeElements(of: group, into: &assembly, map: map, &arrivals) }
    try decodeMembers(of: group, into: &assembly, map: map, &arrivals)
  }

  /// Begins the object or array of a group. If there is null or another value in its place, it counts as that of each
  /// property in the group: calls `read` for each, and returns false.
  ///
  /// - Parameter read: Reads a property. The error is that of a value that is no object or array; nil for null.
  @inline(__always)
  mutating func begin(
    _ group: KeyGroup, orForEach read: (inout Self, _ position: Int, _ rank: Int, DecodingError?) throws -> Void
  ) throws -> Bool {
    var after = self
    var misplaced: DecodingError?
    if try !after.readNull() {
      do {
        try begin(group)
        return true
      } catch let failure as DecodingError {
        misplaced = failure
        self = after
      }
    }
    try group.forEachProperty { position, rank in
      var reader = self
      try read(&reader, position, rank, misplaced)
    }
    if misplaced == nil { self = after } else { try skipValue() }
    return false
  }

  /// Returns the next member of a group, and reads all keys before it that no property has if there is a dictionary for
  /// them.
  private mutating func nextMember(
    of group: KeyGroup, expecting expected: Int, _ entries: RestEntries?
  ) throws -> PropertyIndex.Match? {
    guard let entries, let rest = group.rest else { return try nextProperty(in: group.index, expecting: expected) }
    while let text = try nextKey(isText: rest.areKeysFixed) {
      let key = rest.areKeysFixed ? fixedKey(text, in: group.index) : text
      if let match = group.index.match(key) { return match }
      if key == ArchivedVersions.key, !group.index.isVersioned { try refuseVersions(of: group.index) }
      if group.index.isKnown(key) { try skipValue() } else { try decodeEntry(key, of: entries) }
    }
    return nil
  }

  /// Reads the value of a key that no property has.
  mutating func decodeEntry(_ key: String, of entries: RestEntries) throws {
    trackedPath?.enter(DynamicKey(key))
    defer { trackedPath?.leave() }
    do {
      try entries.add(key) { address in
        try reading(recoveringBy: .skippedElement) { try $0.decode(into: address, as: entries.codec.value) }
      }
    } catch {
      throw error.prepending(DynamicKey(key))
    }
  }

  /// - Parameter misplaced: The error of reading the object that has the property, if there is none.
  private mutating func decodeMember(
    _ position: Int, rank: Int, into assembly: inout RecordAssembly, map: TypeMap.Storage,
    _ arrivals: inout KeyArrivals, misplaced: DecodingError? = nil
  ) throws {
    if rank > 0 { return try decodeFormerMember(position, rank: rank, into: &assembly, map: map, &arrivals, misplaced) }
    try arrivals.withLocation(of: position, in: &assembly, map) { position, assembly, map, arrivals in
      try decodeOwnMember(position, rank: rank, into: &assembly, map: map, &arrivals, misplaced)
    }
  }

  /// Reads a property that is under a former path.
  @inline(never)
  private mutating func decodeFormerMember(
    _ position: Int, rank: Int, into assembly: inout RecordAssembly, map: TypeMap.Storage,
    _ arrivals: inout KeyArrivals, _ misplaced: DecodingError?
  ) throws {
    var failures = arrivals.failures.take()
    defer { arrivals.failures = failures }
    _ = try readFormer(position, rank: rank, &failures) { reader in
      try arrivals.withLocation(of: position, in: &assembly, map) { position, assembly, map, arrivals in
        try reader.decodeOwnMember(position, rank: rank, into: &assembly, map: map, &arrivals, misplaced)
      }
      return true
    }
  }

  /// Reads a property that is not of a flattened model.
  @inline(never)
  private mutating func decodeOwnMember(
    _ position: Int, rank: Int, into assembly: inout RecordAssembly, map: TypeMap.Storage,
    _ arrivals: inout KeyArrivals, _ misplaced: DecodingError?
  ) throws {
    let earlier = arrivals.rank(of: position)
    if map.hasFormerKeys, !map.operation(at: position).pointee.formerKeys.isEmpty {
      let arrival = try arrival(of: position, rank: rank, after: earlier, map, &arrivals.former)
      if arrival == .isPassedOver { return }
      if earlier != nil { arrivals.remove(position, from: &assembly) }
      if arrival == .isNullInPlaceOfValue { return }
    } else if let earlier {
      // The newest key wins; for one key, the first or the last value.
      guard rank < earlier || rank == earlier && !rules.keepsFirstOfDuplicateKeys else { return try skipValue() }
      arrivals.remove(position, from: &assembly)
    }
    let operation = map.operation(at: position)
    let reported = map.hasFormerKeys ? issueCount : 0
    defer { if map.hasFormerKeys { noteIssues(from: reported, of: position, &arrivals.former) } }
    let isDecoded =
      if let misplaced {
        try decodeMisplaced(into: assembly.slot(position), operation, map: map, misplaced)
      } else {
        try !leavesNullAtDefault(operation, of: map)
          && decodeOrDefault(into: assembly.slot(position), operation, map: map)
      }
    if isDecoded { assembly.commit(position) }
    // A property that keeps its default has a value, too.
    arrivals.add(position, rank: rank)
  }
}
