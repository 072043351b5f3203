/// Where in JSON text something is wrong, and what; the underlying error of a `DecodingError`.
public struct AutoJSONError: Error, Hashable, Sendable, CustomStringConvertible {
  /// What is wrong.
  public let reason: String
  /// The number of bytes before the place.
  public let offset: Int
  /// The line of the place, from 1.
  public let line: Int
  /// The column of the place in its line, from 1, in bytes.
  public let column: Int

  init(_ reason: String, at offset: Int, line: Int, column: Int) {
    self.reason = reason
    self.offset = offset
    self.line = line
    self.column = column
  }

  /// The reason and the place.
  public var description: String {
    "\(reason) (line \(line), column \(column), byte \(offset))"
  }
}

/// Where the lines of a text are, found as far as errors ask. Every error of a text asks the same table, so that each costs
/// a look at one block.
final class JSONLines {
  private static let blockSize = 512

  private struct Position {
    var line = 1
    var lineStart = 0

    mutating func advance(over text: UnsafeBufferPointer<UInt8>, _ range: Range<Int>) {
      for index in range where text[index] == .newline {
        line += 1
        lineStart = index + 1
      }
    }
  }

  /// At the beginning of each block.
  private var blocks = [Position()]

  /// An error at a place. Precondition: the text is the same at every call.
  func error(_ reason: String, at offset: Int, in text: UnsafeBufferPointer<UInt8>) -> AutoJSONError {
    let offset = min(max(offset, 0), text.count)
    while blocks.count <= offset / Self.blockSize, var position = blocks.last {
      position.advance(over: text, (blocks.count - 1) * Self.blockSize..<blocks.count * Self.blockSize)
      blocks.append(position)
    }
    let block = offset / Self.blockSize
    var position = blocks[block]
    position.advance(over: text, block * Self.blockSize..<offset)
    return AutoJSONError(reason, at: offset, line: position.line, column: offset - position.lineStart + 1)
  }
}
