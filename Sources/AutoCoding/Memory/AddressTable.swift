/// A hash table from addresses to numbers: of objects already met, or of types and keys that a format already has.
package struct AddressTable: ~Copyable {
  private struct Slot: BitwiseCopyable {
    /// 0 if the slot is empty.
    var address: UInt
    var number: Int
  }

  /// The slots of all tables that nothing was inserted into, which take no memory then. Nothing writes to them.
  nonisolated(unsafe) private static let unused = makeSlots(2)
  /// The fewest slots of a table in which something is.
  private static let smallest = 16

  /// At most half of the slots are occupied.
  private var slots: UnsafeMutablePointer<Slot>
  private var mask: Int
  /// The number of slots, a power of two, is 2 to the power of 64 minus this.
  private var shift: UInt64
  package private(set) var count = 0

  package init() {
    slots = Self.unused
    mask = 1
    shift = Self.shift(for: 2)
  }

  deinit { Self.free(slots) }

  private static func free(_ slots: UnsafeMutablePointer<Slot>) { if slots != unused { slots.deallocate() } }

  private static func makeSlots(_ capacity: Int) -> UnsafeMutablePointer<Slot> {
    let slots = UnsafeMutablePointer<Slot>.allocate(capacity: capacity)
    slots.initialize(repeating: Slot(address: 0, number: 0), count: capacity)
    return slots
  }

  private static func shift(for capacity: Int) -> UInt64 { UInt64(capacity.leadingZeroBitCount + 1) }

  /// The slot at which the search for an address begins.
  @inline(__always)
  private func home(of address: UInt) -> Int {
    // The multiplication spreads neighbors; the highest bits are mixed best.
    Int(truncatingIfNeeded: (UInt64(truncatingIfNeeded: address) &* 0x9e37_79b9_7f4a_7c15) &>> shift)
  }

  /// The slot of an address, or the empty slot to insert it at. The search ends, since the table is never full.
  @inline(__always)
  private func slot(of address: UInt) -> Int {
    var position = home(of: address)
    while slots[position].address != address, slots[position].address != 0 { position = (position &+ 1) & mask }
    return position
  }

  /// The number of an address, or nil if it has none.
  @inline(__always)
  package subscript(address: UnsafeRawPointer) -> Int? {
    let position = slot(of: UInt(bitPattern: address))
    return slots[position].address == 0 ? nil : slots[position].number
  }

  /// Gives an address a number. Precondition: it has none.
  @inline(__always)
  package mutating func insert(_ number: Int, for address: UnsafeRawPointer) {
    let address = UInt(bitPattern: address)
    count &+= 1
    if count &* 2 > mask { resize(to: max(Self.smallest, (mask + 1) * 2)) }
    slots[slot(of: address)] = Slot(address: address, number: number)
  }

  /// Removes an address. Precondition: it has a number.
  package mutating func remove(_ address: UnsafeRawPointer) {
    var gap = slot(of: UInt(bitPattern: address))
    var position = gap
    while true {
      position = (position + 1) & mask
      let other = slots[position].address
      guard other != 0 else { break }
      // Move an entry into the gap if a search would otherwise stop there before reaching it.
      if (position - home(of: other)) & mask >= (position - gap) & mask {
        slots[gap] = slots[position]
        gap = position
      }
    }
    slots[gap].address = 0
    count -= 1
  }

  /// Removes everything. A table that is large, or much larger than its contents, becomes small again: this then costs
  /// no more than filling the table did, and little memory is kept.
  package mutating func removeAll() {
    guard slots != Self.unused else { return }
    let filled = count
    count = 0
    if mask < 1 << 16, mask < max(Self.smallest, filled * 8) {
      slots.update(repeating: Slot(address: 0, number: 0), count: mask + 1)
    } else {
      slots.deallocate()
      slots = Self.makeSlots(Self.smallest)
      mask = Self.smallest - 1
      shift = Self.shift(for: Self.smallest)
    }
  }

  @inline(never)
  private mutating func resize(to capacity: Int) {
    let old = slots
    let oldCapacity = mask + 1
    slots = Self.makeSlots(capacity)
    mask = capacity - 1
    shift = Self.shift(for: capacity)
    for position in 0..<oldCapacity where old[position].address != 0 {
      slots[slot(of: old[position].address)] = old[position]
    }
    Self.free(old)
  }
}
