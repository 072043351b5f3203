import RuntimeShims

/// A hash table from types, or from numbers, to values that are kept for the life of the process.
///
/// Readers take no lock: they load the slots with acquire semantics, and an inserted entry never changes. Outgrown
/// slots are never freed, since a reader may still use them.
package struct PermanentTable<Value>: @unchecked Sendable {
  private struct Entry {
    let key: UInt
    let value: Value
  }

  private typealias Word = UnsafeMutableRawPointer?

  // Each part has separate memory, which is never freed. The thread sanitizer takes a change of a part of a value
  // for one of the whole value.

  /// The current slots, never null. The word before them holds one less than their number.
  private let current: UnsafeMutablePointer<Word>
  /// The number of entries.
  private let count: UnsafeMutablePointer<Int>
  /// Held while an entry is added.
  private let lock = ac_mutex_create()

  package init() {
    current = .allocate(capacity: 1)
    current.initialize(to: UnsafeMutableRawPointer(Self.makeSlots(capacity: 256)))
    count = .allocate(capacity: 1)
    count.initialize(to: 0)
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
    let slots = slots
    let mask = Self.mask(of: slots)
    var position = Self.hash(key) & mask
    // Terminates at an empty slot: the table is never full.
    while let pointer = ac_load_acquire_optional(slots + position) {
      let entry = pointer.assumingMemoryBound(to: Entry.self)
      if entry.pointee.key == key { return entry.pointee.value }
      position = (position + 1) & mask
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
    Self.place(UnsafeMutableRawPointer(entry), key: key, in: slots)
    count.pointee += 1
    return value
  }

  /// All values, in no order.
  var values: [Value] {
    ac_mutex_lock(lock)
    defer { ac_mutex_unlock(lock) }
    let slots = slots
    return (0...Self.mask(of: slots)).compactMap { slots[$0]?.assumingMemoryBound(to: Entry.self).pointee.value }
  }

  // MARK: The slots

  /// The current slots. Growing replaces them.
  @inline(__always)
  private var slots: UnsafeMutablePointer<Word> {
    ac_load_acquire(current).assumingMemoryBound(to: Word.self)
  }

  @inline(__always)
  private static func mask(of slots: UnsafeMutablePointer<Word>) -> Int { Int(bitPattern: slots[-1]) }

  @inline(__always)
  private static func key(of type: Any.Type) -> UInt {
    UInt(bitPattern: unsafeBitCast(type, to: UnsafeRawPointer.self))
  }

  @inline(__always)
  private static func hash(_ key: UInt) -> Int {
    // The multiplication spreads neighbors, also those that differ in high bits only.
    Int(truncatingIfNeeded: (UInt64(truncatingIfNeeded: key) &* 0x9e37_79b9_7f4a_7c15) >> 32)
  }

  private static func makeSlots(capacity: Int) -> UnsafeMutablePointer<Word> {
    let words = UnsafeMutablePointer<Word>.allocate(capacity: capacity + 1)
    words.initialize(repeating: nil, count: capacity + 1)
    words[0] = UnsafeMutableRawPointer(bitPattern: capacity - 1)
    return words + 1
  }

  private func growIfNeeded() {
    let old = slots
    let mask = Self.mask(of: old)
    guard count.pointee * 2 > mask else { return }
    let larger = Self.makeSlots(capacity: (mask + 1) * 2)
    for position in 0...mask {
      guard let pointer = old[position] else { continue }
      Self.place(pointer, key: pointer.assumingMemoryBound(to: Entry.self).pointee.key, in: larger)
    }
    ac_store_release(current, UnsafeMutableRawPointer(larger))
  }

  private static func place(_ entry: UnsafeMutableRawPointer, key: UInt, in slots: UnsafeMutablePointer<Word>) {
    let mask = mask(of: slots)
    var position = hash(key) & mask
    while slots[position] != nil { position = (position + 1) & mask }
    ac_store_release(slots + position, entry)
  }
}
