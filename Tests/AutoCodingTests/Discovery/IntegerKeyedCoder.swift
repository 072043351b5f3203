import Testing

/// What a format holds whose keys are integers if the type has some, as CBOR's and MessagePack's coders have them.
indirect enum IntegerKeyedValue: Equatable {
  enum Key: Hashable {
    case int(Int)
    case text(String)

    init(_ key: any CodingKey) { self = key.intValue.map(Key.int) ?? .text(key.stringValue) }
  }

  struct Member: Equatable {
    let key: Key
    let value: IntegerKeyedValue
  }

  case null
  case bool(Bool)
  case int(Int)
  case double(Double)
  case text(String)
  case array([IntegerKeyedValue])
  /// In the order in which they were encoded.
  case map([Member])

  static func encoding(_ value: some Encodable) throws -> IntegerKeyedValue {
    let encoder = IntegerKeyedEncoder(codingPath: [])
    try value.encode(to: encoder)
    return encoder.node.value
  }

  func decode<Value: Decodable>(_ type: Value.Type) throws -> Value {
    try Value(from: IntegerKeyedDecoder(value: self, codingPath: []))
  }

  /// The same members in the opposite order.
  var reversed: IntegerKeyedValue {
    switch self {
    case .array(let elements): .array(elements.map(\.reversed))
    case .map(let members): .map(members.reversed().map { .init(key: $0.key, value: $0.value.reversed) })
    default: self
    }
  }
}

/// A value that is being put together.
final class IntegerKeyedNode {
  enum Content {
    case value(IntegerKeyedValue)
    case array([IntegerKeyedNode])
    case map([(key: IntegerKeyedValue.Key, value: IntegerKeyedNode)])
  }

  var content = Content.value(.map([]))

  var value: IntegerKeyedValue {
    switch content {
    case .value(let value): value
    case .array(let nodes): .array(nodes.map(\.value))
    case .map(let members): .map(members.map { .init(key: $0.key, value: $0.value.value) })
    }
  }

  func append() -> IntegerKeyedNode {
    guard case .array(var nodes) = content else { return IntegerKeyedNode() }
    nodes.append(IntegerKeyedNode())
    content = .array(nodes)
    return nodes[nodes.count - 1]
  }

  func add(_ key: any CodingKey) -> IntegerKeyedNode {
    guard case .map(var members) = content else { return IntegerKeyedNode() }
    let node = IntegerKeyedNode()
    members.append((IntegerKeyedValue.Key(key), node))
    content = .map(members)
    return node
  }
}

private struct IntegerKeyedEncoder: Encoder {
  var codingPath: [any CodingKey]
  var userInfo: [CodingUserInfoKey: Any] { [:] }
  var node = IntegerKeyedNode()

  func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
    if case .map = node.content {} else { node.content = .map([]) }
    return KeyedEncodingContainer(Keyed<Key>(node: node, codingPath: codingPath))
  }
  func unkeyedContainer() -> any UnkeyedEncodingContainer {
    node.content = .array([])
    return Values(node: node, codingPath: codingPath, isSingle: false)
  }
  func singleValueContainer() -> any SingleValueEncodingContainer {
    Values(node: node, codingPath: codingPath, isSingle: true)
  }

  static func encode<T: Encodable>(_ value: T, to node: IntegerKeyedNode, _ codingPath: [any CodingKey]) throws {
    switch value {
    case let value as Bool: node.content = .value(.bool(value))
    case let value as any BinaryInteger: node.content = .value(.int(Int(clamping: value)))
    case let value as Double: node.content = .value(.double(value))
    case let value as String: node.content = .value(.text(value))
    default: try value.encode(to: IntegerKeyedEncoder(codingPath: codingPath, node: node))
    }
  }

  struct Keyed<Key: CodingKey>: KeyedEncodingContainerProtocol {
    let node: IntegerKeyedNode
    let codingPath: [any CodingKey]

    mutating func encodeNil(forKey key: Key) throws { node.add(key).content = .value(.null) }
    mutating func encode<T: Encodable>(_ value: T, forKey key: Key) throws {
      try IntegerKeyedEncoder.encode(value, to: node.add(key), codingPath + [key])
    }
    mutating func nestedContainer<Nested>(
      keyedBy type: Nested.Type, forKey key: Key
    ) -> KeyedEncodingContainer<Nested> {
      IntegerKeyedEncoder(codingPath: codingPath + [key], node: node.add(key)).container(keyedBy: type)
    }
    mutating func nestedUnkeyedContainer(forKey key: Key) -> any UnkeyedEncodingContainer {
      IntegerKeyedEncoder(codingPath: codingPath + [key], node: node.add(key)).unkeyedContainer()
    }
    mutating func superEncoder() -> any Encoder { IntegerKeyedEncoder(codingPath: codingPath) }
    mutating func superEncoder(forKey key: Key) -> any Encoder {
      IntegerKeyedEncoder(codingPath: codingPath + [key], node: node.add(key))
    }
  }

  struct Values: UnkeyedEncodingContainer, SingleValueEncodingContainer {
    let node: IntegerKeyedNode
    let codingPath: [any CodingKey]
    let isSingle: Bool
    var count: Int { if case .array(let nodes) = node.content { nodes.count } else { 0 } }
    private func next() -> IntegerKeyedNode { isSingle ? node : node.append() }

    mutating func encodeNil() throws { next().content = .value(.null) }
    mutating func encode<T: Encodable>(_ value: T) throws {
      try IntegerKeyedEncoder.encode(value, to: next(), codingPath)
    }
    mutating func nestedContainer<Nested>(keyedBy type: Nested.Type) -> KeyedEncodingContainer<Nested> {
      IntegerKeyedEncoder(codingPath: codingPath, node: next()).container(keyedBy: type)
    }
    mutating func nestedUnkeyedContainer() -> any UnkeyedEncodingContainer {
      IntegerKeyedEncoder(codingPath: codingPath, node: next()).unkeyedContainer()
    }
    mutating func superEncoder() -> any Encoder { IntegerKeyedEncoder(codingPath: codingPath, node: next()) }
  }
}

private struct IntegerKeyedDecoder: Decoder {
  let value: IntegerKeyedValue
  let codingPath: [any CodingKey]
  var userInfo: [CodingUserInfoKey: Any] { [:] }

  private func mismatch(_ type: Any.Type) -> DecodingError {
    .typeMismatch(type, .init(codingPath: codingPath, debugDescription: "found \(value)"))
  }

  func container<Key: CodingKey>(keyedBy type: Key.Type) throws -> KeyedDecodingContainer<Key> {
    guard case .map(let members) = value else { throw mismatch([String: Any].self) }
    return KeyedDecodingContainer(Keyed<Key>(members: members, codingPath: codingPath))
  }
  func unkeyedContainer() throws -> any UnkeyedDecodingContainer {
    guard case .array(let elements) = value else { throw mismatch([Any].self) }
    return Elements(elements: elements, codingPath: codingPath)
  }
  func singleValueContainer() throws -> any SingleValueDecodingContainer { Single(decoder: self) }

  func decode<T: Decodable>(_ type: T.Type) throws -> T {
    let found: Any? =
      switch value {
      case .bool(let value) where type == Bool.self: value
      case .double(let value) where type == Double.self: value
      case .text(let value) where type == String.self: value
      case .int(let value): (type as? any BinaryInteger.Type).flatMap { $0.init(exactly: value) }
      default: nil
      }
    if let found = found as? T { return found }
    if type is any BinaryInteger.Type || type == Bool.self || type == Double.self || type == String.self {
      throw mismatch(type)
    }
    return try T(from: self)
  }

  struct Keyed<Key: CodingKey>: KeyedDecodingContainerProtocol {
    let members: [IntegerKeyedValue.Member]
    let codingPath: [any CodingKey]

    var allKeys: [Key] {
      members.compactMap { member in
        switch member.key {
        case .int(let value): Key(intValue: value)
        case .text(let text): Key(stringValue: text)
        }
      }
    }
    func contains(_ key: Key) -> Bool { members.contains { $0.key == .init(key) } }
    private func decoder(_ key: Key) throws -> IntegerKeyedDecoder {
      guard let member = members.first(where: { $0.key == .init(key) }) else {
        throw DecodingError.keyNotFound(key, .init(codingPath: codingPath, debugDescription: ""))
      }
      return IntegerKeyedDecoder(value: member.value, codingPath: codingPath + [key])
    }
    func decodeNil(forKey key: Key) throws -> Bool { try decoder(key).value == .null }
    func decode<T: Decodable>(_ type: T.Type, forKey key: Key) throws -> T { try decoder(key).decode(type) }
    func nestedContainer<Nested>(
      keyedBy type: Nested.Type, forKey key: Key
    ) throws -> KeyedDecodingContainer<Nested> { try decoder(key).container(keyedBy: type) }
    func nestedUnkeyedContainer(forKey key: Key) throws -> any UnkeyedDecodingContainer {
      try decoder(key).unkeyedContainer()
    }
    func superDecoder() throws -> any Decoder { IntegerKeyedDecoder(value: .map(members), codingPath: codingPath) }
    func superDecoder(forKey key: Key) throws -> any Decoder { try decoder(key) }
  }

  struct Elements: UnkeyedDecodingContainer {
    let elements: [IntegerKeyedValue]
    let codingPath: [any CodingKey]
    var currentIndex = 0
    var count: Int? { elements.count }
    var isAtEnd: Bool { currentIndex == elements.count }

    private mutating func next() throws -> IntegerKeyedDecoder {
      defer { currentIndex += 1 }
      return IntegerKeyedDecoder(value: try #require(isAtEnd ? nil : elements[currentIndex]), codingPath: codingPath)
    }
    mutating func decodeNil() throws -> Bool {
      guard !isAtEnd, elements[currentIndex] == .null else { return false }
      currentIndex += 1
      return true
    }
    mutating func decode<T: Decodable>(_ type: T.Type) throws -> T { try next().decode(type) }
    mutating func nestedContainer<Nested>(keyedBy type: Nested.Type) throws -> KeyedDecodingContainer<Nested> {
      try next().container(keyedBy: type)
    }
    mutating func nestedUnkeyedContainer() throws -> any UnkeyedDecodingContainer { try next().unkeyedContainer() }
    mutating func superDecoder() throws -> any Decoder { try next() }
  }

  struct Single: SingleValueDecodingContainer {
    let decoder: IntegerKeyedDecoder
    var codingPath: [any CodingKey] { decoder.codingPath }
    func decodeNil() -> Bool { decoder.value == .null }
    func decode<T: Decodable>(_ type: T.Type) throws -> T { try decoder.decode(type) }
  }
}
