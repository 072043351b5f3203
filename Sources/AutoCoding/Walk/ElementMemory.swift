/// Memory in which elements wait until it is known how many there are: those of an array within those of another.
package final class ElementMemory {
  /// How much of the memory is taken, and the memory, without a reference count to keep.
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

  /// Gives back what is kept for other arrays beside the memory that all share. Precondition: no array is being
  /// decoded.
  package func freeSpare() {
    if let first = region.spare.first { ArrayStorage.free(first) }
    region.spare = (nil, 0)
  }
}

/// The memory of an ``ElementMemory``, for as long as that lives.
package struct ElementRegion {
  static let capacity = 32 << 10
  static let headerSize = 32
  let start: UnsafeMutableRawPointer

  // What is changed is read and written in two steps: of an access in place, the compiler tells the thread sanitizer
  // that it is to the codec, which all threads share.

  /// How many bytes are taken, these among them.
  @inline(__always)
  var count: Int {
    get { start.load(as: Int.self) }
    nonmutating set { start.storeBytes(of: newValue, as: Int.self) }
  }

  /// How many stacks there are that have memory of their own.
  var ownerCount: Int {
    get { start.load(fromByteOffset: 24, as: Int.self) }
    nonmutating set { start.storeBytes(of: newValue, toByteOffset: 24, as: Int.self) }
  }

  /// Memory of ``ArrayStorage`` that was much too large for its array, and its size: for another that does not fit
  /// here.
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
