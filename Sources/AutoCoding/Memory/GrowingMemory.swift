import RuntimeShims

/// Growing memory on the heap. It comes from the C library's allocator, so that a new owner can `free` it.
package enum GrowingMemory {
  /// Memory of another size with the same contents as far as they fit, in place where the allocator can. Nil makes new memory.
  package static func resize(_ memory: UnsafeMutableRawPointer?, to byteCount: Int) -> UnsafeMutableRawPointer {
    ac_resize(memory, byteCount)
  }

  /// Frees memory.
  @inline(__always)
  package static func free(_ memory: UnsafeMutableRawPointer) {
    ac_free(memory)
  }

  /// Ends the process because memory is exhausted, as Swift's own allocations do.
  package static func isExhausted() -> Never {
    ac_out_of_memory()
  }

  /// Whether there is memory of the system's own, by ``resizePages(_:from:to:)``.
  @inline(__always)
  package static var hasPages: Bool { ac_pages_exist() }

  /// Memory of the system's own of another size with the same contents as far as they fit, in large pages where the system
  /// has such, which move as they are; nil where there is none left, and the old one is as it was. Nil makes new memory, which
  /// is all zero.
  ///
  /// - Precondition: ``hasPages``; the sizes are multiples of 2 MB and not 0.
  package static func resizePages(
    _ memory: UnsafeMutableRawPointer?, from byteCount: Int, to newByteCount: Int
  ) -> UnsafeMutableRawPointer? {
    ac_pages_resize(memory, byteCount, newByteCount)
  }

  /// Gives memory of the system's own back, all of it.
  package static func freePages(_ memory: UnsafeMutableRawPointer, _ byteCount: Int) {
    ac_pages_free(memory, byteCount)
  }

  /// Prefetches memory that is soon used. The address need not be valid.
  @inline(__always)
  package static func prefetch(_ address: UnsafeRawPointer) {
    ac_prefetch(address)
  }
}
