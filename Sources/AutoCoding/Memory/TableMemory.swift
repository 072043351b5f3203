#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

// Swift's allocator cannot grow memory in place; realloc can, and it moves pages instead of bytes for large tables.
#if canImport(Darwin)
import Darwin
#elseif canImport(Android)
import Android
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif os(WASI)
import WASILibc
#elseif os(Windows)
import ucrt
#endif

/// Allocates memory for tables: by the C library, or by the system in large pages if it is much.
///
/// The first write to each new page is a page fault. An archive of a hundred megabytes would spend a third of its time
/// on page faults, and random lookups in a large table would miss the cache of page translations (the TLB) as well.
enum TableMemory {
  /// The size from which memory is mapped by the system. The size of an allocation therefore tells how to free it.
  private static let fewestBytes = 2 << 20
  private static let largePageSize = 2 << 20

  @inline(__always)
  private static func isPages(_ byteCount: Int) -> Bool { byteCount >= fewestBytes && GrowingMemory.hasPages }

  /// Returns how many bytes to request from the system, in whole pages.
  private static func pages(_ byteCount: Int) -> Int {
    // This does not overflow, since a table has fewer bytes than half of the address space.
    (byteCount &+ (largePageSize &- 1)) / largePageSize &* largePageSize
  }

  /// Resizes memory and keeps its contents as far as they fit. Returns nil if memory is exhausted; the old memory is
  /// then unchanged.
  ///
  /// - Parameters:
  ///   - memory: Memory from this allocator, or nil to allocate new memory.
  ///   - byteCount: The size that it was allocated with; 0 for new memory.
  static func resize(
    _ memory: UnsafeMutableRawPointer?, from byteCount: Int, to newByteCount: Int
  ) -> UnsafeMutableRawPointer? {
    switch (memory, isPages(byteCount), isPages(newByteCount)) {
    case (_, false, false): return realloc(memory, max(newByteCount, 1))
    case (nil, _, true): return GrowingMemory.resizePages(nil, from: 0, to: pages(newByteCount))
    case (let memory?, true, true):
      return GrowingMemory.resizePages(memory, from: pages(byteCount), to: pages(newByteCount))
    case (let memory, _, _):
      guard let other = resize(nil, from: 0, to: newByteCount) else { return nil }
      if let memory {
        other.copyMemory(from: memory, byteCount: min(byteCount, newByteCount))
        release(memory, byteCount)
      }
      return other
    }
  }

  /// Allocates memory in which every byte is 0; nil if memory is exhausted.
  static func zeroed(_ byteCount: Int) -> UnsafeMutableRawPointer? {
    isPages(byteCount)
      ? GrowingMemory.resizePages(nil, from: 0, to: pages(byteCount)) : calloc(max(byteCount, 1), 1)
  }

  /// Frees memory from this allocator.
  ///
  /// - Parameter byteCount: The size that it was allocated with.
  static func release(_ memory: UnsafeMutableRawPointer?, _ byteCount: Int) {
    guard let memory else { return }
    if isPages(byteCount) { GrowingMemory.freePages(memory, pages(byteCount)) } else { free(memory) }
  }

  /// Makes a `Data` of the first bytes of memory from this allocator, which it then owns.
  ///
  /// - Parameters:
  ///   - count: The number of initialized bytes.
  ///   - byteCount: The size that the memory was allocated with.
  static func data(_ memory: UnsafeMutableRawPointer, count: Int, of byteCount: Int) -> Data {
    Data(
      bytesNoCopy: memory, count: count,
      deallocator: isPages(byteCount) ? .custom { memory, _ in release(memory, byteCount) } : .free)
  }
}
