import RuntimeShims

/// A hash table from types, or from numbers, to values that are kept for the life of the process.
///
/// Readers take no lock: they load the table with acquire semantics, and an inserted entry never changes. Outgrown
/// slots are never freed, since a reader may still use them.
package final class PermanentTable<Value>: @unchecked Sendable {
  private struct Entry {
    let key: UInt
    let value: Value
  }

  private struct Slots {
    let mask: Int
    let first: UnsafeMutablePointer<UnsafeMutableRawPointer?>
  }

  /// Points to the current `Slots`.
  private let current: UnsafeMutablePointer<UnsafeMutableRawPointer?>
  private let lock = ac_mutex_create()
  private var count = 0

  package init() {
    current = .allocate(capacity: 1)
    current.initialize(to: UnsafeMutableRawPointer(Self.makeSlots(capacity: 256)))
  }

  /// Returns the value stored for a type.
  ///
  /// - Complexity: O(1); a few nanoseconds.
  @inline(__always)
  func value(for type: Any.Type) -> Value? {
    value(for: Self.key(of: type))
  }

  /// Stores a value for a type, unless it already has one. Returns the stored value.
  func insert(_ value: Value, for type: Any.Type) -> Value {
    insert(value, for: Self.key(of: type))
  }

  /// Returns the value stored for a number.
  ///
  /// - Complexity: O(1); a few nanoseconds.
  @inline(__always)
  func value(for key: UInt) -> Value? {
    let slots = slots.pointee
    var position = Self.hash(key) & slots.mask
    // Terminates at an empty slot: the table is never full.
    while let pointer = ac_load_acquire_optional(slots.first + position) {
      let entry = pointer.assumingMemoryBound(to: Entry.self)
      if entry.pointee.key == key { return entry.pointee.value }
      position = (position + 1) & slots.mask
    }
    return nil
  }

  /// Stores a value for a number, unless it already has one. Returns the stored value.
  func insert(_ value: Value, for key: UInt) -> Value {
    ac_mutex_lock(lock)
    defer { ac_mutex_unlock(lock) }
    if let known = self.value(for: key) { return known }
    let entry = UnsafeMutablePointer<Entry>.allocate(capacity: 1)
    entry.initialize(to: Entry(key: key, value: value))
    growIfNeeded()
    Self.place(UnsafeMutableRawPointer(entry), key: key, in: slots.pointee)
    count += 1
    return value
  }

  /// All values, in no order.
  var values: [Value] {
    ac_mutex_lock(lock)
    defer { ac_mutex_unlock(lock) }
    let slots = slots.pointee
    return (0...slots.mask).compactMap { slots.first[$0]?.assumingMemoryBound(to: Entry.self).pointee.value }
  }

  // MARK: The table

  /// The current slots. The pointer is never null: `init` stores the first slots, and growing replaces them.
  private var slots: UnsafePointer<Slots> {
    UnsafePointer(ac_load_acquire(current).assumingMemoryBound(to: Slots.self))
  }

  @inline(__always)
  private static func key(of type: Any.Type) -> UInt {
    UInt(bitPattern: unsafeBitCast(type, to: UnsafeRawPointer.self))
  }

  @inline(__always)
  private static func hash(_ key: UInt) -> Int {
    // The multiplication spreads neighbors, also those that differ in high bits only.
    Int(truncatingIfNeeded: (UInt64(truncatingIfNeeded: key) &* 0x9e37_79b9_7f4a_7c15) >> 32)
  }

  private static func makeSlots(capacity: Int) -> UnsafeMutablePointer<Slots> {
    let first = UnsafeMutablePointer<UnsafeMutableRawPointer?>.allocate(capacity: capacity)
    first.initialize(repeating: nil, count: capacity)
    let slots = UnsafeMutablePointer<Slots>.allocate(capacity: 1)
    slots.initialize(to: Slots(mask: capacity - 1, first: first))
    return slots
  }

  private func growIfNeeded() {
    let old = slots.pointee
    guard count * 2 > old.mask else { return }
    let larger = Self.makeSlots(capacity: (old.mask + 1) * 2)
    for position in 0...old.mask {
      guard let pointer = old.first[position] else { continue }
      Self.place(pointer, key: pointer.assumingMemoryBound(to: Entry.self).pointee.key, in: larger.pointee)
    }
    ac_store_release(current, UnsafeMutableRawPointer(larger))
  }

  private static func place(_ entry: UnsafeMutableRawPointer, key: UInt, in slots: Slots) {
    var position = hash(key) & slots.mask
    while slots.first[position] != nil { position = (position + 1) & slots.mask }
    ac_store_release(slots.first + position, entry)
  }
}
