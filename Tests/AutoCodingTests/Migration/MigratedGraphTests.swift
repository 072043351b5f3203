import Foundation
import TestSupport
import Testing

@testable import AutoCoding

private final class Link: AutoCoding, DefaultInitializable {
  var number = 0
  var next: Link?
  init() {}
  init(_ number: Int, _ next: Link?) { (self.number, self.next) = (number, next) }
}

private struct OldChain: AutoCoding {
  static var archivedTypeName: String { "Graphs.Chain" }
  var links: [Link] = []
  var rest: [String] = []
}

private struct Chain: AutoCoding {
  static var archivedTypeName: String { "Graphs.Chain" }
  static var archiveVersion: Int { 1 }
  var count = 0
  var isJoined = false

  static func migrate(_ properties: inout ArchivedProperties, from version: Int) throws {
    let links = try properties.decode([Link].self, forKey: "links")
    try properties.encode(links.count, forKey: "count")
    // Each is the object to which the one before refers.
    try properties.encode(zip(links, links.dropFirst()).allSatisfy { $0.next === $1 }, forKey: "isJoined")
  }
}

/// Graphs within migrations.
struct MigratedGraphTests {
  @Test(
    "objects that a migration decodes keep their identity, whatever part of the archive they are",
    arguments: [0, 10, 63, 64, 65, 66, 500], [0, 5000])
  func identity(count: Int, others: Int) throws {
    var links: [Link] = []
    for number in 0..<count { links.append(Link(number, links.last)) }
    let old = OldChain(links: links.reversed(), rest: (0..<others).map { "text \($0)" })
    let chains = try KeyedArchiveDecoder().decode([Chain].self, from: KeyedArchiveEncoder().encode([old, old]))
    #expect(chains.map(\.count) == [count, count])
    #expect(chains.allSatisfy { $0.isJoined })
  }

  private struct OldRow: AutoCoding {
    static var archivedTypeName: String { "Graphs.Row" }
    var number = 1
  }

  private struct Row: AutoCoding {
    static var archivedTypeName: String { "Graphs.Row" }
    static var archiveVersion: Int { 1 }
    var count = 0
    static func migrate(_ properties: inout ArchivedProperties, from version: Int) throws {
      properties.renameKey("number", to: "count")
    }
  }

  @Test("a migrated record takes no time for the rest of the archive")
  func time() throws {
    func seconds(_ count: Int) throws -> Double {
      let data = try KeyedArchiveEncoder().encode(Array(repeating: OldRow(), count: count))
      return try ThreadTime.measure { _ = try KeyedArchiveDecoder().decode([Row].self, from: data) }
    }
    _ = try seconds(100)
    let (few, many) = (try seconds(2000), try seconds(64_000))
    // 32 times as many records; with a table of all objects for each record it took 200 times as long.
    #expect(many < 100 * few, "\(few) s, \(many) s")
  }
}
