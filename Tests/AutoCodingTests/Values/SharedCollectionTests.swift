import AutoCoding
import Foundation
import Synchronization
import Testing

/// Sets and dictionaries that two values share, or that Swift's `==` compares.
struct SharedCollectionTests {
  private static let hashCount = Mutex(0)

  /// A key that counts how often it is hashed. Each test that counts has its own.
  private struct Key: AutoCoding, Hashable {
    var id: Int
    func hash(into hasher: inout Hasher) {
      SharedCollectionTests.hashCount.withLock { $0 += 1 }
      hasher.combine(id)
    }
  }

  private struct Store: AutoCoding {
    var counts: [Key: Int]
    var keys: Set<Key>
    var note = ""
  }

  @Test("what two values share is not searched")
  func shared() throws {
    let store = Store(
      counts: Dictionary(uniqueKeysWithValues: (0..<100).map { (Key(id: $0), $0) }), keys: Set((0..<100).map(Key.init)))
    var other = store
    Self.hashCount.withLock { $0 = 0 }
    #expect(try ModelValue.areEqual(store, other))
    other.note = "changed"
    #expect(try !ModelValue.areEqual(store, other))
    #expect(try ModelDifference(from: store, to: other).changes.count == 1)
    #expect(Self.hashCount.withLock { $0 } == 0)
    other.counts[Key(id: 7)] = 8
    #expect(try !ModelValue.areEqual(store, other))
    other = store
    other.keys.remove(Key(id: 7))
    #expect(try !ModelValue.areEqual(store, other))
  }

  private struct Tables: AutoCoding {
    var texts = ["a": "x", "b": "y"]
    var counts = ["a": 1, "b": 2]
    var flags = ["a": true]
    var numbers = ["a": 0.5, "n": Double.nan]
    var names = [1: "a", 2: "b"]
    var ids = [1: 2, 3: 4]
    var words: Set = ["a", "b"]
    var members: Set = [1, 2]
    var times: Set = [0.5, Double.nan]
  }

  @Test("common leaves are compared as Swift does, and not-a-number equals itself")
  func leaves() throws {
    #expect(try ModelValue.areEqual(Tables(), Tables()))
    let changes: [(inout Tables) -> Void] = [
      { $0.texts["a"] = "z" }, { $0.counts["c"] = 3 }, { $0.flags["a"] = false }, { $0.numbers["a"] = 0.25 },
      { $0.numbers["n"] = 1 }, { $0.names[1] = "z" }, { $0.ids[3] = 5 }, { $0.words.insert("c") },
      { $0.members.remove(1) }, { $0.times.insert(1) }, { $0.texts = ["c": "x", "b": "y"] },
    ]
    for change in changes {
      var other = Tables()
      change(&other)
      #expect(try !ModelValue.areEqual(Tables(), other))
      let difference = try ModelDifference(from: Tables(), to: other)
      #expect(!difference.changes.isEmpty)
      var copy = Tables()
      try difference.apply(to: &copy)
      #expect(try ModelValue.areEqual(copy, other))
    }
  }

  /// A class whose subclass has an `==`, and one that has none.
  private class Plain: Codable { var value = 1 }
  private final class Same: Plain, Equatable {
    static func == (a: Same, b: Same) -> Bool { true }
  }
  private struct Number: Codable, Equatable { var value: Double }
  private struct Holder: AutoCoding {
    var plain: Plain
    var number: Number
  }

  @Test("values with code by hand are compared by their ==, or by what they encode")
  func ownCode() throws {
    func holder(_ plain: Plain, _ value: Int, _ number: Double) -> Holder {
      plain.value = value
      return Holder(plain: plain, number: Number(value: number))
    }
    #expect(try ModelValue.areEqual(holder(Same(), 1, 2), holder(Same(), 2, 2)))
    #expect(try ModelValue.areEqual(holder(Plain(), 1, 2), holder(Plain(), 1, 2)))
    #expect(try !ModelValue.areEqual(holder(Plain(), 1, 2), holder(Plain(), 2, 2)))
    #expect(try !ModelValue.areEqual(holder(Plain(), 1, 2), holder(Plain(), 1, 3)))
    #expect(try !ModelValue.areEqual(holder(Plain(), 1, .nan), holder(Plain(), 1, 3)))
  }
}
