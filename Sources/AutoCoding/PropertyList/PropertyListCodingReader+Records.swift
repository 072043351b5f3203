/// The properties of records.
extension PropertyListCodingReader {
  @inline(__always)
  mutating func readRecord(preparedIn slot: RecordSlot, into address: UnsafeMutableRawPointer) throws -> Bool {
    guard let map = slot.owner(as: TypeMap.Storage.self) else { return false }
    try map._withUnsafeGuaranteedRef { map in
      var assembly = try RecordAssembly(map, at: address)
      try readProperties(of: &assembly, map: map)
      try assembly.finish(at: address)
    }
    return true
  }

  /// Reads the properties of the record that was begun, as far as they are present: by its plan, or one key at a time.
  @inline(__always)
  private mutating func readProperties(of assembly: inout RecordAssembly, map: TypeMap.Storage) throws {
    if try decodeMigratedProperties(of: &assembly, map: map) { return }
    if map.keyGroup == nil, let operations = map.operations.baseAddress,
      let positions = try plannedPositions(in: map.index)
    {
      return try readProperties(positions, of: &assembly, operations)
    }
    try decodeCurrentProperties(of: &assembly, map: map) { reader, address, kind in
      reader.list.readLeaf(reader.current, into: address, kind: kind)
    }
  }

  /// Returns the positions of the properties that the record has, in the order of the data, if its plan has each of them
  /// once and under its current key.
  @inline(__always)
  private mutating func plannedPositions(in keys: PropertyIndex) throws -> UnsafeBufferPointer<Int>? {
    guard case .members(let members) = frame.contents else { return nil }
    frame.isBegun = true
    frame.plan = try plan(for: members, keys)
    return frame.plan?._withUnsafeGuaranteedRef { $0.positions }
  }

  /// Reads the properties that a plan has, of which each is present exactly once.
  @inline(__always)
  private mutating func readProperties(
    _ positions: UnsafeBufferPointer<Int>, of assembly: inout RecordAssembly,
    _ operations: UnsafePointer<PropertyOperation>
  ) throws {
    guard case .members(let members) = frame.contents, let plan = frame.plan else { return }
    var index = 0
    do {
      while index < positions.count {
        let operation = operations + positions[index]
        let slot = assembly.slot(positions[index])
        guard let step = plan._withUnsafeGuaranteedRef({ $0.step(index) }) else { throw mismatch([String: Any].self) }
        let object = try list.value(step.index, of: members)
        if operation.pointee.isOptional || !list.readLeaf(object, into: slot, kind: operation.pointee.kind) {
          current = object
          try decodeProperty(into: slot, operation)
        }
        index &+= 1
      }
    } catch {
      for position in positions[..<index] { assembly.commit(position) }
      throw error.prepending(operations[positions[index]].key)
    }
    for position in positions { assembly.commit(position) }
    end()
  }

  // MARK: Keys

  mutating func nextProperty(in keys: PropertyIndex, expecting expected: Int) throws -> PropertyIndex.Match? {
    guard case .members(let members) = frame.contents else { throw mismatch([String: Any].self) }
    if !frame.isBegun {
      frame.isBegun = true
      frame.plan = try plan(for: members, keys)
    }
    guard let plan = frame.plan else { return try nextUnplannedProperty(of: members, in: keys) }
    guard let step = plan._withUnsafeGuaranteedRef({ $0.step(frame.next) }) else {
      end()
      return nil
    }
    frame.next &+= 1
    current = try list.value(step.index, of: members)
    return step.match
  }

  private mutating func nextUnplannedProperty(
    of members: PropertyListReader.Pairs, in keys: PropertyIndex
  ) throws -> PropertyIndex.Match? {
    while frame.next < members.count {
      let index = frame.next
      frame.next &+= 1
      if let match = try match(index, of: members, in: keys) {
        current = try list.value(index, of: members)
        return match
      }
      if try checksKeys || isVersionKey(index, of: members) { try passOver(index, of: members, in: keys) }
    }
    end()
    return nil
  }

  /// Returns the property of a key, or nil if it has none.
  @inline(__always)
  private mutating func match(
    _ index: Int, of members: PropertyListReader.Pairs, in keys: PropertyIndex
  ) throws -> PropertyIndex.Match? {
    let key = try list.key(index, of: members)
    if let (word, count) = try list.shortString(key), let match = keys.match(word: word, count: count) { return match }
    return try otherMatch(key, in: keys)
  }

  @inline(never)
  private mutating func otherMatch(_ key: UInt32, in keys: PropertyIndex) throws -> PropertyIndex.Match? {
    if let text = try list.unverifiedASCIIString(key),
      let match = keys.match(text.assumingMemoryBound(to: UInt8.self))
    {
      return match
    }
    return keys.match(try string(key))
  }

  @inline(__always)
  private func isVersionKey(_ index: Int, of members: PropertyListReader.Pairs) throws -> Bool {
    try list.isString(list.key(index, of: members), equalTo: "$version")
  }

  /// Passes over a key that has no property.
  @inline(never)
  private mutating func passOver(_ index: Int, of members: PropertyListReader.Pairs, in keys: PropertyIndex) throws {
    let key = try string(list.key(index, of: members))
    if !keys.isVersioned, key == ArchivedVersions.key {
      current = try list.value(index, of: members)
      return try refuseVersions(of: keys)
    }
    if checksKeys { try passOver(unknownKey: key, in: keys) }
  }

  // MARK: Plans

  /// The number of records from which a list has plans.
  private static var fewestRecords: Int { 4 }

  /// Returns the plan of the record that was just begun, or nil if each key must be looked up.
  @inline(__always)
  private mutating func plan(
    for members: PropertyListReader.Pairs, _ keys: PropertyIndex
  ) throws -> Unmanaged<RecordPlan>? {
    // A plan does not find unknown keys, since it has those of properties alone.
    if checksKeys { return nil }
    let state = state.values
    state.pointee.recordCount &+= 1
    guard let plans = state.pointee.plans else {
      if state.pointee.recordCount >= Self.fewestRecords { self.state.makePlans() }
      return nil
    }
    if plans.pointee.isUnplanned(keys) { return nil }
    if let known = plans.pointee.recentPlan(for: members, keys, in: list) { return known }
    return try otherPlan(for: members, keys, plans)
  }

  @inline(never)
  private mutating func otherPlan(
    for members: PropertyListReader.Pairs, _ keys: PropertyIndex, _ plans: UnsafeMutablePointer<RecordPlans>
  ) throws -> Unmanaged<RecordPlan>? {
    if let known = plans.pointee.plan(for: members, keys, in: list) { return known }
    guard plans.pointee.hasRoom(for: members.count, keys) else { return nil }
    // Each record has to be asked for a version that the type does not have.
    if !keys.isVersioned, try value(of: ArchivedVersions.key, in: members) != nil { return nil }
    let plan = try RecordPlan(members) { try match($0, of: members, in: keys) }
    return plans.pointee.insert(plan, for: keys)
  }
}
