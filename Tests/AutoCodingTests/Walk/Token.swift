import AutoCoding
import Foundation

/// What a format is told, as a list: the contract between codecs and formats, with no format in between.
enum Token: Equatable {
  case null
  case bool(Bool)
  case integer(Int128)
  case unsigned(UInt128)
  case float(Float)
  case double(Double)
  case string(String)
  case date(Date)
  case data(Data)
  case url(URL)
  case uuid(UUID)
  case decimal(Decimal)
  case array(count: Int)
  case endArray
  case record(String)
  case dictionary(count: Int)
  case key(String)
  case end

  init<Integer: FixedWidthInteger>(_ value: Integer) {
    if let value = Int128(exactly: value) {
      self = .integer(value)
    } else {
      self = .unsigned(UInt128(truncatingIfNeeded: value))
    }
  }
}

/// Writes tokens.
struct TokenWriter: CodingWriter {
  private(set) var tokens: [Token] = []

  /// The tokens of a value.
  static func tokens<Value>(of value: Value) throws -> [Token] {
    let codec = try Discovery.codec(for: Value.self)
    var writer = TokenWriter()
    try withUnsafePointer(to: value) { try writer.encode($0, as: codec) }
    return writer.tokens
  }

  mutating func writeNull() throws { tokens.append(.null) }
  mutating func write(_ value: Bool) throws { tokens.append(.bool(value)) }
  mutating func write<Integer: FixedWidthInteger>(_ value: Integer) throws { tokens.append(Token(value)) }
  mutating func write(_ value: Float) throws { tokens.append(.float(value)) }
  mutating func write(_ value: Double) throws { tokens.append(.double(value)) }
  mutating func write(_ value: String) throws { tokens.append(.string(value)) }
  mutating func write(_ value: Date) throws { tokens.append(.date(value)) }
  mutating func write(_ value: Data) throws { tokens.append(.data(value)) }
  mutating func write(_ value: URL) throws { tokens.append(.url(value)) }
  mutating func write(_ value: UUID) throws { tokens.append(.uuid(value)) }
  mutating func write(_ value: Decimal) throws { tokens.append(.decimal(value)) }

  mutating func beginArray(count: Int, isOrdered: Bool) throws { tokens.append(.array(count: count)) }
  mutating func endArray() throws { tokens.append(.endArray) }
  mutating func beginRecord(of type: Any.Type, named name: String?) throws {
    tokens.append(.record(_typeName(type, qualified: false)))
    if let name { tokens += [.key("$class"), .string(name)] }
  }
  mutating func writeKey(_ key: PropertyKey) throws { tokens.append(.key(key.stringValue)) }
  mutating func endMembers() throws { tokens.append(.end) }
  mutating func beginDictionary(count: Int) throws { tokens.append(.dictionary(count: count)) }
  mutating func writeKey(_ key: String, isText: Bool) throws { tokens.append(.key(key)) }
}
