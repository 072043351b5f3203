#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

extension AutoJSONDecoder {
  /// Decodes the values of a file of newline-delimited JSON, one line at a time.
  ///
  /// ```swift
  /// let lines = try AutoJSONDecoder().lines(of: Reading.self, inFile: url)
  /// while let reading = try lines.next() { … }
  /// ```
  ///
  /// If a line cannot be decoded, ``next()`` throws an error, and the next call continues with the line after it. Empty
  /// lines are skipped. The memory needed is that of the longest line. Several threads must not use one at the same
  /// time.
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
    /// - Throws: As ``AutoJSONDecoder/decode(_:from:)-(_,Data)``, with lines and offsets of the file; `POSIXError` if
    ///   the file cannot be read.
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

  /// Decodes the values of newline-delimited JSON from a sequence of bytes, one line at a time.
  public struct LineSequence<Base: AsyncSequence, Element: Decodable>: AsyncSequence where Base.Element == UInt8 {
    fileprivate let base: Base
    fileprivate let decoder: AutoJSONDecoder

    /// Decodes each line once it is complete.
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
      /// - Throws: As ``AutoJSONDecoder/decode(_:from:)-(_,Data)``, with lines and offsets of the whole sequence; any
      ///   error that the sequence of bytes throws; `CancellationError` if the sequence ends within a line and the task
      ///   is cancelled. After an error in a line, the next call continues with the line after it.
      public mutating func next() async throws -> Element? {
        while !isFinished {
          bytes.removeAll(keepingCapacity: true)
          var count = 0
          let limit = decoder.limits.maximumByteCount
          while true {
            guard let byte = try await base.next() else {
              // `AsyncStream` and others end at once if the task is cancelled. What was read of a line by then may be a
              // valid value, but not the one that the line holds.
              if count > 0 { try Task.checkCancellation() }
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
          if count > limit { throw JSONLineBuffer.tooLong(limit, line: line, at: begin) }
          let value = try bytes.withUnsafeBytes { bytes in
            try JSONLine(bytes: bytes, offset: begin, line: line).decode(Element.self, with: decoder)
          }
          if let value { return value }
        }
        return nil
      }
    }

    /// Returns an iterator that begins with the first line.
    public func makeAsyncIterator() -> AsyncIterator {
      AsyncIterator(base: base.makeAsyncIterator(), decoder: decoder)
    }
  }
}

extension AutoJSONDecoder {
  /// Returns the values of a file of newline-delimited JSON, which are read on demand.
  ///
  /// ``CodingLimits/maximumByteCount`` of the decoder's ``limits`` applies to each line.
  /// The file has to be in UTF-8. With ``AutoJSONDecoder/allowsJSON5`` or ``AutoJSONDecoder/assumesTopLevelDictionary``, each line
  /// is such a text by itself.
  ///
  /// - Throws: `POSIXError` if the file cannot be opened, or if the URL is not of a file.
  public func lines<T: Decodable>(of type: T.Type, inFile url: URL) throws -> Lines<T> {
    try Lines(decoder: self, url: url)
  }

  /// Returns the values of newline-delimited JSON in UTF-8, which are decoded as their bytes arrive.
  public func lines<T: Decodable, Bytes: AsyncSequence>(
    of type: T.Type, in bytes: Bytes
  ) -> LineSequence<Bytes, T> where Bytes.Element == UInt8 {
    LineSequence(base: bytes, decoder: self)
  }
}
