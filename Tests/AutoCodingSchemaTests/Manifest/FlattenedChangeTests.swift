import AutoCoding
import AutoCodingSchema
import Foundation
import Testing

/// Changes to properties that are not under a key of their own: flattened ones, and those with key paths.
@Suite struct FlattenedChangeTests {
  struct Owner: AutoCoding, Equatable {
    var name: String
    var age: Int?
    static let archivedTypeName = "Flat.Owner"
  }

  enum One {
    struct Account: AutoCoding {
      var id: Int
      var owner: Owner
      var counts: [String: Int]
      static let archivedTypeName = "Flat.Account"
      static let propertyRules: PropertyRules = ["owner": .flattened, "counts": .flattened]
    }
  }

  enum Renamed {
    struct Account: AutoCoding {
      var id: Int
      var holder: Owner
      var counts: [String: Int]
      static let archivedTypeName = "Flat.Account"
      static let propertyRules: PropertyRules = ["holder": .flattened, "counts": .flattened]
    }
  }

  enum Migrated {
    struct Account: AutoCoding, Equatable {
      var id: Int
      var holder: Owner
      var counts: [String: Int]
      static let archivedTypeName = "Flat.Account"
      static let propertyRules: PropertyRules = ["holder": .flattened, "counts": .flattened]
      static var archiveVersion: Int { 1 }
      static func migrate(_ properties: inout ArchivedProperties, from version: Int) throws {
        properties.renameKey("owner", to: "holder")
      }
    }
  }

  @Test func renamedProperty() throws {
    let folder = Folder()
    try ModelManifest(of: [One.Account.self]).check(against: folder.file, samples: folder.samples)
    let error = try #require(throws: ModelManifest.ChangeError.self) {
      try ModelManifest(of: [Renamed.Account.self]).check(against: folder.file)
    }
    #expect(
      error.description == #"""
        The models do not agree with Models.json.
        Stored data would be lost or refused:
        - Flat.Account, "owner": The key is gone, so the values that keyed archives have under it would be lost. \#
        If "holder" replaces it, keep the name, or raise archiveVersion and rename the key in migrate(_:from:).
        - Flat.Account, "holder": A value is required, which older data does not have. Make it Optional, give it a \#
        default with .default(…) or init(), or raise archiveVersion and set it in migrate(_:from:).
        If this is meant, run the tests with AUTOCODING_RECORD=1.
        """#)
    // The remedy works.
    try ModelManifest(of: [Migrated.Account.self]).check(against: folder.file, samples: folder.samples)
    let old = One.Account(id: 1, owner: Owner(name: "n", age: 2), counts: ["c": 3])
    let expected = Migrated.Account(id: 1, holder: Owner(name: "n", age: 2), counts: ["c": 3])
    #expect(
      try KeyedArchiveDecoder().decode(Migrated.Account.self, from: KeyedArchiveEncoder().encode(old)) == expected)
    #expect(try AutoJSONDecoder().decode(Migrated.Account.self, from: AutoJSONEncoder().encode(old)) == expected)
  }
}
