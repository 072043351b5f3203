#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// An error in JSON text, with its place: the underlying error of a `DecodingError`.
public struct AutoJSONError: Error, Hashable, Sendable, CustomStringConvertible {
  /// What is wrong. If a value's kind does not fit its type, this names the kind; the enclosing error names the type.
  public let reason: String
  /// The number of bytes before the place, in the text as it was.
  public private(set) var offset: Int
  /// The line of the place, from 1.
  public private(set) var line: Int
  /// The column of the place in its line, from 1, in code units of the text's encoding: in UTF-8, bytes.
  public let column: Int
  /// Why the data as a whole was refused; nil if only the value did not fit its type.
  package private(set) var kind: DataRefusal.Kind?

  /// Whether the enclosing error already states the reason.
  private let isReasonKnown: Bool

  init(_ reason: String, at offset: Int, line: Int, column: Int, isReasonKnown: Bool = false) {
    self.isReasonKnown = isReasonKnown
    self.reason = reason
    self.offset = offset
    self.line = line
    self.column = column
  }

  /// Returns this error for data that was refused as a whole.
  func refusing(_ kind: DataRefusal.Kind?) -> AutoJSONError {
    var error = self
    error.kind = kind
    return error
  }

  /// Returns this error in a longer text, of which the text is a line.
  func moved(byteCount: Int, lineCount: Int) -> AutoJSONError {
    var error = self
    error.offset += byteCount
    error.line += lineCount
    return error
  }

  /// The reason and the place, or only the place if the enclosing error already states the reason.
  public var description: String { isReasonKnown ? place : "\(reason) (\(place))" }

  private var place: String { "line \(line), column \(column), byte \(offset)" }
}

extension AutoJSONError: LocalizedError {
  /// The reason and the place: the text of `localizedDescription`.
  public var errorDescription: String? { "\(reason) (\(place))" }
  /// The same as ``reason``.
  public var failureReason: String? { reason }
}

extension FoundValue {
  /// The kind of JSON value that begins with the byte; nil if none does.
  init?(_ byte: UInt8) {
    switch byte {
    case .quote: self = .string
    case .openBrace: self = .dictionary
    case .openBracket: self = .array
    case UInt8(ascii: "t"), UInt8(ascii: "f"): self = .bool
    case UInt8(ascii: "n"): self = .null
    case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"): self = .number
    default: return nil
    }
  }

  /// The reason of the error that names the value's place. The enclosing error says what was expected.
  var reason: String {
    switch self {
    case .string: "The value is a string."
    case .dictionary: "The value is an object."
    case .array: "The value is an array."
    case .bool: "The value is a bool."
    case .null: "The value is null."
    case .number: "The value is a number."
    }
  }
}
