struct JSONKeyedEncoder<Key: CodingKey>: KeyedEncodingContainerProtocol {
  let container: JSONContainer
  let encoder: JSONContainerEncoder

  var codingPath: [any CodingKey] { encoder.codingPath }

  private func path(_ key: any CodingKey) -> JSONPath { .appending(key, to: encoder.path) }

  private func set(_ key: Key, _ write: (inout JSONWriter) throws -> Void) throws {
    container.set(try encoder.leaf(path(key), write), forKey: encoder.text(of: key))
  }

  mutating func encodeNil(forKey key: Key) throws { try set(key) { try $0.writeNull() } }
  mutating func encode(_ value: Bool, forKey key: Key) throws { try set(key) { try $0.write(value) } }
  mutating func encode(_ value: String, forKey key: Key) throws { try set(key) { try $0.write(value) } }
  mutating func encode(_ value: Double, forKey key: Key) throws { try set(key) { try $0.write(value) } }
  mutating func encode(_ value: Float, forKey key: Key) throws { try set(key) { try $0.write(value) } }
  mutating func encode(_ value: Int, forKey key: Key) throws { try set(key) { try $0.write(value) } }
  @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
  mutating func encode(_ value: Int128, forKey key: Key) throws { try set(key) { try $0.write(value) } }
  @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
  mutating func encode(_ value: UInt128, forKey key: Key) throws { try set(key) { try $0.write(value) } }
  mutating func encode<T: Encodable>(_ value: T, forKey key: Key) throws {
    let node = try encoder.value(value, path: path(key), indentation: container.indentation + 1)
    container.set(node, forKey: encoder.text(of: key))
  }

  private func nested(_ key: any CodingKey, isFresh: Bool = false) -> JSONContainerEncoder {
    let text = encoder.text(of: key)
    // A container that was asked for before is the same one.
    if !isFresh, case .encoder(let known) = container.node(forKey: text) { return known }
    let nested = JSONContainerEncoder(
      session: encoder.session, path: path(key), indentation: container.indentation + 1)
    container.set(.encoder(nested), forKey: text)
    return nested
  }

  mutating func nestedContainer<Nested>(
    keyedBy type: Nested.Type, forKey key: Key
  ) -> KeyedEncodingContainer<Nested> { nested(key).container(keyedBy: type) }
  mutating func nestedUnkeyedContainer(forKey key: Key) -> any UnkeyedEncodingContainer {
    nested(key).unkeyedContainer()
  }
  mutating func superEncoder() -> any Encoder { nested(DynamicKey("super"), isFresh: true) }
  mutating func superEncoder(forKey key: Key) -> any Encoder { nested(key, isFresh: true) }
}

struct JSONUnkeyedEncoder: UnkeyedEncodingContainer {
  let container: JSONContainer
  let encoder: JSONContainerEncoder

  var codingPath: [any CodingKey] { encoder.codingPath }
  var count: Int { container.elements.count }

  private var path: JSONPath { .appending(DynamicKey(index: count), to: encoder.path) }

  private func append(_ write: (inout JSONWriter) throws -> Void) throws {
    container.append(try encoder.leaf(path, write))
  }

  mutating func encodeNil() throws { try append { try $0.writeNull() } }
  mutating func encode(_ value: Bool) throws { try append { try $0.write(value) } }
  mutating func encode(_ value: String) throws { try append { try $0.write(value) } }
  mutating func encode(_ value: Double) throws { try append { try $0.write(value) } }
  mutating func encode(_ value: Float) throws { try append { try $0.write(value) } }
  mutating func encode(_ value: Int) throws { try append { try $0.write(value) } }
  mutating func encode(_ value: UInt8) throws { try append { try $0.write(value) } }
  @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
  mutating func encode(_ value: Int128) throws { try append { try $0.write(value) } }
  @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
  mutating func encode(_ value: UInt128) throws { try append { try $0.write(value) } }
  mutating func encode<T: Encodable>(_ value: T) throws {
    container.append(try encoder.value(value, path: path, indentation: container.indentation + 1))
  }

  private func nested() -> JSONContainerEncoder {
    let nested = JSONContainerEncoder(
      session: encoder.session, path: path, indentation: container.indentation + 1)
    container.append(.encoder(nested))
    return nested
  }

  mutating func nestedContainer<Nested>(keyedBy type: Nested.Type) -> KeyedEncodingContainer<Nested> {
    nested().container(keyedBy: type)
  }
  mutating func nestedUnkeyedContainer() -> any UnkeyedEncodingContainer { nested().unkeyedContainer() }
  mutating func superEncoder() -> any Encoder { nested() }
}

struct JSONSingleValueEncoder: SingleValueEncodingContainer {
  let encoder: JSONContainerEncoder

  var codingPath: [any CodingKey] { encoder.codingPath }

  private func set(_ write: (inout JSONWriter) throws -> Void) throws {
    encoder.set(try encoder.leaf(encoder.path, write))
  }

  mutating func encodeNil() throws { try set { try $0.writeNull() } }
  mutating func encode(_ value: Bool) throws { try set { try $0.write(value) } }
  mutating func encode(_ value: String) throws { try set { try $0.write(value) } }
  mutating func encode(_ value: Double) throws { try set { try $0.write(value) } }
  mutating func encode(_ value: Float) throws { try set { try $0.write(value) } }
  mutating func encode(_ value: Int) throws { try set { try $0.write(value) } }
  mutating func encode(_ value: Int8) throws { try set { try $0.write(value) } }
  mutating func encode(_ value: Int16) throws { try set { try $0.write(value) } }
  mutating func encode(_ value: Int32) throws { try set { try $0.write(value) } }
  mutating func encode(_ value: Int64) throws { try set { try $0.write(value) } }
  mutating func encode(_ value: UInt) throws { try set { try $0.write(value) } }
  mutating func encode(_ value: UInt8) throws { try set { try $0.write(value) } }
  mutating func encode(_ value: UInt16) throws { try set { try $0.write(value) } }
  mutating func encode(_ value: UInt32) throws { try set { try $0.write(value) } }
  mutating func encode(_ value: UInt64) throws { try set { try $0.write(value) } }
  @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
  mutating func encode(_ value: Int128) throws { try set { try $0.write(value) } }
  @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
  mutating func encode(_ value: UInt128) throws { try set { try $0.write(value) } }
  mutating func encode<T: Encodable>(_ value: T) throws {
    encoder.set(try encoder.value(value, path: encoder.path, indentation: encoder.indentation))
  }
}
