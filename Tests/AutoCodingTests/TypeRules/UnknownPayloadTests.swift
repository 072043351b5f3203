import AutoCoding
import Foundation
import Testing

/// An enum that keeps what newer versions of an API send.
private enum Block: AutoCoding, Equatable {
  case text(Text), rule
  case other(JSONValue)
  static let typeRules = TypeRules(caseKey: "type", unknownCase: "other")

  struct Text: AutoCoding, Equatable { var text: String }
}

private struct Page: AutoCoding, Equatable {
  var title: String
  var blocks: [Block]
  var footer: Block?
}

/// Unknown objects have some properties that are known.
private enum Message: AutoCoding, Equatable {
  case joined(name: String)
  case unknown(Unknown)
  static let typeRules = TypeRules(caseKey: "kind", contentKey: "body", unknownCase: "unknown")

  struct Unknown: AutoCoding, Equatable {
    var kind: String?
    var id: Int
  }
}

struct UnknownPayloadTests {
  private static let text = """
    {"title": "T", "blocks": [{"type": "text", "text": "a"}, {"type": "image", "url": "b.png", "size": {"w": 2.5}},
      {"type": "rule"}, {"kind": 1}, {"type": "other", "x": [1]}, {"type": 7}, [true, null], "c", 8, null],
     "footer": {"type": "video"}}
    """
  private static let page = Page(
    title: "T",
    blocks: [
      .text(.init(text: "a")), .other(["type": "image", "url": "b.png", "size": ["w": 2.5]]), .rule,
      .other(["kind": 1]), .other(["type": "other", "x": [1]]), .other(["type": 7]), .other([true, .null]),
      .other("c"), .other(8), .other(.null),
    ], footer: .other(["type": "video"]))

  @Test("what names no case is kept")
  func decode() throws {
    #expect(try AutoJSONDecoder().decode(Page.self, from: Self.text) == Self.page)
    #expect(try JSONDecoder().decode(Page.self, from: Data(Self.text.utf8)) == Self.page)
  }

  @Test("it is written as it was", arguments: TestCoder.allCases)
  func roundTrip(coder: TestCoder) throws {
    var page = Self.page
    // A property list has no null, and no number that may be a float or not.
    if coder == .foundationPropertyList {
      page.blocks = page.blocks.filter { ![.other([true, .null]), .other(.null)].contains($0) }
    }
    #expect(try coder.roundTrip(page) == page)
  }

  @Test("the bytes")
  func bytes() throws {
    let value = try AutoJSONDecoder().decode(JSONValue.self, from: Self.text)
    #expect(try JSONValue(encoding: Self.page) == value)
    let (sorted, other) = (AutoJSONEncoder(), JSONEncoder())
    (sorted.outputFormatting, other.outputFormatting) = (.sortedKeys, .sortedKeys)
    #expect(try sorted.encode(Self.page) == other.encode(Self.page))
  }

  @Test("a struct takes the properties that it has")
  func structure() throws {
    let text = #"[{"kind": "joined", "body": {"name": "A"}}, {"kind": "left", "id": 4, "body": 5}, {"id": 6}]"#
    let expected: [Message] = [
      .joined(name: "A"), .unknown(.init(kind: "left", id: 4)), .unknown(.init(kind: nil, id: 6)),
    ]
    for coder in TestCoder.allCases { #expect(try coder.roundTrip(expected) == expected) }
    #expect(try AutoJSONDecoder().decode([Message].self, from: text) == expected)
    #expect(try JSONDecoder().decode([Message].self, from: Data(text.utf8)) == expected)
    for text in [#"[{"kind": "left"}]"#, "[5]", "[null]", #"[{"kind": "joined", "body": {}}]"#] {
      #expect(throws: DecodingError.self) { try AutoJSONDecoder().decode([Message].self, from: text) }
      #expect(throws: DecodingError.self) { try JSONDecoder().decode([Message].self, from: Data(text.utf8)) }
    }
  }

  private enum Component: AutoCoding, Equatable {
    case delimiter(Text), text(Text)
    static let typeRules = TypeRules(caseKey: "type", unknownCase: "text")

    struct Text: AutoCoding, Equatable { var text: String }
  }

  @Test("a struct without the tag is written with the name of its case")
  func withoutTag() throws {
    let text = #"[{"type":"text","text":"a"},{"type":"exit","text":"b"},{"text":"c"},{"text":"/","type":"delimiter"}]"#
    let expected = ["a", "b", "c"].map { Component.text(.init(text: $0)) } + [.delimiter(.init(text: "/"))]
    #expect(try AutoJSONDecoder().decode([Component].self, from: text) == expected)
    #expect(try JSONDecoder().decode([Component].self, from: Data(text.utf8)) == expected)
    for coder in TestCoder.allCases { #expect(try coder.roundTrip(expected) == expected) }
    #expect(try AutoJSONEncoder().encodeToString(expected[0]) == #"{"type":"text","text":"a"}"#)
    let strict = AutoJSONDecoder()
    strict.unknownKeys = .refuse
    #expect(try strict.decode([Component].self, from: text) == expected)
    for text in [#"{"type":null,"text":"a"}"#, #"{"text":"a","type":5}"#, #"{"type":{},"text":"a"}"#] {
      #expect(try AutoJSONDecoder().decode(Component.self, from: text) == expected[0])
      #expect(try JSONDecoder().decode(Component.self, from: Data(text.utf8)) == expected[0])
    }
    for text in ["5", "null", "[]"] {
      #expect(throws: DecodingError.self) { try AutoJSONDecoder().decode(Component.self, from: text) }
      #expect(throws: DecodingError.self) { try JSONDecoder().decode(Component.self, from: Data(text.utf8)) }
    }
  }

  private enum Numbered: AutoCoding, Equatable {
    case rule(Rule), other(Rest)
    static let propertyKeys = ["rule": "1"]
    static let typeRules = TypeRules(caseKey: "type", tagsAreIntegers: true, unknownCase: "other")

    struct Rule: AutoCoding, Equatable { var width: Int }
    struct Rest: AutoCoding, Equatable { var body: Int }
  }

  @Test("without a name that is an integer, the struct is the whole object")
  func integers() throws {
    let value = try AutoJSONDecoder().decode(Numbered.self, from: #"{"type":7,"body":1}"#)
    #expect(value == .other(.init(body: 1)))
    for coder in TestCoder.allCases { #expect(try coder.roundTrip(value) == value) }
  }

  private enum Loose: AutoCoding, Equatable {
    case known(String, isOld: Bool)
    case other([String: JSONValue])
    static let typeRules = TypeRules(caseKey: "type", contentKey: "value", unknownCase: "other")
  }

  @Test("key strategies leave the keys of a dictionary")
  func strategies() throws {
    let value = Loose.other(["myKey": 1, "type": "x"])
    let (auto, foundation) = (AutoJSONEncoder(), JSONEncoder())
    (auto.keyEncodingStrategy, foundation.keyEncodingStrategy) = (.convertToSnakeCase, .convertToSnakeCase)
    (auto.outputFormatting, foundation.outputFormatting) = (.sortedKeys, .sortedKeys)
    #expect(try String(decoding: auto.encode(value), as: UTF8.self) == #"{"myKey":1,"type":"x"}"#)
    #expect(try auto.encode(value) == foundation.encode(value))
  }

  @Test("bad data is no unknown case")
  func malformed() {
    for text in [
      #"{"type": "image", "url": }"#, #"{"type": "text", "type": "rule"}"#, #"{"type": "text", "text": 5}"#,
      #"{"type": "image""#, "",
    ] {
      #expect(throws: DecodingError.self) { try AutoJSONDecoder().decode(Block.self, from: text) }
    }
  }

  @Test("an archive with an unknown case is an error")
  func archive() throws {
    enum Newer: AutoCoding {
      case text(Text), image
      static let typeRules = TypeRules(caseKey: "type")
      struct Text: AutoCoding { var text: String }
    }
    let data = try KeyedArchiveEncoder().encode(Newer.image)
    #expect(throws: DecodingError.self) { try KeyedArchiveDecoder().decode(Block.self, from: data) }
  }

  @Test("values that cannot be the whole object are refused")
  func refusals() {
    func problem(_ type: Any.Type) -> String? {
      let error = #expect(throws: AutoCodingError.self) { try TypeMap(reflecting: type) }
      return error.map { "\($0)" }
    }
    enum Labeled: AutoCoding {
      case a, b(value: JSONValue)
      static let typeRules = TypeRules(caseKey: "type", unknownCase: "b")
    }
    enum Several: AutoCoding {
      case a, b(Int, String)
      static let typeRules = TypeRules(caseKey: "type", unknownCase: "b")
    }
    enum Untagged: AutoCoding {
      case a, b(JSONValue)
      static let typeRules = TypeRules(unknownCase: "b")
    }
    enum Anything: AutoCoding {
      case a, b(Any)
      static let typeRules = TypeRules(caseKey: "type", unknownCase: "b")
    }
    #expect(problem(Labeled.self)?.contains("Its unknown case 'b' in typeRules") == true)
    #expect(problem(Several.self)?.contains("has several values, or one with a label.") == true)
    #expect(problem(Untagged.self)?.contains("In an enum with a caseKey, it may have one") == true)
    enum Absent: AutoCoding {
      case a, b(JSONValue?)
      static let typeRules = TypeRules(caseKey: "type", unknownCase: "b")
    }
    for type in [Anything.self, Absent.self] as [Any.Type] {
      #expect(problem(type)?.contains("cannot stand for the whole object. Use JSONValue") == true)
    }
  }
}
