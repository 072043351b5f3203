/// Numbers by pointer: objects, types and keys that an archive has already.
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

/// Numbers by the bytes of a string. Strings that Unicode holds for equivalent are two, since they are written as they are.
struct StringTable: ~Copyable {
  private struct Slot: BitwiseCopyable {
    /// Chooses the slot, also in a table that has grown: the text need not be looked at again.
    var hash: UInt32
    /// 0 where the slot is empty.
    var value: UInt32
    /// Where the number of bytes is in the text, and behind it the bytes.
    var position: Int
  }

  private static let smallest = 64

  private var slots: UnsafeMutablePointer<Slot>
  private var mask: Int
  private var count = 0
  /// All strings, one after the other, each behind its number of bytes.
  private var text = GrowingTable<UInt8>(maximumCount: .max / 2)
  /// What the hash begins with, so that nobody who chooses the strings can choose the slots.
  private let seed = UInt64.random(in: .min ... .max)

  init() {
    slots = Self.makeSlots(Self.smallest)
    mask = Self.smallest - 1
  }

  deinit { slots.deallocate() }

  private static func makeSlots(_ capacity: Int) -> UnsafeMutablePointer<Slot> {
    let slots = UnsafeMutablePointer<Slot>.allocate(capacity: capacity)
    slots.initialize(repeating: Slot(hash: 0, value: 0, position: 0), count: capacity)
    return slots
  }

  /// The number of a string; if it has none, the given one becomes its number.
  ///
  /// - Parameter next: Not 0.
  mutating func value(of string: UnsafeBufferPointer<UInt8>, orInsert next: UInt32) -> UInt32 {
    let hash = UInt32(truncatingIfNeeded: hash(string))
    var position = Int(hash) & mask
    while slots[position].value != 0 {
      if slots[position].hash == hash, isEqual(slots[position].position, string) { return slots[position].value }
      position = (position &+ 1) & mask
    }
    let headSize = MemoryLayout<Int>.size
    guard let end = text.reserve(headSize &+ string.count) else { return next }
    UnsafeMutableRawPointer(end).storeBytes(of: string.count, as: Int.self)
    if let start = string.baseAddress { (end + headSize).initialize(from: start, count: string.count) }
    slots[position] = Slot(hash: hash, value: next, position: text.count)
    text.advance(by: headSize &+ string.count)
    count &+= 1
    if count &* 2 > mask { grow() }
    return next
  }

  @inline(__always)
  private func isEqual(_ position: Int, _ string: UnsafeBufferPointer<UInt8>) -> Bool {
    guard let base = text.base else { return false }
    let known = UnsafeRawPointer(base + position)
    guard known.loadUnaligned(as: Int.self) == string.count else { return false }
    guard let start = UnsafeRawPointer(string.baseAddress) else { return true }
    let bytes = known + MemoryLayout<Int>.size
    var index = 0
    while string.count &- index >= 8 {
      let difference =
        bytes.loadUnaligned(fromByteOffset: index, as: UInt64.self)
        ^ start.loadUnaligned(fromByteOffset: index, as: UInt64.self)
      if difference != 0 { return false }
      index &+= 8
    }
    while index < string.count {
      if bytes.load(fromByteOffset: index, as: UInt8.self) != string[index] { return false }
      index &+= 1
    }
    return true
  }

  /// Multiplications that mix 8 bytes at a time.
  @inline(__always)
  private func hash(_ string: UnsafeBufferPointer<UInt8>) -> UInt64 {
    var hash = seed ^ UInt64(truncatingIfNeeded: string.count)
    guard let start = UnsafeRawPointer(string.baseAddress) else { return hash }
    let count = string.count
    var index = 0
    while count &- index > 8 {
      hash = Self.mix(hash ^ start.loadUnaligned(fromByteOffset: index, as: UInt64.self))
      index &+= 8
    }
    // The rest, of at most 8 bytes, overlaps with what was read already where that is less than a word.
    let rest: UInt64
    if count >= 8 {
      rest = start.loadUnaligned(fromByteOffset: count &- 8, as: UInt64.self)
    } else if count >= 4 {
      rest =
        UInt64(start.loadUnaligned(as: UInt32.self)) &<< 32
        | UInt64(start.loadUnaligned(fromByteOffset: count &- 4, as: UInt32.self))
    } else if count > 0 {
      rest = UInt64(string[0]) &<< 16 | UInt64(string[count / 2]) &<< 8 | UInt64(string[count &- 1])
    } else {
      rest = 0
    }
    return Self.mix(hash ^ rest)
  }

  @inline(__always)
  private static func mix(_ value: UInt64) -> UInt64 {
    let product = value.multipliedFullWidth(by: 0x9e37_79b9_7f4a_7c15)
    return product.high ^ product.low
  }

  /// Forgets everything, and keeps memory as ``PointerTable/removeAll()`` does.
  mutating func removeAll() {
    let filled = count
    count = 0
    text.removeAll(keepingAtMost: 1 << 20)
    if mask < 1 << 16, mask < max(Self.smallest, filled * 8) {
      slots.update(repeating: Slot(hash: 0, value: 0, position: 0), count: mask + 1)
    } else {
      slots.deallocate()
      slots = Self.makeSlots(Self.smallest)
      mask = Self.smallest - 1
    }
  }

  @inline(never)
  private mutating func grow() {
    let old = slots
    let capacity = mask + 1
    slots = Self.makeSlots(capacity * 2)
    mask = capacity * 2 - 1
    for index in 0..<capacity where old[index].value != 0 { place(old[index]) }
    old.deallocate()
  }

  private mutating func place(_ slot: Slot) {
    var position = Int(slot.hash) & mask
    while slots[position].value != 0 { position = (position &+ 1) & mask }
    slots[position] = slot
  }
}
