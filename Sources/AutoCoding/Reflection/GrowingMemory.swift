import RuntimeShims

/// Bytes on the heap whose number grows; the C library's own, so that whoever takes them over can free them as such.
package enum GrowingMemory {
  /// Memory of another size with the same contents as far as they fit, in place where the allocator can. Nil makes new memory.
  package static func resize(_ memory: UnsafeMutableRawPointer?, to byteCount: Int) -> UnsafeMutableRawPointer {
    ac_resize(memory, byteCount)
  }

  /// Gives memory back.
  package static func free(_ memory: UnsafeMutableRawPointer) {
    ac_free(memory)
  }

  /// Says that memory is soon to be used, so that it is there by then. The address need not be anybody's.
  @inline(__always)
  package static func prefetch(_ address: UnsafeRawPointer) {
    ac_prefetch(address)
  }
}
