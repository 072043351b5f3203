import AutoCoding
import Foundation
import Testing

private class Node: AutoCoding {
  var name = 0
  var next: Node?
  var others: [Node] = []
  var byName: [String: Node] = [:]
  var any: Any = 0
  var slot = Slot(node: nil, note: 0)
  var choice = Choice.none
  weak var owner: Node?
  init(_ name: Int) { self.name = name }
}

private final class Leaf: Node {
  var weight = 0.5
}

private struct Slot: AutoCoding {
  var node: Node?
  var note: Int
}

private enum Choice: AutoCoding {
  case none
  case one(Node)
  case two(first: Node, second: Node?)
}

private struct Root: AutoCoding {
  var nodes: [Node]
  var first: Node?
  var table: [Int: Node]
}

/// A graph from a seed, and edits of it.
private struct Maker {
  var state: UInt64
  /// All nodes so far.
  var made: [Node] = []

  mutating func next(_ bound: Int) -> Int {
    state ^= state << 13
    state ^= state >> 7
    state ^= state << 17
    return Int(state >> 33) % bound
  }

  mutating func node(_ nodes: [Node]) -> Node? {
    nodes.isEmpty || next(5) == 0 ? nil : nodes[next(nodes.count)]
  }

  mutating func fresh(_ nodes: inout [Node]) -> Node {
    let node = next(3) == 0 ? Leaf(next(100)) : Node(next(100))
    nodes.append(node)
    made.append(node)
    for _ in 0..<next(3) { edit(node, among: nodes) }
    return node
  }

  mutating func edit(_ node: Node, among nodes: [Node]) {
    switch next(11) {
    case 0: node.name = next(100)
    case 1: node.next = self.node(nodes)
    case 2: if let other = self.node(nodes) { node.others.insert(other, at: next(node.others.count + 1)) }
    case 3: if !node.others.isEmpty { node.others.remove(at: next(node.others.count)) }
    case 4: node.byName["\(next(4))"] = self.node(nodes)
    case 5: node.any = self.node(nodes).map { $0 as Any } ?? next(10)
    case 6: node.any = [1, self.node(nodes).map { [$0] as [Any] } ?? "text", ["k": next(3)]] as [Any]
    case 7: node.slot = Slot(node: self.node(nodes), note: next(3))
    case 8: node.choice = self.node(nodes).map(Choice.one) ?? .none
    case 9: if let first = self.node(nodes) { node.choice = .two(first: first, second: self.node(nodes)) }
    default: node.owner = self.node(nodes)
    }
  }

  mutating func root() -> (Root, [Node]) {
    var nodes: [Node] = []
    for _ in 0..<(2 + next(5)) { _ = fresh(&nodes) }
    for node in nodes { for _ in 0..<next(4) { edit(node, among: nodes) } }
    return (Root(nodes: nodes, first: node(nodes), table: [1: nodes[0]]), nodes)
  }

  mutating func edit(_ root: inout Root) {
    var nodes = root.nodes
    for _ in 0..<(1 + next(5)) {
      switch next(6) {
      case 0: root.nodes.insert(fresh(&nodes), at: next(root.nodes.count + 1))
      case 1: if root.nodes.count > 1 { root.nodes.remove(at: next(root.nodes.count)) }
      case 2: root.first = node(nodes)
      case 3: root.table[next(3)] = node(nodes)
      default:
        if !root.nodes.isEmpty { edit(root.nodes[next(root.nodes.count)], among: nodes) }
      }
    }
  }
}

/// Differences of graphs with shared objects.
struct SharedDifferenceTests {
  @Test("a difference makes of a copy of the old value what is equal to the new one", arguments: 1...8)
  func random(seed: Int) throws {
    var maker = Maker(state: UInt64(seed) &* 0x9e37_79b9_7f4a_7c15)
    for round in 0..<150 {
      let (old, _) = maker.root()
      let copied = try ModelValue.copy(of: old)
      var new = copied
      maker.edit(&new)
      let newNodes = new.nodes
      let difference = try ModelDifference(from: old, to: new)
      let unchanged = try ModelValue.copy(of: old)
      var third = unchanged
      try difference.apply(to: &third)
      let isEqual = try ModelValue.areEqual(third, new)
      #expect(isEqual, "seed \(seed), round \(round): \(difference)")
      #expect(try difference.isEmpty == ModelValue.areEqual(old, new))
      // Nothing of the new value is shared with what the difference was applied to.
      #expect(!third.nodes.contains { node in newNodes.contains { $0 === node } })
      for node in maker.made { unlink(node) }
      maker.made = []
      for root in [copied, new, unchanged, third] {
        for node in root.nodes + Array(root.table.values) + [root.first].compactMap(\.self) { unlink(node) }
      }
    }
  }

  /// Cycles are not the tests' to leave behind.
  private func unlink(_ node: Node) {
    var waiting = [node]
    var met: Set<ObjectIdentifier> = []
    while let node = waiting.popLast() {
      guard met.insert(ObjectIdentifier(node)).inserted else { continue }
      waiting += node.others + Array(node.byName.values) + [node.next, node.slot.node].compactMap { $0 }
      if let other = node.any as? Node { waiting.append(other) }
      if let other = ((node.any as? [Any])?[1] as? [Any])?[0] as? Node { waiting.append(other) }
      switch node.choice {
      case .none: break
      case .one(let other): waiting.append(other)
      case .two(let first, let second): waiting += [first] + (second.map { [$0] } ?? [])
      }
      (node.next, node.others, node.byName, node.any, node.slot.node, node.choice) = (nil, [], [:], 0, nil, .none)
    }
  }

  @Test("a new object that refers to one that stays leads to the one of the changed value")
  func stays() throws {
    let (parent, child) = (Node(1), Node(2))
    parent.others = [child]
    child.next = parent
    defer { child.next = nil }
    let new = try ModelValue.copy(of: parent)
    let added = Leaf(3)
    added.next = new
    added.slot.node = new.others[0]
    added.owner = new
    new.others.append(added)
    let difference = try ModelDifference(from: parent, to: new)
    #expect(difference.changes.count == 1 && difference.changes[0].pathDescription == "others[1]")
    var third = try ModelValue.copy(of: parent)
    let itself = third
    try difference.apply(to: &third)
    let leaf = try #require(third.others.last as? Leaf)
    #expect(third === itself && leaf !== added && leaf.next === third && leaf.slot.node === third.others[0])
    #expect(leaf.owner === third)
    // A value without such an object does not fit, and stays as it is.
    var other = Node(9)
    #expect(throws: EncodingError.self) { try difference.apply(to: &other) }
    #expect(other.name == 9 && other.others.isEmpty)
    for node in [new, third] { unlink(node) }
  }

  @Test("references that are shared from now on are shared")
  func joined() throws {
    let old = Root(nodes: [Node(1), Node(1)], first: nil, table: [:])
    let new = try ModelValue.copy(of: old)
    var joined = new
    joined.nodes[1] = joined.nodes[0]
    let difference = try ModelDifference(from: old, to: joined)
    var third = try ModelValue.copy(of: old)
    try difference.apply(to: &third)
    #expect(third.nodes[0] === third.nodes[1] && third.nodes[0] !== joined.nodes[0])
  }
}
