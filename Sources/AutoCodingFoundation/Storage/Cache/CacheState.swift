import Foundation

/// What a cache knows of its entries besides what the store keeps: which were used last, and some of them in memory.
///
/// Copies of a cache share it.
final class CacheState: Sendable {
  private struct Contents {
    /// The sizes of the entries in the store; nil until they were looked for.
    var kept: RecentlyUsed<Void>?
    var memory = RecentlyUsed<CacheEntry>()

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
  /// Held by who looks for the entries in the store.
  private let search = NSLock()

  init(maximumCount: Int, maximumByteCount: Int, memoryCapacity: Int) {
    self.maximumCount = maximumCount
    self.maximumByteCount = maximumByteCount
    self.memoryCapacity = memoryCapacity
  }

  var isLimited: Bool { maximumCount < .max || maximumByteCount < .max }

  // MARK: In the store

  /// Looks for the entries, unless that was done.
  ///
  /// - Parameter entries: The cache's entries in the store, the oldest first.
  func findEntries(_ entries: () throws -> [(key: String, byteCount: Int)]) throws {
    guard isLimited else { return }
    search.lock()
    defer { search.unlock() }
    if contents.withLock({ $0.kept != nil }) { return }
    let found = try entries()
    contents.withLock { contents in
      var kept = RecentlyUsed<Void>()
      for (key, byteCount) in found { kept.set((), forKey: key, cost: byteCount) }
      contents.kept = kept
    }
  }

  /// An entry was saved.
  ///
  /// - Returns: The keys of those that have to go for it, the least recently used first.
  func noteSaved(_ entry: CacheEntry, byteCount: Int, forKey key: String) -> [String] {
    contents.withLock { contents in
      contents.remember(entry, forKey: key, capacity: memoryCapacity)
      contents.kept?.set((), forKey: key, cost: byteCount)
      var outdated: [String] = []
      while let kept = contents.kept, kept.count > max(maximumCount, 1) || kept.totalCost > maximumByteCount,
        let oldest = contents.kept?.removeOldest()
      {
        contents.memory.remove(oldest)
        outdated.append(oldest)
      }
      return outdated
    }
  }

  /// An entry that had to go is there all the same.
  func noteKept(_ key: String, byteCount: Int) {
    contents.withLock { $0.kept?.set((), forKey: key, cost: byteCount) }
  }

  /// An entry was read in the store.
  func noteLoaded(_ entry: CacheEntry, forKey key: String) {
    contents.withLock { contents in
      _ = contents.kept?.use(key)
      contents.remember(entry, forKey: key, capacity: memoryCapacity)
    }
  }

  /// An entry is not there any more.
  func noteRemoved(_ key: String) {
    contents.withLock { contents in
      contents.kept?.remove(key)
      contents.memory.remove(key)
    }
  }

  /// None of the entries is there any more.
  func noteAllRemoved() {
    contents.withLock { contents in
      if contents.kept != nil { contents.kept = RecentlyUsed() }
      contents.memory = RecentlyUsed()
    }
  }

  // MARK: In memory

  /// The entry in memory.
  func entry(forKey key: String) -> CacheEntry? {
    guard memoryCapacity > 0 else { return nil }
    return contents.withLock { contents in
      let entry = contents.memory.use(key)
      if entry != nil { _ = contents.kept?.use(key) }
      return entry
    }
  }
}
