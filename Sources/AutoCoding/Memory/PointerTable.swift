/// Numbers by pointer: types and keys that an archive has already.
struct PointerTable: ~Copyable {
  private struct Slot: BitwiseCopyable {
    var key: UInt
    var value: UInt32
  }

  private static let smallest = 64

  private var slots: UnsafeMutablePointer<Slot>
  /// The number of slots, a power of two, is 2 to the power of 64 minus this.
  private var shift: UInt64
  private var mask: Int
  private(set) var count = 0

  init() {
    slots = Self.makeSlots(Self.smallest)
    mask = Self.smallest - 1
    shift = UInt64(Self.smallest.leadingZeroBitCount + 1)
  }

  deinit { slots.deallocate() }

  private static func makeSlots(_ capacity: Int) -> UnsafeMutablePointer<Slot> {
    let slots = UnsafeMutablePointer<Slot>.allocate(capacity: capacity)
    slots.initialize(repeating: Slot(key: 0, value: 0), count: capacity)
    return slots
  }

  /// The slot of a key, or the empty one where it would be. There always is one: the table is never full.
  @inline(__always)
  private func slot(of key: UInt) -> Int {
    // The multiplication spreads neighbours, and most of it shows in the highest bits.
    var position = Int(truncatingIfNeeded: (UInt64(truncatingIfNeeded: key) &* 0x9e37_79b9_7f4a_7c15) &>> shift)
    while slots[position].key != key, slots[position].key != 0 { position = (position &+ 1) & mask }
    return position
  }

  @inline(__always)
  subscript(pointer: UnsafeRawPointer) -> UInt32? {
    let position = slot(of: UInt(bitPattern: pointer))
    return slots[position].key == 0 ? nil : slots[position].value
  }

  /// The number of a pointer; if it has none, the given one becomes its number, and nil is returned.
  @inline(__always)
  mutating func value(of pointer: UnsafeRawPointer, orInsert value: UInt32) -> UInt32? {
    let key = UInt(bitPattern: pointer)
    let position = slot(of: key)
    if slots[position].key != 0 { return slots[position].value }
    slots[position] = Slot(key: key, value: value)
    count &+= 1
    if count &* 2 > mask { resize(to: (mask + 1) * 2) }
    return nil
  }

  /// Precondition: the table does not have the pointer.
  mutating func insert(_ value: UInt32, for pointer: UnsafeRawPointer) {
    _ = self.value(of: pointer, orInsert: value)
  }

  /// Forgets everything. A table that is large, or much larger than what was in it, becomes small again, so that this
  /// costs no more than filling it did, and little memory is kept.
  mutating func removeAll() {
    let filled = count
    count = 0
    if mask < 1 << 16, mask < max(Self.smallest, filled * 8) {
      slots.update(repeating: Slot(key: 0, value: 0), count: mask + 1)
    } else {
      slots.deallocate()
      slots = Self.makeSlots(Self.smallest)
      mask = Self.smallest - 1
      shift = UInt64(Self.smallest.leadingZeroBitCount + 1)
    }
  }

  @inline(never)
  private mutating func resize(to capacity: Int) {
    let old = slots
    let oldCapacity = mask + 1
    slots = Self.makeSlots(capacity)
    mask = capacity - 1
    shift = UInt64(capacity.leadingZeroBitCount + 1)
    for index in 0..<oldCapacity where old[index].key != 0 { slots[slot(of: old[index].key)] = old[index] }
    old.deallocate()
  }
}
