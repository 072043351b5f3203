/// The members of an object under the keys that a strategy converts them to, in the order of the data.
final class ConvertedMembers {
  struct Member {
    let key: String
    /// The key as it is spelled in the data; of several that are converted to the same key, the last.
    fileprivate(set) var origin: String
    fileprivate(set) var position: Int
    fileprivate let hash: UInt32
  }

  /// The number of members up to which they are searched in order. Larger objects use ``table``.
  private static let maximumScan = 48

  // No function here calls code of models while it changes something, so the runtime need not guard the accesses.
  @exclusivity(unchecked) private(set) var all: [Member] = []
  /// Keys that the strategy has converted to the same key as others.
  private(set) var merged: [String] = []
  /// The path at which the strategy was called.
  let codingPath: [any CodingKey]
  /// A bit for the hash of each key, so that most keys that are new need no search.
  @exclusivity(unchecked) private var keyBits: UInt64 = 0
  /// The indices of the members of a large object.
  @exclusivity(unchecked) private var table: DataKeys?
  /// The index of the member that code most likely asks for next.
  @exclusivity(unchecked) private var expected = 0

  init(at codingPath: [any CodingKey]) {
    self.codingPath = codingPath
    // Most objects have no more.
    all.reserveCapacity(12)
  }

  subscript(index: Int) -> Member { all[index] }

  /// Adds a member. If there is one with the key already, adds nothing, and returns its index.
  func add(_ key: String, spelled origin: String, _ position: Int) -> Int? {
    let hash = KeyHash.of(key)
    let bit = KeyHash.bit(of: hash)
    if keyBits & bit != 0, let known = index(of: key, hash) { return known }
    keyBits |= bit
    all.append(Member(key: key, origin: origin, position: position, hash: hash))
    if let table {
      insert(all.count - 1, in: table)
    } else if all.count > Self.maximumScan {
      let table = DataKeys()
      for index in all.indices { insert(index, in: table) }
      self.table = table
    }
    return nil
  }

  /// Notes another member with the key of the one at an index.
  ///
  /// - Parameter isUsed: Whether it takes the other one's place.
  func merge(_ origin: String, _ position: Int, into index: Int, isUsed: Bool) {
    all[index].origin = origin
    if isUsed { all[index].position = position }
    merged.append(all[index].key)
  }

  /// Returns the position of the value for a key, or nil.
  func position(of key: String) -> Int? {
    if expected < all.count, all[expected].key == key {
      expected += 1
      return all[expected - 1].position
    }
    let hash = KeyHash.of(key)
    guard keyBits & KeyHash.bit(of: hash) != 0, let index = index(of: key, hash) else { return nil }
    expected = index + 1
    return all[index].position
  }

  private func insert(_ index: Int, in table: DataKeys) {
    let key = all[index].key
    _ = table.insert(index, hash: table.hash(of: key)) { all[$0].key == key }
  }

  private func index(of key: String, _ hash: UInt32) -> Int? {
    if let table { return table.number(hash: table.hash(of: key)) { all[$0].key == key } }
    return all.firstIndex { $0.hash == hash && $0.key == key }
  }
}
