#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// Any value of the data model, held in memory: the meeting point of formats and types with `Codable` code of their own.
package indirect enum CodedTree: Sendable {
  case null
  case bool(Bool)
  /// A negative integer, or one that fits.
  case int(Int64)
  /// An integer beyond `Int64.max`.
  case uint(UInt64)
  /// An integer beyond 64 bits, in decimal digits.
  case bigInteger(String)
  case float(Float)
  case double(Double)
  case string(String)
  case date(Date)
  case data(Data)
  case url(URL)
  case uuid(UUID)
  case decimal(Decimal)
  case array([CodedTree])
  /// Keys with values, in order.
  case dictionary([(key: String, value: CodedTree)])
  /// An object of a class that an archive names.
  case object(CodedObject)

  package init<Integer: FixedWidthInteger>(integer: Integer) {
    if let value = Int64(exactly: integer) {
      self = .int(value)
    } else if let value = UInt64(exactly: integer) {
      self = .uint(value)
    } else {
      self = .bigInteger(String(integer))
    }
  }

  /// What the value is, for messages.
  package var noun: String {
    switch self {
    case .null: "null"
    case .bool: "bool"
    case .int, .uint, .bigInteger, .float, .double: "number"
    case .decimal: "decimal"
    case .string: "string"
    case .date: "date"
    case .data: "data"
    case .url: "url"
    case .uuid: "uuid"
    case .array: "array"
    case .dictionary: "dictionary"
    case .object(let object): "object of class \(object.shownName)"
    }
  }
}
