#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

extension AutoJSONEncoder {
  /// Writes newline-delimited JSON to a file, one value at a time, in constant memory.
  ///
  /// ```swift
  /// let lines = try AutoJSONEncoder().lines(toFile: url)
  /// for reading in readings { try lines.write(reading) }
  /// try lines.finish()
  /// ```
  ///
  /// Several threads must not use a writer at the same time.
  public final class LineWriter {
    private static let pieceSize = 64 << 10

    private let encoder: AutoJSONEncoder
    private let file: JSONFile
    private var bytes: [UInt8] = []

    init(encoder: AutoJSONEncoder, url: URL, isAppending: Bool) throws {
      self.encoder = encoder
      file = try JSONFile(writing: url, isAppending: isAppending)
      bytes.reserveCapacity(2 * Self.pieceSize)
      // The first line would become a part of the last one, and neither could be read.
      if isAppending, try Self.endsWithinLine(file, at: url) { bytes.append(.newline) }
    }

    private static func endsWithinLine(_ file: JSONFile, at url: URL) throws -> Bool {
      do {
        return try file.endsWithinLine(at: url)
      } catch {
        throw EncodingError.invalidValue(
          url,
          .init(
            codingPath: [],
            debugDescription: """
              The end of the file cannot be read, so whether its last line is complete is not known. Allow to read it, or \
              write to another file.
              """, underlyingError: error))
      }
    }

    /// Writes a value as a line.
    ///
    /// - Throws: As ``AutoJSONEncoder/encode(_:)``, without writing any of the value; `EncodingError` also if the
    ///   encoder's output is `prettyPrinted`, and after ``finish()``; `POSIXError` if the file cannot be written to. The
    ///   line is kept then: do not write it again, but call ``flush()`` or ``finish()``.
    public func write<T: Encodable>(_ value: T) throws {
      guard file.isOpen else {
        throw EncodingError.invalidValue(
          PrintableValue.of(value),
          .init(
            "The writer has finished, and its file is closed. Write all lines before finish(), or append to the file."))
      }
      if encoder.outputFormatting.contains(.prettyPrinted) {
        throw EncodingError.invalidValue(
          PrintableValue.of(value), .init("A line cannot be prettyPrinted; remove it from outputFormatting."))
      }
      try encoder.encode(value, appendingTo: &bytes)
      bytes.append(.newline)
      if bytes.count >= Self.pieceSize { try flush() }
    }

    /// Passes all lines so far to the operating system.
    ///
    /// - Throws: `POSIXError` if the file cannot be written to. What is not written yet is kept for the next call.
    public func flush() throws {
      let (count, failure) = bytes.withUnsafeBytes { file.write($0) }
      bytes.removeFirst(count)
      if let failure { throw failure }
    }

    /// Writes the remaining lines, and closes the file. Without this call, lines may be lost.
    ///
    /// - Throws: `POSIXError` if the file cannot be written to or closed.
    public func finish() throws {
      try flush()
      try file.finish()
    }
  }
}

extension AutoJSONEncoder {
  /// Returns a writer of newline-delimited JSON to a file.
  ///
  /// - Parameters:
  ///   - url: The URL of the file, which is created if it does not exist.
  ///   - appending: Whether lines are added after those in the file; otherwise they replace the file's content. If the last
  ///     line has no line break, one is written first.
  /// - Throws: `POSIXError` if the file cannot be opened, or if the URL is not of a file; `EncodingError` if lines are added
  ///   to a file whose end cannot be read.
  public func lines(toFile url: URL, appending: Bool = false) throws -> LineWriter {
    try LineWriter(encoder: self, url: url, isAppending: appending)
  }
}
