/// What the decoders of one value with `Codable` code of its own share: where every value within it is.
final class JSONDecodingSession {
  /// A value in the text.
  struct Entry {
    let offset: Int
    /// The entry after this value and all within it.
    var end: Int
  }

  let options: JSONDecodingOptions
  let userInfo: [CodingUserInfoKey: Any]
  /// Whether types with a map are walked, not asked.
  let isDirect: Bool
  private let start: UnsafePointer<UInt8>?
  private let count: Int
  /// Of a value and all within it, in the order of the text; each member of an object has an entry for its key, and then its
  /// value's.
  let entries: [Entry]
  private var isOpen = true
  /// A reader that is not in use: to make one takes longer than to read most values.
  private var spare: JSONReader?
  private let lines: JSONLines
  private let concessions: JSONConcessions?

  /// Finds the values within the reader's next one, which is passed over.
  init(with reader: inout JSONReader, lines: JSONLines, concessions: JSONConcessions?) throws {
    self.lines = lines
    self.concessions = concessions
    options = reader.options
    userInfo = options.values.userInfo
    isDirect = !options.needsPath
    start = reader.text.baseAddress
    count = reader.text.count
    var entries: [Entry] = []
    try Self.find(&entries, with: &reader, depth: 0)
    self.entries = entries
  }

  /// Called when the text is about to go. Decoders that code has kept find nothing from then on.
  func close() {
    isOpen = false
    spare = nil
  }

  /// Calls `read` with a reader at a value.
  @inline(__always)
  func reading<Value>(at position: Int, _ read: (inout JSONReader) throws -> Value) throws -> Value {
    var reader = try takeReader(at: position)
    let value = try read(&reader)
    if isOpen { spare = reader }
    return value
  }

  private func takeReader(at position: Int) throws -> JSONReader {
    guard isOpen, let start else {
      throw DecodingError.dataCorrupted(
        .init(codingPath: [], debugDescription: "A decoder was used after the decoding that it was made for."))
    }
    // Taken, since code of a type's own may read another value meanwhile.
    var taken: JSONReader?
    swap(&taken, &spare)
    var reader = taken ?? makeReader(at: start)
    reader.next = start + entries[position].offset
    reader.isFirst = false
    return reader
  }

  private func makeReader(at start: UnsafePointer<UInt8>) -> JSONReader {
    var reader = JSONReader(options: options, text: UnsafeBufferPointer(start: start, count: count))
    reader.lines = lines
    reader.concessions = concessions
    reader.isValidated = true
    return reader
  }

  /// Appends the entry of the reader's next value and those of the values within it, and passes over it.
  private static func find(_ entries: inout [Entry], with reader: inout JSONReader, depth: Int) throws {
    reader.skipSpace()
    let position = entries.count
    entries.append(Entry(offset: reader.offset, end: position + 1))
    guard reader.next < reader.end else { throw reader.unexpected("a value") }
    switch reader.next.pointee {
    case .openBracket:
      guard depth < reader.options.values.maximumNesting else { throw reader.tooDeep }
      _ = try reader.beginArray()
      while try reader.hasNextElement() { try find(&entries, with: &reader, depth: depth + 1) }
    case .openBrace:
      guard depth < reader.options.values.maximumNesting else { throw reader.tooDeep }
      try reader.beginRecord()
      while try reader.hasNext(before: .closeBrace) {
        reader.skipSpace()
        guard reader.next < reader.end, reader.next.pointee == .quote else { throw reader.unexpected("'\"' of a key") }
        entries.append(Entry(offset: reader.offset, end: entries.count + 1))
        try reader.skipValue()
        try reader.skipColon()
        try find(&entries, with: &reader, depth: depth + 1)
      }
    default: try reader.skipValue()
    }
    entries[position].end = entries.count
  }
}
