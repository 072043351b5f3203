import AutoCoding
import Foundation
import Testing

/// Archives hold what `Codable` code has encoded in another form than models.
struct MigratedCodableArchiveTests {
  /// The types before they were AutoCoding.
  enum Old {
    struct Place: Codable { var town: String, code: String, extra = 1 }
    struct Event: Codable { var title: String, at: Date, place: Place, site: String, marks: [Int: String] }
    struct Diary: Codable { var events: [Event], kind: [String: [String: Int]] }
  }

  struct Place: AutoCoding, Equatable {
    var city: String
    var zip: Int
    static let archiveVersion = 1
    static func migrate(_ properties: inout ArchivedProperties, from version: Int) throws {
      properties.renameKey("town", to: "city")
      try properties.encode(Int(properties.decode(String.self, forKey: "code")), forKey: "zip")
    }
  }
  struct Event: AutoCoding, Equatable {
    var name: String
    var at: Date
    var place: Place
    var country: String
    var link: URL?
    var marks: [Int: String]
    var firstMark: String?
    static let propertyKeys = ["country": "info.country", "link": "info.link"]
    static let archiveVersion = 2
    static func migrate(_ properties: inout ArchivedProperties, from version: Int) throws {
      guard version < 2 else { return }
      properties.renameKey("title", to: "name")
      var info = properties.makeNested()
      info["link"] = properties["site"]
      try info.encode("CH", forKey: "country")
      properties.encode(nested: info, forKey: "info")
      try properties.updateNested(forKey: "place") { try $0.encode("Berne", forKey: "town") }
      try properties.encode(properties.decode([Int: String].self, forKey: "marks")[1], forKey: "firstMark")
    }
  }
  enum Kind: AutoCoding, Equatable {
    case hidden, shared(with: Int)
    static let archiveVersion = 1
    static func migrate(_ properties: inout ArchivedProperties, from version: Int) throws {
      properties.renameKey("public", to: "shared")
    }
  }
  struct Diary: AutoCoding, Equatable {
    var events: [Event]
    var kind: Kind
  }

  private static let old = Old.Diary(
    events: [
      Old.Event(
        title: "t", at: Date(timeIntervalSinceReferenceDate: 5.5), place: Old.Place(town: "Bern", code: "3000"),
        site: "https://a.ch", marks: [1: "one", 2: "two"])
    ],
    kind: ["public": ["with": 3]])
  private static let new = Diary(
    events: [
      Event(
        name: "t", at: Date(timeIntervalSinceReferenceDate: 5.5), place: Place(city: "Berne", zip: 3000), country: "CH",
        link: URL(string: "https://a.ch"), marks: [1: "one", 2: "two"], firstMark: "one")
    ],
    kind: .shared(with: 3))

  @Test("structs, enums and key paths", arguments: [TestCoder.json, .dictionary, .nativeDictionary, .keyedArchive])
  func structures(_ coder: TestCoder) throws {
    #expect(try coder.decode(Diary.self, from: coder.encode(Self.old)) == Self.new)
    #expect(try coder.decode(Diary.self, from: coder.encode(Self.new)) == Self.new)
  }

  @Test("unknown are the keys that no migration has used")
  func unknownKeys() throws {
    let json = AutoJSONDecoder()
    json.unknownKeys = .report
    var issues: [AutoJSONDecoder.Issue] = []
    _ = try json.decode(Diary.self, from: AutoJSONEncoder().encode(Self.old), reporting: &issues)
    let archives = KeyedArchiveDecoder()
    archives.unknownKeys = .report
    var keys: [UnknownKey] = []
    #expect(
      try archives.decode(Diary.self, from: KeyedArchiveEncoder().encode(Self.old), reporting: &keys) == Self.new)
    let path = ["events", "Index 0", "place", "extra"]
    #expect(issues.map { $0.codingPath.map(\.stringValue) } == [path])
    #expect(keys.map { $0.codingPath.map(\.stringValue) } == [path])
  }

  class Base: AutoCoding, DefaultInitializable {
    var name = "n"
    required init() {}
    class var archiveVersion: Int { 1 }
    class func migrate(_ properties: inout ArchivedProperties, from version: Int) throws {
      properties.renameKey("title", to: "name")
    }
  }
  final class Sub: Base {
    var size = 1
    override class var archiveVersion: Int { 3 }
    override class func migrate(_ properties: inout ArchivedProperties, from version: Int) throws {
      try properties.encode(properties.decode(Int.self, forKey: "size") * 10 + version, forKey: "size")
    }
  }
  struct OldObject: Codable {
    var title: String, size: Int
    var version: [String: Int]?
    enum CodingKeys: String, CodingKey { case title, size, version = "$version" }
  }

  @Test("each class of a hierarchy migrates its own properties")
  func classes() throws {
    let name = Sub.archivedTypeName
    for (versions, size) in [(nil, 20), ([name: 2], 22), ([name: 3], 2)] as [([String: Int]?, Int)] {
      let archive = try KeyedArchiveEncoder().encode([OldObject(title: "t", size: 2, version: versions)])
      let object = try #require(try KeyedArchiveDecoder().decode([Sub].self, from: archive).first)
      #expect(object.name == "t" && object.size == size)
    }
    let newer = try KeyedArchiveEncoder().encode([OldObject(title: "t", size: 2, version: [name: 4])])
    #expect(throws: DecodingError.self) { try KeyedArchiveDecoder().decode([Sub].self, from: newer) }
  }

  struct OldPart: AutoCoding {
    var size = 3, country = "CH"
    static var archivedTypeName: String { "MigratedTrees.Part" }
    static let propertyKeys = ["country": "info.country"]
  }
  struct OldInner: AutoCoding {
    var part = OldPart()
    static var archivedTypeName: String { "MigratedTrees.Inner" }
  }
  struct OldOuter: AutoCoding {
    var inner = OldInner()
    static var archivedTypeName: String { "MigratedTrees.Outer" }
  }
  struct Part: AutoCoding {
    var width: Int
    var country: String?
    static var formerTypeNames: Set<String> { [OldPart.archivedTypeName] }
    static let propertyKeys = ["country": "info.country"]
  }
  struct Inner: AutoCoding {
    var part: Part
    static var formerTypeNames: Set<String> { [OldInner.archivedTypeName] }
    static let archiveVersion = 1
    static func migrate(_ properties: inout ArchivedProperties, from version: Int) throws {
      try properties.updateNested(forKey: "part") { $0.renameKey("size", to: "width") }
    }
  }
  struct Outer: AutoCoding {
    var inner: Inner
    static var formerTypeNames: Set<String> { [OldOuter.archivedTypeName] }
    enum CodingKeys: CodingKey { case inner }
    init(from decoder: any Decoder) throws {
      inner = try decoder.container(keyedBy: CodingKeys.self).decode(Inner.self, forKey: .inner)
    }
  }

  @Test("objects that were archived by their properties, within a type that gained an init(from:)")
  func archivedByProperties() throws {
    let part = try KeyedArchiveDecoder().decode(Outer.self, from: KeyedArchiveEncoder().encode(OldOuter())).inner.part
    #expect(part.width == 3 && part.country == "CH")
  }

  class Vehicle: AutoCoding, DefaultInitializable {
    var wheels = 0
    required init() {}
    class var typeRules: TypeRules { TypeRules(typeKey: "type", types: ["car": Car.self], unknownType: .base) }
    class var archiveVersion: Int { 1 }
    class func migrate(_ properties: inout ArchivedProperties, from version: Int) throws {
      properties.removeValue(forKey: "type")
    }
  }
  final class Car: Vehicle { var doors = 0 }
  struct OldCar: Codable { var type = "car", wheels = 4, doors = 5 }

  @Test("a migration does not change the class that a tag has named")
  func tags() throws {
    let archive = try KeyedArchiveEncoder().encode([OldCar()])
    let car = try #require(try KeyedArchiveDecoder().decode([Vehicle].self, from: archive).first as? Car)
    #expect(car.wheels == 4 && car.doors == 5)
  }

  enum Tenths: PropertyTransformer {
    static func encode(_ value: Int) -> Int { value * 10 }
    static func decode(_ stored: Int) -> Int { stored / 10 }
  }
  struct OldStore: AutoCoding {
    var text = "7", wheels = 3, parts = ["a": OldPart()]
    static var archivedTypeName: String { "MigratedTrees.Store" }
  }
  struct Size: AutoCoding {
    var width: Int
    static let propertyRules: PropertyRules = ["width": .transformed(by: Tenths.self)]
  }
  struct Store: AutoCoding {
    var count: Int, total: Double, vehicle: Vehicle, base: Base, limit: Int?, parts: [String: Size]
    static let propertyRules: PropertyRules = [
      "count": .key("info.count").transformed(by: Tenths.self), "limit": .transformed(by: Tenths.self),
    ]
    static var formerTypeNames: Set<String> { [OldStore.archivedTypeName] }
    static let archiveVersion = 1
    static func migrate(_ properties: inout ArchivedProperties, from version: Int) throws {
      let count = try Int(properties.decode(String.self, forKey: "text")) ?? 0
      var info = properties.makeNested()
      try info.encode(count, forKey: "count")
      properties.encode(nested: info, forKey: "info")
      // In an archive, the path is one key.
      try properties.encode(count, forKey: "info.count")
      try properties.encode(count, forKey: "total")
      try properties.encode(Double(count), forKey: "limit")
      let (car, sub) = (Car(), Sub())
      (car.wheels, car.doors) = (try properties.decode(Int.self, forKey: "wheels"), 5)
      sub.size = 4
      try properties.encode(car, forKey: "vehicle")
      try properties.encode(sub, forKey: "base")
      try properties.updateNested(forKey: "parts") { parts in
        try parts.updateNested(forKey: "a") { try $0.encode(8, forKey: "width") }
      }
    }
  }
  /// The compiler's own code codes it.
  struct Wrapper<Value: Codable>: Codable { var value: Value }
  struct OldStores: AutoCoding {
    var wrapped = Wrapper(value: OldStore()), direct = OldStore()
    static var archivedTypeName: String { "MigratedTrees.Stores" }
  }
  struct Stores: AutoCoding {
    var wrapped: Wrapper<Store>, direct: Store
    static var formerTypeNames: Set<String> { [OldStores.archivedTypeName] }
  }

  @Test("what is set is a value of the property, not what data would have", arguments: MigratingCoder.all)
  func setValues(coder: MigratingCoder) throws {
    let stores = try coder.decode(Stores.self, from: coder.encode(OldStores()))
    for store in [stores.wrapped.value, stores.direct] {
      #expect(store.count == 7 && store.total == 7 && store.limit == 7 && store.parts["a"]?.width == 8)
      #expect((store.vehicle as? Car)?.doors == 5 && store.vehicle.wheels == 3)
      #expect((store.base as? Sub)?.size == 4)
    }
  }

  struct Failing: AutoCoding {
    var count: Int
    static let archiveVersion = 1
    static func migrate(_ properties: inout ArchivedProperties, from version: Int) throws {
      if let text = try properties.decodeIfPresent(String.self, forKey: "text") {
        try properties.encode(text, forKey: "count")
      }
    }
  }

  @Test("errors have the whole path", arguments: [TestCoder.json, .dictionary, .keyedArchive])
  func errors(_ coder: TestCoder) throws {
    for (key, path) in [("text", ["list", "Index 0", "count"]), ("count", ["list", "Index 0", "count"])] {
      let encoded = try coder.encode(["list": [[key: "x"]]])
      let error = try #require(throws: DecodingError.self) {
        try coder.decode([String: [Failing]].self, from: encoded)
      }
      #expect(error.path == path, "\(error)")
    }
    let encoded = try coder.encode([["text": 5]])
    let error = try #require(throws: DecodingError.self) { try coder.decode([Failing].self, from: encoded) }
    #expect(error.path == ["Index 0", "text"], "\(error)")
  }
}
