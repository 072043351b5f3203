/// An object of JSON: members in the order of the text, each key once.
///
/// Two objects are equal if they have equal values under the same keys, in any order. Keys are compared by their UTF-8, as
/// RFC 8259 has it: `"é"` written in two ways is two keys.
///
/// ```swift
/// var object: JSONObject = ["name": "Ada", "born": 1815]
/// object["died"] = 1852
/// for (key, value) in object { print(key, value) }
/// ```
public struct JSONObject: Sendable {
  /// Objects with fewer members are searched in order.
  static let indexedCount = 16

  private var members: [Element] = []
  /// Of an object with many members: the positions of members by the hash of their key, in a table with free slots, which are
  /// -1. Empty for others.
  private var slots: [Int32] = []

  /// Makes an object without members.
  public init() {}

  /// Makes an object from keys and values in order. A key that comes again replaces the value that it had.
  public init(_ members: some Sequence<(key: String, value: JSONValue)>) {
    for (key, value) in members { self[key] = value }
  }

  /// Makes an object from a dictionary, in the order of the keys' UTF-8.
  public init(_ dictionary: [String: JSONValue]) {
    self.init(dictionary.sorted(byUTF8Of: \.key).map { (key: $0.key, value: $0.value) })
  }

  /// Precondition: each key is there once.
  init(uniqueMembers members: [Element]) {
    self.members = members
    if members.count > Self.indexedCount { makeSlots(for: members.count) }
  }

  // MARK: Members

  /// The value under a key; nil if there is none. Setting nil removes the key with its value.
  ///
  /// A new key is added behind all others.
  ///
  /// - Complexity: O(1) on average to read, change and add; O(*n*) to remove.
  public subscript(key: String) -> JSONValue? {
    get { position(of: key).map { members[$0].value } }
    set {
      guard let newValue else {
        removeValue(forKey: key)
        return
      }
      if let position = position(of: key) {
        members[position].value = newValue
      } else {
        append(key, newValue)
      }
    }
    _modify {
      // Take the value out, so that it is changed in place and not copied.
      let position = position(of: key)
      var value = position.map { take(at: $0) }
      defer {
        switch (position, value) {
        case (let position?, let value?): members[position].value = value
        case (_?, nil): removeValue(forKey: key)
        case (nil, let value?): append(key, value)
        case (nil, nil): break
        }
      }
      yield &value
    }
  }

  private mutating func take(at position: Int) -> JSONValue {
    var value = JSONValue.null
    swap(&value, &members[position].value)
    return value
  }

  /// Removes a key, and returns its value; nil if there is none.
  ///
  /// - Complexity: O(*n*) for *n* members.
  @discardableResult
  public mutating func removeValue(forKey key: String) -> JSONValue? {
    guard let position = position(of: key) else { return nil }
    if !slots.isEmpty { removeSlot(of: position) }
    return members.remove(at: position).value
  }

  /// Removes a position from the table, before its member is removed.
  private mutating func removeSlot(of position: Int) {
    guard members.count - 1 > Self.indexedCount else { return slots = [] }
    let mask = slots.count - 1
    let removed = Int32(truncatingIfNeeded: position)
    var free = Self.hash(of: members[position].key) & mask
    while slots[free] != removed { free = (free + 1) & mask }
    // Members that are not in their first slot move up, so that a search for them meets no free slot.
    var slot = (free + 1) & mask
    while slots[slot] >= 0 {
      let first = Self.hash(of: members[Int(slots[slot])].key) & mask
      if (slot - first) & mask >= (slot - free) & mask {
        slots[free] = slots[slot]
        free = slot
      }
      slot = (slot + 1) & mask
    }
    slots[free] = -1
    for slot in slots.indices where slots[slot] > removed { slots[slot] -= 1 }
  }

  /// Removes the members with any of these keys. Takes no longer for many keys than for one.
  mutating func removeValues(forKeys keys: [String]) {
    let removed = Set(keys.compactMap(position))
    if removed.isEmpty { return }
    members = members.indices.filter { !removed.contains($0) }.map { members[$0] }
    slots = []
    if members.count > Self.indexedCount { makeSlots(for: members.count) }
  }

  /// The keys, in order.
  public var keys: [String] { members.map(\.key) }

  /// The values, in the order of their keys.
  public var values: [JSONValue] { members.map(\.value) }

  /// The members, in order.
  var all: [Element] { members }

  // MARK: Positions

  private static func hash(of key: String) -> Int {
    var key = key
    return key.withUTF8 { bytes in
      // Seeded by the process: no data can make all keys collide.
      var hasher = Hasher()
      hasher.combine(bytes: UnsafeRawBufferPointer(bytes))
      return hasher.finalize()
    }
  }

  /// Whether two keys have the same UTF-8.
  static func isSame(_ left: String, _ right: String) -> Bool {
    guard left.utf8.count == right.utf8.count else { return false }
    // The views themselves take several times as long for each byte.
    let isSame = left.utf8.withContiguousStorageIfAvailable { left in
      right.utf8.withContiguousStorageIfAvailable { UnsafeRawPointer(left.baseAddress)?.hasBytes(of: $0) ?? true }
    }
    return (isSame ?? nil) ?? left.utf8.elementsEqual(right.utf8)
  }

  func position(of key: String) -> Int? {
    guard !slots.isEmpty else { return members.firstIndex { Self.isSame($0.key, key) } }
    var slot = Self.hash(of: key) & (slots.count - 1)
    while slots[slot] >= 0 {
      if Self.isSame(members[Int(slots[slot])].key, key) { return Int(slots[slot]) }
      slot = (slot + 1) & (slots.count - 1)
    }
    return nil
  }

  /// Adds a member. Precondition: there is none with the key.
  mutating func append(_ key: String, _ value: JSONValue) {
    members.append((key, value))
    guard members.count > Self.indexedCount else { return }
    if 2 * members.count > slots.count { makeSlots(for: members.count) } else { addSlot(for: members.count - 1) }
  }

  /// Sets the value of a member. Precondition: the position is that of a member.
  mutating func set(_ value: JSONValue, at position: Int) { members[position].value = value }

  private mutating func makeSlots(for count: Int) {
    var capacity = 64
    while capacity < 4 * count { capacity *= 2 }
    slots = [Int32](repeating: -1, count: capacity)
    for position in members.indices { addSlot(for: position) }
  }

  private mutating func addSlot(for position: Int) {
    var slot = Self.hash(of: members[position].key) & (slots.count - 1)
    while slots[slot] >= 0 { slot = (slot + 1) & (slots.count - 1) }
    slots[slot] = Int32(truncatingIfNeeded: position)
  }
}

extension JSONObject: RandomAccessCollection {
  /// A key with its value.
  public typealias Element = (key: String, value: JSONValue)

  /// The position of the first member: 0.
  public var startIndex: Int { 0 }
  /// The position behind the last member.
  public var endIndex: Int { members.count }
  /// The member at a position.
  public subscript(position: Int) -> Element { members[position] }
}

extension JSONObject: Hashable {
  /// Whether two objects have equal values under the same keys, in any order.
  public static func == (left: JSONObject, right: JSONObject) -> Bool { JSONValue.object(left) == .object(right) }

  /// Whether two objects are equal, if those values are that it adds to `deeper`.
  static func areEqual(_ left: JSONObject, _ right: JSONObject, level: Int, _ deeper: inout JSONValue.Pairs) -> Bool {
    guard left.count == right.count else { return false }
    for position in left.members.indices {
      let (key, value) = left.members[position]
      // Most objects that are equal have their keys in the same order.
      guard
        let other = isSame(right.members[position].key, key) ? right.members[position].value : right[key],
        JSONValue.areEqual(value, other, level: level, &deeper)
      else { return false }
    }
    return true
  }

  /// Feeds keys and values to the hasher, in any order.
  public func hash(into hasher: inout Hasher) { hash(into: &hasher, level: 0) }

  func hash(into hasher: inout Hasher, level: Int) {
    var sum = 0
    for (key, value) in members {
      var member = hasher
      member.combine(key)
      value.hash(into: &member, level: level)
      sum &+= member.finalize()
    }
    hasher.combine(sum)
    hasher.combine(count)
  }
}

extension JSONObject: ExpressibleByDictionaryLiteral {
  /// Makes an object from keys and values in order. A key that comes again replaces the value that it had.
  public init(dictionaryLiteral elements: (String, JSONValue)...) {
    for (key, value) in elements { self[key] = value }
  }
}
