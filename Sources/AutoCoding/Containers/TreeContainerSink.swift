#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// Makes a ``CodedTree`` from what `Codable` code encodes, for formats without their own containers.
final class TreeContainerSink: ContainerSink {
  @exclusivity(unchecked) private var trees: [CodedTree] = []

  init(userInfo: [CodingUserInfoKey: Any], limits: CodingLimits) {
    super.init(options: .with(.init(limits: limits)), userInfo: userInfo, walksModels: false)
  }

  /// Resets the sink for reuse. Precondition: no code has kept an encoder.
  func removeTrees() {
    trees.removeAll(keepingCapacity: true)
    removeAll()
  }

  private func add(_ tree: CodedTree) -> Leaf {
    trees.append(tree)
    return Leaf(first: trees.count - 1, second: 0)
  }

  override func null() -> Leaf { add(.null) }

  override func leaf(_ address: UnsafeRawPointer, kind: Codec.Kind) -> Leaf {
    add(CodedTree(leafAt: address, kind: kind))
  }

  override func walk(
    _ address: UnsafeRawPointer, as codec: Codec, depth: Int, path: @autoclosure () -> ContainerPath
  ) -> Leaf {
    leaf(address, kind: codec.kind)
  }

  override func members(of leaf: Leaf) -> [(key: String, value: Leaf)]? {
    guard case .dictionary(let pairs) = trees[leaf.first] else { return nil }
    return pairs.map { ($0.key, add($0.value)) }
  }

  override func elements(of leaf: Leaf) -> [Leaf]? {
    guard case .array(let elements) = trees[leaf.first] else { return nil }
    return elements.map(add)
  }

  /// The encoded tree.
  var tree: CodedTree {
    // A node's number is less than those of the nodes within it.
    var made = [CodedTree](repeating: .null, count: Int(nodeCount))
    for index in (0..<nodeCount).reversed() {
      switch at(index).pointee.kind {
      case .leaf: made[Int(index)] = trees[at(index).pointee.leaf.first]
      case .replaced: break
      case .empty: made[Int(index)] = .dictionary([])
      case .array:
        var elements: [CodedTree] = []
        forEachChild(of: index) { elements.append(made[Int($0)]) }
        made[Int(index)] = .array(elements)
      case .object:
        var members: [(key: String, value: CodedTree)] = []
        forEachChild(of: index) { members.append((at($0).pointee.key, made[Int($0)])) }
        made[Int(index)] = .dictionary(members)
      }
    }
    return made[Int(Self.root)]
  }
}

extension TreeContainerSink {
  /// Encodes a value by its own `encode(to:)`.
  func encode(_ value: any Encodable) throws {
    func encode(_ value: some Encodable, with encoder: ContainerEncoder) throws {
      try encoder.sink.encode(value, in: encoder.node, depth: 0, endsPath: false, path: encoder.path)
    }
    try withRootEncoder { try encode(value, with: $0) }
  }

  /// Writes what was encoded.
  func write(_ node: Int32 = root, to writer: inout some CodingWriter) throws {
    switch at(node).pointee.kind {
    case .leaf: try writer.write(trees[at(node).pointee.leaf.first])
    case .replaced: break
    case .array:
      try NestedLevel.encoding(CodedTree.null, limits: limits, codingPath: { [] }) {
        try writer.beginArray(count: Int(at(node).pointee.count))
        try forEachChild(of: node) { try write($0, to: &writer) }
        try writer.endArray()
      }
    case .object, .empty:
      try NestedLevel.encoding(CodedTree.null, limits: limits, codingPath: { [] }) {
        try writer.beginDictionary(count: Int(at(node).pointee.count))
        try forEachChild(of: node) { child in
          try writer.writeKey(at(child).pointee.key)
          try write(child, to: &writer)
        }
        try writer.endMembers()
      }
    }
  }
}

extension CodedTree {
  /// Makes a tree from what a value's own `encode(to:)` encodes.
  package init(
    encoding value: any Encodable, userInfo: [CodingUserInfoKey: Any] = [:], limits: CodingLimits = CodingLimits()
  ) throws {
    let sink = TreeContainerSink(userInfo: userInfo, limits: limits)
    try sink.encode(value)
    self = sink.tree
  }

  /// Returns the tree that `encode` encodes with the encoder passed to it.
  @inline(never)
  static func encoded(
    userInfo: [CodingUserInfoKey: Any] = [:], limits: CodingLimits = CodingLimits(),
    _ encode: (ContainerEncoder) throws -> Void
  ) throws -> CodedTree {
    let sink = TreeContainerSink(userInfo: userInfo, limits: limits)
    try sink.withRootEncoder { try encode($0) }
    return sink.tree
  }
}

extension CodedTree {
  /// Makes a tree of the leaf at an address. Precondition: the address holds a value of the kind.
  fileprivate init(leafAt address: UnsafeRawPointer, kind: Codec.Kind) {
    self =
      switch kind {
      case .bool: .bool(address.value(as: Bool.self))
      case .int: .int(Int64(address.value(as: Int.self)))
      case .double: .double(address.value(as: Double.self))
      case .string: .string(address.value(as: String.self))
      case .date: .date(address.value(as: Date.self))
      case .data: .data(address.value(as: Data.self))
      case .url: .url(address.value(as: URL.self))
      case .uuid: .uuid(address.value(as: UUID.self))
      case .decimal: .decimal(address.value(as: Decimal.self))
      default: kind.withLeafType(NumberReader(address: address)) ?? .null
      }
  }

  private struct NumberReader: LeafVisitor {
    let address: UnsafeRawPointer

    func visit<Value: Codable & Hashable>(_ type: Value.Type) -> CodedTree { .null }

    func visit<Integer: FixedWidthInteger & Codable>(integer type: Integer.Type) -> CodedTree {
      CodedTree(integer: address.value(as: type))
    }

    func visit<Number: BinaryFloatingPoint & LosslessStringConvertible & Codable>(number type: Number.Type) -> CodedTree
    {
      let value = address.value(as: type)
      return (value as? Float).map { .float($0) } ?? .double(Double(value))
    }
  }
}

extension CodingWriter {
  /// Writes a value by its own `encode(to:)`.
  package mutating func writeCodable(_ value: any Encodable) throws {
    let sink = TreeContainerSink(userInfo: [:], limits: limits)
    try sink.encode(value)
    try sink.write(to: &self)
  }
}
