#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// What a container encoder was given: a value that is whole, or a container that may still be filled.
enum DictionaryNode {
  case leaf(Any)
  case container(DictionaryContainer)
  /// What another encoder gets, of a superclass mostly.
  case encoder(DictionaryContainerEncoder)

  var value: Any {
    switch self {
    case .leaf(let value): value
    case .container(let container): container.value
    case .encoder(let encoder): encoder.encoded
    }
  }
}

/// An array or dictionary that is being filled; shared by the containers that code asked for.
final class DictionaryContainer {
  let isArray: Bool
  private(set) var elements: [DictionaryNode] = []
  private(set) var members: [String: DictionaryNode] = [:]

  init(isArray: Bool) { self.isArray = isArray }

  func append(_ node: DictionaryNode) { elements.append(node) }
  /// Sets a member; one that was set before is replaced.
  func set(_ node: DictionaryNode, forKey key: String) { members[key] = node }

  var value: Any { isArray ? elements.map(\.value) : members.mapValues(\.value) }
}

/// Runs a type's own `Codable` code.
final class DictionaryContainerEncoder: Encoder {
  let state: DictionaryEncoder.State
  let path: JSONPath?
  private var node: DictionaryNode?

  init(_ state: DictionaryEncoder.State, path: JSONPath?) {
    self.state = state
    self.path = path
  }

  var codingPath: [any CodingKey] { JSONPath.keys(of: path) }
  var userInfo: [CodingUserInfoKey: Any] { state.options.values.userInfo }
  /// Whether the code encoded nothing at all.
  var isEmpty: Bool { node == nil }
  /// What was encoded; an empty dictionary where nothing was.
  var encoded: Any { node?.value ?? [String: Any]() }

  func container<Key>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
    KeyedEncodingContainer(DictionaryKeyedEncoder<Key>(container: opened(isArray: false), encoder: self))
  }

  func unkeyedContainer() -> any UnkeyedEncodingContainer {
    DictionaryUnkeyedEncoder(container: opened(isArray: true), encoder: self)
  }

  func singleValueContainer() -> any SingleValueEncodingContainer { DictionarySingleValueEncoder(encoder: self) }

  private func opened(isArray: Bool) -> DictionaryContainer {
    if case .container(let container) = node, container.isArray == isArray { return container }
    let fresh = DictionaryContainer(isArray: isArray)
    node = .container(fresh)
    return fresh
  }

  func set(_ node: DictionaryNode) { self.node = node }

  // MARK: Values

  /// What the walk writes for a value at `path`.
  func leaf(
    _ path: @autoclosure () -> JSONPath?, _ write: (inout DictionaryWriter) throws -> Void
  ) throws -> DictionaryNode {
    do {
      return .leaf(try DictionaryWriter.value(state, write))
    } catch {
      throw JSONPath.locating(error, at: path())
    }
  }

  /// Encodes a value that is at `path`.
  func value<Value: Encodable>(_ value: Value, path: @autoclosure () -> JSONPath?) throws -> DictionaryNode {
    let isDirect = !state.options.needsPath
    if !isDirect, let node = try custom(value, path: path()) { return node }
    if case .walk(let reference) = try JSONRoute.of(Value.self, isDirect: isDirect) {
      let codec = reference.takeUnretainedValue()
      return try leaf(path()) { writer in
        try withUnsafePointer(to: value) { try writer.encode($0, as: codec) }
      }
    }
    let path = path()
    return try nested(path) { encoder in
      // A model enters a level by itself.
      if Value.self is any AutoCoding.Type { return try value.encode(to: encoder) }
      try NestedLevel.encoding(
        value, limits: self.state.options.limits, codingPath: { JSONPath.keys(of: path) }
      ) { try value.encode(to: encoder) }
    }
  }

  private func nested(
    _ path: JSONPath?, _ encode: (DictionaryContainerEncoder) throws -> Void
  ) throws -> DictionaryNode {
    let encoder = DictionaryContainerEncoder(state, path: path)
    try encode(encoder)
    return .encoder(encoder)
  }

  /// What the caller's own strategies make of a value, or nil where they are not asked.
  private func custom<Value: Encodable>(_ value: Value, path: JSONPath?) throws -> DictionaryNode? {
    switch value {
    case let date as Date where state.leafFormat == .json:
      guard case .custom(let encode) = state.options.values.dates else { return nil }
      return try nested(path) { try encode(date, $0) }
    case let data as Data where state.leafFormat == .json:
      guard case .custom(let encode) = state.options.values.data else { return nil }
      return try nested(path) { try encode(data, $0) }
    case let dictionary as any DictionaryTextKeyedEncodable:
      return try nested(path) { try dictionary.encodeMembers(to: $0) }
    default: return nil
    }
  }

  /// The key in the dictionary for a key of the code's.
  func text(of key: any CodingKey) -> String {
    switch state.options.values.keys {
    case .useDefaultKeys: key.stringValue
    case .convertToSnakeCase: JSONKeys.snakeCase(key.stringValue)
    case .custom(let convert): convert(codingPath + [key]).stringValue
    @unknown default: key.stringValue
    }
  }
}

/// A dictionary of text keys, member by member: key strategies do not apply to them.
private protocol DictionaryTextKeyedEncodable {
  func encodeMembers(to encoder: DictionaryContainerEncoder) throws
}

extension Dictionary: DictionaryTextKeyedEncodable where Key == String, Value: Encodable {
  fileprivate func encodeMembers(to encoder: DictionaryContainerEncoder) throws {
    let container = DictionaryContainer(isArray: false)
    encoder.set(.container(container))
    for (key, value) in self {
      container.set(try encoder.value(value, path: .appending(DynamicKey(key), to: encoder.path)), forKey: key)
    }
  }
}

// Whatever a container is handed goes through `value`: the walk has leaves of its own. Integers of 128 bits have methods of
// their own, since a container's default for them is to throw.

private struct DictionaryKeyedEncoder<Key: CodingKey>: KeyedEncodingContainerProtocol {
  let container: DictionaryContainer
  let encoder: DictionaryContainerEncoder

  var codingPath: [any CodingKey] { encoder.codingPath }
  private func path(_ key: any CodingKey) -> JSONPath { .appending(key, to: encoder.path) }

  mutating func encodeNil(forKey key: Key) throws {
    container.set(try encoder.leaf(path(key)) { try $0.writeNull() }, forKey: encoder.text(of: key))
  }
  @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
  mutating func encode(_ value: Int128, forKey key: Key) throws {
    container.set(try encoder.leaf(path(key)) { try $0.write(value) }, forKey: encoder.text(of: key))
  }
  @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
  mutating func encode(_ value: UInt128, forKey key: Key) throws {
    container.set(try encoder.leaf(path(key)) { try $0.write(value) }, forKey: encoder.text(of: key))
  }
  mutating func encode<T: Encodable>(_ value: T, forKey key: Key) throws {
    container.set(try encoder.value(value, path: path(key)), forKey: encoder.text(of: key))
  }

  private func nested(_ key: any CodingKey, isFresh: Bool = false) -> DictionaryContainerEncoder {
    let text = encoder.text(of: key)
    // A container that was asked for before is the same one.
    if !isFresh, case .encoder(let known) = container.members[text] { return known }
    let nested = DictionaryContainerEncoder(encoder.state, path: path(key))
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

private struct DictionaryUnkeyedEncoder: UnkeyedEncodingContainer {
  let container: DictionaryContainer
  let encoder: DictionaryContainerEncoder

  var codingPath: [any CodingKey] { encoder.codingPath }
  var count: Int { container.elements.count }
  private var path: JSONPath { .appending(DynamicKey(index: count), to: encoder.path) }

  mutating func encodeNil() throws { container.append(try encoder.leaf(path) { try $0.writeNull() }) }
  @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
  mutating func encode(_ value: Int128) throws {
    container.append(try encoder.leaf(path) { try $0.write(value) })
  }
  @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
  mutating func encode(_ value: UInt128) throws {
    container.append(try encoder.leaf(path) { try $0.write(value) })
  }
  mutating func encode<T: Encodable>(_ value: T) throws { container.append(try encoder.value(value, path: path)) }

  private func nested() -> DictionaryContainerEncoder {
    let nested = DictionaryContainerEncoder(encoder.state, path: path)
    container.append(.encoder(nested))
    return nested
  }

  mutating func nestedContainer<Nested>(keyedBy type: Nested.Type) -> KeyedEncodingContainer<Nested> {
    nested().container(keyedBy: type)
  }
  mutating func nestedUnkeyedContainer() -> any UnkeyedEncodingContainer { nested().unkeyedContainer() }
  mutating func superEncoder() -> any Encoder { nested() }
}

private struct DictionarySingleValueEncoder: SingleValueEncodingContainer {
  let encoder: DictionaryContainerEncoder

  var codingPath: [any CodingKey] { encoder.codingPath }

  private func set(_ write: (inout DictionaryWriter) throws -> Void) throws {
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
    encoder.set(try encoder.value(value, path: encoder.path))
  }
}
