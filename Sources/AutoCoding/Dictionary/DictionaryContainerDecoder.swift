#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// The decoder that a type's own `Codable` code gets for a value.
struct DictionaryContainerDecoder: Decoder {
  let value: Any
  let options: JSONDecodingOptions
  let path: JSONPath?

  init(_ value: Any, options: JSONDecodingOptions, path: JSONPath?) {
    self.value = value
    self.options = options
    self.path = path
  }

  var codingPath: [any CodingKey] { JSONPath.keys(of: path) }
  var userInfo: [CodingUserInfoKey: Any] { options.values.userInfo }

  func container<Key>(keyedBy type: Key.Type) throws -> KeyedDecodingContainer<Key> {
    KeyedDecodingContainer(try DictionaryKeyedDecoder<Key>(decoder: self))
  }
  func unkeyedContainer() throws -> any UnkeyedDecodingContainer { try DictionaryUnkeyedDecoder(decoder: self) }
  func singleValueContainer() throws -> any SingleValueDecodingContainer { DictionarySingleValueDecoder(decoder: self) }

  // MARK: Values

  var isNull: Bool { DictionaryValue.isNull(value) }

  /// Calls `read` with a reader of the value; errors get the path.
  func reading<Value>(_ read: (inout DictionaryReader) throws -> Value) throws -> Value {
    do {
      var reader = DictionaryReader(value, options: options)
      return try read(&reader)
    } catch {
      throw JSONPath.locating(error, at: path)
    }
  }

  func decode<Value: Decodable>(_ type: Value.Type) throws -> Value {
    if options.needsPath, let value = try custom(type) { return value }
    if case .walk(let reference) = try JSONRoute.of(type, isDirect: !options.needsPath) {
      let codec = reference.takeUnretainedValue()
      do {
        return try DictionaryReader.value(type, as: codec, from: value, options: options)
      } catch {
        throw JSONPath.locating(error, at: path)
      }
    }
    let level = try NestedLevel.enter(toDecodeWithin: options.limits)
    defer { _ = level.isOutermost }
    return try Value(from: self)
  }

  /// What the caller's own strategies make of a value, or nil where they are not asked.
  private func custom<Value: Decodable>(_ type: Value.Type) throws -> Value? {
    if type == Date.self, case .custom(let decode) = options.values.dates, !(value is Date) {
      return try decode(self) as? Value
    }
    if type == Data.self, case .custom(let decode) = options.values.data, !(value is Data) {
      return try decode(self) as? Value
    }
    guard let type = type as? any DictionaryTextKeyedDecodable.Type else { return nil }
    return try type.members(from: self) as? Value
  }

  func child(_ value: Any, _ key: any CodingKey) -> DictionaryContainerDecoder {
    DictionaryContainerDecoder(value, options: options, path: .appending(key, to: path))
  }

  fileprivate func members() throws -> [String: Any] {
    guard let members = value as? [String: Any] else {
      throw try reading { _ in throw DictionaryReader(value, options: options).mismatch([String: Any].self) }
    }
    return members
  }
}

/// A dictionary of text keys, member by member: key strategies do not apply to them.
private protocol DictionaryTextKeyedDecodable {
  static func members(from decoder: DictionaryContainerDecoder) throws -> Any
}

extension Dictionary: DictionaryTextKeyedDecodable where Key == String, Value: Decodable {
  fileprivate static func members(from decoder: DictionaryContainerDecoder) throws -> Any {
    var members: [String: Value] = [:]
    for (key, value) in try decoder.members() {
      members[key] = try decoder.child(value, DynamicKey(key)).decode(Value.self)
    }
    return members
  }
}

private struct DictionaryKeyedDecoder<Key: CodingKey>: KeyedDecodingContainerProtocol {
  let decoder: DictionaryContainerDecoder
  private let values: [String: Any]

  init(decoder: DictionaryContainerDecoder) throws {
    self.decoder = decoder
    let members = try decoder.members()
    guard !decoder.options.usesKeysAsTheyAre else {
      values = members
      return
    }
    let path = decoder.codingPath
    var origins: [String: String] = [:]
    var values: [String: Any] = [:]
    for (key, value) in members {
      let converted = decoder.options.convertedKey(key, at: path)
      if let other = origins.updateValue(key, forKey: converted) {
        throw DecodingError.ambiguousKeys(key, other, as: converted, codingPath: path)
      }
      values[converted] = value
    }
    self.values = values
  }

  var codingPath: [any CodingKey] { decoder.codingPath }
  var allKeys: [Key] { values.keys.compactMap { Key(stringValue: $0) } }
  func contains(_ key: Key) -> Bool { values[key.stringValue] != nil }

  private func child(_ key: any CodingKey) throws -> DictionaryContainerDecoder {
    guard let value = values[key.stringValue] else {
      throw DecodingError.keyNotFound(
        key,
        .init(codingPath: codingPath, debugDescription: "No value associated with key \"\(key.stringValue)\"."))
    }
    return decoder.child(value, key)
  }

  func decodeNil(forKey key: Key) throws -> Bool { try child(key).isNull }
  @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
  func decode(_ type: Int128.Type, forKey key: Key) throws -> Int128 {
    try child(key).reading { try $0.readInteger(as: type) }
  }
  @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
  func decode(_ type: UInt128.Type, forKey key: Key) throws -> UInt128 {
    try child(key).reading { try $0.readInteger(as: type) }
  }
  func decode<T: Decodable>(_ type: T.Type, forKey key: Key) throws -> T { try child(key).decode(type) }
  func nestedContainer<Nested>(keyedBy type: Nested.Type, forKey key: Key) throws -> KeyedDecodingContainer<Nested> {
    try child(key).container(keyedBy: type)
  }
  func nestedUnkeyedContainer(forKey key: Key) throws -> any UnkeyedDecodingContainer {
    try child(key).unkeyedContainer()
  }
  func superDecoder() throws -> any Decoder { superDecoder(of: DynamicKey("super")) }
  func superDecoder(forKey key: Key) throws -> any Decoder { superDecoder(of: key) }

  /// A key that is missing is null, as `JSONDecoder` has it.
  private func superDecoder(of key: any CodingKey) -> any Decoder {
    decoder.child(values[key.stringValue] ?? DictionaryValue.null, key)
  }
}

private struct DictionaryUnkeyedDecoder: UnkeyedDecodingContainer {
  let decoder: DictionaryContainerDecoder
  private let elements: [Any]
  private(set) var currentIndex = 0

  init(decoder: DictionaryContainerDecoder) throws {
    self.decoder = decoder
    guard let elements = decoder.value as? [Any] else {
      throw try decoder.reading { reader in throw reader.mismatch([Any].self) }
    }
    self.elements = elements
  }

  var codingPath: [any CodingKey] { decoder.codingPath }
  var count: Int? { elements.count }
  var isAtEnd: Bool { currentIndex >= elements.count }

  private mutating func next<Value>(
    _ type: Any.Type, _ decode: (DictionaryContainerDecoder) throws -> Value
  ) throws -> Value {
    let value = try decode(try child(type))
    currentIndex += 1
    return value
  }

  private func child(_ type: Any.Type) throws -> DictionaryContainerDecoder {
    let key = DynamicKey(index: currentIndex)
    guard !isAtEnd else {
      throw DecodingError.valueNotFound(
        type, .init(codingPath: codingPath + [key], debugDescription: "Unkeyed container is at end."))
    }
    return decoder.child(elements[currentIndex], key)
  }

  mutating func decodeNil() throws -> Bool {
    guard try child(Never.self).isNull else { return false }
    currentIndex += 1
    return true
  }
  @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
  mutating func decode(_ type: Int128.Type) throws -> Int128 {
    try next(type) { try $0.reading { try $0.readInteger(as: type) } }
  }
  @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
  mutating func decode(_ type: UInt128.Type) throws -> UInt128 {
    try next(type) { try $0.reading { try $0.readInteger(as: type) } }
  }
  mutating func decode<T: Decodable>(_ type: T.Type) throws -> T { try next(type) { try $0.decode(type) } }
  mutating func nestedContainer<Nested>(keyedBy type: Nested.Type) throws -> KeyedDecodingContainer<Nested> {
    try next([String: Any].self) { try $0.container(keyedBy: type) }
  }
  mutating func nestedUnkeyedContainer() throws -> any UnkeyedDecodingContainer {
    try next([Any].self) { try $0.unkeyedContainer() }
  }
  mutating func superDecoder() throws -> any Decoder { try next((any Decoder).self) { $0 } }
}

private struct DictionarySingleValueDecoder: SingleValueDecodingContainer {
  let decoder: DictionaryContainerDecoder

  var codingPath: [any CodingKey] { decoder.codingPath }

  func decodeNil() -> Bool { decoder.isNull }
  func decode(_ type: Bool.Type) throws -> Bool { try decoder.reading { try $0.readBool() } }
  func decode(_ type: String.Type) throws -> String { try decoder.reading { try $0.readString() } }
  func decode(_ type: Double.Type) throws -> Double { try decoder.reading { try $0.readDouble() } }
  func decode(_ type: Float.Type) throws -> Float { try decoder.reading { try $0.readFloat() } }
  func decode(_ type: Int.Type) throws -> Int { try integer(type) }
  func decode(_ type: Int8.Type) throws -> Int8 { try integer(type) }
  func decode(_ type: Int16.Type) throws -> Int16 { try integer(type) }
  func decode(_ type: Int32.Type) throws -> Int32 { try integer(type) }
  func decode(_ type: Int64.Type) throws -> Int64 { try integer(type) }
  func decode(_ type: UInt.Type) throws -> UInt { try integer(type) }
  func decode(_ type: UInt8.Type) throws -> UInt8 { try integer(type) }
  func decode(_ type: UInt16.Type) throws -> UInt16 { try integer(type) }
  func decode(_ type: UInt32.Type) throws -> UInt32 { try integer(type) }
  func decode(_ type: UInt64.Type) throws -> UInt64 { try integer(type) }
  @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
  func decode(_ type: Int128.Type) throws -> Int128 { try integer(type) }
  @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
  func decode(_ type: UInt128.Type) throws -> UInt128 { try integer(type) }
  func decode<T: Decodable>(_ type: T.Type) throws -> T { try decoder.decode(type) }

  private func integer<Integer: FixedWidthInteger>(_ type: Integer.Type) throws -> Integer {
    try decoder.reading { try $0.readInteger(as: type) }
  }
}
