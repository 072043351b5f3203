/// Records: structs, enums, tuples, and the properties of objects.
extension KeyedArchiveReader {
  mutating func beginRecord(of type: Any.Type?) throws {
    let pairs = try record()
    guard let type else { return begin(.record(pairs)) }
    let found = try archivedClass(of: pairs)
    if found?.foundation == .dictionary, Conformances.includes(type, (any AutoCoding.Type).self) {
      throw WrittenByCodable()
    }
    try check(found, isOf: type)
    begin(.record(pairs))
  }

  mutating func beginPayload(of type: Any.Type) throws {
    let pairs = try record()
    try check(try archivedClass(of: pairs), isOf: type, isPayload: true)
    begin(.record(pairs))
  }

  /// Returns the dictionary of the current value, which must be an object of any class.
  private mutating func record() throws -> PropertyListReader.Pairs {
    let object = try resolved()
    guard try isDictionary(object) else { throw mismatch([String: Any].self) }
    let pairs = try list.dictionary(object)
    countSearch(among: pairs.count)
    return pairs
  }

  /// Refuses a record whose class does not represent the type.
  ///
  /// - Parameter isPayload: Whether the record has the values that an enum's case carries.
  private mutating func check(_ found: ArchivedClass?, isOf type: Any.Type, isPayload: Bool = false) throws {
    guard let found else {
      throw corrupted("An object has no $class; expected one for \(TypeLookup.name(of: type)).")
    }
    let identity = Codec.identity(of: type)
    if found.contents.lastType == identity { return }
    let coded = Conformances.cast(type, to: (any AutoCoding.Type).self)
    if coded.map({ TypeNames.isName(found.name, of: $0) }) ?? (found.name == TypeLookup.name(of: type)) {
      found.contents.lastType = identity
      return
    }
    // The parts of tuples, payloads and results are checked one by one, and may have been of other types. A class name
    // without a module belongs to Foundation, if it is no model's.
    guard isPayload || coded == nil || Conformances.includes(type, (any StandInModel.Type).self),
      found.name.hasPrefix("(") || found.name.contains(".") || TypeNames.type(named: found.name) != nil
    else { throw refusal(found, type) }
  }

  func refusal(_ found: ArchivedClass, _ type: Any.Type) -> DecodingError {
    CodedObject.refusal(ofClass: found.name, as: type)
  }

  /// Returns the next property of the record that was begun; nil at its end.
  mutating func nextProperty(in keys: PropertyIndex, expecting expected: Int) throws -> PropertyIndex.Match? {
    let isOfObject = frames.count == objectTable.frameDepth
    if isOfObject { objectTable.finishProperty() }
    guard case .record(let pairs) = frame.contents else { throw corrupted("Expected a record.") }
    if !frame.isBegun {
      frame.isBegun = true
      frame.plan = try plan(for: pairs, keys)
    }
    guard let plan = frame.plan else { return try nextUnplannedProperty(of: pairs, in: keys, isOfObject: isOfObject) }
    guard let step = plan._withUnsafeGuaranteedRef({ $0.step(frame.next) }) else {
      end()
      return nil
    }
    frame.next &+= 1
    current = try list.value(step.index, of: pairs)
    if isOfObject { objectTable.beginProperty(step.match.position, value: current) }
    try spend()
    return step.match
  }

  // MARK: Older data

  mutating func readVersions() throws -> ArchivedVersions? {
    guard case .record(let pairs) = frame.contents, let value = try value(of: "$$version", in: pairs) else {
      return nil
    }
    return reading(value) { $0.currentVersions() }
  }

  /// Returns the versions that the current value is, or nil for null.
  private mutating func currentVersions() -> ArchivedVersions? {
    let (current, frame, depth) = (current, frame, frames.count)
    defer { self.current = current }
    if (try? readNull()) == true { return nil }
    // As a property, it would be a number: Foundation's numbers may be written as such.
    if let object = try? resolved(), (try? list.kind(of: object)) == .bool {
      return .unreadable("another value (a boolean)")
    }
    return .reading {
      self.current = current
      return try readInteger(as: Int.self)
    } or: {
      self.current = current
      do {
        return try versionsByName()
      } catch {
        // Discard frames that were begun inside.
        self.frame = frame
        frames.removeLast(max(0, frames.count - depth))
        throw error
      }
    }
  }

  mutating func readMembers<Result>(
    of keys: PropertyIndex?,
    _ body: (_ reader: inout Self, _ members: [RawMember]) throws -> Result
  ) throws -> Result {
    if case .pairs(let keys, _) = frame.contents { return try readEntries(count: keys.count, body) }
    guard case .record(let pairs) = frame.contents else { throw corrupted("Expected a record.") }
    var members: [RawMember] = []
    for index in 0..<pairs.count {
      try spend()
      let key = try string(try list.key(index, of: pairs))
      if ArchiveKeys.isOfFormat(key) { continue }
      let value = try list.value(index, of: pairs)
      members.append(RawMember(key: ArchiveKeys.unescaped(key), value: .object(value)))
    }
    // Until the record ends, its members are properties of the object that is being read.
    let result = try body(&self, members)
    end()
    return result
  }

  mutating func keepWeakReferences(_ values: [String: RawValueLocation]) {
    guard case .record(let pairs) = frame.contents else { return }
    movedReferences[pairs.keys] = values.compactMapValues { if case .object(let object) = $0 { object } else { nil } }
  }

  mutating func beginProperties() throws -> String? {
    let found = try archivedClass(of: record())
    if found?.foundation == .dictionary {
      _ = try beginDictionary()
    } else {
      try beginRecord()
    }
    return found?.foundation == nil ? found?.name : nil
  }

  /// The members of a dictionary whose keys are text.
  private mutating func readEntries<Result>(
    count: Int, _ body: (_ reader: inout Self, _ members: [RawMember]) throws -> Result
  ) throws -> Result {
    var members: [RawMember] = []
    for _ in 0..<count {
      guard try hasNextElement() else { break }
      guard let key = try? readString() else {
        throw DecodingError.typeMismatch(
          [String: Any].self,
          .init("The keys of the dictionary are not text, so it has no properties. Decode it instead."))
      }
      guard try hasNextElement() else { break }
      members.append(RawMember(key: key, value: .object(current)))
    }
    let result = try body(&self, members)
    end()
    return result
  }

  mutating func reading<Result>(
    _ value: RawValueLocation, _ body: (inout Self) throws -> Result
  ) throws -> Result {
    guard case .object(let object) = value else { throw unmigratable() }
    return try reading(object, body)
  }

  func reader() throws -> Self {
    // A migration reads keys in any order, so the path of an error would lead through what it only looked at.
    KeyedArchiveReader(within: self)
  }

  mutating func readWhole(into address: UnsafeMutableRawPointer, as codec: Codec) throws {
    try readRoot(into: address, as: codec)
  }

  mutating func readMember(
    _ position: Int, into address: UnsafeMutableRawPointer,
    _ decode: @escaping (_ reader: inout Self, _ address: UnsafeMutableRawPointer) throws -> Void
  ) throws {
    guard frames.count == objectTable.frameDepth else { return try decode(&self, address) }
    objectTable.finishProperty()
    objectTable.beginProperty(-1, value: current)
    try decode(&self, address)
    guard objectTable.isIncomplete else { return }
    objectTable.isIncomplete = false
    postponedMembers[objectTable.current, default: []].append((position, decode))
  }

  /// Returns the next property of a record whose keys are in an unpredictable order. Foundation on Linux writes each
  /// object's keys in random order.
  private mutating func nextUnplannedProperty(
    of pairs: PropertyListReader.Pairs, in keys: PropertyIndex, isOfObject: Bool
  ) throws -> PropertyIndex.Match? {
    while frame.next < pairs.count {
      let index = frame.next
      frame.next &+= 1
      try spend()
      guard let match = try match(index, of: pairs, in: keys) else {
        if keyCheck != nil { try passOver(index, of: pairs, in: keys) }
        continue
      }
      current = try list.value(index, of: pairs)
      if isOfObject { objectTable.beginProperty(match.position, value: current) }
      return match
    }
    end()
    return nil
  }

  /// Returns the property of a key, or nil if the key is one of the format's own or has no property.
  @inline(__always)
  mutating func match(
    _ index: Int, of pairs: PropertyListReader.Pairs, in keys: PropertyIndex
  ) throws -> PropertyIndex.Match? {
    let key = try list.key(index, of: pairs)
    if let (word, count) = try list.shortString(key), UInt8(truncatingIfNeeded: word) != UInt8(ascii: "$"),
      let match = keys.match(word: word, count: count)
    {
      return match
    }
    return try otherMatch(index, of: pairs, in: keys)
  }

  @inline(never)
  private mutating func otherMatch(
    _ index: Int, of pairs: PropertyListReader.Pairs, in keys: PropertyIndex
  ) throws -> PropertyIndex.Match? {
    let key = try list.key(index, of: pairs)
    if try list.isClassKey(key) { return nil }
    if let text = try list.unverifiedASCIIString(key), let first = text.first, first != UInt8(ascii: "$"),
      let match = keys.match(text.assumingMemoryBound(to: UInt8.self))
    {
      return match
    }
    let text = try string(key)
    guard text.hasPrefix("$") else {
      return keys.match(text)
    }
    // The format's own keys have one dollar sign; those of properties have two.
    guard text.hasPrefix("$$") else { return nil }
    if let match = keys.match(String(text.dropFirst())) { return match }
    if text.dropFirst() == ArchivedVersions.key, !keys.isVersioned {
      try reading(list.value(index, of: pairs)) {
        if !$0.rules.acceptsNewerVersions { try $0.currentVersions()?.refuse(for: keys.owner) }
      }
    }
    return nil
  }

  /// Returns the plan of the record that was just begun, or nil if each key must be looked up.
  @inline(__always)
  mutating func plan(
    for pairs: PropertyListReader.Pairs, _ keys: PropertyIndex
  ) throws -> Unmanaged<RecordPlan>? {
    if recordCount < RecordPlans.fewestRecords {
      recordCount &+= 1
      return nil
    }
    if plans.isUnplanned(keys) { return nil }
    if let known = plans.recentPlan(for: pairs, keys, in: list) { return known }
    return try otherPlan(for: pairs, keys)
  }

  @inline(never)
  private mutating func otherPlan(
    for pairs: PropertyListReader.Pairs, _ keys: PropertyIndex
  ) throws -> Unmanaged<RecordPlan>? {
    // A plan covers only keys of properties, so it cannot find unknown ones.
    guard keyCheck == nil else { return nil }
    if let known = plans.plan(for: pairs, keys, in: list) { return known }
    guard plans.hasRoom(for: pairs.count, keys) else { return nil }
    return plans.insert(try RecordPlan(pairs) { try match($0, of: pairs, in: keys) }, for: keys)
  }
}
