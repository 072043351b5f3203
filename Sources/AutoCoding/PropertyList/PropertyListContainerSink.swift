/// Adds to a property list what `Codable` code encodes: leaves are objects of the list already, and containers become
/// objects when the code has returned.
final class PropertyListContainerSink: ContainerSink {
  /// Nil if the sink is closed: once a value is complete, since the code may have kept an encoder.
  @exclusivity(unchecked) private var builder: UnsafeMutablePointer<PropertyListBuilder>?

  init(options: JSONEncodingOptions) {
    super.init(options: options, userInfo: options.userInfo, keepsDatesAndData: true)
  }

  /// Begins the use of a builder. Precondition: the sink is closed, and empty.
  func open(_ builder: UnsafeMutablePointer<PropertyListBuilder>) {
    self.builder = builder
    // Code may replace what it has encoded.
    builder.pointee.list.isIntermediate = true
  }

  /// Ends the use of the builder.
  func close() { builder = nil }

  private func write(_ body: (inout PropertyListCodingWriter) throws -> Void) throws -> Leaf {
    guard let builder else { throw Self.closed }
    let mark = builder.pointee.mark
    var writer = PropertyListCodingWriter(builder, options: options)
    do {
      try body(&writer)
    } catch {
      builder.pointee.reset(to: mark)
      throw error
    }
    return Leaf(first: Int(builder.pointee.pop()), second: 0)
  }

  private static var closed: EncodingError {
    .invalidValue((), .init("An encoder was used after the encode(to:) that got it had returned."))
  }

  override var decimalForm: DecimalForm { .object }

  override func null() throws -> Leaf { try write { try $0.writeNull() } }

  override func leaf(_ address: UnsafeRawPointer, kind: Codec.Kind) throws -> Leaf {
    try write { try $0.encodeLeaf(address, kind: kind) }
  }

  override func walk(
    _ address: UnsafeRawPointer, as codec: Codec, depth: Int, path: @autoclosure () -> ContainerPath
  ) throws -> Leaf {
    try write { writer in
      let trackedPath = writer.builder.pointee.pathTracking.begin(within: codec)
      try trackedPath.starting(at: path()) { try writer.encode(address, as: codec) }
    }
  }

  override func members(of leaf: Leaf) -> [(key: String, value: Leaf)]? {
    guard let builder, let members = builder.pointee.list.members(of: UInt32(truncatingIfNeeded: leaf.first))
    else { return nil }
    builder.pointee.hasOrphans = true
    return members.map { ($0.key, Leaf(first: Int($0.value), second: 0)) }
  }

  override func elements(of leaf: Leaf) -> [Leaf]? {
    guard let builder, let elements = builder.pointee.list.elements(of: UInt32(truncatingIfNeeded: leaf.first))
    else { return nil }
    builder.pointee.hasOrphans = true
    return elements.map { Leaf(first: Int($0), second: 0) }
  }

  /// Adds the containers that were encoded, and returns the object of the root. Precondition: the sink is open.
  func finish() -> UInt32 {
    guard let builder else { return 0 }
    if nodeCount == 1, at(Self.root).pointee.kind == .leaf {
      return UInt32(truncatingIfNeeded: at(Self.root).pointee.leaf.first)
    }
    return withUnsafeTemporaryAllocation(of: UInt32.self, capacity: Int(nodeCount)) { objects in
      // Mark the nodes that are used. A node's number is less than the numbers of the nodes within it.
      objects.initialize(repeating: 0)
      objects[Int(Self.root)] = 1
      for index in 0..<nodeCount {
        let kind = at(index).pointee.kind
        if objects[Int(index)] == 0 {
          if kind == .leaf || kind == .replaced { builder.pointee.hasOrphans = true }
        } else if kind == .array || kind == .object {
          forEachChild(of: index) { objects[Int($0)] = 1 }
        }
      }
      for index in (0..<nodeCount).reversed() where objects[Int(index)] != 0 {
        objects[Int(index)] = object(of: index, objects, builder)
      }
      return objects[Int(Self.root)]
    }
  }

  /// Returns the object of a node. Precondition: those of the nodes within it are known.
  private func object(
    of index: Int32, _ objects: UnsafeMutableBufferPointer<UInt32>, _ builder: UnsafeMutablePointer<PropertyListBuilder>
  ) -> UInt32 {
    switch at(index).pointee.kind {
    case .leaf: return UInt32(truncatingIfNeeded: at(index).pointee.leaf.first)
    case .replaced: return 0
    case .array:
      builder.pointee.begin()
      forEachChild(of: index) { builder.pointee.push(objects[Int($0)]) }
      builder.pointee.endArray()
      return builder.pointee.pop()
    case .object, .empty:
      builder.pointee.begin()
      forEachChild(of: index) { child in
        builder.pointee.addKey(at(child).pointee.key)
        builder.pointee.push(objects[Int(child)])
      }
      builder.pointee.endDictionary()
      return builder.pointee.pop()
    }
  }
}
