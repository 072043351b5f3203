/// The properties of records.
extension PropertyListCodingReader: PlannedReader {
  @inline(__always)
  mutating func plan(of map: TypeMap.Storage) throws -> (pairs: PropertyListReader.Pairs, plan: Unmanaged<RecordPlan>)?
  {
    guard map.keyGroup == nil, case .members(let members) = frame.contents else { return nil }
    frame.isBegun = true
    frame.plan = try plan(for: members, map.index)
    return frame.plan.map { (members, $0) }
  }

  /// Does nothing: members were counted when the record was begun.
  @inline(__always)
  mutating func countProperty() throws {}

  @inline(__always)
  mutating func goTo(_ value: UInt32, ofProperty position: Int) { current = value }

  @inline(__always)
  mutating func endPlannedRecord() { end() }

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
      try refuseArchive(members)
      current = try list.value(index, of: members)
      return try refuseVersions(of: keys)
    }
    if checksKeys { try passOver(unknownKey: key, as: key, in: keys) }
  }

  /// Refuses a keyed archive, whose `$version` is not that of a model.
  func refuseArchive(_ record: PropertyListReader.Pairs) throws {
    guard try value(of: "$archiver", in: record) != nil else { return }
    throw DataRefusal(
      .otherFormat, "This property list is a keyed archive.", remedy: "Decode it with KeyedArchiveDecoder."
    ).decodingError()
  }

  // MARK: Plans

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
      if state.pointee.recordCount >= RecordPlans.fewestRecords { self.state.makePlans() }
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
