import AutoCoding
import AutoCodingSchema
import Foundation
import Testing

/// Samples that are recorded are accepted by the next check.
struct SampleRecordTests {
  struct Point: AutoCoding { var x: Int }
  struct Place: AutoCoding { var x: Int, y: Int }
  enum Either: AutoCoding {
    case point(Point), place(Place)
    static let typeRules = TypeRules(casesAreUntagged: true)
  }
  struct Holder: AutoCoding { var either: Either }
  enum Ordered: AutoCoding {
    case place(Place), point(Point)
    static let typeRules = TypeRules(casesAreUntagged: true)
  }
  struct OrderedHolder: AutoCoding { var either: Ordered }

  @Test("A model that reads its samples as other values is an error at once")
  func otherValues() throws {
    let folder = Folder()
    let error = try #require(throws: SampleError.self) {
      try ModelManifest(of: [Holder.self]).check(against: folder.file, samples: folder.samples)
    }
    #expect(error.explanation.contains("is read from JSON as another value than from a keyed archive"))
    #expect(error.remedy.contains("SampleProviding"))
    #expect(!FileManager.default.fileExists(atPath: folder.file.path))
    for _ in 0..<2 {
      #expect(
        try ModelManifest(of: [OrderedHolder.self]).check(against: folder.file, samples: folder.samples).isEmpty)
    }
  }

  struct Page: AutoCoding, Equatable {
    var members: JSONObject
    var count: JSONNumber
  }

  @Test("Objects and numbers of JSON")
  func json() throws {
    let folder = Folder()
    for _ in 0..<2 {
      #expect(try ModelManifest(of: [Page.self]).check(against: folder.file, samples: folder.samples).isEmpty)
    }
    let page = try ModelValue.sample(of: Page.self)
    #expect(try AutoJSONDecoder().decode(Page.self, from: AutoJSONEncoder().encode(page)) == page)
  }

  @Test func refusesSamplesOfAnotherModelInTheSameFile() throws {
    struct First: AutoCoding {
      var number: Int
      static let archivedTypeName = "shop/item"
    }
    struct Second: AutoCoding {
      var number: Int
      static let archivedTypeName = "shop-item"
    }
    let folder = Folder()
    try ModelManifest(of: [First.self]).check(against: folder.file, samples: folder.samples)
    let manifest = try ModelManifest(of: [First.self, Second.self])
    let error = try #require(throws: ModelManifest.FileError.self) {
      try manifest.check(against: folder.file, samples: folder.samples)
    }
    #expect(error.explanation.contains("samples of 'shop/item', and the name 'shop-item' leads to the same file"))
    #expect(error.underlyingError == nil && error.description.hasSuffix("letters or digits."))
  }
}
