import Foundation
import Testing

@testable import AutoCodingFoundation

/// An object whose properties have rules.
final class RuledObject: AutoCodingObject {
  var pages = 1
  var title = "t"
  var secret = "s"
  var stock = 2
  var kept = 3
  var opened: [String] = ["o"]
  var part = RuledPart(id: 1)
  override class var propertyRules: PropertyRules {
    [
      "title": .decodedOnly.default("u"), "secret": .encodedOnly, "stock": .encodedOnly.default(8),
      "kept": .decodedOnly, "opened": .excluded(default: []),
    ]
  }
}

struct RuledPart: AutoCoding {
  let id: Int
  var size = 4.5
  var code = 7
  @Transient var seen = false
  static var propertyRules: PropertyRules {
    ["size": .decodedOnly.default(0.5), "code": .encodedOnly.default(9), "seen": .default(true)]
  }
}

/// Rules of properties under NSCoder.
struct RuledObjectTests {
  private func check(_ found: RuledObject?) throws {
    let found = try #require(found)
    // What is not there takes the default; what is not read keeps it.
    #expect((found.pages, found.title, found.secret, found.stock, found.kept) == (5, "u", "s", 8, 3))
    #expect(found.opened.isEmpty)
    #expect((found.part.id, found.part.size, found.part.code, found.part.seen) == (6, 0.5, 9, true))
  }

  @Test("archives of Foundation and of this library, both ways")
  func archives() throws {
    let object = RuledObject()
    (object.pages, object.title, object.secret, object.stock, object.kept) = (5, "x", "x", 1, 1)
    (object.opened, object.part) = (["x"], RuledPart(id: 6))
    for data in [try foundationArchive(object), try KeyedArchiveEncoder().encode(object)] {
      try check(try foundationObject(RuledObject.self, from: data))
      try check(try KeyedArchiveDecoder().decode(RuledObject.self, from: data))
    }
  }
}
