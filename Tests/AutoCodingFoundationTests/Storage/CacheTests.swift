import AutoCodingFoundation
import Foundation
import Testing

private struct Timeline: AutoCoding, Equatable {
  var posts: [String] = []
  var likes: [String: Int] = [:]
}

/// Of the same shape, under another name.
private struct Feed: AutoCoding {
  var posts: [String] = []
  var likes: [String: Int] = [:]
}

private struct Renamed: AutoCoding, Equatable {
  var posts: [String] = []
  static var formerTypeNames: Set<String> { [Feed.archivedTypeName] }
}

private enum Versions {
  struct First: AutoCoding {
    var title = "one"
    static var archivedTypeName: String { "Tests.Versioned" }
  }
  struct Second: AutoCoding, Equatable {
    var heading = ""
    static var archivedTypeName: String { "Tests.Versioned" }
    static var archiveVersion: Int { 1 }
    static func migrate(_ properties: inout ArchivedProperties, from version: Int) throws {
      properties.renameKey("title", to: "heading")
    }
  }
  struct Third: AutoCoding {
    var heading = "three"
    static var archivedTypeName: String { "Tests.Versioned" }
    static var archiveVersion: Int { 2 }
  }
}

private final class Page: AutoCoding {
  var likes: [String: Int] = [:]
  var score = Double.nan
  init() {}
}

/// A clock that a test sets.
private final class Clock: @unchecked Sendable {
  private let lock = NSLock()
  private var seconds = 1000.0
  var now: Date { lock.withLock { Date(timeIntervalSinceReferenceDate: seconds) } }
  func advance(_ interval: Double) { lock.withLock { seconds += interval } }
}

/// Cache.
struct CacheTests {
  let store = MemoryStore()
  private let clock = Clock()

  private func cache<Value>(
    of type: Value.Type, version: Int = 1, lifetime: TimeInterval? = nil,
    unreadable: Cache<Value>.UnreadableEntries = .reported
  ) -> Cache<Value> {
    let clock = clock
    return Cache(
      store: store, version: version, lifetime: lifetime, unreadableEntries: unreadable, coder: .keyedArchive,
      now: { clock.now })
  }

  @Test("Values are kept, fetched and removed")
  func values() throws {
    let cache = Cache<Timeline>(store: store)
    #expect(try cache.load(forKey: "home") == nil)
    try cache.save(Timeline(posts: ["a"]), forKey: "home")
    #expect(try cache.load(forKey: "home") == Timeline(posts: ["a"]))
    try cache.remove(forKey: "home")
    #expect(try cache.load(forKey: "home") == nil)
  }

  @Test("Entries expire, by the cache's lifetime or their own time, and when the clock was set back")
  func expiry() throws {
    let cache = cache(of: Timeline.self, lifetime: 60)
    try cache.save(Timeline(), forKey: "a")
    try cache.save(Timeline(), forKey: "b", expires: clock.now.addingTimeInterval(120))
    clock.advance(59)
    #expect(try cache.load(forKey: "a") != nil)
    clock.advance(1)
    #expect(try cache.load(forKey: "a") == nil)
    #expect(store.keys() == ["b"])
    clock.advance(-100)
    #expect(try cache.load(forKey: "b") == nil)
    try cache.save(Timeline(), forKey: "c")
    clock.advance(61)
    try cache.removeExpired()
    #expect(store.keys().isEmpty)
  }

  @Test("An expiry that is not a number is refused, and leaves the old value")
  func expiryOfNoNumber() throws {
    let cache = cache(of: Timeline.self)
    try cache.save(Timeline(posts: ["a"]), forKey: "a")
    let date = Date(timeIntervalSinceReferenceDate: .nan)
    for save in [
      { try cache.save(Timeline(), forKey: "a", expires: date) },
      { _ = try cache.update(with: Timeline(), forKey: "a", expires: date) },
      { try self.cache(of: Timeline.self, lifetime: .nan).save(Timeline(), forKey: "a") },
    ] {
      let error = #expect(throws: StorageError.self) { try save() }
      #expect(error?.explanation == "The date on which the entry expires is not a number.")
      #expect(error?.key == "a")
    }
    #expect(try cache.load(forKey: "a") == Timeline(posts: ["a"]))
    try cache.save(Timeline(), forKey: "b", expires: Date(timeIntervalSinceReferenceDate: .infinity))
    clock.advance(1e9)
    #expect(try cache.load(forKey: "b") == Timeline())
  }

  @Test("An update says whether the content changed")
  func update() throws {
    let cache = cache(of: Timeline.self)
    let likes = Dictionary(uniqueKeysWithValues: (0..<100).map { ("\($0)", $0) })
    let others = Dictionary(uniqueKeysWithValues: (0..<100).reversed().map { ("\($0)", $0) })
    #expect(try cache.update(with: Timeline(likes: likes), forKey: "a"))
    #expect(try !cache.update(with: Timeline(likes: others), forKey: "a"))
    #expect(try cache.update(with: Timeline(posts: ["x"], likes: others), forKey: "a"))
    #expect(try cache.load(forKey: "a") == Timeline(posts: ["x"], likes: likes))
    let pages = self.cache(of: Page.self)
    let page = Page()
    page.likes = likes
    #expect(try pages.update(with: page, forKey: "p"))
    page.likes = others
    #expect(try !pages.update(with: page, forKey: "p"))
    page.score = 1
    #expect(try pages.update(with: page, forKey: "p"))
    #expect(try pages.load(forKey: "p")?.score == 1)
  }

  @Test("An update renews the time also where nothing changed, and what has expired has changed")
  func updateAndTime() throws {
    let cache = cache(of: Timeline.self, lifetime: 60)
    #expect(try cache.update(with: Timeline(), forKey: "a"))
    clock.advance(50)
    #expect(try !cache.update(with: Timeline(), forKey: "a"))
    clock.advance(50)
    #expect(try cache.load(forKey: "a") != nil)
    clock.advance(10)
    #expect(try cache.update(with: Timeline(), forKey: "a"))
  }

  @Test("Of many that update with one value, one is told of the change")
  func concurrentUpdate() async throws {
    let cache = Cache<Timeline>(store: store)
    let changes = try await withThrowingTaskGroup(of: Bool.self) { group in
      for _ in 0..<50 { group.addTask { try await cache.update(with: Timeline(posts: ["new"]), forKey: "a") } }
      return try await group.reduce(0) { $0 + ($1 ? 1 : 0) }
    }
    #expect(changes == 1)
  }

  @Test("An entry of another type or version is not read")
  func otherEntries() throws {
    try cache(of: Feed.self).save(Feed(posts: ["a"]), forKey: "a")
    let error = #expect(throws: StorageError.self) { try cache(of: Timeline.self).load(forKey: "a") }
    #expect(error?.code == .typeMismatch)
    #expect(error?.explanation.contains("Feed") == true)
    #expect(try cache(of: Renamed.self).load(forKey: "a") == Renamed(posts: ["a"]))
    #expect(throws: StorageError.self) { try cache(of: Feed.self, version: 2).load(forKey: "a") }
    #expect(store.keys() == ["a"])
    #expect(try cache(of: Timeline.self, unreadable: .removed).load(forKey: "a") == nil)
    #expect(store.keys() == ["a"])
    #expect(try cache(of: Feed.self, version: 2, unreadable: .removed).load(forKey: "a") == nil)
    #expect(store.keys().isEmpty)
  }

  @Test("An older model is migrated, and a newer one cannot be read")
  func versions() throws {
    try cache(of: Versions.First.self).save(Versions.First(), forKey: "a")
    #expect(try cache(of: Versions.Second.self).load(forKey: "a") == Versions.Second(heading: "one"))
    try cache(of: Versions.Third.self).save(Versions.Third(), forKey: "a")
    let newer = #expect(throws: StorageError.self) { try cache(of: Versions.Second.self).load(forKey: "a") }
    #expect(newer?.code == .newerVersion)
  }

  @Test("Bytes that changed anywhere are never a value")
  func damage() throws {
    let cache = cache(of: Timeline.self)
    try cache.save(Timeline(posts: ["one", "two"], likes: ["a": 1]), forKey: "a")
    let sound = try #require(store.loadData(forKey: "a"))
    for index in sound.indices {
      for bit in 0..<8 {
        var damaged = sound
        damaged[index] ^= 1 << UInt8(bit)
        store.saveData(damaged, forKey: "a")
        #expect(throws: StorageError.self) { try cache.load(forKey: "a") }
      }
      store.saveData(sound.prefix(index), forKey: "a")
      #expect(throws: StorageError.self) { try cache.load(forKey: "a") }
    }
    store.saveData(sound, forKey: "a")
    #expect(try cache.load(forKey: "a")?.posts == ["one", "two"])
  }

  @Test("A store that fails is an error, and no reason to remove")
  func failingStore() throws {
    let failing = FailingStore()
    let cache = Cache<Timeline>(store: failing)
    try cache.save(Timeline(), forKey: "a")
    failing.fails = true
    #expect(throws: StorageError.self) { try cache.load(forKey: "a") }
    #expect(throws: StorageError.self) { try cache.update(with: Timeline(), forKey: "a") }
    failing.fails = false
    #expect(try cache.load(forKey: "a") == Timeline())
  }

  @Test("An entry that could not be removed because of a limit is removed later")
  func failedEviction() throws {
    let failing = FailingStore()
    let sizes = Cache<Timeline>(store: failing)
    for key in ["a", "b", "c", "d"] { try sizes.save(Timeline(posts: [key]), forKey: key) }
    let size = try failing.memory.keys().reduce(0) { $0 + (try failing.loadData(forKey: $1)?.count ?? 0) }
    let cache = Cache<Timeline>(store: failing, maximumByteCount: size)
    failing.failsToRemove = true
    let large = Timeline(posts: Array(repeating: "long text", count: size / 40))
    #expect(throws: CocoaError.self) { try cache.save(large, forKey: "large") }
    #expect(failing.memory.keys().count == 5)
    failing.failsToRemove = false
    for key in ["e", "f"] { try cache.save(Timeline(posts: [key]), forKey: key) }
    let kept = try failing.memory.keys().reduce(0) { $0 + (try failing.loadData(forKey: $1)?.count ?? 0) }
    #expect(kept <= size)
    #expect(try cache.load(forKey: "f") == Timeline(posts: ["f"]))
  }

  @Test("An entry that cannot be removed takes the place of no other")
  func stuckEntry() throws {
    let failing = FailingStore()
    let cache = Cache<Timeline>(store: failing, maximumCount: 3)
    for key in ["a", "b", "c"] { try cache.save(Timeline(), forKey: key) }
    failing.failsToRemove = true
    #expect(throws: CocoaError.self) { try cache.save(Timeline(), forKey: "d") }
    failing.failsToRemove = false
    try cache.save(Timeline(), forKey: "e")
    #expect(try failing.keys().sorted() == ["c", "d", "e"])
  }

  @Test("An entry that is saved again while a limit removes it is kept")
  func savedDuringEviction() throws {
    let store = ActingStore()
    let large = Timeline(posts: Array(repeating: "long text", count: 100))
    let sizes = Cache<Timeline>(store: store)
    try sizes.save(large, forKey: "large")
    try sizes.save(Timeline(posts: ["c"]), forKey: "c")
    let limit = try store.memory.keys().reduce(0) { $0 + (try store.loadData(forKey: $1)?.count ?? 0) }
    try sizes.remove(forKey: "large")
    let cache = Cache<Timeline>(store: store, maximumByteCount: limit)
    for key in ["a", "b", "c"] { try cache.save(Timeline(posts: [key]), forKey: key) }
    // "a" and "b" are to be removed for it.
    store.onRemoval = { try cache.save(Timeline(posts: ["B"]), forKey: "b") }
    try cache.save(large, forKey: "large")
    #expect(try cache.load(forKey: "a") == nil)
    #expect(try cache.load(forKey: "b") == Timeline(posts: ["B"]))
  }

  /// Does something when it first removes an entry.
  private final class ActingStore: DataStore, @unchecked Sendable {
    let memory = MemoryStore()
    var onRemoval: (() throws -> Void)?
    var location: String { "acting \(memory.location)" }
    func loadData(forKey key: String) throws -> Data? { memory.loadData(forKey: key) }
    func saveData(_ data: Data, forKey key: String) throws { memory.saveData(data, forKey: key) }
    func remove(forKey key: String) throws {
      memory.remove(forKey: key)
      let action = onRemoval
      onRemoval = nil
      try action?()
    }
    func keys() throws -> [String] { memory.keys() }
  }
}
