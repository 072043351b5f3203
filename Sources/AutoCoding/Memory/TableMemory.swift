#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

// Swift's own allocation cannot grow in place; realloc can, and for large tables moves pages instead of bytes.
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

/// Memory for tables: the C library's, and where it is much the system's own, in large pages.
///
/// New memory costs the system a fault for each page when it is first written to. An archive of a hundred megabytes would
/// spend a third of its time on that, and a table into which one looks everywhere misses the page tables as well.
enum TableMemory {
  /// From how many bytes on memory is the system's own. Its size tells where it came from.
  private static let fewestBytes = 2 << 20
  private static let largePageSize = 2 << 20

  @inline(__always)
  private static func isPages(_ byteCount: Int) -> Bool { byteCount >= fewestBytes && GrowingMemory.hasPages }

  /// How much the system is asked for.
  private static func pages(_ byteCount: Int) -> Int {
    // Tables have less bytes than half of all addresses, so that this does not overflow.
    (byteCount &+ (largePageSize &- 1)) / largePageSize &* largePageSize
  }

  /// Memory of another size with the same contents as far as they fit; nil where there is no memory left, and the old one is
  /// as it was.
  ///
  /// - Parameters:
  ///   - memory: Memory that came from here, or nil for new memory.
  ///   - byteCount: For how many bytes it was asked; 0 for new memory.
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

  /// New memory in which every byte is 0; nil where there is none left.
  static func zeroed(_ byteCount: Int) -> UnsafeMutableRawPointer? {
    isPages(byteCount)
      ? GrowingMemory.resizePages(nil, from: 0, to: pages(byteCount)) : calloc(max(byteCount, 1), 1)
  }

  /// Gives memory back that came from here.
  ///
  /// - Parameter byteCount: For how many bytes it was asked.
  static func release(_ memory: UnsafeMutableRawPointer?, _ byteCount: Int) {
    guard let memory else { return }
    if isPages(byteCount) { GrowingMemory.freePages(memory, pages(byteCount)) } else { free(memory) }
  }

  /// A `Data` of the first bytes of memory that came from here, which gives it back.
  ///
  /// - Parameters:
  ///   - count: How many bytes have a value.
  ///   - byteCount: For how many it was asked.
  static func data(_ memory: UnsafeMutableRawPointer, count: Int, of byteCount: Int) -> Data {
    Data(
      bytesNoCopy: memory, count: count,
      deallocator: isPages(byteCount) ? .custom { memory, _ in release(memory, byteCount) } : .free)
  }
}
