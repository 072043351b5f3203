#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

extension AutoJSONDecoder {
  /// The values of a file of newline-delimited JSON, one line at a time.
  ///
  /// ```swift
  /// let lines = try AutoJSONDecoder().lines(of: Reading.self, inFile: url)
  /// while let reading = try lines.next() { … }
  /// ```
  ///
  /// A line that is not a value throws; the next call continues with the line after it. Empty lines are skipped. Memory
  /// use is that of the longest line. Not for several threads at once.
  public final class Lines<Element: Decodable> {
    private let decoder: AutoJSONDecoder
    private let file: JSONFile
    private var lines = JSONLineBuffer()

    init(decoder: AutoJSONDecoder, url: URL) throws {
      self.decoder = decoder
      file = try JSONFile(reading: url)
    }

    /// Decodes the next value, or returns nil at the end of the file.
    ///
    /// - Throws: `DecodingError`, as ``AutoJSONDecoder/decode(_:from:)-(_,Data)``, with lines and offsets of the file;
    ///   `POSIXError` if the file cannot be read.
    public func next() throws -> Element? {
      while true {
        while let outcome = try lines.withNextLine({ try $0.decode(Element.self, with: decoder) }) {
          if let value = outcome { return value }
        }
        if lines.isFinished { return nil }
        try lines.fill(limit: decoder.limits.maximumByteCount) { try file.read(into: $0) }
      }
    }
  }

  /// The values of newline-delimited JSON that arrives as bytes, one line at a time.
  public struct LineSequence<Base: AsyncSequence, Element: Decodable>: AsyncSequence where Base.Element == UInt8 {
    fileprivate let base: Base
    fileprivate let decoder: AutoJSONDecoder

    /// Decodes lines as they are complete.
    public struct AsyncIterator: AsyncIteratorProtocol {
      fileprivate var base: Base.AsyncIterator
      fileprivate let decoder: AutoJSONDecoder
      private var bytes: [UInt8] = []
      private var offset = 0
      private var line = 0
      private var isFinished = false

      fileprivate init(base: Base.AsyncIterator, decoder: AutoJSONDecoder) {
        self.base = base
        self.decoder = decoder
      }

      /// Decodes the next value, or returns nil at the end.
      ///
      /// - Throws: As ``AutoJSONDecoder/Lines/next()``; whatever the bytes' sequence throws. After an error the next call
      ///   goes on with the next line.
      public mutating func next() async throws -> Element? {
        while !isFinished {
          bytes.removeAll(keepingCapacity: true)
          var count = 0
          let limit = decoder.limits.maximumByteCount
          while true {
            guard let byte = try await base.next() else {
              isFinished = true
              break
            }
            if byte == .newline { break }
            count += 1
            // Skip the rest of a line that is too long.
            if count <= limit { bytes.append(byte) }
          }
          let begin = offset
          offset += count + 1
          line += 1
          if count > limit { throw JSONLineBuffer.tooLong(limit) }
          let value = try bytes.withUnsafeBytes { bytes in
            try JSONLine(bytes: bytes, offset: begin, line: line).decode(Element.self, with: decoder)
          }
          if let value { return value }
        }
        return nil
      }
    }

    /// Begins with the first line.
    public func makeAsyncIterator() -> AsyncIterator {
      AsyncIterator(base: base.makeAsyncIterator(), decoder: decoder)
    }
  }
}

extension AutoJSONDecoder {
  /// The values of a file of newline-delimited JSON, read as they are asked for.
  ///
  /// ``CodingLimits/maximumByteCount`` of the decoder's ``limits`` is that of a line. The file has to be in UTF-8. With
  /// ``allowsJSON5`` or ``assumesTopLevelDictionary``, each line is such a text for itself.
  ///
  /// - Throws: `POSIXError` if the file cannot be opened, or if the URL is not of a file.
  public func lines<T: Decodable>(of type: T.Type, inFile url: URL) throws -> Lines<T> {
    try Lines(decoder: self, url: url)
  }

  /// The values of newline-delimited JSON in UTF-8, decoded as their bytes arrive.
  public func lines<T: Decodable, Bytes: AsyncSequence>(
    of type: T.Type, in bytes: Bytes
  ) -> LineSequence<Bytes, T> where Bytes.Element == UInt8 {
    LineSequence(base: bytes, decoder: self)
  }
}

extension AutoJSONEncoder {
  /// Writes newline-delimited JSON to a file, one value at a time, in constant memory.
  ///
  /// ```swift
  /// let lines = try AutoJSONEncoder().lines(toFile: url)
  /// for reading in readings { try lines.write(reading) }
  /// try lines.finish()
  /// ```
  ///
  /// Not for several threads at once.
  public final class LineWriter {
    private static let pieceSize = 64 << 10

    private let encoder: AutoJSONEncoder
    private let file: JSONFile
    private var bytes: [UInt8] = []

    init(encoder: AutoJSONEncoder, url: URL, isAppending: Bool) throws {
      self.encoder = encoder
      file = try JSONFile(writing: url, isAppending: isAppending)
      bytes.reserveCapacity(2 * Self.pieceSize)
    }

    /// Writes a value as a line.
    ///
    /// - Throws: As ``AutoJSONEncoder/encode(_:)``, and nothing of the value is written then; `POSIXError` if the file
    ///   cannot be written to.
    public func write<T: Encodable>(_ value: T) throws {
      if encoder.outputFormatting.contains(.prettyPrinted) {
        throw EncodingError.invalidValue(
          value,
          .init(codingPath: [], debugDescription: "A line cannot be prettyPrinted; remove it from outputFormatting."))
      }
      try encoder.encode(value, appendingTo: &bytes)
      bytes.append(.newline)
      if bytes.count >= Self.pieceSize { try flush() }
    }

    /// Hands what was written to the operating system.
    ///
    /// - Throws: `POSIXError`.
    public func flush() throws {
      try bytes.withUnsafeBytes { try file.write($0) }
      bytes.removeAll(keepingCapacity: true)
    }

    /// Writes what is left, and closes the file. Without it, lines are lost.
    ///
    /// - Throws: `POSIXError`.
    public func finish() throws {
      try flush()
      try file.finish()
    }
  }
}

extension AutoJSONEncoder {
  /// A writer of newline-delimited JSON to a file.
  ///
  /// - Parameters:
  ///   - url: The URL of the file, which is created if it does not exist.
  ///   - appending: Whether lines go behind those that the file has; if not, they replace them.
  /// - Throws: `POSIXError` if the file cannot be opened, or if the URL is not of a file.
  public func lines(toFile url: URL, appending: Bool = false) throws -> LineWriter {
    try LineWriter(encoder: self, url: url, isAppending: appending)
  }
}
