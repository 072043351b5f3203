/// Makes dictionaries and arrays of what `Codable` code encodes.
final class DictionaryContainerSink: ContainerSink {
  private let state: DictionaryEncoder.State
  private var values: [Any] = []

  init(_ state: DictionaryEncoder.State) {
    self.state = state
    super.init(
      options: state.options, userInfo: state.options.values.userInfo, keepsDatesAndData: state.leafFormat != .json)
  }

  private func add(_ value: Any) -> Leaf {
    values.append(value)
    return Leaf(first: values.count - 1, second: 0)
  }

  override func null() throws -> Leaf { add(try DictionaryWriter.value(state) { try $0.writeNull() }) }

  override func leaf(_ address: UnsafeRawPointer, kind: Codec.Kind) throws -> Leaf {
    add(try DictionaryWriter.value(state) { try $0.encodeLeaf(address, kind: kind) })
  }

  override func walk(_ address: UnsafeRawPointer, as codec: Codec, depth: Int) throws -> Leaf {
    add(try DictionaryWriter.value(at: address, as: codec, state))
  }

  override func members(of leaf: Leaf) -> [(key: String, value: Leaf)]? {
    (values[leaf.first] as? [String: Any])?.map { ($0.key, add($0.value)) }
  }

  override func elements(of leaf: Leaf) -> [Leaf]? { (values[leaf.first] as? [Any])?.map(add) }

  /// What was encoded.
  var value: Any {
    // A node's number is less than those of the nodes within it.
    var made = [Any](repeating: DictionaryValue.null, count: nodes.count)
    for index in nodes.indices.reversed() {
      switch nodes[index].kind {
      case .leaf: made[index] = values[nodes[index].leaf.first]
      case .replaced: made[index] = made[nodes[index].leaf.first]
      case .empty: made[index] = [String: Any]()
      case .array:
        var elements: [Any] = []
        elements.reserveCapacity(Int(nodes[index].count))
        forEachChild(of: index) { elements.append(made[$0]) }
        made[index] = elements
      case .object:
        var members: [String: Any] = [:]
        members.reserveCapacity(Int(nodes[index].count))
        forEachChild(of: index) { members[nodes[$0].key] = made[$0] }
        made[index] = members
      }
    }
    return made[Int(Self.root)]
  }
}
