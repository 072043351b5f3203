#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// The encoder that every format passes to a type's own `Codable` code.
///
/// It merges what Foundation's encoders merge: containers of one kind, and keys added to a value that was encoded as an
/// object. Uses on which Foundation's encoders trap are an `EncodingError`.
struct ContainerEncoder: LimitedEncoder {
  let sink: ContainerSink
  /// The node that the code fills in.
  let node: Int32
  /// The number of arrays and objects around the node.
  let depth: Int32
  let path: ContainerPath?

  var codingPath: [any CodingKey] { ContainerPath.keys(of: path) }
  var userInfo: [CodingUserInfoKey: Any] { sink.userInfo }
  var limits: CodingLimits { sink.options.limits }

  func container<Key>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
    keyedContainerMaker(for: type).container(of: opened(as: .object))
  }

  func unkeyedContainer() -> any UnkeyedEncodingContainer { UnkeyedContainerEncoder(encoder: opened(as: .array)) }

  func singleValueContainer() -> any SingleValueEncodingContainer { SingleValueContainerEncoder(encoder: self) }

  private func opened(as kind: ContainerSink.Node.Kind) -> ContainerEncoder {
    if sink.open(node, as: kind) { return self }
    let detached = detached(
      after: """
        The encode(to:) of the value at this path requests \(kind == .object ? "a keyed" : "an unkeyed") container, \
        but has already encoded \(sink.noun(of: node)). Use one kind of container for a value, or nested containers.
        """)
    _ = sink.open(detached.node, as: kind)
    return detached
  }

  /// The depth up to which nested containers need no check of the stack.
  private static let uncheckedDepth: Int32 = 128

  /// Returns an encoder for a node within this one, which code fills in by nested containers.
  ///
  /// Values that are nested deeply take stack when they are released, so the thread must have as much.
  @inline(__always)
  func nested(_ node: Int32, path: @autoclosure () -> ContainerPath) -> ContainerEncoder {
    guard depth < Self.uncheckedDepth || ThreadState.hasRoom(forLevels: Int(depth)) else {
      return detached(
        after: """
          The encode(to:) of the value at this path nests \(depth) containers within each other, and the thread's stack \
          is too small for more; use a larger stack.
          """)
    }
    return ContainerEncoder(sink: sink, node: node, depth: depth + 1, path: path())
  }

  /// Makes encoding fail. Returns an encoder for a node outside of the output, which takes what the code writes from now on.
  @inline(never)
  private func detached(after misuse: @autoclosure () -> String) -> ContainerEncoder {
    if sink.misuse == nil {
      let codingPath = codingPath
      sink.misuse = EncodingError.invalidValue(codingPath, .init(codingPath: codingPath, debugDescription: misuse()))
    }
    return ContainerEncoder(sink: sink, node: sink.makeNode(), depth: depth, path: path)
  }

  // MARK: Leaves

  /// Adds a leaf of the data model to an object.
  ///
  /// - Parameter firstNode: See ``set(_:forKey:since:)``.
  @inline(__always)
  func set<Value>(_ value: Value, _ kind: Codec.Kind, forKey key: some CodingKey, since firstNode: Int32) throws {
    let leaf: ContainerSink.Leaf
    do {
      leaf = try withUnsafePointer(to: value) { try sink.leaf(UnsafeRawPointer($0), kind: kind) }
    } catch {
      throw ContainerPath.locating(error, at: .appending(key, to: path))
    }
    try set(sink.makeNode(leaf), forKey: key, since: firstNode)
  }

  /// Sets a member of an object.
  ///
  /// - Parameter firstNode: The first node that was made after the code has asked for its container.
  /// - Throws: `EncodingError` if a model has encoded another value under the key. It encodes each of its keys once, so a
  ///   key strategy has made two of them equal. Other code may replace what is there, and so may a model what other code
  ///   has encoded before.
  @inline(__always)
  func set(_ child: Int32, forKey key: some CodingKey, since firstNode: Int32) throws {
    let known = sink.set(child, in: node, forKey: text(of: key))
    if known >= firstNode { try refuse(repeated: key) }
  }

  /// Throws the error for a key that a model, or the standard library's code of a dictionary, has encoded twice. Other code
  /// may.
  @inline(never)
  private func refuse(repeated key: some CodingKey) throws {
    let explanation: String
    if key is PropertyKey {
      explanation = "Another value has the key \"\(text(of: key))\" already, with the conversion of keys."
    } else if key is DynamicKey || _typeName(type(of: key)) == "Swift._DictionaryCodingKey" {
      explanation = """
        Two keys of the dictionary are written as "\(text(of: key))", since they have the same codingKey or are converted to \
        the same key, so one value would be lost.
        """
    } else {
      return
    }
    throw EncodingError.invalidValue(
      key.stringValue, .init(codingPath: codingPath + [key], debugDescription: explanation))
  }

  /// Adds a leaf of the data model to an array.
  @inline(__always)
  func append<Value>(_ value: Value, _ kind: Codec.Kind) throws {
    let leaf: ContainerSink.Leaf
    do {
      leaf = try withUnsafePointer(to: value) { try sink.leaf(UnsafeRawPointer($0), kind: kind) }
    } catch {
      throw ContainerPath.locating(error, at: .appending(index: count, to: path))
    }
    sink.append(sink.makeNode(leaf), to: node)
  }

  func null(_ path: @autoclosure () -> ContainerPath?) throws -> Int32 {
    do {
      return sink.makeNode(try sink.null())
    } catch {
      throw ContainerPath.locating(error, at: path())
    }
  }

  /// The number of elements in the array.
  var count: Int { Int(sink.at(node).pointee.count) }

  // MARK: Values

  /// Encodes a value in a new node.
  ///
  /// - Parameters:
  ///   - depth: The number of arrays and objects around the value.
  ///   - path: The value's path.
  func encoded<Value: Encodable>(
    _ value: Value, depth: Int32, path: @autoclosure () -> ContainerPath?
  ) throws -> Int32 {
    let made = sink.makeNode()
    try encode(value, in: made, depth: depth, path: path())
    return made
  }

  /// Encodes a value in an empty node.
  func encode<Value: Encodable>(
    _ value: Value, in made: Int32, depth: Int32, path: @autoclosure () -> ContainerPath?
  ) throws {
    if sink.options.hasCustomValues, try encodeCustom(value, in: made, depth: depth, path: path()) { return }
    switch try ContainerDispatch.of(Value.self, isDirect: sink.isDirect) {
    case .walk(let reference):
      let codec = reference.takeUnretainedValue()
      let scope = TypeScope.enterValue(codec.kind.isLeaf ? nil : reference)
      defer { scope.end() }
      do {
        let leaf = try withUnsafePointer(to: value) {
          try sink.walk(UnsafeRawPointer($0), as: codec, depth: Int(depth), path: path())
        }
        sink.set(leaf, at: made)
      } catch {
        throw ContainerPath.locating(error, at: path())
      }
    case .textKeyed(.some(let members), _):
      let encoder = ContainerEncoder(sink: sink, node: made, depth: depth, path: path())
      _ = sink.open(made, as: .object)
      try withUnsafePointer(to: value) { try members.encodeMembers(at: UnsafeRawPointer($0), in: encoder) }
    // The elements of collections enter levels of nesting themselves.
    case .array(let codec, let array):
      let encoder = ContainerEncoder(sink: sink, node: made, depth: depth, path: path())
      _ = sink.open(made, as: .array)
      try withUnsafePointer(to: value) { value in
        try codec.takeUnretainedValue().withElements(of: value) {
          try array.encodeElements($0, count: $1, in: encoder)
        }
      }
    case .collection, .textKeyed:
      let encoder = ContainerEncoder(sink: sink, node: made, depth: depth, path: path())
      try value.encode(to: encoder)
      try encoder.finish()
    case .own:
      var path = path()
      try sink.callOwn(value, ContainerEncoder(sink: sink, node: made, depth: depth, path: path))
      try sink.finish(made)
      sink.sparePath.keep(&path)
    }
  }

  /// Calls a value's own `encode(to:)`.
  func encodeOwn(_ value: some Encodable) throws {
    try sink.callOwn(value, self)
    try finish()
  }

  /// Called when foreign code has returned.
  private func finish() throws { try sink.finish(node) }

  /// Encodes a date or data by the caller's own strategy; returns false if there is none for the value.
  private func encodeCustom<Value: Encodable>(
    _ value: Value, in made: Int32, depth: Int32, path: @autoclosure () -> ContainerPath?
  ) throws -> Bool {
    if Value.self == Date.self, !sink.keepsDatesAndData, case .custom(let encode) = sink.options.values.dates,
      let date = value as? Date
    {
      let encoder = ContainerEncoder(sink: sink, node: made, depth: depth, path: path())
      try encode(date, encoder)
      try encoder.finish()
      return true
    }
    if Value.self == Data.self, !sink.keepsDatesAndData, case .custom(let encode) = sink.options.values.data,
      let data = value as? Data
    {
      let encoder = ContainerEncoder(sink: sink, node: made, depth: depth, path: path())
      try encode(data, encoder)
      try encoder.finish()
      return true
    }
    return false
  }

  /// Encodes a root value.
  ///
  /// - Throws: `EncodingError` if the value's own code encodes nothing.
  func encodeRoot<Value: Encodable>(_ value: Value) throws {
    guard case .own = try ContainerDispatch.of(Value.self, isDirect: sink.isDirect) else {
      return try encode(value, in: node, depth: depth, path: path)
    }
    try sink.callOwn(value, self)
    if sink.misuse == nil, sink.at(node).pointee.kind == .empty {
      throw EncodingError.invalidValue(
        PrintableValue.of(value),
        .init(codingPath: [], debugDescription: "Top-level \(Value.self) did not encode any values."))
    }
    try finish()
  }

  /// Encodes with foreign code, about which nothing else is known.
  func encode(with code: (any Encoder) throws -> Void) throws {
    try code(self)
    try finish()
  }

  // MARK: Keys

  /// Encodes a value under a key that is data, to which no key strategy applies.
  func set<Value: Encodable>(_ value: Value, forText key: String) throws {
    let child = try encoded(value, depth: depth + 1, path: sink.sparePath.appending(name: key, to: path))
    sink.set(child, in: node, forKey: key)
  }

  /// Returns the key in the output for a key of the code.
  @inline(__always)
  func text(of key: some CodingKey) -> String {
    sink.usesKeysAsTheyAre ? key.stringValue : converted(key)
  }

  @inline(never)
  private func converted(_ key: any CodingKey) -> String {
    let isFixed = key.isFixedKey
    if !isFixed, case .custom(let convert) = sink.options.values.keys { return convert(codingPath + [key]).stringValue }
    return sink.options.writtenKey(key.stringValue, isFixed: isFixed)
  }
}

extension ContainerSink {
  /// Returns an encoder of the root.
  ///
  /// - Parameters:
  ///   - depth: The number of arrays and objects around it.
  ///   - path: Its path.
  final func rootEncoder(depth: Int = 0, path: ContainerPath? = nil) -> ContainerEncoder {
    ContainerEncoder(sink: self, node: Self.root, depth: Int32(clamping: depth), path: path)
  }

  /// Calls the root value's own `encode(to:)`.
  final func encodeOwn(_ value: some Encodable, depth: Int = 0) throws {
    try rootEncoder(depth: depth).encodeOwn(value)
  }

  /// Calls a value's own `encode(to:)`.
  ///
  /// - Parameter encoder: The encoder, as the code is given it: each conversion would retain its parts once more.
  @_semantics("optimize.sil.specialize.generic.never")
  @inline(never)
  fileprivate final func callOwn<Value: Encodable>(_ value: Value, _ encoder: any Encoder) throws {
    // Models enter levels of nesting themselves.
    if try ContainerDispatch.entersLevels(Value.self) {
      if let codec = try ContainerDispatch.classCodec(of: Value.self) {
        try withUnsafePointer(to: value) { try InheritedCode.check($0, codec) }
      }
      return try value.encode(to: encoder)
    }
    try NestedLevel.encoding(value, limits: options.limits, codingPath: { encoder.codingPath }) {
      try value.encode(to: encoder)
    }
  }

  /// Called when foreign code has filled in a node.
  fileprivate final func finish(_ node: Int32) throws {
    if let misuse {
      self.misuse = nil
      throw misuse
    }
    // Like Foundation's coders, write an empty object for a value that encodes nothing.
    if at(node).pointee.kind == .empty { _ = open(node, as: .object) }
  }
}
