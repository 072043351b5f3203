import AutoCodingFoundation
import Foundation
import Testing

private final class SuitePreferences: StoredObject {
  var name = ""
  var values = [1, 2]
}

/// UserDefaultsStore.
final class UserDefaultsStoreTests {
  let suite = "autocoding.test.\(UUID().uuidString)"

  deinit {
    UserDefaults.standard.removePersistentDomain(forName: suite)
    UserDefaults.standard.synchronize()
    #if !canImport(Darwin)
    try? FileManager.default.removeItem(at: file)
    #endif
  }

  private var file: URL {
    let home = ProcessInfo.processInfo.environment["XDG_CONFIG_HOME"] ?? NSHomeDirectory() + "/.config"
    return URL(fileURLWithPath: home).appendingPathComponent(suite + ".plist")
  }

  @Test("Bytes are kept under any key, written at once, replaced and removed")
  func bytes() throws {
    let store = try UserDefaultsStore(suite: suite)
    let keys = ["", "a", "A", "é", "e\u{301}", "%", "<&>\"'", "a b", "\n", "💾"]
    for (index, key) in keys.enumerated() {
      #expect(try store.loadData(forKey: key) == nil)
      try store.saveData(Data([UInt8(index)]), forKey: key)
    }
    let other = try UserDefaultsStore(suite: suite)
    for (index, key) in keys.enumerated() { #expect(try other.loadData(forKey: key) == Data([UInt8(index)])) }
    #expect(Set(try store.keys().map { Array($0.utf8) }) == Set(keys.map { Array($0.utf8) }))
    try store.saveData(Data(), forKey: "a")
    #expect(try store.loadData(forKey: "a") == Data())
    try store.saveData(Data(repeating: 1, count: 20_000), forKey: "a")
    #expect(try store.loadData(forKey: "a") == Data(repeating: 1, count: 20_000))
    for key in keys + keys { try store.remove(forKey: key) }
    #expect(try store.keys().isEmpty)
    #expect(UserDefaults(suiteName: suite)?.object(forKey: "a") == nil)
  }

  @Test("All keys are listed, whatever is under them, and a cache leaves alone what is no entry")
  func allKeys() throws {
    let store = try UserDefaultsStore(suite: suite)
    try store.saveData(Data([1]), forKey: "bytes")
    try store.save(Nested(), forKey: "model", coder: .propertyList)
    let defaults = try #require(UserDefaults(suiteName: suite))
    defaults.set(true, forKey: "flag")
    defaults.set(["one"], forKey: "list")
    defaults.set("text", forKey: "text")
    defaults.synchronize()
    let keys: Set = ["bytes", "model", "flag", "list", "text"]
    #expect(try Set(store.keys()) == keys)
    let cache = Cache<[Int]>(store: store, lifetime: -1, maximumCount: 1)
    try cache.save([1], forKey: "entry")
    #expect(try Set(store.keys()) == keys.union(["entry"]))
    try cache.removeExpired()
    #expect(try Set(store.keys()) == keys)
    try cache.save([1], forKey: "entry", expires: .distantFuture)
    try cache.save([2], forKey: "other", expires: .distantFuture)
    #expect(try Set(store.keys()) == keys.union(["other"]))
    try cache.removeAll()
    #expect(try Set(store.keys()) == keys)
    #expect(try cache.load(forKey: "other") == nil)
  }

  private struct Nested: AutoCoding, Equatable {
    var name = "<key>name</key>"
    var lists: [[String: Data]] = [[:], ["name": Data([9])]]
  }

  @Test("A key is not mistaken for one within another value")
  func nestedKeys() throws {
    let store = try UserDefaultsStore(suite: suite)
    try store.save(Nested(), forKey: "a", coder: .propertyList)
    try store.saveData(Data([1]), forKey: "name")
    #expect(try store.loadData(forKey: "name") == Data([1]))
    try store.save(Nested(name: ""), forKey: "name", coder: .propertyList)
    try store.saveData(Data([2]), forKey: "lists")
    try store.remove(forKey: "name")
    try store.remove(forKey: "lists")
    try store.remove(forKey: "name")
    #expect(try store.loadData(forKey: "name") == nil)
    #expect(try store.load(Nested.self, forKey: "a", coder: .propertyList) == Nested())
    #expect(UserDefaults(suiteName: suite)?.persistentDomain(forName: suite)?.count == 1)
  }

  @Test("Other values of the suite are left alone, and not taken for bytes")
  func otherValues() throws {
    let defaults = try #require(UserDefaults(suiteName: suite))
    defaults.set("text", forKey: "name")
    defaults.set(Data([1]), forKey: "data")
    defaults.synchronize()
    let store = try UserDefaultsStore(suite: suite)
    #expect(try store.keys().sorted() == ["data", "name"])
    let error = #expect(throws: StorageError.self) { try store.loadData(forKey: "name") }
    #expect(error?.code == .typeMismatch)
    try store.saveData(Data([2]), forKey: "data")
    #expect(UserDefaults(suiteName: suite)?.string(forKey: "name") == "text")
  }

  @Test("A stored object is kept there")
  func storedObject() throws {
    do {
      let preferences = try SuitePreferences(identifier: "p", store: UserDefaultsStore(suite: suite))
      preferences.name = "Nora"
      try preferences.save()
      let error = #expect(throws: StorageError.self) {
        try SuitePreferences(identifier: "p", store: UserDefaultsStore(suite: suite))
      }
      #expect(error?.code == .identifierInUse)
    }
    let preferences = try SuitePreferences(identifier: "p", store: UserDefaultsStore(suite: suite))
    #expect(preferences.name == "Nora")
    try preferences.remove()
    #expect(try UserDefaultsStore(suite: suite).keys().isEmpty)
  }

  @Test(
    "Names that are none of a suite are errors",
    arguments: [
      "", ".", "..", "a/b", "../x", "a\0b", UserDefaults.globalDomain, ".GlobalPreferences",
      "kCFPreferencesAnyApplication", "kCFPreferencesCurrentApplication",
    ])
  func names(name: String) {
    let error = #expect(throws: StorageError.self) { try UserDefaultsStore(suite: name) }
    #expect(error?.code == .storageUnavailable)
  }

  #if !canImport(Darwin)

  @Test("A damaged file is reported, and not overwritten")
  func damagedFile() throws {
    let store = try UserDefaultsStore(suite: suite)
    try store.saveData(Data([1, 2, 3]), forKey: "a")
    let sound = try Data(contentsOf: file)
    let operations: [() throws -> Void] = [
      { _ = try store.loadData(forKey: "a") }, { try store.saveData(Data([4]), forKey: "a") },
      { try store.remove(forKey: "a") }, { _ = try store.keys() },
      { [suite] in _ = try UserDefaultsStore(suite: suite) },
    ]
    // Each waits for another process that may be writing, so only one damage meets them all.
    for (index, damaged) in [Data("garbage".utf8), Data(), sound.prefix(sound.count / 2), sound.dropFirst()]
      .enumerated()
    {
      try damaged.write(to: file)
      for operation in index == 0 ? operations[...] : operations[index...index] {
        let error = #expect(throws: StorageError.self) { try operation() }
        #expect(error?.code == .corrupted && error?.key == nil)
      }
      #expect(try Data(contentsOf: file) == damaged)
    }
    try sound.write(to: file)
    #expect(try store.loadData(forKey: "a") == Data([1, 2, 3]))
  }

  @Test("A file that another process is writing is read when it is whole", .timeLimit(.minutes(5)))
  func halfWritten() throws {
    let store = try UserDefaultsStore(suite: suite)
    let stored = try Stored([1], identifier: "a", store: store, unreadableData: .moveAside)
    try stored.update { $0 = [2] }
    let (sound, file) = (try Data(contentsOf: file), file)
    for count in [0, sound.count / 2, sound.count - 3] {
      try sound.prefix(count).write(to: file)
      Thread.detachNewThread {
        usleep(10_000)
        try? sound.write(to: file)
      }
      try stored.load()
      #expect(stored.value == [2] && stored.movedAside == nil)
      #expect(try store.keys() == ["a"])
    }
  }

  @Test("A damaged file is no reason to move a value aside, or to remove an entry")
  func damagedSuite() throws {
    let store = try UserDefaultsStore(suite: suite)
    let stored = try Stored([1], identifier: "a", store: store, unreadableData: .moveAside)
    let cache = Cache<[Int]>(store: store)
    try stored.update { $0 = [2] }
    try cache.save([3], forKey: "b")
    let sound = try Data(contentsOf: file)
    try sound.prefix(sound.count / 2).write(to: file)
    #expect(#expect(throws: StorageError.self) { try stored.load() }?.code == .corrupted)
    #expect(#expect(throws: StorageError.self) { try cache.load(forKey: "b") }?.code == .corrupted)
    #expect(stored.value == [2] && stored.movedAside == nil)
    try sound.write(to: file)
    #expect(try store.keys().sorted() == ["a", "b"])
    #expect(try cache.load(forKey: "b") == [3])
  }

  /// Sets a value of a suite again and again, and notes when another one is there.
  private final class OtherCode: @unchecked Sendable {
    private let lock = NSLock()
    private let isDone = DispatchSemaphore(value: 0)
    private var stops = false
    private var lost: [String] = []
    private var isStopped: Bool { lock.withLock { stops } }

    func start(_ suite: String) {
      Thread.detachNewThread { [self] in
        let defaults = UserDefaults(suiteName: suite)
        var number = 0
        while !isStopped {
          number += 1
          defaults?.set(number, forKey: "other")
          defaults?.synchronize()
          usleep(100)
          defaults?.synchronize()
          let found = defaults?.integer(forKey: "other")
          if found != number { lost.append("\(number) became \(found ?? -1)") }
        }
        isDone.signal()
      }
    }

    func stop() -> [String] {
      lock.withLock { stops = true }
      isDone.wait()
      return lost
    }
  }

  @Test("What other code writes at the same time is not undone, and saves are not refused", .timeLimit(.minutes(10)))
  func writtenTogether() throws {
    let (store, other) = (try UserDefaultsStore(suite: suite), OtherCode())
    other.start(suite)
    for number in 0..<200 { #expect(throws: Never.self) { try store.saveData(Data([UInt8(number)]), forKey: "own") } }
    #expect(other.stop() == [])
    #expect(try store.loadData(forKey: "own") == Data([199]))
  }

  @Test("Whatever UserDefaults reads is a suite")
  func forms() throws {
    let list = "<plist version='1.0'><dict><key>a</key><string>q</string></dict></plist>"
    let empty = "<?xml version=\"1.0\"?><plist version='1.0'><dict><!-- nothing --></dict></plist>\n"
    let forms: [(Data?, [String])] = [
      (try PropertyListSerialization.data(fromPropertyList: [String: Int](), format: .binary, options: 0), []),
      (try PropertyListSerialization.data(fromPropertyList: ["a": "q"], format: .binary, options: 0), ["a"]),
      (Data("<?xml version=\"1.0\"?>\(list)<!-- end -->\n".utf8), ["a"]), (Data(empty.utf8), []),
      ("<?xml version=\"1.0\" encoding=\"UTF-16\"?>\(list)\n".data(using: .utf16), ["a"]),
    ]
    for (data, keys) in forms {
      let data = try #require(data)
      try data.write(to: file)
      let store = try UserDefaultsStore(suite: suite)
      #expect(try store.keys() == keys)
      if data.count > 60 {
        for part in [data.dropLast(data.count / 2), data.prefix(60)] {
          try part.write(to: file)
          #expect(#expect(throws: StorageError.self) { try store.keys() }?.code == .corrupted)
        }
        try data.write(to: file)
      }
      try store.saveData(Data([1]), forKey: "b")
      #expect(try store.keys().sorted() == keys + ["b"])
      #expect(UserDefaults(suiteName: suite)?.string(forKey: "a") == (keys.isEmpty ? nil : "q"))
    }
  }

  @Test("A file that cannot be written is an error, and the old value is still there")
  func unwritable() throws {
    let store = try UserDefaultsStore(suite: suite)
    try FileManager.default.createDirectory(at: file, withIntermediateDirectories: true)
    let error = #expect(throws: StorageError.self) { try store.saveData(Data([4]), forKey: "a") }
    #expect(error?.code == .readFailed)
    try FileManager.default.removeItem(at: file)
    #expect(try store.loadData(forKey: "a") == nil)
    try store.saveData(Data([5]), forKey: "a")
    #expect(try store.loadData(forKey: "a") == Data([5]))
  }

  #endif
}
