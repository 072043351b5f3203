/// Numbers of objects by their addresses, from 0 in the order in which they came.
struct ObjectNumbers: ~Copyable {
  private struct Slot {
    var object: UnsafeRawPointer?
    var number: Int
  }

  /// At most half of them are taken.
  private var slots: UnsafeMutablePointer<Slot>
  private var mask: Int
  private(set) var count = 0

  init() {
    mask = 63
    slots = Self.allocate(64)
  }

  deinit { slots.deallocate() }

  private static func allocate(_ capacity: Int) -> UnsafeMutablePointer<Slot> {
    let slots = UnsafeMutablePointer<Slot>.allocate(capacity: capacity)
    slots.initialize(repeating: Slot(object: nil, number: 0), count: capacity)
    return slots
  }

  @inline(__always)
  private func index(of object: UnsafeRawPointer) -> Int {
    // Objects are 16 bytes apart; of the product, the upper bits depend on all of the address.
    var index = Int(truncatingIfNeeded: (UInt(bitPattern: object) >> 4 &* 0x9e37_79b9_7f4a_7c15) >> 32) & mask
    while let other = slots[index].object, other != object { index = (index + 1) & mask }
    return index
  }

  /// The number of an object, or nil where it has none.
  @inline(__always)
  func number(of object: UnsafeRawPointer) -> Int? {
    let slot = slots[index(of: object)]
    return slot.object == nil ? nil : slot.number
  }

  /// Gives an object a number. Precondition: it has none.
  mutating func add(_ object: UnsafeRawPointer, number: Int) {
    if 2 * count > mask { grow() }
    slots[index(of: object)] = Slot(object: object, number: number)
    count += 1
  }

  private mutating func grow() {
    let old = (slots, mask)
    mask = 2 * mask + 1
    slots = Self.allocate(mask + 1)
    for position in 0...old.1 {
      let slot = old.0[position]
      if let object = slot.object { slots[index(of: object)] = slot }
    }
    old.0.deallocate()
  }
}
