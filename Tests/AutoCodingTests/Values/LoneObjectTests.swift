import AutoCoding
import Testing

/// Leads to no other object.
private class Leaf: AutoCoding, DefaultInitializable, Hashable {
  var name = "leaf"
  var size: Double? = 1
  var tags = ["a"]
  required init() {}
  static func == (a: Leaf, b: Leaf) -> Bool { a.name == b.name }
  func hash(into hasher: inout Hasher) { hasher.combine(name) }
}

private final class Needle: Leaf {
  var length = 2
}

private struct Basket: AutoCoding {
  var leaves: Set<Leaf> = []
  var favourite = Leaf()
}

/// Objects that lead to no others.
struct LoneObjectTests {
  @Test("are equal by their class and properties, as whole values too")
  func comparison() throws {
    #expect(try ModelValue.areEqual(Leaf(), Leaf()))
    let other = Leaf()
    other.size = nil
    #expect(try !ModelValue.areEqual(Leaf(), other) && !ModelValue.areEqual(other, Leaf()))
    #expect(try !ModelValue.areEqual(Leaf(), Needle() as Leaf) && ModelValue.areEqual(Needle() as Leaf, Needle()))
    other.size = .nan
    #expect(try ModelValue.areEqual(other, ModelValue.copy(of: other)))
    // In an array, one may be met again.
    let leaf = Leaf()
    #expect(try !ModelValue.areEqual([leaf, leaf], [Leaf(), Leaf()]) && ModelValue.areEqual([leaf], [Leaf()]))
  }

  @Test("in sets keep their counterparts")
  func sets() throws {
    var shared = Basket()
    shared.leaves = [shared.favourite]
    var apart = Basket()
    apart.leaves = [Leaf()]
    #expect(try !ModelValue.areEqual(shared, apart) && !ModelValue.areEqual(apart, shared))
    #expect(try ModelValue.areEqual(shared, ModelValue.copy(of: shared)))
    #expect(try !ModelDifference(from: shared, to: apart).changes.isEmpty)
  }
}

/// Structs in structs, in arrays and in dictionaries.
private struct Nest: AutoCoding, Equatable {
  var name = "nest"
  var size: Int? = 1
  var parts: [Nest] = []
  var byName: [String: Nest] = [:]
}

/// Differences of nested values.
struct NestedDifferenceTests {
  @Test("have the innermost path at every depth", arguments: 0...9)
  func depth(depth: Int) throws {
    let old = nest(depth) { _ in }
    let new = nest(depth) {
      $0.size = nil
      $0.byName["x"]?.name = "z"
    }
    let difference = try ModelDifference(from: old, to: new)
    let path = String(repeating: "parts[1].", count: depth)
    #expect(
      difference.changes.map(\.pathDescription) == [path + "size", path + "byName[\"x\"].name"])
    var changed = old
    try difference.apply(to: &changed)
    #expect(changed == new)
  }

  private func nest(_ depth: Int, _ change: (inout Nest) -> Void) -> Nest {
    var nest = Nest(byName: ["x": Nest(name: "y")])
    if depth == 0 { change(&nest) } else { nest.parts = [Nest(size: nil), self.nest(depth - 1, change), Nest()] }
    return nest
  }
}
