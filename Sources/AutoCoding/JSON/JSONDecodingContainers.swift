/// The members of an object: where the value of each key is.
struct JSONMembers {
  /// In the order of the text; a key that comes twice has one.
  private(set) var keys: [String] = []
  /// The entries of the values.
  private var positions: [Int] = []
  /// Where each key is in the list, if there are many: comparing few takes less time than hashing one.
  private var table: [String: Int] = [:]

  /// - Parameter convert: What a key in the text stands for.
  init(of decoder: JSONContainerDecoder, _ convert: (String) -> String) throws {
    let entries = decoder.session.entries
    let end = entries[decoder.position].end
    let usesLast = decoder.session.options.values.repeatedKeys == .useLast
    self = try decoder.reading { reader in
      try reader.beginRecord()
      var members = JSONMembers()
      var position = decoder.position + 1
      while position < end {
        reader.next = reader.start + entries[position].offset
        members.add(convert(try reader.readString()), position + 1, replacing: usesLast)
        position = entries[position + 1].end
      }
      return members
    }
  }

  private init() {}

  private mutating func add(_ key: String, _ position: Int, replacing: Bool) {
    if let index = index(of: key) {
      if replacing { positions[index] = position }
      return
    }
    if keys.count == 16 { table = Dictionary(uniqueKeysWithValues: zip(keys, keys.indices)) }
    if keys.count >= 16 { table[key] = keys.count }
    keys.append(key)
    positions.append(position)
  }

  private func index(of key: String) -> Int? {
    table.isEmpty ? keys.firstIndex(of: key) : table[key]
  }

  /// The entry of a key's value.
  func position(of key: String) -> Int? {
    index(of: key).map { positions[$0] }
  }
}

struct JSONKeyedDecoder<Key: CodingKey>: KeyedDecodingContainerProtocol {
  let decoder: JSONContainerDecoder
  private let members: JSONMembers

  init(decoder: JSONContainerDecoder) throws {
    self.decoder = decoder
    members =
      switch decoder.session.options.values.keys {
      case .convertFromSnakeCase: try JSONMembers(of: decoder, JSONKeys.camelCase)
      case .custom(let convert):
        try JSONMembers(of: decoder) { [path = decoder.codingPath] in convert(path + [DynamicKey($0)]).stringValue }
      default: try JSONMembers(of: decoder) { $0 }
      }
  }

  var codingPath: [any CodingKey] { decoder.codingPath }
  var allKeys: [Key] { members.keys.compactMap { Key(stringValue: $0) } }
  func contains(_ key: Key) -> Bool { members.position(of: key.stringValue) != nil }

  private func position(of key: any CodingKey) throws -> Int {
    guard let position = members.position(of: key.stringValue) else {
      throw DecodingError.keyNotFound(
        key,
        .init(
          codingPath: codingPath,
          debugDescription: "No value associated with key \"\(key.stringValue)\" (\"\(key.stringValue)\")."))
    }
    return position
  }

  private func child(_ key: any CodingKey) throws -> JSONContainerDecoder {
    decoder.child(try position(of: key), key)
  }

  /// Reads a value that needs no decoder, and so no path but for an error.
  @inline(__always)
  private func reading<Value>(_ key: Key, _ read: (inout JSONReader) throws -> Value) throws -> Value {
    let position = try position(of: key)
    do {
      return try decoder.session.reading(at: position, read)
    } catch {
      throw JSONPath.locating(error, at: .appending(key, to: decoder.path))
    }
  }

  func decodeNil(forKey key: Key) throws -> Bool { try reading(key) { try $0.readNull() } }
  func decode(_ type: Bool.Type, forKey key: Key) throws -> Bool { try reading(key) { try $0.readBool() } }
  func decode(_ type: String.Type, forKey key: Key) throws -> String { try reading(key) { try $0.readString() } }
  func decode(_ type: Double.Type, forKey key: Key) throws -> Double { try reading(key) { try $0.readDouble() } }
  func decode(_ type: Int.Type, forKey key: Key) throws -> Int { try reading(key) { try $0.readInteger(as: Int.self) } }
  @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
  func decode(_ type: Int128.Type, forKey key: Key) throws -> Int128 {
    try reading(key) { try $0.readInteger(as: type) }
  }
  @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
  func decode(_ type: UInt128.Type, forKey key: Key) throws -> UInt128 {
    try reading(key) { try $0.readInteger(as: type) }
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
    members.position(of: key.stringValue) == nil
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
