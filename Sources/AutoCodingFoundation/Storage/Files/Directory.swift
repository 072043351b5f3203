import Foundation

/// An open directory. Operations stay in it even if its path later leads elsewhere.
struct Directory: ~Copyable {
  private let file: FileDescriptor

  /// - Parameter followsLink: Whether the path may be a symbolic link.
  init(path: String, followsLink: Bool) throws(SystemFailure) {
    let link = followsLink ? 0 : O_NOFOLLOW
    file = FileDescriptor(try checked("open") { open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC | link) })
  }

  /// Creates a directory and its parents if they do not exist.
  static func make(_ path: String, isPrivate: Bool) throws(SystemFailure) {
    let parent = URL(fileURLWithPath: path).deletingLastPathComponent().path
    if mkdir(path, isPrivate ? 0o700 : 0o777) != 0 {
      if errno == EEXIST { return }
      let failure = SystemFailure("make")
      guard failure.code == ENOENT, parent.utf8.count < path.utf8.count else { throw failure }
      try make(parent, isPrivate: isPrivate)
      if mkdir(path, isPrivate ? 0o700 : 0o777) != 0, errno != EEXIST { throw SystemFailure("make") }
    }
    // A file in it is on the disk only if the directory is. Who may make one in the parent need not be able to open that.
    do throws(SystemFailure) {
      try Directory(path: parent, followsLink: true).synchronize()
    } catch {
      if error.code != EACCES && error.code != EPERM { throw error }
    }
  }

  // MARK: Files

  /// Returns the contents of a file, or nil if it does not exist.
  func contents(of name: String, maximumByteCount: Int = .max) throws(SystemFailure) -> Data? {
    guard let content = try openFile(name) else { return nil }
    return try content.readToEnd(maximumByteCount: maximumByteCount)
  }

  /// Whether a file exists and begins with some bytes.
  func file(_ name: String, beginsWith mark: Data) throws(SystemFailure) -> Bool {
    guard let content = try openFile(name) else { return false }
    return try content.readBytes(upTo: mark.count) == mark
  }

  private func openFile(_ name: String) throws(SystemFailure) -> FileDescriptor? {
    let number: Int32
    do throws(SystemFailure) {
      // Without O_NONBLOCK, opening a named pipe would wait for its other end.
      number = try checked("open") { openat(file.number, name, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC) }
    } catch {
      if error.code == ENOENT { return nil }
      throw error.code == ELOOP ? Self.link(action: "open") : error
    }
    let content = FileDescriptor(number)
    let mode = try content.status().st_mode & S_IFMT
    if mode != S_IFREG { throw Self.irregular(mode, action: "read") }
    return content
  }

  /// Replaces or creates a file atomically, and flushes it to the disk.
  ///
  /// Readers get the old file or the new one; a file that is already open does not change. What the old file did not
  /// permit, the new one does not either.
  func replace(_ name: String, with data: Data, permissions: mode_t) throws(SystemFailure) {
    // Retry: `removeAbandonedFiles` may have removed the temporary file before it was locked.
    for _ in 0..<100 {
      if try tryReplace(name, with: data, permissions: permissions) { return }
    }
    throw SystemFailure("write", code: EAGAIN, finding: "Temporary files are removed as soon as they are made.")
  }

  private func tryReplace(
    _ name: String, with data: Data, permissions: mode_t
  ) throws(SystemFailure) -> Bool {
    let permissions = try permissions & (self.permissions(of: name) ?? permissions)
    let temporary = Self.temporaryPrefix + UUID().uuidString
    let flags = O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC
    let content = FileDescriptor(try checked("create") { openat(file.number, temporary, flags, permissions) })
    do throws(SystemFailure) {
      // The lock shows that another process is still writing. It ends with that process, even if it is killed.
      let isFree = content.tryLock() != false
      let status = try content.status()
      if !isFree || status.st_nlink == 0 {
        _ = unlinkat(file.number, temporary, 0)
        return false
      }
      try content.write(data)
      try content.synchronize()
      try checked("replace") { renameat(file.number, temporary, file.number, name) }
    } catch {
      _ = unlinkat(file.number, temporary, 0)
      throw error
    }
    try synchronize()
    return true
  }

  /// Renames a file and replaces any file of the new name. Does nothing if the file does not exist.
  func rename(_ name: String, to otherName: String) throws(SystemFailure) {
    for place in [name, otherName] { _ = try permissions(of: place, action: "move") }
    do throws(SystemFailure) {
      try checked("move") { renameat(file.number, name, file.number, otherName) }
    } catch {
      if error.code == ENOENT { return }
      throw error
    }
    try synchronize()
  }

  /// Removes a file or a link. Does nothing if it does not exist.
  func remove(_ name: String) throws(SystemFailure) {
    do throws(SystemFailure) {
      try checked("remove") { unlinkat(file.number, name, 0) }
    } catch {
      if error.code == ENOENT { return }
      throw error
    }
    try synchronize()
  }

  /// Returns the names of all regular files.
  func names() throws(SystemFailure) -> [String] {
    try entries().filter { name in
      var status = stat()
      return fstatat(file.number, name, &status, AT_SYMLINK_NOFOLLOW) == 0 && status.st_mode & S_IFMT == S_IFREG
    }
  }

  // MARK: Temporary files

  private static let temporaryPrefix = ".autocoding-"

  /// Whether a name is one that ``replace(_:with:permissions:)`` gives, and not a user's.
  private static func isTemporary(_ name: String) -> Bool {
    name.hasPrefix(temporaryPrefix) && UUID(uuidString: String(name.dropFirst(temporaryPrefix.count))) != nil
  }

  /// Removes temporary files of processes that ended in the middle of ``replace(_:with:permissions:)``.
  func removeAbandonedFiles() throws(SystemFailure) {
    for name in try entries() where Self.isTemporary(name) {
      let number = openat(file.number, name, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC)
      if number == -1 { continue }
      let content = FileDescriptor(number)
      // Temporary names are never reused, so this is the locked file, or it is already gone.
      if content.tryLock() == true { _ = unlinkat(file.number, name, 0) }
    }
  }

  // MARK: -

  private func entries() throws(SystemFailure) -> [String] {
    // Open the directory again, since reading moves the position of the descriptor.
    let number = try checked("open") { openat(file.number, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC) }
    guard let stream = fdopendir(number) else {
      let failure = SystemFailure("read")
      _ = close(number)
      throw failure
    }
    defer { closedir(stream) }
    var names: [String] = []
    while true {
      errno = 0
      guard let entry = readdir(stream) else {
        if errno != 0 { throw SystemFailure("read") }
        return names
      }
      let capacity = MemoryLayout.size(ofValue: entry.pointee.d_name)
      let name = withUnsafePointer(to: &entry.pointee.d_name) {
        $0.withMemoryRebound(to: CChar.self, capacity: capacity) { String(cString: $0) }
      }
      if name != ".", name != ".." { names.append(name) }
    }
  }

  /// Returns the permissions of a file, or nil if it does not exist. Throws if a symbolic link is in its place, which may
  /// be intended, or an attack; and if a pipe or device is, which would be lost.
  private func permissions(of name: String, action: String = "replace") throws(SystemFailure) -> mode_t? {
    var status = stat()
    guard fstatat(file.number, name, &status, AT_SYMLINK_NOFOLLOW) == 0 else { return nil }
    switch status.st_mode & S_IFMT {
    case S_IFREG: return status.st_mode & 0o777
    case S_IFLNK: throw Self.link(action: action)
    case let mode: throw Self.irregular(mode, action: action)
    }
  }

  private static func irregular(_ mode: mode_t, action: String) -> SystemFailure {
    SystemFailure(action, code: mode == S_IFDIR ? EISDIR : EINVAL, finding: "It is not a regular file.")
  }

  private static func link(action: String) -> SystemFailure {
    SystemFailure(action, code: ELOOP, finding: "There is a symbolic link in the file's place, which is not followed.")
  }

  /// Flushes the directory's entries to the disk, if its file system supports that.
  private func synchronize() throws(SystemFailure) {
    do throws(SystemFailure) {
      try file.synchronize()
    } catch {
      if error.code != EINVAL && error.code != ENOTSUP { throw error }
    }
  }
}
