import AutoCoding
import Foundation
import TestModels
import Testing

/// Properties that are left out if they have their default, beside `if value != default { encode }` by hand.
struct OmittedDefaultTests {
  enum Color: String, AutoCoding { case red, blue }
  struct Part: AutoCoding, Equatable { var name: String }

  struct Card: AutoCoding, Equatable {
    var first: Int
    var flag: Bool
    var count: Int
    var size: Double
    var ratio: Float
    var small: UInt8
    var text: String
    var day: Date
    var color: Color
    var part: Part
    var list: [Int]
    var parts: [Part]
    var table: [String: Int]
    var note: String?
    var rank: Int?
    var last: Int
    static let propertyRules: PropertyRules = [
      "flag": .default(true).omitsDefault, "count": .omitsDefault.default(3), "size": .default(1.5).omitsDefault,
      "ratio": .omitsDefault.default(2), "small": .default(9).omitsDefault, "text": .default("t").omitsDefault,
      "day": .default(Date(timeIntervalSinceReferenceDate: 7)).omitsDefault,
      "color": .default(Color.blue).omitsDefault, "part": .default(Part(name: "d")).omitsDefault,
      "list": .default([]).omitsDefault, "parts": .default([]).omitsDefault, "table": .default([:]).omitsDefault,
      "note": .default("n").omitsDefault, "rank": .default(nil).omitsDefault,
    ]

    static let plain = Card(
      first: 1, flag: true, count: 3, size: 1.5, ratio: 2, small: 9, text: "t",
      day: Date(timeIntervalSinceReferenceDate: 7), color: .blue, part: Part(name: "d"), list: [], parts: [],
      table: [:],
      note: "n", rank: nil, last: 2)

    /// Cards of which each has one other value than its default.
    static let changed: [(key: String, card: Card)] = {
      func card(_ change: (inout Card) -> Void) -> Card {
        var card = plain
        change(&card)
        return card
      }
      return [
        ("flag", card { $0.flag = false }), ("count", card { $0.count = 4 }), ("size", card { $0.size = -1.5 }),
        ("ratio", card { $0.ratio = 0 }), ("small", card { $0.small = 0 }), ("text", card { $0.text = "" }),
        ("day", card { $0.day = Date(timeIntervalSinceReferenceDate: 8) }), ("color", card { $0.color = .red }),
        ("part", card { $0.part.name = "" }), ("list", card { $0.list = [0] }),
        ("parts", card { $0.parts = [Part(name: "d")] }), ("table", card { $0.table = ["a": 0] }),
        ("note", card { $0.note = nil }), ("note", card { $0.note = "" }), ("rank", card { $0.rank = 0 }),
      ]
    }()
  }

  /// The keys that each coder writes for a model.
  private func writtenKeys(_ value: some AutoCoding & Encodable) throws -> [[String]] {
    let pretty = AutoJSONEncoder()
    pretty.outputFormatting = [.prettyPrinted, .sortedKeys]
    let nulls = AutoJSONEncoder()
    nulls.nilEncodingStrategy = .null
    let walked = AutoJSONEncoder()
    walked.dateEncodingStrategy = .custom { date, encoder in
      var container = encoder.singleValueContainer()
      try container.encode(date.timeIntervalSinceReferenceDate)
    }
    let data = [
      try AutoJSONEncoder().encode(value), try pretty.encode(value), try nulls.encode(value), try walked.encode(value),
      try JSONEncoder().encode(value),
    ]
    var objects = try data.map { try #require(try JSONSerialization.jsonObject(with: $0) as? [String: Any]) }
    objects.append(try DictionaryEncoder().encode(value))
    if case .data(let data) = try TestCoder.jsonContainers.encode(value) {
      objects.append(try #require(try JSONSerialization.jsonObject(with: data) as? [String: Any]))
    }
    for format in [PropertyListSerialization.PropertyListFormat.binary, .xml] {
      let encoder = AutoPropertyListEncoder()
      encoder.outputFormat = format
      let object = try PropertyListSerialization.propertyList(from: try encoder.encode(value), format: nil)
      objects.append(try #require(object as? [String: Any]))
    }
    return objects.map { $0.keys.sorted() }
  }

  @Test("values that equal their defaults are left out, and all others are written", arguments: Card.changed.indices)
  func keys(index: Int) throws {
    let (key, card) = Card.changed[index]
    #expect(try writtenKeys(card) == Array(repeating: ["first", key, "last"].sorted(), count: 9))
    #expect(try writtenKeys(Card.plain) == Array(repeating: ["first", "last"], count: 9))
  }

  @Test("all formats read what they write", arguments: RuleFormat.all)
  func formats(format: RuleFormat) throws {
    for (_, card) in Card.changed { #expect(try format.copy(card) == card) }
    #expect(try format.copy(Card.plain) == Card.plain)
  }

  @Test("a default by init() is that of the type whose value is encoded")
  func initialValues() throws {
    class Settings: AutoCoding, DefaultInitializable {
      var volume = 5
      var theme: String? = "light"
      var tags: [String] = []
      var level: Int?
      class var typeRules: TypeRules { TypeRules(omitsDefaults: true) }
      required init() {}
    }
    final class Loud: Settings {
      var depth = 0.0
      required init() {
        super.init()
        volume = 11
      }
    }
    func text(_ value: some AutoCoding) throws -> String {
      let encoder = AutoJSONEncoder()
      encoder.outputFormatting = .sortedKeys
      return String(decoding: try encoder.encode(value), as: UTF8.self)
    }
    let (settings, loud) = (Settings(), Loud())
    #expect(try text(settings) == "{}" && text(loud) == "{}")
    (settings.volume, loud.volume) = (11, 5)
    (settings.theme, loud.theme) = (nil, "dark")
    loud.depth = -0.0
    #expect(try text(settings) == #"{"theme":null,"volume":11}"#)
    #expect(try text(loud) == #"{"depth":-0,"theme":"dark","volume":5}"#)
    for format in RuleFormat.all {
      #expect(try format.copy(settings).theme == nil && format.copy(settings).volume == 11)
      let copy = try format.copy(loud)
      #expect(copy.depth.sign == .minus && copy.volume == 5 && copy.theme == "dark")
    }
  }

  struct Limits: AutoCoding, Equatable {
    var low: Int
    var high: Int
    static let propertyRules: PropertyRules = ["low": .default(1).omitsDefault, "high": .default(9).omitsDefault]
  }

  struct Range: AutoCoding, Equatable {
    var name: String
    var limits: Limits?
    var deep: Int
    static let propertyRules: PropertyRules = [
      "limits": .flattened, "deep": .default(2).omitsDefault.key("a.b.c").formerly("old"),
    ]
  }

  @Test("objects on key paths are left out with their members, and flattened models are told from nil")
  func keyPaths() throws {
    let ranges: [(Range, String)] = [
      (Range(name: "n", limits: nil, deep: 2), #"{"name":"n"}"#),
      (Range(name: "n", limits: Limits(low: 1, high: 9), deep: 2), #"{"low":1,"name":"n"}"#),
      (Range(name: "n", limits: Limits(low: 1, high: 8), deep: 3), #"{"a":{"b":{"c":3}},"high":8,"name":"n"}"#),
    ]
    let encoder = AutoJSONEncoder()
    encoder.outputFormatting = .sortedKeys
    let foundation = JSONEncoder()
    foundation.outputFormatting = .sortedKeys
    for (range, text) in ranges {
      #expect(String(decoding: try encoder.encode(range), as: UTF8.self) == text)
      #expect(String(decoding: try foundation.encode(range), as: UTF8.self) == text)
      for format in RuleFormat.all { #expect(try format.copy(range) == range) }
    }
    #expect(try AutoJSONDecoder().decode(Range.self, from: #"{"name":"n","old":7}"#).deep == 7)
  }

  /// Its `init()` encodes a value of the type.
  struct Recursive: AutoCoding, DefaultInitializable, Equatable {
    var text = ""
    var size = 1
    init() { text = (try? AutoJSONEncoder().encode(Recursive(size: 7)).count.description) ?? "failed" }
    init(size: Int) { self.size = size }
    static var typeRules: TypeRules { TypeRules(omitsDefaults: true) }
  }

  @Test("while the default is being found, all values are written")
  func recursion() throws {
    #expect(String(decoding: try AutoJSONEncoder().encode(Recursive()), as: UTF8.self) == "{}")
    #expect(try AutoJSONDecoder().decode(Recursive.self, from: "{}").text == "20")
  }

  struct Changing: AutoCoding {
    var id: UUID
    var tag: Tagged<Int>
    var rest: String
    static let propertyRules: PropertyRules = ["id": .default(UUID()).omitsDefault, "tag": .default(Tagged(value: 1))]
    static let typeRules = TypeRules(omitsDefaults: true)
  }

  /// It cannot be compared.
  struct Tagged<Value: Codable & Sendable>: AutoCoding { var value: Value }

  @Test("a default that is new each time is written, and so is what cannot be compared under the type's rule")
  func written() throws {
    let value = Changing(id: UUID(), tag: Tagged(value: 1), rest: "r")
    #expect(try writtenKeys(value).allSatisfy { $0 == ["id", "rest", "tag"] })
    let map = try TypeMap(reflecting: Changing.self).description
    #expect(map.contains("omits its default") && map.split(separator: "omits its default").count == 2)
  }

  @Test("a type key, versions and other rules are as without it")
  func otherRules() throws {
    struct Versioned: AutoCoding, Equatable {
      var size: Int
      static let archiveVersion = 2
      static func migrate(_ properties: inout ArchivedProperties, from version: Int) throws {
        properties.renameKey("length", to: "size")
      }
      static let propertyRules: PropertyRules = ["size": .default(3).omitsDefault.defaultForNull.defaultForUndecodable]
    }
    let text = String(decoding: try AutoJSONEncoder().encode(Versioned(size: 3)), as: UTF8.self)
    #expect(text == #"{"$version":2}"#)
    for format in RuleFormat.all { #expect(try format.copy(Versioned(size: 3)) == Versioned(size: 3)) }
    var value = Versioned(size: 8)
    try AutoJSONDecoder().update(&value, from: text)
    #expect(value.size == 8)
    let difference = try ModelDifference(from: Versioned(size: 8), to: Versioned(size: 3))
    var changed = Versioned(size: 8)
    try difference.apply(to: &changed)
    #expect(changed == Versioned(size: 3))
    // The patch has the value: a key that is gone would be null.
    var patched = Versioned(size: 8)
    try AutoJSONDecoder().update(&patched, from: try difference.jsonMergePatch())
    #expect(patched == Versioned(size: 3))
  }

  struct Both: AutoCoding, DefaultInitializable, Equatable {
    var note: String?
    var rank: Int? = 3
    var size = 1
    var format = 7
    static let propertyRules: PropertyRules = ["note": .encodesNil, "format": .encodedOnly]
    static let typeRules = TypeRules(omitsDefaults: true)
  }

  struct Nulls: AutoCoding, DefaultInitializable, Equatable {
    var note: String?
    var rank: Int?
    var size = 1
    static let propertyRules: PropertyRules = ["rank": .omitsDefault]
    static let typeRules = TypeRules(encodesNil: true, omitsDefaults: true)
  }

  @Test("what a property's own rule says counts before the type's rule")
  func precedence() throws {
    let encoder = AutoJSONEncoder()
    encoder.outputFormatting = .sortedKeys
    #expect(String(decoding: try encoder.encode(Both()), as: UTF8.self) == #"{"format":7,"note":null}"#)
    #expect(String(decoding: try encoder.encode(Nulls()), as: UTF8.self) == #"{"note":null}"#)
    for format in RuleFormat.all {
      #expect(try format.copy(Both()) == Both() && format.copy(Nulls()) == Nulls())
    }
  }

  class Row: AutoCoding, DefaultInitializable, Equatable {
    static func == (a: Row, b: Row) -> Bool { a.size == b.size }
    var type = "row"
    var size = 1
    class var typeRules: TypeRules {
      TypeRules(typeKey: "type", types: ["row": Row.self, "button": Button.self], omitsDefaults: true)
    }
    required init() {}
  }

  final class Button: Row {
    var label = ""
    required init() {
      super.init()
      type = "button"
    }
  }

  struct Page: AutoCoding { var rows: [Row] }

  @Test("a property that names the class is written")
  func tags() throws {
    let text = String(decoding: try AutoJSONEncoder().encode(Page(rows: [Row(), Button()])), as: UTF8.self)
    #expect(text == #"{"rows":[{"type":"row"},{"type":"button"}]}"#)
    for format in RuleFormat.all {
      #expect(
        try format.copy(Page(rows: [Row(), Button()])).rows.map { "\(Swift.type(of: $0))" } == ["Row", "Button"])
    }
  }

  final class Counted: AutoCoding, DefaultInitializable {
    private static let count = Locked(0)
    var id = Counted.count.withLock { count in
      count += 1
      return count
    }
    static let typeRules = TypeRules(omitsDefaults: true)
  }

  final class Locked: @unchecked Sendable {
    private let lock = NSLock()
    private var value: Int
    init(_ value: Int) { self.value = value }
    func withLock(_ body: (inout Int) -> Int) -> Int { lock.withLock { body(&value) } }
  }

  struct Team: AutoCoding {
    var members: [Row]
    var spare: [Row]?
    static let propertyRules: PropertyRules = [
      "members": .default([Row()]).omitsDefault, "spare": .default(nil).omitsDefault,
    ]
  }

  struct Slices: AutoCoding {
    var text: Substring
    var other: Substring?
    static let propertyRules: PropertyRules = [
      "text": .default("\u{e9}").omitsDefault, "other": .default("\u{e9}").omitsDefault,
    ]
  }

  struct Texts: AutoCoding {
    var text: String
    var other: String?
    var zero: Double?
    static let propertyRules: PropertyRules = [
      "text": .default("\u{e9}").omitsDefault, "other": .default("\u{e9}").omitsDefault,
      "zero": .default(0).omitsDefault,
    ]
  }

  struct Paint: Equatable, Sendable { var code: Int }

  enum PaintCode: PropertyTransformer {
    static func encode(_ paint: Paint) -> Int { paint.code }
    static func decode(_ code: Int) -> Paint { Paint(code: code) }
  }

  struct Car: AutoCoding, Equatable {
    var paint: Paint
    static let propertyRules: PropertyRules = [
      "paint": .default(Paint(code: 1)).omitsDefault.transformed(by: PaintCode.self)
    ]
  }

  @Test("values that a transformer codes are compared as they are")
  func transformed() throws {
    for (code, text) in [(1, "{}"), (2, #"{"paint":2}"#)] {
      let car = Car(paint: Paint(code: code))
      #expect(String(decoding: try AutoJSONEncoder().encode(car), as: UTF8.self) == text)
      for format in RuleFormat.all { #expect(try format.copy(car) == car) }
    }
  }

  @Test("objects have identities, so only collections without any are left out")
  func objects() throws {
    let row = Row()
    #expect(try writtenKeys(Team(members: [row], spare: nil)).allSatisfy { $0 == ["members"] })
    #expect(try writtenKeys(Team(members: [], spare: [])).allSatisfy { $0 == ["members", "spare"] })
  }

  @Test("defaults that differ each time, and values that equal them and are others, are written")
  func exactness() throws {
    for _ in 0..<4 {
      let counted = Counted()
      #expect(try AutoJSONDecoder().decode(Counted.self, from: AutoJSONEncoder().encode(counted)).id == counted.id)
    }
    let texts = Texts(text: "e\u{301}", other: "e\u{301}", zero: -0.0)
    let copy = try AutoJSONDecoder().decode(Texts.self, from: AutoJSONEncoder().encode(texts))
    #expect(copy.text.utf8.count == 3 && copy.other?.utf8.count == 3 && copy.zero?.sign == .minus)
    let slices = Slices(text: "e\u{301}", other: "e\u{301}")
    let slicesCopy = try AutoJSONDecoder().decode(Slices.self, from: AutoJSONEncoder().encode(slices))
    #expect(slicesCopy.text.utf8.count == 3 && slicesCopy.other?.utf8.count == 3)
    let plain = Texts(text: "\u{e9}", other: "\u{e9}", zero: 0)
    #expect(String(decoding: try AutoJSONEncoder().encode(plain), as: UTF8.self) == "{}")
  }
}

/// Rules that cannot be followed.
extension OmittedDefaultTests {
  struct NoDefault: AutoCoding {
    var size: Int
    static let propertyRules: PropertyRules = ["size": .omitsDefault]
  }
  struct Incomparable: AutoCoding {
    var part: Tagged<Int>
    static let propertyRules: PropertyRules = ["part": .default(Tagged(value: 1)).omitsDefault]
  }
  final class Node: AutoCoding, DefaultInitializable, Equatable {
    var next: Node?
    static let propertyRules: PropertyRules = ["next": .omitsDefault]
    static func == (a: Node, b: Node) -> Bool { a === b }
  }
  final class Lazy: AutoCoding, DefaultInitializable {
    lazy var size = 1
    static let propertyRules: PropertyRules = ["size": .omitsDefault]
  }
  struct Required: AutoCoding, DefaultInitializable {
    var size = 1
    static let propertyRules: PropertyRules = ["size": .omitsDefault.required]
  }
  struct WithNil: AutoCoding {
    var size: Int?
    static let propertyRules: PropertyRules = ["size": .omitsDefault.encodesNil]
  }
  struct Unwritten: AutoCoding, DefaultInitializable {
    var size = 1
    static let propertyRules: PropertyRules = ["size": .omitsDefault.decodedOnly]
  }
  enum Cases: AutoCoding {
    case one(Int)
    static let propertyRules: PropertyRules = ["one": .omitsDefault]
  }
  enum RuledCases: AutoCoding {
    case one(Int)
    static let typeRules = TypeRules(omitsDefaults: true)
  }

  static let refused: [(any AutoCoding.Type, String)] = [
    (NoDefault.self, "but neither a rule nor init() gives it one. Add a default to the rule, .omitsDefault.default(…)"),
    (
      Incomparable.self, "its values cannot be compared. Conform Tagged<Int> to Equatable (by a nonisolated conformance"
    ),
    (Node.self, "it refers to an object, which has an identity. Remove .omitsDefault."),
    (Lazy.self, "a lazy or unowned property has no default of that kind"),
    (Required.self, "requires its key"), (WithNil.self, "says that its nil is encoded"),
    (Unwritten.self, "says that it is decoded only"),
    (Cases.self, "It is said to leave out a default in propertyRules."),
    (RuledCases.self, "omitsDefaults: true in typeRules"),
  ]

  @Test("a rule that cannot be followed is refused", arguments: refused.indices)
  func refusals(index: Int) throws {
    let (type, text) = Self.refused[index]
    let error = #expect(throws: AutoCodingError.self) { try TypeMap(reflecting: type) }
    #expect(error?.description.contains(text) ?? false, "\(error?.description ?? "no error")")
  }
}
