import RuntimeShims

/// Memory that one call leaves for the next on the same thread, whichever object made the call.
///
/// Each thread has a slot for a call and another for a call within that call, in a cache line of its own, so that threads do not
/// wait for each other. More threads than ``threadCount`` share slots. Nothing belongs to a thread: what one that has ended left is
/// found by another with the same slots. An item is taken and left by an atomic exchange; whoever takes it owns it.
package struct ReusePool: @unchecked Sendable {
  /// How many threads have slots of their own.
  private static let threadCount = 32
  /// Two cache lines, since processors fetch them in pairs.
  private static let bytesPerThread = 128

  // Never freed, as the pool is not.
  private let slots: UnsafeMutableRawPointer
  /// How many bytes of large items are here.
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

  /// A number that the current thread keeps. Never inlined: it is one per object file.
  @inline(never)
  private static var threadNumber: Int { ac_thread_number() }

  /// An item that was left, which is the caller's then.
  @inline(__always)
  package func take() -> UnsafeMutableRawPointer? {
    let slot = slot
    return ac_exchange(slot, nil) ?? ac_exchange(slot + 1, nil)
  }

  /// Leaves an item for another call, and returns one that there is no room for, which is the caller's.
  @inline(__always)
  package func leave(_ item: UnsafeMutableRawPointer) -> UnsafeMutableRawPointer? {
    let slot = slot
    guard let other = ac_exchange(slot, item) else { return nil }
    return ac_exchange(slot + 1, other)
  }

  // MARK: Large items

  /// Items of up to so many bytes are kept whatever their number.
  package static let smallByteCount = 256 << 10
  private static let mostLargeBytes = 64 << 20

  /// Counts a large item that is to be left; false if the pool keeps enough of such.
  package func countLarge(_ byteCount: Int) -> Bool {
    if ac_add_count(largeBytes, byteCount) <= Self.mostLargeBytes { return true }
    discountLarge(byteCount)
    return false
  }

  /// Counts a large item that was taken.
  package func discountLarge(_ byteCount: Int) { _ = ac_add_count(largeBytes, -byteCount) }
}
