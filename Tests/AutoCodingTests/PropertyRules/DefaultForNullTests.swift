import AutoCoding
import Foundation
import Testing

/// Properties that take null for a missing key, beside `decodeIfPresent(…) ?? value` by hand.
struct DefaultForNullTests {
  enum Color: String, AutoCoding { case red, blue }
  struct Part: AutoCoding, Equatable { var name: String }

  struct Card: AutoCoding, Equatable {
    var first: Int
    var flag: Bool
    var size: Double
    var ratio: Float
    var text: String
    var day: Date
    var color: Color
    var part: Part
    var list: [Int]
    var parts: [Part]
    var table: [String: Int]
    var last: Int
    static let propertyRules: PropertyRules = [
      "flag": .default(true).defaultForNull, "size": .default(1.5).defaultForNull,
      "ratio": .defaultForNull.default(2), "text": .default("t").defaultForNull,
      "day": .default(Date(timeIntervalSinceReferenceDate: 7)).defaultForNull,
      "color": .default(Color.blue).defaultForNull, "part": .default(Part(name: "d")).defaultForNull,
      "list": .default([]).defaultForNull, "parts": .default([]).defaultForNull, "table": .default([:]).defaultForNull,
    ]
  }

  struct Hand: Decodable {
    let card: Card

    init(from decoder: any Decoder) throws {
      let values = try decoder.container(keyedBy: Keys.self)
      card = Card(
        first: try values.decode(Int.self, forKey: .first),
        flag: try values.decodeIfPresent(Bool.self, forKey: .flag) ?? true,
        size: try values.decodeIfPresent(Double.self, forKey: .size) ?? 1.5,
        ratio: try values.decodeIfPresent(Float.self, forKey: .ratio) ?? 2,
        text: try values.decodeIfPresent(String.self, forKey: .text) ?? "t",
        day: try values.decodeIfPresent(Date.self, forKey: .day) ?? Date(timeIntervalSinceReferenceDate: 7),
        color: try values.decodeIfPresent(Color.self, forKey: .color) ?? .blue,
        part: try values.decodeIfPresent(Part.self, forKey: .part) ?? Part(name: "d"),
        list: try values.decodeIfPresent([Int].self, forKey: .list) ?? [],
        parts: try values.decodeIfPresent([Part].self, forKey: .parts) ?? [],
        table: try values.decodeIfPresent([String: Int].self, forKey: .table) ?? [:],
        last: try values.decode(Int.self, forKey: .last))
    }

    enum Keys: String, CodingKey { case first, flag, size, ratio, text, day, color, part, list, parts, table, last }
  }

  static let values: [(key: String, fitting: String)] = [
    ("flag", "false"), ("size", "2"), ("ratio", "0.5"), ("text", #""x""#), ("day", "9"), ("color", #""red""#),
    ("part", #"{"name":"p"}"#), ("list", "[1]"), ("parts", #"[{"name":"q"}]"#), ("table", #"{"a":1}"#),
  ]

  /// Objects in which each property in turn has a value that fits, null, one that does not fit, or none.
  static let documents: [String] = values.indices.flatMap { index in
    [values[index].fitting, "null", "[{}]", #""wrong""#, nil].flatMap { value in
      [false, true].map { reversed in
        var members = values.indices.map {
          (values[$0].key, $0 == index ? value : $0 % 3 == 1 ? "null" : values[$0].fitting)
        }
        members = [("first", "1")] + (reversed ? members.reversed() : members) + [("last", "2")]
        return "{" + members.compactMap { key, value in value.map { "\"\(key)\":\($0)" } }.joined(separator: ",") + "}"
      }
    }
  }

  private func kind(_ body: () throws -> Card) -> Result<Card, Failure> {
    do {
      return .success(try body())
    } catch let DecodingError.typeMismatch(_, context) {
      return .failure(Failure(kind: "type", path: context.codingPath.map(\.stringValue)))
    } catch let DecodingError.dataCorrupted(context) {
      return .failure(Failure(kind: "data", path: context.codingPath.map(\.stringValue)))
    } catch let DecodingError.keyNotFound(key, context) {
      return .failure(Failure(kind: key.stringValue, path: context.codingPath.map(\.stringValue)))
    } catch {
      return .failure(Failure(kind: "\(error)", path: []))
    }
  }

  struct Failure: Error, Equatable {
    let kind: String
    let path: [String]
  }

  @Test("as decodeIfPresent and ?? by hand", arguments: documents)
  func byHand(text: String) throws {
    let data = Data(text.utf8)
    let expected = kind { try JSONDecoder().decode(Hand.self, from: data).card }
    #expect(kind { try AutoJSONDecoder().decode(Card.self, from: data) } == expected)
    #expect(kind { try JSONDecoder().decode(Card.self, from: data) } == expected)
    #expect(kind { try TestCoder.jsonContainers.decode(Card.self, from: .data(data)) } == expected)
    let lenient = AutoJSONDecoder()
    lenient.leniency = .boolsFromNumbersAndStrings
    if case .success(let card) = expected {
      #expect(try lenient.decode([Card].self, from: "[\(text), \(text)]") == [card, card])
      let object = try #require(try JSONSerialization.jsonObject(with: data) as? [String: Any])
      #expect(try DictionaryDecoder().decode(Card.self, from: object) == card)
      var changed = card
      changed.size = 99
      try AutoJSONDecoder().update(&changed, from: #"{"size":null,"part":null}"#)
      try DictionaryDecoder().update(&changed, from: ["size": NSNull(), "part": NSNull()])
      #expect(changed.size == 99 && changed.part == card.part)
    } else {
      #expect(throws: DecodingError.self) { try lenient.decode(Card.self, from: data) }
    }
  }

  final class Settings: AutoCoding, DefaultInitializable {
    var volume = 5
    var name = "n"
    var depth = 3
    static var propertyRules: PropertyRules {
      [
        "volume": .defaultForNull.formerly("loudness"), "name": .key("user.name").defaultForNull.formerly("nick"),
        "depth": .key("user.depth").defaultForNull,
      ]
    }
  }

  @Test(
    "null passes on to former keys, and counts for each key path through it",
    arguments: [
      (#"{"volume":null,"loudness":7,"user":{"name":null,"depth":null},"nick":"f"}"#, 7, "f"),
      (#"{"nick":"f","loudness":7,"volume":null,"user":null}"#, 7, "f"),
      (#"{"loudness":null,"volume":null,"nick":null,"user":{"depth":null}}"#, 5, "n"),
      (#"{"loudness":7,"volume":1,"user":{"name":"u"},"nick":null}"#, 1, "u"), ("{}", 5, "n"),
    ])
  func formerKeys(text: String, volume: Int, name: String) throws {
    let object = try #require(try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any])
    for settings in [
      try AutoJSONDecoder().decode(Settings.self, from: text),
      try JSONDecoder().decode(Settings.self, from: Data(text.utf8)),
      try DictionaryDecoder().decode(Settings.self, from: object),
      try TestCoder.jsonContainers.decode(Settings.self, from: .data(Data(text.utf8))),
    ] {
      #expect(settings.volume == volume && settings.name == name && settings.depth == 3)
    }
  }

  @Test("nothing is reported, and values are written as without the rule", arguments: RuleFormat.all)
  func reports(format: RuleFormat) throws {
    let decoder = AutoJSONDecoder()
    decoder.leniency = .all
    var issues: [AutoJSONDecoder.Issue] = []
    let settings = try decoder.decode(Settings.self, from: #"{"volume":null,"user":null}"#, reporting: &issues)
    #expect(issues.isEmpty)
    settings.volume = 8
    let copy = try format.copy(settings)
    #expect(copy.volume == 8 && copy.name == "n")
  }

  /// An enum that leads back to the struct, and may be null.
  indirect enum Item: AutoCoding, Equatable {
    case none, folder(Folder)
    static let typeRules = TypeRules(caseKey: "type")
  }

  struct Folder: AutoCoding, Equatable {
    var parent: Item
    var size: Size
    static let propertyRules: PropertyRules = [
      "parent": .default(Item.none).defaultForNull, "size": .default(Size.small).defaultForNull,
    ]
  }

  /// Null is one of its values.
  enum Size: AutoCoding, Equatable {
    case small, large(Int)
    case unset
    static let typeRules = TypeRules(caseKey: "kind", unknownCase: "unset")
  }

  struct Owner: AutoCoding, Equatable {
    var name: String
    static let propertyRules: PropertyRules = ["name": .default("d").defaultForNull]
  }

  struct Account: AutoCoding, Equatable {
    var owner: Owner
    var first: Int
    var second: Int
    static let propertyRules: PropertyRules = [
      "owner": .flattened, "first": .default(7).defaultForNull.key("list.0.a").decodedOnly,
      "second": .default(8).defaultForNull.key("list.1").decodedOnly,
    ]
  }

  struct Versioned: AutoCoding, Equatable {
    var size: Int
    static var archiveVersion: Int { 2 }
    static func migrate(_ properties: inout ArchivedProperties, from version: Int) throws {
      properties.renameKey("length", to: "size")
    }
    static let propertyRules: PropertyRules = ["size": .default(3).defaultForNull]
  }

  private func decoded<Value: AutoCoding & Equatable>(_ type: Value.Type, _ text: String) throws -> Value {
    let value = try AutoJSONDecoder().decode(type, from: text)
    let object = try #require(try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any])
    #expect(try DictionaryDecoder().decode(type, from: object) == value)
    #expect(try TestCoder.jsonContainers.decode(type, from: .data(Data(text.utf8))) == value)
    return value
  }

  @Test("in flattened models, key paths, older data and types that lead back")
  func places() throws {
    let folder = try decoded(Folder.self, #"{"parent":{"type":"folder","parent":null,"size":null},"size":null}"#)
    #expect(folder == Folder(parent: .folder(Folder(parent: .none, size: .small)), size: .small))
    #expect(try JSONDecoder().decode(Folder.self, from: Data(#"{"parent":null,"size":null}"#.utf8)).parent == .none)
    for text in [#"{"name":null,"list":[{"a":null},null]}"#, #"{"list":[null]}"#, #"{"list":null}"#] {
      #expect(try decoded(Account.self, text) == Account(owner: Owner(name: "d"), first: 7, second: 8))
      let other = try JSONDecoder().decode(Account.self, from: Data(text.utf8))
      #expect(other == Account(owner: Owner(name: "d"), first: 7, second: 8))
    }
    for text in [#"{"length":null}"#, #"{"$version":1,"length":null}"#, #"{"$version":2,"size":null}"#] {
      #expect(try AutoJSONDecoder().decode(Versioned.self, from: text) == Versioned(size: 3))
    }
    let last = AutoJSONDecoder()
    last.duplicateKeys = .useLast
    #expect(try last.decode(Owner.self, from: #"{"name":"a","name":null}"#).name == "d")
    #expect(try last.decode(Owner.self, from: #"{"name":null,"name":"a"}"#).name == "a")
    #expect(try AutoJSONDecoder().decode(Owner.self, from: #"{"name":null,"name":"a"}"#).name == "d")
  }

  struct OldName: AutoCoding {
    var name: String?
    static let typeRules = TypeRules(encodesNil: true)
    static var archivedTypeName: String { "DefaultForNullTests.Name" }
  }

  struct Name: AutoCoding {
    var name: String
    static let propertyRules: PropertyRules = ["name": .default("d").defaultForNull]
    static var archivedTypeName: String { "DefaultForNullTests.Name" }
  }

  @Test("in archives and property lists", arguments: RuleFormat.all)
  func formats(format: RuleFormat) throws {
    #expect(try format.decode(Name.self, of: OldName()).name == "d")
    #expect(try format.decode(Name.self, of: OldName(name: "n")).name == "n")
  }

  struct WithoutDefault: AutoCoding {
    var size: Int
    static let propertyRules: PropertyRules = ["size": .defaultForNull]
  }

  struct OfOptional: AutoCoding {
    var size: Int?
    static let propertyRules: PropertyRules = ["size": .default(1).defaultForNull]
  }

  struct OfAny: AutoCoding {
    var value: JSONValue
    static let propertyRules: PropertyRules = ["value": .default(JSONValue.null).defaultForNull]
  }

  struct OfRequired: AutoCoding, DefaultInitializable {
    var size = 1
    static let propertyRules: PropertyRules = ["size": .required.defaultForNull]
  }

  @Test(
    "rules that cannot hold are refused",
    arguments: [
      (WithoutDefault.self, ".defaultForNull.default(…)"), (OfOptional.self, "null is a value of its type"),
      (OfAny.self, "null is a value of its type"), (OfRequired.self, "keeps its default for null"),
    ] as [(any AutoCoding.Type, String)])
  func refused(type: any AutoCoding.Type, text: String) throws {
    let error = #expect(throws: AutoCodingError.self) { try TypeMap(reflecting: type) }
    #expect("\(try #require(error))".contains(text))
  }

  @Test("a map shows the rule")
  func map() throws {
    #expect(try TypeMap(reflecting: Card.self).description.contains("keeps its default for null"))
  }
}
