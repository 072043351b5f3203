#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif
#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Android)
import Android
#elseif canImport(Darwin)
import Darwin
#endif

/// A file that is read or written in pieces, from its beginning to its end.
final class JSONFile {
  private var descriptor: Int32

  /// - Throws: `POSIXError` if the file cannot be opened.
  init(reading url: URL) throws {
    descriptor = try Self.open(url, O_RDONLY | O_CLOEXEC)
    if descriptor < 0 { throw Self.failure }
  }

  /// - Throws: `POSIXError` if the file cannot be opened.
  init(writing url: URL, isAppending: Bool) throws {
    descriptor = try Self.open(url, O_WRONLY | O_CREAT | O_CLOEXEC | (isAppending ? O_APPEND : O_TRUNC))
    if descriptor < 0 { throw Self.failure }
  }

  /// Whether the file was not closed yet.
  var isOpen: Bool { descriptor >= 0 }

  deinit {
    if descriptor >= 0 { _ = closeDescriptor(descriptor) }
  }

  private static func open(_ url: URL, _ flags: Int32) throws -> Int32 {
    guard url.isFileURL,
      let descriptor = url.withUnsafeFileSystemRepresentation({ path in path.map { openPath($0, flags) } })
    else { throw POSIXError(.EINVAL) }
    return descriptor
  }

  private static var failure: POSIXError {
    POSIXError(POSIXErrorCode(rawValue: errno) ?? .EIO)
  }

  /// Whether the file at a URL, which this has opened, ends within a line. A pipe or device cannot be read back, and
  /// counts as complete.
  ///
  /// - Throws: `POSIXError` if the last byte cannot be read.
  func endsWithinLine(at url: URL) throws -> Bool {
    var status = stat()
    guard fstat(descriptor, &status) == 0 else { throw Self.failure }
    guard status.st_mode & S_IFMT == S_IFREG, status.st_size > 0 else { return false }
    let file = try JSONFile(reading: url)
    guard lseek(file.descriptor, -1, SEEK_END) >= 0 else { throw Self.failure }
    var last = UInt8.newline
    // Without a byte, the file was truncated meanwhile.
    _ = try withUnsafeMutableBytes(of: &last) { try file.read(into: $0) }
    return last != .newline
  }

  /// Reads the bytes that are available, and returns their number: 0 at the end of the file.
  func read(into buffer: UnsafeMutableRawBufferPointer) throws -> Int {
    while true {
      let count = readBytes(descriptor, buffer)
      if count >= 0 { return count }
      if errno != EINTR { throw Self.failure }
    }
  }

  /// Writes all of the bytes, or as many as it can: returns how many these were, and why it was not all of them.
  func write(_ bytes: UnsafeRawBufferPointer) -> (count: Int, failure: POSIXError?) {
    var rest = bytes[...]
    while !rest.isEmpty {
      let count = writeBytes(descriptor, UnsafeRawBufferPointer(rebasing: rest))
      if count >= 0 {
        rest = rest.dropFirst(count)
      } else if errno != EINTR {
        return (bytes.count - rest.count, Self.failure)
      }
    }
    return (bytes.count, nil)
  }

  /// Closes the file. A failed write may only be reported here.
  func finish() throws {
    guard descriptor >= 0 else { return }
    let closing = descriptor
    descriptor = -1
    if closeDescriptor(closing) != 0 { throw Self.failure }
  }
}

// These are outside the class, whose methods have the same names as the C library's functions.

private func openPath(_ path: UnsafePointer<CChar>, _ flags: Int32) -> Int32 { open(path, flags, 0o666) }

private func closeDescriptor(_ descriptor: Int32) -> Int32 { close(descriptor) }

private func readBytes(_ descriptor: Int32, _ buffer: UnsafeMutableRawBufferPointer) -> Int {
  read(descriptor, buffer.baseAddress, buffer.count)
}

private func writeBytes(_ descriptor: Int32, _ bytes: UnsafeRawBufferPointer) -> Int {
  write(descriptor, bytes.baseAddress, bytes.count)
}
