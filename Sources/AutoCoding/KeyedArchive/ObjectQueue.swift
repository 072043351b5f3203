/// The objects of an archive that is written, in the order in which they get their turn, and where each of them is.
///
/// Objects that were made one after the other mostly lie so, and are met so. An object's slot follows from its address such
/// that objects next to each other have slots next to each other: what a large table has is read in order then, and does
/// not have to be waited for. Where too many objects share the slots that are near, the rest is in a table that spreads
/// them. No look takes more than a few steps, wherever objects are.
struct ObjectQueue: ~Copyable {
  /// An object that has a UID, and is written when it is its turn.
  struct Entry: BitwiseCopyable {
    let object: UnsafeRawPointer
    let codec: UnsafeRawPointer
    let uid: UInt32
    /// The position in the queue of the object that refers to it first; ``ArchiveBuilder/none`` for the root value.
    let parent: UInt32
  }

  /// Where an object is, or would be.
  struct Place {
    /// The object's position in the queue; ``ArchiveBuilder/none`` where it is not there.
    let position: UInt32
    fileprivate let slot: Int
    fileprivate let isNear: Bool
  }

  private static let smallest = 64
  /// A table of more slots is not kept.
  private static let large = 1 << 16
  /// In how many slots, from the one that follows from its address on, an object may be.
  private static let reach = 8

  private(set) var entries = GrowingTable<Entry>(maximumCount: Int(ArchiveBuilder.none) - 1)
  /// Numbers are positions in the queue plus 1, marks what is left of an object's address.
  private var near = HashSlots(count: smallest + reach)
  private var mask: UInt = UInt(smallest) - 1
  private var bits = UInt(smallest.trailingZeroBitCount)
  private var far = HashSlots(count: smallest)
  private var farCount = 0

  var count: Int { entries.count }

  /// Objects are sixteen bytes apart, or more.
  @inline(__always)
  private static func granule(_ object: UnsafeRawPointer) -> UInt { UInt(bitPattern: object) &>> 4 }

  @inline(__always)
  private static func mark(_ object: UnsafeRawPointer) -> UInt32 { UInt32(truncatingIfNeeded: granule(object)) }

  /// The first of the near slots of an object. Memory of which only every so many bytes begin an object goes around the
  /// table more than once, and each time meets other slots.
  @inline(__always)
  private func home(_ object: UnsafeRawPointer) -> Int {
    let granule = Self.granule(object)
    return Int(bitPattern: (granule &+ (granule &>> bits) &* 5) & mask)
  }

  @inline(__always)
  private func isObject(_ number: UInt32, _ object: UnsafeRawPointer) -> Bool {
    entries.base.map { $0[Int(number) &- 1].object == object } ?? false
  }

  @inline(__always)
  func place(of object: UnsafeRawPointer) -> Place {
    let mark = Self.mark(object)
    var index = home(object)
    let end = index &+ Self.reach
    while index < end {
      let slot = near[index]
      if slot.number == 0 { return Place(position: ArchiveBuilder.none, slot: index, isNear: true) }
      if slot.mark == mark, isObject(slot.number, object) {
        return Place(position: slot.number &- 1, slot: index, isNear: true)
      }
      index &+= 1
    }
    return farPlace(of: object)
  }

  @inline(never)
  private func farPlace(of object: UnsafeRawPointer) -> Place {
    let mark = Self.mark(object)
    // The multiplication spreads neighbours, and most of it shows in the highest bits.
    let product = UInt64(UInt(bitPattern: object)) &* 0x9e37_79b9_7f4a_7c15
    var index = Int(truncatingIfNeeded: product &>> 32) & (far.count &- 1)
    // There always is an empty slot: the table is never full.
    while far[index].number != 0 {
      if far[index].mark == mark, isObject(far[index].number, object) {
        return Place(position: far[index].number &- 1, slot: index, isNear: false)
      }
      index = (index &+ 1) & (far.count &- 1)
    }
    return Place(position: ArchiveBuilder.none, slot: index, isNear: false)
  }

  /// The position of an object in the queue, if it is there.
  func position(of object: UnsafeRawPointer) -> Int? {
    let position = place(of: object).position
    return position == ArchiveBuilder.none ? nil : Int(position)
  }

  /// Adds an object to the queue, or returns false where there is no room for it.
  ///
  /// - Precondition: `place` is the object's, and it is not in the queue yet.
  @inline(__always)
  mutating func append(_ entry: Entry, at place: Place) -> Bool {
    guard entries.append(entry) else { return false }
    insert(HashSlots.Slot(mark: Self.mark(entry.object), number: UInt32(truncatingIfNeeded: count)), at: place)
    if UInt(bitPattern: count) &* 2 > mask { growNear() }
    return true
  }

  @inline(__always)
  private mutating func insert(_ slot: HashSlots.Slot, at place: Place) {
    if place.isNear {
      near[place.slot] = slot
    } else {
      far[place.slot] = slot
      farCount &+= 1
      if farCount &* 2 > far.count { growFar() }
    }
  }

  /// Objects that were far may be near now, so that each is placed anew; in the order in which they came.
  @inline(never)
  private mutating func growNear() {
    let capacity = (Int(mask) + 1) * 2
    near = HashSlots(count: capacity + Self.reach)
    mask = UInt(capacity) - 1
    bits = UInt(capacity.trailingZeroBitCount)
    if farCount > 0 { far = HashSlots(count: Self.smallest) }
    farCount = 0
    guard let entries = entries.base else { return }
    for position in 0..<count {
      let object = entries[position].object
      insert(
        HashSlots.Slot(mark: Self.mark(object), number: UInt32(truncatingIfNeeded: position + 1)),
        at: place(of: object))
    }
  }

  @inline(never)
  private mutating func growFar() {
    var old = HashSlots(count: far.count * 2)
    swap(&old, &far)
    guard let entries = entries.base else { return }
    for index in 0..<old.count where old[index].number != 0 {
      far[farPlace(of: entries[Int(old[index].number) - 1].object).slot] = old[index]
    }
  }

  /// Forgets everything, and keeps memory as ``AddressTable/removeAll()`` does.
  mutating func removeAll(keepingAtMost most: Int) {
    let filled = count
    entries.removeAll(keepingAtMost: most)
    if mask < Self.large, mask < max(Self.smallest, filled * 8) {
      near.clear(near.count)
    } else {
      near = HashSlots(count: Self.smallest + Self.reach)
      mask = UInt(Self.smallest) - 1
      bits = UInt(Self.smallest.trailingZeroBitCount)
    }
    if farCount > 0 { far = HashSlots(count: Self.smallest) }
    farCount = 0
  }
}
