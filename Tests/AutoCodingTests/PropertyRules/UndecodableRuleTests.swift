import AutoCoding
import Foundation
import TestSupport
import Testing

enum KeptDefaults {
  /// Properties that keep their defaults.
  struct Card: AutoCoding, Equatable {
    var first: Int
    var int: Int
    var text: String
    var double: Double
    var color: GivenUp.Color
    var shape: GivenUp.Shape
    var image: GivenUp.Image
    var images: [GivenUp.Image]
    var table: [String: Int]
    var url: URL?
    var doubled: Int
    var former: Int
    var nested: Int
    var last: Int

    static var propertyRules: PropertyRules {
      [
        "int": .default(7).defaultForUndecodable, "text": .defaultForUndecodable.default("none"),
        "double": .default(0.5).defaultForUndecodable, "color": .default(GivenUp.Color.green).defaultForUndecodable,
        "shape": .default(GivenUp.Shape.point).defaultForUndecodable,
        "image": .default(GivenUp.Image(url: "", width: nil)).defaultForUndecodable,
        "images": .default([]).defaultForUndecodable, "table": .default([:]).defaultForUndecodable,
        "url": .default(URL(string: "a:b")).defaultForUndecodable,
        "doubled": .transformed(by: GivenUp.Doubled.self).default(4).defaultForUndecodable,
        "former": .formerly("older").default(3).defaultForUndecodable,
        "nested": .key("in.deep").default(2).defaultForUndecodable,
      ]
    }
  }

  /// The same without key paths and former keys, whose records are read at once.
  struct Flat: AutoCoding, Equatable {
    var first: Int
    var int: Int
    var image: GivenUp.Image
    var text: String
    var last: Int

    static var propertyRules: PropertyRules {
      [
        "int": .default(7).defaultForUndecodable, "text": .defaultForUndecodable.default("none"),
        "image": .default(GivenUp.Image(url: "", width: nil)).defaultForUndecodable,
      ]
    }
  }

  /// The defaults are those of `init()`.
  final class Settings: AutoCoding, DefaultInitializable {
    var first = 0
    var int = 7
    var text = "none"
    var image = GivenUp.Image(url: "", width: nil)
    var last = 0
    static var propertyRules: PropertyRules {
      ["int": .defaultForUndecodable, "text": .defaultForUndecodable, "image": .defaultForUndecodable]
    }
  }

  struct Hand: Decodable {
    var card: Card

    init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: GivenUp.Hand.CodingKeys.self)
      func value<Value: Decodable>(_ key: GivenUp.Hand.CodingKeys, _ standard: Value) -> Value {
        (try? container.decode(Value.self, forKey: key)) ?? standard
      }
      func url() -> URL? {
        guard container.contains(.url) else { return URL(string: "a:b") }
        if (try? container.decodeNil(forKey: .url)) == true { return nil }
        return (try? container.decode(URL.self, forKey: .url)) ?? URL(string: "a:b")
      }
      let outer = try? container.nestedContainer(keyedBy: GivenUp.Hand.OuterKeys.self, forKey: .outer)
      let older = value(.older, 3)
      card = Card(
        first: try container.decode(Int.self, forKey: .first), int: value(.int, 7), text: value(.text, "none"),
        double: value(.double, 0.5), color: value(.color, .green), shape: value(.shape, .point),
        image: value(.image, .init(url: "")), images: value(.images, []), table: value(.table, [:]), url: url(),
        doubled: (try? container.decode(Int.self, forKey: .doubled)).map { $0 / 2 } ?? 4,
        former: container.contains(.former) ? value(.former, 3) : older,
        nested: (try? outer?.decode(Int.self, forKey: .deep)) ?? 2,
        last: try container.decode(Int.self, forKey: .last))
    }

    var flat: Flat { Flat(first: card.first, int: card.int, image: card.image, text: card.text, last: card.last) }
  }

  struct Mistaken: AutoCoding {
    var none: Int
    var both: Int?
    var written: Int?
    var number: Int?
    var wrapped: Data?
    var needed: Int
    static var propertyRules: PropertyRules {
      [
        "none": .defaultForUndecodable, "both": .default(1).defaultForUndecodable.nilForUndecodable,
        "written": .encodedOnly.skipsUndecodableElements, "number": .skipsUndecodableElements,
        "wrapped": .skipsUndecodableElements, "needed": .required.defaultForUndecodable,
      ]
    }
  }
}

/// Properties that keep their default, if their value does not fit.
struct DefaultForUndecodableTests {
  private static let keys = GivenUp.keys.filter { $0 != "other" }

  @Test("as try? and ?? by hand, in any order of keys")
  func tried() throws {
    for document in TestEffort.part(of: GivenUp.documents(Self.keys), every: 7) {
      let text = String(decoding: document, as: UTF8.self)
      let expected = try JSONDecoder().decode(KeptDefaults.Hand.self, from: document).card
      #expect(try AutoJSONDecoder().decode(KeptDefaults.Card.self, from: document) == expected, "\(text)")
      #expect(try JSONDecoder().decode(KeptDefaults.Card.self, from: document) == expected, "JSONDecoder: \(text)")
      #expect(
        try TestCoder.jsonContainers.decode(KeptDefaults.Card.self, from: .data(document)) == expected,
        "containers: \(text)")
    }
  }

  @Test("in records that are read at once, in arrays of them, and in other formats")
  func records() throws {
    for document in TestEffort.part(of: GivenUp.documents(["int", "image", "text"]), every: 2) {
      let text = String(decoding: document, as: UTF8.self)
      let expected = try JSONDecoder().decode(KeptDefaults.Hand.self, from: document).flat
      let array = Data("[\(text),\(text)]".utf8)
      #expect(try AutoJSONDecoder().decode(KeptDefaults.Flat.self, from: document) == expected, "\(text)")
      #expect(try AutoJSONDecoder().decode([KeptDefaults.Flat].self, from: array) == [expected, expected], "\(text)")
      #expect(try JSONDecoder().decode([KeptDefaults.Flat].self, from: array) == [expected, expected], "\(text)")
      for settings in [
        try AutoJSONDecoder().decode(KeptDefaults.Settings.self, from: document),
        try JSONDecoder().decode(KeptDefaults.Settings.self, from: document),
      ] {
        #expect(
          settings.int == expected.int && settings.text == expected.text && settings.image == expected.image
            && settings.first == 1 && settings.last == 2, "\(text)")
      }
      guard let object = try? JSONSerialization.jsonObject(with: document) as? [String: Any] else { continue }
      #expect(try DictionaryDecoder().decode(KeptDefaults.Flat.self, from: object) == expected, "dictionary: \(text)")
      guard !text.contains("null"), !text.contains("1e400"), !text.contains("9999999999") else { continue }
      for format in [PropertyListSerialization.PropertyListFormat.binary, .xml] {
        let list = try PropertyListSerialization.data(fromPropertyList: object, format: format, options: 0)
        let byHand = try PropertyListDecoder().decode(KeptDefaults.Hand.self, from: list).flat
        #expect(try AutoPropertyListDecoder().decode(KeptDefaults.Flat.self, from: list) == byHand, "list: \(text)")
        #expect(try PropertyListDecoder().decode(KeptDefaults.Flat.self, from: list) == byHand, "Foundation: \(text)")
      }
    }
  }

  @Test("what was given up is reported")
  func issues() throws {
    let text = #"{"first":1,"int":"x","image":{"url":5},"last":2}"#
    var issues: [AutoJSONDecoder.Issue] = []
    let card = try AutoJSONDecoder().decode(KeptDefaults.Flat.self, from: Data(text.utf8), reporting: &issues)
    #expect(card == .init(first: 1, int: 7, image: .init(url: "", width: nil), text: "none", last: 2))
    #expect(issues.map(\.kind) == [.defaultForUndecodable, .defaultForUndecodable])
    #expect(issues.map { $0.codingPath.map(\.stringValue) } == [["int"], ["image"]])
  }

  private struct Elements: AutoCoding, Equatable {
    var name: String
    var table: [String: Int]
    var image: GivenUp.Image
    static var propertyRules: PropertyRules {
      [
        "name": .key("list.0.name").default("x").defaultForUndecodable.decodedOnly,
        "table": .default([:]).defaultForUndecodable,
        "image": .default(GivenUp.Image(url: "d")).defaultForUndecodable,
      ]
    }
  }

  @Test(
    "null in place of the object around it", arguments: [TestCoder.json, .foundationJSON, .jsonContainers, .dictionary])
  func nullAround(coder: TestCoder) throws {
    for text in [#"{"list":[null]}"#, #"{"list":[{"name":null}]}"#, #"{"list":null}"#, #"{"list":[]}"#, "{}"] {
      #expect(try coder.decode(Elements.self, fromJSON: text).name == "x", "\(text)")
    }
  }

  @Test("an update leaves the property as it is")
  func update() throws {
    for isCustom in [false, true] {
      let decoder = AutoJSONDecoder()
      if isCustom { decoder.keyDecodingStrategy = .custom { $0[$0.count - 1] } }
      for updates in [CollectionUpdateStrategy.replace, .merge] where !isCustom || updates == .replace {
        decoder.collectionUpdates = updates
        var value = Elements(name: "n", table: ["a": 1], image: .init(url: "u", width: 2))
        try decoder.update(&value, from: #"{"table":5,"image":[],"list":[{"name":7}]}"#)
        #expect(value == Elements(name: "n", table: ["a": 1], image: .init(url: "u", width: 2)))
      }
    }
  }

  @Test("a value of an archive remains an error")
  func archives() throws {
    struct Other: AutoCoding {
      var first = 1
      var int = "x"
      var last = 2
      static let formerTypeNames = ["KeptDefaults"]
    }
    let data = try KeyedArchiveEncoder().encode(Other())
    #expect(throws: DecodingError.self) { try KeyedArchiveDecoder().decode(KeptDefaults.Flat.self, from: data) }
  }

  @Test("malformed text, own errors and equal keys are as without the rule")
  func errors() throws {
    for text in [#"{"first":1,"int":tru,"last":2}"#, #"{"first":1,"int":5"#, #"{"int":5,"last":2}"#] {
      #expect(throws: DecodingError.self) { try AutoJSONDecoder().decode(KeptDefaults.Flat.self, from: text) }
    }
    // The first of equal keys counts, whether it fits or not.
    let equal = #"{"first":1,"int":"x","int":5,"text":"a","text":4,"last":2}"#
    let card = try AutoJSONDecoder().decode(KeptDefaults.Flat.self, from: equal)
    #expect(card.int == 7 && card.text == "a")
  }

  @Test("rules that cannot hold are refused")
  func mistakes() {
    let error = #expect(throws: AutoCodingError.self) { try TypeMap(reflecting: KeptDefaults.Mistaken.self) }
    let text = error.map { "\($0)" } ?? ""
    for part in [
      "Mistaken.none: Int: propertyRules says that it keeps its default for what cannot be decoded, but neither a rule nor init() gives it one.",
      "says that it is nil for what cannot be decoded",
      "says that it is encoded only, and says that it leaves out elements that cannot be decoded",
      "Mistaken.number: Optional<Int>: propertyRules says that it leaves out elements that cannot be decoded, but it is no array",
      "Mistaken.wrapped: Optional<Data>", "Mistaken.needed",
    ] { #expect(text.contains(part), "\(part) in \(text)") }
    enum Cases: AutoCoding {
      case a(Int)
      static let propertyRules: PropertyRules = ["a": .skipsUndecodableElements]
    }
    #expect(throws: AutoCodingError.self) { try TypeMap(reflecting: Cases.self) }
  }
}

enum LeftOut {
  /// A key of a dictionary that is no text.
  enum Side: Int, Codable, Hashable { case left, right }

  struct Model: AutoCoding, Equatable {
    var first: Int
    var numbers: [Int]
    var images: [GivenUp.Image]
    var maybe: [Int?]?
    var set: Set<String>
    var table: [String: GivenUp.Image]
    var counts: [String: Int?]
    var byNumber: [Int: Bool]
    var bySide: [Double: Int]
    var plains: [GivenUp.Plain]
    var nested: [[Int]]
    var doubled: [Int]
    var slice: ContiguousArray<GivenUp.Color>
    var last: Int

    static var propertyRules: PropertyRules {
      [
        "numbers": .skipsUndecodableElements, "images": .skipsUndecodableElements,
        "maybe": .skipsUndecodableElements.nilForUndecodable, "set": .skipsUndecodableElements,
        "table": .skipsUndecodableElements, "counts": .skipsUndecodableElements, "byNumber": .skipsUndecodableElements,
        "bySide": .skipsUndecodableElements, "plains": .default([]).skipsUndecodableElements.defaultForUndecodable,
        "nested": .skipsUndecodableElements,
        "doubled": .skipsUndecodableElements.transformed(by: GivenUp.Doubled.self), "slice": .skipsUndecodableElements,
      ]
    }
  }

  /// A collection by hand.
  struct Lossy<Element: Decodable>: Decodable {
    var elements: [Element] = []
    struct Skipped: Decodable { init(from decoder: any Decoder) {} }

    init(from decoder: any Decoder) throws {
      var container = try decoder.unkeyedContainer()
      while !container.isAtEnd {
        if Element.self is any ExpressibleByNilLiteral.Type, try container.decodeNil() {
          try elements.append(NullDecoder.value())
        } else if let element = try? container.decode(Element.self) {
          elements.append(element)
        } else if try !container.decodeNil() {
          _ = try container.decode(Skipped.self)
        }
      }
    }

    private enum NullDecoder {
      static func value() throws -> Element { try JSONDecoder().decode(Element.self, from: Data("null".utf8)) }
    }
  }

  static let elements = [
    "1", "-7", "true", "null", #""red""#, #""x""#, "[]", "[2]", #"[2,"x"]"#, "{}", #"{"x":1}"#, #"{"x":"y"}"#,
    #"{"url":"u"}"#, #"{"url":"u","width":"w"}"#, #"{"url":null}"#, "1.5", "99999999999999999999",
  ]
}

/// Collections whose elements are left out if they do not fit.
struct SkippedElementRuleTests {
  private static func document(_ values: [String: String]) -> Data {
    var members = [
      "first": "1", "numbers": "[]", "images": "[]", "set": "[]", "table": "{}", "counts": "{}", "byNumber": "{}",
      "bySide": "[]", "plains": "[]", "nested": "[]", "doubled": "[]", "slice": "[]", "last": "2",
    ]
    members.merge(values) { $1 }
    return Data("{\(members.map { #""\#($0)":\#($1)"# }.joined(separator: ","))}".utf8)
  }

  private static let empty = LeftOut.Model(
    first: 1, numbers: [], images: [], maybe: nil, set: [], table: [:], counts: [:], byNumber: [:], bySide: [:],
    plains: [], nested: [], doubled: [], slice: [], last: 2)

  private func expect(_ expected: LeftOut.Model, _ values: [String: String]) throws {
    let data = Self.document(values)
    let text = String(decoding: data, as: UTF8.self)
    for coder in TestCoder.jsonLike where !coder.rawValue.hasPrefix("dictionary") || !text.contains("99999999999999") {
      #expect(try coder.decode(LeftOut.Model.self, fromJSON: text) == expected, "\(coder): \(text)")
    }
    #expect(try AutoJSONDecoder().decode([LeftOut.Model].self, from: "[\(text)]") == [expected])
    guard !text.contains("null"), let object = try? JSONSerialization.jsonObject(with: data) else { return }
    for format in [PropertyListSerialization.PropertyListFormat.binary, .xml] {
      let list = try PropertyListSerialization.data(fromPropertyList: object, format: format, options: 0)
      #expect(try AutoPropertyListDecoder().decode(LeftOut.Model.self, from: list) == expected, "list: \(text)")
      #expect(try PropertyListDecoder().decode(LeftOut.Model.self, from: list) == expected, "Foundation: \(text)")
    }
  }

  @Test("as code by hand skips them", arguments: 0..<12)
  func arrays(seed: Int) throws {
    let elements = LeftOut.elements.indices.map { LeftOut.elements[($0 * 5 + seed * 7) % LeftOut.elements.count] }
      .prefix(3 + seed)
    let text = "[\(elements.joined(separator: ","))]"
    func lossy<Element: Decodable>(_: Element.Type) throws -> [Element] {
      try JSONDecoder().decode(LeftOut.Lossy<Element>.self, from: Data(text.utf8)).elements
    }
    var expected = Self.empty
    expected.numbers = try lossy(Int.self)
    try expect(expected, ["numbers": text])
    expected = Self.empty
    expected.images = try lossy(GivenUp.Image.self)
    expected.plains = try lossy(GivenUp.Plain.self)
    try expect(expected, ["images": text, "plains": text])
    expected = Self.empty
    expected.maybe = try lossy(Int?.self)
    expected.nested = try lossy([Int].self)
    try expect(expected, ["maybe": text, "nested": text])
    expected = Self.empty
    expected.set = Set(try lossy(String.self))
    expected.slice = ContiguousArray(try lossy(GivenUp.Color.self))
    expected.doubled = try lossy(Int.self).map { $0 / 2 }
    try expect(expected, ["set": text, "slice": text, "doubled": text])
  }

  @Test("entries of dictionaries")
  func dictionaries() throws {
    var expected = Self.empty
    expected.table = ["a": .init(url: "u"), "d": .init(url: "v", width: 1)]
    expected.counts = ["a": 1, "b": nil]
    expected.byNumber = [1: true, 2: false]
    expected.bySide = [0.5: 1, 3: 4]
    try expect(
      expected,
      [
        "table": #"{"a":{"url":"u"},"b":{"url":5},"c":null,"d":{"url":"v","width":1},"e":[]}"#,
        "counts": #"{"a":1,"b":null,"c":"x"}"#, "byNumber": #"{"1":true,"2":false,"3":7}"#,
        "bySide": #"[0.5,1,"x",2,1,"y",3,4]"#,
      ])
    #expect(throws: DecodingError.self) {
      try AutoJSONDecoder().decode(LeftOut.Model.self, from: Self.document(["byNumber": #"{"x":true}"#]))
    }
  }

  private struct Nulls: AutoCoding, Equatable {
    var any: [JSONValue]
    var table: [String: JSONValue]
    var byNumber: [Int: JSONValue]
    var dates: [Date]
    static var propertyRules: PropertyRules {
      [
        "any": .skipsUndecodableElements, "table": .skipsUndecodableElements, "byNumber": .skipsUndecodableElements,
        "dates": .skipsUndecodableElements,
      ]
    }
  }

  @Test("null is left out only if it does not fit, and strategies hold")
  func nulls() throws {
    let text = """
      {"any":[1,null,2],"table":{"a":null,"b":true},"byNumber":{"1":null},
       "dates":["1970-01-01T00:00:00Z",null,"x",5,"1970-01-01T00:00:01Z"]}
      """
    let expected = Nulls(
      any: [1, .null, 2], table: ["a": .null, "b": true], byNumber: [1: .null],
      dates: [Date(timeIntervalSince1970: 0), Date(timeIntervalSince1970: 1)])
    let (ours, custom, foundation) = (AutoJSONDecoder(), AutoJSONDecoder(), JSONDecoder())
    custom.keyDecodingStrategy = .custom { $0[$0.count - 1] }
    (ours.dateDecodingStrategy, custom.dateDecodingStrategy, foundation.dateDecodingStrategy) = (
      .iso8601, .iso8601, .iso8601
    )
    #expect(try ours.decode(Nulls.self, from: text) == expected)
    #expect(try custom.decode(Nulls.self, from: text) == expected)
    #expect(try foundation.decode(Nulls.self, from: Data(text.utf8)) == expected)
  }

  @Test("a value that is no collection is an error, or what another rule says")
  func noCollection() throws {
    try expect(Self.empty, ["maybe": "5", "plains": #"{"x":1}"#])
    for coder in [TestCoder.json, .foundationJSON, .jsonContainers, .dictionary] {
      for value in ["5", "{}", "null"] {
        let text = String(decoding: Self.document(["numbers": value]), as: UTF8.self)
        #expect(throws: DecodingError.self) { try coder.decode(LeftOut.Model.self, fromJSON: text) }
      }
    }
  }

  @Test("what was left out is reported")
  func issues() throws {
    var issues: [AutoJSONDecoder.Issue] = []
    let data = Self.document(["numbers": #"[1,"x",2]"#, "table": #"{"a":5}"#])
    let model = try AutoJSONDecoder().decode(LeftOut.Model.self, from: data, reporting: &issues)
    #expect(model.numbers == [1, 2])
    #expect(issues.map(\.kind) == [.skippedElement, .skippedElement])
    #expect(
      Set(issues.map { $0.codingPath.map(\.stringValue).joined(separator: ".") }) == ["numbers.Index 1", "table.a"])
  }

  @Test("updates skip them, too")
  func update() throws {
    var model = Self.empty
    model.images = [.init(url: "old")]
    let decoder = AutoJSONDecoder()
    try decoder.update(&model, from: Data(#"{"images":[{"width":"x"},{"url":"new"}],"numbers":["x",3]}"#.utf8))
    #expect(model.images == [.init(url: "new")] && model.numbers == [3])
  }

  @Test("values are written as without the rule", arguments: TestCoder.allCases)
  func encoding(coder: TestCoder) throws {
    var model = Self.empty
    model.numbers = [1, 2]
    model.table = ["a": .init(url: "u")]
    model.set = ["a"]
    model.byNumber = [4: true]
    #expect(try coder.roundTrip(model) == model)
  }

  private final class Counted: AutoCoding {
    nonisolated(unsafe) static var living = 0
    var text: String
    var number: Int
    init(_ text: String, _ number: Int) {
      (self.text, self.number) = (text, number)
      Self.living += 1
    }
    func didDecode() { Self.living += 1 }
    deinit { Self.living -= 1 }
  }

  private struct Owner: AutoCoding {
    var many: [Counted]
    var named: [String: Counted]
    var one: Counted
    static var propertyRules: PropertyRules {
      [
        "many": .skipsUndecodableElements, "named": .skipsUndecodableElements,
        "one": .default(Counted("default", 0)).defaultForUndecodable,
      ]
    }
  }

  @Test("objects that were made are destroyed")
  func lifetimes() throws {
    let before = Counted.living
    do {
      let text = """
        {"many": [{"text": "long enough to be on the heap", "number": 1}, {"text": "long enough to be on the heap"},
         {"text": "a", "number": "b"}], "named": {"a": {"text": "long enough to be on the heap", "number": []}},
         "one": {"text": "long enough to be on the heap", "number": {}}}
        """
      for coder in [TestCoder.json, .foundationJSON, .jsonContainers, .dictionary] {
        let owner = try coder.decode(Owner.self, fromJSON: text)
        #expect(owner.many.map(\.number) == [1] && owner.named.isEmpty && owner.one.text == "default")
      }
    }
    // An object that never had all its properties is not deinitialized either.
    #expect(Counted.living == before)
  }
}
