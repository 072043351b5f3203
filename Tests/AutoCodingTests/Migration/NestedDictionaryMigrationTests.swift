import AutoCoding
import Foundation
import TestSupport
import Testing

/// `nested(forKey:)` and `updateNested(forKey:_:)` of dictionaries, and the paths of what a migration has moved.
struct NestedDictionaryMigrationTests {
  private enum Side: String, AutoCoding, CodingKeyRepresentable { case left, right }

  private struct Part: AutoCoding, DefaultInitializable, Hashable { var n = 1 }

  private struct Old: AutoCoding {
    var table = ["a": 1, "b": 2]
    var optional: [String: [Int]]? = ["a": [1]]
    var parts = ["a": Part()]
    var sides: [Side: Int] = [.left: 1]
    static var archivedTypeName: String { "Tests.WithTables" }
  }

  private struct New: AutoCoding, DefaultInitializable, Equatable {
    var table: [String: Int] = [:]
    var optional: [String: [Int]]? = nil
    var parts: [String: Part] = [:]
    var sides: [Side: Int] = [:]
    static var archivedTypeName: String { "Tests.WithTables" }
    static var archiveVersion: Int { 1 }
    static func migrate(_ properties: inout ArchivedProperties, from version: Int) throws {
      try properties.updateNested(forKey: "table") {
        #expect(Set($0.keys) == ["a", "b"])
        $0.renameKey("a", to: "z")
        try $0.encode(5, forKey: "new")
      }
      try properties.updateNested(forKey: "optional") { $0.renameKey("a", to: "z") }
      try properties.updateNested(forKey: "parts") { parts in
        try parts.updateNested(forKey: "a") { try $0.encode(8, forKey: "n") }
      }
      try properties.updateNested(forKey: "sides") { $0.renameKey("left", to: "right") }
    }
  }

  private static let migrated = New(
    table: ["z": 1, "b": 2, "new": 5], optional: ["z": [1]], parts: ["a": Part(n: 8)], sides: [.right: 1])

  @Test("a migration changes the entries of a dictionary", arguments: [TestCoder.json, .dictionary, .keyedArchive])
  func entries(coder: TestCoder) throws {
    #expect(try coder.decode(New.self, from: coder.encode(Old())) == Self.migrated)
  }

  private struct Table<Value: AutoCoding & Hashable>: AutoCoding {
    var values: [Value: Int]
    init(_ values: [Value: Int]) { self.values = values }
    static var archivedTypeName: String { "Tests.Table" }
  }

  private struct Texts: AutoCoding, DefaultInitializable, Equatable {
    var values: [String: Int] = [:]
    static var archivedTypeName: String { "Tests.Table" }
    static var archiveVersion: Int { 1 }
    static func migrate(_ properties: inout ArchivedProperties, from version: Int) throws {
      try properties.updateNested(forKey: "values") { try $0.encode(0, forKey: "new") }
    }
  }

  @Test("a dictionary in an archive whose keys are no text has no properties")
  func otherKeys() throws {
    let data = try KeyedArchiveEncoder().encode(Table([Part(): 1]))
    let error = #expect(throws: DecodingError.self) { try KeyedArchiveDecoder().decode(Texts.self, from: data) }
    #expect("\(error.map { "\($0)" } ?? "")".contains("The keys of the dictionary are not text"))
  }

  @Test("no entry is lost because its key has a meaning in records", arguments: [TestCoder.json, .dictionary])
  func reservedKeys(coder: TestCoder) throws {
    let texts = try coder.decode(Texts.self, fromJSON: #"{"values": {"$version": 3, "$class": 4, "a": 5}}"#)
    #expect(texts.values == ["$version": 3, "$class": 4, "a": 5, "new": 0])
  }

  /// Whenever such a dictionary is read, it is made anew, and the order of its keys depends on its place in memory. One as
  /// large as this is seldom at the same place twice.
  @Test("a key strategy gives each value its own key, whatever the order of a dictionary")
  func orders() throws {
    let dictionary = DictionaryDecoder()
    dictionary.keyDecodingStrategy = .convertFromSnakeCase
    let values = Dictionary(uniqueKeysWithValues: (0..<40_000).map { ("key_\($0)", $0) })
    #expect(
      try dictionary.decode(Texts.self, from: ["values": values]).values == values.merging(["new": 0]) { $1 })
  }

  @Test("a key strategy does not change the keys, which are data")
  func strategies() throws {
    let (json, dictionary) = (AutoJSONDecoder(), DictionaryDecoder())
    json.keyDecodingStrategy = .convertFromSnakeCase
    dictionary.keyDecodingStrategy = .convertFromSnakeCase
    let values = ["snake_key": 1, "camelKey": 2, "_x": 3]
    let expected = values.merging(["new": 0]) { $1 }
    let text = try JSONSerialization.data(withJSONObject: ["values": values])
    #expect(try json.decode(Texts.self, from: text).values == expected)
    #expect(try dictionary.decode(Texts.self, from: ["values": values]).values == expected)
    // The migration cannot tell them apart.
    #expect(throws: DecodingError.self) {
      try json.decode(Texts.self, from: #"{"values": {"some_key": 1, "someKey": 2}}"#)
    }
  }

  @Test("a dictionary whose keys are written in an array is no object")
  func arrays() throws {
    struct Numbers: AutoCoding {
      var values: [Part: Int]
      static var archiveVersion: Int { 1 }
      static func migrate(_ properties: inout ArchivedProperties, from version: Int) throws {
        properties.encode(nested: properties.makeNested(), forKey: "values")
      }
    }
    #expect(throws: DecodingError.self) { try AutoJSONDecoder().decode(Numbers.self, from: #"{"values": []}"#) }
  }

  // MARK: Places

  private struct Moved: AutoCoding, DefaultInitializable {
    var number = 0
    var part = Part()
    var city = 0
    var list: [Part] = []
    static var archiveVersion: Int { 1 }
    static func migrate(_ properties: inout ArchivedProperties, from version: Int) throws {
      properties.renameKey("num", to: "number")
      try properties.updateNested(forKey: "part") { $0.renameKey("m", to: "n") }
      properties["city"] = try properties.nested(forKey: "address")["town"]
      properties.renameKey("parts", to: "list")
    }
  }

  @Test(
    "issues have the paths that values have in the data",
    arguments: [JSONDecoder.KeyDecodingStrategy.useDefaultKeys, .convertFromSnakeCase])
  func places(strategy: JSONDecoder.KeyDecodingStrategy) throws {
    let text = """
      {"all": [{"num": "1", "part": {"m": "2"}, "address": {"town": "3"}, "parts": [{"n": 4}, {"n": "5", "x": 6}]}]}
      """
    let (json, dictionary) = (AutoJSONDecoder(), DictionaryDecoder())
    (json.leniency, json.unknownKeys) = (.all, .report)
    (dictionary.leniency, dictionary.unknownKeys) = (.all, .report)
    json.keyDecodingStrategy = strategy
    dictionary.keyDecodingStrategy = strategy
    var expected: [AutoJSONDecoder.Issue] = []
    var found: [DictionaryDecoder.Issue] = []
    let object = try #require(try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any])
    let models = try json.decode([String: [Moved]].self, from: text, reporting: &expected)
    let others = try dictionary.decode([String: [Moved]].self, from: object, reporting: &found)
    #expect(models["all"]?.map(\.city) == [3])
    #expect(others["all"]?.map(\.city) == [3])
    let paths = [
      "all[0].address.town: a string was read as a number", "all[0].num: a string was read as a number",
      "all[0].part.m: a string was read as a number", "all[0].parts[1].n: a string was read as a number",
      "all[0].parts[1].x: the key is unknown",
    ]
    #expect(found.map(\.description).sorted() == paths)
    #expect(expected.map { $0.description.replacing(/\ \(byte \d+\)/, with: "") }.sorted() == paths)
  }

  private struct Written: AutoCoding {
    struct Inner: AutoCoding {
      var n = 1
      var extra = 2
      static var archivedTypeName: String { "Tests.MovedPart" }
    }
    var num = Inner()
    static var archivedTypeName: String { "Tests.MovedInArchive" }
  }

  private struct Read: AutoCoding, DefaultInitializable {
    struct Inner: AutoCoding {
      var n = 1
      static var archivedTypeName: String { "Tests.MovedPart" }
    }
    var number = Inner()
    static var archivedTypeName: String { "Tests.MovedInArchive" }
    static var archiveVersion: Int { 1 }
    static func migrate(_ properties: inout ArchivedProperties, from version: Int) throws {
      properties.renameKey("num", to: "number")
    }
  }

  @Test("so have unknown keys in archives and property lists")
  func unknownKeys() throws {
    var keys: [UnknownKey] = []
    let archives = KeyedArchiveDecoder()
    archives.unknownKeys = .report
    _ = try archives.decode(Read.self, from: KeyedArchiveEncoder().encode(Written()), reporting: &keys)
    let lists = AutoPropertyListDecoder()
    lists.unknownKeys = .report
    _ = try lists.decode(Read.self, from: AutoPropertyListEncoder().encode(Written()), reporting: &keys)
    #expect(keys.map { $0.codingPath.map(\.stringValue) } == [["num", "extra"], ["num", "extra"]])
  }

  struct Renamed: AutoCoding {
    var values: [String: Int] = [:]
    static let propertyRules: PropertyRules = ["values": .flattened]
    static let archiveVersion = 1
    static func migrate(_ properties: inout ArchivedProperties, from version: Int) throws {
      for key in properties.keys { properties.renameKey(key, to: "new " + key) }
      properties.removeValue(forKey: "new 0")
    }
  }

  @Test("a migration that changes each key takes time in proportion to their number")
  func manyKeys() throws {
    let growth = try ThreadTime.growth(of: 2000) { count in
      let members = (0..<count).map { "\"\($0)\":\($0)" }.joined(separator: ",")
      let values = try AutoJSONDecoder().decode(Renamed.self, from: "{\(members)}").values
      #expect(values.count == count - 1 && values["new 7"] == 7)
    }
    #expect(growth < 9, "four times as many took \(growth) times as long")
  }
}
