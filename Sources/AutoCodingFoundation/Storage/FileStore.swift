import Foundation

/// Keeps bytes in files of a directory, one for each key.
///
/// ```swift
/// let store = try FileStore(directory: .applicationSupportDirectory.appending(path: "Settings"))
/// ```
///
/// A value is written to a temporary file, which is brought to the disk and then renamed. So whatever happens (the process
/// is killed, the disk is full, the power fails), what is read afterwards is the old value or the new one, whole. Several
/// processes may use one directory; the last to write a key wins.
///
/// Files are named as their keys, with what some file system does not allow or tell apart written as `%` and two
/// hexadecimal digits: all but small letters of ASCII, digits, `-`, `_` and `.`. Files of other names are left alone.
/// A file's name has up to 255 bytes on most file systems, so a key has as many, of which each that is escaped counts three
/// times; a longer one is refused.
/// Symbolic links in place of the directory or of a file are not followed, but reported.
public struct FileStore: DataStore {
  private let path: String
  private let isPrivate: Bool

  /// The directory's path, without links.
  public var location: String { "file:\(path)" }

  /// Opens a directory, and makes it where there is none.
  ///
  /// Temporary files are removed that processes left behind when they were killed.
  ///
  /// - Parameters:
  ///   - directory: A file URL.
  ///   - isPrivate: Whether nobody but the owner may read and write what this store makes: files, and the directory itself
  ///     where it makes it. Otherwise the process's umask says who may.
  /// - Throws: ``StorageError`` (``StorageError/Code/storageUnavailable``).
  public init(directory: URL, isPrivate: Bool = false) throws {
    let location = directory.absoluteString
    guard directory.isFileURL else {
      throw StorageError(
        .storageUnavailable, location: location, explanation: "The URL is not that of a file.",
        remedy: "Make it by URL(filePath:).")
    }
    self.isPrivate = isPrivate
    do {
      let path = directory.path
      try Directory.make(path, isPrivate: isPrivate)
      // Where the path itself is a link, its owner has chosen that; one that appears later is somebody else's doing.
      guard let real = realpath(path, nil) else { throw SystemFailure("find") }
      defer { free(real) }
      self.path = String(cString: real)
      try Directory(path: self.path, followsLink: false).removeAbandonedFiles()
    } catch let failure as SystemFailure {
      throw StorageError(.storageUnavailable, failure, location: location)
    }
  }

  /// Reads a key's file.
  ///
  /// - Returns: nil where there is none.
  /// - Throws: ``StorageError``.
  public func loadData(forKey key: String) throws -> Data? {
    try loadData(forKey: key, maximumByteCount: .max)
  }

  /// Reads a key's file, unless it is too large, which is found out before any of it is read.
  ///
  /// - Returns: nil if there is none.
  /// - Throws: ``StorageError``.
  public func loadData(forKey key: String, maximumByteCount: Int) throws -> Data? {
    try use(for: key, or: .readFailed) { directory, name throws(SystemFailure) in
      try directory.contents(of: name, maximumByteCount: maximumByteCount)
    } ?? nil
  }

  /// Gives a key's file the name of another key, at once.
  ///
  /// - Throws: ``StorageError``; the file is as it was then.
  public func moveData(forKey key: String, toKey otherKey: String) throws {
    _ = try use(for: key, or: .writeFailed) { directory, name throws(SystemFailure) in
      try directory.rename(name, to: KeyName.file.encode(otherKey))
    }
  }

  /// Replaces a key's file, by way of a temporary one.
  ///
  /// - Throws: ``StorageError``; the old file is as it was then.
  public func saveData(_ data: Data, forKey key: String) throws {
    let permissions: mode_t = isPrivate ? 0o600 : 0o666
    func replace(_ directory: borrowing Directory, _ name: String) throws(SystemFailure) {
      try directory.replace(name, with: data, permissions: permissions)
    }
    if try use(for: key, or: .writeFailed, replace) != nil { return }
    do throws(SystemFailure) {
      try Directory.make(path, isPrivate: isPrivate)
    } catch {
      throw StorageError(.storageUnavailable, error, location: location)
    }
    if try use(for: key, or: .writeFailed, replace) == nil {
      throw StorageError(.storageUnavailable, SystemFailure("open", code: ENOENT), location: location)
    }
  }

  /// Removes a key's file.
  ///
  /// - Throws: ``StorageError``.
  public func remove(forKey key: String) throws {
    _ = try use(for: key, or: .writeFailed) { directory, name throws(SystemFailure) in try directory.remove(name) }
  }

  /// The keys of all files, in no particular order.
  ///
  /// - Throws: ``StorageError``.
  public func keys() throws -> [String] {
    try use(for: nil, or: .readFailed) { directory, _ throws(SystemFailure) in
      try directory.names().compactMap(KeyName.file.decode)
    } ?? []
  }

  /// Calls `body` with the directory and the name of a key; nil where there is no directory.
  private func use<Result>(
    for key: String?, or code: StorageError.Code,
    _ body: (borrowing Directory, String) throws(SystemFailure) -> Result
  ) throws -> Result? {
    let directory: Directory
    do throws(SystemFailure) {
      directory = try Directory(path: path, followsLink: false)
    } catch {
      // Somebody has removed it, and everything in it.
      if error.code == ENOENT { return nil }
      throw StorageError(.storageUnavailable, error, location: location)
    }
    do throws(SystemFailure) {
      return try body(directory, key.map(KeyName.file.encode) ?? "")
    } catch {
      throw StorageError(code, error, location: location, key: key)
    }
  }
}
