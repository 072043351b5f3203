import AutoCoding
import Foundation
import Testing

enum RuleFormerKeys {
  struct Old: AutoCoding {
    var label: String?
    var title: String?
    var caption: String?
    static let formerTypeNames = ["AutoCodingTests.RuleFormerKeys.New"]
  }

  struct New: AutoCoding, Equatable {
    var name: String
    static let formerTypeNames = ["AutoCodingTests.RuleFormerKeys.Old"]
    static var propertyRules: PropertyRules { ["name": .formerly("title", "caption").key("name")] }
  }

  struct Item: AutoCoding, Equatable {
    var name: String
    var note: String?
    var count: Int
    var place: String?
    static var propertyRules: PropertyRules {
      [
        "name": .formerly("title", "label"), "note": .formerly("remark").default("d"),
        "count": .formerly("number").default(7),
      ]
    }
  }

  struct Nested: AutoCoding, Equatable {
    var name: String
    var note: String?
    static var propertyRules: PropertyRules {
      ["name": .key("a.name").formerly("b.title"), "note": .formerly("b.note")]
    }
  }

  struct Versioned: AutoCoding, Equatable {
    var name: String
    static var archiveVersion: Int { 1 }
    static func migrate(_ properties: inout ArchivedProperties, from version: Int) throws {}
    static var propertyRules: PropertyRules { ["name": .formerly("title")] }
  }

  final class Titled: AutoCoding, DefaultInitializable {
    var title: String? = "t"
    init() {}
    static var propertyRules: PropertyRules { ["title": .formerly("name")] }
  }
}

/// Former keys of rules.
struct FormerKeyRuleTests {
  @Test("former keys are tried in the order of the rule, whatever the order of the data", arguments: RuleFormat.all)
  func order(format: RuleFormat) throws {
    func name(_ old: RuleFormerKeys.Old) throws -> String { try format.decode(RuleFormerKeys.New.self, of: old).name }
    #expect(try name(.init(label: "l", title: "t", caption: "c")) == "t")
    // A keyed archive has null for nil.
    guard format.testDescription != "KeyedArchive" else { return }
    #expect(try name(.init(label: "l", caption: "c")) == "c")
    #expect(throws: DecodingError.self) { try name(.init(label: "l")) }
  }

  private func item(_ text: String, leniency: AutoJSONDecoder.Leniency = .defaultsForNull) throws -> RuleFormerKeys.Item
  {
    let decoder = AutoJSONDecoder()
    decoder.leniency = leniency
    return try decoder.decode(RuleFormerKeys.Item.self, from: Data(text.utf8))
  }

  @Test("null passes on to former keys under leniency, in any order of the data")
  func nulls() throws {
    let expected = RuleFormerKeys.Item(name: "l", note: "r", count: 5, place: nil)
    for text in [
      #"{"name":null,"title":null,"label":"l","note":null,"remark":"r","count":null,"number":5}"#,
      #"{"label":"l","title":null,"name":null,"remark":"r","note":null,"number":5,"count":null}"#,
    ] {
      #expect(try item(text) == expected)
      #expect(throws: DecodingError.self) { try item(text, leniency: []) }
      #expect(throws: DecodingError.self) { try item(text, leniency: .numbersFromStrings) }
    }
    #expect(try item(#"{"name":"n","note":null,"remark":"r"}"#, leniency: []).note == nil)
  }

  @Test("null under all keys is nil, the default, or an error")
  func nullsAlone() throws {
    let value = try item(#"{"name":"n","note":null,"remark":null,"count":null,"number":null}"#)
    #expect(value == .init(name: "n", note: nil, count: 7, place: nil))
    let error = #expect(throws: DecodingError.self) { try item(#"{"name":null,"title":null}"#) }
    guard case .valueNotFound(_, let context)? = error else { return #expect(Bool(false), "\(error.debugDescription)") }
    #expect(context.codingPath.map(\.stringValue) == ["name"])
    let decoder = AutoJSONDecoder()
    decoder.leniency = .defaultsForNull
    let titled = try decoder.decode(RuleFormerKeys.Titled.self, from: Data(#"{"title":null}"#.utf8))
    #expect(titled.title == nil)
    let named = try decoder.decode(RuleFormerKeys.Titled.self, from: Data(#"{"name":"n","title":null}"#.utf8))
    #expect(named.title == "n")
  }

  @Test("null passes on through key paths and migrations")
  func paths() throws {
    let decoder = AutoJSONDecoder()
    decoder.leniency = .defaultsForNull
    for text in [
      #"{"a":{"name":null},"b":{"title":"t","note":"r"},"note":null}"#,
      #"{"note":null,"b":{"title":"t","note":"r"},"a":null}"#,
    ] {
      let value = try decoder.decode(RuleFormerKeys.Nested.self, from: Data(text.utf8))
      #expect(value == .init(name: "t", note: "r"))
    }
    for text in [
      #"{"name":null,"title":"t"}"#, #"{"title":"t","name":null}"#, #"{"$version":1,"title":"t","name":null}"#,
    ] {
      #expect(try decoder.decode(RuleFormerKeys.Versioned.self, from: Data(text.utf8)) == .init(name: "t"))
    }
  }

  @Test("each null that passes on to a former key is reported, of Optionals as well")
  func reported() throws {
    let decoder = AutoJSONDecoder()
    decoder.leniency = .defaultsForNull
    var issues: [AutoJSONDecoder.Issue] = []
    _ = try decoder.decode(
      RuleFormerKeys.Item.self, from: Data(#"{"name":null,"label":"l","note":null,"remark":"r"}"#.utf8),
      reporting: &issues)
    #expect(issues.map { $0.codingPath.map(\.stringValue) } == [["name"], ["note"]])
    #expect(issues.allSatisfy { $0.kind == .formerKeyForNull })
    // The Optional is nil, as the data says.
    var ofNil: [AutoJSONDecoder.Issue] = []
    _ = try decoder.decode(
      RuleFormerKeys.Item.self, from: Data(#"{"name":"n","note":null}"#.utf8), reporting: &ofNil)
    #expect(ofNil.isEmpty)
  }

  struct Renamed: AutoCoding {
    var size: Int
    var depth: Int
    static let propertyRules: PropertyRules = [
      "size": .default(7).formerly("width"), "depth": .default(7).formerly("box.depth"),
    ]
  }

  @Test(
    "null under a former key does not count beside a current key whose value left the default",
    arguments: [
      #"{"size":"s","width":null,"depth":"d","box":null}"#, #"{"width":null,"size":"s","box":null,"depth":"d"}"#,
      #"{"box":{"depth":null},"width":null,"size":"s","depth":"d"}"#,
    ])
  func reportedNulls(text: String) throws {
    let (decoder, dictionaries) = (AutoJSONDecoder(), DictionaryDecoder())
    (decoder.leniency, dictionaries.leniency) = (.all, .all)
    let object = try #require(try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any])
    for _ in 0..<5 {
      var issues: [AutoJSONDecoder.Issue] = []
      var ofDictionary: [DictionaryDecoder.Issue] = []
      _ = try decoder.decode(Renamed.self, from: text, reporting: &issues)
      _ = try dictionaries.decode(Renamed.self, from: object, reporting: &ofDictionary)
      for found in [issues.map { ($0.codingPath, $0.kind) }, ofDictionary.map { ($0.codingPath, $0.kind) }] {
        #expect(found.map { $0.0.map(\.stringValue).joined(separator: ".") }.sorted() == ["depth", "size"])
        #expect(found.allSatisfy { $0.1 == .defaultForUndecodable })
      }
    }
  }

  @Test("null under each key of a property without a default says what can be done")
  func nullsWithoutDefault() throws {
    let decoder = AutoJSONDecoder()
    decoder.leniency = .defaultsForNull
    let error = #expect(throws: DecodingError.self) {
      try decoder.decode(RuleFormerKeys.Item.self, from: Data(#"{"name":null,"label":null}"#.utf8))
    }
    guard case .valueNotFound(_, let context) = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(
      context.debugDescription == """
        Found null, and no value under one of the former keys, for property Item.name. Make it Optional, or give it a \
        default.
        """)
  }

  struct Many: AutoCoding, DefaultInitializable, Equatable {
    var p0 = 0, p1 = 0, p2 = 0, p3 = 0, p4 = 0, p5 = 0, p6 = 0, p7 = 0, p8 = 0, p9 = 0, p10 = 0, p11 = 0, p12 = 0,
      p13 = 0, p14 = 0, p15 = 0
    var p16 = 0, p17 = 0, p18 = 0, p19 = 0, p20 = 0, p21 = 0, p22 = 0, p23 = 0, p24 = 0, p25 = 0, p26 = 0, p27 = 0,
      p28 = 0, p29 = 0, p30 = 0, p31 = 0
    var p32 = 0, p33 = 0, p34 = 0, p35 = 0, p36 = 0, p37 = 0, p38 = 0, p39 = 0, p40 = 0, p41 = 0, p42 = 0, p43 = 0,
      p44 = 0, p45 = 0, p46 = 0, p47 = 0
    var p48 = 0, p49 = 0, p50 = 0, p51 = 0, p52 = 0, p53 = 0, p54 = 0, p55 = 0, p56 = 0, p57 = 0, p58 = 0, p59 = 0,
      p60 = 0, p61 = 0, p62 = 0, p63 = 0
    var first = 0, last = 0
    static let propertyRules: PropertyRules = [
      "p3": .formerly("a1", "a2", "a3", "a4", "a5"), "last": .formerly("z1", "z2", "z3", "z4", "z5"),
    ]
  }

  struct Few: AutoCoding, DefaultInitializable, Equatable {
    var p0 = 0, p3 = 0
    static let propertyRules: PropertyRules = ["p3": .formerly("a1", "a2", "a3", "a4", "a5")]
  }

  @Test("the newest of many keys counts, in any order")
  func manyFormerKeys() throws {
    let (first, last) = (["p3", "a1", "a2", "a3", "a4", "a5"], ["last", "z1", "z2", "z3", "z4", "z5"])
    for seed in 1..<60 {
      var random = SplitMix(state: UInt64(seed))
      func picked(_ keys: [String]) -> [Int] { keys.indices.filter { _ in Bool.random(using: &random) } }
      let (ours, theirs) = (picked(first), picked(last))
      let members = (ours.map { (first[$0], $0 + 1) } + theirs.map { (last[$0], $0 + 1) }).shuffled(using: &random)
      let text = "{" + members.map { "\"\($0)\":\($1)" }.joined(separator: ",") + "}"
      let many = try AutoJSONDecoder().decode(Many.self, from: text)
      #expect(many.p3 == (ours.first ?? -1) + 1 && many.last == (theirs.first ?? -1) + 1, "\(text)")
      #expect(try AutoJSONDecoder().decode(Few.self, from: text).p3 == many.p3)
    }
  }
}
