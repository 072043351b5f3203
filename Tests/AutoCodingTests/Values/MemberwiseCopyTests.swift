import AutoCoding
import Testing

/// Made without an initializer, so no code runs while it is copied.
private class Twig: AutoCoding, Hashable {
  let name: String
  var twigs: [Twig]
  init(_ name: String, _ twigs: [Twig] = []) { (self.name, self.twigs) = (name, twigs) }

  static func == (left: Twig, right: Twig) -> Bool { left.name == right.name }
  func hash(into hasher: inout Hasher) { hasher.combine(name) }
}

private final class Fruit: Twig {
  var seeds: Set<Twig>
  init(_ name: String, seeds: Set<Twig>) {
    self.seeds = seeds
    super.init(name)
  }
}

/// Has a weak reference to what holds it.
private final class Bird: Twig {
  weak var home: Twig?
  init(_ name: String, home: Twig?) {
    self.home = home
    super.init(name)
  }
}

private struct Perch: AutoCoding {
  var twig: Twig
  var nest: Nest?
}

private struct Nest: AutoCoding {
  weak var twig: Twig?
}

/// Counts its copies as they die.
private class CountedTwig: AutoCoding {
  @TaskLocal static var counter = LiveCount()
  let count: CountedPart
  var twigs: [CountedTwig]
  var other: Failing?
  init(_ twigs: [CountedTwig] = [], other: Failing? = nil) {
    (count, self.twigs, self.other) = (CountedPart(), twigs, other)
  }
}

/// Cannot be copied.
private final class BrokenTwig: CountedTwig {
  var action: () -> Void = {}
}

private final class CountedPart: AutoCoding, DefaultInitializable {
  private let counter = CountedTwig.counter
  init() { counter.add(1) }
  deinit { counter.add(-1) }
  static let unEncodedProperties: Set<String> = ["counter"]
}

private final class Failing: AutoCoding {
  var value = 1
  init() {}
  func didDecode() throws { throw CountedFailure() }
}

private struct CountedFailure: Error {}

/// Copies of objects of which no code runs while they are made.
struct MemberwiseCopyTests {
  private static func tree() -> Twig {
    Twig("root", [Twig("a", [Twig("b"), Twig("c")]), Fruit("d", seeds: [Twig("e"), Twig("f")])])
  }

  @Test func treesAreCopied() throws {
    let tree = Twig("root", [Twig("a", [Twig("b"), Twig("c")]), Twig("d")])
    let copy = try ModelValue.copy(of: [tree])[0]
    #expect(copy !== tree && copy.twigs[0] !== tree.twigs[0] && copy.twigs[0].twigs[1] !== tree.twigs[0].twigs[1])
    #expect(try ModelValue.areEqual(copy, tree))
  }

  @Test func setsInThemAreHashedWhenTheyAreWhole() throws {
    for _ in 0..<2 {
      let copy = try ModelValue.copy(of: [Self.tree()])[0]
      let fruit = try #require(copy.twigs[1] as? Fruit)
      #expect(fruit.seeds.contains(Twig("e")) && fruit.seeds.contains(Twig("f")) && fruit.seeds.count == 2)
      #expect(try ModelValue.areEqual(copy, Self.tree()))
    }
  }

  @Test func weakReferencesLeadToThem() throws {
    for _ in 0..<2 {
      let holder = Twig("holder")
      let bird = Bird("bird", home: holder)
      holder.twigs = [Twig("x"), bird]
      let list = [holder]
      let copy = try ModelValue.copy(of: list)[0]
      let other = try #require(copy.twigs[1] as? Bird)
      #expect(other.home === copy && other !== bird && copy !== holder)
      let perch = Perch(twig: Twig("t"))
      let perches = [perch, Perch(twig: Twig("u"), nest: Nest(twig: perch.twig))]
      let copies = try ModelValue.copy(of: perches)
      #expect(copies[1].nest?.twig === copies[0].twig && copies[0].twig !== perch.twig)
    }
  }

  @Test func sharedOnesStayShared() throws {
    let shared = Twig("s", [Twig("t")])
    let copy = try ModelValue.copy(of: [Twig("a", [shared]), Twig("b", [shared]), shared])
    #expect(copy[0].twigs[0] === copy[2] && copy[1].twigs[0] === copy[2] && copy[2] !== shared)
  }

  @Test func chainsOfAnyLength() throws {
    for count in [1, 15, 16, 17, 33, 5000] {
      var twig = Twig("end")
      for number in 0..<count { twig = Twig("\(number)", [twig]) }
      var copies = try ModelValue.copy(of: [twig])
      #expect(try ModelValue.areEqual(copies, [twig]))
      // Without recursion.
      for list in [copies, [twig]] { Self.takeApart(list) }
      copies = []
    }
  }

  private static func takeApart(_ twigs: [Twig]) {
    var next = twigs
    while let twig = next.popLast() {
      next += twig.twigs
      twig.twigs = []
    }
  }

  @Test func nothingIsLeftOfACopyThatFails() throws {
    CountedTwig.$counter.withValue(LiveCount()) {
      do {
        let tree = CountedTwig([CountedTwig([CountedTwig()]), CountedTwig([CountedTwig(other: Failing())])])
        let count = CountedTwig.counter.value
        #expect(throws: CountedFailure.self) { try ModelValue.copy(of: [tree]) }
        #expect(CountedTwig.counter.value == count)
        tree.twigs[1].twigs[0].other = nil
        tree.twigs[1].twigs.append(BrokenTwig())
        #expect(throws: AutoCodingError.self) { try ModelValue.copy(of: [tree]) }
        #expect(CountedTwig.counter.value == count + 1)
        tree.twigs[1].twigs.removeLast()
        #expect(throws: Never.self) { try ModelValue.copy(of: [tree]) }
        #expect(CountedTwig.counter.value == count)
      }
      #expect(CountedTwig.counter.value == 0)
    }
  }
}
