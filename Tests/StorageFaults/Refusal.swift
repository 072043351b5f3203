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

  /// What was there before is there, and nothing else.
  private static func checkRecord(_ number: Int, in directory: URL) throws {
    let record = try Record(identifier: "record", store: FileStore(directory: directory))
    guard record.number == number, record.isWhole else { throw Fault("What was there before is not there.") }
    let names = try FileManager.default.contentsOfDirectory(atPath: directory.path)
    guard names == ["record"] else { throw Fault("Left behind: \(names)") }
  }

  /// A limit on the size of files, which is what a full disk is to a program.
  public static func underFileSizeLimit(in directory: URL) throws {
    try saveRecord(1, in: directory)
    signal(SIGXFSZ, SIG_IGN)
    var limit = rlimit(rlim_cur: 9000, rlim_max: 9000)
    guard setrlimit(RLIMIT_FSIZE.asResource, &limit) == 0 else { throw Fault("There is no such limit.") }
    let store = try FileStore(directory: directory)
    try expect(.writeFailed, .EFBIG, "setData") { try store.setData(Payload.data(2, count: 100_000), forKey: "record") }
    try expect(.writeFailed, .EFBIG, "setData") { try store.setData(Payload.data(2, count: 100_000), forKey: "new") }
    try expect(.writeFailed, .EFBIG, "save") { try saveRecord(3, in: directory) }
    try checkRecord(1, in: directory)
  }

  /// A file system that is full: one of less than a megabyte, mounted for the purpose.
  public static func onFullDisk(in directory: URL) throws {
    try saveRecord(1, in: directory)
    let store = try FileStore(directory: directory)
    try expect(.writeFailed, .ENOSPC, "setData") {
      try store.setData(Payload.data(2, count: 2_000_000), forKey: "record")
    }
    try checkRecord(1, in: directory)
  }

  /// A file system that is mounted read-only, and has a record of number 1.
  public static func onReadOnlyDisk(in directory: URL) throws {
    let store = try FileStore(directory: directory)
    try expect(.writeFailed, .EROFS, "setData") { try store.setData(Data(), forKey: "record") }
    try expect(.writeFailed, .EROFS, "removeData") { try store.removeData(forKey: "record") }
    try expect(.storageUnavailable, .EROFS, "init") {
      _ = try FileStore(directory: directory.appendingPathComponent("below"))
    }
    try checkRecord(1, in: directory)
  }

  /// Directories that may not be written, or not be read, by somebody who is not root.
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
    let store = try FileStore(directory: place)

    chmod(place.path, 0o555)
    try expect(.writeFailed, .EACCES, "setData") { try store.setData(Data(), forKey: "record") }
    try expect(.writeFailed, .EACCES, "removeData") { try store.removeData(forKey: "record") }
    try expect(.storageUnavailable, .EACCES, "init") {
      _ = try FileStore(directory: place.appendingPathComponent("below"))
    }
    try checkRecord(1, in: place)

    chmod(place.path + "/record", 0o000)
    try expect(.readFailed, .EACCES, "data") { _ = try store.data(forKey: "record") }
    chmod(place.path + "/record", 0o600)

    chmod(place.path, 0o000)
    try expect(.storageUnavailable, .EACCES, "data") { _ = try store.data(forKey: "record") }
    try expect(.storageUnavailable, .EACCES, "keys") { _ = try store.keys() }
    chmod(place.path, 0o755)
    try checkRecord(1, in: place)
  }
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
