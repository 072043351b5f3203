import AutoCoding
import AutoCodingSchema
import Foundation
import Testing

/// Changes to properties that are not under a key of their own: flattened ones, and those with key paths.
struct FlattenedChangeTests {
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

  enum Unflattened {
    struct Account: AutoCoding {
      var id: Int
      var holder: Owner
      var counts: [String: Int]
      static let archivedTypeName = "Flat.Account"
      static let propertyRules: PropertyRules = ["counts": .flattened]
    }
  }

  /// No rule lets a property of one kind read what one of the other kind has written.
  @Test func otherKindOfProperty() throws {
    let flat = try ModelManifest(of: [One.Account.self])
    let nested = try ModelManifest(of: [Unflattened.Account.self])
    #expect(
      nested.changes(since: flat).first { $0.member == "owner" }?.remedy?.hasPrefix("If another property ") == true)
    #expect(
      flat.changes(since: nested).first { $0.member == "holder" }?.remedy?.hasPrefix("If another property ") == true)
  }

  // MARK: Samples

  enum Change: PropertyTransformer {
    static func encode(_ value: String) throws -> String { value.uppercased() }
    static func decode(_ value: String) throws -> String { value.lowercased() }
  }

  enum Number: PropertyTransformer {
    static func encode(_ value: Int) throws -> Int { value + 1 }
    static func decode(_ value: Int) throws -> Int { value + 1 }
  }

  enum Paths {
    struct Model: AutoCoding {
      var title: String
      var dotted: String
      var count: Int
      static let archivedTypeName = "Flat.Paths"
      static let propertyRules: PropertyRules = [
        "title": .key("meta.texts.title"), "dotted": .key("a\\.b.c"), "count": .key("count"),
      ]
    }
    struct Lossy: AutoCoding {
      var title: String
      var dotted: String
      var count: Int
      static let archivedTypeName = "Flat.Paths"
      static let propertyRules: PropertyRules = [
        "title": .key("meta.texts.title").transformed(by: Change.self),
        "dotted": .key("a\\.b.c").transformed(by: Change.self), "count": .key("count").transformed(by: Number.self),
      ]
    }
    struct Moved: AutoCoding {
      var title: String
      var dotted: String
      var count: Int
      static let archivedTypeName = "Flat.Paths"
      static let propertyRules: PropertyRules = [
        "title": .key("heading").formerly("meta.texts.title").transformed(by: Change.self),
        "dotted": .key("a\\.b.c"), "count": .key("meta.count").formerly("count"),
      ]
    }
  }

  struct LossyOwner: AutoCoding {
    var name: String
    var age: Int?
    static let archivedTypeName = "Flat.Owner"
    static let propertyRules: PropertyRules = ["name": .transformed(by: Change.self)]
  }

  enum Lossy {
    struct Account: AutoCoding {
      var id: Int
      var owner: LossyOwner?
      var counts: [String: Int]
      static let archivedTypeName = "Flat.Account"
      static let propertyRules: PropertyRules = [
        "owner": .flattened, "counts": .flattened, "id": .transformed(by: Number.self),
      ]
    }
  }

  enum Forgetful {
    struct Account: AutoCoding {
      var id: Int
      var owner: Owner
      var counts: [String: Int]
      mutating func didDecode() { counts = counts.mapValues { $0 + 1 } }
      static let archivedTypeName = "Flat.Account"
      static let propertyRules: PropertyRules = ["owner": .flattened, "counts": .flattened]
    }
  }

  /// What samples show to have changed in a model.
  private func lost(_ old: any AutoCoding.Type, _ new: any AutoCoding.Type) throws -> [String] {
    let folder = Folder()
    try ModelManifest(of: [old]).write(to: folder.file, samples: folder.samples)
    do {
      try ModelManifest(of: [new]).check(against: folder.file, samples: folder.samples)
      return []
    } catch let error as ModelManifest.ChangeError {
      return error.breaking.map(\.explanation).filter { $0.hasPrefix("The sample 0 ") }
    }
  }

  @Test func keyPaths() throws {
    let start = "The sample 0 of version 0 had other contents under"
    #expect(try lost(Paths.Model.self, Paths.Model.self) == [])
    #expect(
      try lost(Paths.Model.self, Paths.Lossy.self) == [
        "\(start) \"a\\.b.c\".", "\(start) \"count\".", "\(start) \"meta.texts.title\".",
      ])
    #expect(try lost(Paths.Model.self, Paths.Moved.self) == ["\(start) \"heading\"."])
  }

  @Test func flattened() throws {
    let start = "The sample 0 of version 0 had other contents under"
    #expect(try lost(One.Account.self, One.Account.self) == [])
    #expect(try lost(One.Account.self, Lossy.Account.self) == ["\(start) \"id\".", "\(start) \"name\"."])
    let counts = try lost(One.Account.self, Forgetful.Account.self)
    #expect(!counts.isEmpty && counts.allSatisfy { $0.hasPrefix("\(start) \"counts") }, "\(counts)")
  }
}
