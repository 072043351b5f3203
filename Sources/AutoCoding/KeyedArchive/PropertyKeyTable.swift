/// The property list objects of property keys, which expects that keys come in the order in which they came before: most
/// records have the keys of another one.
struct PropertyKeyTable: ~Copyable {
  /// The keys in the order in which they came first, and the object of each.
  private var identities: GrowingTable<UnsafeRawPointer>
  private var objects: GrowingTable<UInt32>
  /// Where a key is among them.
  private var positions = AddressTable()
  /// Where the key behind the last one is.
  private var next = 0
  /// The first of some keys that follow each other here as they did in a record, where it is, and how many they are.
  private var lastRun: (first: UnsafePointer<PropertyOperation>, position: Int, count: Int)?

  init(maximumCount: Int) {
    identities = GrowingTable(maximumCount: maximumCount)
    objects = GrowingTable(maximumCount: maximumCount)
  }

  /// The object of a key, if it is the one that is expected.
  @inline(__always)
  mutating func nextObject(of key: PropertyKey) -> UInt32? {
    guard next < objects.count, let known = identities.base, known[next] == key.identity, let objects = objects.base
    else { return nil }
    next &+= 1
    return objects[next &- 1]
  }

  /// The object of a key that has one.
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

  /// The objects of the keys of some properties, where these are the properties that were asked for last.
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
    // Keys stay where they are, so that they need not be compared again.
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
