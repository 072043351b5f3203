/// Numbers by pointer: objects, types and keys that an archive has already.
struct PointerTable: ~Copyable {
  private struct Slot: BitwiseCopyable {
    var key: UInt
    var value: UInt32
  }

  private var slots: UnsafeMutablePointer<Slot>
  private var mask: Int
  private(set) var count = 0

  init(capacity: Int = 64) {
    slots = Self.makeSlots(capacity)
    mask = capacity - 1
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
    // Pointers are aligned; the multiplication spreads neighbours.
    var position = Int(truncatingIfNeeded: (key &>> 4) &* 0x9e37_79b9_7f4a_7c15 &>> 32) & mask
    while slots[position].key != key, slots[position].key != 0 { position = (position &+ 1) & mask }
    return position
  }

  @inline(__always)
  subscript(pointer: UnsafeRawPointer) -> UInt32? {
    let position = slot(of: UInt(bitPattern: pointer))
    return slots[position].key == 0 ? nil : slots[position].value
  }

  /// Precondition: the table does not have the pointer.
  mutating func insert(_ value: UInt32, for pointer: UnsafeRawPointer) {
    if count &* 2 > mask { grow() }
    let key = UInt(bitPattern: pointer)
    slots[slot(of: key)] = Slot(key: key, value: value)
    count &+= 1
  }

  private mutating func grow() {
    let old = slots
    let capacity = mask + 1
    slots = Self.makeSlots(capacity * 2)
    mask = capacity * 2 - 1
    for index in 0..<capacity where old[index].key != 0 { slots[slot(of: old[index].key)] = old[index] }
    old.deallocate()
  }
}

/// Numbers by the bytes of a string. Strings that Unicode holds for equivalent are two, since they are written as they are.
struct StringTable: ~Copyable {
  private struct Slot: BitwiseCopyable {
    var hash: UInt64
    var position: Int
    var count: Int
    /// 0 where the slot is empty.
    var value: UInt32
  }

  private var slots: UnsafeMutablePointer<Slot>
  private var mask: Int
  private var count = 0
  /// All strings, one after the other.
  private var text = GrowingTable<UInt8>(maximumCount: .max / 2)
  /// What the hash begins with, so that nobody who chooses the strings can choose the slots.
  private let seed = UInt64.random(in: .min ... .max)

  init(capacity: Int = 64) {
    slots = Self.makeSlots(capacity)
    mask = capacity - 1
  }

  deinit { slots.deallocate() }

  private static func makeSlots(_ capacity: Int) -> UnsafeMutablePointer<Slot> {
    let slots = UnsafeMutablePointer<Slot>.allocate(capacity: capacity)
    slots.initialize(repeating: Slot(hash: 0, position: 0, count: 0, value: 0), count: capacity)
    return slots
  }

  /// The number of a string, which is `make`'s where the string is new. It is not 0.
  mutating func value(of string: UnsafeBufferPointer<UInt8>, make: () -> UInt32) -> UInt32 {
    let hash = hash(string)
    var position = Int(truncatingIfNeeded: hash) & mask
    while slots[position].value != 0 {
      if slots[position].hash == hash, slots[position].count == string.count, isEqual(slots[position].position, string)
      {
        return slots[position].value
      }
      position = (position &+ 1) & mask
    }
    let value = make()
    guard let end = text.reserve(string.count) else { return value }
    if let start = string.baseAddress { end.initialize(from: start, count: string.count) }
    slots[position] = Slot(hash: hash, position: text.count, count: string.count, value: value)
    text.advance(by: string.count)
    count &+= 1
    if count &* 2 > mask { grow() }
    return value
  }

  @inline(__always)
  private func isEqual(_ position: Int, _ string: UnsafeBufferPointer<UInt8>) -> Bool {
    guard let known = text.base, let start = string.baseAddress else { return true }
    for index in 0..<string.count where known[position &+ index] != start[index] { return false }
    return true
  }

  /// Multiplications that mix 8 bytes at a time.
  @inline(__always)
  private func hash(_ string: UnsafeBufferPointer<UInt8>) -> UInt64 {
    var hash = seed ^ UInt64(truncatingIfNeeded: string.count)
    guard let start = UnsafeRawPointer(string.baseAddress) else { return hash }
    var index = 0
    while string.count &- index >= 8 {
      hash = Self.mix(hash ^ start.loadUnaligned(fromByteOffset: index, as: UInt64.self))
      index &+= 8
    }
    var rest: UInt64 = 0
    while index < string.count {
      rest = rest &<< 8 | UInt64(string[index])
      index &+= 1
    }
    return Self.mix(hash ^ rest)
  }

  @inline(__always)
  private static func mix(_ value: UInt64) -> UInt64 {
    let product = value.multipliedFullWidth(by: 0x9e37_79b9_7f4a_7c15)
    return product.high ^ product.low
  }

  private mutating func grow() {
    let old = slots
    let capacity = mask + 1
    slots = Self.makeSlots(capacity * 2)
    mask = capacity * 2 - 1
    for index in 0..<capacity where old[index].value != 0 {
      var position = Int(truncatingIfNeeded: old[index].hash) & mask
      while slots[position].value != 0 { position = (position &+ 1) & mask }
      slots[position] = old[index]
    }
    old.deallocate()
  }
}
