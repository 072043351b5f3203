#if !canImport(ObjectiveC)
import AutoCodingFoundation
import Foundation
import Testing

final class NestedSets: AutoCodingObject {
  var lists: Set<[Int]> = []
  var others: Set<[Int]> = []
  var sets: Set<Set<Int>> = []
  var tables: Set<[String: Int]> = []
  var keyed: [[Int]: Int] = [:]
  var links: [URL: Int] = [:]
  var dates: [Date: Int] = [:]
  var plain: Set<Int> = []
  var values: [String: [Int]] = [:]
  var moreValues: [String: [Int]] = [:]
}

/// Sets of collections in Foundation's archives on Linux.
struct NestedSetTests {
  private static let samples: [(path: String, set: @Sendable (NestedSets) -> Void)] = [
    ("lists", { ($0.lists, $0.others) = ([[1]], [[2]]) }),
    ("sets", { ($0.sets, $0.tables) = ([[1]], [["a": 1]]) }),
    ("tables", { $0.tables = [["a": 1], ["b": 2]] }),
    ("keyed", { $0.keyed = [[1]: 4, [2]: 5] }),
    ("dates", { $0.dates = [Date(timeIntervalSinceReferenceDate: .nan): 1] }),
    (
      "links",
      { object in
        object.links = URL(string: "a", relativeTo: URL(string: "https://example.com/")).map { [$0: 1] } ?? [:]
      }
    ),
  ]

  @Test("are refused by name, since they would stop the process", arguments: samples.indices)
  func refused(index: Int) throws {
    let (path, set) = Self.samples[index]
    let object = NestedSets()
    set(object)
    let text = explanation { try foundationArchive(object) }
    #expect(text.contains(path), "\(text)")
    #expect(text.contains("KeyedArchiveEncoder"), "\(text)")
    #expect(try KeyedArchiveDecoder().decode(NestedSets.self, from: KeyedArchiveEncoder().encode(object)) == object)
  }

  @Test("others are archived")
  func others() throws {
    let object = NestedSets()
    object.plain = [1, 2]
    (object.values, object.moreValues) = (["a": [1]], ["b": [2]])
    #expect(try foundationObject(NestedSets.self, from: foundationArchive(object)) == object)
  }
}
#endif
