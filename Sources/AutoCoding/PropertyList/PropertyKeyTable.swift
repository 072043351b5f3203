/// Maps property keys to property list objects. It predicts that keys come in the same order as before, since most
/// records have the keys of an earlier one.
///
/// The order of the keys stays known when a list is finished: the next one often has the same keys. Keys are never freed.
struct PropertyKeyTable: ~Copyable {
  /// Marks a key that has no object in the current list.
  private static let none = UInt32.max
  /// The number of keys that are known from earlier lists.
  private static let mostKept = 256

  /// The keys in the order of their first use, and the object of each.
  private var identities: GrowingTable<UnsafeRawPointer>
  private var objects: GrowingTable<UInt32>
  /// The position of each key among them.
  private var positions = AddressTable()
  /// The position after that of the last key.
  private var next = 0
  /// The last run of consecutive properties found here: its first property, its position and its length.
  private var lastRun: (first: UnsafePointer<PropertyOperation>, position: Int, count: Int)?

  init(maximumCount: Int) {
    identities = GrowingTable(maximumCount: maximumCount)
    objects = GrowingTable(maximumCount: maximumCount)
  }

  /// Returns the object of a key, if it is the predicted one and has an object.
  @inline(__always)
  mutating func nextObject(of key: PropertyKey) -> UInt32? {
    guard next < objects.count, let known = identities.base, known[next] == key.identity, let objects = objects.base,
      objects[next] != Self.none
    else { return nil }
    next &+= 1
    return objects[next &- 1]
  }

  /// Returns the object of a key, or nil if it has none.
  mutating func object(of key: PropertyKey) -> UInt32? {
    guard let position = position(of: key), let objects = objects.base, objects[position] != Self.none
    else { return nil }
    next = position &+ 1
    return objects[position]
  }

  /// Precondition: the key has no object.
  mutating func insert(_ object: UInt32, for key: PropertyKey) {
    if let position = position(of: key), let objects = objects.base {
      objects[position] = object
      next = position &+ 1
      return
    }
    positions.insert(objects.count, for: key.identity)
    if identities.append(key.identity) { _ = objects.append(object) }
    next = objects.count
  }

  private func position(of key: PropertyKey) -> Int? {
    if next < objects.count, let known = identities.base, known[next] == key.identity { return next }
    guard let position = positions[key.identity], position < objects.count else { return nil }
    return position
  }

  /// Returns the objects of the keys of a run of properties, if it is the last run.
  @inline(__always)
  mutating func objects(
    ofKeysFrom first: UnsafePointer<PropertyOperation>, count: Int
  ) -> UnsafeBufferPointer<UInt32>? {
    if let lastRun, lastRun.first == first, lastRun.count == count, let objects = objects.base {
      next = lastRun.position &+ count
      return UnsafeBufferPointer(start: objects + lastRun.position, count: count)
    }
    return findObjects(ofKeysFrom: first, count: count)
  }

  @inline(never)
  private mutating func findObjects(
    ofKeysFrom first: UnsafePointer<PropertyOperation>, count: Int
  ) -> UnsafeBufferPointer<UInt32>? {
    guard count > 0, let position = position(of: first.pointee.key), count <= objects.count &- position,
      let known = identities.base, let objects = objects.base
    else { return nil }
    for index in position..<position &+ count {
      guard known[index] == first[index &- position].key.identity, objects[index] != Self.none else { return nil }
    }
    // Keys never move, so the run need not be compared again.
    lastRun = (first, position, count)
    return self.objects(ofKeysFrom: first, count: count)
  }

  /// Removes the objects of all keys.
  mutating func removeAll() {
    next = 0
    lastRun = nil
    if objects.count <= Self.mostKept {
      objects.base?.update(repeating: Self.none, count: objects.count)
    } else {
      identities.removeAll(keepingAtMost: 1 << 16)
      objects.removeAll(keepingAtMost: 1 << 16)
      positions.removeAll()
    }
  }
}
