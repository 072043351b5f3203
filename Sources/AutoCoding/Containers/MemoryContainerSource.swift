/// A source whose values are in memory. A container is split into its values only when code asks for it.
class MemoryContainerSource<Value>: ContainerSource {
  private struct Children {
    let first: Int
    let count: Int
    /// For an object: its keys, in order, and the positions of their values.
    var keys: [String] = []
    var positions: [String: Int] = [:]
  }

  /// The root and the children of all containers that were opened.
  private final var values: [Value]
  private final var children: [Int: Children] = [:]
  /// The containers that were opened and have children, ordered by the position of their first child.
  private final var opened: [(first: Int, container: Int)] = []

  init(
    _ root: Value, options: JSONDecodingOptions, userInfo: [CodingUserInfoKey: Any], walksModels: Bool = true
  ) {
    values = [root]
    super.init(options: options, userInfo: userInfo, walksModels: walksModels)
  }

  final subscript(position: Int) -> Value { values[position] }

  /// Replaces a value that was not opened yet.
  final func replace(_ position: Int, by value: Value) { values[position] = value }

  // MARK: Overridden by formats

  /// Returns the elements of an array, or nil if the value is not one.
  func elements(in value: Value) throws -> [Value]? { nil }
  /// Returns the members of an object, or nil if the value is not one. The first of several values with one key counts.
  func members(in value: Value) throws -> [(key: String, value: Value)]? { nil }
  func noun(of value: Value) -> String { "" }
  func isNull(_ value: Value) -> Bool { false }

  // MARK: Containers

  override final func isNull(_ position: Int) -> Bool { isNull(values[position]) }

  override final func elements(of position: Int) throws -> (first: Int, count: Int)? {
    if let known = children[position], known.keys.isEmpty { return (known.first, known.count) }
    guard let elements = try elements(in: values[position]) else { return nil }
    let made = Children(first: values.count, count: elements.count)
    if !elements.isEmpty { opened.append((made.first, position)) }
    values.append(contentsOf: elements)
    children[position] = made
    return (made.first, made.count)
  }

  override final func element(after position: Int) -> Int { position + 1 }

  override final func beginObject(_ position: Int) throws -> Bool {
    if let known = children[position], known.count == known.keys.count { return true }
    guard let members = try members(in: values[position]) else { return false }
    var made = Children(first: values.count, count: members.count)
    if !members.isEmpty { opened.append((made.first, position)) }
    made.keys.reserveCapacity(members.count)
    made.positions.reserveCapacity(members.count)
    for (index, member) in members.enumerated() {
      made.keys.append(member.key)
      if made.positions[member.key] == nil { made.positions[member.key] = made.first + index }
      values.append(member.value)
    }
    children[position] = made
    return true
  }

  override final func member(_ key: String, of object: Int) -> Int { children[object]?.positions[key] ?? Self.null }

  override final func forEachMember(of object: Int, _ body: (String, Int) throws -> Void) throws {
    guard let object = children[object] else { return }
    for (index, key) in object.keys.enumerated() where object.positions[key] == object.first + index {
      try body(key, object.first + index)
    }
  }

  override final func surplusKeys(of object: Int) -> [String] {
    guard let object = children[object], object.keys.count > object.positions.count else { return [] }
    return object.keys.enumerated().compactMap { object.positions[$1] == object.first + $0 ? nil : $1 }
  }

  /// Returns the path of a value, with keys and indices as they are in the data.
  final func path(of position: Int) -> [any CodingKey] {
    var path: [any CodingKey] = []
    var position = position
    while position > Self.root {
      // The container of a value is the last one whose first child is not after the value.
      var (low, high) = (0, opened.count)
      while low < high {
        let middle = (low + high) / 2
        if opened[middle].first <= position { low = middle + 1 } else { high = middle }
      }
      guard low > 0, let children = children[opened[low - 1].container] else { break }
      let index = position - children.first
      path.append(
        children.keys.indices.contains(index) ? DynamicKey(children.keys[index]) : DynamicKey(index: index))
      position = opened[low - 1].container
    }
    return path.reversed()
  }

  override func mismatch(_ type: Any.Type, at position: Int, codingPath: [any CodingKey]) -> DecodingError {
    if position == Self.null || isNull(position) { return Self.missing(type, codingPath: codingPath) }
    return .typeMismatch(
      type,
      .init(
        codingPath: codingPath,
        debugDescription: "Expected to decode \(type) but found \(noun(of: values[position])) instead."))
  }
}
