/// The state that the encoders of one value with its own `Codable` code share: a tree of nodes, which code may fill in
/// any order.
///
/// A subclass is a format: it represents the leaves, and turns the nodes into output when the code has returned. A node
/// is made before the nodes within it, so their numbers are greater than its own. A node that replaces another may have been
/// made before that: a value's code can encode another value under the value's own key.
class ContainerSink: ContainerOwner {
  /// A complete value. The format defines what the numbers mean.
  struct Leaf: BitwiseCopyable {
    var first: Int
    var second: Int
  }

  struct Node {
    enum Kind: UInt8 {
      /// The code has encoded nothing so far.
      case empty
      case leaf, array, object
      /// The code has encoded another value for the same key later. The node with the number `leaf.first` is written in
      /// this one's place.
      case replaced
    }

    var kind = Kind.empty
    var hash: UInt32 = 0
    /// The first and last node within this one, and its next sibling; ``none`` if there is none.
    var first = ContainerSink.none
    var last = ContainerSink.none
    var next = ContainerSink.none
    var count: Int32 = 0
    /// Of an object: a bit for the hash of each key, so that most keys that are new need no search.
    var keyBits: UInt64 = 0
    /// The node's key, if it is in an object.
    var key = ""
    var leaf = Leaf(first: 0, second: 0)
  }

  /// Whether the value that codes itself is the root of all, which has to encode something.
  @exclusivity(unchecked) final var isRootOwnCode = false

  static let none: Int32 = -1
  static let root: Int32 = 0

  /// The number of members up to which they are searched in order. Larger objects use ``tables``.
  static let maximumScan: Int32 = 48

  @exclusivity(unchecked) final private(set) var options: JSONEncodingOptions
  @exclusivity(unchecked) final private(set) var userInfo: [CodingUserInfoKey: Any]
  private final let walksModels: Bool
  // What the options say is kept here as well, since options are retained if they are asked.
  @exclusivity(unchecked) final private(set) var limits = CodingLimits()
  /// Whether the caller's own code handles dates or data.
  @exclusivity(unchecked) final private(set) var hasCustomValues = false
  /// Whether types with a map are walked.
  @exclusivity(unchecked) final private(set) var isDirect = false
  /// Whether dates and data are written unchanged, regardless of strategies.
  final let keepsDatesAndData: Bool
  @exclusivity(unchecked) final private(set) var usesKeysAsTheyAre = false
  /// Whether nil is encoded as null by `encodeIfPresent`.
  @exclusivity(unchecked) final private(set) var writesNils = false
  /// The nodes. They have manually managed memory, since the runtime guards every access to a stored `var` of an
  /// object.
  private final let nodes: UnsafeMutablePointer<GrowingTable<Node>>
  /// The members of large objects, by the number of the object's node.
  @exclusivity(unchecked) final var tables: [Int32: DataKeys] = [:]
  /// The large object that was asked for last, and its members.
  @exclusivity(unchecked) final var lastTable: (object: Int32, members: DataKeys)?
  /// A misuse by the code that the output cannot represent; thrown when the code returns.
  final var misuse: (any Error)?

  /// - Parameter walksModels: Whether the format can walk types with a map.
  init(
    options: JSONEncodingOptions, userInfo: [CodingUserInfoKey: Any], keepsDatesAndData: Bool = false,
    walksModels: Bool = true
  ) {
    self.options = options
    self.userInfo = userInfo
    self.keepsDatesAndData = keepsDatesAndData
    self.walksModels = walksModels
    nodes = .allocate(capacity: 1)
    nodes.initialize(to: GrowingTable())
    nodes.pointee.push(Node())
    super.init()
    useOptions()
  }

  private final func useOptions() {
    limits = options.limits
    hasCustomValues = options.hasCustomValues
    isDirect = walksModels && !options.usesContainers
    writesNils = options.values.writesNils
    usesKeysAsTheyAre = if case .useDefaultKeys = options.values.keys { true } else { false }
  }

  /// Replaces the options. Precondition: the sink is empty, and no code has kept an encoder.
  func adopt(_ options: JSONEncodingOptions) {
    self.options = options
    userInfo = options.userInfo
    useOptions()
  }

  deinit {
    containers.removeAll()
    nodes.deinitialize(count: 1)
    nodes.deallocate()
  }

  /// Resets the sink for reuse.
  final func removeAll() {
    if nodeCount == 1 {
      // The root has no key.
      at(Self.root).pointee = Node()
    } else {
      nodes.pointee.removeAll()
      nodes.pointee.push(Node())
    }
    if !tables.isEmpty {
      tables = [:]
      lastTable = nil
    }
    misuse = nil
  }

  // MARK: Overridden by formats

  /// Returns a leaf of the data model. Precondition: the address holds a value of the kind.
  func leaf(_ address: UnsafeRawPointer, kind: Codec.Kind) throws -> Leaf { Leaf(first: 0, second: 0) }
  func null() throws -> Leaf { Leaf(first: 0, second: 0) }
  /// Encodes a value with its codec. Precondition: the address holds a value of the codec's type.
  ///
  /// - Parameters:
  ///   - depth: The number of arrays and objects around the value.
  ///   - path: The value's path.
  func walk(
    _ address: UnsafeRawPointer, as codec: Codec, depth: Int, path: @autoclosure () -> ContainerPath
  ) throws -> Leaf { Leaf(first: 0, second: 0) }
  /// What a `Decimal` becomes. Formats without decimal numbers have only objects or text for it.
  enum DecimalForm { case number, object, text }
  var decimalForm: DecimalForm { .number }
  /// Returns the members of a leaf that is an object, or nil.
  func members(of leaf: Leaf) -> [(key: String, value: Leaf)]? { nil }
  /// Returns the elements of a leaf that is an array, or nil.
  func elements(of leaf: Leaf) -> [Leaf]? { nil }

  // MARK: Nodes

  /// Whether the sink is so small that its memory may be kept for the next value. A node takes 64 bytes.
  final var mayBeKept: Bool { nodeCount <= 1 << 10 }

  final var nodeCount: Int32 { Int32(truncatingIfNeeded: nodes.pointee.count) }

  /// A node, valid until the next one is made. Precondition: the number is that of a node.
  @inline(__always)
  final func at(_ node: Int32) -> UnsafeMutablePointer<Node> { nodes.pointee.first + Int(node) }

  final func makeNode() -> Int32 {
    nodes.pointee.push(Node())
    return nodeCount &- 1
  }

  final func makeNode(_ leaf: Leaf) -> Int32 {
    let node = makeNode()
    set(leaf, at: node)
    return node
  }

  /// Makes a node of a leaf with its key.
  final func makeNode(_ leaf: Leaf, hash: UInt32, key: consuming String) -> Int32 {
    nodes.pointee.push(Node(kind: .leaf, hash: hash, key: consume key, leaf: leaf))
    return nodeCount &- 1
  }

  final func set(_ leaf: Leaf, at node: Int32) {
    at(node).pointee.kind = .leaf
    at(node).pointee.leaf = leaf
  }

  /// Makes a node empty again.
  final func clear(_ node: Int32) {
    let known = at(node).pointee
    at(node).pointee = Node()
    at(node).pointee.key = known.key
    at(node).pointee.hash = known.hash
    at(node).pointee.next = known.next
    tables[node] = nil
    if lastTable?.object == node { lastTable = nil }
  }

  /// Describes a node for messages.
  final func noun(of node: Int32) -> String {
    switch at(node).pointee.kind {
    case .array: "an array"
    case .object: "an object"
    default: "a value"
    }
  }

  /// Makes a node the array or object that code asks for. A value that was encoded as one is continued.
  ///
  /// - Returns: False if the node is something else already.
  final func open(_ node: Int32, as kind: Node.Kind) -> Bool {
    switch at(node).pointee.kind {
    case kind: return true
    case .empty:
      at(node).pointee.kind = kind
      return true
    case .leaf: return open(leafAt: node, as: kind)
    // The code has encoded another value for the key; anything added to this one is dropped.
    case .replaced: return true
    case .array, .object: return false
    }
  }

  @inline(never)
  private func open(leafAt node: Int32, as kind: Node.Kind) -> Bool {
    let leaf = at(node).pointee.leaf
    if kind == .object, let members = members(of: leaf) {
      at(node).pointee.kind = .object
      for member in members { set(makeNode(member.value), in: node, forKey: member.key) }
      return true
    }
    if kind == .array, let elements = elements(of: leaf) {
      at(node).pointee.kind = .array
      for element in elements { append(makeNode(element), to: node) }
      return true
    }
    return false
  }

  /// Calls `body` with the number of every node within a node, in order. In place of one that was replaced, it is called with
  /// the one that holds its content.
  final func forEachChild(of node: Int32, _ body: (Int32) throws -> Void) rethrows {
    var child = at(node).pointee.first
    while child != Self.none {
      try body(current(child))
      child = at(child).pointee.next
    }
  }

  final func append(_ child: Int32, to array: Int32) {
    let last = at(array).pointee.last
    if last == Self.none {
      at(array).pointee.first = child
    } else {
      at(last).pointee.next = child
    }
    at(array).pointee.last = child
    at(array).pointee.count &+= 1
  }
}
