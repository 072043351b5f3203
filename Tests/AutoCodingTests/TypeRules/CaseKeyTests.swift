import AutoCoding
import Foundation
import Testing

private struct Square: AutoCoding, Equatable {
  var side = 1.0
  var note: String?
  @Transient var isChecked = false
  static var propertyRules: PropertyRules { ["isChecked": .default(false)] }
  mutating func didDecode() throws {
    if side < 0 { throw NegativeSide() }
    isChecked = true
  }
  static func == (a: Square, b: Square) -> Bool { a.side == b.side && a.note == b.note }
}

private struct NegativeSide: Error {}

/// The compiler's code.
private struct Plain: Codable, Equatable {
  var width = 1
  var height = 2
}

/// Asks for a keyed container only if it can.
private struct Own: Codable, Equatable {
  var text: String
  init(_ text: String) { self.text = text }
  init(from decoder: any Decoder) throws {
    text = try decoder.container(keyedBy: Key.self).decode(String.self, forKey: .own)
  }
  func encode(to encoder: any Encoder) throws {
    switch text {
    case "single":
      var container = encoder.singleValueContainer()
      try container.encode(text)
    case "array": _ = encoder.unkeyedContainer()
    case "nested":
      var container = encoder.unkeyedContainer()
      var nested = container.nestedContainer(keyedBy: Key.self)
      try? nested.encode(text, forKey: .own)
    default:
      var container = encoder.container(keyedBy: Key.self)
      try container.encode(text, forKey: .own)
    }
  }
  enum Key: CodingKey { case own }
}

/// A model that AutoCoding decodes, and that encodes itself.
private struct HalfOwn: AutoCoding, Equatable {
  var value = 1
  func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: Key.self)
    try container.encode(value + 1, forKey: .value)
  }
  enum Key: CodingKey { case value }
}

/// Values with own code, some of which encode the case key.
private enum TaggedEvent: AutoCoding, Equatable {
  case message(Message), reply(Message), optional(Maybe), number(Number), bag(Bag), nested(Nested), kind(Kinded)
  static let typeRules = TypeRules(caseKey: "type")

  struct Message: Codable, Equatable { var type: String, text: String }
  struct Maybe: Codable, Equatable { var type: String? }
  struct Number: Codable, Equatable { var type: Int }
  struct Kinded: Codable, Equatable {
    enum Kind: String, Codable { case kind, other }
    var type: Kind, text: String
  }
  struct Bag: Codable, Equatable {
    var entries: [String: String]
    init(entries: [String: String]) { self.entries = entries }
    init(from decoder: any Decoder) throws { entries = try [String: String](from: decoder) }
    func encode(to encoder: any Encoder) throws { try entries.encode(to: encoder) }
  }
  struct Nested: Codable, Equatable {
    enum CodingKeys: CodingKey { case type }
    init() {}
    init(from decoder: any Decoder) throws {}
    func encode(to encoder: any Encoder) throws {
      var container = encoder.container(keyedBy: CodingKeys.self)
      var nested = container.nestedUnkeyedContainer(forKey: .type)
      try nested.encode(1)
    }
  }
}

private indirect enum Shape: AutoCoding, Equatable {
  case circle(radius: Double, name: String?)
  case square(Square)
  case plain(Plain)
  case own(Own)
  case half(HalfOwn)
  case group(first: Shape, rest: [Shape])
  case empty
  case nothing(Void)
  static let typeRules = TypeRules(caseKey: "type")

  static func == (a: Shape, b: Shape) -> Bool {
    switch (a, b) {
    case (.circle(let a, let c), .circle(let b, let d)): a == b && c == d
    case (.square(let a), .square(let b)): a == b
    case (.plain(let a), .plain(let b)): a == b
    case (.own(let a), .own(let b)): a == b
    case (.half(let a), .half(let b)): a == b
    case (.group(let a, let c), .group(let b, let d)): a == b && c == d
    case (.empty, .empty), (.nothing, .nothing): true
    default: false
    }
  }
}

private enum Content: AutoCoding, Equatable {
  case text(String)
  case square(Square)
  case pair(Int, String)
  case point(x: Int, y: Int?)
  case only(value: Int)
  case list([Int])
  case maybe(Int?)
  case empty
  static let typeRules = TypeRules(caseKey: "kind", contentKey: "value")
}

private enum Tolerant: AutoCoding, Equatable {
  case only(value: Int)
  case empty
  static let typeRules = TypeRules(caseKey: "kind", contentKey: "value", unknownCase: "empty")
}

private enum Sparse: AutoCoding, Equatable {
  case point(x: Int?, y: Int?)
  case pair(Int?, Int?)
  case one(Int?)
  case none
  static let typeRules = TypeRules(caseKey: "kind", contentKey: "value")
}

private struct Holder: AutoCoding, Equatable {
  var shapes: [Shape]
  var contents: [String: Content]
  var shape: Shape?

  static var full: Holder {
    Holder(
      shapes: [
        .circle(radius: 2, name: nil), .circle(radius: 3, name: "c"), .square(Square(side: 4)), .plain(Plain(width: 5)),
        .own(Own("o")), .group(first: .square(Square(side: 6)), rest: [.empty, .group(first: .empty, rest: [])]),
        .empty,
        .nothing(()),
      ],
      contents: [
        "a": .text("x"), "b": .square(Square(side: 2, note: "n")), "c": .pair(1, "y"), "d": .point(x: 1, y: nil),
        "e": .point(x: 2, y: 3), "f": .only(value: 4), "g": .list([1, 2]), "h": .maybe(nil), "i": .maybe(5),
        "j": .empty,
      ], shape: .circle(radius: 1, name: nil))
  }
}

/// Case keys.
struct CaseKeyTests {
  static let jsonCoders: [TestCoder] = [.foundationJSON, .json, .jsonContainers]

  private func decode<Value: AutoCoding>(_ coder: TestCoder, _ text: String, as type: Value.Type) throws -> Value {
    try coder.decode(type, from: .data(Data(text.utf8)))
  }

  private func object(_ text: String) throws -> NSDictionary? {
    try JSONSerialization.jsonObject(with: Data(text.utf8)) as? NSDictionary
  }

  @Test("the object of values that are all nil is written, and may be missing", arguments: jsonCoders)
  func emptyContent(coder: TestCoder) throws {
    func written(_ value: Sparse) throws -> String? {
      guard case .data(let data) = try coder.encode(value) else { return nil }
      return String(decoding: data, as: UTF8.self)
    }
    for (value, key) in [(Sparse.point(x: nil, y: nil), "point"), (.pair(nil, nil), "pair")] {
      let text = #"{"kind":"\#(key)","value":{}}"#
      #expect(try written(value) == text)
      for text in [text, #"{"kind":"\#(key)"}"#] { #expect(try decode(coder, text, as: Sparse.self) == value) }
    }
    // A single value has no object.
    #expect(try written(.one(nil)) == #"{"kind":"one"}"#)
    #expect(try written(.none) == #"{"kind":"none"}"#)
  }

  @Test("cases come back in every format", arguments: TestCoder.allCases)
  func roundTrips(coder: TestCoder) throws {
    #expect(try coder.roundTrip(Holder.full) == Holder.full)
    // It encodes its value plus one.
    #expect(try coder.roundTrip([Shape.half(HalfOwn(value: 1))]) == [.half(HalfOwn(value: 2))])
    #expect(try coder.roundTrip(Shape.square(Square(side: 7))) == .square(Square(side: 7)))
    guard case .square(let square) = try coder.roundTrip(Shape.square(Square())) else {
      _ = Issue.record("no square")
      return
    }
    #expect(square.isChecked)
  }

  @Test("cases come back in property lists")
  func propertyLists() throws {
    let holders = Array(repeating: Holder.full, count: 8)
    let data = try AutoPropertyListEncoder().encode(holders)
    #expect(try AutoPropertyListDecoder().decode([Holder].self, from: data) == holders)
    #expect(try PropertyListDecoder().decode([Holder].self, from: data) == holders)
  }

  @Test("values are beside the name of the case", arguments: TestCoder.jsonLike)
  func internalText(coder: TestCoder) throws {
    for (value, text) in [
      (Shape.circle(radius: 2, name: nil), #"{"type":"circle","radius":2}"#),
      (.square(Square(side: 3, note: "n")), #"{"type":"square","side":3,"note":"n"}"#),
      (.plain(Plain()), #"{"type":"plain","width":1,"height":2}"#),
      (.own(Own("x")), #"{"type":"own","own":"x"}"#),
      (.half(HalfOwn(value: 2)), #"{"type":"half","value":3}"#),
      (.group(first: .empty, rest: [.empty]), #"{"type":"group","first":{"type":"empty"},"rest":[{"type":"empty"}]}"#),
      (.empty, #"{"type":"empty"}"#), (.nothing(()), #"{"type":"nothing"}"#),
    ] {
      #expect(try object(coder.jsonText(of: value)) == object(text))
    }
  }

  @Test("values are in an object of their own", arguments: TestCoder.jsonLike)
  func adjacentText(coder: TestCoder) throws {
    for (value, text) in [
      (Content.text("x"), #"{"kind":"text","value":"x"}"#),
      (.square(Square(side: 2)), #"{"kind":"square","value":{"side":2}}"#),
      (.pair(1, "y"), #"{"kind":"pair","value":{"_0":1,"_1":"y"}}"#),
      (.point(x: 1, y: 2), #"{"kind":"point","value":{"x":1,"y":2}}"#),
      (.only(value: 4), #"{"kind":"only","value":{"value":4}}"#), (.list([1]), #"{"kind":"list","value":[1]}"#),
      (.maybe(nil), #"{"kind":"maybe"}"#), (.maybe(1), #"{"kind":"maybe","value":1}"#), (.empty, #"{"kind":"empty"}"#),
    ] {
      #expect(try object(coder.jsonText(of: value)) == object(text))
    }
  }

  @Test("the name may be anywhere, beside unknown keys", arguments: jsonCoders)
  func order(coder: TestCoder) throws {
    for text in [
      #"{"radius":2,"type":"circle"}"#,
      #"{"x":{"type":"square"},"radius":2,"y":[{"type":1}],"type":"circle","z":null}"#,
      #"{"type":"circle","name":null,"radius":2}"#, #"{"radius":2,"t\u0079pe":"circl\u0065"}"#,
    ] {
      #expect(try decode(coder, text, as: Shape.self) == .circle(radius: 2, name: nil))
    }
    #expect(try decode(coder, #"{"own":"x","type":"own"}"#, as: Shape.self) == .own(Own("x")))
    #expect(
      try decode(coder, #"{"height":1,"width":3,"type":"plain"}"#, as: Shape.self) == .plain(Plain(width: 3, height: 1))
    )
    #expect(try decode(coder, #"{"value":{"y":1,"x":2},"kind":"point"}"#, as: Content.self) == .point(x: 2, y: 1))
    #expect(try decode(coder, #"{"value":{"any":1},"kind":"empty"}"#, as: Content.self) == .empty)
    #expect(try decode(coder, #"{"kind":"maybe","value":null}"#, as: Content.self) == .maybe(nil))
    var text = #"{"type":"empty"}"#
    var value = Shape.empty
    for _ in 0..<60 {
      text = #"{"rest":[],"first":\#(text),"type":"group"}"#
      value = .group(first: value, rest: [])
    }
    #expect(try decode(coder, text, as: Shape.self) == value)
  }

  @Test("unknown keys beside the name", arguments: [TestCoder.json, .jsonContainers, .dictionary])
  func unknownKeys(coder: TestCoder) throws {
    func decode(_ text: String) throws -> Shape {
      if coder == .dictionary {
        let decoder = DictionaryDecoder()
        decoder.unknownKeys = .refuse
        let object = try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any]
        return try decoder.decode(Shape.self, from: object ?? [:])
      }
      let decoder = AutoJSONDecoder()
      decoder.unknownKeys = .refuse
      if coder == .jsonContainers { decoder.keyDecodingStrategy = .custom { $0[$0.count - 1] } }
      return try decoder.decode(Shape.self, from: Data(text.utf8))
    }
    #expect(try decode(#"{"radius":2,"type":"circle"}"#) == .circle(radius: 2, name: nil))
    #expect(try decode(#"{"side":2,"type":"square"}"#) == .square(Square(side: 2)))
    #expect(try decode(#"{"type":"empty"}"#) == .empty)
    for text in [
      #"{"radius":2,"type":"circle","x":1}"#, #"{"side":2,"x":1,"type":"square"}"#, #"{"type":"empty","x":1}"#,
    ] {
      #expect(throws: DecodingError.self, "\(text)") { _ = try decode(text) }
    }
  }

  @Test("the content of a case without values is unknown", arguments: [TestCoder.json, .jsonContainers, .dictionary])
  func unknownContent(coder: TestCoder) throws {
    func paths(_ text: String, _ type: any AutoCoding.Type) throws -> [String] {
      func decode<Value: AutoCoding>(_ type: Value.Type) throws -> [String] {
        if coder == .dictionary {
          let decoder = DictionaryDecoder()
          decoder.unknownKeys = .report
          let object = try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any]
          var keys: [UnknownKey] = []
          _ = try decoder.decode(type, from: object ?? [:], reporting: &keys)
          return keys.map(\.description)
        }
        let decoder = AutoJSONDecoder()
        decoder.unknownKeys = .report
        if coder == .jsonContainers { decoder.keyDecodingStrategy = .custom { $0[$0.count - 1] } }
        var issues: [AutoJSONDecoder.Issue] = []
        _ = try decoder.decode(type, from: Data(text.utf8), reporting: &issues)
        return issues.map { $0.codingPath.map(\.stringValue).joined(separator: ".") }
      }
      return try decode(type)
    }
    for type in [Content.self, Tolerant.self] as [any AutoCoding.Type] {
      #expect(try paths(#"{"kind":"empty","value":{"x":1}}"#, type) == ["value"])
      #expect(try paths(#"{"kind":"empty","value":7}"#, type) == ["value"])
      #expect(try paths(#"{"kind":"only","value":{"value":1,"x":1}}"#, type) == ["value.x"])
      #expect(try paths(#"{"kind":"empty"}"#, type) == [])
    }
    #expect(try paths(#"{"kind":"new","value":[1]}"#, Tolerant.self) == ["value"])
  }

  @Test("names that are missing, unknown or no text", arguments: jsonCoders)
  func refusals(coder: TestCoder) throws {
    func context(_ object: String) throws -> DecodingError.Context? {
      let text = #"{"contents":{},"shapes":[{"type":"empty"},\#(object)]}"#
      let error = #expect(throws: DecodingError.self) { _ = try decode(coder, text, as: Holder.self) }
      switch error {
      case .dataCorrupted(let context), .typeMismatch(_, let context), .valueNotFound(_, let context): return context
      case .keyNotFound(_, let context): return context
      default: return nil
      }
    }
    let unknown = try #require(try context(#"{"type":"oval"}"#))
    #expect(unknown.codingPath.map(\.stringValue) == ["shapes", "Index 1", "type"])
    #expect(unknown.debugDescription.contains("names the case 'oval', which Shape does not have ('circle', 'square'"))
    let missing = try #require(try context(#"{"radius":1}"#))
    #expect(missing.codingPath.map(\.stringValue) == ["shapes", "Index 1"])
    #expect(missing.debugDescription.contains(#"the key "type" is missing"#))
    for object in [#"{"type":1}"#, #"{"type":null}"#, #"{"type":{}}"#, "[]", #""empty""#, #"{"type":"circle"}"#] {
      _ = try #require(try context(object), "\(object)")
    }
    #expect(throws: NegativeSide.self) { try decode(coder, #"{"type":"square","side":-1}"#, as: Shape.self) }
  }

  @Test(
    "a value that asks for no keyed container is an error", arguments: TestCoder.allCases.filter { $0 != .keyedArchive }
  )
  func unkeyed(coder: TestCoder) throws {
    for text in ["single", "array", "nested"] {
      let error = #expect(throws: EncodingError.self) { _ = try coder.encode([Shape.own(Own(text))]) }
      guard coder != .foundationPropertyList, case .invalidValue(_, let context) = error else { continue }
      #expect(context.debugDescription.contains("contentKey"), "\(context.debugDescription)")
    }
  }

  @Test(
    "a value with own code encodes the case key as the name of its case, or not at all",
    arguments: TestCoder.allCases.filter { $0 != .keyedArchive })
  func ownCaseKey(coder: TestCoder) throws {
    for kept in [TaggedEvent.message(.init(type: "message", text: "a")), .kind(.init(type: .kind, text: "b"))] {
      #expect(try coder.roundTrip([kept]) == [kept])
    }
    let lost: [TaggedEvent] = [
      .message(.init(type: "reply", text: "a")), .reply(.init(type: "none", text: "a")), .optional(.init(type: nil)),
      .optional(.init(type: "x")), .number(.init(type: 1)), .bag(.init(entries: ["type": "bag"])),
      .bag(.init(entries: [:])), .nested(.init()), .kind(.init(type: .other, text: "")),
    ]
    for value in lost {
      let error = #expect(throws: EncodingError.self, "\(value)") { _ = try coder.encode([value]) }
      guard coder != .foundationPropertyList, case .invalidValue(_, let context) = error else { continue }
      #expect(context.debugDescription.contains("contentKey"), "\(context.debugDescription)")
    }
  }

  @Test("keyed archives write cases as of any enum")
  func archives() throws {
    let data = try KeyedArchiveEncoder().encode(Content.text("x"))
    let list = try PropertyListSerialization.propertyList(from: data, format: nil) as? [String: Any]
    let objects = try #require(list?["$objects"] as? [Any])
    #expect(objects.contains { ($0 as? [String: Any])?["text"] != nil })
    #expect(!objects.contains { ($0 as? [String: Any])?["kind"] != nil })
  }

  @Test("a case key is in the table")
  func table() throws {
    func line(_ type: Any.Type) throws -> Substring? {
      try TypeMap(reflecting: type).description.split(separator: "\n").first { $0.contains("case key") }
    }
    #expect(try line(Shape.self) == #"  case key: "type""#)
    #expect(try line(Content.self) == #"  case key: "kind", content key: "value""#)
  }
}
