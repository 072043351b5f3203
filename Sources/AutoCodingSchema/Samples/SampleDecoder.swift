import AutoCoding

/// A decoder without data, for types with their own `Codable` code: it has every key, and a value of every type.
struct SampleDecoder: Decoder {
  let contents: SampleContents
  /// The type whose code is called; nil for a part of it.
  let type: Any.Type?
  /// The case to make, if the type is an enum.
  let position: Int?

  init(_ contents: SampleContents, of type: Any.Type? = nil, case position: Int? = nil) {
    self.contents = contents
    self.type = type
    self.position = position
  }

  var codingPath: [any CodingKey] { contents.path }
  var userInfo: [CodingUserInfoKey: Any] { [:] }

  func container<Key: CodingKey>(keyedBy type: Key.Type) throws -> KeyedDecodingContainer<Key> {
    KeyedDecodingContainer(SampleKeyedContainer(contents, depth: 0, case: position))
  }

  func unkeyedContainer() throws -> any UnkeyedDecodingContainer { SampleUnkeyedContainer(contents, depth: 0) }

  func singleValueContainer() throws -> any SingleValueDecodingContainer { SampleSingleValueContainer(decoder: self) }
}

extension SampleContents {
  /// Makes a value for a container.
  func decoded<Value: Decodable>(_ type: Value.Type) throws -> Value {
    // A type that is only Decodable has no codec.
    guard let codec = try Discovery.codecIfAny(for: type) else { return try Value(from: SampleDecoder(self, of: type)) }
    return try value(of: type, as: codec._withUnsafeGuaranteedRef { $0 })
  }

  /// Whether code that can do without a value gets none.
  fileprivate var isWithout: Bool { isFull && form == .first }

  /// Returns the depth of a container in another, which code may nest without end.
  ///
  /// - Throws: `DecodingError` if it does.
  fileprivate func depth(below depth: Int) throws -> Int {
    guard depth < 32 else {
      throw DecodingError.dataCorrupted(
        .init(codingPath: path, debugDescription: "The code asks for more than 32 containers, each in the one before."))
    }
    return depth + 1
  }
}

private struct SampleKeyedContainer<Key: CodingKey>: KeyedDecodingContainerProtocol {
  let contents: SampleContents
  /// How many containers are around it.
  let depth: Int
  /// The only key, by its position, if a key is the case of an enum.
  let position: Int?

  init(_ contents: SampleContents, depth: Int, case position: Int? = nil) {
    self.contents = contents
    self.depth = depth
    self.position = position
  }

  var codingPath: [any CodingKey] { contents.path }

  /// The cases of an enum of keys; two keys of any other type of keys.
  var allKeys: [Key] {
    guard let layout = contents.layout(of: Key.self), !layout.cases.isEmpty,
      layout.cases.allSatisfy({ $0.payload == nil })
    else {
      return (0..<2).compactMap { _ in Key(stringValue: "key\(contents.number())") }
    }
    let count = layout.cases.count
    return (position.map { [$0 % count] } ?? Array(0..<count)).map { layout.value(ofCase: $0, as: Key.self) }
  }

  /// All but the keys that AutoCoding writes itself.
  func contains(_ key: Key) -> Bool {
    key.stringValue != TypeNames.classKey && key.stringValue != ArchivedVersions.key
  }

  func decodeNil(forKey key: Key) throws -> Bool { contents.isWithout }

  func decode<Value: Decodable>(_ type: Value.Type, forKey key: Key) throws -> Value {
    try contents.under(key) { try contents.decoded(type) }
  }

  func decodeIfPresent<Value: Decodable>(_ type: Value.Type, forKey key: Key) throws -> Value? {
    guard contains(key), !contents.isWithout else { return nil }
    do {
      return try decode(type, forKey: key)
    } catch is SampleDeadEnd {
      return nil
    }
  }

  func nestedContainer<Nested: CodingKey>(
    keyedBy type: Nested.Type, forKey key: Key
  ) throws -> KeyedDecodingContainer<Nested> {
    KeyedDecodingContainer(SampleKeyedContainer<Nested>(contents, depth: try contents.depth(below: depth)))
  }

  func nestedUnkeyedContainer(forKey key: Key) throws -> any UnkeyedDecodingContainer {
    SampleUnkeyedContainer(contents, depth: try contents.depth(below: depth))
  }

  func superDecoder() throws -> any Decoder { SampleDecoder(contents) }
  func superDecoder(forKey key: Key) throws -> any Decoder { SampleDecoder(contents) }
}

/// As many elements as the form of contents says.
private struct SampleUnkeyedContainer: UnkeyedDecodingContainer {
  let contents: SampleContents
  /// How many containers are around it.
  private let depth: Int
  private let elementCount: Int
  private(set) var currentIndex = 0

  init(_ contents: SampleContents, depth: Int) {
    self.contents = contents
    self.depth = depth
    elementCount = contents.isWithout ? 0 : contents.form.elementCount
  }

  var codingPath: [any CodingKey] { contents.path }
  var count: Int? { elementCount }
  var isAtEnd: Bool { currentIndex >= elementCount }

  /// Returns the index of the next element, and passes it.
  private mutating func next(_ type: Any.Type) throws -> Int {
    guard !isAtEnd else {
      throw DecodingError.valueNotFound(
        type, .init(codingPath: contents.path, debugDescription: "The container has \(elementCount) elements."))
    }
    defer { currentIndex += 1 }
    return currentIndex
  }

  mutating func decodeNil() throws -> Bool { false }

  mutating func decode<Value: Decodable>(_ type: Value.Type) throws -> Value {
    let index = try next(type)
    return try contents.under(DynamicKey(index: index)) { try contents.decoded(type) }
  }

  mutating func nestedContainer<Key: CodingKey>(keyedBy type: Key.Type) throws -> KeyedDecodingContainer<Key> {
    _ = try next([String: Any].self)
    return KeyedDecodingContainer(SampleKeyedContainer<Key>(contents, depth: try contents.depth(below: depth)))
  }

  mutating func nestedUnkeyedContainer() throws -> any UnkeyedDecodingContainer {
    _ = try next([Any].self)
    return SampleUnkeyedContainer(contents, depth: try contents.depth(below: depth))
  }

  mutating func superDecoder() throws -> any Decoder {
    _ = try next((any Decoder).self)
    return SampleDecoder(contents)
  }
}

private struct SampleSingleValueContainer: SingleValueDecodingContainer {
  let decoder: SampleDecoder

  var codingPath: [any CodingKey] { decoder.codingPath }

  func decodeNil() -> Bool { false }

  func decode<Value: Decodable>(_ type: Value.Type) throws -> Value {
    // The codec of a type with its own code asks for the type itself.
    type == decoder.type ? try Value(from: decoder) : try decoder.contents.decoded(type)
  }
}
