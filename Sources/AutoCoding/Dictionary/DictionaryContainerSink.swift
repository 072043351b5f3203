/// Builds dictionaries and arrays from what handwritten `Codable` code encodes.
final class DictionaryContainerSink: ContainerSink {
  private let state: DictionaryEncoder.State
  @exclusivity(unchecked) private var values: [Any] = []

  init(_ state: DictionaryEncoder.State) {
    self.state = state
    super.init(
      options: state.options, userInfo: state.options.userInfo, keepsDatesAndData: state.leafFormat != .json)
  }

  /// Resets the sink for reuse. Precondition: no code has kept an encoder.
  func removeValues() {
    values.removeAll(keepingCapacity: true)
    removeAll()
  }

  private func add(_ value: Any) -> Leaf {
    values.append(value)
    return Leaf(first: values.count - 1, second: 0)
  }

  override var decimalForm: DecimalForm { state.leafFormat == .propertyList ? .text : .number }

  override func null() throws -> Leaf { add(try DictionaryWriter.value(state) { try $0.writeNull() }) }

  override func leaf(_ address: UnsafeRawPointer, kind: Codec.Kind) throws -> Leaf {
    add(try DictionaryWriter.value(state) { try $0.encodeLeaf(address, kind: kind) })
  }

  override func walk(
    _ address: UnsafeRawPointer, as codec: Codec, depth: Int, path: @autoclosure () -> ContainerPath
  ) throws -> Leaf {
    add(try DictionaryWriter.value(at: address, as: codec, state, path: path()))
  }

  override func members(of leaf: Leaf) -> [(key: String, value: Leaf)]? {
    (values[leaf.first] as? [String: Any])?.map { ($0.key, add($0.value)) }
  }

  override func elements(of leaf: Leaf) -> [Leaf]? { (values[leaf.first] as? [Any])?.map(add) }

  /// The encoded value.
  var value: Any {
    if case let root = at(Self.root).pointee, root.kind == .leaf { return values[root.leaf.first] }
    // Backwards, since a node's number is less than the numbers of the nodes within it.
    var made = [Any](repeating: DictionaryValue.null, count: Int(nodeCount))
    for index in (0..<nodeCount).reversed() {
      switch at(index).pointee.kind {
      case .leaf: made[Int(index)] = values[at(index).pointee.leaf.first]
      case .replaced: break
      case .empty: made[Int(index)] = [String: Any]()
      case .array:
        var elements: [Any] = []
        elements.reserveCapacity(Int(at(index).pointee.count))
        forEachChild(of: index) { elements.append(made[Int($0)]) }
        made[Int(index)] = elements
      case .object:
        var members: [String: Any] = [:]
        members.reserveCapacity(Int(at(index).pointee.count))
        forEachChild(of: index) { members[at($0).pointee.key] = made[Int($0)] }
        made[Int(index)] = members
      }
    }
    return made[Int(Self.root)]
  }
}
