import AutoCoding
import Foundation
import Testing

/// Updating in place, and leniency on request.
struct JSONUpdateTests {
  private struct Settings: AutoCoding, Equatable {
    var name = "name that is long enough for the heap"
    var size: Int
    let kind: String
    var tags: [String]
    var nested: Nested?
    struct Nested: AutoCoding, Equatable { var a: Int, b: Int? }
    mutating func didDecode() throws {
      if size < 0 { throw CocoaError(.coderReadCorrupt) }
    }
  }

  private class Base: AutoCoding {
    var name = "base"
    let fixed: Int
    init(fixed: Int) { self.fixed = fixed }
    func didDecode() throws {}
  }
  private final class Derived: Base {
    var items = ["x"]
    override func didDecode() throws {
      if items.isEmpty { throw CocoaError(.coderReadCorrupt) }
    }
  }

  private static let settings = Settings(size: 1, kind: "k", tags: ["a", "b"], nested: .init(a: 1, b: 2))

  @Test("keys that are there are overlaid, the rest stays")
  func structure() throws {
    let decoder = AutoJSONDecoder()
    var value = Self.settings
    try decoder.update(
      &value, from: Data(#"{"size":5,"unknown":[1],"tags":["a tag that is long enough for the heap"]}"#.utf8))
    var expected = Self.settings
    expected.size = 5
    expected.tags = ["a tag that is long enough for the heap"]
    #expect(value == expected)
    try decoder.update(&value, from: Data("{}".utf8))
    #expect(value == expected)
    try decoder.update(&value, from: Data(#"{"nested":{"a":9},"kind":"other"}"#.utf8))
    #expect(value.nested == .init(a: 9, b: 2) && value.kind == "other")
    try decoder.update(&value, from: Data(#"{"nested":null}"#.utf8))
    #expect(value.nested == nil)
  }

  @Test(
    "after an error the value is as it was",
    arguments: [
      #"{"name":"other name that is long enough","size":"x"}"#, #"{"name":"n","size":2"#, #"{"name":"n"} x"#, "[]", "",
      #"{"name":"n","size":-1,"tags":[]}"#, #"{"name":null}"#,
    ])
  func failures(_ text: String) {
    var value = Self.settings
    #expect(throws: (any Error).self) { try AutoJSONDecoder().update(&value, from: Data(text.utf8)) }
    #expect(value == Self.settings)
  }

  @Test("an object stays the same object; its class is what it is; constants are refused")
  func object() throws {
    let decoder = AutoJSONDecoder()
    let derived = Derived(fixed: 1)
    var value: Base = derived
    try decoder.update(&value, from: Data(#"{"name":"new","items":["y","z"]}"#.utf8))
    #expect(value === derived && derived.name == "new" && derived.items == ["y", "z"])
    #expect(throws: CocoaError.self) { try decoder.update(&value, from: Data(#"{"name":"bad","items":[]}"#.utf8)) }
    #expect(derived.name == "new" && derived.items == ["y", "z"])
    #expect(throws: DecodingError.self) { try decoder.update(&value, from: Data(#"{"name":"bad","fixed":2}"#.utf8)) }
    #expect(derived.name == "new" && derived.fixed == 1)
  }

  @Test("options that go through containers apply, too")
  func strategies() throws {
    let decoder = AutoJSONDecoder()
    decoder.keyDecodingStrategy = .custom { AnyKey(String($0.last?.stringValue.dropFirst() ?? "")) }
    let base = Base(fixed: 1)
    var value: Base = base
    try decoder.update(&value, from: Data(#"{"_name":"x"}"#.utf8))
    #expect(base.name == "x" && base.fixed == 1)
    #expect(throws: DecodingError.self) { try decoder.update(&value, from: Data(#"{"_name":"y","_fixed":2}"#.utf8)) }
    #expect(throws: DecodingError.self) { try decoder.update(&value, from: Data(#"{"_name":"y"} x"#.utf8)) }
    #expect(base.name == "x")
  }

  private enum Choice: AutoCoding { case one, two }

  @Test("what is not coded by its properties is not updated in part")
  func refused() {
    var choice = Choice.one
    #expect(throws: DecodingError.self) { try AutoJSONDecoder().update(&choice, from: Data(#"{"two":{}}"#.utf8)) }
    #expect(choice == .one)
  }
}

struct JSONLeniencyTests {
  private struct Loose: AutoCoding, DefaultInitializable, Equatable {
    var number = 1
    var double = 2.0
    var text = "t"
    var flag = false
    var list: [Int] = []
    var optional: Int? = 7
  }

  private static let text = """
    {"number":"12","double":"1.5e1","text":10.50,"flag":"true","list":[1,"2","x",{"a":[]},4],"optional":null}
    """

  @Test("nothing is let pass by default, and each kind alone where it is asked for")
  func kinds() throws {
    let cases: [(String, AutoJSONDecoder.Leniency, Loose)] = [
      (#"{"number":"12"}"#, .numbersFromStrings, Loose(number: 12)),
      (#"{"double":"-0.5"}"#, .numbersFromStrings, Loose(double: -0.5)),
      (#"{"text":10.50}"#, .stringsFromNumbers, Loose(text: "10.50")),
      (#"{"text":true}"#, .stringsFromNumbers, Loose(text: "true")),
      (#"{"flag":1}"#, .boolsFromNumbersAndStrings, Loose(flag: true)),
      (#"{"flag":"false"}"#, .boolsFromNumbersAndStrings, Loose()),
      (#"{"list":[1,null,"x",[3],2]}"#, .skipsUndecodableElements, Loose(list: [1, 2])),
      (#"{"number":null}"#, .defaultsForNull, Loose()),
    ]
    for (text, leniency, expected) in cases {
      let decoder = AutoJSONDecoder()
      let data = Data(text.utf8)
      #expect(throws: DecodingError.self) { try decoder.decode(Loose.self, from: data) }
      decoder.leniency = AutoJSONDecoder.Leniency.conversions.subtracting(leniency)
      #expect(throws: DecodingError.self, "\(text)") { try decoder.decode(Loose.self, from: data) }
      decoder.leniency = leniency
      #expect(try decoder.decode(Loose.self, from: data) == expected)
    }
  }

  @Test("what was let pass is reported, with its path")
  func report() throws {
    let decoder = AutoJSONDecoder()
    decoder.leniency = .conversions
    var issues: [AutoJSONDecoder.Issue] = []
    let value = try decoder.decode([Loose].self, from: Data("[\(Self.text)]".utf8), reporting: &issues)
    #expect(value == [Loose(number: 12, double: 15, text: "10.50", flag: true, list: [1, 2, 4], optional: nil)])
    let found = issues.map { "\($0.kind) \($0.codingPath.map(\.stringValue).joined(separator: "/"))" }
    #expect(
      found == [
        "a string was read as a number Index 0/number", "a string was read as a number Index 0/double",
        "a number or bool was read as a string Index 0/text", "a number or string was read as a bool Index 0/flag",
        "a string was read as a number Index 0/list/Index 1", "an element was skipped Index 0/list/Index 2",
        "an element was skipped Index 0/list/Index 3",
      ])
    #expect(issues.filter { $0.kind == .skippedElement }.allSatisfy { $0.error != nil })
    #expect(issues.first?.offset == 11)
  }

  private struct Open: AutoCoding, DefaultInitializable {
    var json: JSONValue = "default"
    var any: Any = 5
    var many: JSONValue = 1
    var nested: JSONValue = 2
    static let propertyRules: PropertyRules = ["many": .formerly("few")]
    static let propertyKeys = ["nested": "part.nested"]
  }

  private struct Flat: AutoCoding, DefaultInitializable {
    var json: JSONValue = "default"
    var any: Any = 5
    var number = 3
  }

  @Test("null that is a value of the type does not leave the default")
  func nullAsValue() throws {
    let decoder = AutoJSONDecoder()
    decoder.leniency = .all
    var issues: [AutoJSONDecoder.Issue] = []
    let text = #"{"json":null,"any":null,"many":null,"few":7,"part":{"nested":null}}"#
    let open = try decoder.decode(Open.self, from: Data(text.utf8), reporting: &issues)
    #expect(open.json == nil && open.many == nil && open.nested == nil)
    #expect((open.any as? Int) == nil)
    #expect(issues.isEmpty)
    let members = #"{"json":null,"any":null,"number":null}"#
    let flat = try decoder.decode(Flat.self, from: Data(members.utf8), reporting: &issues)
    #expect(flat.json == nil && (flat.any as? Int) == nil && flat.number == 3)
    #expect(issues.map(\.codingPath.pathDescription) == ["number"])
    var updated = Flat()
    try decoder.update(&updated, from: Data(members.utf8))
    #expect(updated.json == nil && updated.number == 3)
    let dictionaries = DictionaryDecoder()
    dictionaries.leniency = .all
    let nothing: Any = Optional<Any>.none as Any
    let loose = try dictionaries.decode(Flat.self, from: ["json": nothing, "any": nothing, "number": nothing])
    #expect(loose.json == nil && (loose.any as? Int) == nil && loose.number == 3)
  }

  private struct Tables: AutoCoding, Equatable {
    var numbers: [String: Int] = [:]
    var maybe: [String: Int?] = [:]
    var codes: [Int: String] = [:]
  }

  @Test("of equal keys of a dictionary, the one that counts is judged", arguments: [false, true])
  func duplicateKeys(usesLast: Bool) throws {
    let decoder = AutoJSONDecoder()
    decoder.leniency = .all
    decoder.duplicateKeys = usesLast ? .useLast : .useFirst
    for (table, good, bad) in [
      ("numbers", #""b":1"#, #""b":"x""#), ("maybe", #""b":1"#, #""b":"x""#), ("codes", #""7":"a""#, #""07":[]"#),
    ] {
      for isGoodFirst in [true, false] {
        let entries = isGoodFirst ? "\(good),\(bad)" : "\(bad),\(good)"
        var tables = ["numbers": "", "maybe": "", "codes": ""]
        tables[table] = entries
        let members = tables.map { "\"\($0.key)\":{\($0.value)}" }.joined(separator: ",")
        var issues: [AutoJSONDecoder.Issue] = []
        let value = try decoder.decode(Tables.self, from: Data("{\(members)}".utf8), reporting: &issues)
        let isGood = isGoodFirst != usesLast
        #expect(issues.count == (isGood ? 0 : 1), "\(members) \(issues)")
        #expect(issues.allSatisfy { $0.codingPath.first?.stringValue == table })
        #expect(value.numbers == (isGood && table == "numbers" ? ["b": 1] : [:]))
        #expect(value.codes == (isGood && table == "codes" ? [7: "a"] : [:]))
        #expect((value.maybe["b"] ?? nil) == (isGood && table == "maybe" ? 1 : nil))
      }
    }
  }

  @Test("what is no JSON, or no number, is not let pass")
  func limits() {
    let decoder = AutoJSONDecoder()
    decoder.leniency = .conversions
    for text in [
      #"{"number":"12x"}"#, #"{"number":""}"#, #"{"number":" 1"}"#, #"{"flag":2}"#, #"{"flag":"yes"}"#,
      #"{"list":[1,}"#, #"{"list":[1,tru]}"#, #"{"text":[]}"#,
    ] {
      #expect(throws: DecodingError.self, "\(text)") { try decoder.decode(Loose.self, from: Data(text.utf8)) }
    }
  }
}
