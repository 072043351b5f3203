/// A hash table from strings to numbers. Strings are compared by bytes: canonically equivalent ones are distinct, since
/// they are written unchanged.
///
/// The table stores only hashes; the caller compares the texts that the numbers refer to:
///
/// ```swift
/// var place = strings.place(of: strings.scan(text).hash)
/// while let number = strings.next(&place) { if isText(number) { return number } }
/// strings.insert(next, at: place)
/// ```
struct StringTable: ~Copyable {
  /// The slot at which a search continues.
  struct Probe {
    fileprivate let hash: UInt32
    fileprivate var slot: Int
  }

  private static let smallest = 64
  /// A table with more slots is not kept, and does not fit into the caches.
  private static let large = 1 << 16

  private var slots = HashSlots(count: smallest)
  private var mask = smallest - 1
  private var count = 0
  /// So that chosen strings cannot force collisions. Random once for the process, which takes as long as 20 strings.
  private static let randomSeed = UInt64.random(in: .min ... .max)
  private let seed = randomSeed

  /// Whether a lookup is likely to be a cache miss.
  var isLarge: Bool { mask > Self.large }

  /// Returns the slot at which to begin the search for a hash.
  @inline(__always)
  func place(of hash: UInt32) -> Probe { Probe(hash: hash, slot: Int(hash) & mask) }

  /// Returns the next candidate for a string. Returns nil if there is none; `place` is then the slot to insert at.
  @inline(__always)
  func next(_ place: inout Probe) -> UInt32? {
    // Terminates at an empty slot: the table is never full.
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

  /// Inserts a number for a string.
  ///
  /// - Parameters:
  ///   - number: Not 0.
  ///   - place: The slot at which ``next(_:)`` returned nil.
  @inline(__always)
  mutating func insert(_ number: UInt32, at place: Probe) {
    slots[place.slot] = HashSlots.Slot(mark: place.hash, number: number)
    count &+= 1
    if count &* 2 > mask { grow() }
  }

  /// Prefetches the slots of a string that will soon be looked up.
  @inline(__always)
  func prefetch(_ hash: UInt32) {
    GrowingMemory.prefetch(slots.base + (Int(hash) & mask))
  }

  /// The hash of a text, and whether it is ASCII, which the same loads tell.
  @inline(__always)
  func scan(_ string: UnsafeBufferPointer<UInt8>) -> (hash: UInt32, isASCII: Bool) {
    var hash = seed ^ UInt64(truncatingIfNeeded: string.count)
    guard let start = UnsafeRawPointer(string.baseAddress) else { return (UInt32(truncatingIfNeeded: hash), true) }
    let count = string.count
    var bits: UInt64 = 0
    var index = 0
    // Multiplies to mix 8 bytes at a time.
    while count &- index > 8 {
      let word = start.loadUnaligned(fromByteOffset: index, as: UInt64.self)
      hash = Self.mix(hash ^ word)
      bits |= word
      index &+= 8
    }
    // The last word, of at most 8 bytes, overlaps bytes already read if fewer remain.
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
    return (UInt32(truncatingIfNeeded: Self.mix(hash ^ rest)), (bits | rest) & 0x8080_8080_8080_8080 == 0)
  }

  @inline(__always)
  private static func mix(_ value: UInt64) -> UInt64 {
    let product = value.multipliedFullWidth(by: 0x9e37_79b9_7f4a_7c15)
    return product.high ^ product.low
  }

  /// Removes everything, but keeps memory as ``AddressTable/removeAll()`` does.
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
