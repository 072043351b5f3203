/// The elements of an array that is being decoded: on top of the memory that arrays share while they fit there, else in
/// memory of their own, which becomes the array's unless it is much too large. What it still holds when it goes is
/// destroyed.
///
/// Whoever decodes elements leaves the shared memory as it was, as this does.
package struct ElementStack: ~Copyable {
  // Codecs are immortal, and retained by nobody.
  private unowned(unsafe) let codec: SequenceCodec
  private let region: ElementRegion
  private let stride: Int
  /// How much of the shared memory was taken before.
  private let base: Int
  private var first: UnsafeMutableRawPointer
  private var capacity: Int
  private var isOwn = false
  package private(set) var count = 0

  /// Precondition: the codec moves its elements; the region's memory lives as long as this.
  @inline(__always)
  package init(_ codec: SequenceCodec, in region: ElementRegion) {
    self.codec = codec
    self.region = region
    stride = max(codec.stride, 1)
    base = region.count
    let place = (base &+ 15) & ~15
    first = region.start + place
    capacity = (ElementRegion.capacity &- place) / stride
    region.count = place
  }

  deinit {
    codec.elementOperations.destroy(first, count: count)
    if isOwn {
      ArrayStorage.free(first)
      region.ownerCount = region.ownerCount &- 1
    }
    region.count = base
  }

  /// Whether there is no room for another element.
  @inline(__always)
  package var isFull: Bool { count == capacity }

  /// The address at which the next element is to be initialized.
  ///
  /// Precondition: not ``isFull``.
  @inline(__always)
  package mutating func next() -> UnsafeMutableRawPointer {
    // What is decoded within the element begins behind it.
    if !isOwn { region.count = region.count &+ stride }
    return first + count &* stride
  }

  /// Says that the element at ``next()`` is there.
  @inline(__always)
  package mutating func commit() { count &+= 1 }

  /// Makes room for more elements: for all of them, if the rest of the data is like what was read.
  ///
  /// - Parameters:
  ///   - read: How many bytes of data the elements were read from.
  ///   - rest: How many bytes of data are left.
  @inline(never)
  package mutating func grow(read: Int, rest: Int) {
    let wanted = wantedCapacity(read: read, rest: rest)
    if isOwn {
      capacity = wanted
      first = ArrayStorage.resize(first, toHold: capacity, stride: stride)
      return
    }
    let (spare, spareByteCount) = region.spare
    let own: UnsafeMutableRawPointer
    if let spare, spareByteCount / stride >= leastCapacity {
      region.spare = (nil, 0)
      capacity = spareByteCount / stride
      own = spare
    } else {
      capacity = wanted
      own = ArrayStorage.resize(nil, toHold: capacity, stride: stride)
    }
    own.copyMemory(from: first, byteCount: count &* stride)
    first = own
    region.count = base
    region.ownerCount = region.ownerCount &+ 1
    isOwn = true
  }

  /// More than there are elements, and so much more that an element is copied a few times at most.
  private var leastCapacity: Int { count &+ max(count / 8, 8) }

  /// For how many elements to make room.
  private func wantedCapacity(read: Int, rest: Int) -> Int {
    let taken = Double(count &* stride)
    // Few do not tell what follows.
    guard taken >= 4096 else { return count &+ max(count, 16) }
    let length = taken + Double(rest)
    // No more than the data is long for data that is not what it seems; and arrays in large arrays have less to say.
    let most = region.ownerCount > (isOwn ? 1 : 0) ? min(length, 16 * taken) : length
    var byteCount = min(taken * (1 + 1.05 * Double(rest) / Double(max(read, 1))), max(most, 2 * taken))
    // What is large is to be mapped for itself, of which only what is written takes memory. A smaller one would go
    // where the heap is free, and what lies beyond it, as the elements' strings, into memory that is new.
    if byteCount >= 0x1p25 { byteCount = max(byteCount, most) }
    return max(Int(byteCount) / stride, leastCapacity)
  }

  /// Makes an array of the elements, none of which are left then.
  @inline(__always)
  package consuming func moveAll(to address: UnsafeMutableRawPointer) {
    if isOwn {
      moveOwn(to: address)
    } else {
      codec.initialize(address, moving: first, count: count)
    }
    count = 0
  }

  @inline(never)
  private mutating func moveOwn(to address: UnsafeMutableRawPointer) {
    if count >= capacity / 4 {
      codec.initialize(address, adopting: first, count: count, capacity: capacity)
    } else {
      codec.initialize(address, moving: first, count: count)
      if let spare = region.spare.first { ArrayStorage.free(spare) }
      region.spare = (first, capacity &* stride)
    }
    region.ownerCount = region.ownerCount &- 1
    isOwn = false
  }
}
