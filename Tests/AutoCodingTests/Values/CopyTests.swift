import AutoCoding
import Foundation
import TestSupport
import Testing

/// Objects that count themselves while a test runs.
final class LiveCount: @unchecked Sendable {
  private let lock = NSLock()
  private var count = 0
  var value: Int { lock.withLock { count } }
  func add(_ change: Int) { lock.withLock { count += change } }
}

private class Part: AutoCoding {
  var name = ""
  var next: Part?
  weak var owner: Whole?
  var tags: [String] = []
  init(_ name: String) { self.name = name }
}

private final class Whole: AutoCoding {
  let title: String
  var parts: [Part] = []
  var favourite: Part?
  var byName: [String: Part] = [:]
  var shape = Shape.none
  var position = Position(x: 1, y: .nan, anchor: nil)
  init(_ title: String) { self.title = title }
}

private enum Shape: AutoCoding {
  case none
  case around(Part, radius: Double)
  indirect case both(Shape, Shape)
}

private struct Position: AutoCoding {
  var x: Double
  var y: Double
  var anchor: Part?
  @Transient var note: String? = nil
}

private final class Element: AutoCoding, Hashable {
  let id: Int
  var others: Set<Element> = []
  var weights: [Element: Double] = [:]
  init(_ id: Int) { self.id = id }
  static func == (left: Element, right: Element) -> Bool { left.id == right.id && left.others == right.others }
  // Depends on other objects, which is allowed: an object may be hashed only when those are complete.
  func hash(into hasher: inout Hasher) {
    hasher.combine(id)
    hasher.combine(others)
  }
}

private final class Counted: AutoCoding, DefaultInitializable {
  @TaskLocal static var counter = LiveCount()
  var value = 0
  var children: [Counted] = []
  var draft = "default"
  private(set) var decoded = 0

  static var unEncodedProperties: Set<String> { ["draft", "decoded"] }
  init() { Self.counter.add(1) }
  deinit { Self.counter.add(-1) }
  func didDecode() throws {
    decoded += 1
    if value < 0 { throw Refusal() }
  }
}

/// Has no map.
private final class Broken: CountedBase {
  var action: () -> Void = {}
}

private class CountedBase: AutoCoding, DefaultInitializable {
  var token = Counted()
  required init() {}
}

private struct Refusal: Error {}

private protocol Named { var name: String { get } }
extension Part: Named {}

private struct Anything: AutoCoding {
  var any: Any
  var named: any Named
  var list: [Any]
}

struct CopyTests {
  @Test func identityIsKept() throws {
    let whole = Whole("whole")
    let (a, b) = (Part("a"), Part("b"))
    a.next = b
    b.next = a
    a.owner = whole
    whole.parts = [a, b, a]
    whole.favourite = b
    whole.byName = ["a": a]
    whole.shape = .both(.around(a, radius: 2), .none)
    whole.position.anchor = b
    defer { for part in whole.parts { part.next = nil } }

    let copy = try ModelValue.copy(of: whole)
    defer { for part in copy.parts { part.next = nil } }
    let first = try #require(copy.parts.first)
    #expect(copy !== whole && first !== a)
    #expect(copy.title == "whole" && first.name == "a" && copy.position.x == 1 && copy.position.y.isNaN)
    #expect(copy.parts[2] === first && copy.byName["a"] === first && first.next?.next === first)
    #expect(copy.favourite === copy.parts[1] && copy.position.anchor === copy.parts[1])
    guard case .both(.around(let around, radius: 2), .none) = copy.shape else {
      Issue.record("\(copy.shape)")
      return
    }
    #expect(around === first)
    #expect(first.owner === copy)
    #expect(try ModelValue.areEqual(whole, copy))
    // The copy is its own.
    first.name = "changed"
    #expect(a.name == "a")
    #expect(try !ModelValue.areEqual(whole, copy))
  }

  @Test func weakReferencesOutOfTheGraphStay() throws {
    let whole = Whole("owner")
    let part = Part("part")
    part.owner = whole
    let copy = try ModelValue.copy(of: part)
    #expect(copy !== part && copy.owner === whole)
  }

  @Test func chainsOfAnyLength() throws {
    let length = TestEffort.isThorough ? 100_000 : 25_000
    let first = Part("0")
    var last = first
    for index in 1..<length {
      let part = Part("\(index)")
      last.next = part
      last = part
    }
    let copy = try ModelValue.copy(of: first)
    #expect(try ModelValue.areEqual(first, copy))
    last.name = "other"
    #expect(try !ModelValue.areEqual(first, copy))
    let difference = try ModelDifference(from: copy, to: first)
    #expect(difference.changes.count == 1 && difference.changes.first?.path.count == length)
    var target = copy
    try difference.apply(to: &target)
    #expect(try ModelValue.areEqual(first, copy))
    #expect(try ModelValue.description(of: first).contains("…"))
    // Swift itself releases a chain link by link on the stack.
    for part in [first, copy] {
      var next: Part? = part
      while let current = next {
        next = current.next
        current.next = nil
      }
    }
  }

  @Test func setsOfObjectsAreHashedWhenTheyAreWhole() throws {
    let (a, b, c) = (Element(1), Element(2), Element(3))
    b.others = [c]
    a.others = [b, c]
    a.weights = [b: 0.5, c: 1]
    // Met before those whose hashes depend on it.
    let copies = try ModelValue.copy(of: [c, b, a])
    let (copyC, copyB, copyA) = (copies[0], copies[1], copies[2])
    #expect(copyA !== a && copyA.others.contains(copyB) && copyA.others.contains(copyC))
    #expect(copyA.weights[copyB] == 0.5 && copyA.weights[copyC] == 1 && copyB.others.contains(copyC))
    #expect(copyA.others.allSatisfy { $0 === copyB || $0 === copyC })
    #expect(try ModelValue.areEqual([c, b, a], copies))
    #expect(try ModelValue.areEqual(a, copyA))
    copyC.weights = [c: 2]
    #expect(try !ModelValue.areEqual(a, copyA))
    let set: Set = [a, b]
    let setCopy = try ModelValue.copy(of: set)
    #expect(setCopy == set && setCopy.allSatisfy { $0 !== a && $0 !== b })
  }

  @Test func setsOfManyObjectsAreMatched() throws {
    final class Star: AutoCoding, Hashable {
      var name = ""
      var brightness = 0.0
      var neighbor: Star?
      init(_ name: String, _ neighbor: Star? = nil) {
        self.name = name
        self.neighbor = neighbor
      }
      // Who it is, so that no hash leads from one to its counterpart.
      static func == (left: Star, right: Star) -> Bool { left === right }
      func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
    }
    var stars: Set<Star> = []
    var last: Star?
    for index in 0..<60 {
      let star = Star("star \(index % 7)", last)
      stars.insert(star)
      last = star
    }
    let copies = try ModelValue.copy(of: stars)
    #expect(copies.count == 60 && copies.isDisjoint(with: stars))
    #expect(try ModelValue.areEqual(stars, copies))
    #expect(try ModelValue.areEqual(["a": stars], ["a": copies]))
    #expect(try ModelDifference(from: stars, to: copies).isEmpty)
    copies.first?.brightness = 1
    #expect(try !ModelValue.areEqual(stars, copies))
    #expect(try ModelDifference(from: stars, to: copies).changes.count == 1)
  }

  @Test func leftOutPropertiesHaveTheirDefaultsAndDidDecodeIsCalled() throws {
    try Counted.$counter.withValue(LiveCount()) {
      do {
        let original = Counted()
        original.value = 3
        original.draft = "mine"
        original.children = [Counted()]
        let copy = try ModelValue.copy(of: original)
        #expect(copy.value == 3 && copy.draft == "default" && copy.decoded == 1 && copy.children[0].decoded == 1)
        #expect(Counted.counter.value == 4)
      }
      #expect(Counted.counter.value == 0)
    }
    // Structs are copied as Swift copies them.
    var position = Position(x: 1, y: 2, anchor: Part("a"))
    position.note = "kept"
    #expect(try ModelValue.copy(of: position).note == "kept")
  }

  @Test func nothingIsLeftOfACopyThatFails() throws {
    Counted.$counter.withValue(LiveCount()) {
      do {
        let original = Counted()
        let child = Counted()
        child.value = -1
        original.children = [child, Counted()]
        #expect(throws: Refusal.self) { try ModelValue.copy(of: original) }
        #expect(throws: Refusal.self) { try ModelValue.copy(of: ["a": [original]]) }
        #expect(Counted.counter.value == 3)
      }
      #expect(Counted.counter.value == 0)
    }
  }

  @Test func nothingIsLeftOfAnArrayWhoseCopyFails() throws {
    try Counted.$counter.withValue(LiveCount()) {
      for position in 0..<4 {
        var list = (0..<4).map { _ in CountedBase() }
        list[position] = Broken()
        let nested = [[[CountedBase()], list, [CountedBase()]]]
        let count = Counted.counter.value
        try withExtendedLifetime(nested) {
          let error = try #require(throws: AutoCodingError.self) { try ModelValue.copy(of: nested) }
          #expect("\(error)".contains("Broken"))
          #expect(Counted.counter.value == count)
        }
      }
      #expect(Counted.counter.value == 0)
    }
  }

  @Test func existentials() throws {
    let part = Part("shared")
    let value = Anything(any: part, named: part, list: [1, "two", part, [part] as [Any], 1.5])
    let copy = try ModelValue.copy(of: value)
    let copied = try #require(copy.any as? Part)
    #expect(copied !== part && copied.name == "shared")
    #expect(copy.named as? Part === copied && copy.list[2] as? Part === copied)
    #expect((copy.list[3] as? [Any])?.first as? Part === copied)
    #expect(try ModelValue.areEqual(value, copy))
    var other = copy
    other.list[0] = 2
    #expect(try !ModelValue.areEqual(value, other))
    other.list[0] = 1
    other.any = Part("shared")
    #expect(try !ModelValue.areEqual(value, other), "The references no longer lead to one object.")
  }

  @Test func whatCannotBeCodedIsRefused() {
    struct Refused: AutoCoding { var action: () -> Void }
    #expect(throws: AutoCodingError.self) { try ModelValue.copy(of: Refused {}) }
    #expect(throws: AutoCodingError.self) { try ModelValue.areEqual(Refused {}, Refused {}) }
  }
}

struct StructuralEqualityTests {
  @Test func shapeOfTheGraphCounts() throws {
    let (shared, other) = (Part("p"), Part("p"))
    let (one, two) = (Whole("w"), Whole("w"))
    one.parts = [shared, shared]
    two.parts = [shared, other]
    #expect(try !ModelValue.areEqual(one, two))
    #expect(try !ModelValue.areEqual(two, one))
    two.parts = [other, other]
    #expect(try ModelValue.areEqual(one, two))
  }

  @Test func dynamicClassesCount() throws {
    final class Special: Part {}
    #expect(try !ModelValue.areEqual(Part("a"), Special("a")))
    #expect(try ModelValue.areEqual(Special("a") as Part, Special("a")))
  }

  @Test func notANumberEqualsItself() throws {
    let value = Position(x: .nan, y: -0.0)
    #expect(try ModelValue.areEqual(value, Position(x: .nan, y: 0.0)))
    #expect(try ModelValue.areEqual([1.0, .nan], [1.0, .nan]))
    #expect(try !ModelValue.areEqual([1.0, .nan], [.nan, 1.0]))
  }

  @Test func ownCodeIsAskedWhereItIsWritten() throws {
    struct Loose: Codable, Hashable {
      var id = 0
      var note = ""
      static func == (left: Loose, right: Loose) -> Bool { left.id == right.id }
      func hash(into hasher: inout Hasher) { hasher.combine(id) }
    }
    struct Silent: Codable { var text = "" }
    struct Strict: AutoCoding, Hashable {
      var id = 0
      var note = ""
      static func == (left: Strict, right: Strict) -> Bool { left.id == right.id }
      func hash(into hasher: inout Hasher) { hasher.combine(id) }
    }
    struct Holder: AutoCoding {
      var loose = Loose()
      var silent = Silent()
      var strict: Set<Strict> = []
      var byStrict: [Strict: Int] = [:]
    }
    let holder = Holder(strict: [Strict(id: 1, note: "a")], byStrict: [Strict(id: 1, note: "a"): 2])
    var other = holder
    other.loose.note = "other"
    #expect(try ModelValue.areEqual(holder, other))
    other.silent.text = "other"
    #expect(try !ModelValue.areEqual(holder, other))
    other = holder
    other.strict = [Strict(id: 1, note: "b")]
    #expect(try !ModelValue.areEqual(holder, other))
    #expect(try !ModelDifference(from: holder, to: other).isEmpty)
    other = holder
    other.byStrict = [Strict(id: 1, note: "b"): 2]
    #expect(try !ModelValue.areEqual(holder, other))
    #expect(try !ModelDifference(from: holder, to: other).isEmpty)
  }

  @Test func descriptionIsATree() throws {
    let whole = Whole("whole")
    let part = Part("a")
    part.next = part
    defer { part.next = nil }
    part.tags = ["x", "y"]
    whole.parts = [part]
    whole.favourite = part
    whole.byName = ["k": part]
    whole.shape = .around(part, radius: 2)
    whole.position = Position(x: 1, y: 2, anchor: nil)
    #expect(
      try ModelValue.description(of: whole) == """
        Whole #1
          title: "whole"
          parts: 1 in an array
            [0]: Part #2
              name: "a"
              next: Part #2
              tags: 2 in an array
                [0]: "x"
                [1]: "y"
          favourite: Part #2
          byName: 1 in a dictionary
            ["k"]: Part #2
          shape: .around
            _0: Part #2
            radius: 2.0
          position: Position
            x: 1.0
            y: 2.0
            anchor: nil
        """)
  }
}
