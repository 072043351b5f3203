/// Finds the lines of a text, as far as errors need them. All errors of a text share one table, so that each block
/// before an error is scanned only once.
final class JSONLineTable {
  fileprivate static let blockSize = 256

  fileprivate struct Position {
    var line = 1
    var lineStart = 0

    /// Counts the lines in a range. Precondition: the range lies within the text.
    mutating func advance(over text: UnsafeBufferPointer<UInt8>, _ range: Range<Int>) {
      guard let start = text.baseAddress.map(UnsafeRawPointer.init) else { return }
      var offset = range.lowerBound
      while range.upperBound - offset >= 8 {
        let word = UInt64(littleEndian: start.loadUnaligned(fromByteOffset: offset, as: UInt64.self))
        let others = word ^ 0x0a0a_0a0a_0a0a_0a0a
        let low: UInt64 = 0x7f7f_7f7f_7f7f_7f7f
        // The highest bit of each byte that is a line break, and no other bit.
        let breaks = ~(((others & low) &+ low) | others | low)
        if breaks != 0 {
          line += breaks.nonzeroBitCount
          lineStart = offset + 8 - breaks.leadingZeroBitCount / 8
        }
        offset += 8
      }
      for index in offset..<range.upperBound where text[index] == .newline {
        line += 1
        lineStart = index + 1
      }
    }
  }

  /// Returns an error at an offset of a text.
  ///
  /// - Parameters:
  ///   - lines: The table of the text; if nil, the lines are counted from the beginning.
  ///   - isReasonKnown: Whether the error around it gives the reason.
  static func error(
    _ reason: String, at offset: Int, in text: UnsafeBufferPointer<UInt8>, _ lines: JSONLineTable?,
    isReasonKnown: Bool = false
  ) -> AutoJSONError {
    // Not by `??`, which would retain the table.
    if let lines { return lines.error(reason, at: offset, in: text, isReasonKnown) }
    return JSONLineTable().error(reason, at: offset, in: text, isReasonKnown)
  }

  /// What the text was made from, if it was in another encoding or notation. Errors name the places there.
  let source: JSONSource?

  fileprivate struct State {
    /// The position of the beginning of each block, up to the last one with an error.
    var blocks: [Position] = []
    /// The place of the last error: a later error in the same block is found from there.
    var last = (offset: 0, position: Position())
    /// The offset of the last value whose kind did not fit its type, and the error that names its place.
    var mismatch: (offset: Int, error: any Error)?
  }

  @exclusivity(unchecked) private var state = State()

  init(source: JSONSource? = nil) {
    self.source = source
  }

  /// Whether no error has been located, so that the table can serve another text.
  var isUnused: Bool { state.blocks.isEmpty && state.mismatch == nil && source == nil }

  /// Returns an error at an offset. Precondition: the text is the same at every call.
  private func error(
    _ reason: String, at offset: Int, in text: UnsafeBufferPointer<UInt8>, _ isReasonKnown: Bool
  ) -> AutoJSONError {
    let offset = min(max(offset, 0), text.count)
    if let source { return error(reason, atSource: source.place(of: offset), of: source, isReasonKnown) }
    // Code that tries one type after another causes several errors at the same offset.
    if offset != state.last.offset { state.find(offset, in: text) }
    let last = state.last
    return AutoJSONError(
      reason, at: offset, line: last.position.line, column: offset - last.position.lineStart + 1,
      isReasonKnown: isReasonKnown)
  }

  /// Returns an error at a place of the text that another was made from, in UTF-8. Precondition: it is the table's ``source``.
  @inline(never)
  func error(_ reason: String, atSource place: Int, of source: JSONSource, _ isReasonKnown: Bool = false)
    -> AutoJSONError
  {
    let utf8 = source.utf8
    let place = min(max(place, 0), utf8.count)
    if place != state.last.offset { state.find(place, in: utf8) }
    let last = state.last
    return AutoJSONError(
      reason, at: source.offset(of: place), line: last.position.line,
      column: source.column(of: place, inLineAt: last.position.lineStart), isReasonKnown: isReasonKnown)
  }

  /// Returns the offset, in the text as it was, of a place of the text that is read.
  func sourceOffset(of place: Int) -> Int {
    source.map { $0.offset(of: $0.place(of: place)) } ?? place
  }

}

extension JSONLineTable.State {
  /// Sets ``last`` to an offset and its position.
  fileprivate mutating func find(_ offset: Int, in text: UnsafeBufferPointer<UInt8>) {
    let blockSize = JSONLineTable.blockSize
    if blocks.isEmpty { blocks.append(JSONLineTable.Position()) }
    while blocks.count <= offset / blockSize, var position = blocks.last {
      position.advance(over: text, (blocks.count - 1) * blockSize..<blocks.count * blockSize)
      blocks.append(position)
    }
    let block = offset / blockSize
    let start = block * blockSize
    var position = blocks[block]
    if (start...offset).contains(last.offset) {
      position = last.position
      position.advance(over: text, last.offset..<offset)
    } else {
      position.advance(over: text, start..<offset)
    }
    last = (offset, position)
  }
}

extension JSONLineTable {
  /// Returns the error for a value of another kind than a type requires.
  ///
  /// - Parameters:
  ///   - offset: The offset of the value in the text.
  ///   - lines: The table of the text, if there is one.
  static func mismatch(
    _ type: Any.Type, _ found: FoundValue, at offset: Int, in text: UnsafeBufferPointer<UInt8>, _ lines: JSONLineTable?,
    codingPath: [any CodingKey]
  ) -> DecodingError {
    let context = DecodingError.Context(
      codingPath: codingPath, debugDescription: found.mismatch(type),
      underlyingError: place(of: found, at: offset, in: text, lines))
    return found == .null ? .valueNotFound(type, context) : .typeMismatch(type, context)
  }

  /// Returns the error that names the place of a value. Code that tries one type after another causes several errors at one
  /// value, which share it.
  private static func place(
    of found: FoundValue, at offset: Int, in text: UnsafeBufferPointer<UInt8>, _ lines: JSONLineTable?
  ) -> any Error {
    guard let lines else { return error(found.reason, at: offset, in: text, nil, isReasonKnown: true) }
    if let last = lines.state.mismatch, last.offset == offset { return last.error }
    let error: any Error = lines.error(found.reason, at: offset, in: text, true)
    lines.state.mismatch = (offset, error)
    return error
  }
}
