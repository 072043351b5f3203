#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// An encoder that builds a ``CodedTree``, for types whose `Codable` code a format has to call.
final class TreeEncoder: Encoder {
  let codingPath: [any CodingKey]
  let userInfo: [CodingUserInfoKey: Any]
  private var container: TreeContainer?

  init(codingPath: [any CodingKey] = [], userInfo: [CodingUserInfoKey: Any] = [:]) {
    self.codingPath = codingPath
    self.userInfo = userInfo
  }

  /// What was encoded; an empty dictionary where nothing was, as Foundation's coders have it.
  var tree: CodedTree { container?.tree ?? .dictionary([]) }

  /// The tree of a value.
  static func tree(
    of value: any Encodable, codingPath: [any CodingKey] = [], userInfo: [CodingUserInfoKey: Any] = [:]
  ) throws -> CodedTree {
    // Formats have a notation of their own for these, which the types' own code would bypass.
    switch value {
    case let value as Date: return .date(value)
    case let value as Data: return .data(value)
    case let value as URL: return .url(value)
    case let value as UUID: return .uuid(value)
    case let value as Decimal: return .decimal(value)
    default:
      let encoder = TreeEncoder(codingPath: codingPath, userInfo: userInfo)
      try value.encode(to: encoder)
      return encoder.tree
    }
  }

  func container<Key>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
    KeyedEncodingContainer(TreeKeyedEncoder<Key>(container: opened(.dictionary([])), encoder: self))
  }

  func unkeyedContainer() -> any UnkeyedEncodingContainer {
    TreeUnkeyedEncoder(container: opened(.array([])), encoder: self)
  }

  func singleValueContainer() -> any SingleValueEncodingContainer {
    TreeSingleValueEncoder(container: opened(.null), encoder: self)
  }

  private func opened(_ initial: TreeContainer.Contents) -> TreeContainer {
    if let container, container.isSameKind(as: initial) { return container }
    let fresh = TreeContainer(initial)
    container = fresh
    return fresh
  }
}

extension CodedTree {
  /// What a value's own `encode(to:)` encodes.
  package init(encoding value: any Encodable) throws {
    self = try TreeEncoder.tree(of: value)
  }
}

/// A part of a tree that is still being filled; nested containers are shared with whoever fills them.
final class TreeContainer {
  enum Contents {
    case null
    case leaf(CodedTree)
    case array([TreeContainer])
    case dictionary([(key: String, value: TreeContainer)])
    case encoder(TreeEncoder)
  }

  private var contents: Contents

  init(_ contents: Contents) {
    self.contents = contents
  }

  var tree: CodedTree {
    switch contents {
    case .null: .null
    case .leaf(let tree): tree
    case .array(let elements): .array(elements.map(\.tree))
    case .dictionary(let pairs): .dictionary(pairs.map { ($0.key, $0.value.tree) })
    case .encoder(let encoder): encoder.tree
    }
  }

  var count: Int {
    if case .array(let elements) = contents { elements.count } else { 0 }
  }

  func isSameKind(as other: Contents) -> Bool {
    switch (contents, other) {
    case (.array, .array), (.dictionary, .dictionary): true
    default: false
    }
  }

  func set(_ tree: CodedTree) { contents = .leaf(tree) }

  func append(_ element: TreeContainer) {
    guard case .array(var elements) = contents else { return }
    contents = .null
    elements.append(element)
    contents = .array(elements)
  }

  func set(_ value: TreeContainer, forKey key: String) {
    guard case .dictionary(var pairs) = contents else { return }
    contents = .null
    if let index = pairs.firstIndex(where: { $0.key == key }) {
      pairs[index].value = value
    } else {
      pairs.append((key, value))
    }
    contents = .dictionary(pairs)
  }
}

private struct TreeKeyedEncoder<Key: CodingKey>: KeyedEncodingContainerProtocol {
  let container: TreeContainer
  let encoder: TreeEncoder
  var codingPath: [any CodingKey] { encoder.codingPath }

  private func add(_ contents: TreeContainer.Contents, _ key: any CodingKey) -> TreeContainer {
    let child = TreeContainer(contents)
    container.set(child, forKey: key.stringValue)
    return child
  }

  mutating func encodeNil(forKey key: Key) throws { _ = add(.null, key) }
  mutating func encode<T: Encodable>(_ value: T, forKey key: Key) throws {
    let tree = try TreeEncoder.tree(of: value, codingPath: codingPath + [key], userInfo: encoder.userInfo)
    _ = add(.leaf(tree), key)
  }
  mutating func nestedContainer<Nested>(
    keyedBy type: Nested.Type, forKey key: Key
  ) -> KeyedEncodingContainer<Nested> {
    nestedEncoder(forKey: key).container(keyedBy: type)
  }
  mutating func nestedUnkeyedContainer(forKey key: Key) -> any UnkeyedEncodingContainer {
    nestedEncoder(forKey: key).unkeyedContainer()
  }
  mutating func superEncoder() -> any Encoder { nestedEncoder(forKey: DynamicKey("super")) }
  mutating func superEncoder(forKey key: Key) -> any Encoder { nestedEncoder(forKey: key) }

  private func nestedEncoder(forKey key: any CodingKey) -> TreeEncoder {
    let nested = TreeEncoder(codingPath: codingPath + [key], userInfo: encoder.userInfo)
    _ = add(.encoder(nested), key)
    return nested
  }
}

private struct TreeUnkeyedEncoder: UnkeyedEncodingContainer {
  let container: TreeContainer
  let encoder: TreeEncoder
  var codingPath: [any CodingKey] { encoder.codingPath }
  var count: Int { container.count }

  mutating func encodeNil() throws { container.append(TreeContainer(.null)) }
  mutating func encode<T: Encodable>(_ value: T) throws {
    let path = codingPath + [DynamicKey(index: count)]
    let tree = try TreeEncoder.tree(of: value, codingPath: path, userInfo: encoder.userInfo)
    container.append(TreeContainer(.leaf(tree)))
  }
  mutating func nestedContainer<Nested>(keyedBy type: Nested.Type) -> KeyedEncodingContainer<Nested> {
    nestedEncoder().container(keyedBy: type)
  }
  mutating func nestedUnkeyedContainer() -> any UnkeyedEncodingContainer { nestedEncoder().unkeyedContainer() }
  mutating func superEncoder() -> any Encoder { nestedEncoder() }

  private func nestedEncoder() -> TreeEncoder {
    let nested = TreeEncoder(codingPath: codingPath + [DynamicKey(index: count)], userInfo: encoder.userInfo)
    container.append(TreeContainer(.encoder(nested)))
    return nested
  }
}

private struct TreeSingleValueEncoder: SingleValueEncodingContainer {
  let container: TreeContainer
  let encoder: TreeEncoder
  var codingPath: [any CodingKey] { encoder.codingPath }

  mutating func encodeNil() throws { container.set(.null) }
  mutating func encode(_ value: Bool) throws { container.set(.bool(value)) }
  mutating func encode(_ value: String) throws { container.set(.string(value)) }
  mutating func encode(_ value: Double) throws { container.set(.double(value)) }
  mutating func encode(_ value: Float) throws { container.set(.float(value)) }
  mutating func encode(_ value: Int) throws { container.set(CodedTree(integer: value)) }
  mutating func encode(_ value: Int8) throws { container.set(CodedTree(integer: value)) }
  mutating func encode(_ value: Int16) throws { container.set(CodedTree(integer: value)) }
  mutating func encode(_ value: Int32) throws { container.set(CodedTree(integer: value)) }
  mutating func encode(_ value: Int64) throws { container.set(CodedTree(integer: value)) }
  mutating func encode(_ value: UInt) throws { container.set(CodedTree(integer: value)) }
  mutating func encode(_ value: UInt8) throws { container.set(CodedTree(integer: value)) }
  mutating func encode(_ value: UInt16) throws { container.set(CodedTree(integer: value)) }
  mutating func encode(_ value: UInt32) throws { container.set(CodedTree(integer: value)) }
  mutating func encode(_ value: UInt64) throws { container.set(CodedTree(integer: value)) }
  @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
  mutating func encode(_ value: Int128) throws { container.set(CodedTree(integer: value)) }
  @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
  mutating func encode(_ value: UInt128) throws { container.set(CodedTree(integer: value)) }
  mutating func encode<T: Encodable>(_ value: T) throws {
    container.set(try TreeEncoder.tree(of: value, codingPath: codingPath, userInfo: encoder.userInfo))
  }
}
