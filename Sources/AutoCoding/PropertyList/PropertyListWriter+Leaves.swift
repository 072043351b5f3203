extension PropertyListWriter {
  /// Begins a run of leaves. Before ``endLeaves(_:)`` the caller adds at most `count` leaves and nothing else. Returns
  /// nil if there may be no room; fewer bytes than reserved may suffice, so try to add them one by one.
  @inline(__always)
  mutating func beginLeaves(_ count: Int) -> PropertyListLeaves? {
    // As many properties are in memory, so the product does not overflow.
    guard let end = bytes.reserve(count &* PropertyListLeaves.greatestSize), let offsets = offsets.reserve(count),
      let singles = singles.base, self.singles.count == Singles.count
    else { return nil }
    return PropertyListLeaves(
      end: end, offset: UInt32(truncatingIfNeeded: bytes.count), offsets: offsets,
      nextObject: UInt32(truncatingIfNeeded: self.offsets.count), singles: singles, reference: end)
  }

  /// Begins a dictionary of leaves and, if there is a last key, of one additional value that is already an object. The
  /// leaves follow immediately. Before ``endLeaves(_:)`` the caller adds and refers to as many leaves as there are keys,
  /// and refers to that value. Returns nil if there may be no room for all of it.
  @inline(__always)
  mutating func beginDictionary(
    ofLeaves keys: UnsafeBufferPointer<UInt32>, lastKey: UInt32? = nil
  ) -> PropertyListLeaves? {
    // As many properties are in memory, so nothing here overflows.
    let count = keys.count &+ (lastKey == nil ? 0 : 1)
    let references = count &* 2
    let head = headSize(count: count)
    let size = head &+ references &* 4
    guard let start = bytes.reserve(size &+ keys.count &* PropertyListLeaves.greatestSize),
      let offsets = offsets.reserve(keys.count &+ 1), let singles = singles.base, self.singles.count == Singles.count
    else { return nil }
    let offset = UInt32(truncatingIfNeeded: bytes.count)
    if mayShortenReferences {
      let run = ReferenceRun(
        position: offset &+ UInt32(truncatingIfNeeded: head), count: UInt32(truncatingIfNeeded: references))
      guard runs.append(run) else { return nil }
      referenceCount &+= references
    }
    var reference = storeHead(PropertyListMarker.dictionary, count: count, at: start)
    for key in keys {
      store(key, at: reference)
      reference += 4
    }
    if let lastKey {
      store(lastKey, at: reference)
      reference += 4
    }
    offsets.initialize(to: offset)
    return PropertyListLeaves(
      end: start + size, offset: offset &+ UInt32(truncatingIfNeeded: size), offsets: offsets + 1,
      nextObject: UInt32(truncatingIfNeeded: self.offsets.count &+ 1), singles: singles, reference: reference)
  }

  /// Adds the leaves to the writer's counts.
  @inline(__always)
  mutating func endLeaves(_ leaves: PropertyListLeaves) {
    bytes.advance(by: Int(leaves.offset) &- bytes.count)
    offsets.advance(by: Int(leaves.nextObject) &- offsets.count)
  }
}
