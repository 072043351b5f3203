import AutoCoding
import Testing

private final class Leaf: AutoCoding, DefaultInitializable, Hashable {
  var number = 0
  init() {}
  convenience init(_ number: Int) {
    self.init()
    self.number = number
  }
  static func == (left: Leaf, right: Leaf) -> Bool { left.number == right.number }
  func hash(into hasher: inout Hasher) { hasher.combine(number) }
}

private indirect enum Box: AutoCoding {
  case empty
  case leaf(Leaf)
  case pair(Box, Box)
}

private struct Part: AutoCoding {
  var leaf: Leaf?
  var list: [Leaf] = []
}

private final class Root: AutoCoding, DefaultInitializable {
  var first: [Leaf] = []
  var second: [Leaf] = []
  var members: [String: Leaf] = [:]
  var otherMembers: [String: Leaf] = [:]
  var box = Box.empty
  var otherBox = Box.empty
  var leaf: Leaf?
  var part = Part()
  var otherPart = Part()
  var any: Any = 0
  var otherAny: Any = 0
  var set: Set<Leaf> = []
  var next: Root?
  weak var friend: Leaf?
  init() {}
}

/// Objects that are shared without being referred to twice, since what holds them is shared. Copies and comparisons keep no
/// identity of objects that only one reference leads to.
struct UniquePathTests {
  /// Roots in which one object is at two places, by way of memory that both places share.
  private static let shared: [@Sendable () -> (root: Root, places: (Root) -> [Leaf?])] = [
    {
      let root = Root()
      root.first = [Leaf(1), Leaf(2)]
      root.second = root.first
      return (root, { [$0.first[1], $0.second[1]] })
    },
    {
      let root = Root()
      root.members = ["a": Leaf(1)]
      root.otherMembers = root.members
      return (root, { [$0.members["a"], $0.otherMembers["a"]] })
    },
    {
      let root = Root()
      root.box = .pair(.leaf(Leaf(1)), .empty)
      root.otherBox = root.box
      return (root, { [leaf(of: $0.box), leaf(of: $0.otherBox)] })
    },
    {
      let root = Root()
      root.part = Part(leaf: Leaf(1), list: [Leaf(2)])
      root.otherPart.list = root.part.list
      return (root, { [$0.part.list[0], $0.otherPart.list[0]] })
    },
    {
      let root = Root()
      root.any = [Part(list: [Leaf(3)])]
      root.otherAny = root.any
      return (root, { [($0.any as? [Part])?[0].list[0], ($0.otherAny as? [Part])?[0].list[0]] })
    },
    {
      let root = Root()
      root.leaf = Leaf(1)
      root.next = Root()
      root.next?.leaf = root.leaf
      return (root, { [$0.leaf, $0.next?.leaf] })
    },
  ]

  private static func leaf(of box: Box) -> Leaf {
    switch box {
    case .empty: Leaf(-1)
    case .leaf(let leaf): leaf
    case .pair(let box, _): leaf(of: box)
    }
  }

  @Test func copiesKeepWhatIsShared() throws {
    for make in Self.shared {
      let (root, places) = make()
      let copy = try ModelValue.copy(of: root)
      let (found, originals) = (places(copy), places(root))
      #expect(found[0] === found[1] && found[0] !== originals[0])
      #expect(found[0] != nil && found[0]?.number == originals[0]?.number)
    }
  }

  @Test func comparisonsSeeWhatIsShared() throws {
    for make in Self.shared {
      let (root, _) = make()
      let (other, _) = make()
      #expect(try ModelValue.areEqual(root, other))
      // The same, but with two objects in place of one.
      let apart = try ModelValue.copy(of: root)
      if !apart.second.isEmpty { apart.second = apart.first.map { Leaf($0.number) } }
      if !apart.otherMembers.isEmpty { apart.otherMembers = apart.members.mapValues { Leaf($0.number) } }
      if case .pair = apart.otherBox { apart.otherBox = .pair(.leaf(Leaf(1)), .empty) }
      if !apart.otherPart.list.isEmpty { apart.otherPart.list = [Leaf(2)] }
      if apart.otherAny is [Part] { apart.otherAny = [Part(list: [Leaf(3)])] }
      apart.next?.leaf = Leaf(1)
      #expect(try !ModelValue.areEqual(root, apart))
      #expect(try !ModelValue.areEqual(apart, root))
    }
  }

  @Test func weakReferencesLeadToTheCopies() throws {
    let root = Root()
    root.part.leaf = Leaf(5)
    root.leaf = Leaf(6)
    root.friend = root.leaf
    let copy = try ModelValue.copy(of: root)
    #expect(copy.friend === copy.leaf && copy.friend !== root.leaf)
    let chain = Root()
    chain.next = Root()
    chain.first = [Leaf(7)]
    chain.next?.friend = chain.first[0]
    let other = try ModelValue.copy(of: chain)
    #expect(other.next?.friend === other.first[0])
  }

  @Test func setsOfObjectsAreCopiedLast() throws {
    let root = Root()
    root.set = [Leaf(1), Leaf(2)]
    root.leaf = root.set.first { $0.number == 2 }
    root.next = Root()
    root.next?.set = [Leaf(3)]
    let copy = try ModelValue.copy(of: root)
    #expect(copy.set.map(\.number).sorted() == [1, 2])
    #expect(copy.leaf === copy.set.first { $0.number == 2 })
    #expect(copy.next?.set.first?.number == 3)
    #expect(try ModelValue.areEqual(root, copy))
    copy.next?.set = [Leaf(4)]
    #expect(try !ModelValue.areEqual(root, copy))
  }

  @Test func cyclesAndLongChains() throws {
    let root = Root()
    root.next = Root()
    root.next?.next = root
    defer { root.next = nil }
    let copy = try ModelValue.copy(of: root)
    defer { copy.next = nil }
    #expect(copy.next?.next === copy)
    #expect(try ModelValue.areEqual(root, copy))
    let other = Root()
    other.next = Root()
    other.next?.next = Root()
    #expect(try !ModelValue.areEqual(root, other))
  }
}
