import AutoCoding
import Foundation
import Testing

/// Unknown keys in records of older versions: those that the migration has not used.
struct MigratedUnknownKeyTests {
  private struct OldPart: AutoCoding {
    var m = 1
    var zap = 2
    static var archivedTypeName: String { "Tests.MigratedKeys.Part" }
  }

  private struct Part: AutoCoding {
    var n: Int
    static var formerTypeNames: Set<String> { [OldPart.archivedTypeName] }
  }

  private struct OldModel: AutoCoding {
    var title = "t"
    var minutes = 2
    var color: String? = "red"
    var part = OldPart()
    var hidden: Int? = 3
    var seen = 4
    var moved = 5
    static var archivedTypeName: String { "Tests.MigratedKeys.Model" }
  }

  private struct Model: AutoCoding {
    var name: String
    var seconds: Int
    var part: Part
    var hidden: Int? = 5
    var other: Int
    static var unEncodedProperties: Set<String> { ["hidden"] }
    static var formerTypeNames: Set<String> { [OldModel.archivedTypeName] }
    static var archiveVersion: Int { 1 }
    static func migrate(_ properties: inout ArchivedProperties, from version: Int) throws {
      properties.renameKey("title", to: "name")
      try properties.encode(properties.decode(Int.self, forKey: "minutes") * 60, forKey: "seconds")
      try properties.updateNested(forKey: "part") { $0.renameKey("m", to: "n") }
      if properties.contains("seen") { properties["other"] = properties["moved"] }
    }
  }

  /// A decoder, behind an encoder of the same format.
  struct Road: CustomStringConvertible, Sendable {
    let description: String
    let keys: @Sendable (any Encodable, any Decodable.Type, UnknownKeyStrategy) throws -> [String]
  }

  static let roads = [
    Road(description: "JSON") { value, type, strategy in
      let decoder = AutoJSONDecoder()
      decoder.unknownKeys = strategy
      var issues: [AutoJSONDecoder.Issue] = []
      func decode<Value: Decodable>(_: Value.Type) throws {
        _ = try decoder.decode(Value.self, from: AutoJSONEncoder().encode(value), reporting: &issues)
      }
      try decode(type)
      return issues.map { UnknownKeyTests.path($0.codingPath) }
    },
    Road(description: "snake case") { value, type, strategy in
      let (encoder, decoder) = (AutoJSONEncoder(), AutoJSONDecoder())
      encoder.keyEncodingStrategy = .convertToSnakeCase
      decoder.keyDecodingStrategy = .convertFromSnakeCase
      decoder.unknownKeys = strategy
      var issues: [AutoJSONDecoder.Issue] = []
      func decode<Value: Decodable>(_: Value.Type) throws {
        _ = try decoder.decode(Value.self, from: encoder.encode(value), reporting: &issues)
      }
      try decode(type)
      return issues.map { UnknownKeyTests.path($0.codingPath) }
    },
    Road(description: "property list") { value, type, strategy in
      let decoder = AutoPropertyListDecoder()
      decoder.unknownKeys = strategy
      var keys: [UnknownKey] = []
      func decode<Value: Decodable>(_: Value.Type) throws {
        _ = try decoder.decode(Value.self, from: AutoPropertyListEncoder().encode(value), reporting: &keys)
      }
      try decode(type)
      return keys.map(\.description)
    },
    Road(description: "dictionary") { value, type, strategy in
      let decoder = DictionaryDecoder()
      decoder.unknownKeys = strategy
      var keys: [UnknownKey] = []
      func decode<Value: Decodable>(_: Value.Type) throws {
        _ = try decoder.decode(Value.self, from: DictionaryEncoder().encode(value), reporting: &keys)
      }
      try decode(type)
      return keys.map(\.description)
    },
    Road(description: "keyed archive") { value, type, strategy in
      let decoder = KeyedArchiveDecoder()
      decoder.unknownKeys = strategy
      var keys: [UnknownKey] = []
      func decode<Value: Decodable>(_: Value.Type) throws {
        _ = try decoder.decode(Value.self, from: KeyedArchiveEncoder().encode(value), reporting: &keys)
      }
      try decode(type)
      return keys.map(\.description)
    },
  ]

  @Test("keys that the migration has not used are reported, with their whole paths", arguments: roads)
  func reported(road: Road) throws {
    let old = ["all": [OldModel(), OldModel()]]
    let paths = ["all[0].color", "all[0].part.zap", "all[1].color", "all[1].part.zap"]
    #expect(try road.keys(old, [String: [Model]].self, .report).sorted() == paths)
    #expect(try road.keys(old, [String: [Model]].self, .ignore) == [])
  }

  @Test("and refused, with paths that end with them", arguments: roads)
  func refused(road: Road) throws {
    let error = #expect(throws: DecodingError.self) {
      try road.keys(["all": [OldModel()]], [String: [Model]].self, .refuse)
    }
    guard case .dataCorrupted(let context) = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(["all[0].color", "all[0].part.zap"].contains(UnknownKeyTests.path(context.codingPath)))
    #expect(context.debugDescription.contains("is not one of the keys of"))
  }

  private struct OldCase: AutoCoding {
    struct Circle: AutoCoding {
      var size = 1
      var zap = 2
      static var archivedTypeName: String { "Tests.MigratedKeys.Circle" }
    }
    var round = Circle()
    var note = 1
    static var archivedTypeName: String { "Tests.MigratedKeys.Shape" }
  }

  private enum Shape: AutoCoding {
    case circle(radius: Int), empty
    static var formerTypeNames: Set<String> { [OldCase.archivedTypeName] }
    static var archiveVersion: Int { 1 }
    static func migrate(_ properties: inout ArchivedProperties, from version: Int) throws {
      properties.renameKey("round", to: "circle")
      try properties.updateNested(forKey: "circle") { $0.renameKey("size", to: "radius") }
    }
  }

  private enum Fewer: AutoCoding {
    case empty
    static var formerTypeNames: Set<String> { [OldCase.archivedTypeName] }
    static var archiveVersion: Int { 1 }
    static func migrate(_ properties: inout ArchivedProperties, from version: Int) throws {
      properties.renameKey("round", to: "empty")
      try properties.updateNested(forKey: "empty") { $0.removeValue(forKey: "size") }
    }
  }

  @Test("beside a case, and in its values", arguments: roads)
  func cases(road: Road) throws {
    #expect(try road.keys(["s": OldCase()], [String: Shape].self, .report).sorted() == ["s.note", "s.round.zap"])
    #expect(try road.keys(["s": OldCase()], [String: Fewer].self, .report).sorted() == ["s.note", "s.round.zap"])
  }

  private struct OldHome: AutoCoding {
    struct Place: AutoCoding {
      var town = "c"
      var zip = 1
      var zap = 2
    }
    var home = Place()
    var other = 3
  }

  private struct Home: AutoCoding {
    var city: String
    var zip: Int
    static let propertyKeys = ["city": "home.city", "zip": "home.zip"]
    static var archiveVersion: Int { 1 }
    static func migrate(_ properties: inout ArchivedProperties, from version: Int) throws {
      try properties.updateNested(forKey: "home") { $0.renameKey("town", to: "city") }
    }
  }

  /// Only asks.
  private struct Asking: AutoCoding {
    var town: String
    static let propertyKeys = ["town": "home.town"]
    static var archiveVersion: Int { 1 }
    static func migrate(_ properties: inout ArchivedProperties, from version: Int) throws {
      guard try properties.nested(forKey: "home").contains("zip"), properties.contains("other") else { return }
    }
  }

  private struct Listing: AutoCoding {
    static var archiveVersion: Int { 1 }
    static func migrate(_ properties: inout ArchivedProperties, from version: Int) throws {
      for key in properties.keys where key.hasPrefix("z") { properties.removeValue(forKey: key) }
    }
  }

  @Test("in objects that key paths lead through", arguments: roads.dropLast())
  func keyPaths(road: Road) throws {
    #expect(try road.keys(OldHome(), Home.self, .report).sorted() == ["home.zap", "other"])
    #expect(try road.keys(OldHome(), Asking.self, .report) == ["home.zap"])
    #expect(try road.keys(OldHome(), Listing.self, .report) == [])
  }

  private class Member: AutoCoding, DefaultInitializable, Hashable {
    var name = ""
    var owner: OldOwner?
    required init() {}
    static var archivedTypeName: String { "Tests.MigratedKeys.Member" }
    static func == (a: Member, b: Member) -> Bool { a.name == b.name }
    func hash(into hasher: inout Hasher) { hasher.combine(name) }
  }

  private final class OldOwner: AutoCoding, DefaultInitializable {
    struct Bag: AutoCoding {
      var members: Set<Member> = []
      var zap = 1
      static var archivedTypeName: String { "Tests.MigratedKeys.Bag" }
    }
    var bag = Bag()
    var color = "red"
    required init() {}
    static var archivedTypeName: String { "Tests.MigratedKeys.Owner" }
  }

  private final class NewMember: AutoCoding, DefaultInitializable, Hashable {
    var name = ""
    var owner: Owner?
    required init() {}
    static var formerTypeNames: Set<String> { [Member.archivedTypeName] }
    static func == (a: NewMember, b: NewMember) -> Bool { a.name == b.name }
    func hash(into hasher: inout Hasher) { hasher.combine(name) }
  }

  private final class Owner: AutoCoding, DefaultInitializable {
    struct Bag: AutoCoding, DefaultInitializable {
      var members: Set<NewMember> = []
      static var formerTypeNames: Set<String> { [OldOwner.Bag.archivedTypeName] }
      static var archiveVersion: Int { 1 }
      static func migrate(_ properties: inout ArchivedProperties, from version: Int) throws {}
    }
    var bag = Bag()
    required init() {}
    static var formerTypeNames: Set<String> { [OldOwner.archivedTypeName] }
    static var archiveVersion: Int { 1 }
    static func migrate(_ properties: inout ArchivedProperties, from version: Int) throws {}
  }

  @Test("once, if an archive's value is read twice since an object that it refers to is not complete")
  func twice() throws {
    let (owner, member) = (OldOwner(), Member())
    (member.name, member.owner) = ("m", owner)
    owner.bag.members = [member]
    let decoder = KeyedArchiveDecoder()
    decoder.unknownKeys = .report
    var keys: [UnknownKey] = []
    let owners = try decoder.decode([Owner].self, from: KeyedArchiveEncoder().encode([owner]), reporting: &keys)
    #expect(keys.map(\.description).sorted() == ["[0].bag.zap", "[0].color"])
    // The objects refer to each other.
    for member in owners.flatMap(\.bag.members) { member.owner = nil }
    member.owner = nil
  }
}
