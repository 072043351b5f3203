import Foundation

/// An open file descriptor, which is closed at the end of its owner's lifetime.
struct FileDescriptor: ~Copyable {
  let number: Int32

  /// - Parameter number: An open file descriptor. This value takes ownership of it.
  init(_ number: Int32) {
    self.number = number
  }

  deinit {
    _ = close(number)
  }

  func status() throws(SystemFailure) -> stat {
    var status = stat()
    try checked("look at") { fstat(number, &status) }
    return status
  }

  /// Reads the bytes from the current position to the end.
  ///
  /// - Throws: ``SystemFailure``; with `EFBIG` if there are more than `maximumByteCount` bytes. Nothing is read if the
  ///   file's size already says so.
  func readToEnd(maximumByteCount: Int = .max) throws(SystemFailure) -> Data {
    let expected = max(Int(clamping: try status().st_size), 0)
    guard expected <= maximumByteCount else { throw .tooLarge(expected, maximumByteCount) }
    var data = Data()
    if expected > 0 {
      data = try readBytes(upTo: expected)
      if data.count < expected { return data }
    }
    while true {
      // This usually finds the end. Another program may have appended to the file in the meantime.
      var chunk = [UInt8](repeating: 0, count: 4096)
      let length = try checked("read") { read(number, &chunk, chunk.count) }
      if length == 0 { return data }
      data.append(contentsOf: chunk[..<length])
      guard data.count <= maximumByteCount else { throw .tooLarge(data.count, maximumByteCount) }
    }
  }

  /// Reads that many bytes, or fewer if the file ends before.
  func readBytes(upTo expected: Int) throws(SystemFailure) -> Data {
    // `Data(count:)` would stop the process if there is not enough memory. A file may have any size, even if there is
    // nothing in it.
    guard let memory = malloc(expected) else { throw SystemFailure("read", code: ENOMEM) }
    var count = 0
    do throws(SystemFailure) {
      while count < expected {
        let length = try checked("read") { read(number, memory + count, expected - count) }
        if length == 0 { break }
        count += length
      }
    } catch {
      free(memory)
      throw error
    }
    return Data(bytesNoCopy: memory, count: count, deallocator: .free)
  }

  func write(_ data: Data) throws(SystemFailure) {
    let result = data.withUnsafeBytes { bytes in
      Result { () throws(SystemFailure) in
        var start = 0
        while start < bytes.count {
          let rest = UnsafeRawBufferPointer(rebasing: bytes[start...])
          start += try checked("write") { Foundation.write(number, rest.baseAddress, rest.count) }
        }
      }
    }
    try result.get()
  }

  /// Flushes written bytes to the disk.
  func synchronize() throws(SystemFailure) {
    #if canImport(Darwin)
    // On Darwin, fsync only hands the bytes to the drive, which may cache them.
    if fcntl(number, F_FULLFSYNC) != -1 { return }
    #endif
    try checked("keep") { fsync(number) }
  }

  /// Locks the file. Returns false if another open file holds the lock, and nil if the file system has no locks.
  func tryLock() -> Bool? {
    if flock(number, LOCK_EX | LOCK_NB) == 0 { return true }
    return errno == EWOULDBLOCK ? false : nil
  }
}
