import Foundation

/// A store that keeps each key's bytes in a file of a directory.
///
/// ```swift
/// let folder = FileManager.default.urls(for: .applicationSupportDirectory, in: .userDomainMask)[0]
/// let store = try FileStore(directory: folder.appendingPathComponent("Settings"))
/// ```
///
/// A value is written to a temporary file, which is flushed to the disk and then renamed. Whatever happens (the process
/// is killed, the disk is full, the power fails), a reader gets the whole old value or the whole new one. Several
/// processes may use one directory; the last to write a key wins.
///
/// A file is named after its key. Lower-case ASCII letters, digits, `-`, `_` and `.` stay as they are. All other bytes
/// are written as `%` and two hexadecimal digits, since some file systems do not allow or distinguish them. Files with
/// other names are left alone. Most file systems limit a name to 255 bytes. A key is limited likewise, and each escaped
/// byte counts as three; a longer key is refused. A symbolic link in place of the directory or of a file is not
/// followed; it is an error.
public struct FileStore: DataStore {
  private let path: String
  private let isPrivate: Bool

  /// Identifies the directory by its path, with symbolic links resolved.
  public var location: String { "file:\(path)" }

  /// Opens a directory. It is created if it does not exist.
  ///
  /// Temporary files that killed processes left behind are removed.
  ///
  /// - Parameters:
  ///   - directory: A file URL.
  ///   - isPrivate: Whether only the owner may read and write what this store creates: the files, and the directory if
  ///     the store creates it. Otherwise the process's umask decides. A file that permits less does so when it is
  ///     replaced.
  /// - Throws: ``StorageError`` (``StorageError/Code/storageUnavailable``).
  public init(directory: URL, isPrivate: Bool = false) throws {
    let location = directory.absoluteString
    guard directory.isFileURL else {
      throw StorageError(
        .storageUnavailable, location: location, explanation: "The URL is not that of a file.",
        remedy: "Make it with URL(filePath:).")
    }
    self.isPrivate = isPrivate
    do {
      let path = directory.path
      try Directory.make(path, isPrivate: isPrivate)
      // The path given by the caller may be a link. A link that appears later was put there by someone else.
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
  /// - Returns: nil if there is none.
  /// - Throws: ``StorageError``.
  public func loadData(forKey key: String) throws -> Data? {
    try loadData(forKey: key, maximumByteCount: .max)
  }

  /// Reads a key's file, unless it is too large. The size is checked before any of it is read.
  ///
  /// - Returns: nil if there is none.
  /// - Throws: ``StorageError``.
  public func loadData(forKey key: String, maximumByteCount: Int) throws -> Data? {
    try use(for: key, or: .readFailed) { directory, name throws(SystemFailure) in
      try directory.contents(of: name, maximumByteCount: maximumByteCount)
    } ?? nil
  }

  /// Whether a key's file begins with some bytes. No more than these are read.
  func hasData(forKey key: String, beginningWith mark: Data) throws -> Bool {
    try use(for: key, or: .readFailed) { directory, name throws(SystemFailure) in
      try directory.file(name, beginsWith: mark)
    } ?? false
  }

  /// Renames a key's file to that of another key, atomically.
  ///
  /// - Throws: ``StorageError``; the file is then unchanged.
  public func moveData(forKey key: String, toKey otherKey: String) throws {
    _ = try use(for: key, or: .writeFailed) { directory, name throws(SystemFailure) in
      try directory.rename(name, to: KeyName.file.encode(otherKey))
    }
  }

  /// Replaces a key's file by renaming a temporary one.
  ///
  /// - Throws: ``StorageError``; the old file is then unchanged.
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

  /// Returns the keys of all files, in no particular order.
  ///
  /// - Throws: ``StorageError``.
  public func keys() throws -> [String] {
    try use(for: nil, or: .readFailed) { directory, _ throws(SystemFailure) in
      try directory.names().compactMap(KeyName.file.decode)
    } ?? []
  }

  /// Calls `body` with the directory and the file name of a key. Returns nil if the directory does not exist.
  private func use<Result>(
    for key: String?, or code: StorageError.Code,
    _ body: (borrowing Directory, String) throws(SystemFailure) -> Result
  ) throws -> Result? {
    let directory: Directory
    do throws(SystemFailure) {
      directory = try Directory(path: path, followsLink: false)
    } catch {
      // The directory was removed, with everything in it.
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
