/// A source whose values are in memory. A container is split into its values only when code asks for it.
///
/// The subclass holds the values: the root at first. It adds those of a container at their end. This class is not generic
/// over their type, since its code would look up metadata at every step.
class MemoryContainerSource: ContainerSource {
  /// The values of an array or object that was opened.
  private struct Children {
    let container: Int
    let first: Int
    let count: Int
    /// For an object: its keys, in order of their values.
    let keys: [String]?
    /// The indices of keys, for objects with many; of duplicate keys, that of the first.
    private let table: DataKeys?
    /// Whether a key is there more than once.
    let hasDuplicates: Bool
    /// The index at which a key is searched for first.
    private var expected = 0

    /// The most keys that are compared one by one.
    private static let fewKeys = 16

    init(of container: Int, first: Int, count: Int, keys: [String]?) {
      (self.container, self.first, self.count, self.keys) = (container, first, count, keys)
      let keys = keys ?? []
      if keys.count > Self.fewKeys {
        let table = DataKeys()
        var hasDuplicates = false
        for (index, key) in keys.enumerated()
        where table.insert(index, hash: table.hash(of: key), unless: { keys[$0] == key }) != nil {
          hasDuplicates = true
        }
        self.table = table
        self.hasDuplicates = hasDuplicates
      } else {
        table = nil
        hasDuplicates = Self.haveDuplicates(keys)
      }
    }

    private static func haveDuplicates(_ keys: [String]) -> Bool {
      var bits: UInt64 = 0
      for (index, key) in keys.enumerated() {
        let bit = KeyHash.bit(of: KeyHash.of(key))
        if bits & bit != 0, keys[..<index].contains(key) { return true }
        bits |= bit
      }
      return false
    }

    /// The position of the value under a key.
    mutating func position(of key: String) -> Int? {
      guard let keys else { return nil }
      if !hasDuplicates, expected < keys.count, keys[expected] == key {
        expected += 1
        return first + expected - 1
      }
      guard let index = index(of: key, in: keys) else { return nil }
      expected = index + 1
      return first + index
    }

    private func index(of key: String, in keys: [String]) -> Int? {
      guard let table else { return keys.firstIndex(of: key) }
      return table.number(hash: table.hash(of: key)) { keys[$0] == key }
    }

    /// Whether the value at an index is the one that counts: the first under its key.
    func isFirst(_ index: Int, _ key: String) -> Bool {
      guard hasDuplicates, let keys else { return true }
      return self.index(of: key, in: keys) == index
    }
  }

  /// The containers that were opened, in the order of their children.
  @exclusivity(unchecked) private final var opened = GrowingTable<Children>(firstCapacity: 4)
  /// The indices in ``opened`` of the values that were opened; -1 for others.
  @exclusivity(unchecked) private final var indices = GrowingTable<Int>(firstCapacity: 8)

  // MARK: Overridden by formats

  /// The number of values: the root, and the children of all containers that were opened.
  var valueCount: Int { 0 }
  /// Adds the elements of an array after all values. Returns false if the value is no array.
  func addElements(of position: Int) throws -> Bool { false }
  /// Adds the values of an object after all values, and their keys. Returns false if the value is no object. The first of
  /// several values with one key counts.
  func addMembers(of position: Int, keys: inout [String]) throws -> Bool { false }
  func noun(of position: Int) -> String { "" }
  override func isNull(_ position: Int) -> Bool { false }

  // MARK: Enums

  /// A lenient decoder reports what it reads.
  override final var findsTags: Bool { options.values.leniencyBits == 0 }

  override final func tag(of plainEnum: PlainEnum, at position: Int) -> UInt8? {
    guard findsTags else { return nil }
    return plainEnum.tag { try readLeaf($0, at: position, into: $1) }
  }

  // MARK: Containers

  override final func elements(of position: Int) throws -> (first: Int, count: Int)? {
    if let children = children(of: position), children.pointee.keys == nil {
      return (children.pointee.first, children.pointee.count)
    }
    let first = valueCount
    guard try addElements(of: position) else { return nil }
    open(position, first: first, keys: nil)
    return (first, valueCount - first)
  }

  override final func element(after position: Int) -> Int { position + 1 }

  override final func beginObject(_ position: Int) throws -> Bool {
    if let children = children(of: position), children.pointee.keys != nil { return true }
    let first = valueCount
    var keys: [String] = []
    guard try addMembers(of: position, keys: &keys) else { return false }
    open(position, first: first, keys: keys)
    return true
  }

  private func open(_ position: Int, first: Int, keys: [String]?) {
    // All values that were added, if adding failed before.
    while indices.count < valueCount { indices.push(-1) }
    indices.first[position] = opened.count
    opened.push(Children(of: position, first: first, count: valueCount - first, keys: keys))
  }

  /// Resets the source for reuse.
  final func forgetContainers() {
    opened.removeAll(keepingAtMost: 1 << 16)
    indices.removeAll(keepingAtMost: 1 << 13)
    forgetKeys()
  }

  /// The values of a container that was opened, valid until another one is; otherwise nil.
  @inline(__always)
  private func children(of position: Int) -> UnsafeMutablePointer<Children>? {
    guard position >= 0, position < indices.count, case let index = indices.first[position], index >= 0 else {
      return nil
    }
    return opened.first + index
  }

  override final func member(_ key: String, of object: Int) -> Int {
    children(of: object)?.pointee.position(of: key) ?? Self.null
  }

  override final func forEachMember(of object: Int, _ body: (String, Int) throws -> Void) throws {
    guard let object = children(of: object)?.pointee else { return }
    for (index, key) in (object.keys ?? []).enumerated() where object.isFirst(index, key) {
      try body(key, object.first + index)
    }
  }

  override final func surplusKeys(of object: Int) -> [String] {
    guard let object = children(of: object)?.pointee, object.hasDuplicates else { return [] }
    return (object.keys ?? []).enumerated().compactMap { object.isFirst($0, $1) ? nil : $1 }
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
        if opened.first[middle].first <= position { low = middle + 1 } else { high = middle }
      }
      guard low > 0 else { break }
      let container = opened.first[low - 1]
      let index = position - container.first
      if let keys = container.keys, keys.indices.contains(index) {
        path.append(DynamicKey(keys[index]))
      } else {
        path.append(DynamicKey(index: index))
      }
      position = container.container
    }
    return path.reversed()
  }

  override func mismatch(_ type: Any.Type, at position: Int, codingPath: [any CodingKey]) -> DecodingError {
    if position == Self.null || isNull(position) { return Self.missing(type, codingPath: codingPath) }
    return .typeMismatch(
      type,
      .init(
        codingPath: codingPath,
        debugDescription: "Expected to decode \(type) but found \(noun(of: position)) instead."))
  }
}
