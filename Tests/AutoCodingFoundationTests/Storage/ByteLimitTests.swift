import AutoCodingFoundation
import Foundation
import Testing

/// Limits on what is read.
struct ByteLimitTests {
  let directory: TemporaryDirectory

  init() throws {
    directory = try TemporaryDirectory()
  }

  /// A file that takes no room, larger than any memory.
  private func sparseFile(_ directory: TemporaryDirectory, named name: String, size: UInt64) throws -> URL {
    let url = directory.url.appendingPathComponent(name)
    #expect(FileManager.default.createFile(atPath: url.path, contents: nil))
    let file = try FileHandle(forWritingTo: url)
    try file.truncate(atOffset: size)
    try file.close()
    return url
  }

  @Test("A file that is larger than the coder's limit is refused before it is read")
  func largeFile() throws {
    // A terabyte: code that reads it before it checks the limit never returns.
    let url = try sparseFile(directory, named: "large", size: 1 << 40)
    let store = try FileStore(directory: directory.url)
    let error = #expect(throws: StorageError.self) { try store.load([Int].self, forKey: "large") }
    #expect(error?.code == .readFailed)
    #expect((error?.underlyingError as? POSIXError)?.code == .EFBIG)
    #expect(error?.explanation == "There are 1099511627776 bytes, but the coder's limit is 4294967295.")
    let read = #expect(throws: StorageError.self) { try KeyedArchiveCoder().read([Int].self, from: url) }
    #expect(read?.code == .readFailed)
    let archives = KeyedArchiveDecoder()
    archives.limits.maximumByteCount = 100
    #expect(KeyedArchiveCoder(decoder: archives).maximumByteCount == 100)
    let texts = AutoJSONDecoder()
    texts.limits.maximumByteCount = 1000
    let coder = JSONCoder(decoder: texts)
    #expect(coder.maximumByteCount == 1000)
    #expect(throws: StorageError.self) { try store.load([Int].self, forKey: "large", coder: coder) }
    #expect(throws: StorageError.self) { try coder.read([Int].self, from: url) }
    #expect(throws: StorageError.self) { try Stored([0], identifier: "large", store: store) }
  }

  @Test("A cache refuses an entry that is larger than its coder's limit before it is read")
  func largeCacheEntry() throws {
    _ = try sparseFile(directory, named: "large", size: 1 << 40)
    let cache = try Cache<[Int]>(store: FileStore(directory: directory.url))
    let error = #expect(throws: StorageError.self) { try cache.load(forKey: "large") }
    #expect(error?.code == .readFailed)
    let decoder = AutoJSONDecoder()
    decoder.limits.maximumByteCount = 1000
    let small = Cache<String>(store: MemoryStore(), coder: JSONCoder(decoder: decoder))
    try small.save(String(repeating: "a", count: 998), forKey: "fits")
    #expect(try small.load(forKey: "fits")?.count == 998)
  }

  @Test("As much as the limit is read")
  func exactSize() throws {
    for store in [MemoryStore() as any DataStore, try FileStore(directory: directory.url)] {
      try store.saveData(Data(repeating: 1, count: 5000), forKey: "k")
      #expect(try store.loadData(forKey: "k", maximumByteCount: 5000)?.count == 5000)
      #expect(throws: StorageError.self) { try store.loadData(forKey: "k", maximumByteCount: 4999) }
      #expect(try store.loadData(forKey: "none", maximumByteCount: 0) == nil)
    }
  }

  @Test("A key whose file's name would be too long is refused")
  func keyLength() throws {
    let store = try FileStore(directory: directory.url)
    try store.saveData(Data([1]), forKey: String(repeating: "a", count: 255))
    try store.saveData(Data([2]), forKey: String(repeating: "A", count: 85))
    for key in [String(repeating: "a", count: 256), String(repeating: "A", count: 86)] {
      let error = #expect(throws: StorageError.self) { try store.saveData(Data(), forKey: key) }
      #expect(error?.code == .writeFailed)
      #expect(error?.remedy == "Choose a shorter key.")
    }
    #expect(try store.keys().count == 2)
  }
}
