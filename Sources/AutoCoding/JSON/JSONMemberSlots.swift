/// The members of JSON objects by the hashes of their keys: of the objects that were asked last, if they have many.
///
/// Code asks for keys in another order than the text has them if the text is sorted or was written by `JSONEncoder`. To
/// compare each key with half of an object's keys then takes longer than all else that is done for it.
struct JSONMemberSlots: ~Copyable {
  /// Objects with fewer members are searched in order.
  static let minimumCount: Int32 = 8
  private static let maximumSlots = 2 * Int(JSONContainerSource.maximumScan)
  /// Code goes back and forth between objects: from one to those within it, and back.
  private static let maximumTables = 4

  private struct Slot: BitwiseCopyable {
    var hash: UInt32
    /// The position of the member's key; 0 if the slot is empty.
    var member: UInt32
  }

  private struct Table: BitwiseCopyable {
    /// The object that the table is for.
    var object: Int
    /// When the object was asked last, after others were.
    var time = 0
    /// Whether the slots are filled. That is done when the object is asked again: to search it once takes less time.
    var isFilled = false
    /// Whether no key has escapes, and no two keys have the same hash. Two keys that are the same do.
    var isUsable = false
    var mask = 0
  }

  private let tables = UnsafeMutablePointer<Table>.allocate(capacity: maximumTables)
  private let slots = UnsafeMutablePointer<Slot>.allocate(capacity: maximumTables * maximumSlots)
  private var tableCount = 0
  private var time = 0
  /// The table of the object that was asked last; nil if its slots are not filled.
  private var current: (table: UnsafeMutablePointer<Table>, slots: UnsafeMutablePointer<Slot>)?

  deinit {
    tables.deallocate()
    slots.deallocate()
  }

  /// Called when the index changes.
  mutating func removeAll() {
    tableCount = 0
    current = nil
  }

  /// Returns the position of the only key that may have a hash, or 0 if there is none; nil if the object must be searched.
  ///
  /// Precondition: the object has at most ``JSONContainerSource/maximumScan`` members.
  @inline(__always)
  mutating func member(hash: UInt32, of object: Int, in index: JSONValueIndex) -> Int? {
    if current?.table.pointee.object != object { select(object, of: index) }
    guard let (table, slots) = current, table.pointee.isUsable else { return nil }
    let mask = table.pointee.mask
    var slot = Int(truncatingIfNeeded: hash) & mask
    while true {
      let found = slots[slot]
      if found.member == 0 || found.hash == hash { return Int(found.member) }
      slot = (slot &+ 1) & mask
    }
  }

  /// Makes the table of an object the current one. If there is none, notes that the object was asked, in place of the one
  /// that was asked the longest time ago.
  @inline(never)
  private mutating func select(_ object: Int, of index: JSONValueIndex) {
    current = nil
    time &+= 1
    var oldest = 0
    for number in 0..<tableCount {
      if tables[number].object == object {
        let (table, slots) = (tables + number, slots + number * Self.maximumSlots)
        if !table.pointee.isFilled { Self.fill(&table.pointee, slots, of: index) }
        table.pointee.time = time
        current = (table, slots)
        return
      }
      if tables[number].time < tables[oldest].time { oldest = number }
    }
    if tableCount < Self.maximumTables {
      oldest = tableCount
      tableCount += 1
    }
    tables[oldest] = Table(object: object, time: time)
  }

  private static func fill(_ table: inout Table, _ slots: UnsafeMutablePointer<Slot>, of index: JSONValueIndex) {
    table.isFilled = true
    let object = table.object
    let (count, end) = (Int(index[object].count), Int(index[object].end))
    var capacity = 16
    while capacity < 2 * count, capacity < maximumSlots { capacity *= 2 }
    table.mask = capacity - 1
    slots.initialize(repeating: Slot(hash: 0, member: 0), count: capacity)
    var member = object + 1
    while member < end {
      let key = index[member]
      if key.hasEscapes { return }
      var slot = Int(truncatingIfNeeded: key.hash) & table.mask
      while slots[slot].member != 0 {
        if slots[slot].hash == key.hash { return }
        slot = (slot &+ 1) & table.mask
      }
      slots[slot] = Slot(hash: key.hash, member: UInt32(truncatingIfNeeded: member))
      member = Int(index[member + 1].end)
    }
    table.isUsable = true
  }
}
