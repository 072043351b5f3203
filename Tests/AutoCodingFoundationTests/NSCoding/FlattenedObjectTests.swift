import Foundation
import Testing

@testable import AutoCodingFoundation

final class FlattenedObject: AutoCodingObject {
  var pages = 1
  var part = FlattenedPart()
  var other: [String: JSONValue] = [:]
  override class var propertyRules: PropertyRules { ["part": .flattened, "other": .flattened] }
}

struct FlattenedPart: AutoCoding, DefaultInitializable, Equatable {
  var size = 4.5
  var title: String? = "t"
}

enum FlattenedKind: AutoCoding, Equatable {
  case sized(size: Int), plain
  static let typeRules = TypeRules(caseKey: "kind")
}

final class FlattenedEnumObject: AutoCodingObject {
  var pages = 1
  var kind = FlattenedKind.plain
  override class var propertyRules: PropertyRules { ["kind": .flattened] }
}

final class FlattenedSettings: StoredObject {
  var volume = 5
  var part = FlattenedPart()
  override class var propertyRules: PropertyRules { ["part": .flattened] }
}

/// Flattened properties under NSCoder and in stores.
struct FlattenedObjectTests {
  @Test("archives have an object of its own, both ways")
  func archives() throws {
    let object = FlattenedObject()
    object.part.size = 1
    object.part.title = nil
    object.other = ["pages": 1, "x": ["a"]]
    for data in [try foundationArchive(object), try KeyedArchiveEncoder().encode(object)] {
      for back in [
        try foundationObject(FlattenedObject.self, from: data),
        try KeyedArchiveDecoder().decode(FlattenedObject.self, from: data),
      ] {
        #expect(back?.part == object.part && back?.other == object.other)
      }
    }
    object.other["pages"] = nil
    #expect(try AutoJSONEncoder().encodeToString(object) == #"{"pages":1,"size":1,"title":null,"x":["a"]}"#)
  }

  @Test("so they have of an enum")
  func enums() throws {
    let object = FlattenedEnumObject()
    object.kind = .sized(size: 3)
    for data in [try foundationArchive(object), try KeyedArchiveEncoder().encode(object)] {
      #expect(try foundationObject(FlattenedEnumObject.self, from: data)?.kind == .sized(size: 3))
      #expect(try KeyedArchiveDecoder().decode(FlattenedEnumObject.self, from: data).kind == .sized(size: 3))
    }
    #expect(try AutoJSONEncoder().encodeToString(object) == #"{"pages":1,"kind":"sized","size":3}"#)
  }

  @Test("what an app kept in UserDefaults is found under the keys of the nested model")
  func imports() throws {
    let suite = "autocoding.test.\(UUID().uuidString)"
    let old = try UserDefaultsStore(suite: suite)
    let defaults = try #require(UserDefaults(suiteName: suite))
    defer { UserDefaults.standard.removePersistentDomain(forName: suite) }
    defaults.set(2.5, forKey: "size")
    defaults.set(9, forKey: "volume")
    let settings = try FlattenedSettings(
      identifier: "settings", store: MemoryStore(), importing: .properties(in: old))
    #expect(settings.part.size == 2.5 && settings.volume == 9 && settings.part.title == "t")
    settings.part.title = "x"
    try settings.save()
    settings.part.title = "y"
    try settings.load()
    #expect(settings.part.title == "x")
  }
}
