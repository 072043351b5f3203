/// The encoder that every format passes to a type's own `Codable` code.
///
/// It merges what Foundation's encoders merge: containers of one kind, and keys added to a value that was encoded as an
/// object. Uses on which Foundation's encoders trap are an `EncodingError`.
struct ContainerEncoder: LimitedEncoder {
  /// Its caller or its path keeps it alive.
  let reference: Unmanaged<ContainerSink>
  /// The node that the code fills in.
  let node: Int32
  /// The number of arrays and objects around the node.
  let depth: Int32
  let path: ContainerPath

  /// - Parameter path: A path of the sink's, which is ended after the last use of the encoder by the library, or is kept.
  @inline(__always)
  init(sink: ContainerSink, node: Int32, depth: Int32, path: ContainerPath) {
    reference = .passUnretained(sink)
    self.node = node
    self.depth = depth
    self.path = path
  }

  var sink: ContainerSink { reference.takeUnretainedValue() }

  /// Calls `body` with the sink, which is not retained.
  @inline(__always)
  func withSink<Result>(_ body: (ContainerSink) throws -> Result) rethrows -> Result {
    try reference._withUnsafeGuaranteedRef(body)
  }

  var codingPath: [any CodingKey] { path.keys }
  var userInfo: [CodingUserInfoKey: Any] { sink.userInfo }
  var limits: CodingLimits { sink.limits }

  func container<Key>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
    keyedContainerMaker(for: type)._withUnsafeGuaranteedRef {
      isOpened(as: .object) ? $0.container(of: self) : $0.container(of: detached(for: .object))
    }
  }

  func unkeyedContainer() -> any UnkeyedEncodingContainer {
    UnkeyedContainerEncoder(encoder: isOpened(as: .array) ? self : detached(for: .array))
  }

  func singleValueContainer() -> any SingleValueEncodingContainer { SingleValueContainerEncoder(encoder: self) }

  /// Makes the node an array or object; returns false if it is something else.
  private func isOpened(as kind: ContainerSink.Node.Kind) -> Bool {
    withSink { $0.open(node, as: kind) }
  }

  @inline(never)
  private func detached(for kind: ContainerSink.Node.Kind) -> ContainerEncoder {
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
    return withSink { ContainerEncoder(sink: $0, node: node, depth: depth + 1, path: path()) }
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

  /// Adds a leaf of the data model to an array.
  @inline(__always)
  func append<Value>(_ value: Value, _ kind: Codec.Kind) throws {
    try withSink { sink in
      let leaf: ContainerSink.Leaf
      do {
        leaf = try withUnsafePointer(to: value) { try sink.leaf(UnsafeRawPointer($0), kind: kind) }
      } catch {
        throw ContainerPath.locating(error, at: .appending(index: count, to: path))
      }
      sink.append(sink.makeNode(leaf), to: node)
    }
  }

  /// The number of elements in the array.
  var count: Int { withSink { Int($0.at(node).pointee.count) } }

  // MARK: Values

  /// Calls a value's own `encode(to:)`.
  func encodeOwn<Value: Encodable>(_ value: Value) throws {
    try withSink { sink in
      let isRoot = sink.isRootOwnCode
      sink.isRootOwnCode = false
      try sink.callOwn(value, ContainerDispatch.ownCode(of: Value.self, sink.knownTypes), self)
      if isRoot { try checkRoot(value, sink) }
      try sink.finish(node)
    }
  }

  /// - Throws: `EncodingError` if a root value's own code has encoded nothing.
  private func checkRoot<Value: Encodable>(_ value: Value, _ sink: ContainerSink) throws {
    guard sink.misuse == nil, sink.at(node).pointee.kind == .empty else { return }
    throw EncodingError.invalidValue(
      PrintableValue.of(value), .init("Top-level \(Value.self) did not encode any values."))
  }

  /// Encodes a root value.
  ///
  /// - Throws: `EncodingError` if the value's own code encodes nothing.
  func encodeRoot<Value: Encodable>(_ value: Value) throws {
    try withSink { try encodeRoot(value, $0) }
  }

  private func encodeRoot<Value: Encodable>(_ value: Value, _ sink: ContainerSink) throws {
    guard case .own(let code) = try ContainerDispatch.of(Value.self, isDirect: sink.isDirect, sink.knownTypes) else {
      return try sink.encode(value, in: node, depth: depth, endsPath: false, path: path)
    }
    try sink.callOwn(value, code, self)
    try checkRoot(value, sink)
    try sink.finish(node)
  }

  /// Encodes with foreign code, about which nothing else is known.
  func encode(with code: (any Encoder) throws -> Void) throws {
    try code(self)
    try sink.finish(node)
  }

  // MARK: Keys

  /// Encodes a value under a key that is data, to which no key strategy applies.
  func set<Value: Encodable>(_ value: Value, forText key: String) throws {
    try withSink { sink in
      let child = try sink.encoded(value, depth: depth + 1, path: sink.paths.appending(name: key, to: path))
      sink.set(child, in: node, forKey: key)
    }
  }
}
