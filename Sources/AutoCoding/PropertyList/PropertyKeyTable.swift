/// Maps property keys to property list objects. It predicts that keys come in the same order as before, since most
/// records have the keys of an earlier one.
struct PropertyKeyTable: ~Copyable {
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

  /// Returns the object of a key, if it is the predicted one.
  @inline(__always)
  mutating func nextObject(of key: PropertyKey) -> UInt32? {
    guard next < objects.count, let known = identities.base, known[next] == key.identity, let objects = objects.base
    else { return nil }
    next &+= 1
    return objects[next &- 1]
  }

  /// Returns the object of a key, or nil if it has none.
  mutating func object(of key: PropertyKey) -> UInt32? {
    guard let position = positions[key.identity], let known = objects.base, position < objects.count
    else { return nil }
    next = position &+ 1
    return known[position]
  }

  /// Precondition: the key has no object.
  mutating func insert(_ object: UInt32, for key: PropertyKey) {
    positions.insert(objects.count, for: key.identity)
    if identities.append(key.identity) { _ = objects.append(object) }
    next = objects.count
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
    guard count > 0, let position = positions[first.pointee.key.identity],
      count <= objects.count &- position, let known = identities.base
    else { return nil }
    for index in 0..<count where known[position + index] != first[index].key.identity { return nil }
    // Keys never move, so the run need not be compared again.
    lastRun = (first, position, count)
    return objects(ofKeysFrom: first, count: count)
  }

  mutating func removeAll() {
    identities.removeAll(keepingAtMost: 1 << 16)
    objects.removeAll(keepingAtMost: 1 << 16)
    positions.removeAll()
    next = 0
    lastRun = nil
  }
}
