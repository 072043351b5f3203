/// The properties of records.
extension KeyedArchiveReader: PlannedReader {
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
