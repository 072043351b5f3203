import AutoCoding
import Foundation
import Testing

struct Unversioned: AutoCoding { var name = "" }
final class UnversionedClass: AutoCoding, DefaultInitializable { var name = "" }
enum UnversionedCase: AutoCoding, Equatable { case one(name: String) }

struct Versioned: AutoCoding {
  var name = ""
  static var archiveVersion: Int { 2 }
  static func migrate(_ properties: inout ArchivedProperties, from version: Int) throws {
    properties.renameKey("title", to: "name")
  }
}

struct VersionParts: AutoCoding {
  var part: Unversioned?
  var object: UnversionedClass?
  var list: [UnversionedCase]?
}

/// Versions on every road.
struct VersionRoadTests {
  private func refusal<Value: Codable>(
    _ coder: TestCoder, _ type: Value.Type, _ text: String
  ) throws -> DecodingError.Context {
    let error = try #require(throws: DecodingError.self, "\(coder): \(text)") {
      try coder.decode(type, fromJSON: text)
    }
    guard case .dataCorrupted(let context) = error else {
      Issue.record("\(coder): \(error)")
      return .init(codingPath: [], debugDescription: "")
    }
    return context
  }

  @Test("newer data is refused by a type without versions", arguments: TestCoder.jsonLike)
  func newer(_ coder: TestCoder) throws {
    for version in ["3", #"{"AutoCodingTests.Unversioned":1}"#] {
      for context in [
        try refusal(coder, Unversioned.self, #"{"$version":\#(version),"name":"x"}"#),
        try refusal(coder, UnversionedClass.self, #"{"$version":\#(version),"name":"x"}"#),
        try refusal(coder, UnversionedCase.self, #"{"$version":\#(version),"one":{"name":"x"}}"#),
      ] {
        #expect(context.codingPath.map(\.stringValue) == ["$version"], "\(coder)")
        #expect(context.debugDescription.contains("AutoCodingTests.Unversioned"), "\(context)")
        #expect(context.debugDescription.contains("which has no versions here"))
      }
    }
    let nested = try refusal(coder, VersionParts.self, #"{"list":[{"one":{"name":""},"$version":1}]}"#)
    #expect(nested.codingPath.map(\.stringValue) == ["list", "Index 0", "$version"])
    let part = try refusal(coder, VersionParts.self, #"{"part":{"name":"","$version":1}}"#)
    #expect(part.codingPath.map(\.stringValue) == ["part", "$version"])
  }

  @Test("a version of 0, and what is no version, is as if there were none", arguments: TestCoder.jsonLike)
  func none(_ coder: TestCoder) throws {
    for version in ["0", "{}", #""two""#, "[1]", #"{"a":"b"}"#] {
      let text = #"{"$version":\#(version),"name":"x"}"#
      #expect(try coder.decode(Unversioned.self, fromJSON: text).name == "x", "\(coder): \(version)")
    }
  }

  @Test("what is no version is refused by a type with versions", arguments: TestCoder.jsonLike)
  func noVersion(_ coder: TestCoder) throws {
    for version in [#""1""#, "1.5", "true", "99999999999999999999", "-3", "[1]", #"{"a":"b"}"#, #"{"a":-1}"#] {
      let context = try refusal(coder, Versioned.self, #"{"$version":\#(version),"name":"x"}"#)
      #expect(context.codingPath.map(\.stringValue) == ["$version"], "\(coder): \(version)")
      let text = context.debugDescription
      #expect(text.contains(#"under "$version" is no version of AutoCodingTests.Versioned"#), "\(coder): \(text)")
      #expect(text.contains("expected a whole number from 0 on") && text.contains(", found "), "\(coder): \(text)")
    }
    #expect(throws: DecodingError.self) {
      try coder.decode([Versioned].self, fromJSON: #"[{"name":"x","$version":"2"}]"#)
    }
    #expect(try coder.decode(Versioned.self, fromJSON: #"{"$version":2,"name":"x"}"#).name == "x")
  }

  /// What a type without versions may have.
  private struct Faked<Version: Codable>: AutoCoding {
    var version: Version
    var name = "x"
    static var propertyKeys: [String: String] { ["version": "$version"] }
    static var archivedTypeName: String { "AutoCodingTests.Versioned" }
  }

  @Test("what is no version is refused in binary formats, too")
  func noVersionInBinary() throws {
    func check<Version: Codable>(_ version: Version) throws {
      let faked = Faked(version: version)
      let list = try AutoPropertyListEncoder().encode(faked)
      let archive = try KeyedArchiveEncoder().encode(faked)
      for decode in [
        { _ = try AutoPropertyListDecoder().decode(Versioned.self, from: list) },
        { _ = try KeyedArchiveDecoder().decode(Versioned.self, from: archive) },
        { _ = try PropertyListDecoder().decode(Versioned.self, from: list) },
      ] {
        let error = #expect(throws: DecodingError.self, "\(version)") { try decode() }
        #expect("\(String(describing: error))".contains("expected a whole number from 0 on"), "\(version)")
      }
    }
    try check("2")
    try check(1.5)
    try check(true)
    try check(UInt64.max)
    try check(-3)
    try check([2])
    try check(["a": "b"])
    let right = try KeyedArchiveEncoder().encode(Faked(version: 2))
    #expect(try KeyedArchiveDecoder().decode(Versioned.self, from: right).name == "x")
  }

  @Test("versions of other classes only are refused", arguments: TestCoder.jsonLike)
  func otherClasses(_ coder: TestCoder) throws {
    let other = #"{"$version":{"Levels.Renamed":5},"name":"A","age":9,"grade":2}"#
    let context = try refusal(coder, Levels.Pupil.self, other)
    #expect(context.codingPath.map(\.stringValue) == ["$version"])
    #expect(
      context.debugDescription.contains("has versions of 'Levels.Renamed', and none of AutoCodingTests.Levels.Pupil"))
    #expect(context.debugDescription.contains("formerTypeNames"))
    // A class between these two may have been removed.
    let known = #"{"$version":{"Levels.Person":1,"Levels.Between":3,"Levels.Pupil":5},"name":"A","age":9,"grade":2}"#
    #expect(try coder.decode(Levels.Pupil.self, fromJSON: known).age == 9)
  }

  @Test("newer data is refused by a type of an older version, on every road", arguments: TestCoder.jsonLike)
  func newerThanType(_ coder: TestCoder) throws {
    let context = try refusal(coder, Versioned.self, #"{"$version":3,"name":"x"}"#)
    #expect(context.codingPath.map(\.stringValue) == ["$version"])
    #expect(context.debugDescription.contains("is at version 2 here"))
  }

  @Test("a decoder that is to accept newer data does so with a custom strategy, too")
  func accepting() throws {
    let texts = [#"{"$version":3,"name":"x"}"#, #"{"name":"x","$version":3}"#]
    for isCustom in [false, true] {
      let json = AutoJSONDecoder()
      let dictionary = DictionaryDecoder()
      (json.acceptsNewerVersions, dictionary.acceptsNewerVersions) = (true, true)
      if isCustom {
        json.keyDecodingStrategy = .custom { $0[$0.count - 1] }
        dictionary.keyDecodingStrategy = .custom { $0[$0.count - 1] }
      }
      for text in texts {
        let values = ["$version": 3, "name": "x"] as [String: Any]
        #expect(try json.decode(Unversioned.self, from: Data(text.utf8)).name == "x")
        #expect(try json.decode(Versioned.self, from: Data(text.utf8)).name == "x")
        #expect(try dictionary.decode(UnversionedClass.self, from: values).name == "x")
        #expect(try dictionary.decode(Versioned.self, from: values).name == "x")
      }
    }
  }

  @Test("older data that cannot be migrated: the error is about the decoder in use")
  func older() throws {
    let text = #"{"$version":1,"title":"x"}"#
    for coder in [TestCoder.json, .jsonContainers, .dictionary, .dictionaryContainers] {
      #expect(try coder.decode(Versioned.self, fromJSON: text).name == "x")
    }
    let foreign = try refusal(.foundationJSON, Versioned.self, text).debugDescription
    #expect(foreign.contains("This decoder cannot migrate it. AutoJSONDecoder, AutoPropertyListDecoder,"), "\(foreign)")
    // Read by code of its own from the decoder itself.
    let direct = try refusal(.json, Direct.self, text).debugDescription
    #expect(direct.contains("AutoJSONDecoder cannot migrate it here, since an enclosing type"), "\(direct)")
  }

  private struct Direct: Codable {
    let inner: Versioned
    init(from decoder: any Decoder) throws { inner = try Versioned(from: decoder) }
    func encode(to encoder: any Encoder) throws { try inner.encode(to: encoder) }
  }

  @Test("properties that a migration leaves nested are refused if they are newer")
  func nestedProperties() throws {
    struct Outer: AutoCoding {
      var part: Unversioned?
      static var archiveVersion: Int { 2 }
      static func migrate(_ properties: inout ArchivedProperties, from version: Int) throws {
        try properties.updateNested(forKey: "part") { try $0.encode("migrated", forKey: "name") }
      }
    }
    let old = #"{"part":{"name":"x"}}"#
    let newer = #"{"part":{"$version":4,"name":"x"}}"#
    for coder in [TestCoder.json, .dictionary] {
      #expect(try coder.decode(Outer.self, fromJSON: old).part?.name == "migrated")
      #expect(try refusal(coder, Outer.self, newer).debugDescription.contains("which has no versions here"))
    }
  }

  @Test("the version counts wherever it is in the object", arguments: TestCoder.jsonLike)
  func places(_ coder: TestCoder) throws {
    let texts = [
      #"{"$version":2,"name":"x"}"#, #"{"name":"x","$version":2}"#, #"{"title":1,"$version":2,"name":"x"}"#,
      "{ \"$version\" : 2 , \"name\" : \"x\" }", "{\n  \"$version\" : 2,\n  \"name\" : \"x\"\n}",
      #"{"\u0024version":2,"name":"x"}"#, #"{"$version":2.0,"name":"x"}"#, #"{"$version":2e0,"name":"x"}"#,
    ]
    for text in texts {
      #expect(try coder.decode([Versioned].self, fromJSON: "[\(text),\(text)]").map(\.name) == ["x", "x"], "\(text)")
    }
    let error = #expect(throws: DecodingError.self) {
      try coder.decode([Versioned].self, fromJSON: #"[{"$version":2},{"$version":2,"name":"b"}]"#)
    }
    if case .keyNotFound(let key, _) = error { #expect(key.stringValue == "name") } else { Issue.record("\(coder)") }
    let newer = #"[{"$version":2,"name":"a"},{"$version":20,"name":"b"}]"#
    #expect(try refusal(coder, [Versioned].self, newer).codingPath.map(\.stringValue) == ["Index 1", "$version"])
    guard coder != .foundationJSON, coder != .dictionaryContainers else { return }
    let mixed = #"[{"title":"a"},{"$version":2,"name":"b"},{"$version":1,"title":"c"},{"$version":null,"title":"d"}]"#
    #expect(try coder.decode([Versioned].self, fromJSON: mixed).map(\.name) == ["a", "b", "c", "d"])
  }

  @Test("text that ends in or behind the version is an error")
  func truncated() {
    for text in [
      #"[{"$version"#, #"[{"$version":"#, #"[{"$version":2"#, #"[{"$version":2,"#, #"[{"$version":2,}]"#,
      #"[{"$version":2 "name":"x"}]"#, #"[{"$version":2,,"name":"x"}]"#, #"[{"$version" 2,"name":"x"}]"#,
    ] {
      for padding in ["", String(repeating: " ", count: 64)] {
        #expect(throws: DecodingError.self, "\(text)") {
          try AutoJSONDecoder().decode([Versioned].self, from: text + padding)
        }
      }
    }
  }

  private final class Engine: AutoCoding, DefaultInitializable {
    var power = 1
    var fuel = "f"
  }

  private struct Car: AutoCoding {
    struct Wheel: AutoCoding, Equatable { var size = 1, width: Int? = 2 }
    var name = "n"
    var wheel = Wheel()
    var engine = Engine()
    var prices = ["a": 1]
    var rest = ["x": 1]
    static let propertyRules: PropertyRules = ["rest": .flattened]
    static let archiveVersion = 2
    static func migrate(_ properties: inout ArchivedProperties, from version: Int) throws {
      properties.renameKey("title", to: "name")
    }
  }

  @Test("an update with today's version is one in part")
  func update() throws {
    let decoder = AutoJSONDecoder()
    decoder.collectionUpdates = .merge
    for version in ["", #""$version":2,"#] {
      var car = Car()
      let engine = car.engine
      let text = #"{\#(version)"wheel":{"size":3},"engine":{"power":5},"prices":{"b":2},"y":2}"#
      try decoder.update(&car, from: text)
      #expect(car.name == "n" && car.wheel == Car.Wheel(size: 3, width: 2))
      #expect(car.engine === engine && engine.power == 5 && engine.fuel == "f")
      #expect(car.prices == ["a": 1, "b": 2] && car.rest == ["x": 1, "y": 2])
    }
    var car = Car()
    try decoder.update(&car, from: #"{"$version":1,"title":"t"}"#)
    #expect(car.name == "t")
    #expect(throws: DecodingError.self) { try decoder.update(&car, from: #"{"$version":3,"name":"t"}"#) }
  }

  @Test("of duplicate names of a class, the first or the last counts")
  func duplicateNames() throws {
    let name = Levels.Pupil.archivedTypeName
    func decode(_ strategy: AutoJSONDecoder.DuplicateKeyStrategy) throws -> Levels.Pupil {
      let decoder = AutoJSONDecoder()
      decoder.duplicateKeys = strategy
      let text = #"{"$version":{"\#(name)":99,"Levels.Person":1,"\#(name)":5},"name":"A","age":9,"grade":2}"#
      return try decoder.decode(Levels.Pupil.self, from: text)
    }
    // No class is at version 99 here.
    #expect(throws: DecodingError.self) { try decode(.useFirst) }
    #expect(throws: DecodingError.self) { try decode(.throw) }
    #expect(try decode(.useLast).age == 9)
  }
}
