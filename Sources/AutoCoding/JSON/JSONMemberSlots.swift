/// The members of one JSON object by the hashes of their keys: of the object that was asked last, if it has many.
///
/// Code asks for keys in another order than the text has them if the text is sorted or was written by `JSONEncoder`. To
/// compare each key with half of an object's keys then takes longer than all else that is done for it.
struct JSONMemberSlots: ~Copyable {
  /// Objects with fewer members are searched in order.
  static let minimumCount: Int32 = 8
  private static let maximumSlots = 2 * Int(JSONContainerSource.maximumScan)

  private struct Slot: BitwiseCopyable {
    var hash: UInt32
    /// The position of the member's key; 0 if the slot is empty.
    var member: UInt32
  }

  /// The object that the slots are for.
  private var object = -1
  /// Whether no key has escapes, and no two keys have the same hash. Two keys that are the same do.
  private var isUsable = false
  private var mask = 0
  private let slots = UnsafeMutablePointer<Slot>.allocate(capacity: maximumSlots)

  deinit { slots.deallocate() }

  /// Called when the index changes.
  mutating func removeAll() { object = -1 }

  /// Returns the position of the only key that may have a hash, or 0 if there is none; nil if the object must be searched.
  ///
  /// Precondition: the object has at most ``JSONContainerSource/maximumScan`` members.
  @inline(__always)
  mutating func member(hash: UInt32, of object: Int, in index: JSONValueIndex) -> Int? {
    if object != self.object { fill(with: object, of: index) }
    guard isUsable else { return nil }
    var slot = Int(truncatingIfNeeded: hash) & mask
    while true {
      let found = slots[slot]
      if found.member == 0 || found.hash == hash { return Int(found.member) }
      slot = (slot &+ 1) & mask
    }
  }

  @inline(never)
  private mutating func fill(with object: Int, of index: JSONValueIndex) {
    self.object = object
    isUsable = false
    let (count, end) = (Int(index[object].count), Int(index[object].end))
    var capacity = 16
    while capacity < 2 * count, capacity < Self.maximumSlots { capacity *= 2 }
    mask = capacity - 1
    slots.initialize(repeating: Slot(hash: 0, member: 0), count: capacity)
    var member = object + 1
    while member < end {
      let key = index[member]
      if key.hasEscapes { return }
      var slot = Int(truncatingIfNeeded: key.hash) & mask
      while slots[slot].member != 0 {
        if slots[slot].hash == key.hash { return }
        slot = (slot &+ 1) & mask
      }
      slots[slot] = Slot(hash: key.hash, member: UInt32(truncatingIfNeeded: member))
      member = Int(index[member + 1].end)
    }
    isUsable = true
  }
}
