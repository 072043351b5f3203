import RuntimeShims

/// Growing memory on the heap. It comes from the C library's allocator, so that a new owner can `free` it.
package enum GrowingMemory {
  /// Resizes memory and keeps its contents as far as they fit, in place if the allocator can. Nil allocates new memory.
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

  /// Whether the system can map pages, by ``resizePages(_:from:to:)``.
  @inline(__always)
  package static var hasPages: Bool { ac_pages_exist() }

  /// Resizes memory that the system mapped, and keeps its contents as far as they fit. It is in large pages if the
  /// system has them; pages are moved without copying.
  ///
  /// - Precondition: ``hasPages``; the sizes are multiples of 2 MB and not 0.
  /// - Parameter memory: Nil maps new memory, which is all zero.
  /// - Returns: Nil if memory is exhausted; the old memory is then unchanged.
  package static func resizePages(
    _ memory: UnsafeMutableRawPointer?, from byteCount: Int, to newByteCount: Int
  ) -> UnsafeMutableRawPointer? {
    ac_pages_resize(memory, byteCount, newByteCount)
  }

  /// Unmaps memory from ``resizePages(_:from:to:)``, all of it.
  package static func freePages(_ memory: UnsafeMutableRawPointer, _ byteCount: Int) {
    ac_pages_free(memory, byteCount)
  }

  /// Prefetches memory that is used soon. The address need not be valid.
  @inline(__always)
  package static func prefetch(_ address: UnsafeRawPointer) {
    ac_prefetch(address)
  }
}
