extension PropertyListWriter {
  /// Begins leaves, of which the caller adds `count` at the most before ``endLeaves(_:)``, and nothing else. Nil where there
  /// may be no room for them: smaller ones might still find it, one by one.
  @inline(__always)
  mutating func beginLeaves(_ count: Int) -> PropertyListLeaves? {
    // As many properties are in memory, so that the product does not overflow.
    guard let end = bytes.reserve(count &* PropertyListLeaves.greatestSize), let offsets = offsets.reserve(count),
      let singles = singles.base, self.singles.count == Singles.count
    else { return nil }
    return PropertyListLeaves(
      end: end, offset: UInt32(truncatingIfNeeded: bytes.count), offsets: offsets,
      nextObject: UInt32(truncatingIfNeeded: self.offsets.count), singles: singles, reference: end)
  }

  /// Begins a dictionary of leaves, and of one value more that is an object already. The leaves come right behind it, and
  /// the caller adds and refers to as many as there are keys, and to that value, before ``endLeaves(_:)``. Nil where there
  /// may be no room for all of it.
  @inline(__always)
  mutating func beginDictionary(
    ofLeaves keys: UnsafeBufferPointer<UInt32>, lastKey: UInt32
  ) -> PropertyListLeaves? {
    // As many properties are in memory, so that nothing here overflows.
    let count = keys.count &+ 1
    let references = count &* 2
    let head = headSize(count: count)
    let size = head &+ references &* 4
    guard let start = bytes.reserve(size &+ keys.count &* PropertyListLeaves.greatestSize),
      let offsets = offsets.reserve(count), let singles = singles.base, self.singles.count == Singles.count
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
    store(lastKey, at: reference)
    offsets.initialize(to: offset)
    return PropertyListLeaves(
      end: start + size, offset: offset &+ UInt32(truncatingIfNeeded: size), offsets: offsets + 1,
      nextObject: UInt32(truncatingIfNeeded: self.offsets.count &+ 1), singles: singles, reference: reference + 4)
  }

  /// Counts the leaves in.
  @inline(__always)
  mutating func endLeaves(_ leaves: PropertyListLeaves) {
    bytes.advance(by: Int(leaves.offset) &- bytes.count)
    offsets.advance(by: Int(leaves.nextObject) &- offsets.count)
  }
}
