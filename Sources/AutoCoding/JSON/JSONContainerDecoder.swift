#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// The decoder that a type's own `Codable` code gets for a value in the text.
struct JSONContainerDecoder: Decoder {
  let session: JSONDecodingSession
  /// The entry of the value.
  let position: Int
  let path: JSONPath?

  var codingPath: [any CodingKey] { JSONPath.keys(of: path) }
  var userInfo: [CodingUserInfoKey: Any] { session.userInfo }

  func container<Key>(keyedBy type: Key.Type) throws -> KeyedDecodingContainer<Key> {
    KeyedDecodingContainer(try JSONKeyedDecoder<Key>(decoder: self))
  }

  func unkeyedContainer() throws -> any UnkeyedDecodingContainer {
    try JSONUnkeyedDecoder(decoder: self)
  }

  func singleValueContainer() throws -> any SingleValueDecodingContainer {
    JSONSingleValueDecoder(decoder: self)
  }

  // MARK: Values

  /// Calls `read` with a reader at the value; errors get the path.
  @inline(__always)
  func reading<Value>(_ read: (inout JSONReader) throws -> Value) throws -> Value {
    do {
      return try session.reading(at: position, read)
    } catch {
      throw JSONPath.locating(error, at: path)
    }
  }

  var isNull: Bool {
    get throws { try reading { try $0.readNull() } }
  }

  func decode<Value: Decodable>(_ type: Value.Type) throws -> Value {
    if !session.isDirect, let value = try custom(type) { return value }
    if case .walk(let reference) = try JSONRoute.of(type, isDirect: session.isDirect) {
      let codec = reference.takeUnretainedValue()
      return try reading { try $0.value(type, as: codec) }
    }
    let level = try NestedLevel.enter(toDecodeWithin: session.options.limits)
    defer { _ = level.isOutermost }
    return try Value(from: self)
  }

  /// What the caller's own strategies make of a value, or nil where they are not asked.
  private func custom<Value: Decodable>(_ type: Value.Type) throws -> Value? {
    if type == Date.self, case .custom(let decode) = session.options.values.dates { return try decode(self) as? Value }
    if type == Data.self, case .custom(let decode) = session.options.values.data { return try decode(self) as? Value }
    guard let type = type as? any JSONTextKeyedDecodable.Type else { return nil }
    return try type.members(from: self) as? Value
  }

  func child(_ position: Int, _ key: any CodingKey) -> JSONContainerDecoder {
    JSONContainerDecoder(session: session, position: position, path: .appending(key, to: path))
  }
}

/// A dictionary of text keys, member by member: key strategies do not apply to them.
private protocol JSONTextKeyedDecodable {
  static func members(from decoder: JSONContainerDecoder) throws -> Any
}

extension Dictionary: JSONTextKeyedDecodable where Key == String, Value: Decodable {
  fileprivate static func members(from decoder: JSONContainerDecoder) throws -> Any {
    var values: [String: Value] = [:]
    let members = try JSONMembers(of: decoder) { $0 }
    for key in members.keys {
      guard let position = members.position(of: key) else { continue }
      values[key] = try decoder.child(position, DynamicKey(key)).decode(Value.self)
    }
    return values
  }
}

extension JSONReader {
  /// Reads a value of a codec's type.
  mutating func value<Value>(_ type: Value.Type, as codec: Codec) throws -> Value {
    // On the heap, since a closure that returns a value of any type would look its metadata up at every call.
    // The C library's own, which is had in fewer steps than Swift's; that is for what is aligned beyond it.
    let isCommon = MemoryLayout<Value>.alignment <= 16
    let size = MemoryLayout<Value>.size
    let memory =
      isCommon
      ? GrowingMemory.resize(nil, to: max(size, 1))
      : allocateMemory(size: size, alignment: MemoryLayout<Value>.alignment)
    defer { if isCommon { GrowingMemory.free(memory) } else { memory.deallocate() } }
    try read(into: memory, as: codec)
    return memory.assumingMemoryBound(to: type).move()
  }

  /// The compiler specializes the walk to this reader where it is called from code that is not generic itself.
  @inline(never)
  private mutating func read(into address: UnsafeMutableRawPointer, as codec: Codec) throws {
    try readValue(into: address, as: codec)
  }
}
