/// Reads the members of an object.
final class KeyedContainerDecoder<Key: CodingKey>: KeyedContainer, KeyedDecodingContainerProtocol {
  private let reference: Unmanaged<ContainerSource>
  /// The position of the object.
  @exclusivity(unchecked) private var object: Int

  init(decoder: ContainerDecoder) {
    reference = decoder.reference
    object = decoder.position
    super.init(path: decoder.path)
  }

  /// Precondition: the decoder has the container's source.
  func use(for decoder: ContainerDecoder) { object = decoder.position }

  /// Precondition: the container is in use.
  private var source: ContainerSource { reference.takeUnretainedValue() }

  var codingPath: [any CodingKey] { path.keys }
  var allKeys: [Key] {
    // The object of an enum with payloads has one key.
    if source.usesKeysAsTheyAre, let name = try? source.onlyKey(of: object) {
      return keyedContainerMaker(for: Key.self)._withUnsafeGuaranteedRef { $0.keys(named: name) }
    }
    // The bridge refuses a duplicate case; all other code gets each key once.
    let isOfBridge = Key.self == PropertyKey.self || Key.self == EveryKey.self
    let found =
      try? isOfBridge
      ? source.allKeys(of: object) : source.keys(of: object)
    guard let names = found, !names.isEmpty else { return [] }
    // In unspecialized code, `compactMap` takes three times as long.
    return [Key](unsafeUninitializedCapacity: names.count) { keys, count in
      guard let first = keys.baseAddress else { return }
      for name in names {
        guard let key = Key(stringValue: name) else { continue }
        (first + count).initialize(to: key)
        count += 1
      }
    }
  }
  func contains(_ key: Key) -> Bool {
    (try? source.value(forKey: key, of: object)) ?? ContainerSource.null
      != ContainerSource.null
  }

  // MARK: Positions

  /// Calls `read`. Its errors get the path of the key.
  @inline(__always)
  private func reading<Result>(_ key: Key, _ read: (ContainerSource) throws -> Result) throws -> Result {
    do {
      return try reference._withUnsafeGuaranteedRef { try read($0) }
    } catch {
      throw ContainerPath.locating(error, at: .appending(key, to: path))
    }
  }

  @inline(__always)
  private func position(_ key: Key) throws -> Int {
    let position = try reading(key) { try $0.value(forKey: key, of: object) }
    if position == ContainerSource.null { throw notFound(key) }
    return position
  }

  /// Returns the position of a value, or nil if it is missing or null.
  @inline(__always)
  private func positionIfPresent(_ key: Key) throws -> Int? {
    try reading(key) { source in
      let position = try source.value(forKey: key, of: object)
      return try position == ContainerSource.null || source.isNull(position) ? nil : position
    }
  }

  @inline(never)
  private func notFound(_ key: any CodingKey) -> DecodingError {
    .keyNotFound(
      key,
      .init(
        codingPath: codingPath,
        debugDescription: "No value associated with key \"\(key.stringValue)\" (\"\(key.stringValue)\")."))
  }

  @inline(__always)
  private func withChild<Result>(
    _ key: any CodingKey, _ position: Int, _ body: (ContainerDecoder) throws -> Result
  ) rethrows -> Result {
    try reference._withUnsafeGuaranteedRef {
      try body(ContainerDecoder(source: $0, position: position, path: $0.keptPath(key, in: path)))
    }
  }

  // MARK: Leaves

  @inline(__always)
  private func leaf<Value: BitwiseCopyable>(_ kind: Codec.Kind, _ zero: Value, _ key: Key) throws -> Value {
    try leaf(kind, zero, key, position(key))
  }

  @inline(__always)
  private func leaf<Value: BitwiseCopyable>(
    _ kind: Codec.Kind, _ zero: Value, _ key: Key, _ position: Int
  ) throws -> Value {
    try reading(key) { try $0.leaf(kind, at: position, zero) }
  }

  @inline(__always)
  private func leafIfPresent<Value: BitwiseCopyable>(_ kind: Codec.Kind, _ zero: Value, _ key: Key) throws -> Value? {
    guard let position = try positionIfPresent(key) else { return nil }
    return try leaf(kind, zero, key, position)
  }

  private func string(_ key: Key, _ position: Int) throws -> String {
    try reading(key) { try $0.readString(at: position) }
  }

  func decodeNil(forKey key: Key) throws -> Bool {
    let position = try position(key)
    return try reading(key) { try $0.isNull(position) }
  }
  func decode(_ type: Bool.Type, forKey key: Key) throws -> Bool { try leaf(.bool, false, key) }
  func decode(_ type: String.Type, forKey key: Key) throws -> String { try string(key, position(key)) }
  func decode(_ type: Double.Type, forKey key: Key) throws -> Double { try leaf(.double, 0, key) }
  func decode(_ type: Float.Type, forKey key: Key) throws -> Float { try leaf(.float, 0, key) }
  func decode(_ type: Int.Type, forKey key: Key) throws -> Int { try leaf(.int, 0, key) }
  func decode(_ type: Int8.Type, forKey key: Key) throws -> Int8 { try leaf(.int8, 0, key) }
  func decode(_ type: Int16.Type, forKey key: Key) throws -> Int16 { try leaf(.int16, 0, key) }
  func decode(_ type: Int32.Type, forKey key: Key) throws -> Int32 { try leaf(.int32, 0, key) }
  func decode(_ type: Int64.Type, forKey key: Key) throws -> Int64 { try leaf(.int64, 0, key) }
  func decode(_ type: UInt.Type, forKey key: Key) throws -> UInt { try leaf(.uint, 0, key) }
  func decode(_ type: UInt8.Type, forKey key: Key) throws -> UInt8 { try leaf(.uint8, 0, key) }
  func decode(_ type: UInt16.Type, forKey key: Key) throws -> UInt16 { try leaf(.uint16, 0, key) }
  func decode(_ type: UInt32.Type, forKey key: Key) throws -> UInt32 { try leaf(.uint32, 0, key) }
  func decode(_ type: UInt64.Type, forKey key: Key) throws -> UInt64 { try leaf(.uint64, 0, key) }
  @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
  func decode(_ type: Int128.Type, forKey key: Key) throws -> Int128 { try leaf(.int128, 0, key) }
  @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
  func decode(_ type: UInt128.Type, forKey key: Key) throws -> UInt128 { try leaf(.uint128, 0, key) }
  func decode<T: Decodable>(_ type: T.Type, forKey key: Key) throws -> T {
    try decode(type, key, position(key))
  }

  // The default implementations of these look a key up three times.

  func decodeIfPresent(_ type: Bool.Type, forKey key: Key) throws -> Bool? { try leafIfPresent(.bool, false, key) }
  func decodeIfPresent(_ type: String.Type, forKey key: Key) throws -> String? {
    guard let position = try positionIfPresent(key) else { return nil }
    return try string(key, position)
  }
  func decodeIfPresent(_ type: Double.Type, forKey key: Key) throws -> Double? { try leafIfPresent(.double, 0, key) }
  func decodeIfPresent(_ type: Float.Type, forKey key: Key) throws -> Float? { try leafIfPresent(.float, 0, key) }
  func decodeIfPresent(_ type: Int.Type, forKey key: Key) throws -> Int? { try leafIfPresent(.int, 0, key) }
  func decodeIfPresent(_ type: Int8.Type, forKey key: Key) throws -> Int8? { try leafIfPresent(.int8, 0, key) }
  func decodeIfPresent(_ type: Int16.Type, forKey key: Key) throws -> Int16? { try leafIfPresent(.int16, 0, key) }
  func decodeIfPresent(_ type: Int32.Type, forKey key: Key) throws -> Int32? { try leafIfPresent(.int32, 0, key) }
  func decodeIfPresent(_ type: Int64.Type, forKey key: Key) throws -> Int64? { try leafIfPresent(.int64, 0, key) }
  func decodeIfPresent(_ type: UInt.Type, forKey key: Key) throws -> UInt? { try leafIfPresent(.uint, 0, key) }
  func decodeIfPresent(_ type: UInt8.Type, forKey key: Key) throws -> UInt8? { try leafIfPresent(.uint8, 0, key) }
  func decodeIfPresent(_ type: UInt16.Type, forKey key: Key) throws -> UInt16? { try leafIfPresent(.uint16, 0, key) }
  func decodeIfPresent(_ type: UInt32.Type, forKey key: Key) throws -> UInt32? { try leafIfPresent(.uint32, 0, key) }
  func decodeIfPresent(_ type: UInt64.Type, forKey key: Key) throws -> UInt64? { try leafIfPresent(.uint64, 0, key) }
  func decodeIfPresent<T: Decodable>(_ type: T.Type, forKey key: Key) throws -> T? {
    guard let position = try positionIfPresent(key) else { return nil }
    return try decode(type, key, position)
  }

  private func decode<T: Decodable>(_ type: T.Type, _ key: Key, _ position: Int) throws -> T {
    try reference._withUnsafeGuaranteedRef { source in
      try source.decode(type, at: position) { withPath { source.paths.appending(key, to: $0) } }
    }
  }

  // MARK: Containers

  func nestedContainer<Nested>(keyedBy type: Nested.Type, forKey key: Key) throws -> KeyedDecodingContainer<Nested> {
    try withChild(key, position(key)) { try $0.container(keyedBy: type) }
  }
  func nestedUnkeyedContainer(forKey key: Key) throws -> any UnkeyedDecodingContainer {
    try withChild(key, position(key)) { try $0.unkeyedContainer() }
  }
  func superDecoder() throws -> any Decoder { try superDecoder(of: DynamicKey("super")) }
  func superDecoder(forKey key: Key) throws -> any Decoder { try superDecoder(of: key) }

  private func superDecoder(of key: any CodingKey) throws -> any Decoder {
    // As with `JSONDecoder`, a missing key is null.
    withChild(key, try source.value(forKey: key, of: object)) { $0 }
  }
}

/// Reads the elements of an array.
struct UnkeyedContainerDecoder: UnkeyedDecodingContainer {
  let decoder: ContainerDecoder
  /// The position of the next element, if there is one.
  private var next: Int
  private let elementCount: Int
  private(set) var currentIndex = 0

  init(decoder: ContainerDecoder, next: Int, elementCount: Int) {
    self.decoder = decoder
    self.next = next
    self.elementCount = elementCount
  }

  var codingPath: [any CodingKey] { decoder.codingPath }
  var count: Int? { elementCount }
  var isAtEnd: Bool { currentIndex >= elementCount }

  private func checkIsNotAtEnd(_ type: Any.Type) throws {
    guard isAtEnd else { return }
    throw DecodingError.valueNotFound(
      type,
      .init(
        codingPath: codingPath + [DynamicKey(index: currentIndex)], debugDescription: "Unkeyed container is at end."))
  }

  private mutating func advance() {
    currentIndex += 1
    guard !isAtEnd else { return }
    next = decoder.reference._withUnsafeGuaranteedRef { $0.element(after: next) }
  }

  @inline(__always)
  private mutating func reading<Value>(_ type: Any.Type, _ read: (ContainerSource, Int) throws -> Value) throws -> Value
  {
    try checkIsNotAtEnd(type)
    let value: Value
    do {
      // Not by a function of the decoder, which would be copied for it.
      value = try decoder.reference._withUnsafeGuaranteedRef { try read($0, next) }
    } catch {
      throw ContainerPath.locating(error, at: .appending(index: currentIndex, to: decoder.path))
    }
    advance()
    return value
  }

  private mutating func decoding<Value>(_ type: Any.Type, _ decode: (ContainerDecoder) throws -> Value) throws -> Value
  {
    try checkIsNotAtEnd(type)
    let value = try decoder.reference._withUnsafeGuaranteedRef { source in
      try decode(
        ContainerDecoder(
          source: source, position: next, path: source.keptPath(index: currentIndex, in: decoder.path)))
    }
    advance()
    return value
  }

  @inline(__always)
  private mutating func leaf<Value: BitwiseCopyable>(_ kind: Codec.Kind, _ zero: Value) throws -> Value {
    try reading(Value.self) { try $0.leaf(kind, at: $1, zero) }
  }

  mutating func decodeNil() throws -> Bool {
    try checkIsNotAtEnd(Never.self)
    do {
      guard try decoder.reference._withUnsafeGuaranteedRef({ try $0.isNull(next) }) else { return false }
    } catch {
      throw ContainerPath.locating(error, at: .appending(index: currentIndex, to: decoder.path))
    }
    advance()
    return true
  }
  mutating func decode(_ type: Bool.Type) throws -> Bool { try leaf(.bool, false) }
  mutating func decode(_ type: String.Type) throws -> String { try reading(type) { try $0.readString(at: $1) } }
  mutating func decode(_ type: Double.Type) throws -> Double { try leaf(.double, 0) }
  mutating func decode(_ type: Float.Type) throws -> Float { try leaf(.float, 0) }
  mutating func decode(_ type: Int.Type) throws -> Int { try leaf(.int, 0) }
  mutating func decode(_ type: Int8.Type) throws -> Int8 { try leaf(.int8, 0) }
  mutating func decode(_ type: Int16.Type) throws -> Int16 { try leaf(.int16, 0) }
  mutating func decode(_ type: Int32.Type) throws -> Int32 { try leaf(.int32, 0) }
  mutating func decode(_ type: Int64.Type) throws -> Int64 { try leaf(.int64, 0) }
  mutating func decode(_ type: UInt.Type) throws -> UInt { try leaf(.uint, 0) }
  mutating func decode(_ type: UInt8.Type) throws -> UInt8 { try leaf(.uint8, 0) }
  mutating func decode(_ type: UInt16.Type) throws -> UInt16 { try leaf(.uint16, 0) }
  mutating func decode(_ type: UInt32.Type) throws -> UInt32 { try leaf(.uint32, 0) }
  mutating func decode(_ type: UInt64.Type) throws -> UInt64 { try leaf(.uint64, 0) }
  @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
  mutating func decode(_ type: Int128.Type) throws -> Int128 { try leaf(.int128, 0) }
  @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
  mutating func decode(_ type: UInt128.Type) throws -> UInt128 { try leaf(.uint128, 0) }
  mutating func decode<T: Decodable>(_ type: T.Type) throws -> T {
    try checkIsNotAtEnd(type)
    let value = try decoder.reference._withUnsafeGuaranteedRef { source in
      try source.decode(type, at: next) { source.paths.appending(index: currentIndex, to: decoder.path) }
    }
    advance()
    return value
  }
  mutating func nestedContainer<Nested>(keyedBy type: Nested.Type) throws -> KeyedDecodingContainer<Nested> {
    try decoding([String: Any].self) { try $0.container(keyedBy: type) }
  }
  mutating func nestedUnkeyedContainer() throws -> any UnkeyedDecodingContainer {
    try decoding([Any].self) { try $0.unkeyedContainer() }
  }
  mutating func superDecoder() throws -> any Decoder { try decoding((any Decoder).self) { $0 } }
}

/// Reads one value in place of a container.
struct SingleValueContainerDecoder: SingleValueDecodingContainer {
  let decoder: ContainerDecoder

  var codingPath: [any CodingKey] { decoder.codingPath }

  func decodeNil() -> Bool { (try? decoder.isNull) ?? false }
  func decode(_ type: Bool.Type) throws -> Bool { try decoder.leaf(.bool, false) }
  func decode(_ type: String.Type) throws -> String { try decoder.string() }
  func decode(_ type: Double.Type) throws -> Double { try decoder.leaf(.double, 0) }
  func decode(_ type: Float.Type) throws -> Float { try decoder.leaf(.float, 0) }
  func decode(_ type: Int.Type) throws -> Int { try decoder.leaf(.int, 0) }
  func decode(_ type: Int8.Type) throws -> Int8 { try decoder.leaf(.int8, 0) }
  func decode(_ type: Int16.Type) throws -> Int16 { try decoder.leaf(.int16, 0) }
  func decode(_ type: Int32.Type) throws -> Int32 { try decoder.leaf(.int32, 0) }
  func decode(_ type: Int64.Type) throws -> Int64 { try decoder.leaf(.int64, 0) }
  func decode(_ type: UInt.Type) throws -> UInt { try decoder.leaf(.uint, 0) }
  func decode(_ type: UInt8.Type) throws -> UInt8 { try decoder.leaf(.uint8, 0) }
  func decode(_ type: UInt16.Type) throws -> UInt16 { try decoder.leaf(.uint16, 0) }
  func decode(_ type: UInt32.Type) throws -> UInt32 { try decoder.leaf(.uint32, 0) }
  func decode(_ type: UInt64.Type) throws -> UInt64 { try decoder.leaf(.uint64, 0) }
  @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
  func decode(_ type: Int128.Type) throws -> Int128 { try decoder.leaf(.int128, 0) }
  @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
  func decode(_ type: UInt128.Type) throws -> UInt128 { try decoder.leaf(.uint128, 0) }
  func decode<T: Decodable>(_ type: T.Type) throws -> T { try decoder.decode(type) }
}
