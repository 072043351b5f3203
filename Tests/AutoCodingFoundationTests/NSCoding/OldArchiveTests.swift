import Foundation
import Testing

@testable import AutoCodingFoundation

// What the app's models are today: renamed classes and properties, new ones, one that is gone, and a struct in place of a
// class.

class CatalogueItem: AutoCodingObject {
  var title = "untitled"
  var year = 0
  var added: Date?
  var note: Double?
  var isLent = true
  override class var formerTypeNames: Set<String> { ["LibraryApp.Item"] }
  override class var propertyRules: PropertyRules { ["title": .formerly("label", "name")] }
}

final class CatalogueNovel: CatalogueItem {
  var authors: [String] = []
  var genres: Set<String> = []
  var isRead = false
  var price = 0.0
  var chapters: [String] = ["first"]
  override class var formerTypeNames: Set<String> { ["LibraryApp.Novel"] }
  override class var propertyRules: PropertyRules { ["isRead": .formerly("read")] }
}

struct CatalogueSpot: AutoCoding {
  let x: Double
  let y: Double
  static var formerTypeNames: Set<String> { ["LibraryApp.Spot"] }
}

final class Catalogue: AutoCodingObject {
  var title = ""
  var items: [CatalogueItem] = []
  var byCode: [String: CatalogueItem] = [:]
  var spot: CatalogueSpot?
  var cover = Data()
  var site: URL?
  var id: UUID?
  var owner: String? = "nobody"
  override class var formerTypeNames: Set<String> { ["LibraryApp.Shelf"] }
  override class var propertyRules: PropertyRules { ["spot": .formerly("place")] }
}

/// Archives of an app that had NSCoding by hand, opened by today's models.
struct OldArchiveTests {
  private func check(_ catalogue: Catalogue) throws {
    #expect(catalogue.title == "Ünder the stairs 📚" && catalogue.items.count == 3)
    let novel = try #require(catalogue.items.first as? CatalogueNovel)
    #expect(novel.title == "Emma" && novel.year == 1815 && novel.note == 4.5)
    #expect(novel.added == Date(timeIntervalSinceReferenceDate: 700_000_000.25))
    #expect(
      novel.authors == ["Jane Austen"] && novel.genres == ["novel", "comedy"] && novel.isRead && novel.price == 9.5)
    #expect(novel.isLent && novel.chapters == ["first"])
    #expect(catalogue.items.last === novel && catalogue.byCode["e"] === novel)
    let item = catalogue.items[1]
    #expect(type(of: item) == CatalogueItem.self && item.title == "Map" && item.year == -5)
    #expect(item.added == nil && item.note == nil)
    #expect(catalogue.spot?.x == 0.1 && catalogue.spot?.y == -2 && catalogue.cover == Data([0, 1, 254, 255]))
    #expect(catalogue.site == URL(string: "https://example.com/shelf?id=1"))
    #expect(catalogue.id == UUID(uuidString: "E621E1F8-C36C-495A-93FC-0C247A3E6E5F") && catalogue.owner == "nobody")
  }

  @Test("by KeyedArchiveDecoder, which knows classes by their former names")
  func ours() throws {
    try check(KeyedArchiveDecoder().decode(Catalogue.self, from: OldArchives.shelf))
  }

  @Test("by NSKeyedUnarchiver, which is told the root's class; the models know the others")
  func foundation() throws {
    let catalogue = try foundationObject(
      Catalogue.self, from: OldArchives.shelf, classes: ["LibraryApp.Shelf": Catalogue.self])
    try check(try #require(catalogue))
  }

  @Test("a root that is an array")
  func list() throws {
    let items = try KeyedArchiveDecoder().decode([CatalogueItem].self, from: OldArchives.list)
    #expect(items.map(\.title) == ["Emma", "Map"] && items.first is CatalogueNovel)
  }

  @Test("what today's models write instead, all of them read")
  func again() throws {
    let catalogue = try KeyedArchiveDecoder().decode(Catalogue.self, from: OldArchives.shelf)
    for data in [try foundationArchive(catalogue), try KeyedArchiveEncoder().encode(catalogue)] {
      try check(KeyedArchiveDecoder().decode(Catalogue.self, from: data))
      try check(try #require(try foundationObject(Catalogue.self, from: data)))
    }
  }
}
