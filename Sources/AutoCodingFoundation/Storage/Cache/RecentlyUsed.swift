/// A dictionary that tracks the order in which values were used, and their total cost.
///
/// Keys are compared as bytes, like those of stores. Every call takes amortized constant time.
struct RecentlyUsed<Value> {
  private struct Entry {
    var value: Value
    var cost: Int
    var time: Int
  }

  private var entries: [[UInt8]: Entry] = [:]
  /// All uses in order. Only the last use of each key counts.
  private var uses: [(key: [UInt8], time: Int)] = []
  /// Uses before this index have been processed.
  private var firstUse = 0
  private var time = 0

  /// The total cost of all values.
  private(set) var totalCost = 0
  var count: Int { entries.count }

  /// Returns the value of a key, and marks it as most recently used.
  mutating func use(_ key: String) -> Value? {
    let key = Array(key.utf8)
    guard let value = entries[key]?.value else { return nil }
    note(key)
    return value
  }

  /// Sets the value of a key, and marks it as most recently used.
  mutating func set(_ value: Value, forKey key: String, cost: Int) {
    remove(key)
    let key = Array(key.utf8)
    entries[key] = Entry(value: value, cost: cost, time: time)
    totalCost += cost
    note(key)
  }

  /// Sets the value of a key, and marks it as least recently used. Takes linear time.
  mutating func setOldest(_ value: Value, forKey key: String, cost: Int) {
    remove(key)
    let key = Array(key.utf8)
    time += 1
    entries[key] = Entry(value: value, cost: cost, time: time)
    totalCost += cost
    uses.insert((key, time), at: firstUse)
  }

  mutating func remove(_ key: String) {
    guard let entry = entries.removeValue(forKey: Array(key.utf8)) else { return }
    totalCost -= entry.cost
  }

  func contains(_ key: String) -> Bool { entries[Array(key.utf8)] != nil }

  /// Removes the least recently used key.
  ///
  /// - Returns: The key and its cost, or nil if there is none.
  mutating func removeOldest() -> (key: String, cost: Int)? {
    while firstUse < uses.count {
      let use = uses[firstUse]
      firstUse += 1
      guard let entry = entries[use.key], entry.time == use.time else { continue }
      let key = String(decoding: use.key, as: UTF8.self)
      remove(key)
      return (key, entry.cost)
    }
    return nil
  }

  private mutating func note(_ key: [UInt8]) {
    time += 1
    entries[key]?.time = time
    uses.append((key, time))
    guard uses.count > 2 * entries.count + 64 else { return }
    uses = uses[firstUse...].filter { entries[$0.key]?.time == $0.time }
    firstUse = 0
  }
}
