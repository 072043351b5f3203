/// The objects of an archive in the order in which they are written, with a hash table from addresses to positions.
///
/// Objects allocated one after another usually have adjacent addresses and are visited in that order. An object's slot
/// is derived from its address, so neighbors have neighboring slots, and a large table is read sequentially with few
/// cache misses. If the nearby slots are full, the object goes to a second table that spreads addresses. Every lookup
/// takes a few steps, whatever the addresses are.
struct ObjectQueue: ~Copyable {
  /// An object that has a UID and is waiting to be written.
  struct Entry: BitwiseCopyable {
    let object: UnsafeRawPointer
    let codec: UnsafeRawPointer
    let uid: UInt32
    /// The position in the queue of the first object that refers to it; ``ArchiveBuilder/none`` for the root value.
    let parent: UInt32
  }

  /// The location of an object in the tables, or where it would be inserted.
  struct Probe {
    /// The object's position in the queue; ``ArchiveBuilder/none`` if it is not in the queue.
    let position: UInt32
    fileprivate let slot: Int
    fileprivate let isNear: Bool
  }

  private static let smallest = 64
  /// A table with more slots is not kept.
  private static let large = 1 << 16
  /// The number of slots in which an object may be, starting at the one derived from its address.
  private static let reach = 8

  private(set) var entries = GrowingTable<Entry>(maximumCount: Int(ArchiveBuilder.none) - 1)
  /// Numbers are positions in the queue plus 1; marks are the remaining bits of an object's address.
  private var near = HashSlots(count: smallest + reach)
  private var mask: UInt = UInt(smallest) - 1
  private var bits = UInt(smallest.trailingZeroBitCount)
  private var far = HashSlots(count: smallest)
  private var farCount = 0

  var count: Int { entries.count }

  /// Objects are at least sixteen bytes apart.
  @inline(__always)
  private static func granule(_ object: UnsafeRawPointer) -> UInt { UInt(bitPattern: object) &>> 4 }

  @inline(__always)
  private static func mark(_ object: UnsafeRawPointer) -> UInt32 { UInt32(truncatingIfNeeded: granule(object)) }

  /// Returns the first near slot of an object. Addresses with a large stride wrap around the table several times, and
  /// use other slots each time.
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
  func place(of object: UnsafeRawPointer) -> Probe {
    let mark = Self.mark(object)
    var index = home(object)
    let end = index &+ Self.reach
    while index < end {
      let slot = near[index]
      if slot.number == 0 { return Probe(position: ArchiveBuilder.none, slot: index, isNear: true) }
      if slot.mark == mark, isObject(slot.number, object) {
        return Probe(position: slot.number &- 1, slot: index, isNear: true)
      }
      index &+= 1
    }
    return farPlace(of: object)
  }

  @inline(never)
  private func farPlace(of object: UnsafeRawPointer) -> Probe {
    let mark = Self.mark(object)
    // The multiplication spreads neighbors; the highest bits are mixed best.
    let product = UInt64(UInt(bitPattern: object)) &* 0x9e37_79b9_7f4a_7c15
    var index = Int(truncatingIfNeeded: product &>> 32) & (far.count &- 1)
    // Terminates at an empty slot: the table is never full.
    while far[index].number != 0 {
      if far[index].mark == mark, isObject(far[index].number, object) {
        return Probe(position: far[index].number &- 1, slot: index, isNear: false)
      }
      index = (index &+ 1) & (far.count &- 1)
    }
    return Probe(position: ArchiveBuilder.none, slot: index, isNear: false)
  }

  /// Returns the position of an object in the queue, or nil.
  func position(of object: UnsafeRawPointer) -> Int? {
    let position = place(of: object).position
    return position == ArchiveBuilder.none ? nil : Int(position)
  }

  /// Adds an object to the queue. Returns false if there is no room.
  ///
  /// - Precondition: `place` is the object's, and it is not in the queue yet.
  @inline(__always)
  mutating func append(_ entry: Entry, at place: Probe) -> Bool {
    guard entries.append(entry) else { return false }
    insert(HashSlots.Slot(mark: Self.mark(entry.object), number: UInt32(truncatingIfNeeded: count)), at: place)
    if UInt(bitPattern: count) &* 2 > mask { growNear() }
    return true
  }

  @inline(__always)
  private mutating func insert(_ slot: HashSlots.Slot, at place: Probe) {
    if place.isNear {
      near[place.slot] = slot
    } else {
      far[place.slot] = slot
      farCount &+= 1
      if farCount &* 2 > far.count { growFar() }
    }
  }

  /// Rehashes all objects in their order, since objects from the far table may now fit into the near one.
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

  /// Removes everything, but keeps memory as ``AddressTable/removeAll()`` does.
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
