import AutoCoding
import Foundation
import TestModels
import Testing

/// Rules for the values of cases, beside the compiler's code and code by hand.
struct CaseValueRuleTests {
  enum Seconds: PropertyTransformer {
    static func encode(_ value: Int) -> String { "\(value)s" }
    static func decode(_ text: String) throws -> Int { Int(text.dropLast()) ?? 0 }
  }

  /// As the compiler codes it, with other keys.
  enum Shape: AutoCoding, Equatable {
    case circle(radius: Double, name: String?)
    case text(String, Int)
    case point
    static let propertyKeys = ["circle.radius": "r", "text._0": "text", "text._1": "size", "point": "dot"]
  }

  enum CompilerShape: Codable, Equatable {
    case circle(radius: Double, name: String?)
    case text(String, Int)
    case dot
    enum CircleCodingKeys: String, CodingKey {
      case radius = "r"
      case name
    }
    enum TextCodingKeys: String, CodingKey {
      case _0 = "text"
      case _1 = "size"
    }
  }

  @Test("keys are those that the compiler's code takes from nested coding keys")
  func compilerKeys() throws {
    let pairs: [(Shape, CompilerShape)] = [
      (.circle(radius: 2.5, name: nil), .circle(radius: 2.5, name: nil)),
      (.circle(radius: -1, name: "c"), .circle(radius: -1, name: "c")), (.text("a", 3), .text("a", 3)), (.point, .dot),
    ]
    let encoder = AutoJSONEncoder()
    encoder.outputFormatting = .sortedKeys
    let foundation = JSONEncoder()
    foundation.outputFormatting = .sortedKeys
    for (ours, theirs) in pairs {
      let data = try foundation.encode(theirs)
      #expect(try encoder.encode(ours) == data && foundation.encode(ours) == data)
      #expect(try AutoJSONDecoder().decode(Shape.self, from: data) == ours)
      #expect(try JSONDecoder().decode(Shape.self, from: data) == ours)
      #expect(try JSONDecoder().decode(CompilerShape.self, from: AutoJSONEncoder().encode(ours)) == theirs)
      for format in RuleFormat.all { #expect(try format.copy(ours) == ours) }
    }
  }

  /// Parts of a message, as an API sends them.
  enum Part: AutoCoding, Equatable {
    case text(String)
    case image(url: String, detail: String, size: Int?)
    case wait(Int)
    case list([Int?], tags: [String], unit: Int)
    static let typeRules = TypeRules(caseKey: "type")
    static let propertyRules: PropertyRules = [
      "text._0": .key("text"), "image.url": .key("image_url").formerly("link"),
      "image.detail": .default("auto").defaultForNull, "image.size": .encodesNil,
      "wait._0": .key("for")
        .transformed(by: Seconds.self), "list._0": .key("values").skipsUndecodableElements,
      "list.tags": .default([]).omitsDefault, "list.unit": .default(7).defaultForUndecodable.omitsDefault,
    ]
  }

  static let parts: [(Part, String)] = [
    (.text("a"), #"{"text":"a","type":"text"}"#),
    (.image(url: "u", detail: "low", size: nil), #"{"detail":"low","image_url":"u","size":null,"type":"image"}"#),
    (.wait(3), #"{"for":"3s","type":"wait"}"#),
    (.list([1, nil], tags: [], unit: 7), #"{"type":"list","values":[1,null]}"#),
    (.list([], tags: ["t"], unit: 8), #"{"tags":["t"],"type":"list","unit":8,"values":[]}"#),
  ]

  @Test("all rules count beside the tag of the case", arguments: parts.indices)
  func tagged(index: Int) throws {
    let (part, text) = Self.parts[index]
    let encoder = AutoJSONEncoder()
    encoder.outputFormatting = .sortedKeys
    let foundation = JSONEncoder()
    foundation.outputFormatting = .sortedKeys
    #expect(String(decoding: try encoder.encode(part), as: UTF8.self) == text)
    #expect(String(decoding: try foundation.encode(part), as: UTF8.self) == text)
    #expect(try TestCoder.jsonContainers.decode(Part.self, from: TestCoder.jsonContainers.encode(part)) == part)
    #expect(try JSONDecoder().decode([Part].self, from: Data("[\(text)]".utf8)) == [part])
    #expect(try AutoJSONDecoder().decode([Part].self, from: "[\(text)]") == [part])
    for format in RuleFormat.all { #expect(try format.copy(Holder(parts: [part])).parts == [part]) }
    #expect(try ModelValue.copy(of: part) == part)
  }

  struct Holder: AutoCoding { var parts: [Part] }

  @Test(
    "missing, former, null and unfit values are read as the rules say",
    arguments: [
      (#"{"type":"image","link":"u"}"#, Part.image(url: "u", detail: "auto", size: nil)),
      (
        #"{"detail":null,"image_url":"v","link":"u","type":"image","size":2}"#,
        .image(url: "v", detail: "auto", size: 2)
      ),
      (#"{"type":"list","values":[1,"x",null],"unit":"many"}"#, .list([1, nil], tags: [], unit: 7)),
    ])
  func recovery(text: String, part: Part) throws {
    let data = Data(text.utf8)
    #expect(try AutoJSONDecoder().decode(Part.self, from: data) == part)
    #expect(try JSONDecoder().decode(Part.self, from: data) == part)
    #expect(try TestCoder.jsonContainers.decode(Part.self, from: .data(data)) == part)
    let object = try #require(try JSONSerialization.jsonObject(with: data) as? [String: Any])
    #expect(try DictionaryDecoder().decode(Part.self, from: object) == part)
  }

  @Test("errors have the keys that the data has")
  func errors() throws {
    for text in [#"{"type":"text"}"#, #"{"type":"text","text":1}"#, #"{"type":"image","image_url":[]}"#] {
      let error = #expect(throws: DecodingError.self) { try AutoJSONDecoder().decode(Part.self, from: text) }
      let foundation = #expect(throws: DecodingError.self) {
        try JSONDecoder().decode(Part.self, from: Data(text.utf8))
      }
      #expect(error?.path == foundation?.path)
    }
  }

  enum Content: AutoCoding, Equatable {
    case link(url: String, title: String)
    case only(Int)
    case pair(Int, Int)
    static let typeRules = TypeRules(caseKey: "kind", contentKey: "body")
    static let propertyRules: PropertyRules = [
      "link.url": .key("href").formerly("url"), "link.title": .default("").omitsDefault,
      "only._0": .transformed(by: Seconds.self), "pair._0": .key("low"), "pair._1": .key("high"),
    ]
  }

  @Test("within a content key")
  func content() throws {
    let contents: [(Content, String)] = [
      (.link(url: "u", title: ""), #"{"body":{"href":"u"},"kind":"link"}"#),
      (.only(5), #"{"body":"5s","kind":"only"}"#),
      (.pair(1, 2), #"{"body":{"high":2,"low":1},"kind":"pair"}"#),
    ]
    let encoder = AutoJSONEncoder()
    encoder.outputFormatting = .sortedKeys
    for (content, text) in contents {
      #expect(String(decoding: try encoder.encode(content), as: UTF8.self) == text)
      for format in RuleFormat.all { #expect(try format.copy(content) == content) }
    }
    let old = try AutoJSONDecoder().decode(Content.self, from: #"{"kind":"link","body":{"url":"o","title":"t"}}"#)
    #expect(old == .link(url: "o", title: "t"))
  }

  enum Untagged: AutoCoding, Equatable {
    case circle(radius: Int, unit: String)
    case named(String, Bool)
    case link(URL)
    case text(String)
    case size(Int, Int)
    static let typeRules = TypeRules(casesAreUntagged: true)
    static let propertyRules: PropertyRules = [
      "circle.radius": .key("r"), "circle.unit": .default("cm").omitsDefault, "named._0": .key("name"),
      "link._0": .key("href"), "size._0": .key("w"),
      "size._1": .key("h"),
    ]
  }

  struct Many: AutoCoding { var values: [Untagged] }

  @Test("in cases that data does not name")
  func untagged() throws {
    let values: [(Untagged, String)] = [
      (.circle(radius: 2, unit: "cm"), #"{"r":2}"#), (.circle(radius: 2, unit: "m"), #"{"r":2,"unit":"m"}"#),
      (.text("t"), #""t""#), (.named("n", true), #"{"_1":true,"name":"n"}"#),
      (.link(try #require(URL(string: "a:b"))), #"{"href":"a:b"}"#), (.size(1, 2), #"{"h":2,"w":1}"#),
    ]
    let encoder = AutoJSONEncoder()
    encoder.outputFormatting = .sortedKeys
    for (value, text) in values {
      #expect(String(decoding: try encoder.encode(value), as: UTF8.self) == text)
      #expect(try JSONDecoder().decode(Untagged.self, from: Data(text.utf8)) == value)
      for format in RuleFormat.all { #expect(try format.copy(Many(values: [value])).values == [value]) }
    }
  }
}

/// Rules that cannot be followed.
extension CaseValueRuleTests {
  enum UnknownValue: AutoCoding {
    case one(a: Int)
    static let propertyKeys = ["one.b": "c"]
  }
  enum WithoutValue: AutoCoding {
    case one
    static let propertyKeys = ["one.a": "c"]
  }
  enum UnknownCase: AutoCoding {
    case one(a: Int)
    static let propertyKeys = ["two.a": "c"]
  }
  enum LeftOut: AutoCoding {
    case one(a: Int)
    static let unEncodedProperties: Set = ["one.a"]
  }
  enum OneWay: AutoCoding {
    case one(a: Int)
    static let propertyRules: PropertyRules = ["one.a": .decodedOnly]
  }
  enum Flattened: AutoCoding {
    case one(a: Shape)
    static let propertyRules: PropertyRules = ["one.a": .flattened]
  }
  enum Required: AutoCoding {
    case one(a: Int)
    static let propertyRules: PropertyRules = ["one.a": .required]
  }
  enum Deep: AutoCoding {
    case one(a: Int)
    static let propertyRules: PropertyRules = ["one.a": .key("b.c")]
  }
  enum NoDefault: AutoCoding {
    case one(a: Int)
    static let propertyRules: PropertyRules = ["one.a": .defaultForNull]
  }
  enum NoDefaultToOmit: AutoCoding {
    case one(a: Int)
    static let propertyRules: PropertyRules = ["one.a": .omitsDefault]
  }
  enum SameKey: AutoCoding {
    case one(a: Int, b: Int)
    static let propertyRules: PropertyRules = ["one.a": .formerly("b")]
  }
  enum CaseKey: AutoCoding {
    case one(a: Int)
    static let propertyKeys = ["one.a": "type"]
    static let typeRules = TypeRules(caseKey: "type")
  }
  enum Whole: AutoCoding {
    case one(TestPart)
    static let propertyRules: PropertyRules = ["one._0": .default(TestPart(name: ""))]
    static let typeRules = TypeRules(caseKey: "type")
  }
  enum WholeUntagged: AutoCoding {
    case one(Int)
    static let propertyRules: PropertyRules = ["one._0": .transformed(by: Seconds.self)]
    static let typeRules = TypeRules(casesAreUntagged: true)
  }
  enum Unknown: AutoCoding {
    case one
    case other(JSONValue)
    static let propertyKeys = ["other._0": "rest"]
    static let typeRules = TypeRules(caseKey: "type", unknownCase: "other")
  }
  enum Open: AutoCoding {
    case one
    case other(String)
    static let propertyKeys = ["other._0": "rest"]
    static let typeRules = TypeRules(unknownCase: "other")
  }
  enum FormerCaseKey: AutoCoding {
    case one(Int)
    static let propertyRules: PropertyRules = ["one._0": .formerly("kind")]
    static let typeRules = TypeRules(caseKey: "kind", contentKey: "body")
  }
  struct TestPart: AutoCoding { var name: String }

  /// A label may be the name of a policy.
  enum Labeled: AutoCoding, Equatable {
    case file(archiveVersion: Int, name: String)
    static let propertyKeys = ["file.name": "n"]
  }

  @Test("labels have any names")
  func labels() throws {
    let file = Labeled.file(archiveVersion: 1, name: "a")
    for format in RuleFormat.all { #expect(try format.copy(file) == file) }
  }

  static let refused: [(any AutoCoding.Type, String)] = [
    (UnknownValue.self, "one.b: propertyKeys names it, but the case has no such value. It has 'a'."),
    (WithoutValue.self, "the case has no such value. It has none."),
    (UnknownCase.self, "two.a: propertyKeys names it, but the type has no such case. It has 'one'."),
    (LeftOut.self, "one.a: Int: A value of a case cannot be left out."),
    (OneWay.self, "A value of a case is coded in both directions."),
    (Flattened.self, "A value of a case cannot be flattened."),
    (Required.self, "The key of a value is required unless it has a default."),
    (Deep.self, #"Its key "b.c" is a key path"#),
    (NoDefault.self, "propertyRules says .defaultForNull, but gives it no"),
    (NoDefaultToOmit.self, "Add a default to the rule, .omitsDefault.default(…)."),
    (SameKey.self, #"Two of its values have the key "b". Give one of them another label or another key."#),
    (CaseKey.self, #"The key of a value of its case 'one' is the case key "type""#),
    (FormerCaseKey.self, #"The former key "kind" of the value of its case 'one' is the case key"#),
    (Whole.self, "The values of the case are coded without keys"),
    (WholeUntagged.self, #"State their keys in propertyKeys, ["one._0": "key"]"#),
    (Unknown.self, "so a rule for one of them would change nothing. Remove the rule."),
    (Open.self, "so a rule for one of them would change nothing. Remove the rule."),
  ]

  @Test("a rule that cannot be followed is refused", arguments: refused.indices)
  func refusals(index: Int) throws {
    let (type, text) = Self.refused[index]
    let error = #expect(throws: AutoCodingError.self) { try TypeMap(reflecting: type) }
    #expect(error?.description.contains(text) ?? false, "\(error?.description ?? "no error")")
  }
}
