#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// Makes JSON text of what `Codable` code encodes. Leaves are written as text at once, and copied to the output when
/// the code has returned.
final class JSONContainerSink: ContainerSink {
  /// The text of leaves, each followed by a comma; a leaf is a range of it. It has manually managed memory, since the
  /// runtime guards every access to a stored `var` of an object.
  private let text: UnsafeMutablePointer<JSONWriter>
  /// Whether a value is being written by its codec, which may call arbitrary code.
  private var isWriting = false

  init(options: JSONEncodingOptions) {
    text = .allocate(capacity: 1)
    text.initialize(to: JSONWriter(options: options, capacity: 1024))
    super.init(options: options, userInfo: options.userInfo)
  }

  deinit {
    text.pointee.free()
    text.deinitialize(count: 1)
    text.deallocate()
  }

  /// Empties the sink for reuse. Precondition: no code has kept an encoder.
  func reset() {
    removeAll()
    text.pointee.reset()
  }

  override func adopt(_ options: JSONEncodingOptions) {
    super.adopt(options)
    text.pointee.adopt(options)
  }

  // MARK: Leaves

  @inline(__always)
  private func write(_ body: (inout JSONWriter) throws -> Void) throws -> Leaf {
    if isWriting { throw Self.reentered }
    let start = text.pointee.count
    do {
      try body(&text.pointee)
    } catch {
      text.pointee.removeAll(from: start)
      throw error
    }
    return Leaf(first: start, second: text.pointee.count &- 1)
  }

  override func null() throws -> Leaf { try write { try $0.writeNull() } }

  override func leaf(_ address: UnsafeRawPointer, kind: Codec.Kind) throws -> Leaf {
    try write { writer in
      guard kind == .string else { return try writer.encodeLeaf(address, kind: kind) }
      // Not as a value, which would be retained.
      writer.prepareValue()
      writer.putQuoted(at: address.assumingMemoryBound(to: String.self), then: .comma)
    }
  }

  override func walk(
    _ address: UnsafeRawPointer, as codec: Codec, depth: Int, path: @autoclosure () -> ContainerPath
  ) throws -> Leaf {
    // Data may be an array, whose elements are indented.
    if codec.kind.isLeaf, codec.kind != .data { return try leaf(address, kind: codec.kind) }
    return try write { writer in
      isWriting = true
      defer { isWriting = false }
      writer.indentation = depth
      defer { writer.indentation = 0 }
      let trackedPath = writer.pathTracking.begin(within: codec)
      try trackedPath.starting(at: path()) { try writer.encode(address, as: codec) }
    }
  }

  private static var reentered: EncodingError {
    .invalidValue(
      (),
      .init(
        """
        An encoder was used while a value within its own was being encoded. Use it before or after that value.
        """))
  }

  // MARK: Leaves that become containers

  override func members(of leaf: Leaf) -> [(key: String, value: Leaf)]? {
    try? read(leaf) { reader in
      var members: [(key: String, value: Leaf)] = []
      try reader.beginRecord()
      while let key = try reader.nextKey() { members.append((key, try Self.skip(&reader, in: leaf))) }
      return members
    }
  }

  override func elements(of leaf: Leaf) -> [Leaf]? {
    try? read(leaf) { reader in
      var elements: [Leaf] = []
      _ = try reader.beginArray()
      while try reader.hasNextElement() { elements.append(try Self.skip(&reader, in: leaf)) }
      return elements
    }
  }

  private func read<Result>(_ leaf: Leaf, _ body: (inout JSONReader) throws -> Result) throws -> Result {
    let start = UnsafePointer(text.pointee.start) + leaf.first
    var reader = JSONReader(
      options: .with(.init()), text: UnsafeBufferPointer(start: start, count: leaf.second - leaf.first))
    return try body(&reader)
  }

  private static func skip(_ reader: inout JSONReader, in leaf: Leaf) throws -> Leaf {
    reader.skipSpace()
    let start = reader.offset
    try reader.skipValue()
    return Leaf(first: leaf.first + start, second: leaf.first + reader.offset)
  }

  // MARK: Output

  /// Links the nodes of an object in the order of their keys.
  private func sortMembers(of object: UnsafeMutablePointer<Node>) {
    let count = Int(object.pointee.count)
    guard count > 1 else { return }
    if count > KeyOrder.few { return sortManyMembers(of: object) }
    withUnsafeTemporaryAllocation(of: KeyOrder.Entry.self, capacity: count) { entries in
      var node = object.pointee.first
      for end in 0..<count {
        let entry = KeyOrder.Entry(prefix: KeyOrder.prefix(of: at(node).pointee.key, after: 0), index: Int(node))
        KeyOrder.insert(entry, after: end, of: entries, precedes)
        node = at(node).pointee.next
      }
      link(entries.lazy.map { Int32(truncatingIfNeeded: $0.index) }, in: object)
    }
  }

  private func precedes(_ left: KeyOrder.Entry, _ right: KeyOrder.Entry) -> Bool {
    if left.prefix != right.prefix { return left.prefix < right.prefix }
    let (left, right) = (Int32(truncatingIfNeeded: left.index), Int32(truncatingIfNeeded: right.index))
    return at(left).pointee.key.precedesInUTF8(at(right).pointee.key)
  }

  private func sortManyMembers(of object: UnsafeMutablePointer<Node>) {
    var keys: [String] = []
    var nodes: [Int32] = []
    var node = object.pointee.first
    while node != Self.none {
      keys.append(at(node).pointee.key)
      nodes.append(node)
      node = at(node).pointee.next
    }
    keys.withUnsafeBufferPointer { keys in
      KeyOrder.withOrder(of: keys) { link($0.lazy.map { nodes[$0.index] }, in: object) }
    }
  }

  /// Links nodes, in their order, as the members of an object.
  private func link(_ members: some BidirectionalCollection<Int32>, in object: UnsafeMutablePointer<Node>) {
    var following = Self.none
    for node in members.reversed() {
      at(node).pointee.next = following
      following = node
    }
    object.pointee.first = following
  }

  @inline(__always)
  private func writeKey(of node: Int32, to writer: inout JSONWriter) {
    withUnsafePointer(to: &at(node).pointee.key) { writer.writeText(at: $0, isInOrder: true) }
  }

  /// Writes what was encoded.
  func write(to writer: inout JSONWriter) {
    // The container that is being written. The first number of its leaf, of which it has no other use, is the one around it.
    var container = Self.none
    var next = Self.root
    while true {
      let node = at(current(next))
      switch node.pointee.kind {
      case .leaf, .replaced:
        writer.prepareValue()
        let start = UnsafePointer(text.pointee.start) + node.pointee.leaf.first
        writer.put(UnsafeBufferPointer(start: start, count: node.pointee.leaf.second &- node.pointee.leaf.first))
        writer.put(.comma)
      case .empty, .array, .object:
        writer.open(node.pointee.kind == .array ? .openBracket : .openBrace)
        if node.pointee.first == Self.none {
          writer.close(node.pointee.kind == .array ? .closeBracket : .closeBrace)
        } else {
          node.pointee.leaf.first = Int(container)
          container = next
          if node.pointee.kind == .object {
            if writer.isSorted { sortMembers(of: node) }
            writeKey(of: node.pointee.first, to: &writer)
          }
          next = node.pointee.first
          continue
        }
      }
      // Continue with the next node, and close the containers that end here.
      while true {
        guard container != Self.none else { return }
        let parent = at(current(container))
        let isArray = parent.pointee.kind == .array
        let following = at(next).pointee.next
        if following != Self.none {
          if !isArray { writeKey(of: following, to: &writer) }
          next = following
          break
        }
        writer.close(isArray ? .closeBracket : .closeBrace)
        next = container
        container = Int32(truncatingIfNeeded: parent.pointee.leaf.first)
      }
    }
  }
}

extension JSONWriter {
  /// Writes a value by its own `encode(to:)`.
  mutating func writeCodable(_ value: any Encodable) throws {
    if type(of: value) == JSONValue.self, let value = value as? JSONValue { return try writeJSONValue(value) }
    try writeOwn { try $0.encodeOwn(value) }
  }

  mutating func writeByOwnCode(_ address: UnsafeRawPointer, _ access: CodableAccess) throws {
    if type(of: access) == JSONValueAccess.self {
      return try writeJSONValue(address.assumingMemoryBound(to: JSONValue.self).pointee)
    }
    let access = Unmanaged.passUnretained(access)
    try writeOwn { encoder in try access._withUnsafeGuaranteedRef { try $0.encode(address, in: encoder) } }
  }

  /// Writes a root value through containers, as `Codable` code is called.
  mutating func writeRoot<Value: Encodable>(_ value: Value) throws {
    try writeOwn { try $0.encodeRoot(value) }
  }

  /// Calls `encode` with an encoder, and writes what it encodes.
  mutating func writeOwn(_ encode: (ContainerEncoder) throws -> Void) throws {
    // Take the sink, since the code that is called may be re-entrant.
    var sink = spareSink ?? JSONContainerSink(options: options)
    spareSink = nil
    if !isSinkCurrent { update(sink) }
    sink.isRootOwnCode = isRootOwnCode
    isRootOwnCode = false
    do {
      try sink.withRootEncoder(depth: indentation, .init(trackedPath), encode)
    } catch {
      throw error.dropping(trackedPath)
    }
    sink.write(to: &self)
    // If code has kept an encoder, it must not add to the next value.
    if isKnownUniquelyReferenced(&sink) {
      sink.reset()
      spareSink = sink
    }
  }

  /// Writes the key of an object, as it is.
  @inline(__always)
  mutating func writeText(_ key: String) {
    withUnsafePointer(to: key) { writeText(at: $0, isInOrder: false) }
  }

  /// Writes the key at an address, without retaining it.
  ///
  /// - Parameter isInOrder: Whether the members are written in the order of their keys.
  mutating func writeText(at key: UnsafePointer<String>, isInOrder: Bool) {
    if !isCompact { prepareKey(key.pointee, isInOrder: isInOrder) }
    putQuoted(at: key, then: .colon)
    finishKey()
  }
}
