#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// A decoder that reads a ``CodedTree``, for types whose `Codable` code a format has to call.
package struct TreeDecoder: Decoder {
  let tree: CodedTree
  package let codingPath: [any CodingKey]
  package let userInfo: [CodingUserInfoKey: Any]

  package init(_ tree: CodedTree, codingPath: [any CodingKey] = [], userInfo: [CodingUserInfoKey: Any] = [:]) {
    self.tree = tree
    self.codingPath = codingPath
    self.userInfo = userInfo
  }

  package func container<Key>(keyedBy type: Key.Type) throws -> KeyedDecodingContainer<Key> {
    guard case .dictionary(let pairs) = tree else { throw mismatch([String: Any].self) }
    return KeyedDecodingContainer(TreeKeyedDecoder<Key>(pairs: pairs, decoder: self))
  }

  package func unkeyedContainer() throws -> any UnkeyedDecodingContainer {
    guard case .array(let elements) = tree else { throw mismatch([Any].self) }
    return TreeUnkeyedDecoder(elements: elements, decoder: self)
  }

  package func singleValueContainer() throws -> any SingleValueDecodingContainer {
    TreeSingleValueDecoder(decoder: self)
  }

  /// Decodes the whole tree.
  func decode<T: Decodable>(_ type: T.Type) throws -> T {
    let native: Any? =
      switch tree {
      case .date(let value) where type == Date.self: value
      case .data(let value) where type == Data.self: value
      case .url(let value) where type == URL.self: value
      case .uuid(let value) where type == UUID.self: value
      case .decimal(let value) where type == Decimal.self: value
      default: nil
      }
    if let native, let value = native as? T { return value }
    return try T(from: self)
  }

  func mismatch(_ type: Any.Type) -> DecodingError {
    let context = DecodingError.Context(
      codingPath: codingPath, debugDescription: "Expected to decode \(type) but found \(tree.noun) instead.")
    if case .null = tree { return .valueNotFound(type, context) }
    return .typeMismatch(type, context)
  }

  func integer<Integer: FixedWidthInteger>(_ type: Integer.Type) throws -> Integer {
    let exact: Integer? =
      switch tree {
      case .int(let value): Integer(exactly: value)
      case .uint(let value): Integer(exactly: value)
      case .bigInteger(let digits): Integer(digits)
      case .float(let value): Integer(exactly: value)
      case .double(let value): Integer(exactly: value)
      default: throw mismatch(type)
      }
    guard let exact else {
      throw DecodingError.dataCorrupted(
        .init(codingPath: codingPath, debugDescription: "Number \(tree) does not fit in \(type)."))
    }
    return exact
  }

  func floating<Number: BinaryFloatingPoint & LosslessStringConvertible>(_ type: Number.Type) throws -> Number {
    switch tree {
    case .float(let value): return Number(value)
    case .double(let value):
      let number = Number(value)
      // A finite number must not become infinite; rounding to the nearest value is what the type means.
      if number.isInfinite && !value.isInfinite { break }
      return number
    case .int(let value): if let number = Number(exactly: value) { return number }
    case .uint(let value): if let number = Number(exactly: value) { return number }
    case .bigInteger(let digits): if let number = Number(digits) { return number }
    default: throw mismatch(type)
    }
    throw DecodingError.dataCorrupted(
      .init(codingPath: codingPath, debugDescription: "Number \(tree) does not fit in \(type)."))
  }

  fileprivate func child(_ tree: CodedTree, _ key: any CodingKey) -> TreeDecoder {
    TreeDecoder(tree, codingPath: codingPath + [key], userInfo: userInfo)
  }
}

private struct TreeKeyedDecoder<Key: CodingKey>: KeyedDecodingContainerProtocol {
  let decoder: TreeDecoder
  private let values: [String: CodedTree]
  let allKeys: [Key]

  init(pairs: [(key: String, value: CodedTree)], decoder: TreeDecoder) {
    self.decoder = decoder
    values = Dictionary(pairs.map { ($0.key, $0.value) }, uniquingKeysWith: { first, _ in first })
    allKeys = pairs.compactMap { Key(stringValue: $0.key) }
  }

  var codingPath: [any CodingKey] { decoder.codingPath }
  func contains(_ key: Key) -> Bool { values[key.stringValue] != nil }

  private func child(_ key: any CodingKey) throws -> TreeDecoder {
    guard let value = values[key.stringValue] else {
      throw DecodingError.keyNotFound(
        key,
        .init(codingPath: codingPath, debugDescription: "No value associated with key \"\(key.stringValue)\"."))
    }
    return decoder.child(value, key)
  }

  func decodeNil(forKey key: Key) throws -> Bool {
    if case .null = try child(key).tree { true } else { false }
  }
  func decode<T: Decodable>(_ type: T.Type, forKey key: Key) throws -> T {
    let child = try child(key)
    if case .null = child.tree, !(type is any OptionalType.Type) { throw child.mismatch(type) }
    return try child.decode(type)
  }
  func nestedContainer<Nested>(
    keyedBy type: Nested.Type, forKey key: Key
  ) throws -> KeyedDecodingContainer<Nested> {
    try child(key).container(keyedBy: type)
  }
  func nestedUnkeyedContainer(forKey key: Key) throws -> any UnkeyedDecodingContainer {
    try child(key).unkeyedContainer()
  }
  func superDecoder() throws -> any Decoder {
    let key = DynamicKey("super")
    return decoder.child(values[key.stringValue] ?? .null, key)
  }
  func superDecoder(forKey key: Key) throws -> any Decoder { decoder.child(values[key.stringValue] ?? .null, key) }
}

private struct TreeUnkeyedDecoder: UnkeyedDecodingContainer {
  let elements: [CodedTree]
  let decoder: TreeDecoder
  var currentIndex = 0

  init(elements: [CodedTree], decoder: TreeDecoder) {
    self.elements = elements
    self.decoder = decoder
  }

  var codingPath: [any CodingKey] { decoder.codingPath }
  var count: Int? { elements.count }
  var isAtEnd: Bool { currentIndex >= elements.count }

  private func peek(_ type: Any.Type) throws -> TreeDecoder {
    guard !isAtEnd else {
      throw DecodingError.valueNotFound(
        type,
        .init(
          codingPath: codingPath + [DynamicKey(index: currentIndex)],
          debugDescription: "Unkeyed container is at end."))
    }
    return decoder.child(elements[currentIndex], DynamicKey(index: currentIndex))
  }

  mutating func decodeNil() throws -> Bool {
    guard case .null = try peek(Never.self).tree else { return false }
    currentIndex += 1
    return true
  }
  mutating func decode<T: Decodable>(_ type: T.Type) throws -> T {
    let child = try peek(type)
    if case .null = child.tree, !(type is any OptionalType.Type) { throw child.mismatch(type) }
    let value = try child.decode(type)
    currentIndex += 1
    return value
  }
  mutating func nestedContainer<Nested>(keyedBy type: Nested.Type) throws -> KeyedDecodingContainer<Nested> {
    let container = try peek([String: Any].self).container(keyedBy: type)
    currentIndex += 1
    return container
  }
  mutating func nestedUnkeyedContainer() throws -> any UnkeyedDecodingContainer {
    let container = try peek([Any].self).unkeyedContainer()
    currentIndex += 1
    return container
  }
  mutating func superDecoder() throws -> any Decoder {
    let child = try peek((any Decoder).self)
    currentIndex += 1
    return child
  }
}

private struct TreeSingleValueDecoder: SingleValueDecodingContainer {
  let decoder: TreeDecoder
  var codingPath: [any CodingKey] { decoder.codingPath }

  func decodeNil() -> Bool {
    if case .null = decoder.tree { true } else { false }
  }
  func decode(_ type: Bool.Type) throws -> Bool {
    guard case .bool(let value) = decoder.tree else { throw decoder.mismatch(type) }
    return value
  }
  func decode(_ type: String.Type) throws -> String {
    guard case .string(let value) = decoder.tree else { throw decoder.mismatch(type) }
    return value
  }
  func decode(_ type: Double.Type) throws -> Double { try decoder.floating(type) }
  func decode(_ type: Float.Type) throws -> Float { try decoder.floating(type) }
  func decode(_ type: Int.Type) throws -> Int { try decoder.integer(type) }
  func decode(_ type: Int8.Type) throws -> Int8 { try decoder.integer(type) }
  func decode(_ type: Int16.Type) throws -> Int16 { try decoder.integer(type) }
  func decode(_ type: Int32.Type) throws -> Int32 { try decoder.integer(type) }
  func decode(_ type: Int64.Type) throws -> Int64 { try decoder.integer(type) }
  func decode(_ type: UInt.Type) throws -> UInt { try decoder.integer(type) }
  func decode(_ type: UInt8.Type) throws -> UInt8 { try decoder.integer(type) }
  func decode(_ type: UInt16.Type) throws -> UInt16 { try decoder.integer(type) }
  func decode(_ type: UInt32.Type) throws -> UInt32 { try decoder.integer(type) }
  func decode(_ type: UInt64.Type) throws -> UInt64 { try decoder.integer(type) }
  @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
  func decode(_ type: Int128.Type) throws -> Int128 { try decoder.integer(type) }
  @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
  func decode(_ type: UInt128.Type) throws -> UInt128 { try decoder.integer(type) }
  func decode<T: Decodable>(_ type: T.Type) throws -> T { try decoder.decode(type) }
}

/// Optional, whatever it wraps.
private protocol OptionalType {}
extension Optional: OptionalType {}
