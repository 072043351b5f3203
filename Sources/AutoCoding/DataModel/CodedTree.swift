#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// A value of the data model in memory. Formats use it to exchange values with types that have their own `Codable`
/// code.
package enum CodedTree: Sendable {
  case null
  case bool(Bool)
  /// An integer in the range of `Int64`.
  case int(Int64)
  /// An integer above `Int64.max`.
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
  /// Keys and values, in order.
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

  /// The kind of the value, for messages.
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
