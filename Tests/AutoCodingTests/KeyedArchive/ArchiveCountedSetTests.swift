import Foundation
import Testing

@testable import AutoCoding

private struct CountedBag: AutoCoding {
  static var archivedTypeName: String { "Shop.Bag" }
  var items: [String]
  var kinds: Set<String>
}

/// Keyed archives: Foundation's collections.
struct ArchiveCountedSetTests {
  private typealias Tree = PropertyListTree

  /// A counted set of the texts a and b.
  private static func counted(_ pairs: KeyValuePairs<String, Tree>) throws -> Data {
    guard case .dictionary(let own) = ArchiveSketch.dictionary(pairs) else { return Data() }
    return try ArchiveSketch.data([
      .dictionary(own + [.init(key: .string("$class"), value: .uid(4))]), .string("a"), .string("b"),
      ArchiveSketch.classNamed("NSCountedSet", "NSMutableSet", "NSSet", "NSObject"),
    ])
  }

  @Test("Apple's archives of counted sets", .enabled(if: !ArchiveCorpora.archives.isEmpty, "no corpora"))
  func apple() throws {
    for file in ArchiveCorpora.archives where file.testDescription.hasPrefix("NSCountedSet") {
      let data = try file.data()
      let isEmpty = file.testDescription.contains("Empty")
      #expect(try KeyedArchiveDecoder().decode(Set<Int>.self, from: data) == (isEmpty ? [] : [1, 2, 3, 4, 5]))
      let all = try KeyedArchiveDecoder().decode([Int].self, from: data)
      let expected = isEmpty ? [] : (1...5).flatMap { Array(repeating: $0, count: 5) }
      #expect(all.sorted() == expected)
      #expect((try KeyedArchiveDecoder().decode(allowing: [], from: data) as? [Any])?.count == expected.count)
      // By way of a type's own `Codable` code.
      #expect(try KeyedArchiveDecoder().decode(PlainNumbers.self, from: data).numbers.sorted() == expected)
    }
  }

  private struct PlainNumbers: Codable {
    var numbers: [Int] = []
    init(from decoder: any Decoder) throws { numbers = try [Int](from: decoder) }
    func encode(to encoder: any Encoder) throws { try numbers.encode(to: encoder) }
  }

  @Test("elements come as often as they were counted, in sets once")
  func counts() throws {
    let data = try Self.counted([
      "NS.count": .integer(2), "NS.object0": .uid(2), "NS.count0": .integer(3), "NS.object1": .uid(3),
      "NS.count1": .integer(1),
    ])
    #expect(try KeyedArchiveDecoder().decode([String].self, from: data) == ["a", "a", "a", "b"])
    #expect(try KeyedArchiveDecoder().decode(Set<String>.self, from: data) == ["a", "b"])
    #expect(try KeyedArchiveDecoder().decode(Set<String>?.self, from: data) == ["a", "b"])
    // As a property.
    let bag = try ArchiveSketch.data([
      ArchiveSketch.dictionary(["items": .uid(2), "kinds": .uid(2), "$class": .uid(5)]),
      ArchiveSketch.dictionary([
        "NS.count": .integer(1), "NS.object0": .uid(3), "NS.count0": .integer(2), "$class": .uid(4),
      ]), .string("x"), ArchiveSketch.classNamed("NSCountedSet", "NSObject"), ArchiveSketch.classNamed("Shop.Bag"),
    ])
    let back = try KeyedArchiveDecoder().decode(CountedBag.self, from: bag)
    #expect(back.items == ["x", "x"] && back.kinds == ["x"])
  }

  @Test("what Foundation here writes")
  func foundation() throws {
    let set = NSCountedSet(array: ["a", "b", "a", "c", "a"])
    let data = try NSKeyedArchiver.archivedData(withRootObject: set, requiringSecureCoding: true)
    #expect(try KeyedArchiveDecoder().decode([String].self, from: data).sorted() == ["a", "a", "a", "b", "c"])
    let unordered = try NSKeyedArchiver.archivedData(
      withRootObject: NSOrderedSet(array: ["b", "a"]), requiringSecureCoding: true)
    #expect(try KeyedArchiveDecoder().decode([String].self, from: unordered) == ["b", "a"])
  }

  @Test("a counted set that is not whole is an error")
  func damage() throws {
    let broken: [KeyValuePairs<String, Tree>] = [
      [:], ["NS.objects": .string("a")], ["NS.count": .integer(1)],
      ["NS.count": .integer(1), "NS.object0": .uid(2)], ["NS.count": .integer(1), "NS.count0": .integer(2)],
      ["NS.count": .integer(1), "NS.object0": .uid(2), "NS.count0": .integer(0)],
      ["NS.count": .integer(1), "NS.object0": .uid(2), "NS.count0": .integer(-1)],
      ["NS.count": .integer(1), "NS.object0": .uid(2), "NS.count0": .string("1")],
      ["NS.count": .integer(1), "NS.object1": .uid(2), "NS.count1": .integer(1)],
      ["NS.count": .integer(2), "NS.object0": .uid(2), "NS.count0": .integer(1)],
      ["NS.count": .integer(0), "NS.object0": .uid(2), "NS.count0": .integer(1)],
      ["NS.count": .integer(-1)],
      // As many values as would fill the memory.
      ["NS.count": .integer(1), "NS.object0": .uid(2), "NS.count0": .integer(1 << 40)],
      ["NS.count": .integer(1), "NS.object0": .uid(2), "NS.count0": .integer(.max)],
    ]
    for pairs in broken {
      let data = try Self.counted(pairs)
      #expect(throws: DecodingError.self, "\(pairs)") { try KeyedArchiveDecoder().decode([String].self, from: data) }
      #expect(throws: DecodingError.self, "\(pairs)") { try KeyedArchiveDecoder().decode(Set<String>.self, from: data) }
      #expect(throws: DecodingError.self, "\(pairs)") { try KeyedArchiveDecoder().decode(allowing: [], from: data) }
    }
  }

  @Test(
    "a collection without its keys is an error, and not empty",
    arguments: [
      "NSArray", "NSMutableArray", "NSSet", "NSMutableSet", "NSCountedSet", "NSDictionary", "NSMutableDictionary",
    ]
  )
  func missingKeys(_ name: String) throws {
    for own: [Tree.Pair] in [[], [.init(key: .string("NS.elements"), value: .array([]))]] {
      let data = try ArchiveSketch.data([
        .dictionary(own + [.init(key: .string("$class"), value: .uid(2))]), ArchiveSketch.classNamed(name, "NSObject"),
      ])
      let decoder = KeyedArchiveDecoder()
      #expect(throws: DecodingError.self) { try decoder.decode([String].self, from: data) }
      #expect(throws: DecodingError.self) { try decoder.decode(Set<String>.self, from: data) }
      #expect(throws: DecodingError.self) { try decoder.decode([String: Int].self, from: data) }
      #expect(throws: DecodingError.self) { try decoder.decode(allowing: [], from: data) }
    }
  }

  @Test("an ordered set has no key if it is empty, and only then", arguments: ["NSOrderedSet", "NSMutableOrderedSet"])
  func orderedSets(_ name: String) throws {
    func data(_ own: [Tree.Pair]) throws -> Data {
      try ArchiveSketch.data([
        .dictionary(own + [.init(key: .string("$class"), value: .uid(2))]), ArchiveSketch.classNamed(name, "NSObject"),
        .string("a"),
      ])
    }
    let decoder = KeyedArchiveDecoder()
    #expect(try decoder.decode([String].self, from: data([])) == [])
    let one = try data([.init(key: .string("NS.object.0"), value: .uid(3))])
    #expect(try decoder.decode([String].self, from: one) == ["a"])
    for key in ["NS.object.1", "NS.object0", "NS.elements"] {
      let data = try data([.init(key: .string(key), value: .uid(3))])
      #expect(throws: DecodingError.self, "\(key)") { try decoder.decode([String].self, from: data) }
    }
  }
}
