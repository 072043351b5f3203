import AutoCodingFoundation
import Foundation
import Testing

/// FileStore.
struct FileStoreTests {
  let directory: TemporaryDirectory
  let store: FileStore

  init() throws {
    directory = try TemporaryDirectory()
    store = try FileStore(directory: directory.url)
  }

  private func mode(_ path: String) throws -> Int {
    var status = stat()
    try #require(lstat(path, &status) == 0)
    return Int(status.st_mode & 0o7777)
  }

  private func code(_ body: () throws -> Void) -> StorageError.Code? {
    do {
      try body()
      return nil
    } catch {
      return (error as? StorageError)?.code
    }
  }

  @Test("Bytes are kept, replaced and removed")
  func bytes() throws {
    #expect(try store.loadData(forKey: "a") == nil)
    try store.saveData(Data([1, 2]), forKey: "a")
    try store.saveData(Data(), forKey: "empty")
    #expect(try store.loadData(forKey: "a") == Data([1, 2]))
    #expect(try store.loadData(forKey: "empty") == Data())
    try store.saveData(Data(repeating: 7, count: 3_000_000), forKey: "a")
    #expect(try store.loadData(forKey: "a") == Data(repeating: 7, count: 3_000_000))
    #expect(try store.keys().sorted() == ["a", "empty"])
    try store.remove(forKey: "a")
    try store.remove(forKey: "a")
    #expect(try store.loadData(forKey: "a") == nil)
    #expect(try directory.names() == ["empty"])
  }

  @Test("A file that does not fit into memory is an error", .enabled(if: access("/dev/shm", W_OK) == 0, "no /dev/shm"))
  func enormous() throws {
    let directory = URL(fileURLWithPath: "/dev/shm/autocoding-\(UUID().uuidString)")
    defer { try? FileManager.default.removeItem(at: directory) }
    let store = try FileStore(directory: directory)
    try store.saveData(Data([1]), forKey: "a")
    // There is nothing in most of it.
    try #require(truncate(directory.path + "/a", 1 << 62) == 0)
    #expect(code { _ = try store.loadData(forKey: "a") } == .readFailed)
    #expect(code { _ = try store.loadData(forKey: "a", maximumByteCount: 10) } == .readFailed)
    try store.saveData(Data([2]), forKey: "a")
    #expect(try store.loadData(forKey: "a") == Data([2]))
  }

  @Test("A slice of other bytes is kept as what it is")
  func slice() throws {
    try store.saveData(Data([1, 2, 3, 4])[1...2], forKey: "a")
    #expect(try store.loadData(forKey: "a") == Data([2, 3]))
  }

  @Test("Any text is a key, and none leaves the directory")
  func keys() throws {
    let keys = [
      "", ".", "..", "../../etc/passwd", "/etc/passwd", "a/b", "a\0b", "%", "%41", "A", "a", "é", "e\u{301}", "Ünï",
      "💾",
      " ", "\n", "CON", ".hidden", "a.b", ".autocoding-1", "~", "-",
    ]
    for (index, key) in keys.enumerated() { try store.saveData(Data([UInt8(index)]), forKey: key) }
    for (index, key) in keys.enumerated() { #expect(try store.loadData(forKey: key) == Data([UInt8(index)])) }
    #expect(Set(try store.keys().map { Array($0.utf8) }) == Set(keys.map { Array($0.utf8) }))
    let names = try directory.names()
    #expect(names.count == keys.count)
    #expect(names.allSatisfy { !$0.hasPrefix(".") && $0.utf8.allSatisfy { $0 < 0x80 && $0 != UInt8(ascii: "/") } })
    #expect(Set(names.map { $0.lowercased() }).count == keys.count)
    _ = try FileStore(directory: directory.url)
    #expect(try store.keys().count == keys.count)
  }

  @Test("A key that is too long for a file is an error")
  func longKey() throws {
    let error = #expect(throws: StorageError.self) {
      try store.saveData(Data(), forKey: String(repeating: "x", count: 300))
    }
    #expect(error?.code == .writeFailed)
    #expect(error?.description.contains("shorter key") == true)
  }

  @Test("Files of others are not keys, and are left alone")
  func foreignFiles() throws {
    try Data().write(to: directory.url.appendingPathComponent("README.md"))
    try Data().write(to: directory.url.appendingPathComponent("%6"))
    try FileManager.default.createDirectory(
      at: directory.url.appendingPathComponent("folder"), withIntermediateDirectories: false)
    #expect(try store.keys().isEmpty)
    #expect(code { _ = try store.loadData(forKey: "folder") } == .readFailed)
    #expect(code { try store.saveData(Data(), forKey: "folder") } == .writeFailed)
    _ = try FileStore(directory: directory.url)
    #expect(try directory.names() == ["%6", "README.md", "folder"])
  }

  @Test("Private files are their owner's alone, also those that were not")
  func permissions() throws {
    let path = directory.path + "/deep/below"
    let url = URL(fileURLWithPath: path)
    let store = try FileStore(directory: url, isPrivate: true)
    #expect(try mode(path) == 0o700)
    #expect(try mode(directory.path + "/deep") == 0o700)
    try store.saveData(Data(), forKey: "a")
    #expect(try mode(path + "/a") == 0o600)
    chmod(path + "/a", 0o666)
    try store.saveData(Data([1]), forKey: "a")
    #expect(try mode(path + "/a") == 0o600)
    try KeyedArchiveCoder().write("secret", to: url.appendingPathComponent("one"), isPrivate: true)
    #expect(try mode(path + "/one") == 0o600)
  }

  @Test("A file that was made private stays so, and none is made readable for more") func keptPermissions() throws {
    let file = directory.path + "/a"
    try store.saveData(Data(), forKey: "a")
    let usual = try mode(file)
    for permissions: mode_t in [0o600, 0o400, 0o777] {
      chmod(file, permissions)
      try store.saveData(Data([1]), forKey: "a")
      #expect(try mode(file) == usual & Int(permissions))
      try JSONCoder().write(1, to: directory.url.appendingPathComponent("a"))
      #expect(try mode(file) == usual & Int(permissions))
    }
  }

  @Test("Temporaries of processes that ended are removed, those of living writers are not")
  func temporaries() throws {
    try store.saveData(Data([1]), forKey: "a")
    let names = (0..<2).map { _ in ".autocoding-\(UUID().uuidString)" }
    let (abandoned, living) = (directory.path + "/" + names[0], directory.path + "/" + names[1])
    try Data([2]).write(to: URL(fileURLWithPath: abandoned))
    let descriptor = open(living, O_CREAT | O_WRONLY, 0o600)
    try #require(descriptor >= 0 && flock(descriptor, LOCK_EX) == 0)
    _ = try FileStore(directory: directory.url)
    #expect(try directory.names() == [names[1], "a"])
    close(descriptor)
    _ = try FileStore(directory: directory.url)
    #expect(try directory.names() == ["a"])
  }

  @Test("Files of other programs whose names begin like temporaries are left alone")
  func similarNames() throws {
    let names = [".autocoding-", ".autocoding-notes"]
    for name in names { try Data([1]).write(to: directory.url.appendingPathComponent(name)) }
    _ = try FileStore(directory: directory.url)
    #expect(try directory.names() == names)
  }

  @Test("A link in place of a file is not followed")
  func linkedFile() throws {
    let outside = try TemporaryDirectory()
    let target = outside.url.appendingPathComponent("target")
    try Data([1, 2, 3]).write(to: target)
    try store.saveData(Data([4]), forKey: "a")
    try FileManager.default.removeItem(atPath: directory.path + "/a")
    try FileManager.default.createSymbolicLink(atPath: directory.path + "/a", withDestinationPath: target.path)
    let error = #expect(throws: StorageError.self) { try store.loadData(forKey: "a") }
    #expect(error?.code == .readFailed)
    #expect(error?.description.contains("symbolic link") == true)
    #expect(code { try store.saveData(Data([5]), forKey: "a") } == .writeFailed)
    #expect(try store.keys().isEmpty)
    try store.remove(forKey: "a")
    #expect(try Data(contentsOf: target) == Data([1, 2, 3]))
    try store.saveData(Data([6]), forKey: "a")
    #expect(try store.loadData(forKey: "a") == Data([6]))
  }

  @Test("A link in place of the directory is not followed")
  func linkedDirectory() throws {
    let parent = try TemporaryDirectory()
    let outside = try TemporaryDirectory()
    let path = parent.path + "/store"
    let store = try FileStore(directory: URL(fileURLWithPath: path))
    try store.saveData(Data([1]), forKey: "a")
    try FileManager.default.moveItem(atPath: path, toPath: parent.path + "/moved")
    try FileManager.default.createSymbolicLink(atPath: path, withDestinationPath: outside.path)
    #expect(code { try store.saveData(Data([2]), forKey: "a") } == .storageUnavailable)
    #expect(code { _ = try store.loadData(forKey: "a") } == .storageUnavailable)
    #expect(code { try store.remove(forKey: "a") } == .storageUnavailable)
    #expect(code { _ = try store.keys() } == .storageUnavailable)
    #expect(try outside.names().isEmpty)
    #expect(try Data(contentsOf: URL(fileURLWithPath: parent.path + "/moved/a")) == Data([1]))
  }

  @Test("A link that was there from the beginning is one location with what it leads to")
  func location() throws {
    let parent = try TemporaryDirectory()
    let link = parent.url.appendingPathComponent("link")
    try FileManager.default.createSymbolicLink(atPath: link.path, withDestinationPath: directory.path)
    let other = try FileStore(directory: link)
    #expect(other.location == store.location)
    try other.saveData(Data([1]), forKey: "a")
    #expect(try store.loadData(forKey: "a") == Data([1]))
  }

  @Test("A directory that was removed is empty, and made again")
  func removedDirectory() throws {
    try store.saveData(Data([1]), forKey: "a")
    try FileManager.default.removeItem(at: directory.url)
    #expect(try store.loadData(forKey: "a") == nil)
    #expect(try store.keys().isEmpty)
    try store.remove(forKey: "a")
    try store.saveData(Data([2]), forKey: "a")
    #expect(try store.loadData(forKey: "a") == Data([2]))
  }

  @Test("What is no directory is an error")
  func unavailable() throws {
    try Data().write(to: directory.url.appendingPathComponent("file"))
    #expect(code { _ = try FileStore(directory: directory.url.appendingPathComponent("file")) } == .storageUnavailable)
    #expect(
      code { _ = try FileStore(directory: directory.url.appendingPathComponent("file/below")) } == .storageUnavailable)
    let web = try #require(URL(string: "https://example.com/settings"))
    #expect(code { _ = try FileStore(directory: web) } == .storageUnavailable)
    #expect(code { try JSONCoder().write(1, to: web) } == .storageUnavailable)
  }

  @Test("A directory is made in one that only entries can be made in")
  func closedParent() throws {
    let parent = directory.url.appendingPathComponent("parent")
    try FileManager.default.createDirectory(at: parent, withIntermediateDirectories: false)
    try #require(chmod(parent.path, 0o300) == 0)
    defer { _ = chmod(parent.path, 0o700) }
    let inner = try FileStore(directory: parent.appendingPathComponent("inner"))
    try inner.saveData(Data([1]), forKey: "a")
    #expect(try inner.loadData(forKey: "a") == Data([1]))
  }

  @Test("A pipe in place of a file is an error, and nothing waits for it", .timeLimit(.minutes(10)))
  func pipe() throws {
    try #require(mkfifo(directory.path + "/a", 0o600) == 0)
    #expect(code { _ = try store.loadData(forKey: "a") } == .readFailed)
    let pipe = directory.url.appendingPathComponent("a")
    #expect(code { try store.saveData(Data([1]), forKey: "a") } == .writeFailed)
    #expect(code { try JSONCoder().write(1, to: pipe) } == .writeFailed)
    try store.saveData(Data([2]), forKey: "b")
    #expect(code { try store.moveData(forKey: "b", toKey: "a") } == .writeFailed)
    #expect(try store.loadData(forKey: "b") == Data([2]))
    let kind = try FileManager.default.attributesOfItem(atPath: pipe.path)[.type] as? FileAttributeType
    #expect(kind != .typeRegular)
  }

  @Test("A value is written to a file, and read, by one call each")
  func singleFile() throws {
    struct Point: AutoCoding, Equatable { var x = 1, y = 2 }
    let url = directory.url.appendingPathComponent("Point.json")
    try JSONCoder().write(Point(), to: url)
    #expect(try JSONCoder().read(Point.self, from: url) == Point())
    #expect(try String(contentsOf: url, encoding: .utf8).contains("\"x\":1"))
    let deep = directory.url.appendingPathComponent("a/b/c.json")
    try JSONCoder().write(Point(x: 4), to: deep, isPrivate: true)
    #expect(try JSONCoder().read(Point.self, from: deep) == Point(x: 4))
    let made = try FileManager.default.attributesOfItem(atPath: deep.deletingLastPathComponent().path)
    #expect((made[.posixPermissions] as? Int) == 0o700)
    try KeyedArchiveCoder().write(Point(x: 3), to: url)
    #expect(try KeyedArchiveCoder().read(Point.self, from: url) == Point(x: 3))
    #expect(
      code { _ = try JSONCoder().read(Point.self, from: directory.url.appendingPathComponent("none")) } == .readFailed)
    try store.save([Point()], forKey: "points", coder: .json)
    #expect(try store.load([Point].self, forKey: "points", coder: .json) == [Point()])
    #expect(try store.load([Point].self, forKey: "none") == nil)
  }
}

/// MemoryStore.
struct MemoryStoreTests {
  @Test("Keys are equal where their bytes are")
  func keys() {
    let store = MemoryStore()
    store.saveData(Data([1]), forKey: "é")
    store.saveData(Data([2]), forKey: "e\u{301}")
    #expect(store.loadData(forKey: "é") == Data([1]))
    #expect(store.loadData(forKey: "e\u{301}") == Data([2]))
    #expect(store.keys().count == 2)
    store.remove(forKey: "é")
    #expect(store.loadData(forKey: "é") == nil)
    #expect(store.loadData(forKey: "e\u{301}") == Data([2]))
    #expect(store.location != MemoryStore().location)
  }
}
