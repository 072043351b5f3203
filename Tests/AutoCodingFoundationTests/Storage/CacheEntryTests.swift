import AutoCodingFoundation
import Foundation
import Testing

private struct Entry: AutoCoding, Equatable, Sendable { var number = 1 }

/// Refuses its data if it is told to.
private struct CheckedPrice: AutoCoding, Equatable, Sendable {
  struct TooLow: Error {}
  @TaskLocal static var minimum = 0
  var price: Int
  func didDecode() throws { if price < Self.minimum { throw TooLow() } }
}

private struct Measured: AutoCoding, Equatable, Sendable { var size: Double }

private final class Node: AutoCoding {
  var name = ""
  weak var other: Node?
  init() {}
}
private struct WeakLink: AutoCoding { weak var end: Node? }
private struct Graph: AutoCoding {
  var first: Node
  var second: Node
  var links: [WeakLink] = []
  var counts: [String: Int] = [:]
}
private struct Loose: AutoCoding {
  var value: Any
  var tags: Set<String> = []
}

/// Entries of caches that are others', are refused, or are compared.
struct CacheEntryTests {
  let directory: TemporaryDirectory

  init() throws {
    directory = try TemporaryDirectory()
  }

  @Test("What others keep in a suite is not removed, and a save or an update replaces it")
  func others() throws {
    let suite = "autocoding.test.\(UUID().uuidString)"
    let defaults = try #require(UserDefaults(suiteName: suite))
    defer {
      defaults.removePersistentDomain(forName: suite)
      defaults.synchronize()
    }
    defaults.set("text", forKey: "name")
    defaults.synchronize()
    let store = try UserDefaultsStore(suite: suite)
    try store.save(Entry(number: 7), forKey: "model", coder: .propertyList)
    let cache = Cache<Entry>(store: store)
    for key in ["name", "model"] {
      #expect(try cache.load(forKey: key) == nil)
      let strict = Cache<Entry>(store: store, unreadableEntries: .reported)
      #expect(#expect(throws: StorageError.self) { try strict.load(forKey: key) }?.code == .typeMismatch)
    }
    #expect(UserDefaults(suiteName: suite)?.string(forKey: "name") == "text")
    #expect(try store.load(Entry.self, forKey: "model", coder: .propertyList) == Entry(number: 7))
    try cache.save(Entry(), forKey: "name")
    #expect(try cache.load(forKey: "name") == Entry())
    #expect(try cache.update(with: Entry(), forKey: "model"))
    #expect(try cache.load(forKey: "model") == Entry())
  }

  @Test("An entry that the value's own code refuses is unreadable", arguments: [0, 10_000])
  func refused(memory: Int) throws {
    let store = MemoryStore()
    func cache(_ policy: Cache<CheckedPrice>.UnreadableEntries) throws -> Cache<CheckedPrice> {
      let cache = Cache<CheckedPrice>(store: store, memoryCapacity: memory, unreadableEntries: policy)
      try cache.save(CheckedPrice(price: 5), forKey: "k")
      return cache
    }
    let (strict, cache) = (try cache(.reported), try cache(.removed))
    try CheckedPrice.$minimum.withValue(10) { () throws -> Void in
      let error = #expect(throws: StorageError.self) { try strict.load(forKey: "k") }
      #expect(error?.code == .typeMismatch && error?.underlyingError is CheckedPrice.TooLow)
      #expect(throws: StorageError.self) { try strict.update(with: CheckedPrice(price: 50), forKey: "k") }
      #expect(store.keys() == ["k"])
      #expect(try cache.load(forKey: "k") == nil)
      #expect(store.keys().isEmpty)
    }
    try cache.save(CheckedPrice(price: 5), forKey: "k")
    try CheckedPrice.$minimum.withValue(10) { () throws -> Void in
      #expect(try cache.update(with: CheckedPrice(price: 50), forKey: "k"))
      #expect(try cache.load(forKey: "k") == CheckedPrice(price: 50))
    }
  }

  @Test("An entry that cannot be decoded is unreadable, in memory as well", arguments: [0, 10_000])
  func undecodable(memory: Int) throws {
    let encoder = AutoJSONEncoder()
    encoder.nonConformingFloatEncodingStrategy = .convertToString(
      positiveInfinity: "inf", negativeInfinity: "-inf", nan: "nan")
    let store = MemoryStore()
    let cache = Cache<Measured>(store: store, memoryCapacity: memory, coder: JSONCoder(encoder: encoder))
    try cache.save(Measured(size: .infinity), forKey: "k")
    #expect(try cache.load(forKey: "k") == nil)
    #expect(store.keys().isEmpty)
    try cache.save(Measured(size: .infinity), forKey: "k")
    #expect(try cache.update(with: Measured(size: 1), forKey: "k"))
    #expect(try cache.load(forKey: "k") == Measured(size: 1))
  }

  @Test("A huge file of others neither stops a cache nor is read")
  func hugeFile() throws {
    let url = directory.url.appendingPathComponent("video")
    #expect(FileManager.default.createFile(atPath: url.path, contents: Data("video".utf8)))
    let file = try FileHandle(forWritingTo: url)
    try file.truncate(atOffset: 1 << 43)
    try file.close()
    let store = try FileStore(directory: directory.url)
    let cache = Cache<Entry>(store: store, lifetime: -1, maximumCount: 1)
    for key in ["a", "b"] { try cache.save(Entry(), forKey: key) }
    #expect(try store.keys().sorted() == ["b", "video"])
    try cache.removeExpired()
    #expect(try store.keys() == ["video"])
    try cache.save(Entry(), forKey: "c")
    try cache.removeAll()
    #expect(try store.keys() == ["video"])
  }

  /// Has a value that it cannot read, and one that is large.
  private final class PartlyUnreadable: DataStore, @unchecked Sendable {
    let memory = MemoryStore()
    var location: String { "partly \(memory.location)" }
    func loadData(forKey key: String) throws -> Data? { try loadData(forKey: key, maximumByteCount: .max) }
    func loadData(forKey key: String, maximumByteCount: Int) throws -> Data? {
      if key == "large" {
        #expect(maximumByteCount < 1 << 20)
        throw StorageError(
          .readFailed, location: location, key: key, explanation: "It is large.", remedy: "None.",
          underlyingError: POSIXError(.EFBIG))
      }
      if key == "locked" {
        throw StorageError(.readFailed, location: location, key: key, explanation: "It is locked.", remedy: "None.")
      }
      return memory.loadData(forKey: key)
    }
    func saveData(_ data: Data, forKey key: String) throws { memory.saveData(data, forKey: key) }
    func remove(forKey key: String) throws { memory.remove(forKey: key) }
    func keys() throws -> [String] { ["large", "locked"] + memory.keys() }
  }

  @Test("What cannot be read does not stop a cache, and is reported by what removes all")
  func unreadable() throws {
    let store = PartlyUnreadable()
    let decoder = AutoJSONDecoder()
    decoder.limits.maximumByteCount = 1000
    let cache = Cache<Entry>(store: store, maximumCount: 2, coder: JSONCoder(decoder: decoder))
    for key in ["a", "b", "c"] { try cache.save(Entry(), forKey: key) }
    #expect(Set(store.memory.keys()) == ["b", "c"])
    let error = #expect(throws: StorageError.self) { try cache.removeAll() }
    #expect(error?.key == "locked")
    #expect(store.memory.keys().isEmpty)
    #expect(#expect(throws: StorageError.self) { try cache.removeExpired() }?.key == "locked")
  }

  @Test("An update tells values of other types, shared objects and weak references apart")
  func comparison() throws {
    func changes<Value: Codable>(_ values: Value...) throws -> [Bool] {
      let cache = Cache<Value>(store: MemoryStore())
      return try values.map { try cache.update(with: $0, forKey: "k") }
    }
    let numbers: [Any] = [1.0, 1, "1", "nan", Double.nan]
    #expect(
      try changes(Loose(value: numbers[0]), Loose(value: numbers[1]), Loose(value: numbers[2])) == [true, true, true])
    #expect(try changes(Loose(value: numbers[3]), Loose(value: numbers[4])) == [true, true])
    let tags = Set((0..<50).map(String.init))
    let sameTags = Set((0..<50).reversed().map(String.init) + ["x"]).subtracting(["x"])
    #expect(try changes(Loose(value: 1, tags: tags), Loose(value: 1, tags: sameTags)) == [true, false])

    let (first, second) = (Node(), Node())
    #expect(try changes(Graph(first: first, second: second), Graph(first: first, second: first)) == [true, true])
    let counts = Dictionary(uniqueKeysWithValues: (0..<100).map { ("\($0)", $0) })
    let sameCounts = Dictionary(uniqueKeysWithValues: (0..<100).reversed().map { ("\($0)", $0) })
    let cache = Cache<Graph>(store: MemoryStore())
    func isChanged(_ counts: [String: Int], _ links: [WeakLink] = []) throws -> Bool {
      try cache.update(with: Graph(first: first, second: second, links: links, counts: counts), forKey: "k")
    }
    #expect(try isChanged(counts))
    #expect(try !isChanged(sameCounts))
    first.other = second
    #expect(try isChanged(counts))
    #expect(try !isChanged(sameCounts))
    first.other = first
    #expect(try isChanged(counts))
    // It leads to nothing else in the value, so it is not stored.
    let stranger = Node()
    second.other = stranger
    #expect(try !isChanged(sameCounts))
    #expect(try isChanged(counts, [WeakLink(end: first)]))
    #expect(try !isChanged(sameCounts, [WeakLink(end: first)]))
    #expect(try isChanged(counts, [WeakLink(end: second)]))
    withExtendedLifetime(stranger) {}
  }
}
