import AutoCoding
import Foundation
import TestSupport
import Testing

enum GivenUp {
  enum Color: String, AutoCoding { case red, green }

  enum Shape: AutoCoding, Equatable {
    case circle(Double)
    case point
  }

  struct Image: AutoCoding, Equatable {
    var url: String
    var width: Int?
  }

  struct Plain: Codable, Equatable { var x: Int }

  enum Doubled: PropertyTransformer {
    static func encode(_ value: Int) -> Int { value * 2 }
    static func decode(_ stored: Int) throws -> Int { stored / 2 }
  }

  struct Card: AutoCoding, Equatable {
    var first: Int
    var bool: Bool?
    var int: Int?
    var small: Int8?
    var double: Double?
    var text: String?
    var date: Date?
    var url: URL?
    var id: UUID?
    var decimal: Decimal?
    var data: Data?
    var color: Color?
    var shape: Shape?
    var image: Image?
    var images: [Image]?
    var numbers: [Int]?
    var table: [String: Int]?
    var set: Set<Int>?
    var plain: Plain?
    var plains: [Plain]?
    var point: CGPoint?
    var doubled: Int?
    var former: Int?
    var nested: Int?
    var last: Int

    static var propertyRules: PropertyRules {
      [
        "bool": .nilForUndecodable, "int": .nilForUndecodable, "small": .nilForUndecodable,
        "double": .nilForUndecodable, "text": .nilForUndecodable, "date": .nilForUndecodable,
        "url": .nilForUndecodable, "id": .nilForUndecodable, "decimal": .nilForUndecodable,
        "data": .nilForUndecodable, "color": .nilForUndecodable, "shape": .nilForUndecodable,
        "image": .nilForUndecodable, "images": .nilForUndecodable, "numbers": .nilForUndecodable,
        "table": .nilForUndecodable, "set": .nilForUndecodable, "plain": .nilForUndecodable,
        "plains": .nilForUndecodable, "point": .nilForUndecodable,
        "doubled": .transformed(by: Doubled.self).nilForUndecodable,
        "former": .formerly("older").nilForUndecodable, "nested": .key("in.deep").nilForUndecodable,
      ]
    }
  }

  /// The same without a key path, whose records are read at once.
  struct Flat: AutoCoding, Equatable {
    var first: Int
    var int: Int?
    var image: Image?
    var numbers: [Int]?
    var last: Int
    static let formerTypeNames = ["AutoCodingTests.GivenUp.Wrong"]

    static var propertyRules: PropertyRules {
      ["int": .nilForUndecodable, "image": .nilForUndecodable, "numbers": .nilForUndecodable]
    }
  }

  struct Wrong: AutoCoding {
    var first = 1
    var int = "x"
    var last = 2
  }

  /// ``Card`` and ``Flat``, by hand.
  struct Hand: Decodable {
    var first: Int, bool: Bool?, int: Int?, small: Int8?, double: Double?, text: String?, date: Date?, url: URL?
    var id: UUID?, decimal: Decimal?, data: Data?, color: Color?, shape: Shape?, image: Image?, images: [Image]?
    var numbers: [Int]?, table: [String: Int]?, set: Set<Int>?, plain: Plain?, plains: [Plain]?, point: CGPoint?
    var doubled: Int?, former: Int?, nested: Int?, last: Int

    enum CodingKeys: String, CodingKey, CaseIterable {
      case first, bool, int, small, double, text, date, url, id, decimal, data, color, shape, image, images, numbers
      case table, set, plain, plains, point, doubled, former, older, outer = "in", last
    }

    enum OuterKeys: CodingKey { case deep }

    init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: CodingKeys.self)
      first = try container.decode(Int.self, forKey: .first)
      bool = try? container.decode(Bool.self, forKey: .bool)
      int = try? container.decode(Int.self, forKey: .int)
      small = try? container.decode(Int8.self, forKey: .small)
      double = try? container.decode(Double.self, forKey: .double)
      text = try? container.decode(String.self, forKey: .text)
      date = try? container.decode(Date.self, forKey: .date)
      url = try? container.decode(URL.self, forKey: .url)
      id = try? container.decode(UUID.self, forKey: .id)
      decimal = try? container.decode(Decimal.self, forKey: .decimal)
      data = try? container.decode(Data.self, forKey: .data)
      color = try? container.decode(Color.self, forKey: .color)
      shape = try? container.decode(Shape.self, forKey: .shape)
      image = try? container.decode(Image.self, forKey: .image)
      images = try? container.decode([Image].self, forKey: .images)
      numbers = try? container.decode([Int].self, forKey: .numbers)
      table = try? container.decode([String: Int].self, forKey: .table)
      set = try? container.decode(Set<Int>.self, forKey: .set)
      plain = try? container.decode(Plain.self, forKey: .plain)
      plains = try? container.decode([Plain].self, forKey: .plains)
      point = try? container.decode(CGPoint.self, forKey: .point)
      doubled = (try? container.decode(Int.self, forKey: .doubled)).map { $0 / 2 }
      former = try? container.decode(Int.self, forKey: container.contains(.former) ? .former : .older)
      let outer = try? container.nestedContainer(keyedBy: OuterKeys.self, forKey: .outer)
      nested = try? outer?.decode(Int.self, forKey: .deep)
      last = try container.decode(Int.self, forKey: .last)
    }

    var card: Card {
      Card(
        first: first, bool: bool, int: int, small: small, double: double, text: text, date: date, url: url, id: id,
        decimal: decimal, data: data, color: color, shape: shape, image: image, images: images, numbers: numbers,
        table: table, set: set, plain: plain, plains: plains, point: point, doubled: doubled, former: former,
        nested: nested, last: last)
    }

    var flat: Flat { Flat(first: first, int: int, image: image, numbers: numbers, last: last) }
  }

  /// Values of every kind, right for some properties and wrong for the others.
  static let values = [
    "null", "true", "0", "7", "-1", "300", "1.5", "1e400", "99999999999999999999", #""""#, #""red""#, #""blue""#,
    #""a\/b""#, #""AAEC""#, #""8F9A2A0A-9F6B-4C0B-8D0C-2F0E3A3B0D11""#, "[]", "[1]", "[1,2]", #"["x"]"#, "[1,{}]",
    "{}", #"{"x":1}"#, #"{"x":"y"}"#, #"{"url":"u"}"#, #"{"url":"u","width":"w"}"#, #"{"url":"u","width":3}"#,
    #"[{"url":"u"},{"url":2}]"#, #"[{"x":1}]"#, #"{"circle":{"_0":2}}"#, #"{"circle":{"_0":"r"}}"#,
    #"{"circle":{}}"#, #"{"point":{}}"#, #"{"square":{}}"#, #"{"deep":5}"#, #"{"deep":[]}"#, #"{"deep":null}"#,
  ]

  static let keys = Hand.CodingKeys.allCases.map(\.stringValue).filter { $0 != "first" && $0 != "last" }

  /// A document for each key and value, with keys before and after it.
  static func documents(_ keys: [String]) -> [Data] {
    keys.flatMap { key in
      values.flatMap { value in
        // A key path that leads through something else is an error.
        key == "in" && !value.hasPrefix("{")
          ? []
          : [
            #"{"first":1,"\#(key)":\#(value),"last":2}"#, #"{ "last" : 2, "\#(key)" : \#(value) , "first" : 1 }"#,
            #"{"\#(key)":\#(value),"unknown":[{}],"other":5,"first":1,"last":2}"#,
          ]
      }
    }.map { Data($0.utf8) }
  }

  struct Mistaken: AutoCoding {
    var number = 1
    var written: Int?
    var image: Image?
    static var propertyRules: PropertyRules {
      [
        "number": .nilForUndecodable, "written": .nilForUndecodable.encodedOnly, "image": .flattened.nilForUndecodable,
      ]
    }
  }

  /// A model whose own code rejects values.
  struct Strict: AutoCoding, Equatable {
    var count: Int
    struct Rejection: Error {}
    func didDecode() throws { if count < 0 { throw Rejection() } }
  }

  struct Holder: AutoCoding {
    var strict: Strict?
    var deep: [JSONValue]?
    static var propertyRules: PropertyRules { ["strict": .nilForUndecodable, "deep": .nilForUndecodable] }
  }

  final class Lazy: AutoCoding, DefaultInitializable {
    lazy var number: Int? = 5
    static var propertyRules: PropertyRules { ["number": .nilForUndecodable] }
  }

  final class Counted: AutoCoding, DefaultInitializable {
    nonisolated(unsafe) static var living = 0
    var number = 0
    var image: Image?
    init() { Self.living += 1 }
    deinit { Self.living -= 1 }
  }

  struct Elements: AutoCoding, Equatable {
    var first: Int?
    var second: Int?
    var third: [Int]?
    static var propertyRules: PropertyRules {
      [
        "first": .key("list.0").decodedOnly.nilForUndecodable, "second": .key("list.1").decodedOnly,
        "third": .key("list.2").decodedOnly.nilForUndecodable,
      ]
    }
  }

  enum Answer: AutoCoding {
    case yes(Int)
    case no(Int)
    case none(Int)
    static var propertyRules: PropertyRules { ["yes": .required, "no": .encodesNil, "none": .nilForUndecodable] }
  }

  struct Owner: AutoCoding {
    var one: Counted?
    var many: [Counted]?
    static var propertyRules: PropertyRules { ["one": .nilForUndecodable, "many": .nilForUndecodable] }
  }
}

/// Properties that are nil if their value does not fit.
struct NilForUndecodableTests {
  @Test("as try? by hand, in any order of keys")
  func tried() throws {
    let plain = JSONDecoder()
    let ours = AutoJSONDecoder()
    let lenient = AutoJSONDecoder()
    lenient.leniency = [.nilForUndecodable, .defaultsForUndecodable]
    for document in TestEffort.part(of: GivenUp.documents(GivenUp.keys), every: 7) {
      let text = String(decoding: document, as: UTF8.self)
      let expected = try plain.decode(GivenUp.Hand.self, from: document)
      #expect(try ours.decode(GivenUp.Card.self, from: document) == expected.card, "\(text)")
      #expect(try plain.decode(GivenUp.Card.self, from: document) == expected.card, "JSONDecoder: \(text)")
      // A lenient decoder keeps the image without its width.
      if text.contains(#""width":"w""#) { continue }
      #expect(try lenient.decode(GivenUp.Card.self, from: document) == expected.card, "lenient: \(text)")
    }
  }

  @Test("in records that are read at once, in arrays of them, and in dictionaries")
  func records() throws {
    for document in TestEffort.part(of: GivenUp.documents(["int", "image", "numbers"]), every: 2) {
      let text = String(decoding: document, as: UTF8.self)
      let expected = try JSONDecoder().decode(GivenUp.Hand.self, from: document).flat
      let array = Data("[\(text),\(text)]".utf8)
      #expect(try AutoJSONDecoder().decode(GivenUp.Flat.self, from: document) == expected, "\(text)")
      #expect(try AutoJSONDecoder().decode([GivenUp.Flat].self, from: array) == [expected, expected], "\(text)")
      #expect(try JSONDecoder().decode([GivenUp.Flat].self, from: array) == [expected, expected], "\(text)")
      guard let object = try? JSONSerialization.jsonObject(with: document) as? [String: Any] else { continue }
      #expect(try DictionaryDecoder().decode(GivenUp.Flat.self, from: object) == expected, "dictionary: \(text)")
      guard !text.contains("null"), !text.contains("1e400"), !text.contains("9999999999") else { continue }
      for format in [PropertyListSerialization.PropertyListFormat.binary, .xml] {
        let list = try PropertyListSerialization.data(fromPropertyList: object, format: format, options: 0)
        let byHand = try PropertyListDecoder().decode(GivenUp.Hand.self, from: list).flat
        #expect(try AutoPropertyListDecoder().decode(GivenUp.Flat.self, from: list) == byHand, "list: \(text)")
        #expect(try PropertyListDecoder().decode(GivenUp.Flat.self, from: list) == byHand, "Foundation: \(text)")
      }
    }
  }

  @Test(
    "elements of an array that key paths lead to",
    arguments: [
      ("[1,2,[3]]", .init(first: 1, second: 2, third: [3])), (#"["x",2,[3]]"#, .init(second: 2, third: [3])),
      (#"[{},2,{"y":[]},4]"#, .init(second: 2)), ("[null,2]", .init(second: 2)), (#"[[5],2,["x"]]"#, .init(second: 2)),
    ] as [(String, GivenUp.Elements)])
  func elements(text: String, expected: GivenUp.Elements) throws {
    let data = Data(#"{"list":\#(text)}"#.utf8)
    #expect(try AutoJSONDecoder().decode(GivenUp.Elements.self, from: data) == expected)
    #expect(try JSONDecoder().decode(GivenUp.Elements.self, from: data) == expected)
    let object = try #require(try JSONSerialization.jsonObject(with: data) as? [String: Any])
    #expect(try DictionaryDecoder().decode(GivenUp.Elements.self, from: object) == expected)
  }

  @Test("cases have no such rules")
  func cases() {
    let error = #expect(throws: AutoCodingError.self) { try TypeMap(reflecting: GivenUp.Answer.self) }
    let text = error.map { "\($0)" } ?? ""
    for claim in ["required", "said to encode nil", "one that is nil for what cannot be decoded"] {
      #expect(text.contains("It is \(claim) in propertyRules."), "\(text)")
    }
  }

  @Test("what is given up is reported, with its place")
  func reported() throws {
    var issues: [AutoJSONDecoder.Issue] = []
    let text = #"{"first":1,"int":"x","image":{"url":[]},"numbers":null,"last":2}"#
    let flat = try AutoJSONDecoder().decode(GivenUp.Flat.self, from: Data(text.utf8), reporting: &issues)
    #expect(flat == .init(first: 1, int: nil, image: nil, numbers: nil, last: 2))
    #expect(issues.map(\.kind) == [.nilForUndecodable, .nilForUndecodable])
    #expect(issues.map { $0.codingPath.map(\.stringValue) } == [["int"], ["image"]])
    #expect(issues.map(\.offset) == [17, 29])
    guard case .typeMismatch(_, let context)? = issues.last?.error else {
      Issue.record("\(issues)")
      return
    }
    #expect(context.codingPath.map(\.stringValue) == ["image", "url"])
  }

  @Test("what fits is written as by any Optional", arguments: RuleFormat.all)
  func copies(format: RuleFormat) throws {
    let image = GivenUp.Image(url: "u", width: 2)
    var card = GivenUp.Card(first: 1, last: 2)
    #expect(try format.copy(card) == card)
    card = GivenUp.Card(
      first: 1, bool: true, int: 2, small: 3, double: 4.5, text: "t", date: Date(timeIntervalSince1970: 6),
      url: URL(string: "a:b"), id: UUID(), decimal: 7, data: Data([8]), color: .green, shape: .circle(9), image: image,
      images: [image], numbers: [10], table: ["k": 11], set: [12], plain: .init(x: 13), plains: [.init(x: 14)],
      point: CGPoint(x: 15, y: 16), doubled: 17, former: 18, nested: 19, last: 20)
    #expect(try format.copy(card) == card)
  }

  @Test("nil is left out, and what is there is written as without the rule")
  func bytes() throws {
    let flat = GivenUp.Flat(first: 1, int: 2, image: nil, numbers: [3], last: 4)
    let text = #"{"first":1,"int":2,"numbers":[3],"last":4}"#
    #expect(String(decoding: try AutoJSONEncoder().encode(flat), as: UTF8.self) == text)
  }

  @Test("an update makes nil what it would replace, and refuses what it would change in place")
  func updates() throws {
    let image = GivenUp.Image(url: "u", width: 1)
    var flat = GivenUp.Flat(first: 1, int: 2, image: image, numbers: [3], last: 4)
    try AutoJSONDecoder().update(&flat, from: Data(#"{"int":"x","numbers":{},"image":{"width":5}}"#.utf8))
    #expect(flat == .init(first: 1, int: nil, image: .init(url: "u", width: 5), numbers: nil, last: 4))
    let before = flat
    #expect(throws: DecodingError.self) {
      try AutoJSONDecoder().update(&flat, from: Data(#"{"image":{"url":2}}"#.utf8))
    }
    #expect(flat == before)
    flat.image = nil
    try AutoJSONDecoder().update(&flat, from: Data(#"{"image":{"url":2}}"#.utf8))
    #expect(flat.image == nil)
  }

  @Test("an archive of other types is an error: its data is the app's own")
  func archives() throws {
    let data = try KeyedArchiveEncoder().encode(GivenUp.Wrong())
    #expect(throws: DecodingError.self) { try KeyedArchiveDecoder().decode(GivenUp.Flat.self, from: data) }
  }

  @Test("limits and a type's own errors remain")
  func errors() throws {
    #expect(throws: (any Error).self) {
      try AutoJSONDecoder().decode(GivenUp.Holder.self, from: Data(#"{"strict":{"count":-1}}"#.utf8))
    }
    #expect(throws: (any Error).self) {
      try JSONDecoder().decode(GivenUp.Holder.self, from: Data(#"{"strict":{"count":-1}}"#.utf8))
    }
    let decoder = AutoJSONDecoder()
    decoder.limits.maximumDepth = 20
    let deep = #"{"deep":"# + String(repeating: "[", count: 40) + String(repeating: "]", count: 40) + "}"
    #expect(throws: (any Error).self) { try decoder.decode(GivenUp.Holder.self, from: Data(deep.utf8)) }
    #expect(throws: (any Error).self) { try decoder.decode(GivenUp.Holder.self, from: Data(#"{"strict":{"c"#.utf8)) }
    #expect(try decoder.decode(GivenUp.Holder.self, from: Data(#"{"strict":{}}"#.utf8)).strict == nil)
  }

  @Test("a lazy property is nil, and is not computed")
  func lazyProperties() throws {
    for (text, expected) in [(#"{"number":"x"}"#, nil), (#"{"number":3}"#, 3), ("{}", 5)] as [(String, Int?)] {
      #expect(try AutoJSONDecoder().decode(GivenUp.Lazy.self, from: Data(text.utf8)).number == expected, "\(text)")
      #expect(try JSONDecoder().decode(GivenUp.Lazy.self, from: Data(text.utf8)).number == expected, "\(text)")
    }
  }

  @Test("nothing leaks of a value that was begun")
  func lifetimes() throws {
    for text in [
      #"{"one":{"number":1,"image":{"url":2}}}"#, #"{"one":{"number":"x"}}"#,
      #"{"many":[{"number":1},{"number":2,"image":{}}]}"#, #"{"many":[{"number":1},3]}"#,
    ] {
      for _ in 0..<3 {
        let owner = try AutoJSONDecoder().decode(GivenUp.Owner.self, from: Data(text.utf8))
        #expect(owner.one == nil && owner.many == nil)
        _ = try JSONDecoder().decode(GivenUp.Owner.self, from: Data(text.utf8))
      }
    }
    #expect(GivenUp.Counted.living == 0)
  }

  @Test("rules that cannot be followed")
  func refused() {
    let error = #expect(throws: AutoCodingError.self) { try TypeMap(reflecting: GivenUp.Mistaken.self) }
    #expect(
      error?.problems.map { $0.description.replacing("AutoCodingTests.GivenUp.", with: "") }.sorted() == [
        "Mistaken.image: Optional<Image>: propertyRules flattens it, and says that it is nil for what cannot be decoded. Remove one of them.",
        "Mistaken.number: Int: propertyRules says that it is nil for what cannot be decoded, but only an Optional can be nil. Make the property Optional, or remove .nilForUndecodable.",
        "Mistaken.written: Optional<Int>: propertyRules says that it is nil for what cannot be decoded, and says that it is encoded only. Remove one of them.",
      ])
  }

  @Test("a map shows the rule")
  func printed() throws {
    let text = try TypeMap(reflecting: GivenUp.Flat.self).description
    #expect(text.components(separatedBy: "nil for what cannot be decoded").count == 4)
  }
}
