/// The properties of records.
extension KeyedArchiveReader {
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
  mutating func readProperties(of assembly: inout RecordAssembly, map: TypeMap.Storage) throws {
    if try decodeMigratedProperties(of: &assembly, map: map) { return }
    if let operations = map.operations.baseAddress, let positions = try plannedPositions(in: map.index) {
      return try readProperties(positions, of: &assembly, operations)
    }
    try decodeCurrentProperties(of: &assembly, map: map) { reader, address, kind in
      reader.list.readLeaf(reader.current, into: address, kind: kind)
    }
  }

  /// Returns the positions of the properties that the record has, in the order of the data, if its plan has each of them
  /// once and under its current key.
  private mutating func plannedPositions(in keys: PropertyIndex) throws -> UnsafeBufferPointer<Int>? {
    guard case .record(let pairs) = frame.contents else { return nil }
    frame.isBegun = true
    frame.plan = try plan(for: pairs, keys)
    return frame.plan?._withUnsafeGuaranteedRef { $0.positions }
  }

  /// Reads the properties that a plan has, of which each is present exactly once.
  @inline(__always)
  private mutating func readProperties(
    _ positions: UnsafeBufferPointer<Int>, of assembly: inout RecordAssembly,
    _ operations: UnsafePointer<PropertyOperation>
  ) throws {
    var index = 0
    do {
      while index < positions.count {
        let position = positions[index]
        let operation = operations + position
        let slot = assembly.slot(position)
        if operation.pointee.isOptional || !readPlannedLeaf(index, into: slot, kind: operation.pointee.kind) {
          try beginPlannedProperty(index)
          try decodeProperty(into: slot, operation)
        }
        index &+= 1
      }
    } catch {
      for position in positions[..<index] { assembly.commit(position) }
      throw error.prepending(operations[positions[index]].key)
    }
    for position in positions { assembly.commit(position) }
    if frames.count == objectTable.frameDepth { objectTable.finishProperty() }
    end()
  }

  /// Goes to the value of the property at an index of the plan.
  @inline(__always)
  private mutating func beginPlannedProperty(_ index: Int) throws {
    guard case .record(let pairs) = frame.contents,
      let step = frame.plan?._withUnsafeGuaranteedRef({ $0.step(index) })
    else { throw corrupted("Expected a record.") }
    current = try list.value(step.index, of: pairs)
    if frames.count == objectTable.frameDepth {
      objectTable.finishProperty()
      objectTable.beginProperty(step.match.position, value: current)
    }
    try spend()
  }

  /// Reads the value of the property at an index of the plan if it is a number or boolean that is inline in the record;
  /// otherwise returns false.
  @inline(__always)
  private mutating func readPlannedLeaf(
    _ index: Int, into address: UnsafeMutableRawPointer, kind: Codec.Kind
  ) -> Bool {
    guard case .record(let pairs) = frame.contents,
      let step = frame.plan?._withUnsafeGuaranteedRef({ $0.step(index) }),
      let object = try? list.value(step.index, of: pairs), (try? spend()) != nil
    else { return false }
    return list.readLeaf(object, into: address, kind: kind)
  }
}
