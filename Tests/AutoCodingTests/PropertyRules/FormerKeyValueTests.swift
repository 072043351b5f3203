import AutoCoding
import Foundation
import TestSupport
import Testing

/// A value under a former key matters only if there is no newer key, wherever the data has it.
struct FormerKeyValueTests {
  struct Name: AutoCoding, Equatable {
    var first: String
    var last: String?
  }

  struct Person: AutoCoding, DefaultInitializable, Equatable {
    var name = Name(first: "a")
    var age = 1
    var note: String? = "n"
    var list: [Int] = []
    static let propertyRules: PropertyRules = [
      "name": .formerly("fullName", "title"), "age": .formerly("years", "old"), "note": .formerly("text"),
    ]
  }

  /// The same keys at paths, and some of them in a flattened model.
  struct Located: AutoCoding, DefaultInitializable, Equatable {
    var age = 1
    var note: String? = "n"
    var part = Part()
    static let propertyRules: PropertyRules = [
      "age": .key("now.age").formerly("was.years", "list.1.old"), "note": .formerly("now.text"), "part": .flattened,
    ]
  }

  struct Part: AutoCoding, DefaultInitializable, Equatable {
    var size = 2
    var color = "c"
    static let propertyRules: PropertyRules = ["size": .formerly("width", "was.size"), "color": .formerly("paint")]
  }

  struct Versioned: AutoCoding, Equatable {
    var age: Int
    static let archiveVersion = 1
    static func migrate(_ properties: inout ArchivedProperties, from version: Int) throws {}
    static let propertyRules: PropertyRules = ["age": .formerly("years", "old")]
  }

  /// The same at paths, and in a flattened model.
  struct VersionedPaths: AutoCoding, Equatable {
    var age: Int
    var part = Part()
    static let archiveVersion = 1
    static func migrate(_ properties: inout ArchivedProperties, from version: Int) throws {
      if properties.contains("now") { try properties.updateNested(forKey: "now") { $0.renameKey("a", to: "age") } }
      if properties.contains("set") { try properties.encode("x", forKey: "years") }
    }
    static let propertyRules: PropertyRules = [
      "age": .key("now.age").formerly("years", "was.old", "list.1.old"), "part": .flattened,
    ]
  }

  static let coders = TestCoder.jsonLike + [.foundationPropertyList]

  /// Decodes text; a property list is made of it first.
  private func decode<Value: Codable>(_ type: Value.Type, _ text: String, _ coder: TestCoder) throws -> Value {
    guard coder == .foundationPropertyList else { return try coder.decode(type, fromJSON: text) }
    let list = try AutoPropertyListEncoder().encode(AutoJSONDecoder().decode(JSONValue.self, from: text))
    let value = try PropertyListDecoder().decode(type, from: list)
    _ = try AutoPropertyListDecoder().decode(type, from: list)
    return value
  }

  /// The members in every order, with keys before and behind them that no property has. A dictionary has them in an order
  /// that depends on all of its keys.
  private func texts(_ members: [String]) -> [String] {
    func orders(_ members: [String]) -> [[String]] {
      guard members.count > 1 else { return [members] }
      return members.indices.flatMap { index in
        var others = members
        let member = others.remove(at: index)
        return orders(others).map { [member] + $0 }
      }
    }
    return orders(members).flatMap { order in
      ["", #""q":1,"#, #""r":[2],"s":3,"#].map { "{" + $0 + order.joined(separator: ",") + #","z":0}"# }
    }
  }

  @Test("they are passed over if there is a newer key", arguments: coders)
  func passedOver(_ coder: TestCoder) throws {
    for text in texts([#""years":{"a":[1]}"#, #""age":5"#, #""old":"x""#, #""fullName":{"last":1}"#]) {
      #expect(throws: DecodingError.self, "\(text)") { try decode(Person.self, text, coder) }
    }
    for text in texts([#""years":{"a":[1]}"#, #""age":5"#, #""old":"x""#, #""title":7,"text":[]"#, #""note":"t""#]) {
      let text = text.replacingOccurrences(of: #""title":7"#, with: #""title":7,"name":{"first":"b"}"#)
      #expect(try decode(Person.self, text, coder) == Person(name: Name(first: "b"), age: 5, note: "t"), "\(text)")
    }
    // The newest of the former keys counts, and no other.
    for text in texts([#""years":5"#, #""old":"x""#]) { #expect(try decode(Person.self, text, coder).age == 5) }
    for text in texts([#""years":"x""#, #""old":5"#]) {
      #expect(throws: DecodingError.self, "\(text)") { try decode(Person.self, text, coder) }
    }
  }

  @Test("so they are at key paths, and in flattened models", arguments: coders)
  func paths(_ coder: TestCoder) throws {
    let all = [
      #""was":{"years":"x","size":[]}"#, #""now":{"age":5,"text":7}"#, #""list":[true,{"old":{}}]"#, #""size":6"#,
      #""width":"x""#, #""note":"t""#,
    ]
    let expected = Located(age: 5, note: "t", part: Part(size: 6))
    for text in TestEffort.part(of: texts(all), turn: 0) {
      #expect(try decode(Located.self, text, coder) == expected, "\(text)")
    }
    for text in texts([#""was":{"years":4,"size":[]}"#, #""list":[true,{"old":{}}]"#, #""width":3,"paint":"p""#]) {
      #expect(try decode(Located.self, text, coder) == Located(age: 4, part: Part(size: 3, color: "p")), "\(text)")
    }
  }

  @Test("they are errors if there is none, at their place in the data", arguments: coders)
  func errors(_ coder: TestCoder) throws {
    func path(_ text: String, _ type: any Codable.Type) throws -> [String] {
      let error = try #require(throws: DecodingError.self, "\(coder): \(text)") { try decode(type, text, coder) }
      switch error {
      case .typeMismatch(_, let context), .valueNotFound(_, let context), .dataCorrupted(let context),
        .keyNotFound(_, let context):
        return context.codingPath.map { $0.intValue.map(String.init) ?? $0.stringValue }
      @unknown default: return []
      }
    }
    #expect(try path(#"{"years":"x","q":1}"#, Person.self) == ["years"])
    #expect(try path(#"{"old":{}}"#, Person.self) == ["old"])
    #expect(try path(#"{"fullName":{"first":1}}"#, Person.self) == ["fullName", "first"])
    #expect(try path(#"{"title":{"last":"x"}}"#, Person.self) == ["title"])
    #expect(try path(#"{"was":{"years":"x"},"q":1}"#, Located.self) == ["was", "years"])
    #expect(try path(#"{"list":[1,{"old":"x"}],"q":1}"#, Located.self) == ["list", "1", "old"])
    #expect(try path(#"{"was":{"size":"x"},"color":"d"}"#, Located.self) == ["was", "size"])
    #expect(try path(#"{"width":[],"size":"x"}"#, Located.self) == ["size"])
  }

  @Test("updates pass over them, too", arguments: [false, true])
  func updates(isDictionary: Bool) throws {
    func update<Value: AutoCoding>(_ value: inout Value, _ text: String) throws {
      if isDictionary {
        let object = try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any]
        try DictionaryDecoder().update(&value, from: #require(object))
      } else {
        try AutoJSONDecoder().update(&value, from: text)
      }
    }
    for text in texts([#""years":"x""#, #""age":5"#, #""fullName":{"first":"z","last":1}"#, #""name":{"last":"l"}"#]) {
      var person = Person()
      try update(&person, text)
      #expect(person == Person(name: Name(first: "a", last: "l"), age: 5), "\(text)")
    }
    for text in texts([#""was":{"years":"x"}"#, #""now":{"age":5}"#, #""width":"x""#, #""size":6"#]) {
      var located = Located()
      try update(&located, text)
      #expect(located == Located(age: 5, part: Part(size: 6)), "\(text)")
    }
    for text in [#"{"fullName":{"first":"z","last":1},"age":3}"#, #"{"old":[],"note":null}"#] {
      var person = Person()
      #expect(throws: DecodingError.self) { try update(&person, text) }
      #expect(person == Person())
    }
  }

  @Test("data of older versions", arguments: [TestCoder.json, .dictionary])
  func versions(_ coder: TestCoder) throws {
    for text in texts([#""years":"x""#, #""age":5"#, #""old":{}"#]) {
      #expect(try decode(Versioned.self, text, coder).age == 5, "\(text)")
    }
    for text in texts([#""years":4"#, #""old":{}"#]) { #expect(try decode(Versioned.self, text, coder).age == 4) }
    #expect(throws: DecodingError.self) { try decode(Versioned.self, #"{"years":"x"}"#, coder) }
    let expected = VersionedPaths(age: 5, part: Part(size: 6))
    for text in texts([#""years":"x","set":1"#, #""now":{"a":5}"#, #""was":{"old":[],"size":"x"}"#, #""size":6"#]) {
      #expect(try decode(VersionedPaths.self, text, coder) == expected, "\(text)")
    }
    for text in texts([#""list":[true,{"old":{}}]"#, #""now":{"age":5}"#, #""width":"x""#, #""size":6"#]) {
      #expect(try decode(VersionedPaths.self, text, coder) == expected, "\(text)")
    }
    for (text, path) in [
      (#"{"years":"x","q":1}"#, ["years"]), (#"{"was":{"old":"x"}}"#, ["was", "old"]),
      (#"{"now":{"a":1},"was":{"size":"x"}}"#, ["was", "size"]), (#"{"set":1}"#, ["years"]),
    ] {
      let error = try #require(throws: DecodingError.self) { try decode(VersionedPaths.self, text, coder) }
      #expect(error.path == path, "\(error)")
    }
  }

  @Test("unknown keys in what is passed over are not reported, all others are")
  func unknownKeys() throws {
    let decoder = AutoJSONDecoder()
    decoder.unknownKeys = .report
    var issues: [AutoJSONDecoder.Issue] = []
    let text = #"{"fullName":{"a":1},"name":{"first":"b","c":1},"d":2}"#
    #expect(try decoder.decode(Person.self, from: text, reporting: &issues).name.first == "b")
    #expect(issues.map { $0.codingPath.map(\.stringValue).joined(separator: ".") } == ["name.c", "d"])
    let dictionaries = DictionaryDecoder()
    dictionaries.unknownKeys = .report
    var notes: [DictionaryDecoder.Issue] = []
    let object = try #require(try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any])
    #expect(try dictionaries.decode(Person.self, from: object, reporting: &notes).name.first == "b")
    #expect(Set(notes.map { $0.codingPath.map(\.stringValue).joined(separator: ".") }) == ["name.c", "d"])
  }

  @Test("a newer value that leaves the default is not replaced by an older one")
  func defaults() throws {
    for leniency in [AutoJSONDecoder.Leniency.defaultsForUndecodable, .all] {
      let (decoder, dictionaries) = (AutoJSONDecoder(), DictionaryDecoder())
      decoder.leniency = leniency
      dictionaries.leniency = leniency
      for text in texts([#""years":5"#, #""age":{}"#]) {
        #expect(try decoder.decode(Person.self, from: text).age == 1, "\(text)")
        let object = try #require(try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any])
        #expect(try dictionaries.decode(Person.self, from: object).age == 1, "\(text)")
      }
      for text in texts([#""was":{"years":5}"#, #""now":{"age":{}}"#]) {
        #expect(try decoder.decode(Located.self, from: text).age == 1, "\(text)")
      }
    }
  }

  @Test("what a model's own code throws is never passed over")
  func ownCode() throws {
    struct Refusing: AutoCoding {
      var value: Int
      func didDecode() throws { if value < 0 { throw CocoaError(.coderInvalidValue) } }
    }
    struct Holder: AutoCoding {
      var now: Refusing
      static let propertyRules: PropertyRules = ["now": .formerly("then")]
    }
    #expect(throws: CocoaError.self) {
      try AutoJSONDecoder().decode(Holder.self, from: #"{"then":{"value":-1},"now":{"value":1}}"#)
    }
  }
}
