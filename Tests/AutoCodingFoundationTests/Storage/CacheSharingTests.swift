import AutoCodingFoundation
import Foundation
import Testing

private struct Page: AutoCoding, Equatable, Sendable { var text = "" }
private struct Other: AutoCoding, Equatable, Sendable { var text = "" }

/// A clock that a test sets.
private final class Clock: @unchecked Sendable {
  private let lock = NSLock()
  private var seconds = 1000.0
  var now: Date { lock.withLock { Date(timeIntervalSinceReferenceDate: seconds) } }
  func advance(_ interval: Double) { lock.withLock { seconds += interval } }
}

/// Caches on shared stores, and with limits.
struct CacheSharingTests {
  let store = MemoryStore()
  private let clock = Clock()

  private func cache<Value>(
    of type: Value.Type, in store: (any DataStore)? = nil, version: Int = 1, lifetime: TimeInterval? = nil,
    count: Int = .max, bytes: Int = .max, memory: Int = 0, unreadable: Cache<Value>.UnreadableEntries = .removed
  ) -> Cache<Value> {
    let clock = clock
    return Cache(
      store: store ?? self.store, version: version, lifetime: lifetime, maximumCount: count, maximumByteCount: bytes,
      memoryCapacity: memory, unreadableEntries: unreadable, coder: .keyedArchive, now: { clock.now })
  }

  @Test("What others keep in the store is never removed")
  func others() throws {
    try store.save(Page(text: "document"), forKey: "document")
    store.saveData(Data("settings".utf8), forKey: "settings")
    store.saveData(Data("ACCache1 is how this text begins".utf8), forKey: "text")
    store.saveData(Data(), forKey: "empty")
    let others = cache(of: Other.self, lifetime: 10)
    try others.save(Other(text: "other"), forKey: "other")
    let foreign = Dictionary(uniqueKeysWithValues: store.keys().map { ($0, store.loadData(forKey: $0)) })
    let pages = cache(of: Page.self, lifetime: 60, count: 2)
    try pages.save(Page(text: "1"), forKey: "1")
    clock.advance(30)
    try pages.save(Page(text: "2"), forKey: "2")
    clock.advance(40)
    try pages.removeExpired()
    #expect(Set(store.keys()) == Set(foreign.keys).union(["2"]))
    for key in foreign.keys where key != "text" { #expect(try pages.load(forKey: key) == nil, "\(key)") }
    for number in 3...9 { try pages.save(Page(text: "\(number)"), forKey: "\(number)") }
    #expect(Set(store.keys()) == Set(foreign.keys).union(["8", "9"]))
    try pages.removeAll()
    #expect(Set(store.keys()) == Set(foreign.keys))
    for (key, data) in foreign { #expect(store.loadData(forKey: key) == data, "\(key)") }
    let strict = cache(of: Page.self, unreadable: .reported)
    for key in ["document", "settings", "other", "empty"] {
      let error = #expect(throws: StorageError.self) { try strict.load(forKey: key) }
      #expect(error?.code == .typeMismatch, "\(key)")
    }
    // A save replaces it.
    try pages.save(Page(text: "mine"), forKey: "settings")
    #expect(try pages.load(forKey: "settings") == Page(text: "mine"))
  }

  @Test("What cannot be read and has not expired stays when the expired go")
  func unreadable() throws {
    try cache(of: Page.self, version: 2).save(Page(), forKey: "newer")
    let data = try #require(store.loadData(forKey: "newer"))
    store.saveData(data.dropLast() + [data.last.map { $0 ^ 1 } ?? 0], forKey: "damaged")
    let pages = cache(of: Page.self)
    try pages.removeExpired()
    #expect(Set(store.keys()) == ["newer", "damaged"])
    let strict = cache(of: Page.self, unreadable: .reported)
    #expect(#expect(throws: StorageError.self) { try strict.load(forKey: "newer") }?.code == .newerVersion)
    #expect(#expect(throws: StorageError.self) { try strict.load(forKey: "damaged") }?.code == .corrupted)
    #expect(try pages.load(forKey: "damaged") == nil)
    #expect(store.keys() == ["newer"])
  }

  @Test("Of too many entries those go that were not used for the longest time")
  func count() throws {
    let pages = cache(of: Page.self, count: 3)
    for key in ["a", "b", "c"] { try pages.save(Page(text: key), forKey: key) }
    _ = try pages.load(forKey: "a")
    try pages.save(Page(text: "d"), forKey: "d")
    #expect(Set(store.keys()) == ["a", "c", "d"])
    try pages.save(Page(text: "c2"), forKey: "c")
    try pages.save(Page(text: "e"), forKey: "e")
    #expect(Set(store.keys()) == ["c", "d", "e"])
    try pages.remove(forKey: "d")
    try pages.save(Page(text: "f"), forKey: "f")
    #expect(Set(store.keys()) == ["c", "e", "f"])
  }

  @Test("After a launch the order is that in which entries were saved")
  func launch() throws {
    for key in ["x", "m", "a"] {
      try cache(of: Page.self).save(Page(text: key), forKey: key)
      clock.advance(1)
    }
    let pages = cache(of: Page.self, count: 3)
    try pages.save(Page(text: "new"), forKey: "new")
    #expect(Set(store.keys()) == ["m", "a", "new"])
    try pages.save(Page(text: "more"), forKey: "more")
    #expect(Set(store.keys()) == ["a", "new", "more"])
  }

  @Test("Of too many bytes the same, and what alone is too large is an error")
  func bytes() throws {
    let text = String(repeating: "x", count: 1000)
    try cache(of: Page.self).save(Page(text: text), forKey: "a")
    let size = try #require(store.loadData(forKey: "a")).count
    let pages = cache(of: Page.self, bytes: 3 * size)
    for key in ["b", "c", "d", "e"] { try pages.save(Page(text: text), forKey: key) }
    #expect(Set(store.keys()) == ["c", "d", "e"])
    let error = #expect(throws: StorageError.self) {
      try pages.save(Page(text: String(repeating: "y", count: 4 * size)), forKey: "c")
    }
    #expect(error?.code == .writeFailed)
    #expect(error?.remedy.contains("maximumByteCount") == true)
    #expect(try pages.load(forKey: "c") == Page(text: text))
  }

  @Test("Entries in memory are not read in the store, and expire as well")
  func memory() throws {
    let failing = FailingStore()
    let pages = cache(of: Page.self, in: failing, lifetime: 60, memory: 10_000)
    try pages.save(Page(text: "saved"), forKey: "a")
    try cache(of: Page.self, in: failing).save(Page(text: "loaded"), forKey: "b")
    #expect(try pages.load(forKey: "b") == Page(text: "loaded"))
    failing.fails = true
    #expect(try pages.load(forKey: "a") == Page(text: "saved"))
    #expect(try pages.load(forKey: "b") == Page(text: "loaded"))
    #expect(throws: StorageError.self) { try pages.load(forKey: "c") }
    failing.fails = false
    clock.advance(60)
    #expect(try pages.load(forKey: "a") == nil)
    try pages.save(Page(text: "again"), forKey: "a")
    try pages.remove(forKey: "a")
    #expect(try pages.load(forKey: "a") == nil)
    try pages.save(Page(text: "again"), forKey: "a")
    try pages.removeAll()
    #expect(try pages.load(forKey: "a") == nil)
    #expect(failing.memory.keys().isEmpty)
  }

  @Test("Memory has no more than its capacity")
  func memoryCapacity() throws {
    let failing = FailingStore()
    let pages = cache(of: Page.self, in: failing, memory: 5000)
    for number in 0..<10 {
      try pages.save(Page(text: String(repeating: "\(number)", count: 1000)), forKey: "\(number)")
    }
    failing.fails = true
    let found = (0..<10).filter { (try? pages.load(forKey: "\($0)")) != nil }
    #expect(!found.isEmpty && found.count < 5)
    #expect(found == Array((10 - found.count)..<10))
  }

  @Test("Threads that save, load and remove keep to the limit", .timeLimit(.minutes(10)))
  func concurrency() async throws {
    let pages = cache(of: Page.self, count: 5, memory: 10_000)
    try await store.save(Other(), forKey: "foreign")
    try await withThrowingTaskGroup(of: Void.self) { group in
      for task in 0..<8 {
        group.addTask {
          for number in 0..<50 {
            let key = "\((task + number) % 20)"
            try await pages.save(Page(text: key), forKey: key)
            if let page = try await pages.load(forKey: key) { #expect(page.text == key) }
          }
        }
      }
      try await group.waitForAll()
    }
    #expect(try await store.keys().count <= 6)
    #expect(try await store.keys().contains("foreign"))
  }

  /// A store that calls a closure once, after it has read, written or removed.
  private final class InterruptedStore: DataStore, @unchecked Sendable {
    let memory = MemoryStore()
    var next: (() throws -> Void)?
    var location: String { memory.location }

    private func interrupt() throws {
      let next = next
      self.next = nil
      try next?()
    }

    func loadData(forKey key: String) throws -> Data? {
      let data = memory.loadData(forKey: key)
      try interrupt()
      return data
    }

    func saveData(_ data: Data, forKey key: String) throws {
      memory.saveData(data, forKey: key)
      try interrupt()
    }

    func remove(forKey key: String) throws {
      memory.remove(forKey: key)
      try interrupt()
    }

    func keys() throws -> [String] { memory.keys() }
  }

  @Test("memory never has an older entry than the store")
  func interrupted() throws {
    let store = InterruptedStore()
    let (pages, plain) = (cache(of: Page.self, in: store, memory: 10_000), cache(of: Page.self, in: store))
    func expect(_ text: String?, _ comment: Comment, sourceLocation: SourceLocation = #_sourceLocation) throws {
      let page = text.map { Page(text: $0) }
      for cache in [pages, plain, pages] {
        #expect(try cache.load(forKey: "k") == page, comment, sourceLocation: sourceLocation)
      }
    }
    try plain.save(Page(text: "1"), forKey: "k")
    store.next = { try pages.save(Page(text: "2"), forKey: "k") }
    #expect(try pages.load(forKey: "k") == Page(text: "1"))
    try expect("2", "saved while it was loaded")
    store.next = { try pages.save(Page(text: "4"), forKey: "k") }
    try pages.save(Page(text: "3"), forKey: "k")
    try expect("4", "saved while it was saved")
    store.next = { try pages.remove(forKey: "k") }
    try pages.save(Page(text: "5"), forKey: "k")
    try expect(nil, "removed while it was saved")
    try plain.save(Page(text: "6"), forKey: "k")
    store.next = { try pages.remove(forKey: "k") }
    #expect(try pages.load(forKey: "k") == Page(text: "6"))
    try expect(nil, "removed while it was loaded")
    store.next = { try pages.save(Page(text: "7"), forKey: "k") }
    try pages.remove(forKey: "k")
    try expect("7", "saved while it was removed")
    try plain.save(Page(text: "8"), forKey: "k")
    store.next = { try pages.removeAll() }
    let emptied = cache(of: Page.self, in: store, memory: 10_000)
    _ = try emptied.load(forKey: "k")
    try expect(nil, "all removed")
  }

  @Test("an entry that was saved while it was missed counts towards limits")
  func missed() throws {
    let store = InterruptedStore()
    let pages = cache(of: Page.self, in: store, count: 1)
    try pages.save(Page(text: "0"), forKey: "0")
    store.next = { try pages.save(Page(text: "1"), forKey: "1") }
    #expect(try pages.load(forKey: "1") == nil)
    try pages.save(Page(text: "2"), forKey: "2")
    #expect(store.memory.keys() == ["2"])
  }

  @Test("an entry that is saved while an expired one is removed stays")
  func removal() throws {
    let store = InterruptedStore()
    let pages = cache(of: Page.self, in: store, lifetime: 10)
    try pages.save(Page(text: "old"), forKey: "k")
    clock.advance(20)
    let saved = DispatchSemaphore(value: 0)
    store.next = {
      // The entry has expired, and is compared once more before it is removed.
      store.next = {
        Thread {
          try? pages.save(Page(text: "new"), forKey: "k")
          saved.signal()
        }.start()
        // It has to wait, so there is no end to wait for.
        if saved.wait(timeout: .now() + 0.2) == .success { saved.signal() }
      }
    }
    #expect(try pages.load(forKey: "k") == nil)
    saved.wait()
    #expect(try pages.load(forKey: "k") == Page(text: "new"))
  }

  /// A store that saves to a cache while the cache asks for its keys.
  private final class ObservedStore: DataStore, @unchecked Sendable {
    let store = MemoryStore()
    var location: String { store.location }
    var willListKeys: (() throws -> Void)?

    func loadData(forKey key: String) throws -> Data? { store.loadData(forKey: key) }
    func saveData(_ data: Data, forKey key: String) throws { store.saveData(data, forKey: key) }
    func remove(forKey key: String) throws { store.remove(forKey: key) }
    func keys() throws -> [String] {
      try willListKeys?()
      return store.keys()
    }
  }

  @Test("A store may use a limited cache while the cache looks its entries up")
  func reentry() throws {
    let store = ObservedStore()
    let pages = cache(of: Page.self, in: store, count: 3)
    store.willListKeys = { try pages.save(Page(text: "log"), forKey: "log") }
    try pages.save(Page(text: "1"), forKey: "1")
    store.willListKeys = nil
    #expect(try pages.load(forKey: "1") == Page(text: "1"))
    #expect(try pages.load(forKey: "log") == Page(text: "log"))
    for number in 2...5 { try pages.save(Page(text: "\(number)"), forKey: "\(number)") }
    #expect(Set(store.store.keys()) == ["3", "4", "5"])
  }
}
