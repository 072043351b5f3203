/// Numbers by the bytes of a string. Strings that Unicode holds for equivalent are two, since they are written as they are.
///
/// The texts themselves are wherever the numbers lead to; the table has their hashes alone:
///
/// ```swift
/// var place = strings.place(of: hash)
/// while let number = strings.next(&place) { if isText(number) { return number } }
/// strings.insert(next, at: place)
/// ```
struct StringTable: ~Copyable {
  /// Where a string may be.
  struct Place {
    fileprivate let hash: UInt32
    fileprivate var slot: Int
  }

  private static let smallest = 64
  /// A table of more slots is not kept, and does not fit the caches.
  private static let large = 1 << 16

  private var slots = HashSlots(count: smallest)
  private var mask = smallest - 1
  private var count = 0
  /// What the hash begins with, so that nobody who chooses the strings can choose the slots.
  private let seed = UInt64.random(in: .min ... .max)

  /// Whether a look into the table is likely to wait for memory.
  var isLarge: Bool { mask > Self.large }

  /// Where the numbers of strings with a hash begin.
  @inline(__always)
  func place(of hash: UInt32) -> Place { Place(hash: hash, slot: Int(hash) & mask) }

  /// The number of the next string that may be the one looked for; nil where there is none, and its place is.
  @inline(__always)
  func next(_ place: inout Place) -> UInt32? {
    // There always is an empty slot: the table is never full.
    while true {
      let slot = slots[place.slot]
      if slot.number == 0 { return nil }
      if slot.mark == place.hash {
        place.slot = (place.slot &+ 1) & mask
        return slot.number
      }
      place.slot = (place.slot &+ 1) & mask
    }
  }

  /// Gives a string a number.
  ///
  /// - Parameters:
  ///   - number: Not 0.
  ///   - place: Where ``next(_:)`` found nothing more.
  @inline(__always)
  mutating func insert(_ number: UInt32, at place: Place) {
    slots[place.slot] = HashSlots.Slot(mark: place.hash, number: number)
    count &+= 1
    if count &* 2 > mask { grow() }
  }

  /// Asks for the slots where a string would be found, which is soon to be looked for.
  @inline(__always)
  func prefetch(_ hash: UInt32) {
    GrowingMemory.prefetch(slots.base + (Int(hash) & mask))
  }

  /// Multiplications that mix 8 bytes at a time.
  @inline(__always)
  func hash(_ string: UnsafeBufferPointer<UInt8>) -> UInt32 {
    var hash = seed ^ UInt64(truncatingIfNeeded: string.count)
    guard let start = UnsafeRawPointer(string.baseAddress) else { return UInt32(truncatingIfNeeded: hash) }
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
    return UInt32(truncatingIfNeeded: Self.mix(hash ^ rest))
  }

  @inline(__always)
  private static func mix(_ value: UInt64) -> UInt64 {
    let product = value.multipliedFullWidth(by: 0x9e37_79b9_7f4a_7c15)
    return product.high ^ product.low
  }

  /// Forgets everything, and keeps memory as ``AddressTable/removeAll()`` does.
  mutating func removeAll() {
    let filled = count
    count = 0
    if mask < Self.large, mask < max(Self.smallest, filled * 8) {
      slots.clear(mask + 1)
    } else {
      slots = HashSlots(count: Self.smallest)
      mask = Self.smallest - 1
    }
  }

  @inline(never)
  private mutating func grow() {
    let capacity = mask + 1
    let larger = HashSlots(count: capacity * 2)
    mask = capacity * 2 - 1
    for index in 0..<capacity where slots[index].number != 0 {
      let slot = slots[index]
      var position = Int(slot.mark) & mask
      while larger[position].number != 0 { position = (position &+ 1) & mask }
      larger[position] = slot
    }
    slots = larger
  }
}
