/// Memory in which elements wait until it is known how many there are: those of an array within those of another.
package final class ElementMemory {
  /// How much of the memory is taken, and the memory, without a reference count to keep.
  package let region: ElementRegion

  package init() {
    region = ElementRegion(start: .allocate(byteCount: ElementRegion.capacity, alignment: 16))
    region.count = ElementRegion.headerSize
  }

  deinit { region.start.deallocate() }
}

/// The memory of an ``ElementMemory``, for as long as that lives.
package struct ElementRegion {
  fileprivate static let capacity = 32 << 10
  fileprivate static let headerSize = 16
  fileprivate let start: UnsafeMutableRawPointer

  /// How many bytes are taken, these among them.
  @inline(__always)
  fileprivate var count: Int {
    get { start.load(as: Int.self) }
    nonmutating set { start.storeBytes(of: newValue, as: Int.self) }
  }
}

/// The elements of an array that is being decoded: on top of the memory that arrays share while they fit there, else in
/// memory of their own. What it still holds when it goes is destroyed.
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
    if isOwn { GrowingMemory.free(first) }
    region.count = base
  }

  /// The address at which the next element is to be initialized.
  @inline(__always)
  package mutating func next() -> UnsafeMutableRawPointer {
    if count == capacity { grow() }
    // What is decoded within the element begins behind it.
    if !isOwn { region.count &+= stride }
    return first + count &* stride
  }

  /// Says that the element at ``next()`` is there.
  @inline(__always)
  package mutating func commit() { count &+= 1 }

  @inline(never)
  private mutating func grow() {
    let larger = max(2 &* count, 16)
    if isOwn {
      first = GrowingMemory.resize(first, to: larger &* stride)
    } else {
      let own = GrowingMemory.resize(nil, to: larger &* stride)
      own.copyMemory(from: first, byteCount: count &* stride)
      first = own
      region.count = base
      isOwn = true
    }
    capacity = larger
  }

  /// Makes an array of the elements, none of which are left then.
  @inline(__always)
  package mutating func moveAll(to address: UnsafeMutableRawPointer) {
    codec.initialize(address, moving: first, count: count)
    count = 0
  }
}
