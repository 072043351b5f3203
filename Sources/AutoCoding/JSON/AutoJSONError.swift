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

  /// - Parameter text: The whole text. Precondition: `offset` is within it, or at its end.
  init(_ reason: String, at offset: Int, in text: UnsafeBufferPointer<UInt8>) {
    self.reason = reason
    self.offset = offset
    var line = 1
    var lineStart = 0
    for index in 0..<min(offset, text.count) where text[index] == .newline {
      line += 1
      lineStart = index + 1
    }
    self.line = line
    column = offset - lineStart + 1
  }

  /// The reason and the place.
  public var description: String {
    "\(reason) (line \(line), column \(column), byte \(offset))"
  }
}
