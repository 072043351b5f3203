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
    mask = 15
    slots = Self.allocate(16)
  }

  deinit { slots.deallocate() }

  private static func allocate(_ capacity: Int) -> UnsafeMutablePointer<Slot> {
    let slots = UnsafeMutablePointer<Slot>.allocate(capacity: capacity)
    slots.initialize(repeating: Slot(object: nil, number: 0), count: capacity)
    return slots
  }

  /// Where an object is, unless others are in its way.
  @inline(__always)
  private func home(of object: UnsafeRawPointer) -> Int {
    // Objects are 16 bytes apart; of the product, the upper bits depend on all of the address.
    Int(truncatingIfNeeded: (UInt(bitPattern: object) >> 4 &* 0x9e37_79b9_7f4a_7c15) >> 32) & mask
  }

  @inline(__always)
  private func index(of object: UnsafeRawPointer) -> Int {
    var index = home(of: object)
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

  /// Takes an object's number back. Precondition: it has one.
  mutating func remove(_ object: UnsafeRawPointer) {
    var gap = index(of: object)
    var index = gap
    while true {
      index = (index + 1) & mask
      guard let other = slots[index].object else { break }
      // Whatever the gap would hide from a search moves into it.
      if (index - home(of: other)) & mask >= (index - gap) & mask {
        slots[gap] = slots[index]
        gap = index
      }
    }
    slots[gap].object = nil
    count -= 1
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
