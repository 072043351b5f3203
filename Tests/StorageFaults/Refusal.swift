import AutoCodingFoundation
import Foundation

/// A system that does not let a store write, in a process of its own, since what makes it refuse is the process's.
public enum Refusal {
  private static func expect(
    _ code: StorageError.Code, _ reason: POSIXErrorCode, _ what: String, _ body: () throws -> Void
  ) throws {
    do {
      try body()
    } catch let error as StorageError {
      let found = (error.underlyingError as? POSIXError)?.code
      guard error.code == code, found == reason else { throw Fault("\(what): \(error), \(String(describing: found))") }
      return
    }
    throw Fault("\(what): nothing was refused.")
  }

  private static func saveRecord(_ number: Int, in directory: URL) throws {
    let record = try Record(identifier: "record", store: FileStore(directory: directory))
    record.set(number)
    try record.save()
  }

  /// Puts something unreadable beside the record.
  private static func saveUnreadable(in directory: URL) throws {
    try FileStore(directory: directory).saveData(Payload.data(9, count: 200), forKey: "unreadable")
  }

  /// Moves what is unreadable aside, which takes no room.
  private static func moveAside(in directory: URL) throws {
    let store = try FileStore(directory: directory)
    let record = try Record(identifier: "unreadable", store: store, unreadableData: .moveAside)
    guard let aside = record.movedAside, try store.loadData(forKey: aside.key) == Payload.data(9, count: 200) else {
      throw Fault("What was moved aside is not there.")
    }
    try store.remove(forKey: aside.key)
  }

  /// Expects that it cannot be moved aside, and is where it was.
  private static func expectUnmoved(_ reason: POSIXErrorCode, in directory: URL) throws {
    let store = try FileStore(directory: directory)
    try expect(.writeFailed, reason, "moveAside") {
      _ = try Record(identifier: "unreadable", store: store, unreadableData: .moveAside)
    }
    guard try store.loadData(forKey: "unreadable") == Payload.data(9, count: 200) else {
      throw Fault("What could not be moved aside is not where it was.")
    }
  }

  /// What was there before is there, and nothing else.
  private static func checkRecord(_ number: Int, in directory: URL, and others: [String] = []) throws {
    let record = try Record(identifier: "record", store: FileStore(directory: directory))
    guard record.number == number, record.isWhole else { throw Fault("What was there before is not there.") }
    let names = try FileManager.default.contentsOfDirectory(atPath: directory.path)
    guard Set(names) == Set(others + ["record"]) else { throw Fault("Left behind: \(names)") }
  }

  /// A limit on the size of files, which is what a full disk is to a program.
  public static func underFileSizeLimit(in directory: URL) throws {
    try saveRecord(1, in: directory)
    try saveUnreadable(in: directory)
    signal(SIGXFSZ, SIG_IGN)
    var limit = rlimit(rlim_cur: 9000, rlim_max: 9000)
    guard setrlimit(RLIMIT_FSIZE.asResource, &limit) == 0 else { throw Fault("There is no such limit.") }
    let store = try FileStore(directory: directory)
    try expect(.writeFailed, .EFBIG, "saveData") {
      try store.saveData(Payload.data(2, count: 100_000), forKey: "record")
    }
    try expect(.writeFailed, .EFBIG, "saveData") { try store.saveData(Payload.data(2, count: 100_000), forKey: "new") }
    try expect(.writeFailed, .EFBIG, "save") { try saveRecord(3, in: directory) }
    try moveAside(in: directory)
    try checkRecord(1, in: directory)
  }

  /// A file system that is full: one of less than a megabyte, mounted for the purpose.
  public static func onFullDisk(in directory: URL) throws {
    try saveRecord(1, in: directory)
    try saveUnreadable(in: directory)
    let store = try FileStore(directory: directory)
    try expect(.writeFailed, .ENOSPC, "saveData") {
      try store.saveData(Payload.data(2, count: 2_000_000), forKey: "record")
    }
    try moveAside(in: directory)
    try checkRecord(1, in: directory)
    try saveUnreadable(in: directory)
  }

  /// A file system that is mounted read-only, and has what ``onFullDisk(in:)`` has left.
  public static func onReadOnlyDisk(in directory: URL) throws {
    let store = try FileStore(directory: directory)
    try expect(.writeFailed, .EROFS, "saveData") { try store.saveData(Data(), forKey: "record") }
    try expect(.writeFailed, .EROFS, "remove") { try store.remove(forKey: "record") }
    try expect(.storageUnavailable, .EROFS, "init") {
      _ = try FileStore(directory: directory.appendingPathComponent("below"))
    }
    try expectUnmoved(.EROFS, in: directory)
    try checkRecord(1, in: directory, and: ["unreadable"])
  }

  /// Directories that may not be written, or not be read, by a user other than root.
  public static func withoutPermission(in directory: URL) throws {
    if geteuid() == 0 {
      chmod(directory.path, 0o755)
      let place = directory.appendingPathComponent("store")
      _ = try FileStore(directory: place)
      guard chown(place.path, 65534, 65534) == 0, setegid(65534) == 0, seteuid(65534) == 0 else {
        throw Fault("Root could not become somebody else.")
      }
    }
    let place = directory.appendingPathComponent("store")
    try saveRecord(1, in: place)
    try saveUnreadable(in: place)
    let store = try FileStore(directory: place)

    chmod(place.path, 0o555)
    try expectUnmoved(.EACCES, in: place)
    try expect(.writeFailed, .EACCES, "saveData") { try store.saveData(Data(), forKey: "record") }
    try expect(.writeFailed, .EACCES, "remove") { try store.remove(forKey: "record") }
    try expect(.storageUnavailable, .EACCES, "init") {
      _ = try FileStore(directory: place.appendingPathComponent("below"))
    }
    chmod(place.path, 0o755)
    try moveAside(in: place)
    try checkRecord(1, in: place)

    chmod(place.path + "/record", 0o000)
    try expect(.readFailed, .EACCES, "loadData") { _ = try store.loadData(forKey: "record") }
    chmod(place.path + "/record", 0o600)

    #if !canImport(Darwin)
    try refuseSuite()
    #endif

    chmod(place.path, 0o000)
    try expect(.storageUnavailable, .EACCES, "loadData") { _ = try store.loadData(forKey: "record") }
    try expect(.storageUnavailable, .EACCES, "keys") { _ = try store.keys() }
    chmod(place.path, 0o755)
    try checkRecord(1, in: place)
  }

  #if !canImport(Darwin)
  /// Expects an error that says that a suite is as it was, if its file cannot be written.
  private static func refuseSuite() throws {
    setenv("XDG_CONFIG_HOME", "/proc/none", 1)
    let store = try UserDefaultsStore(suite: "suite")
    do {
      try store.saveData(Data([1]), forKey: "a")
    } catch let error as StorageError where error.explanation.hasSuffix("The file is unchanged.") {
      guard try store.loadData(forKey: "a") == nil else { throw Fault("What could not be saved is there.") }
      return
    }
    throw Fault("A suite was saved that cannot be written.")
  }
  #endif
}

#if canImport(Glibc)
extension __rlimit_resource {
  fileprivate var asResource: __rlimit_resource_t { __rlimit_resource_t(rawValue) }
}
#else
extension Int32 {
  fileprivate var asResource: Int32 { self }
}
#endif
