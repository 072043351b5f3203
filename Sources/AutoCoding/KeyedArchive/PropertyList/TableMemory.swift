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

/// Memory of the C library's, in pages that are large where there is much of it.
///
/// New memory costs the system a fault for each page when it is first written to. An archive of a hundred megabytes would
/// spend a third of its time on that, and a table into which one looks everywhere misses the page tables as well.
enum TableMemory {
  /// From how many bytes on large pages, of 2 MB as a rule, are asked for.
  private static let fewestBytes = 4 << 20

  /// Memory of another size with the same contents as far as they fit; nil where there is no memory left, and the old one is
  /// as it was.
  ///
  /// - Parameter memory: Memory that came from here, or nil for new memory.
  static func resize(_ memory: UnsafeMutableRawPointer?, to byteCount: Int) -> UnsafeMutableRawPointer? {
    let resized = realloc(memory, max(byteCount, 1))
    if let resized, byteCount >= fewestBytes { adviseLargePages(resized, byteCount) }
    return resized
  }

  /// New memory in which every byte is 0; nil where there is none left.
  static func zeroed(_ byteCount: Int) -> UnsafeMutableRawPointer? {
    let memory = calloc(max(byteCount, 1), 1)
    if let memory, byteCount >= fewestBytes { adviseLargePages(memory, byteCount) }
    return memory
  }

  /// Gives memory back that came from here.
  static func release(_ memory: UnsafeMutableRawPointer?) {
    free(memory)
  }

  /// Whether the system follows the advice makes no difference but to the time that it takes.
  private static func adviseLargePages(_ memory: UnsafeMutableRawPointer, _ byteCount: Int) {
    #if os(Linux) && canImport(Glibc)
    // All pages that the memory is in, since that is what the C library has asked the system for: memory of which a part has
    // another nature than the rest could not be moved by its pages. Advice does no harm to what else is in the first and last.
    let pageSize = UInt(max(sysconf(Int32(_SC_PAGESIZE)), 1))
    let start = UInt(bitPattern: memory) / pageSize &* pageSize
    let end = (UInt(bitPattern: memory) &+ UInt(bitPattern: byteCount) &+ pageSize &- 1) / pageSize &* pageSize
    _ = madvise(UnsafeMutableRawPointer(bitPattern: start), Int(bitPattern: end &- start), MADV_HUGEPAGE)
    #endif
  }
}
