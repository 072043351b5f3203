#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// Makes a ``CodedTree`` from what `Codable` code encodes, for formats without containers of their own.
final class TreeContainerSink: ContainerSink {
  private var trees: [CodedTree] = []

  init(userInfo: [CodingUserInfoKey: Any], limits: CodingLimits) {
    super.init(options: .with(.init(limits: limits)), userInfo: userInfo, walksModels: false)
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

extension CodedTree {
  /// Makes a tree from what a value's own `encode(to:)` encodes.
  package init(
    encoding value: any Encodable, userInfo: [CodingUserInfoKey: Any] = [:], limits: CodingLimits = CodingLimits()
  ) throws {
    func encode(_ value: some Encodable, with encoder: ContainerEncoder) throws {
      try encoder.sink.encode(value, in: encoder.node, depth: 0, endsPath: false, path: encoder.path)
    }
    self = try Self.encoded(userInfo: userInfo, limits: limits) { try encode(value, with: $0) }
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
    self = kind.withLeafType(Reader(address: address)) ?? .null
  }

  private struct Reader: LeafVisitor {
    let address: UnsafeRawPointer

    func visit<Value: Codable & Hashable>(_ type: Value.Type) -> CodedTree {
      switch address.value(as: type) as Any {
      case let value as Bool: .bool(value)
      case let value as String: .string(value)
      case let value as Date: .date(value)
      case let value as Data: .data(value)
      case let value as URL: .url(value)
      case let value as UUID: .uuid(value)
      case let value as Decimal: .decimal(value)
      default: .null
      }
    }

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
    try write(CodedTree(encoding: value, limits: limits))
  }
}
