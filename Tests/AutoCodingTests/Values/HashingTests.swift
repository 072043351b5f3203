import AutoCoding
import Foundation
import TestModels
import Testing

/// `ModelValue.hash(_:into:)`: values that are equal by their maps have the same hash.
struct HashingTests {
  private static func hash<Value>(_ value: Value) throws -> Int {
    var hasher = Hasher()
    try ModelValue.hash(value, into: &hasher)
    return hasher.finalize()
  }

  private final class Visitor: ZooVisitor {
    var pairs = 0
    var collisions = 0

    func visit<Auto, Twin>(_ specimen: Specimen<Auto, Twin>) throws {
      let values = specimen.samples.map(\.auto)
      for (index, value) in values.enumerated() {
        let hash = try HashingTests.hash(value)
        #expect(try HashingTests.hash(ModelValue.copy(of: value)) == hash, "\(specimen.name), sample \(index)")
        #expect(try HashingTests.hash([value, nil]) == HashingTests.hash([ModelValue.copy(of: value), nil]))
        for other in values[..<index] {
          let isSame = try HashingTests.hash(other) == hash
          if try ModelValue.areEqual(value, other) {
            #expect(isSame, "\(specimen.name), sample \(index)")
          } else {
            pairs += 1
            collisions += isSame ? 1 : 0
          }
        }
      }
    }
  }

  @Test func zoo() throws {
    let visitor = Visitor()
    try Zoo.visitAll(visitor)
    // Sets, dictionaries and Any count little.
    #expect(visitor.pairs > 100 && visitor.collisions < visitor.pairs / 5, "\(visitor.collisions) of \(visitor.pairs)")
  }

  final class Node: AutoCoding, DefaultInitializable, Hashable {
    var name = ""
    var next: Node?
    var other: Node?
    var values = [Double.nan, 0]
    init() {}
    convenience init(_ name: String) {
      self.init()
      self.name = name
    }
    static func == (left: Node, right: Node) -> Bool { (try? ModelValue.areEqual(left, right)) ?? (left === right) }
    func hash(into hasher: inout Hasher) { try? ModelValue.hash(self, into: &hasher) }
  }

  private func ring(_ names: String...) -> Node {
    let nodes = names.map(Node.init)
    for index in nodes.indices { nodes[index].next = nodes[(index + 1) % nodes.count] }
    return nodes[0]
  }

  @Test func cycles() throws {
    let one = ring("a", "b", "c")
    defer { one.next = nil }
    let two = ring("a", "b", "c")
    defer { two.next = nil }
    let three = ring("a", "b", "d")
    defer { three.next = nil }
    two.values[1] = -0.0
    #expect(try Self.hash(one) == Self.hash(two))
    #expect(try Self.hash(one) != Self.hash(three))
    #expect(Set([one, two, three]).count == 2)
  }

  @Test func references() throws {
    // Equal properties, but one object in place of two.
    let (shared, apart) = (Node("a"), Node("a"))
    shared.next = Node("b")
    shared.other = shared.next
    (apart.next, apart.other) = (Node("b"), Node("b"))
    #expect(try Self.hash(shared) != Self.hash(apart))
    var chain: Node? = Node("end")
    for _ in 0..<100_000 {
      let node = Node("n")
      node.next = chain
      chain = node
    }
    #expect(try Self.hash(chain) != Self.hash(chain?.next))
    while let node = chain {
      chain = node.next
      node.next = nil
    }
  }

  struct Anything: AutoCoding {
    var one: Any?
    var all: [Any?]
    var named: [String: Any]
  }

  @Test("a null of Foundation is equal to nil, as which it is decoded")
  func nulls() throws {
    let nulls = Anything(one: NSNull(), all: [NSNull(), 1], named: ["a": NSNull()])
    let read = try AutoJSONDecoder().decode(Anything.self, from: AutoJSONEncoder().encode(nulls))
    #expect(read.one == nil)
    #expect(try ModelValue.areEqual(nulls, read) && ModelValue.areEqual(read, nulls))
    #expect(try Self.hash(nulls) == Self.hash(read))
    #expect(try ModelDifference(from: nulls, to: read).isEmpty)
    var changed = read
    changed.named["b"] = 2
    #expect(try ModelDifference(from: nulls, to: changed).changes.count == 1)
    changed.one = 5
    #expect(try !ModelValue.areEqual(nulls, changed) && ModelDifference(from: changed, to: nulls).changes.count == 2)
  }

  @Test func subclasses() throws {
    #expect(try Self.hash(Node("a") as Node?) == Self.hash(Optional(Node("a"))))
    #expect(throws: AutoCodingError.self) { try Self.hash(Refused(closure: {})) }
  }

  struct Refused: AutoCoding { var closure: () -> Void = {} }
}
