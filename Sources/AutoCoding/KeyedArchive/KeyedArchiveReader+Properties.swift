/// The properties of records.
extension KeyedArchiveReader: PlannedReader {
  mutating func readRecord(preparedIn slot: RecordSlot, into address: UnsafeMutableRawPointer) throws -> Bool {
    // It never returns false, so the walk's own loop is not compiled for the format.
    guard let map = slot.owner(as: TypeMap.Storage.self),
      map._withUnsafeGuaranteedRef({ !$0.weakReferences.isEmpty }), case .record(let pairs) = frame.contents
    else {
      try readRecord(of: slot, into: address)
      return true
    }
    try readRecord(of: slot, into: address)
    do {
      try map._withUnsafeGuaranteedRef { try readWeakReferences(of: $0, in: pairs, into: address) }
    } catch {
      map._withUnsafeGuaranteedRef { ValueOperations($0.type).destroy(address) }
      throw error
    }
    return true
  }

  @inline(__always)
  mutating func plan(of map: TypeMap.Storage) throws -> (pairs: PropertyListReader.Pairs, plan: Unmanaged<RecordPlan>)?
  {
    guard case .record(let pairs) = frame.contents else { return nil }
    frame.isBegun = true
    frame.plan = try plan(for: pairs, map.index)
    return frame.plan.map { (pairs, $0) }
  }

  @inline(__always)
  mutating func countProperty() throws { try spend() }

  @inline(__always)
  mutating func goTo(_ value: UInt32, ofProperty position: Int) {
    current = value
    guard frames.count == objectTable.frameDepth else { return }
    objectTable.finishProperty()
    objectTable.beginProperty(position, value: value)
  }

  @inline(__always)
  mutating func endPlannedRecord() {
    if frames.count == objectTable.frameDepth { objectTable.finishProperty() }
    end()
  }
}
