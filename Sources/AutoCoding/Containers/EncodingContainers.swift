/// Adds members to an object.
final class KeyedContainerEncoder<Key: CodingKey>: KeyedContainer, KeyedEncodingContainerProtocol {
  private let reference: Unmanaged<ContainerSink>
  /// The node of the object.
  @exclusivity(unchecked) private var node: Int32
  /// The number of arrays and objects around it.
  @exclusivity(unchecked) private var depth: Int32
  /// The first node that was made after the code has asked for the container.
  @exclusivity(unchecked) private var firstNode: Int32

  init(encoder: ContainerEncoder) {
    reference = encoder.reference
    node = encoder.node
    depth = encoder.depth
    firstNode = encoder.withSink { $0.nodeCount }
    super.init(path: encoder.path)
  }

  /// Precondition: the encoder has the container's sink.
  func use(for encoder: ContainerEncoder) {
    node = encoder.node
    depth = encoder.depth
    firstNode = encoder.withSink { $0.nodeCount }
  }

  /// Precondition: the container is in use.
  private var sink: ContainerSink { reference.takeUnretainedValue() }

  var codingPath: [any CodingKey] { path.keys }

  private func path(_ key: any CodingKey) -> ContainerPath { .appending(key, to: path) }

  // MARK: Members

  /// Adds a leaf of the data model to an object.
  @inline(__always)
  private func set<Value>(_ value: Value, _ kind: Codec.Kind, forKey key: Key) throws {
    try reference._withUnsafeGuaranteedRef { sink in
      let leaf: ContainerSink.Leaf
      do {
        leaf = try withUnsafePointer(to: value) { try sink.leaf(UnsafeRawPointer($0), kind: kind) }
      } catch {
        throw ContainerPath.locating(error, at: .appending(key, to: path))
      }
      let known = sink.set(leaf, in: node, forKey: sink.text(of: key, at: path))
      if known >= firstNode { try refuse(repeated: key) }
    }
  }

  /// Sets a member of an object.
  ///
  /// - Throws: `EncodingError` if a model has encoded another value under the key. It encodes each of its keys once, so a
  ///   key strategy has made two of them equal. Other code may replace what is there, and so may a model what other code
  ///   has encoded before.
  @inline(__always)
  private func set(_ child: Int32, forKey key: Key) throws {
    let known = reference._withUnsafeGuaranteedRef { sink in
      sink.set(child, in: node, forKey: sink.text(of: key, at: path))
    }
    if known >= firstNode { try refuse(repeated: key) }
  }

  /// Throws the error for a key that a model, or the standard library's code of a dictionary, has encoded twice. Other code
  /// may.
  @inline(never)
  private func refuse(repeated key: Key) throws {
    let explanation: String
    if key is PropertyKey {
      explanation = """
        Another value has the key "\(sink.text(of: key, at: path))" already, with the conversion of keys, so one would be \
        lost. Give one of the properties another key.
        """
    } else if key is DynamicKey || _typeName(type(of: key)) == "Swift._DictionaryCodingKey" {
      explanation = """
        Two keys of the dictionary are written as "\(sink.text(of: key, at: path))", since they have the same codingKey or are converted to \
        the same key, so one value would be lost.
        """
    } else {
      return
    }
    throw EncodingError.invalidValue(
      key.stringValue, .init(codingPath: codingPath + [key], debugDescription: explanation))
  }

  func encodeNil(forKey key: Key) throws {
    try set(try sink.null(path(key)), forKey: key)
  }
  func encode(_ value: Bool, forKey key: Key) throws { try set(value, .bool, forKey: key) }
  func encode(_ value: String, forKey key: Key) throws { try set(value, .string, forKey: key) }
  func encode(_ value: Double, forKey key: Key) throws { try set(value, .double, forKey: key) }
  func encode(_ value: Float, forKey key: Key) throws { try set(value, .float, forKey: key) }
  func encode(_ value: Int, forKey key: Key) throws { try set(value, .int, forKey: key) }
  func encode(_ value: Int8, forKey key: Key) throws { try set(value, .int8, forKey: key) }
  func encode(_ value: Int16, forKey key: Key) throws { try set(value, .int16, forKey: key) }
  func encode(_ value: Int32, forKey key: Key) throws { try set(value, .int32, forKey: key) }
  func encode(_ value: Int64, forKey key: Key) throws { try set(value, .int64, forKey: key) }
  func encode(_ value: UInt, forKey key: Key) throws { try set(value, .uint, forKey: key) }
  func encode(_ value: UInt8, forKey key: Key) throws { try set(value, .uint8, forKey: key) }
  func encode(_ value: UInt16, forKey key: Key) throws { try set(value, .uint16, forKey: key) }
  func encode(_ value: UInt32, forKey key: Key) throws { try set(value, .uint32, forKey: key) }
  func encode(_ value: UInt64, forKey key: Key) throws { try set(value, .uint64, forKey: key) }
  @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
  func encode(_ value: Int128, forKey key: Key) throws { try set(value, .int128, forKey: key) }
  @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
  func encode(_ value: UInt128, forKey key: Key) throws { try set(value, .uint128, forKey: key) }
  func encode<T: Encodable>(_ value: T, forKey key: Key) throws {
    let child = try reference._withUnsafeGuaranteedRef { sink in
      try sink.encoded(value, depth: depth + 1, path: withPath { sink.paths.appending(key, to: $0) })
    }
    try set(child, forKey: key)
  }

  // The default implementations leave nil out.

  /// Encodes nil under a key, if the encoder's options have it written.
  @inline(__always)
  private func skip(_ key: Key) throws {
    if reference._withUnsafeGuaranteedRef({ $0.writesNils }) { try encodeNil(forKey: key) }
  }

  @inline(__always)
  private func setIfPresent<Value>(_ value: Value?, _ kind: Codec.Kind, forKey key: Key) throws {
    if let value { try set(value, kind, forKey: key) } else { try skip(key) }
  }

  func encodeIfPresent(_ value: Bool?, forKey key: Key) throws { try setIfPresent(value, .bool, forKey: key) }
  func encodeIfPresent(_ value: String?, forKey key: Key) throws { try setIfPresent(value, .string, forKey: key) }
  func encodeIfPresent(_ value: Double?, forKey key: Key) throws { try setIfPresent(value, .double, forKey: key) }
  func encodeIfPresent(_ value: Float?, forKey key: Key) throws { try setIfPresent(value, .float, forKey: key) }
  func encodeIfPresent(_ value: Int?, forKey key: Key) throws { try setIfPresent(value, .int, forKey: key) }
  func encodeIfPresent(_ value: Int8?, forKey key: Key) throws { try setIfPresent(value, .int8, forKey: key) }
  func encodeIfPresent(_ value: Int16?, forKey key: Key) throws { try setIfPresent(value, .int16, forKey: key) }
  func encodeIfPresent(_ value: Int32?, forKey key: Key) throws { try setIfPresent(value, .int32, forKey: key) }
  func encodeIfPresent(_ value: Int64?, forKey key: Key) throws { try setIfPresent(value, .int64, forKey: key) }
  func encodeIfPresent(_ value: UInt?, forKey key: Key) throws { try setIfPresent(value, .uint, forKey: key) }
  func encodeIfPresent(_ value: UInt8?, forKey key: Key) throws { try setIfPresent(value, .uint8, forKey: key) }
  func encodeIfPresent(_ value: UInt16?, forKey key: Key) throws { try setIfPresent(value, .uint16, forKey: key) }
  func encodeIfPresent(_ value: UInt32?, forKey key: Key) throws { try setIfPresent(value, .uint32, forKey: key) }
  func encodeIfPresent(_ value: UInt64?, forKey key: Key) throws { try setIfPresent(value, .uint64, forKey: key) }
  @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
  func encodeIfPresent(_ value: Int128?, forKey key: Key) throws { try setIfPresent(value, .int128, forKey: key) }
  @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
  func encodeIfPresent(_ value: UInt128?, forKey key: Key) throws { try setIfPresent(value, .uint128, forKey: key) }
  func encodeIfPresent<T: Encodable>(_ value: T?, forKey key: Key) throws {
    if try withWrapped(value, { try encode($0, forKey: key) }) == nil { try skip(key) }
  }

  /// Returns an encoder for the value under a key.
  ///
  /// - Parameter isFresh: Whether an existing value of the key is replaced; otherwise it is continued.
  private func nested(_ key: any CodingKey, isFresh: Bool) -> ContainerEncoder {
    let path = self.path
    return reference._withUnsafeGuaranteedRef { sink in
      let text = sink.text(of: key, at: path)
      var node = isFresh ? ContainerSink.none : sink.member(text, of: self.node)
      if node == ContainerSink.none {
        node = sink.makeNode()
        sink.set(node, in: self.node, forKey: text)
      }
      return ContainerEncoder(sink: sink, node: self.node, depth: depth, path: path)
        .nested(node, path: sink.keptPath(key, in: path))
    }
  }

  func nestedContainer<Nested>(keyedBy type: Nested.Type, forKey key: Key) -> KeyedEncodingContainer<Nested> {
    nested(key, isFresh: false).container(keyedBy: type)
  }
  func nestedUnkeyedContainer(forKey key: Key) -> any UnkeyedEncodingContainer {
    nested(key, isFresh: false).unkeyedContainer()
  }
  func superEncoder() -> any Encoder { nested(DynamicKey("super"), isFresh: true) }
  func superEncoder(forKey key: Key) -> any Encoder { nested(key, isFresh: true) }
}

/// Adds elements to an array.
struct UnkeyedContainerEncoder: UnkeyedEncodingContainer {
  let encoder: ContainerEncoder

  var codingPath: [any CodingKey] { encoder.codingPath }
  var count: Int { encoder.count }

  private var path: ContainerPath { .appending(index: count, to: encoder.path) }

  mutating func encodeNil() throws {
    try encoder.reference._withUnsafeGuaranteedRef { $0.append(try $0.null(path), to: encoder.node) }
  }
  mutating func encode(_ value: Bool) throws { try encoder.append(value, .bool) }
  mutating func encode(_ value: String) throws { try encoder.append(value, .string) }
  mutating func encode(_ value: Double) throws { try encoder.append(value, .double) }
  mutating func encode(_ value: Float) throws { try encoder.append(value, .float) }
  mutating func encode(_ value: Int) throws { try encoder.append(value, .int) }
  mutating func encode(_ value: Int8) throws { try encoder.append(value, .int8) }
  mutating func encode(_ value: Int16) throws { try encoder.append(value, .int16) }
  mutating func encode(_ value: Int32) throws { try encoder.append(value, .int32) }
  mutating func encode(_ value: Int64) throws { try encoder.append(value, .int64) }
  mutating func encode(_ value: UInt) throws { try encoder.append(value, .uint) }
  mutating func encode(_ value: UInt8) throws { try encoder.append(value, .uint8) }
  mutating func encode(_ value: UInt16) throws { try encoder.append(value, .uint16) }
  mutating func encode(_ value: UInt32) throws { try encoder.append(value, .uint32) }
  mutating func encode(_ value: UInt64) throws { try encoder.append(value, .uint64) }
  @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
  mutating func encode(_ value: Int128) throws { try encoder.append(value, .int128) }
  @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
  mutating func encode(_ value: UInt128) throws { try encoder.append(value, .uint128) }
  mutating func encode<T: Encodable>(_ value: T) throws {
    try encoder.reference._withUnsafeGuaranteedRef { sink in
      let child = try sink.encoded(
        value, depth: encoder.depth + 1, path: sink.paths.appending(index: count, to: encoder.path))
      sink.append(child, to: encoder.node)
    }
  }

  private func nested() -> ContainerEncoder {
    encoder.reference._withUnsafeGuaranteedRef { sink in
      let path = sink.keptPath(index: count, in: encoder.path)
      let node = sink.makeNode()
      sink.append(node, to: encoder.node)
      return encoder.nested(node, path: path)
    }
  }

  mutating func nestedContainer<Nested>(keyedBy type: Nested.Type) -> KeyedEncodingContainer<Nested> {
    nested().container(keyedBy: type)
  }
  mutating func nestedUnkeyedContainer() -> any UnkeyedEncodingContainer { nested().unkeyedContainer() }
  mutating func superEncoder() -> any Encoder { nested() }
}

/// Encodes one value in place of a container.
struct SingleValueContainerEncoder: SingleValueEncodingContainer {
  let encoder: ContainerEncoder

  var codingPath: [any CodingKey] { encoder.codingPath }

  /// - Throws: `EncodingError` if the code has encoded something already.
  private func checkIsEmpty(_ value: Any) throws {
    guard encoder.reference._withUnsafeGuaranteedRef({ $0.at(encoder.node).pointee.kind != .empty }) else { return }
    throw EncodingError.invalidValue(
      PrintableValue.of(value),
      .init(
        codingPath: codingPath,
        debugDescription: """
          The encode(to:) of the value at this path encodes a value with a single value container, but has already \
          encoded \(encoder.sink.noun(of: encoder.node)). A single value container takes one value.
          """))
  }

  private func set<Value>(_ value: Value, _ kind: Codec.Kind) throws {
    try checkIsEmpty(value)
    do {
      try encoder.reference._withUnsafeGuaranteedRef { sink in
        let leaf = try withUnsafePointer(to: value) { try sink.leaf(UnsafeRawPointer($0), kind: kind) }
        sink.set(leaf, at: encoder.node)
      }
    } catch {
      throw ContainerPath.locating(error, at: encoder.path)
    }
  }

  mutating func encodeNil() throws {
    try checkIsEmpty(Optional<Any>.none as Any)
    do {
      try encoder.reference._withUnsafeGuaranteedRef { $0.set(try $0.null(), at: encoder.node) }
    } catch {
      throw ContainerPath.locating(error, at: encoder.path)
    }
  }
  mutating func encode(_ value: Bool) throws { try set(value, .bool) }
  mutating func encode(_ value: String) throws { try set(value, .string) }
  mutating func encode(_ value: Double) throws { try set(value, .double) }
  mutating func encode(_ value: Float) throws { try set(value, .float) }
  mutating func encode(_ value: Int) throws { try set(value, .int) }
  mutating func encode(_ value: Int8) throws { try set(value, .int8) }
  mutating func encode(_ value: Int16) throws { try set(value, .int16) }
  mutating func encode(_ value: Int32) throws { try set(value, .int32) }
  mutating func encode(_ value: Int64) throws { try set(value, .int64) }
  mutating func encode(_ value: UInt) throws { try set(value, .uint) }
  mutating func encode(_ value: UInt8) throws { try set(value, .uint8) }
  mutating func encode(_ value: UInt16) throws { try set(value, .uint16) }
  mutating func encode(_ value: UInt32) throws { try set(value, .uint32) }
  mutating func encode(_ value: UInt64) throws { try set(value, .uint64) }
  @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
  mutating func encode(_ value: Int128) throws { try set(value, .int128) }
  @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
  mutating func encode(_ value: UInt128) throws { try set(value, .uint128) }
  mutating func encode<T: Encodable>(_ value: T) throws {
    try checkIsEmpty(value)
    do {
      try encoder.reference._withUnsafeGuaranteedRef {
        try $0.encode(value, in: encoder.node, depth: encoder.depth, endsPath: false, path: encoder.path)
      }
    } catch {
      // The code may encode another value in place of the one that failed.
      encoder.sink.clear(encoder.node)
      throw error
    }
  }
}
