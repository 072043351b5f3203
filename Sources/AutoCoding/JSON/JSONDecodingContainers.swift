/// The members of an object: where the value of each key is.
struct JSONMembers {
  /// In the order of the text.
  private(set) var pairs: [(key: String, position: Int)] = []

  init(of decoder: JSONContainerDecoder) throws {
    let entries = decoder.session.entries
    pairs = try decoder.reading { reader in
      try reader.beginRecord()
      var pairs: [(key: String, position: Int)] = []
      var position = decoder.position + 1
      while position < entries[decoder.position].end {
        reader.next = reader.start + entries[position].offset
        pairs.append((try reader.readText(), position + 1))
        position = entries[position + 1].end
      }
      return pairs
    }
  }
}

struct JSONKeyedDecoder<Key: CodingKey>: KeyedDecodingContainerProtocol {
  let decoder: JSONContainerDecoder
  private let positions: [String: Int]
  private let keys: [String]

  init(decoder: JSONContainerDecoder) throws {
    self.decoder = decoder
    var positions: [String: Int] = [:]
    var keys: [String] = []
    let options = decoder.session.options
    let path = options.usesKeysAsTheyAre ? [] : decoder.codingPath
    for (text, position) in try JSONMembers(of: decoder).pairs {
      let key: String =
        switch options.keys {
        case .useDefaultKeys: text
        case .convertFromSnakeCase: JSONKeys.camelCase(text)
        case .custom(let convert): convert(path + [DynamicKey(text)]).stringValue
        @unknown default: text
        }
      let isRepeated = positions[key] != nil
      if !isRepeated { keys.append(key) }
      if !isRepeated || options.repeatedKeys == .useLast { positions[key] = position }
    }
    self.positions = positions
    self.keys = keys
  }

  var codingPath: [any CodingKey] { decoder.codingPath }
  var allKeys: [Key] { keys.compactMap { Key(stringValue: $0) } }
  func contains(_ key: Key) -> Bool { positions[key.stringValue] != nil }

  private func child(_ key: any CodingKey) throws -> JSONContainerDecoder {
    guard let position = positions[key.stringValue] else {
      throw DecodingError.keyNotFound(
        key,
        .init(
          codingPath: codingPath,
          debugDescription: "No value associated with key \"\(key.stringValue)\" (\"\(key.stringValue)\")."))
    }
    return decoder.child(position, key)
  }

  func decodeNil(forKey key: Key) throws -> Bool { try child(key).isNull }
  func decode(_ type: Bool.Type, forKey key: Key) throws -> Bool { try child(key).reading { try $0.readBool() } }
  func decode(_ type: String.Type, forKey key: Key) throws -> String { try child(key).reading { try $0.readString() } }
  func decode(_ type: Double.Type, forKey key: Key) throws -> Double { try child(key).reading { try $0.readDouble() } }
  func decode(_ type: Int.Type, forKey key: Key) throws -> Int {
    try child(key).reading { try $0.readInteger(as: Int.self) }
  }
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
  func superDecoder() throws -> any Decoder { try superDecoder(of: DynamicKey("super")) }
  func superDecoder(forKey key: Key) throws -> any Decoder { try superDecoder(of: key) }

  private func superDecoder(of key: any CodingKey) throws -> any Decoder {
    // A key that is missing is null, as `JSONDecoder` has it.
    positions[key.stringValue] == nil
      ? TreeDecoder(.null, codingPath: codingPath + [key], userInfo: decoder.userInfo) : try child(key)
  }
}

struct JSONUnkeyedDecoder: UnkeyedDecodingContainer {
  let decoder: JSONContainerDecoder
  private let positions: [Int]
  private(set) var currentIndex = 0

  init(decoder: JSONContainerDecoder) throws {
    self.decoder = decoder
    let entries = decoder.session.entries
    try decoder.reading { _ = try $0.beginArray() }
    var positions: [Int] = []
    var position = decoder.position + 1
    while position < entries[decoder.position].end {
      positions.append(position)
      position = entries[position].end
    }
    self.positions = positions
  }

  var codingPath: [any CodingKey] { decoder.codingPath }
  var count: Int? { positions.count }
  var isAtEnd: Bool { currentIndex >= positions.count }

  private func child(_ type: Any.Type) throws -> JSONContainerDecoder {
    let key = DynamicKey(index: currentIndex)
    guard !isAtEnd else {
      throw DecodingError.valueNotFound(
        type, .init(codingPath: codingPath + [key], debugDescription: "Unkeyed container is at end."))
    }
    return decoder.child(positions[currentIndex], key)
  }

  private mutating func next<Value>(
    _ type: Any.Type, _ decode: (JSONContainerDecoder) throws -> Value
  ) throws -> Value {
    let value = try decode(try child(type))
    currentIndex += 1
    return value
  }

  mutating func decodeNil() throws -> Bool {
    guard try child(Never.self).isNull else { return false }
    currentIndex += 1
    return true
  }
  mutating func decode(_ type: Bool.Type) throws -> Bool { try next(type) { try $0.reading { try $0.readBool() } } }
  mutating func decode(_ type: String.Type) throws -> String {
    try next(type) { try $0.reading { try $0.readString() } }
  }
  mutating func decode(_ type: Double.Type) throws -> Double {
    try next(type) { try $0.reading { try $0.readDouble() } }
  }
  mutating func decode(_ type: Int.Type) throws -> Int {
    try next(type) { try $0.reading { try $0.readInteger(as: Int.self) } }
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

struct JSONSingleValueDecoder: SingleValueDecodingContainer {
  let decoder: JSONContainerDecoder

  var codingPath: [any CodingKey] { decoder.codingPath }

  func decodeNil() -> Bool { (try? decoder.isNull) ?? false }
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
