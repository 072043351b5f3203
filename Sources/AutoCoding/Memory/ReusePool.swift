import RuntimeShims

/// A pool of memory that one call leaves for the next call on the same thread, by any object.
///
/// Each thread has one slot for a call and another for a nested call, in a separate cache line, so that threads do not
/// contend. More threads than ``threadCount`` share slots. No item belongs to a thread: after a thread ends, another
/// with the same slots finds its items. Items are taken and left by atomic exchange; the taker owns the item.
package struct ReusePool: @unchecked Sendable {
  /// How many threads have separate slots.
  private static let threadCount = 32
  /// Two cache lines, since processors fetch them in pairs.
  static let bytesPerThread = 128

  // Never freed, since pools are immortal.
  private let slots: UnsafeMutableRawPointer
  /// How many bytes of large items the pool keeps.
  private let largeBytes: UnsafeMutablePointer<Int>

  package init() {
    largeBytes = .allocate(capacity: 1)
    largeBytes.initialize(to: 0)
    let byteCount = Self.threadCount * Self.bytesPerThread
    slots = .allocate(byteCount: byteCount, alignment: Self.bytesPerThread)
    slots.initializeMemory(as: UInt8.self, repeating: 0, count: byteCount)
  }

  /// The first of the current thread's two slots.
  @inline(__always)
  private var slot: UnsafeMutablePointer<UnsafeMutableRawPointer?> {
    (slots + (Self.threadNumber & (Self.threadCount &- 1)) &* Self.bytesPerThread)
      .assumingMemoryBound(to: UnsafeMutableRawPointer?.self)
  }

  /// The number of the current thread. Each object file numbers threads anew, so this code must not be inlined into
  /// another file.
  @inline(never)
  private static var threadNumber: Int { ac_thread_number() }

  /// Returns an item that was left, and transfers its ownership to the caller; nil if there is none.
  @inline(__always)
  package func take() -> UnsafeMutableRawPointer? {
    let slot = slot
    return ac_exchange(slot, nil) ?? ac_exchange(slot + 1, nil)
  }

  /// Leaves an item for another call. If there is no room for all, returns one, and transfers its ownership to the
  /// caller.
  @inline(__always)
  package func leave(_ item: UnsafeMutableRawPointer) -> UnsafeMutableRawPointer? {
    let slot = slot
    guard let other = ac_exchange(slot, item) else { return nil }
    return ac_exchange(slot + 1, other)
  }

  // MARK: Large items

  /// Items of up to this size are always kept; larger ones count towards a limit.
  package static let smallByteCount = 256 << 10
  private static let mostLargeBytes = 64 << 20

  /// Counts a large item that is to be left. Returns false if the pool already keeps enough large items.
  package func countLarge(_ byteCount: Int) -> Bool {
    if ac_add_count(largeBytes, byteCount) <= Self.mostLargeBytes { return true }
    discountLarge(byteCount)
    return false
  }

  /// Takes a large item off the count, since it was taken from the pool.
  package func discountLarge(_ byteCount: Int) { _ = ac_add_count(largeBytes, -byteCount) }
}
