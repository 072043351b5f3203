import AutoCoding
import Foundation
import TestSupport
import Testing

@testable import AutoCoding

final class GraphNode: AutoCoding, DefaultInitializable {
  var name = ""
  var next: GraphNode?
  var friends: [GraphNode] = []
  weak var owner: GraphNode?
  required init() { Lives.change(+1) }
  convenience init(_ name: String) {
    self.init()
    self.name = name
  }
  deinit { Lives.change(-1) }
}

/// Objects between which own code changes what is archived later.
private final class Interrupted: AutoCoding {
  let root: GraphNode
  let interruption: InterruptingNode
  let late: GraphNode
  init(root: GraphNode, interruption: Interruption, late: GraphNode) {
    self.root = root
    self.interruption = InterruptingNode(interruption)
    self.late = late
  }
}

private final class InterruptingNode: AutoCoding {
  let interruption: Interruption
  init(_ interruption: Interruption) { self.interruption = interruption }
}

private struct Interruption: Codable {
  /// Only one test sets it.
  nonisolated(unsafe) static var action: () -> Void = {}
  init() {}
  init(from decoder: any Decoder) throws {}
  func encode(to encoder: any Encoder) throws {
    Self.action()
    var container = encoder.singleValueContainer()
    try container.encode(0)
  }
}

/// Without `init()`.
final class PlainNode: AutoCoding {
  let name: String
  var next: PlainNode?
  init(_ name: String, _ next: PlainNode? = nil) {
    self.name = name
    self.next = next
  }
}

final class LongList: AutoCoding, DefaultInitializable {
  var value = 0
  var next: LongList?
  init() {}
  deinit { unlink(&next) }

  private func unlink(_ next: inout LongList?) {
    while let node = next, isKnownUniquelyReferenced(&next) {
      next = node.next
      node.next = nil
    }
  }
}

final class LongChain: AutoCoding {
  let value: Int
  var next: LongChain?
  init(_ value: Int, _ next: LongChain?) {
    self.value = value
    self.next = next
  }
  deinit {
    while let node = next, isKnownUniquelyReferenced(&next) {
      next = node.next
      node.next = nil
    }
  }
}

struct NodePair: AutoCoding {
  var left: GraphNode
  var right: GraphNode
  var more: [String: [GraphNode]] = [:]
}

/// Hashed by what is decoded.
final class Tag: AutoCoding, DefaultInitializable, Hashable {
  var text = ""
  var owner: Tagged?
  required init() {}
  static func == (left: Tag, right: Tag) -> Bool { left.text == right.text }
  func hash(into hasher: inout Hasher) { hasher.combine(text) }
}

final class Tagged: AutoCoding, DefaultInitializable {
  var tags: Set<Tag> = []
  var counts: [Tag: Int] = [:]
  required init() {}
}

final class PlainTag: AutoCoding, Hashable {
  let text: String
  let neighbors: Set<PlainTag>
  init(_ text: String, _ neighbors: Set<PlainTag> = []) {
    self.text = text
    self.neighbors = neighbors
  }
  static func == (left: PlainTag, right: PlainTag) -> Bool {
    left.text == right.text && left.neighbors == right.neighbors
  }
  func hash(into hasher: inout Hasher) { hasher.combine(text) }
}

class Creature: AutoCoding, DefaultInitializable {
  var name = ""
  required init() {}
}
final class Hound: Creature {
  var tricks: [String] = []
  var enemy: Creature?
}
class ForeignCreature: AutoCoding, DefaultInitializable {
  var name = ""
  required init() {}
}
struct Farm: AutoCoding {
  var creatures: [Creature]
  var favourite: Creature
}

/// Notes the order in which `didDecode()` runs.
final class Ordered: AutoCoding, DefaultInitializable {
  var name = ""
  var parts: [Ordered] = []
  var inner: OrderedPart?
  nonisolated(unsafe) static var log: [String] = []
  init() {}
  func didDecode() throws {
    Self.log.append(name)
    if name == "bad" { throw CocoaError(.coderInvalidValue) }
  }
}
struct OrderedPart: AutoCoding {
  var name: String
  var part: Ordered?
  mutating func didDecode() throws {
    Ordered.log.append("struct " + name)
    name += "!"
  }
}

enum Lives {
  private static let count = Locked(0)
  static func change(_ by: Int) { count.withLock { $0 += by } }
  static var now: Int { count.withLock { $0 } }
}

func archived<Value: Codable>(_ value: Value) throws -> Value {
  try KeyedArchiveDecoder().decode(Value.self, from: KeyedArchiveEncoder().encode(value))
}

@Suite("Keyed archives: the object graph", .serialized)
struct ArchiveGraphTests {
  @Test("an object that is reached twice is one object, through structs and collections")
  func shared() throws {
    let node = GraphNode("shared")
    let back = try archived(NodePair(left: node, right: node, more: ["a": [node, GraphNode("other")]]))
    #expect(back.left === back.right)
    #expect(back.more["a"]?[0] === back.left && back.more["a"]?[1].name == "other")
    #expect(back.left.name == "shared")
  }

  @Test("cycles close; lifetimes count")
  func cycle() throws {
    let before = Lives.now
    do {
      let (first, second) = (GraphNode("1"), GraphNode("2"))
      (first.next, second.next) = (second, first)
      first.friends = [first, second]
      let back = try archived(first)
      #expect(back.next?.next === back && back.friends[0] === back && back.friends[1] === back.next)
      #expect(back.next?.name == "2")
      for node in [first, back] {
        node.next?.next = nil
        node.friends = []
      }
    }
    #expect(Lives.now == before)
  }

  @Test("a cycle of objects without init() is an error that says so, with its path")
  func impossibleCycle() throws {
    let (first, second) = (PlainNode("1"), PlainNode("2"))
    (first.next, second.next) = (second, first)
    defer { first.next = nil }
    let data = try KeyedArchiveEncoder().encode(["key": first])
    let error = try #require(throws: DecodingError.self) {
      try KeyedArchiveDecoder().decode([String: PlainNode].self, from: data)
    }
    guard case .dataCorrupted(let context) = error else { return #expect(Bool(false), "\(error)") }
    #expect(context.debugDescription.contains("DefaultInitializable"))
    #expect(context.codingPath.first?.stringValue == "key")
    #expect(try archived(PlainNode("a", PlainNode("b"))).next?.name == "b")
  }

  @Test("a weak reference under a key that archives escape")
  func escapedWeakReferences() throws {
    final class Node: AutoCoding, DefaultInitializable {
      static let propertyRules: PropertyRules = ["parent": .key("$parent"), "origin": .key("caf\u{e9}")]
      weak var parent: Node?
      weak var origin: Node?
      var children: [Node] = []
    }
    let root = Node()
    root.children = [Node(), Node()]
    for child in root.children { (child.parent, child.origin) = (root, root) }
    let copy = try KeyedArchiveDecoder().decode(Node.self, from: KeyedArchiveEncoder().encode(root))
    #expect(copy.children.count == 2)
    #expect(copy.children.allSatisfy { $0.parent === copy && $0.origin === copy })
  }

  @Test("a weak reference is kept where something else keeps the object")
  func weakReferences() throws {
    let (kept, lost) = (GraphNode("kept"), GraphNode("lost"))
    let root = GraphNode("root")
    root.friends = [kept, GraphNode("third")]
    root.owner = kept
    root.friends[1].owner = lost
    root.friends[0].owner = root
    let back = try archived(root)
    #expect(back.owner === back.friends[0])
    #expect(back.friends[1].owner == nil)
    #expect(back.friends[0].owner === back)
  }

  @Test("an object that dies while it is archived is not taken for one that is made at its address")
  func weakReferenceToObjectThatDies() throws {
    let (root, late) = (GraphNode("root"), GraphNode("late"))
    var target: GraphNode? = GraphNode("target")
    root.owner = target
    Interruption.action = {
      target = nil
      late.friends = (0..<100).map { GraphNode("\($0)") }
    }
    defer { Interruption.action = {} }
    let made = try archived(Interrupted(root: root, interruption: Interruption(), late: late))
    #expect(target == nil)
    #expect(made.root.owner == nil)
    #expect(made.late.friends.count == 100)
  }

  @Test("many thousands of objects in a row take no stack")
  func longList() async throws {
    let length = TestEffort.isThorough ? 200_000 : 50_000
    func check(_ body: @escaping @Sendable () throws -> Void) async throws {
      try await withCheckedThrowingContinuation { (continuation: CheckedContinuation<Void, any Error>) in
        let thread = Thread { continuation.resume(with: Result { try body() }) }
        thread.stackSize = 512 << 10
        thread.start()
      }
    }
    try await check {
      var list = LongList()
      for value in 1..<length {
        let node = LongList()
        node.value = value
        node.next = list
        list = node
      }
      var node: LongList? = try archived(list)
      var count = 0
      while let current = node {
        if current.value != length - 1 - count { break }
        count += 1
        node = current.next
      }
      #expect(count == length)
    }
    try await check {
      var chain = LongChain(-1, nil)
      for value in 1..<length / 2 { chain = LongChain(value, chain) }
      var node: LongChain? = try archived(chain)
      var count = 0
      while let current = node {
        count += 1
        node = current.next
      }
      #expect(count == length / 2)
    }
  }

  @Test("objects are hashed when they are whole, in cycles too")
  func hashing() throws {
    let tagged = Tagged()
    for text in ["a", "b", "c"] {
      let tag = Tag()
      (tag.text, tag.owner) = (text, tagged)
      tagged.tags.insert(tag)
      tagged.counts[tag] = text.count
    }
    let first = try #require(tagged.tags.first)
    let back = try archived(first)
    let owner = try #require(back.owner)
    #expect(owner.tags.count == 3 && owner.tags.contains(back) && owner.counts[back] == 1)
    #expect(owner.tags.contains { $0 === back })
    owner.tags = []
    owner.counts = [:]
    tagged.tags = []
    tagged.counts = [:]
    let plain = PlainTag("x", [PlainTag("y"), PlainTag("z", [PlainTag("y")])])
    #expect(try archived(plain) == plain)
    #expect(try archived([Set([plain])]) == [Set([plain])])
  }

  @Test("dynamic classes come back as themselves; others are refused before they are made")
  func classes() throws {
    let hound = Hound()
    (hound.name, hound.tricks) = ("Rex", ["sit"])
    hound.enemy = Creature()
    let back = try archived(Farm(creatures: [hound, Creature()], favourite: hound))
    #expect((back.creatures[0] as? Hound)?.tricks == ["sit"] && back.favourite === back.creatures[0])
    #expect(type(of: back.creatures[1]) == Creature.self)
    let stranger = try KeyedArchiveEncoder().encode([ForeignCreature()])
    let error = try #require(throws: DecodingError.self) {
      try KeyedArchiveDecoder().decode([Creature].self, from: stranger)
    }
    #expect("\(error)".contains("ForeignCreature"))
    #expect(try KeyedArchiveDecoder().decode(Creature.self, from: KeyedArchiveEncoder().encode(hound)) is Hound)
  }

  @Test("didDecode() runs on whole objects, children first, and an error has its path")
  func order() throws {
    Ordered.log = []
    let (root, child, leaf) = (Ordered(), Ordered(), Ordered())
    (root.name, child.name, leaf.name) = ("root", "child", "leaf")
    root.parts = [leaf, child]
    child.parts = [leaf]
    child.inner = OrderedPart(name: "part", part: leaf)
    let back = try archived(root)
    #expect(Ordered.log == ["leaf", "struct part", "child", "root"])
    #expect(back.parts[1].inner?.name == "part!" && back.parts[1].inner?.part === back.parts[0])
    leaf.name = "bad"
    let data = try KeyedArchiveEncoder().encode(root)
    #expect(throws: CocoaError.self) { try KeyedArchiveDecoder().decode(Ordered.self, from: data) }
  }

  @Test("errors carry the path from the root, through objects")
  func paths() throws {
    let root = GraphNode("root")
    let child = GraphNode("child")
    root.friends = [GraphNode("x"), child]
    let data = try KeyedArchiveEncoder().encode(["k": root])
    let error = try #require(throws: DecodingError.self) {
      try KeyedArchiveDecoder().decode([String: Misread].self, from: data)
    }
    #expect("\(error)".contains("GraphNode"), "\(error)")
    let wrong = try #require(throws: EncodingError.self) {
      try KeyedArchiveEncoder().encode(Outer(inner: [Inner(closure: "x", any: { 1 })]))
    }
    guard case .invalidValue(_, let context) = wrong else { return }
    #expect(context.codingPath.map(\.stringValue) == ["inner", "Index 0", "any"])
  }

  @Test("models of several types under keys")
  func heterogeneous() throws {
    let hound = Hound()
    hound.name = "Rex"
    let cache: [String: Any] = [
      "dog": hound, "pair": PlainNode("p"), "n": 1, "list": [1, "two", hound] as [Any],
      "when": Date(timeIntervalSinceReferenceDate: 5),
      "part": OrderedPart(name: "o"),
    ]
    let encoder = KeyedArchiveEncoder()
    encoder.allowedTypes = [Creature.self, PlainNode.self, OrderedPart.self]
    let data = try encoder.encode(cache)
    let back = try #require(
      try KeyedArchiveDecoder().decode(allowing: [Creature.self, PlainNode.self, OrderedPart.self], from: data)
        as? [String: Any])
    #expect((back["dog"] as? Hound)?.name == "Rex" && back["n"] as? Int == 1)
    #expect((back["list"] as? [Any])?[2] as? Hound === back["dog"] as? Hound)
    #expect((back["part"] as? OrderedPart)?.name == "o!")
    let error = try #require(throws: DecodingError.self) {
      try KeyedArchiveDecoder().decode(allowing: [PlainNode.self], from: data)
    }
    #expect("\(error)".contains("PlainNode"), "\(error)")
  }
}

final class Misread: AutoCoding {
  let name: String
  init(_ name: String) { self.name = name }
}
final class Inner: AutoCoding {
  var closure = ""
  var any: Any
  init(closure: String, any: Any) {
    self.closure = closure
    self.any = any
  }
}
struct Outer: AutoCoding {
  var inner: [Inner]
}
