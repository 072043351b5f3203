import AutoCoding
import Foundation
import Testing

/// Payloads of enum cases whose type has changed to one that reads the same data.
struct PayloadChangeTests {
  private enum Level: Int, AutoCoding { case low = 1, high = 2 }
  private enum Name: String, AutoCoding { case a, b }
  private struct Options: OptionSet, AutoCoding, Hashable { let rawValue: Int }
  private struct Item: AutoCoding, Hashable {
    var x: Int
    static var archivedTypeName: String { "Item" }
  }
  private final class Node: AutoCoding, Hashable {
    var x: Int
    init(x: Int) { self.x = x }
    static func == (a: Node, b: Node) -> Bool { a.x == b.x }
    func hash(into hasher: inout Hasher) { hasher.combine(x) }
  }

  private enum Before: AutoCoding, Hashable {
    case level(Int), name(String), options(Int), item(Item?), node(Node?), label(l: Int), two(Int, Item?), list([Int])
    static var archivedTypeName: String { "Tests.PayloadChange" }
    static var formerTypeNames: Set<String> { ["Tests.PayloadChangeAfter"] }
  }

  private enum After: AutoCoding, Hashable {
    case level(Level), name(Name), options(Options), item(Item), node(Node), label(l: Level), two(Level, Item)
    case list([Level])
    static var archivedTypeName: String { "Tests.PayloadChangeAfter" }
    static var formerTypeNames: Set<String> { ["Tests.PayloadChange"] }
  }

  private static var values: [(Before, After)] {
    [
      (.level(2), .level(.high)), (.name("b"), .name(.b)), (.options(3), .options(Options(rawValue: 3))),
      (.item(Item(x: 1)), .item(Item(x: 1))), (.node(Node(x: 1)), .node(Node(x: 1))), (.label(l: 1), .label(l: .low)),
      (.two(1, Item(x: 2)), .two(.low, Item(x: 2))), (.list([1, 2]), .list([.low, .high])),
    ]
  }

  @Test("an archive's payload is read as another type that fits, as in JSON")
  func archives() throws {
    for (before, after) in Self.values {
      #expect(try AutoJSONDecoder().decode(After.self, from: AutoJSONEncoder().encode(before)) == after)
      #expect(try AutoJSONDecoder().decode(Before.self, from: AutoJSONEncoder().encode(after)) == before)
      for _ in 0..<2 {
        #expect(try KeyedArchiveDecoder().decode(After.self, from: KeyedArchiveEncoder().encode(before)) == after)
        #expect(try KeyedArchiveDecoder().decode(Before.self, from: KeyedArchiveEncoder().encode(after)) == before)
      }
    }
  }

  private struct Named: AutoCoding {
    var value = ["a"]
    static var archivedTypeName: String { "Tests.PayloadChange.Named" }
  }
  private enum Collected: AutoCoding {
    case value(x: Int?)
    static var formerTypeNames: Set<String> { [Named.archivedTypeName] }
  }
  private enum Single: AutoCoding {
    case value(Item)
    static var formerTypeNames: Set<String> { [Named.archivedTypeName] }
  }

  @Test("values and collections in place of a payload are refused")
  func refusals() throws {
    let archive = try KeyedArchiveEncoder().encode(Named())
    #expect(throws: DecodingError.self) { try KeyedArchiveDecoder().decode(Collected.self, from: archive) }
    #expect(throws: DecodingError.self) { try KeyedArchiveDecoder().decode(Single.self, from: archive) }
    let level = try KeyedArchiveEncoder().encode(Before.level(7))
    let error = #expect(throws: DecodingError.self) { try KeyedArchiveDecoder().decode(After.self, from: level) }
    #expect(error.map { "\($0)" }?.contains("level._0") == true, "\(String(describing: error))")
  }

  private indirect enum Dynamic: AutoCoding {
    case value(Any), pair(Any, Int), labelled(x: Any), list([Any]), maybe(Any?)
  }

  @Test("an archive's payload may be of any type")
  func dynamic() throws {
    for value: Dynamic in [
      .value(5), .value("a"), .value(["k": [1]]), .pair(1, 2), .labelled(x: 1), .list([1]), .maybe("b"),
    ] {
      let back = try KeyedArchiveDecoder().decode(Dynamic.self, from: KeyedArchiveEncoder().encode(value))
      #expect(try ModelValue.areEqual(back, value), "\(back)")
    }
  }
}
