/// The elements of an array that is being decoded. They are on top of the memory that arrays share while they fit, or
/// else in separate memory, which becomes the array's unless it is much too large. Remaining elements are destroyed
/// with the stack.
///
/// Code that decodes elements must leave the shared memory as it was, as this type does.
package struct ElementStack: ~Copyable {
  // Codecs are immortal and need no retain.
  private unowned(unsafe) let codec: SequenceCodec
  private let region: ElementRegion
  private let stride: Int
  /// How much of the shared memory was in use before.
  private let base: Int
  private var first: UnsafeMutableRawPointer
  private var capacity: Int
  private var isOwn = false
  package private(set) var count = 0

  /// Precondition: the codec moves its elements; the region's memory outlives the stack.
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
    // Arrays that are decoded within the element start after it.
    if !isOwn { region.count = region.count &+ stride }
    return first + count &* stride
  }

  /// Records that the element at ``next()`` is initialized.
  @inline(__always)
  package mutating func commit() { count &+= 1 }

  /// Makes room for more elements. The room suffices for all, if the remaining data is like the data read so far.
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

  /// The smallest new capacity: enough above the number of elements that growing copies each element only a few times.
  private var leastCapacity: Int { count &+ max(count / 8, 8) }

  /// The number of elements to make room for.
  private func wantedCapacity(read: Int, rest: Int) -> Int {
    let taken = Double(count &* stride)
    // Too few elements to extrapolate from.
    guard taken >= 4096 else { return count &+ max(count, 16) }
    let length = taken + Double(rest)
    // Limit the extrapolation, in case the rest of the data is different: to the memory in use plus one byte for each
    // byte of the rest, but at least to twice the memory in use. Within another array that has separate memory, much of
    // the rest is not this array's, so that 16 times the memory in use is the limit as well.
    let most = region.ownerCount > (isOwn ? 1 : 0) ? min(length, 16 * taken) : length
    var byteCount = min(taken * (1 + 1.05 * Double(rest) / Double(max(read, 1))), max(most, 2 * taken))
    // From 32 MB on, glibc always maps a block separately, and pages of it that are not written take no memory: request
    // all that may be needed. A smaller block would take free heap space, which the elements' strings could use.
    if byteCount >= 0x1p25 { byteCount = max(byteCount, most) }
    return max(Int(byteCount) / stride, leastCapacity)
  }

  /// Makes an array from the elements and leaves the stack empty.
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
