/// Memory that holds decoded elements until their number is known. Nested arrays share it.
package final class ElementMemory {
  /// The memory and how much of it is in use; reading it costs no reference counting.
  package let region: ElementRegion

  package init() {
    region = ElementRegion(start: .allocate(byteCount: ElementRegion.capacity, alignment: 16))
    region.count = ElementRegion.headerSize
    region.spare = (nil, 0)
    region.ownerCount = 0
  }

  deinit {
    freeSpare()
    region.start.deallocate()
  }

  /// Frees the memory kept for other arrays in addition to the shared memory. Precondition: no array is being decoded.
  package func freeSpare() {
    if let first = region.spare.first { ArrayStorage.free(first) }
    region.spare = (nil, 0)
  }
}

/// The memory of an ``ElementMemory``, valid during its lifetime.
package struct ElementRegion {
  static let capacity = 32 << 10
  static let headerSize = 32
  let start: UnsafeMutableRawPointer

  // Change values in two steps, a read and a write: for an access in place, the compiler reports to the thread
  // sanitizer an access to the codec, which all threads share.

  /// The number of bytes in use, including the region's own fields.
  @inline(__always)
  var count: Int {
    get { start.load(as: Int.self) }
    nonmutating set { start.storeBytes(of: newValue, as: Int.self) }
  }

  /// The number of stacks that have memory to themselves.
  var ownerCount: Int {
    get { start.load(fromByteOffset: 24, as: Int.self) }
    nonmutating set { start.storeBytes(of: newValue, toByteOffset: 24, as: Int.self) }
  }

  /// Memory of ``ArrayStorage`` that was much too large for its array, and its size: it is reused for another array
  /// that does not fit in the shared memory.
  var spare: (first: UnsafeMutableRawPointer?, byteCount: Int) {
    get {
      (
        start.load(fromByteOffset: 8, as: UnsafeMutableRawPointer?.self),
        start.load(fromByteOffset: 16, as: Int.self)
      )
    }
    nonmutating set {
      start.storeBytes(of: newValue.first, toByteOffset: 8, as: UnsafeMutableRawPointer?.self)
      start.storeBytes(of: newValue.byteCount, toByteOffset: 16, as: Int.self)
    }
  }
}
