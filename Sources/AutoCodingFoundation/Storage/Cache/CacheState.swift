import Foundation

/// The state of a cache outside the store: the order in which entries were used, and the entries in memory.
///
/// Copies of a cache share it.
final class CacheState: Sendable {
  private struct Contents {
    /// The sizes of the entries in the store; nil until they were looked up.
    var kept: RecentlyUsed<Void>?
    /// Whether they are being looked up.
    var isSearched = false
    var memory = RecentlyUsed<CacheEntry>()
    /// How often an entry was saved or removed. Several keys share a count.
    var changeCounts = [Int](repeating: 0, count: CacheState.stripeCount)

    mutating func noteChange(of key: String) { changeCounts[CacheState.stripe(of: key)] += 1 }

    mutating func remember(_ entry: CacheEntry, forKey key: String, capacity: Int) {
      memory.remove(key)
      guard capacity > 0, entry.content.count <= capacity else { return }
      memory.set(entry, forKey: key, cost: entry.content.count)
      while memory.totalCost > capacity, memory.removeOldest() != nil {}
    }
  }

  let maximumCount: Int
  let maximumByteCount: Int
  let memoryCapacity: Int
  private let contents = Locked(Contents())
  /// Held while the entries in the store are looked up. Recursive, since a store may use the cache meanwhile.
  private let search = NSRecursiveLock()
  private static let stripeCount = 16
  /// Held while an entry is replaced or removed. Recursive, since a store may use the cache.
  private let changing = (0..<stripeCount).map { _ in NSRecursiveLock() }

  init(maximumCount: Int, maximumByteCount: Int, memoryCapacity: Int) {
    self.maximumCount = maximumCount
    self.maximumByteCount = maximumByteCount
    self.memoryCapacity = memoryCapacity
  }

  var isLimited: Bool { maximumCount < .max || maximumByteCount < .max }

  // MARK: Concurrent calls

  private static func stripe(of key: String) -> Int {
    var hasher = Hasher()
    for byte in key.utf8 { hasher.combine(byte) }
    return Int(UInt(bitPattern: hasher.finalize()) % UInt(stripeCount))
  }

  /// Calls `body` while no other thread changes the entry of a key.
  func changing<Result>(_ key: String, _ body: () throws -> Result) rethrows -> Result {
    let lock = changing[Self.stripe(of: key)]
    lock.lock()
    defer { lock.unlock() }
    return try body()
  }

  /// A number that any change of a key's entry changes.
  func changeCount(of key: String) -> Int {
    contents.withLock { $0.changeCounts[Self.stripe(of: key)] }
  }

  // MARK: In the store

  /// Looks up the entries in the store, unless that was done before.
  ///
  /// - Parameter entries: Returns the cache's entries in the store, the oldest first.
  func findEntries(_ entries: () throws -> [(key: String, byteCount: Int)]) throws {
    guard isLimited else { return }
    search.lock()
    defer { search.unlock() }
    // Only the thread that looks them up can find that it does.
    let isNeeded = contents.withLock { contents in
      guard contents.kept == nil, !contents.isSearched else { return false }
      contents.isSearched = true
      return true
    }
    guard isNeeded else { return }
    defer { contents.withLock { $0.isSearched = false } }
    let found = try entries()
    contents.withLock { contents in
      var kept = RecentlyUsed<Void>()
      for (key, byteCount) in found { kept.set((), forKey: key, cost: byteCount) }
      contents.kept = kept
    }
  }

  /// Records that an entry was saved.
  ///
  /// - Parameter changeCount: The count before it was saved. If it has changed, the store may have another entry.
  /// - Returns: The entries to remove because of a limit, the least recently used first. They do not count any more.
  func noteSaved(
    _ entry: CacheEntry, byteCount: Int, forKey key: String, since changeCount: Int
  ) -> [(key: String, byteCount: Int)] {
    contents.withLock { contents in
      if contents.changeCounts[Self.stripe(of: key)] == changeCount {
        contents.remember(entry, forKey: key, capacity: memoryCapacity)
      } else {
        contents.memory.remove(key)
      }
      contents.noteChange(of: key)
      contents.kept?.set((), forKey: key, cost: byteCount)
      var outdated: [(key: String, byteCount: Int)] = []
      while let kept = contents.kept, kept.count > max(maximumCount, 1) || kept.totalCost > maximumByteCount,
        let oldest = contents.kept?.removeOldest()
      {
        contents.memory.remove(oldest.key)
        outdated.append((oldest.key, oldest.cost))
      }
      return outdated
    }
  }

  /// Whether an entry counts towards the limits. One that is to be removed counts only if it was saved again.
  func isKept(_ key: String) -> Bool { contents.withLock { $0.kept?.contains(key) ?? false } }

  /// Records that an entry is still in the store because removing it failed.
  func noteKept(_ key: String, byteCount: Int) {
    contents.withLock { contents in
      if contents.kept?.contains(key) == false { contents.kept?.setOldest((), forKey: key, cost: byteCount) }
    }
  }

  /// Records that an entry was read from the store.
  ///
  /// - Parameter changeCount: The count before it was read. If it has changed, the entry may be an old one.
  func noteLoaded(_ entry: CacheEntry, forKey key: String, since changeCount: Int) {
    contents.withLock { contents in
      _ = contents.kept?.use(key)
      guard contents.changeCounts[Self.stripe(of: key)] == changeCount else { return }
      contents.remember(entry, forKey: key, capacity: memoryCapacity)
    }
  }

  /// Records that the store had no entry, as ``noteLoaded(_:forKey:since:)`` that it had one.
  func noteMissing(_ key: String, since changeCount: Int) {
    contents.withLock { contents in
      guard contents.changeCounts[Self.stripe(of: key)] == changeCount else { return }
      contents.kept?.remove(key)
      contents.memory.remove(key)
    }
  }

  /// Records that an entry was removed.
  func noteRemoved(_ key: String) {
    contents.withLock { contents in
      contents.kept?.remove(key)
      contents.memory.remove(key)
      contents.noteChange(of: key)
    }
  }

  /// Records that all entries were removed.
  func noteAllRemoved() {
    contents.withLock { contents in
      if contents.kept != nil { contents.kept = RecentlyUsed() }
      contents.memory = RecentlyUsed()
      for stripe in contents.changeCounts.indices { contents.changeCounts[stripe] += 1 }
    }
  }

  // MARK: In memory

  /// Returns the entry if it is in memory.
  func entry(forKey key: String) -> CacheEntry? {
    guard memoryCapacity > 0 else { return nil }
    return contents.withLock { contents in
      let entry = contents.memory.use(key)
      if entry != nil { _ = contents.kept?.use(key) }
      return entry
    }
  }
}
