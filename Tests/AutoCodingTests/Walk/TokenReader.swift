import AutoCoding
import Foundation
import Testing

/// Reads tokens.
struct TokenReader: CodingReader {
  private var tokens: ArraySlice<Token>

  /// Reads a value from tokens, all of them.
  static func value<Value>(_ type: Value.Type, from tokens: [Token]) throws -> Value {
    let codec = try Discovery.codec(for: type)
    var reader = TokenReader(tokens: tokens[...])
    return try withUnsafeTemporaryAllocation(of: type, capacity: 1) { buffer in
      let address = try #require(buffer.baseAddress)
      try reader.decode(into: UnsafeMutableRawPointer(address), as: codec)
      let value = address.move()
      guard reader.tokens.isEmpty else { throw corrupted("Tokens are left over: \(reader.tokens).") }
      return value
    }
  }

  private init(tokens: ArraySlice<Token>) {
    self.tokens = tokens
  }

  private mutating func next() throws -> Token {
    guard let token = tokens.popFirst() else { throw Self.corrupted("Unexpected end of tokens.") }
    return token
  }

  private static func corrupted(_ what: String) -> DecodingError {
    .dataCorrupted(.init(codingPath: [], debugDescription: what))
  }

  private func mismatch(_ type: Any.Type, _ found: Token) -> DecodingError {
    let context = DecodingError.Context(codingPath: [], debugDescription: "Expected \(type) but found \(found).")
    return found == .null ? .valueNotFound(type, context) : .typeMismatch(type, context)
  }

  // MARK: Leaves

  mutating func readNull(forDefault: Bool) throws -> Bool {
    guard !forDefault, tokens.first == .null else { return false }
    tokens.removeFirst()
    return true
  }
  mutating func readBool() throws -> Bool {
    let token = try next()
    guard case .bool(let value) = token else { throw mismatch(Bool.self, token) }
    return value
  }
  mutating func readInteger<Integer: FixedWidthInteger>(as type: Integer.Type) throws -> Integer {
    let token = try next()
    let value: Integer? =
      switch token {
      case .integer(let value): Integer(exactly: value)
      case .unsigned(let value): Integer(exactly: value)
      default: throw mismatch(type, token)
      }
    guard let value else { throw Self.corrupted("Number does not fit in \(type).") }
    return value
  }
  mutating func readFloat() throws -> Float {
    let token = try next()
    guard case .float(let value) = token else { throw mismatch(Float.self, token) }
    return value
  }
  mutating func readDouble() throws -> Double {
    let token = try next()
    guard case .double(let value) = token else { throw mismatch(Double.self, token) }
    return value
  }
  mutating func readString() throws -> String {
    let token = try next()
    guard case .string(let value) = token else { throw mismatch(String.self, token) }
    return value
  }
  mutating func readDate() throws -> Date {
    let token = try next()
    guard case .date(let value) = token else { throw mismatch(Date.self, token) }
    return value
  }
  mutating func readData() throws -> Data {
    let token = try next()
    guard case .data(let value) = token else { throw mismatch(Data.self, token) }
    return value
  }
  mutating func readURL() throws -> URL {
    let token = try next()
    guard case .url(let value) = token else { throw mismatch(URL.self, token) }
    return value
  }
  mutating func readUUID() throws -> UUID {
    let token = try next()
    guard case .uuid(let value) = token else { throw mismatch(UUID.self, token) }
    return value
  }
  mutating func readDecimal() throws -> Decimal {
    let token = try next()
    guard case .decimal(let value) = token else { throw mismatch(Decimal.self, token) }
    return value
  }

  // MARK: Containers

  mutating func beginArray(isOrdered: Bool) throws -> Int? {
    let token = try next()
    guard case .array(let count) = token else { throw mismatch([Any].self, token) }
    return count
  }
  mutating func hasNextElement() throws -> Bool {
    guard tokens.first == .endArray else { return true }
    tokens.removeFirst()
    return false
  }
  mutating func beginRecord(of type: Any.Type?) throws {
    switch try next() {
    case .record, .dictionary: break
    case let token: throw mismatch([String: Any].self, token)
    }
  }
  mutating func nextProperty(in keys: PropertyIndex, expecting expected: Int) throws -> PropertyIndex.Match? {
    while let key = try nextKey() {
      if keys.keys.indices.contains(expected), keys.keys[expected].stringValue == key {
        return .init(position: expected, rank: 0)
      }
      if let match = keys.match(key) { return match }
      try skipValue()
    }
    return nil
  }
  mutating func beginDictionary() throws -> Int? {
    let token = try next()
    switch token {
    case .record: return nil
    case .dictionary(let count): return count
    default: throw mismatch([String: Any].self, token)
    }
  }
  mutating func nextKey(isText: Bool) throws -> String? {
    switch try next() {
    case .key(let key): return key
    case .end: return nil
    case let token: throw Self.corrupted("Expected a key but found \(token).")
    }
  }

  // MARK: Any value

  mutating func skipValue() throws { _ = try readTree() }

  mutating func readCodable(into address: UnsafeMutableRawPointer, as access: CodableAccess) throws {
    try access.decode(into: address, from: try readTree().decoder())
  }

  private mutating func readTree() throws -> CodedTree {
    switch try next() {
    case .null: return .null
    case .bool(let value): return .bool(value)
    case .integer(let value): return CodedTree(integer: value)
    case .unsigned(let value): return CodedTree(integer: value)
    case .float(let value): return .float(value)
    case .double(let value): return .double(value)
    case .string(let value): return .string(value)
    case .date(let value): return .date(value)
    case .data(let value): return .data(value)
    case .url(let value): return .url(value)
    case .uuid(let value): return .uuid(value)
    case .decimal(let value): return .decimal(value)
    case .array:
      var elements: [CodedTree] = []
      while try hasNextElement() { elements.append(try readTree()) }
      return .array(elements)
    case .record, .dictionary:
      var pairs: [(key: String, value: CodedTree)] = []
      while let key = try nextKey() { pairs.append((key, try readTree())) }
      return .dictionary(pairs)
    case let token: throw Self.corrupted("Expected a value but found \(token).")
    }
  }
}
