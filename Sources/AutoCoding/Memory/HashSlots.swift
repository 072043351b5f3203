/// The slots of a hash table from keys to numbers. A slot holds 32 bits of the key, its mark.
///
/// A slot has only 8 bytes, since a table of a million keys exceeds most caches, and each lookup may be a cache miss.
struct HashSlots: ~Copyable {
  struct Slot: BitwiseCopyable {
    /// The key's hash, or bits of the key itself. Equal keys have equal marks; different keys seldom do.
    var mark: UInt32
    /// 0 if the slot is empty.
    var number: UInt32
  }

  private(set) var base: UnsafeMutablePointer<Slot>
  let count: Int

  /// Allocates empty slots.
  init(count: Int) {
    self.count = count
    guard let zeroed = TableMemory.zeroed(count &* MemoryLayout<Slot>.stride) else { GrowingMemory.isExhausted() }
    base = zeroed.bindMemory(to: Slot.self, capacity: count)
  }

  deinit { TableMemory.release(base, count &* MemoryLayout<Slot>.stride) }

  /// Empties the first slots.
  func clear(_ count: Int) {
    base.update(repeating: Slot(mark: 0, number: 0), count: min(count, self.count))
  }

  @inline(__always)
  subscript(index: Int) -> Slot {
    get { base[index] }
    nonmutating set { base[index] = newValue }
  }
}
