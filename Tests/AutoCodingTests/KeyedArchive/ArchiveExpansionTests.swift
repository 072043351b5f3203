import AutoCoding
import Foundation
import TestSupport
import Testing

/// Keyed archives that are small, and would take much work if their parts were not counted or kept.
struct ArchiveExpansionTests {
  @Test("references to a string with many attributes")
  func attributes() throws {
    func data(references: Int, runs: Int) throws -> Data {
      try ArchiveSketch.data([
        .archivedArray(of: 2, count: references, class: 6),
        ArchiveSketch.dictionary(["NSString": .string("text"), "NSAttributes": .uid(3), "$class": .uid(7)]),
        .archivedArray(of: 4, count: runs, class: 6),
        ArchiveSketch.dictionary(["NS.keys": .array([]), "NS.objects": .array([]), "$class": .uid(5)]),
        ArchiveSketch.classNamed("NSDictionary", "NSObject"), ArchiveSketch.classNamed("NSArray", "NSObject"),
        ArchiveSketch.classNamed("NSAttributedString", "NSObject"),
      ])
    }
    let decoder = KeyedArchiveDecoder()
    #expect(try decoder.decode([String].self, from: data(references: 9, runs: 9)) == Array(repeating: "text", count: 9))
    #expect(try decoder.decode([String].self, from: data(references: 20_000, runs: 2)).count == 20_000)
    #expect(try decoder.decode([String].self, from: data(references: 2, runs: 20_000)).count == 2)
    try expectExpansion { try decoder.decode([String].self, from: data(references: 4000, runs: 4000)) }
  }

  @Test("references to a URL with many bases")
  func bases() throws {
    func data(references: Int, bases: Int) throws -> Data {
      let urls = (0...bases).map { number in
        let base: PropertyListTree = number < bases ? .uid(UInt32(number + 3)) : .uid(0)
        return ArchiveSketch.dictionary([
          "NS.base": base, "NS.relative": .string(number < bases ? "a" : "file:///x/"),
          "$class": .uid(UInt32(bases + 4)),
        ])
      }
      return try ArchiveSketch.data(
        [.archivedArray(of: 2, count: references, class: UInt32(bases + 3))] + urls
          + [ArchiveSketch.classNamed("NSArray", "NSObject"), ArchiveSketch.classNamed("NSURL", "NSObject")])
    }
    let decoder = KeyedArchiveDecoder()
    let urls = try decoder.decode([URL].self, from: data(references: 50, bases: 3))
    #expect(urls.map(\.absoluteString) == Array(repeating: "file:///x/a", count: 50))
    #expect(urls.last?.relativeString == "a")
    // Each URL is made once.
    let (one, many) = (try data(references: 1, bases: 500), try data(references: 1000, bases: 500))
    let time = try ThreadTime.measure { _ = try decoder.decode([URL].self, from: one) }
    #expect(try ThreadTime.measure { _ = try decoder.decode([URL].self, from: many) } < 100 * time)
  }

  @Test("the number of a URL's bases is limited, whichever of them is read first")
  func depth() throws {
    func data(first: UInt32) throws -> Data {
      let urls = (0..<4).map { number in
        ArchiveSketch.dictionary([
          "NS.base": .uid(number < 3 ? UInt32(number + 3) : 0), "NS.relative": .string("\(number)"), "$class": .uid(7),
        ])
      }
      return try ArchiveSketch.data(
        [ArchiveSketch.dictionary(["NS.objects": .array([.uid(first), .uid(2)]), "$class": .uid(6)])] + urls
          + [ArchiveSketch.classNamed("NSArray", "NSObject"), ArchiveSketch.classNamed("NSURL", "NSObject")])
    }
    let decoder = KeyedArchiveDecoder()
    for first: UInt32 in 2...5 {
      decoder.limits.maximumDepth = 4
      #expect(try decoder.decode([URL].self, from: data(first: first)).map(\.relativeString) == ["\(first - 2)", "0"])
      decoder.limits.maximumDepth = 3
      #expect(throws: DecodingError.self) { try decoder.decode([URL].self, from: data(first: first)) }
    }
  }

  /// The archive of an array of distinct objects of a class that all have the same dictionary, of keys that the class does
  /// not have.
  private func data(objects: Int, keys: Int, _ name: String) -> Data {
    var list = SketchedList()
    let (classKey, junk, zero) = (list.text("$class"), list.text("j"), list.integer(0))
    let elements = list.array((0..<objects).map { list.uid(4 + $0) })
    let root = list.dictionary([(list.text("NS.objects"), elements), (classKey, list.uid(2))])
    let others = [(key: Int, value: Int)](repeating: (junk, zero), count: keys)
    let object = list.dictionary(others + [(classKey, list.uid(3))])
    return list.archive(
      [root, list.classNamed("NSArray"), list.classNamed(name)] + Array(repeating: object, count: objects))
  }

  private final class Linked: AutoCoding, DefaultInitializable {
    static var archivedTypeName: String { "Linked" }
    weak var parent: Linked?
  }

  private final class Plain: AutoCoding, DefaultInitializable {
    static var archivedTypeName: String { "Plain" }
    var number = 7
  }

  @Test("objects that have the same large dictionary")
  func dictionaries() throws {
    let decoder = KeyedArchiveDecoder()
    for (objects, keys) in [(10, 10_000), (10_000, 10)] {
      #expect(try decoder.decode([Linked].self, from: data(objects: objects, keys: keys, "Linked")).count == objects)
      #expect(
        try decoder.decode([Plain].self, from: data(objects: objects, keys: keys, "Plain")).map(\.number)
          == Array(repeating: 7, count: objects))
    }
    try expectExpansion { try decoder.decode([Linked].self, from: data(objects: 2000, keys: 2000, "Linked")) }
    try expectExpansion { try decoder.decode([Plain].self, from: data(objects: 2000, keys: 2000, "Plain")) }
  }

  /// Holds an object as its own and weakly, under many keys.
  private final class Wide: AutoCoding, DefaultInitializable {
    var n00 = 0, n01 = 1, n02 = 2, n03 = 3, n04 = 4, n05 = 5, n06 = 6, n07 = 7, n08 = 8, n09 = 9
    var n10 = 0, n11 = 1, n12 = 2, n13 = 3, n14 = 4, n15 = 5, n16 = 6, n17 = 7, n18 = 8, n19 = 9
    weak var w00: Wide?, w01: Wide?, w02: Wide?, w03: Wide?, w04: Wide?, w05: Wide?, w06: Wide?, w07: Wide?
    weak var w08: Wide?, w09: Wide?, w10: Wide?, w11: Wide?, w12: Wide?, w13: Wide?, w14: Wide?, w15: Wide?
    weak var w16: Wide?, w17: Wide?, w18: Wide?, w19: Wide?, w20: Wide?, w21: Wide?, w22: Wide?, w23: Wide?
  }

  @Test("wide objects with many weak references stay far below the limit")
  func wideObjects() throws {
    let count = 4000
    let objects = (0..<count).map { _ in Wide() }
    for (number, object) in objects.enumerated() {
      object.n19 = number
      object.w00 = objects[(number + 1) % count]
      object.w23 = objects[(number + count - 1) % count]
    }
    let decoder = KeyedArchiveDecoder()
    // So many objects need more than is always allowed.
    decoder.limits.maximumExpansion = 16
    let copies = try decoder.decode([Wide].self, from: KeyedArchiveEncoder().encode(objects))
    #expect(copies.map(\.n19) == Array(0..<count))
    #expect(copies.allSatisfy { $0.w00?.n19 == ($0.n19 + 1) % count && $0.w23?.n19 == ($0.n19 + count - 1) % count })
    #expect(copies.allSatisfy { $0.w01 == nil && $0.w22 == nil })
  }

  /// Expects the error about data that expands too far.
  private func expectExpansion<Value>(_ decode: () throws -> Value) throws {
    let error = try #require(throws: DecodingError.self) { _ = try decode() }
    #expect("\(error)".contains("limits.maximumExpansion"), "\(error)")
  }
}

extension PropertyListTree {
  /// An archived array that refers to the same object again and again.
  fileprivate static func archivedArray(of object: UInt32, count: Int, class type: UInt32) -> PropertyListTree {
    ArchiveSketch.dictionary([
      "NS.objects": .array(Array(repeating: .uid(object), count: count)), "$class": .uid(type),
    ])
  }
}
