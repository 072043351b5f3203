/// A line and its place in the file.
struct JSONLine {
  let bytes: UnsafeRawBufferPointer
  let offset: Int
  /// The number of the line, from 1.
  let line: Int

  /// Whether the line has nothing but white space, and perhaps a byte order mark before it.
  private var isEmpty: Bool {
    let mark = bytes.first == 0xef && bytes.starts(with: [0xef, 0xbb, 0xbf]) ? 3 : 0
    return bytes.dropFirst(mark).allSatisfy { $0 == 0x20 || $0 == 0x0d || $0 == 0x09 }
  }

  /// Decodes the value of the line, or returns nil if it is empty.
  func decode<Element: Decodable>(_ type: Element.Type, with decoder: AutoJSONDecoder) throws -> Element? {
    if isEmpty { return nil }
    if JSONTextEncoding.isForeign(bytes) {
      // In other encodings, lines do not end with the byte at which they are told apart.
      let reason = "Lines of JSON must be in UTF-8; this one is in UTF-16 or UTF-32. Convert the text first."
      throw JSONReader.invalid(AutoJSONError(reason, at: offset, line: line, column: 1))
    }
    let limit = decoder.limits.maximumByteCount
    guard bytes.count <= limit else { throw JSONLineBuffer.tooLong(limit, line: line, at: offset) }
    do {
      return try decoder.decode(type, from: bytes)
    } catch let error as DecodingError {
      throw error.mapContext { context in
        let place: AutoJSONError
        switch context.underlyingError {
        case let error as AutoJSONError:
          place = error.moved(byteCount: offset, lineCount: line - 1)
        // A missing key has no place in its text, but the text has one in the file.
        case nil: place = .ofLine(line, at: offset, context.debugDescription)
        case _?: return context
        }
        return DecodingError.Context(
          codingPath: context.codingPath, debugDescription: context.debugDescription, underlyingError: place)
      }
    }
  }
}

extension AutoJSONError {
  /// The error for a line as a whole.
  fileprivate static func ofLine(_ line: Int, at offset: Int, _ reason: String) -> AutoJSONError {
    AutoJSONError(reason, at: offset, line: line, column: 1, isReasonKnown: true)
  }
}

/// A buffer of a file's bytes that yields whole lines.
struct JSONLineBuffer {
  private static let pieceSize = 64 << 10

  private var bytes: [UInt8] = []
  /// The start of the next line in ``bytes``.
  private var begin = 0
  /// The end of the bytes already searched for a line break.
  private var searched = 0
  private var offset = 0
  private var line = 0
  private var reachedEnd = false

  /// Whether all lines have been returned.
  var isFinished: Bool { reachedEnd && begin >= bytes.count }

  /// Whether the bytes up to the next line are the rest of a line that was too long.
  private var isSkipping = false

  /// Calls `body` with the next line, or returns nil if that is not complete yet.
  mutating func withNextLine<Result>(_ body: (JSONLine) throws -> Result) rethrows -> Result? {
    while true {
      guard let end = endOfLine() else {
        if isSkipping {
          offset += bytes.count - begin
          begin = bytes.count
        }
        return nil
      }
      let range = begin..<end
      let lineOffset = offset
      offset += end + 1 - begin
      begin = end + 1
      searched = begin
      line += 1
      if isSkipping {
        isSkipping = false
        continue
      }
      return try bytes.withUnsafeBytes { all in
        try body(JSONLine(bytes: UnsafeRawBufferPointer(rebasing: all[range]), offset: lineOffset, line: line))
      }
    }
  }

  private mutating func endOfLine() -> Int? {
    let end = bytes.withUnsafeBytes { all in
      var end = searched
      while end < all.count, all[end] != .newline { end += 1 }
      return end
    }
    searched = end
    return end < bytes.count || reachedEnd && begin < bytes.count ? end : nil
  }

  /// Reads another piece of the file, after the bytes that are left.
  ///
  /// - Throws: `DecodingError` if the next line has more bytes than `limit`; any error that `read` throws.
  mutating func fill(limit: Int, _ read: (UnsafeMutableRawBufferPointer) throws -> Int) throws {
    bytes.removeFirst(min(begin, bytes.count))
    searched = bytes.count
    begin = 0
    if bytes.count > limit, !isSkipping {
      isSkipping = true
      throw Self.tooLong(limit, line: line + 1, at: offset)
    }
    let kept = bytes.count
    bytes.append(contentsOf: repeatElement(0, count: Self.pieceSize))
    var count = 0
    defer { bytes.removeLast(Self.pieceSize - count) }
    count = try bytes.withUnsafeMutableBytes { all in
      try read(UnsafeMutableRawBufferPointer(rebasing: all[kept...]))
    }
    if count == 0 { reachedEnd = true }
  }

  static func tooLong(_ limit: Int, line: Int, at offset: Int) -> DecodingError {
    let reason = "A line has more bytes than limits.maximumByteCount allows (\(limit))."
    return .dataCorrupted(
      .init(codingPath: [], debugDescription: reason, underlyingError: AutoJSONError.ofLine(line, at: offset, reason)))
  }
}
