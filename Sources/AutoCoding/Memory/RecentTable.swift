/// The last answers to a question, by a number or an address: what stands in front of a dictionary where the same few
/// questions are asked for every object.
///
/// An answer that has to give its place to another is asked for again; nothing is wrong then, only slower.
final class RecentTable<Value: BitwiseCopyable> {
  private struct Slot: BitwiseCopyable {
    let key: UInt
    let value: Value
  }

  private static var bits: UInt { 6 }
  private let slots: UnsafeMutablePointer<Slot?>

  init() {
    slots = .allocate(capacity: 1 << Self.bits)
    slots.initialize(repeating: nil, count: 1 << Self.bits)
  }

  deinit { slots.deallocate() }

  /// The last value for the key, if it still is there.
  @inline(__always)
  subscript(key: UInt) -> Value? {
    get {
      guard let slot = slots[Self.position(of: key)], slot.key == key else { return nil }
      return slot.value
    }
    set { slots[Self.position(of: key)] = newValue.map { Slot(key: key, value: $0) } }
  }

  /// The multiplication spreads numbers that follow each other as well as addresses; the highest bits are as many as there
  /// are slots for.
  @inline(__always)
  private static func position(of key: UInt) -> Int {
    Int(truncatingIfNeeded: (UInt64(truncatingIfNeeded: key) &* 0x9e37_79b9_7f4a_7c15) &>> (64 &- UInt64(bits)))
  }
}
