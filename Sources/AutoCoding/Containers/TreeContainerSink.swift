#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// Makes a ``CodedTree`` of what `Codable` code encodes, for formats that have no containers of their own.
final class TreeContainerSink: ContainerSink {
  private var trees: [CodedTree] = []

  init(userInfo: [CodingUserInfoKey: Any], limits: CodingLimits) {
    super.init(options: JSONEncodingOptions(limits: limits), userInfo: userInfo, walksModels: false)
  }

  private func add(_ tree: CodedTree) -> Leaf {
    trees.append(tree)
    return Leaf(first: trees.count - 1, second: 0)
  }

  override func null() -> Leaf { add(.null) }

  override func leaf(_ address: UnsafeRawPointer, kind: Codec.Kind) -> Leaf {
    add(CodedTree(leafAt: address, kind: kind))
  }

  override func walk(_ address: UnsafeRawPointer, as codec: Codec, depth: Int) -> Leaf {
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

  /// What was encoded.
  var tree: CodedTree {
    // A node's number is less than those of the nodes within it.
    var made = [CodedTree](repeating: .null, count: Int(nodeCount))
    for index in (0..<nodeCount).reversed() {
      switch at(index).pointee.kind {
      case .leaf: made[Int(index)] = trees[at(index).pointee.leaf.first]
      case .replaced: made[Int(index)] = made[at(index).pointee.leaf.first]
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
  /// What a value's own `encode(to:)` encodes.
  package init(
    encoding value: any Encodable, userInfo: [CodingUserInfoKey: Any] = [:], limits: CodingLimits = CodingLimits()
  ) throws {
    func encode(_ value: some Encodable, with encoder: ContainerEncoder) throws {
      try encoder.encode(value, in: encoder.node, depth: 0, path: nil)
    }
    self = try Self.encoded(userInfo: userInfo, limits: limits) { try encode(value, with: $0) }
  }

  /// What `encode` encodes with the encoder that it is given.
  static func encoded(
    userInfo: [CodingUserInfoKey: Any] = [:], limits: CodingLimits = CodingLimits(),
    _ encode: (ContainerEncoder) throws -> Void
  ) throws -> CodedTree {
    let sink = TreeContainerSink(userInfo: userInfo, limits: limits)
    try encode(sink.rootEncoder())
    return sink.tree
  }
}

extension CodedTree {
  /// The leaf at an address. Precondition: at the address is a value of the kind.
  fileprivate init(leafAt address: UnsafeRawPointer, kind: Codec.Kind) {
    self =
      switch kind {
      case .bool: .bool(address.value(as: Bool.self))
      case .int: .init(integer: address.value(as: Int.self))
      case .int8: .init(integer: address.value(as: Int8.self))
      case .int16: .init(integer: address.value(as: Int16.self))
      case .int32: .init(integer: address.value(as: Int32.self))
      case .int64: .init(integer: address.value(as: Int64.self))
      case .uint: .init(integer: address.value(as: UInt.self))
      case .uint8: .init(integer: address.value(as: UInt8.self))
      case .uint16: .init(integer: address.value(as: UInt16.self))
      case .uint32: .init(integer: address.value(as: UInt32.self))
      case .uint64: .init(integer: address.value(as: UInt64.self))
      case .int128: .wide(address, isSigned: true)
      case .uint128: .wide(address, isSigned: false)
      case .float: .float(address.value(as: Float.self))
      case .double: .double(address.value(as: Double.self))
      case .string: .string(address.value(as: String.self))
      case .date: .date(address.value(as: Date.self))
      case .data: .data(address.value(as: Data.self))
      case .url: .url(address.value(as: URL.self))
      case .uuid: .uuid(address.value(as: UUID.self))
      case .decimal: .decimal(address.value(as: Decimal.self))
      case .optional, .sequence, .dictionary, .record, .existential, .tuple, .conversion, .codable: .null
      }
  }

  private static func wide(_ address: UnsafeRawPointer, isSigned: Bool) -> CodedTree {
    guard #available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *) else { return .null }
    return isSigned
      ? CodedTree(integer: address.value(as: Int128.self)) : CodedTree(integer: address.value(as: UInt128.self))
  }
}

extension CodingWriter {
  /// Writes a value by its own `encode(to:)`.
  package mutating func writeCodable(_ value: any Encodable) throws {
    try write(CodedTree(encoding: value, limits: limits))
  }
}
