import RuntimeShims

/// Memory of ``GrowingMemory`` that one call leaves for the next, whichever thread that is on; no lock is taken.
package final class SpareMemory: @unchecked Sendable {
  private let address: UnsafeMutablePointer<UnsafeMutableRawPointer?>

  package init() {
    address = .allocate(capacity: 1)
    address.initialize(to: nil)
  }

  deinit {
    if let memory = address.pointee { GrowingMemory.free(memory) }
    address.deallocate()
  }

  /// What was left here, which is the caller's then.
  @inline(__always)
  package func take() -> UnsafeMutableRawPointer? { ac_exchange(address, nil) }

  /// Leaves memory, and gives back what another thread left meanwhile.
  @inline(__always)
  package func leave(_ memory: UnsafeMutableRawPointer) {
    if let other = ac_exchange(address, memory) { GrowingMemory.free(other) }
  }
}
