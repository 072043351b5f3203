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
  /// In the order of the text; each member of an object has an entry for its key, and then its value's.
  private(set) var entries: [Entry] = []
  private var isOpen = true
  private let lines: JSONLines
  private let concessions: JSONConcessions?

  init(
    options: JSONDecodingOptions, text: UnsafeBufferPointer<UInt8>, lines: JSONLines, concessions: JSONConcessions?
  ) {
    self.lines = lines
    self.concessions = concessions
    self.options = options
    userInfo = options.userInfo
    isDirect = !options.needsPath
    start = text.baseAddress
    count = text.count
  }

  /// Called when the text is about to go. Decoders that code has kept find nothing from then on.
  func close() { isOpen = false }

  /// A reader at a value.
  func reader(at position: Int) throws -> JSONReader {
    guard isOpen, let start else {
      throw DecodingError.dataCorrupted(
        .init(codingPath: [], debugDescription: "A decoder was used after the decoding that it was made for."))
    }
    var reader = JSONReader(options: options, text: UnsafeBufferPointer(start: start, count: count), start: start)
    reader.next = start + entries[position].offset
    reader.lines = lines
    reader.concessions = concessions
    reader.isValidated = true
    return reader
  }

  /// Finds the values within the reader's next one, passes over it, and returns its entry.
  func index(with reader: inout JSONReader, depth: Int = 0) throws -> Int {
    reader.skipSpace()
    let position = entries.count
    entries.append(Entry(offset: reader.offset, end: position + 1))
    guard reader.next < reader.end else { throw reader.unexpected("a value") }
    switch reader.next.pointee {
    case .openBracket:
      guard depth < options.maximumNesting else { throw reader.tooDeep }
      _ = try reader.beginArray()
      while try reader.hasNextElement() { _ = try index(with: &reader, depth: depth + 1) }
    case .openBrace:
      guard depth < options.maximumNesting else { throw reader.tooDeep }
      try reader.beginRecord()
      while try reader.hasNext(before: .closeBrace) {
        reader.skipSpace()
        guard reader.next < reader.end, reader.next.pointee == .quote else { throw reader.unexpected("'\"' of a key") }
        entries.append(Entry(offset: reader.offset, end: entries.count + 1))
        try reader.skipValue()
        try reader.skipColon()
        _ = try index(with: &reader, depth: depth + 1)
      }
    default: try reader.skipValue()
    }
    entries[position].end = entries.count
    return position
  }
}
