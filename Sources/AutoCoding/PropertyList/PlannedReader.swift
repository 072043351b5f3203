/// A reader that reads records by a ``RecordPlan``: of property lists, and of archives, which are property lists.
protocol PlannedReader: CodingReader {
  var list: PropertyListReader { get }
  /// The value that is next.
  var current: UInt32 { get }
  /// Returns the record that was begun and its plan, and marks it as begun; nil if each key has to be looked up.
  mutating func plan(of map: TypeMap.Storage) throws -> (pairs: PropertyListReader.Pairs, plan: Unmanaged<RecordPlan>)?
  /// Counts a property that is read by a plan.
  ///
  /// - Throws: `DecodingError` if too many values were read.
  mutating func countProperty() throws
  /// Goes to the value of the property at a position, which is not an inline leaf.
  mutating func goTo(_ value: UInt32, ofProperty position: Int)
  /// Ends a record that was read by its plan.
  mutating func endPlannedRecord()
}

extension PlannedReader {
  @inline(__always)
  mutating func readRecord(preparedIn slot: RecordSlot, into address: UnsafeMutableRawPointer) throws -> Bool {
    // It never returns false, so the walk's own loop is not compiled for the format.
    try readRecord(of: slot, into: address)
    return true
  }

  @inline(never)
  mutating func readRecord(of slot: RecordSlot, into address: UnsafeMutableRawPointer) throws {
    guard let map = slot.owner(as: TypeMap.Storage.self) else {
      // Every map owns its slot.
      throw DecodingError.dataCorrupted(.init("The record has no type map; this is a fault of AutoCoding."))
    }
    try map._withUnsafeGuaranteedRef { map in
      var assembly = try RecordAssembly(map, at: address)
      try readProperties(of: &assembly, map: map)
      try assembly.finish(at: address)
    }
  }

  /// Reads the properties of the record that was begun, as far as they are present: by its plan, or one key at a time.
  @inline(__always)
  mutating func readProperties(of assembly: inout RecordAssembly, map: TypeMap.Storage) throws {
    if try decodeMigratedProperties(of: &assembly, map: map) { return }
    // A plan does not recover from errors.
    if !map.hasRecoveringDefaults, let operations = map.operations.baseAddress,
      let (pairs, plan) = try plan(of: map),
      let positions = plan._withUnsafeGuaranteedRef({ $0.positions })
    {
      return try readProperties(of: &assembly, operations, positions, of: pairs, plan)
    }
    try decodeCurrentProperties(of: &assembly, map: map) { reader, address, kind in
      reader.list.readLeaf(reader.current, into: address, kind: kind)
    }
  }

  /// Reads the properties that a plan has, of which each is present exactly once and under its current key.
  @inline(__always)
  private mutating func readProperties(
    of assembly: inout RecordAssembly, _ operations: UnsafePointer<PropertyOperation>,
    _ positions: UnsafeBufferPointer<Int>, of pairs: PropertyListReader.Pairs, _ plan: Unmanaged<RecordPlan>
  ) throws {
    var index = 0
    let trackedPath = trackedPath
    do {
      while index < positions.count, let step = plan._withUnsafeGuaranteedRef({ $0.step(index) }) {
        let position = positions[index]
        let operation = operations + position
        let slot = assembly.slot(position)
        let value = try list.value(step.index, of: pairs)
        try countProperty()
        if operation.pointee.isOptional || !list.readLeaf(value, into: slot, kind: operation.pointee.kind) {
          goTo(value, ofProperty: position)
          trackedPath?.enter(operation.pointee.key)
          defer { trackedPath?.leave() }
          try decodeProperty(into: slot, operation)
        }
        index &+= 1
      }
    } catch {
      for position in positions[..<index] { assembly.commit(position) }
      throw error.prepending(operations[positions[index]].key)
    }
    // Not over a slice, whose iteration is slower.
    for read in 0..<index { assembly.commit(positions[read]) }
    endPlannedRecord()
  }
}
