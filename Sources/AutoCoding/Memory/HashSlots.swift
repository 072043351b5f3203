/// The slots of a table that finds numbers by what a key leaves of itself in 32 bits.
///
/// Eight bytes each: a table of a million keys is larger than most caches, and every look into it waits for memory.
struct HashSlots: ~Copyable {
  struct Slot: BitwiseCopyable {
    /// What is left of the key. Equal keys have equal marks, and others seldom have.
    var mark: UInt32
    /// 0 if the slot is empty.
    var number: UInt32
  }

  private(set) var base: UnsafeMutablePointer<Slot>
  let count: Int

  /// Empty slots.
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
