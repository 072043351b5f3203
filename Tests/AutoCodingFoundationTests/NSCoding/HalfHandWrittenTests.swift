import Foundation
import Testing

@testable import AutoCodingFoundation

struct HalfReads: AutoCoding, Equatable {
  enum CodingKeys: String, CodingKey { case value = "v" }
  var value: Int
  init(value: Int) { self.value = value }
  init(from decoder: any Decoder) throws {
    value = try decoder.container(keyedBy: CodingKeys.self).decode(Int.self, forKey: .value)
  }
}

struct HalfWrites: AutoCoding, Equatable {
  enum CodingKeys: String, CodingKey { case value = "v" }
  var value: Int
  func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(value, forKey: .value)
  }
}

final class HalfReadsObject: AutoCoding {
  enum CodingKeys: String, CodingKey { case value = "v" }
  let value: Int
  init(value: Int) { self.value = value }
  init(from decoder: any Decoder) throws {
    value = try decoder.container(keyedBy: CodingKeys.self).decode(Int.self, forKey: .value)
  }
}

final class HalfWritesObject: AutoCoding {
  enum CodingKeys: String, CodingKey { case value = "v" }
  let value: Int
  init(value: Int) { self.value = value }
  func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(value, forKey: .value)
  }
}

final class HalfShelf: AutoCodingObject {
  var reads = HalfReads(value: 0)
  var writes = HalfWrites(value: 0)
  var list: [HalfReads] = []
  var readsObject: HalfReadsObject?
  var writesObject: HalfWritesObject?
}

/// Models whose form in archives is another than that of `Codable`.
struct HalfInner: AutoCoding, Equatable {
  var a: Int?
  var owner: HalfOwner?
  var rest: [String: Int] = [:]
  static let propertyRules: PropertyRules = ["a": .key("q.a"), "owner": .flattened, "rest": .flattened]
}
struct HalfOwner: AutoCoding, Equatable { var name: String }
enum HalfTagged: AutoCoding, Equatable {
  case x(l: Int), other
  static let typeRules = TypeRules(caseKey: "type", unknownCase: "other")
}
struct HalfPrice: AutoCoding, Equatable {
  var cents: Int
  static var archiveVersion: Int { 1 }
  static func migrate(_ properties: inout ArchivedProperties, from version: Int) throws {
    try properties.encode(100 * properties.decode(Int.self, forKey: "cents"), forKey: "cents")
  }
}
final class HalfNode: AutoCoding, DefaultInitializable, Equatable {
  var value = 0
  var next: HalfNode?
  static func == (a: HalfNode, b: HalfNode) -> Bool { a.value == b.value && a.next == b.next }
}

/// All of these, in the form of `Codable`.
struct HalfPlain: Codable, Equatable {
  var inner = HalfInner(a: 5, owner: HalfOwner(name: "Ada"), rest: ["r": 1])
  var tagged = [HalfTagged.x(l: 1)]
  var price: HalfPrice? = HalfPrice(cents: 7)
  var node = HalfPlain.node()
  var counts = [7: 1]
  var ids = [UUID(uuidString: "E621E1F8-C36C-495A-93FC-0C247A3E6E5F"): 2]
  var day = Date(timeIntervalSinceReferenceDate: 0.25)
  var bytes = Data([1, 2])
  static func node() -> HalfNode {
    let node = HalfNode()
    (node.value, node.next) = (1, HalfNode())
    return node
  }
}

/// Encodes in that form, and decodes by its properties.
struct HalfEncodes: AutoCoding, Equatable {
  var inner = HalfPlain().inner
  var tagged = HalfPlain().tagged
  var price = HalfPlain().price
  var node = HalfPlain().node
  var counts = HalfPlain().counts
  var ids = HalfPlain().ids
  var day = HalfPlain().day
  var bytes = HalfPlain().bytes
  func encode(to encoder: any Encoder) throws {
    let plain = HalfPlain(
      inner: inner, tagged: tagged, price: price, node: node, counts: counts, ids: ids, day: day, bytes: bytes)
    try plain.encode(to: encoder)
  }
}

final class HalfModelShelf: AutoCodingObject {
  var one = HalfEncodes()
  var optional: HalfEncodes? = HalfEncodes()
  var list = [HalfEncodes()]
  var named = ["n": HalfEncodes()]
}

/// A struct and a class that were only `Codable` when they were archived.
struct PlainShape: Codable { var name = "s", inner = HalfPlain().inner }
final class PlainLink: Codable {
  var title = "t"
  var inner = HalfPlain().inner
}
final class PlainLibrary: AutoCodingObject {
  var shape = PlainShape()
  var link = PlainLink()
  var links = [PlainLink()]
}
struct MovedShape: AutoCoding { var name: String, inner: HalfInner }
final class MovedLink: AutoCoding, DefaultInitializable {
  var title = ""
  var inner = HalfInner()
  var added = 1
}
final class MovedLibrary: AutoCodingObject {
  var shape: MovedShape?
  var link: MovedLink?
  var links: [MovedLink] = []
  override class var formerTypeNames: Set<String> { [PlainLibrary.archivedTypeName] }
}
/// As ``PlainLink``, migrated.
final class RenamedLink: AutoCoding, DefaultInitializable {
  var name = ""
  var inner = HalfInner()
  static var archiveVersion: Int { 1 }
  static func migrate(_ properties: inout ArchivedProperties, from version: Int) throws {
    try properties.encode(properties.decode(String.self, forKey: "title") + "\(version)", forKey: "name")
    try properties.updateNested(forKey: "inner") { try $0.encode(nested: $0.nested(forKey: "q"), forKey: "q") }
  }
}
final class RenamedLibrary: AutoCodingObject {
  var link: RenamedLink?
  var links: [RenamedLink] = []
  override class var formerTypeNames: Set<String> { [PlainLibrary.archivedTypeName] }
}

/// Half hand-written types under NSCoder.
struct HalfHandWrittenCoderTests {
  private func shelf() -> HalfShelf {
    let shelf = HalfShelf()
    (shelf.reads.value, shelf.writes.value, shelf.list) = (1, 2, [HalfReads(value: 3)])
    (shelf.readsObject, shelf.writesObject) = (HalfReadsObject(value: 4), HalfWritesObject(value: 5))
    return shelf
  }

  private func check(_ found: HalfShelf?) throws {
    let found = try #require(found)
    #expect(found.reads.value == 1 && found.writes.value == 2 && found.list == [HalfReads(value: 3)])
    #expect(found.readsObject?.value == 4 && found.writesObject?.value == 5)
  }

  @Test("Foundation's archiver and unarchiver, and ours, read each other's")
  func archives() throws {
    let foundation = try foundationArchive(shelf())
    try check(try foundationObject(HalfShelf.self, from: foundation))
    try check(try KeyedArchiveDecoder().decode(HalfShelf.self, from: foundation))
    let ours = try KeyedArchiveEncoder().encode(shelf())
    try check(try KeyedArchiveDecoder().decode(HalfShelf.self, from: ours))
  }

  @Test("models within keep their values if only encode(to:) is by hand")
  func models() throws {
    for archive in [try foundationArchive(HalfModelShelf()), try KeyedArchiveEncoder().encode(HalfModelShelf())] {
      let shelves = [
        try #require(try foundationObject(HalfModelShelf.self, from: archive)),
        try KeyedArchiveDecoder().decode(HalfModelShelf.self, from: archive),
      ]
      for shelf in shelves {
        #expect(shelf.one == HalfEncodes() && shelf.optional == HalfEncodes())
        #expect(shelf.list == [HalfEncodes()] && shelf.named == ["n": HalfEncodes()])
      }
    }
  }

  @Test("types that were only Codable are read as models")
  func moved() throws {
    let archive = try foundationArchive(PlainLibrary())
    let libraries = [
      try #require(
        try foundationObject(
          MovedLibrary.self, from: archive, classes: ["AutoCodingFoundationTests.PlainLibrary": MovedLibrary.self])),
      try KeyedArchiveDecoder().decode(MovedLibrary.self, from: archive),
    ]
    for library in libraries {
      #expect(library.shape?.name == "s" && library.shape?.inner == HalfPlain().inner)
      for link in [library.link] + library.links {
        #expect(link?.title == "t" && link?.inner == HalfPlain().inner && link?.added == 1)
      }
      #expect(library.links.count == 1)
    }
    let renamed = [
      try #require(
        try foundationObject(
          RenamedLibrary.self, from: archive, classes: ["AutoCodingFoundationTests.PlainLibrary": RenamedLibrary.self])),
      try KeyedArchiveDecoder().decode(RenamedLibrary.self, from: archive),
    ]
    for library in renamed {
      for link in [library.link] + library.links { #expect(link?.name == "t0" && link?.inner == HalfPlain().inner) }
      #expect(library.links.count == 1)
    }
  }
}
