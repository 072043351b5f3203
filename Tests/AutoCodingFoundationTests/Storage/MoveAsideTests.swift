import AutoCodingFoundation
import Foundation
import Testing

private final class Document: StoredObject {
  var title = "Untitled"
  var count = 0
  @Transient var reloads = 0
  override func didReload() { reloads += 1 }
  override func didDecode() throws { if count < 0 { throw CocoaError(.coderInvalidValue) } }
}
private struct Preferences: AutoCoding, DefaultInitializable, Equatable, Sendable { var volume = 5 }

/// Unreadable data is moved aside.
struct MoveAsideTests {
  let directory: TemporaryDirectory

  init() throws {
    directory = try TemporaryDirectory()
  }

  static let unreadable: [(String, StorageError.Code)] = [
    ("garbage", .corrupted), (#"{"title":"#, .corrupted), (#"{"title":1}"#, .typeMismatch),
    (#"{"$version":9,"title":"x"}"#, .newerVersion), (#"{"count":-1}"#, .typeMismatch), ("", .corrupted),
  ]

  @Test("An object starts with its defaults, and says what happened", arguments: 0..<unreadable.count)
  func object(index: Int) throws {
    let (text, code) = Self.unreadable[index]
    for store in [MemoryStore() as any DataStore, try FileStore(directory: directory.url)] {
      let data = Data(text.utf8)
      try store.saveData(data, forKey: "d")
      #expect(throws: (any Error).self) { try Document(identifier: "d", store: store, coder: .json) }
      #expect(try store.loadData(forKey: "d") == data)

      let document = try Document(identifier: "d", store: store, coder: .json, unreadableData: .moveAside)
      #expect(document.title == "Untitled")
      #expect(document.count == 0)
      let aside = try #require(document.movedAside)
      #expect(aside.error.code == code, "\(aside.error)")
      #expect(aside.key.hasPrefix("d.unreadable-"))
      #expect(try store.keys() == [aside.key])
      #expect(try store.loadData(forKey: aside.key) == data)
      document.title = "new"
      try document.save()
      #expect(try store.loadData(forKey: aside.key) == data)
    }
  }

  @Test("So does one that is loaded again, and every file is kept")
  func load() throws {
    let store = MemoryStore()
    let document = try Document(identifier: "d", store: store, coder: .json, unreadableData: .moveAside)
    #expect(document.movedAside == nil)
    var keys: Set<String> = []
    for number in 1...3 {
      document.title = "mine"
      store.saveData(Data("garbage \(number)".utf8), forKey: "d")
      try document.load()
      #expect(document.title == "Untitled")
      #expect(document.reloads == number)
      let key = try #require(document.movedAside?.key)
      #expect(store.loadData(forKey: key) == Data("garbage \(number)".utf8))
      keys.insert(key)
    }
    #expect(keys.count == 3)
    #expect(Set(store.keys()) == keys)
  }

  @Test("Values as well")
  func stored() throws {
    let store = MemoryStore()
    store.saveData(Data("garbage".utf8), forKey: "p")
    #expect(throws: StorageError.self) { try Stored<Preferences>(identifier: "p", store: store) }
    let stored = try Stored<Preferences>(identifier: "p", store: store, unreadableData: .moveAside)
    #expect(stored.value == Preferences())
    let key = try #require(stored.movedAside?.key)
    #expect(store.keys() == [key])
    try stored.update { $0.volume = 6 }
    store.saveData(Data("more".utf8), forKey: "p")
    try stored.load()
    #expect(stored.value == Preferences())
    #expect(store.loadData(forKey: stored.movedAside?.key ?? "") == Data("more".utf8))
    #expect(store.keys().count == 2)
  }

  @Test("What the store cannot read, or cannot move, is an error, and is where it was")
  func failures() throws {
    let failing = FailingStore()
    failing.memory.saveData(Data("garbage".utf8), forKey: "d")
    failing.fails = true
    let error = #expect(throws: StorageError.self) {
      try Document(identifier: "d", store: failing, unreadableData: .moveAside)
    }
    #expect(error?.code == .readFailed)
    failing.fails = false
    failing.failsToWrite = true
    let unmoved = #expect(throws: StorageError.self) {
      try Document(identifier: "d", store: failing, unreadableData: .moveAside)
    }
    #expect(unmoved?.code == .writeFailed)
    #expect(failing.memory.keys() == ["d"])
    #expect(failing.memory.loadData(forKey: "d") == Data("garbage".utf8))
    // What exceeds a limit was not read, so its contents are unknown.
    let decoder = AutoJSONDecoder()
    decoder.limits.maximumByteCount = 3
    failing.failsToWrite = false
    let large = #expect(throws: StorageError.self) {
      try Document(identifier: "d", store: failing, coder: JSONCoder(decoder: decoder), unreadableData: .moveAside)
    }
    #expect(large?.code == .readFailed)
    #expect(failing.memory.keys() == ["d"])
  }

  @Test("A store moves what it keeps, and nothing where there is nothing")
  func move() throws {
    for store in [MemoryStore() as any DataStore, try FileStore(directory: directory.url), FailingStore()] {
      try store.moveData(forKey: "a", toKey: "b")
      #expect(try store.keys().isEmpty)
      try store.saveData(Data([1]), forKey: "a")
      try store.saveData(Data([2]), forKey: "B c")
      try store.moveData(forKey: "a", toKey: "B c")
      #expect(try store.keys() == ["B c"])
      #expect(try store.loadData(forKey: "B c") == Data([1]))
      try store.moveData(forKey: "B c", toKey: "B c")
      #expect(try store.loadData(forKey: "B c") == Data([1]))
    }
  }

  /// Fails once, with an error that is no `StorageError`.
  private final class FlakyStore: DataStore, @unchecked Sendable {
    let memory = MemoryStore()
    var fails = false
    var location: String { "flaky \(memory.location)" }
    func loadData(forKey key: String) throws -> Data? {
      if fails {
        fails = false
        throw CocoaError(.fileReadUnknown)
      }
      return memory.loadData(forKey: key)
    }
    func saveData(_ data: Data, forKey key: String) throws { memory.saveData(data, forKey: key) }
    func remove(forKey key: String) throws { memory.remove(forKey: key) }
    func keys() throws -> [String] { memory.keys() }
  }

  /// Replaces the data once, after it was read for the first time.
  private final class ReplacingStore: DataStore, @unchecked Sendable {
    let memory = MemoryStore()
    var replacements: [Data?] = []
    var location: String { "replacing \(memory.location)" }
    func loadData(forKey key: String) throws -> Data? {
      let data = memory.loadData(forKey: key)
      if !replacements.isEmpty {
        if let next = replacements.removeFirst() {
          memory.saveData(next, forKey: key)
        } else {
          memory.remove(forKey: key)
        }
      }
      return data
    }
    func saveData(_ data: Data, forKey key: String) throws { memory.saveData(data, forKey: key) }
    func remove(forKey key: String) throws { memory.remove(forKey: key) }
    func keys() throws -> [String] { memory.keys() }
  }

  @Test("Data that arrives after unreadable data was read is not moved unread")
  func replaced() throws {
    let store = ReplacingStore()
    let garbage = Data("garbage".utf8)
    func open(after replacements: [Data?]) throws -> (volume: Int, aside: String?) {
      store.memory.saveData(garbage, forKey: "p")
      store.replacements = replacements
      let stored = try Stored<Preferences>(identifier: "p", store: store, coder: .json, unreadableData: .moveAside)
      return (stored.value.volume, stored.movedAside?.key)
    }
    let sound = try JSONCoder().encode(Preferences(volume: 7))
    let found = try open(after: [sound])
    #expect(found.volume == 7 && found.aside == nil)
    #expect(store.memory.keys() == ["p"])
    // It was removed, or replaced by other data that cannot be read.
    let removed = try open(after: [nil])
    #expect(removed.volume == 5 && removed.aside == nil)
    let other = try open(after: [Data("other".utf8)])
    #expect(other.volume == 5)
    #expect(store.memory.keys() == [other.aside])
    #expect(store.memory.loadData(forKey: other.aside ?? "") == Data("other".utf8))
    // The number of attempts is limited.
    #expect(throws: StorageError.self) { try open(after: (0..<20).map { Data("garbage \($0)".utf8) }) }
    #expect(store.memory.loadData(forKey: "p") != nil)
    // An object, while it is in use.
    store.replacements = []
    try store.save(Document(), forKey: "d", coder: .json)
    let document = try Document(identifier: "d", store: store, coder: .json, unreadableData: .moveAside)
    store.memory.saveData(garbage, forKey: "d")
    store.replacements = [Data(#"{"title":"new"}"#.utf8)]
    try document.load()
    #expect(document.title == "new" && document.movedAside == nil && document.reloads == 1)
  }

  @Test("After data was moved aside, nothing is imported at this launch")
  func imports() throws {
    let name = "autocoding.test.\(UUID().uuidString)"
    let defaults = try #require(UserDefaults(suiteName: name))
    defer {
      defaults.removePersistentDomain(forName: name)
      defaults.synchronize()
    }
    defaults.set(9, forKey: "volume")
    defaults.synchronize()
    let store = MemoryStore()
    store.saveData(Data("garbage".utf8), forKey: "p")
    for volume in [5, 9] {
      let stored = try Stored<Preferences>(
        identifier: "p", store: store, unreadableData: .moveAside,
        importing: .properties(in: UserDefaultsStore(suite: name)))
      #expect(stored.value.volume == volume)
    }
  }

  private struct LockedCoder: DataCoder {
    struct KeyIsLocked: Error {}
    func encode<Value: Encodable>(_ value: Value) throws -> Data { try JSONCoder().encode(value) }
    func decode<Value: Decodable>(_ type: Value.Type, from data: Data) throws -> Value { throw KeyIsLocked() }
  }

  @Test("Data is not moved because of an error that is not about it")
  func errorsOfOthers() throws {
    let store = FlakyStore()
    let data = try JSONCoder().encode(Preferences(volume: 7))
    store.memory.saveData(data, forKey: "p")
    func open(_ coder: some DataCoder) throws -> Stored<Preferences> {
      try Stored(Preferences(), identifier: "p", store: store, coder: coder, unreadableData: .moveAside)
    }
    store.fails = true
    let failure = #expect(throws: StorageError.self) { try open(.json) }
    #expect(failure?.code == .readFailed && failure?.underlyingError is CocoaError)
    let locked = #expect(throws: StorageError.self) { try open(LockedCoder()) }
    #expect(locked?.code == .readFailed && locked?.underlyingError is LockedCoder.KeyIsLocked)
    #expect(store.memory.keys() == ["p"])
    let opened = try open(.json)
    #expect(opened.value.volume == 7 && opened.movedAside == nil)
    // The same while the value is in use.
    store.fails = true
    #expect(throws: StorageError.self) { try opened.load() }
    #expect(opened.value.volume == 7 && store.memory.keys() == ["p"])
  }
}
