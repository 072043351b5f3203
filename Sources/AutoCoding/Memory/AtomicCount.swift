import RuntimeShims

/// A number that threads may read and change without a lock. It does not order accesses to other memory.
package struct AtomicCount: ~Copyable, @unchecked Sendable {
  /// Never freed, since the owner is immortal.
  private let memory: UnsafeMutablePointer<Int>

  package init() { memory = PermanentWords.make().assumingMemoryBound(to: Int.self) }

  package var value: Int {
    @inline(__always) get { ac_load_count(memory) }
    @inline(__always) nonmutating set { ac_store_count(memory, newValue) }
  }

  /// Sets the bits that are set in another number.
  func formUnion(_ bits: Int) { ac_or_count(memory, bits) }
}
