/// Numbers and booleans that follow each other: room is made once for all of them, and what would be looked up in the
/// writer for each is in registers.
struct PropertyListLeaves {
  /// How many bytes a leaf takes at the most.
  static let greatestSize = 9

  fileprivate var end: UnsafeMutablePointer<UInt8>
  fileprivate var offset: UInt32
  fileprivate var offsets: UnsafeMutablePointer<UInt32>
  fileprivate var nextObject: UInt32
  /// The objects of common values; ``Singles/count`` of them.
  fileprivate let singles: UnsafeMutablePointer<UInt32>
  /// Where the next of the references is that a dictionary has to its values.
  fileprivate var reference: UnsafeMutablePointer<UInt8>

  /// An object of one byte and a number, its most significant byte first.
  @inline(__always)
  private mutating func add<Integer: FixedWidthInteger & BitwiseCopyable>(_ marker: UInt8, _ value: Integer) -> UInt32 {
    end.pointee = marker
    UnsafeMutableRawPointer(end + 1).storeBytes(of: value.bigEndian, as: Integer.self)
    return didAdd(size: 1 &+ MemoryLayout<Integer>.size)
  }

  @inline(__always)
  private mutating func didAdd(size: Int) -> UInt32 {
    end += size
    offsets.pointee = offset
    offsets += 1
    offset &+= UInt32(truncatingIfNeeded: size)
    nextObject &+= 1
    return nextObject &- 1
  }

  /// Makes an object the next value of the dictionary that was begun.
  @inline(__always)
  mutating func refer(to object: UInt32) {
    UnsafeMutableRawPointer(reference).storeBytes(of: object.bigEndian, as: UInt32.self)
    reference += 4
  }

  @inline(__always)
  mutating func add(integer value: Int64) -> UInt32 {
    if let index = Singles.index(of: value) {
      if singles[index] != Singles.none { return singles[index] }
      let object =
        value < 0
        ? add(PropertyListMarker.integer | 3, UInt64(bitPattern: value))
        : add(PropertyListMarker.integer, UInt8(truncatingIfNeeded: value))
      singles[index] = object
      return object
    }
    if value >= 0 {
      if value <= UInt16.max { return add(PropertyListMarker.integer | 1, UInt16(truncatingIfNeeded: value)) }
      if value <= UInt32.max { return add(PropertyListMarker.integer | 2, UInt32(truncatingIfNeeded: value)) }
    }
    return add(PropertyListMarker.integer | 3, UInt64(bitPattern: value))
  }

  @inline(__always)
  mutating func add(bool value: Bool) -> UInt32 {
    let index = value ? Singles.true : Singles.false
    if singles[index] != Singles.none { return singles[index] }
    end.pointee = value ? PropertyListMarker.true : PropertyListMarker.false
    let object = didAdd(size: 1)
    singles[index] = object
    return object
  }

  @inline(__always)
  mutating func add(float value: Float) -> UInt32 { add(PropertyListMarker.float, value.bitPattern) }

  @inline(__always)
  mutating func add(double value: Double) -> UInt32 { add(PropertyListMarker.double, value.bitPattern) }
}

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
