import AutoCoding
import Foundation
import Testing

/// An enum whose cases data does not name.
private indirect enum Loose: AutoCoding, Equatable {
  case flag(Bool)
  case number(Int)
  case fraction(Double)
  case day(Date)
  case text(String)
  case nothing
  case person(Person)
  case box(width: Int, height: Int?)
  case pair(Int, String)
  case list([Loose])
  case table([String: Loose])
  static let typeRules = TypeRules(casesAreUntagged: true)

  struct Person: AutoCoding, Equatable {
    var firstName: String
    var age: Int?
  }
}

private struct Holder: AutoCoding, Equatable {
  var one: Loose
  var maybe: Loose?
  var all: [Loose] = []
  var named: [String: Loose] = [:]
}

struct UntaggedEnumTests {
  private static let text = """
    {"one": 5, "maybe": "x", "all": [true, -1, 0.5, "text", null, {"firstName": "A"}, {"width": 2}, [3, "y"], [1, [2]],
      {"a": {"b": 1}, "c": null}, {}], "named": {"p": {"firstName": "B", "age": 4}}}
    """
  private static let holder = Holder(
    one: .number(5), maybe: .text("x"),
    all: [
      .flag(true), .number(-1), .fraction(0.5), .text("text"), .nothing, .person(.init(firstName: "A")),
      .box(width: 2, height: nil), .pair(3, "y"), .list([.number(1), .list([.number(2)])]),
      .table(["a": .table(["b": .number(1)]), "c": .nothing]), .table([:]),
    ], named: ["p": .person(.init(firstName: "B", age: 4))])

  @Test("the first case that fits is taken")
  func decode() throws {
    #expect(try AutoJSONDecoder().decode(Holder.self, from: Self.text) == Self.holder)
    #expect(try JSONDecoder().decode(Holder.self, from: Data(Self.text.utf8)) == Self.holder)
    #expect(try AutoJSONDecoder().decode(Loose.self, from: "null") == .nothing)
    #expect(try AutoJSONDecoder().decode([Loose].self, from: " [ \"a\" , 7 ] ") == [.text("a"), .number(7)])
  }

  @Test("values come back", arguments: TestCoder.allCases)
  func roundTrip(coder: TestCoder) throws {
    var holder = Self.holder
    // A property list has no null.
    if coder == .foundationPropertyList {
      holder.all = holder.all.filter { $0 != .nothing && $0 != Self.holder.all[9] }
    }
    #expect(try coder.roundTrip(holder) == holder)
  }

  @Test("the bytes are those of the values")
  func bytes() throws {
    let (auto, foundation) = (AutoJSONEncoder(), JSONEncoder())
    (auto.outputFormatting, foundation.outputFormatting) = (.sortedKeys, .sortedKeys)
    #expect(try JSONValue(encoding: Self.holder) == AutoJSONDecoder().decode(JSONValue.self, from: Self.text))
    #expect(try auto.encode(Self.holder) == foundation.encode(Self.holder))
    #expect(try AutoJSONEncoder().encodeToString([Loose.pair(1, "a"), .nothing]) == #"[[1,"a"],null]"#)
  }

  @Test("strategies hold for the values")
  func strategies() throws {
    let values: [Loose] = [.day(Date(timeIntervalSince1970: 0)), .person(.init(firstName: "A", age: 1))]
    let (auto, foundation) = (AutoJSONEncoder(), JSONEncoder())
    (auto.dateEncodingStrategy, foundation.dateEncodingStrategy) = (.iso8601, .iso8601)
    (auto.keyEncodingStrategy, foundation.keyEncodingStrategy) = (.convertToSnakeCase, .convertToSnakeCase)
    (auto.outputFormatting, foundation.outputFormatting) = (.sortedKeys, .sortedKeys)
    let data = try auto.encode(values)
    #expect(String(decoding: data, as: UTF8.self) == #"["1970-01-01T00:00:00Z",{"age":1,"first_name":"A"}]"#)
    #expect(try foundation.encode(values) == data)
    let (decoder, other) = (AutoJSONDecoder(), JSONDecoder())
    (decoder.dateDecodingStrategy, other.dateDecodingStrategy) = (.iso8601, .iso8601)
    (decoder.keyDecodingStrategy, other.keyDecodingStrategy) = (.convertFromSnakeCase, .convertFromSnakeCase)
    #expect(try decoder.decode([Loose].self, from: data) == values)
    #expect(try other.decode([Loose].self, from: data) == values)
  }

  @Test("numbers are found in every form that the options allow")
  func unusualNumbers() throws {
    let decoder = AutoJSONDecoder()
    #expect(try decoder.decode([Loose].self, from: #"["inf", -0.5]"#) == [.text("inf"), .fraction(-0.5)])
    decoder.nonConformingFloatDecodingStrategy = .convertFromString(
      positiveInfinity: "inf", negativeInfinity: "-inf", nan: "nan")
    #expect(
      try decoder.decode([Loose].self, from: #"["inf", "x", "-inf"]"#) == [
        .fraction(.infinity), .text("x"), .fraction(-.infinity),
      ])
    decoder.allowsJSON5 = true
    #expect(
      try decoder.decode([Loose].self, from: "[.5, +1.5, -Infinity, 'x', /* number */ 0.25]") == [
        .fraction(0.5), .fraction(1.5), .fraction(-.infinity), .text("x"), .fraction(0.25),
      ])
    enum Exact: AutoCoding, Equatable {
      case id(UUID), price(Decimal), link(URL)
      static let typeRules = TypeRules(casesAreUntagged: true)
    }
    let id = UUID()
    let link = try #require(URL(string: "a/b"))
    #expect(
      try AutoJSONDecoder().decode([Exact].self, from: #"[0.25, "\#(id)", "a/b"]"#) == [
        .price(0.25), .id(id), .link(link),
      ])
    decoder.leniency = .numbersFromStrings
    #expect(try decoder.decode([Exact].self, from: #"["0.25"]"#) == [.price(0.25)])
  }

  private enum Narrow: AutoCoding, Equatable {
    case number(Int8)
    case person(Loose.Person)
    static let typeRules = TypeRules(casesAreUntagged: true)
  }

  @Test("the error says why no case fits")
  func errors() throws {
    for (text, parts) in [
      (#"{"n": "x"}"#, ["'number': Expected", "'person': Expected a value of type Person but found another kind"]),
      (#"{"n": 300}"#, ["'number': ", "300"]),
      (#"{"n": {"firstName": 5}}"#, [#"'person', at "firstName": "#, "found number"]),
      (#"{"n": {"age": 5}}"#, [#"'person': "#, "firstName"]),
    ] {
      struct Owner: AutoCoding { var n: Narrow }
      for decode in [
        { try AutoJSONDecoder().decode(Owner.self, from: text) },
        { try JSONDecoder().decode(Owner.self, from: Data(text.utf8)) },
        { try TestCoder.dictionary.decode(Owner.self, fromJSON: text) },
      ] {
        let error = #expect(throws: DecodingError.self, "\(text)") { try decode() }
        let found: DecodingError.Context? =
          switch error {
          case .typeMismatch(_, let context)? where !text.contains("300"): context
          case .dataCorrupted(let context)? where text.contains("300"): context
          default: nil
          }
        guard let context = found else {
          Issue.record("\(text): \(String(describing: error))")
          continue
        }
        #expect(context.codingPath.map(\.stringValue) == ["n"])
        #expect(context.debugDescription.hasPrefix("No case of Narrow fits the value. 'number': "))
      }
      let error = #expect(throws: DecodingError.self) { try AutoJSONDecoder().decode(Owner.self, from: text) }
      for part in parts {
        #expect(error.map { "\($0)" }?.contains(part) == true, "\(part) in \(String(describing: error))")
      }
    }
    for text in ["tru", "[", #"{"firstName": "a""#, ""] {
      #expect(throws: DecodingError.self) { try AutoJSONDecoder().decode(Loose.self, from: text) }
    }
  }

  private enum Guarded: AutoCoding, Equatable {
    struct Refused: Error {}
    struct Positive: AutoCoding, Equatable {
      var value: Int
      func didDecode() throws { if value < 0 { throw Refused() } }
    }
    case positive(Positive)
    case any(JSONValue)
    static let typeRules = TypeRules(casesAreUntagged: true)
  }

  @Test("an error of the type's own code is no reason to try another case")
  func ownErrors() throws {
    #expect(try AutoJSONDecoder().decode(Guarded.self, from: #"{"value":1}"#) == .positive(.init(value: 1)))
    #expect(try AutoJSONDecoder().decode(Guarded.self, from: #"{"value":"x"}"#) == .any(["value": "x"]))
    for coder in TestCoder.jsonLike {
      #expect(throws: Guarded.Refused.self) { try coder.decode(Guarded.self, fromJSON: #"{"value":-1}"#) }
    }
  }

  @Test("leniency reports only what the taken case gave up")
  func leniency() throws {
    enum Choice: AutoCoding, Equatable {
      case first(numbers: [Int], text: Int)
      case second(numbers: [String], text: String)
      static let typeRules = TypeRules(casesAreUntagged: true)
    }
    let decoder = AutoJSONDecoder()
    decoder.leniency = .skipsUndecodableElements
    var issues: [AutoJSONDecoder.Issue] = []
    let text = #"{"numbers": ["a", 1, "b"], "text": "t"}"#
    let choice = try decoder.decode(Choice.self, from: text, reporting: &issues)
    #expect(choice == .second(numbers: ["a", "b"], text: "t"))
    #expect(issues.map { $0.codingPath.map(\.stringValue) } == [["numbers", "Index 1"]])
    decoder.leniency = [.numbersFromStrings]
    #expect(try decoder.decode(Loose.self, from: #""12""#) == .number(12))
  }

  private enum Limit: AutoCoding, Equatable {
    case number(Int), none
    static let typeRules = TypeRules(casesAreUntagged: true)
  }

  private struct Limited: AutoCoding, Equatable {
    var limit: Limit
    static var propertyRules: PropertyRules { ["limit": .formerly("old").default(Limit.number(1))] }
  }

  @Test("null is a value of an enum with a case for it")
  func null() throws {
    let decoder = AutoJSONDecoder()
    decoder.leniency = .defaultsForNull
    for text in [#"{"limit":null}"#, #"{"limit":null,"old":5}"#] {
      #expect(try decoder.decode(Limited.self, from: text).limit == .none)
    }
    #expect(try decoder.decode(Limited.self, from: "{}").limit == .number(1))
  }

  @Test("damaged text is reported as that, with its place")
  func damage() {
    for text in [#"{"limit": tru}"#, #"{"limit": nul"#, #"{"limit": [1, }"#] {
      let error = #expect(throws: DecodingError.self) { try AutoJSONDecoder().decode(Limited.self, from: text) }
      guard case .dataCorrupted(let context) = error else {
        Issue.record("\(text): \(String(describing: error))")
        continue
      }
      #expect(context.underlyingError is AutoJSONError, "\(text)")
    }
  }

  private enum Either: AutoCoding, Equatable {
    case first(a: Int, b: Int)
    case second(Loose.Person)
    static let typeRules = TypeRules(casesAreUntagged: true)
  }

  @Test("keys that only other cases do not know are not reported")
  func unknownKeys() throws {
    struct Owner: AutoCoding { var either: Either }
    let text = #"{"either": {"firstName": "A", "other": 1}}"#
    let object = try #require(try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any])
    let list = try PropertyListSerialization.data(fromPropertyList: object, format: .binary, options: 0)
    let (json, dictionary, plist) = (AutoJSONDecoder(), DictionaryDecoder(), AutoPropertyListDecoder())
    (json.unknownKeys, dictionary.unknownKeys, plist.unknownKeys) = (.report, .report, .report)
    var found: [[UnknownKey]] = [[], []]
    _ = try dictionary.decode(Owner.self, from: object, reporting: &found[0])
    _ = try plist.decode(Owner.self, from: list, reporting: &found[1])
    for keys in found { #expect(keys.map { $0.codingPath.map(\.stringValue) } == [["either", "other"]]) }
    var issues: [[AutoJSONDecoder.Issue]] = [[], []]
    _ = try json.decode(Owner.self, from: Data(text.utf8), reporting: &issues[0])
    json.keyDecodingStrategy = .custom { $0[$0.count - 1] }
    _ = try json.decode(Owner.self, from: Data(text.utf8), reporting: &issues[1])
    for issues in issues { #expect(issues.map { $0.codingPath.map(\.stringValue) } == [["either", "other"]]) }
  }

  private indirect enum Deep: AutoCoding {
    case a([Deep], x: Int)
    case b([Deep], x: String)
    case c(Bool)
    static let typeRules = TypeRules(casesAreUntagged: true)
  }

  @Test("short data cannot take hours")
  func work() throws {
    var text = "1"
    for _ in 0..<60 { text = #"{"_0":[\#(text)],"x":null}"# }
    let error = #expect(throws: DecodingError.self) { try AutoJSONDecoder().decode(Deep.self, from: text) }
    #expect(error != nil)
  }

  @Test("rules that cannot hold are refused")
  func refusals() {
    func problem(_ type: Any.Type) -> String {
      let error = #expect(throws: AutoCodingError.self) { try TypeMap(reflecting: type) }
      return error.map { "\($0)" } ?? ""
    }
    enum Same: AutoCoding {
      case a(Int), b(Int), c, d
      static let typeRules = TypeRules(casesAreUntagged: true)
    }
    indirect enum Endless: AutoCoding {
      case a(Endless), b(Endless?), c([Endless])
      static let typeRules = TypeRules(casesAreUntagged: true)
    }
    for name in ["a", "b"] {
      #expect(problem(Endless.self).contains("Endless.\(name): It has a value of the enum itself"))
    }
    enum Mixed: AutoCoding {
      case a(x: Int), other
      static let typeRules = TypeRules(caseKey: "type", casesAreUntagged: true, unknownCase: "other")
      static let archiveVersion = 2
    }
    enum Raw: String, AutoCoding {
      case a
      static let typeRules = TypeRules(casesAreUntagged: true)
    }
    struct Structure: AutoCoding {
      var a = 1
      static let typeRules = TypeRules(casesAreUntagged: true)
    }
    #expect(problem(Same.self).contains("It has values of the same types, as 'a' has"))
    #expect(problem(Same.self).contains("It has no values, as 'c' has"))
    for part in [#"the caseKey "type""#, "the unknownCase 'other'", "an archiveVersion"] {
      #expect(problem(Mixed.self).contains("It has casesAreUntagged: true, but also \(part)"))
    }
    #expect(problem(Raw.self).contains("argument casesAreUntagged: true in typeRules"))
    #expect(problem(Structure.self).contains("argument casesAreUntagged: true in typeRules"))
  }

  private final class Counted: AutoCoding {
    nonisolated(unsafe) static var living = 0
    var text: String
    var number: Int
    init() {
      (text, number) = ("", 0)
      Self.living += 1
    }
    func didDecode() { Self.living += 1 }
    deinit { Self.living -= 1 }
  }

  private enum Objects: AutoCoding {
    case two(first: Counted, second: Counted)
    case one(first: Counted)
    static let typeRules = TypeRules(casesAreUntagged: true)
  }

  @Test("objects of a case that does not fit are destroyed")
  func lifetimes() throws {
    let object = #"{"text": "longer than what is held in place", "number": 1}"#
    for coder in [TestCoder.json, .foundationJSON, .jsonContainers, .dictionary] {
      let value = try coder.decode(Objects.self, fromJSON: #"{"first": \#(object), "second": 5}"#)
      guard case .one = value else {
        Issue.record("\(value)")
        continue
      }
    }
    #expect(Counted.living == 0)
  }

  @Test("an archive names the case")
  func archive() throws {
    enum Newer: AutoCoding, Equatable {
      case text(String), number(Int)
      static let typeRules = TypeRules(casesAreUntagged: true)
      static let archivedTypeName = "Untagged.Either"
    }
    enum Older: AutoCoding, Equatable {
      case number(Int), text(String)
      static let archivedTypeName = "Untagged.Either"
    }
    let data = try KeyedArchiveEncoder().encode([Newer.number(1), .text("a")])
    #expect(try KeyedArchiveDecoder().decode([Older].self, from: data) == [.number(1), .text("a")])
  }
}
