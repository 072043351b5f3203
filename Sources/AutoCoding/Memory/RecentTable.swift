/// A small cache of recent values by number or address, for use in front of a dictionary if the same few keys are
/// looked up for every object.
///
/// Two keys may share a slot, in which the last value stays. The result is then only slower, since the other value is
/// looked up again.
final class RecentTable<Value: BitwiseCopyable> {
  private struct Slot: BitwiseCopyable {
    let key: UInt
    let value: Value
  }

  private static var bits: UInt { 6 }
  /// Nil until a value is stored: small data needs few of these tables.
  private var slots: UnsafeMutablePointer<Slot?>?

  deinit { UnsafeMutableRawPointer(slots)?.deallocate() }

  /// The last value for the key, if it is still in the table.
  @inline(__always)
  subscript(key: UInt) -> Value? {
    get {
      guard let slot = slots?[Self.position(of: key)], slot.key == key else { return nil }
      return slot.value
    }
    set {
      let slots = slots ?? makeSlots()
      slots[Self.position(of: key)] = newValue.map { Slot(key: key, value: $0) }
    }
  }

  /// Removes all values, but keeps the memory.
  func removeAll() { slots?.update(repeating: nil, count: 1 << Self.bits) }

  @inline(never)
  private func makeSlots() -> UnsafeMutablePointer<Slot?> {
    let made = UnsafeMutablePointer<Slot?>.allocate(capacity: 1 << Self.bits)
    made.initialize(repeating: nil, count: 1 << Self.bits)
    slots = made
    return made
  }

  /// Returns the slot of a key. The multiplication spreads consecutive numbers as well as addresses, and its highest
  /// bits select the slot.
  @inline(__always)
  private static func position(of key: UInt) -> Int {
    Int(truncatingIfNeeded: (UInt64(truncatingIfNeeded: key) &* 0x9e37_79b9_7f4a_7c15) &>> (64 &- UInt64(bits)))
  }
}
