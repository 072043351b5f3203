import AutoCoding
import Foundation
import TestModels
import Testing

/// Bad data fails as it fails for the compiler's `Codable`: the same kind of error, key and coding path.
struct DifferentialFailureTests {
  private func expectSame<Auto: Decodable, Twin: Decodable>(
    _: Auto.Type, _: Twin.Type, _ texts: [String], sourceLocation: SourceLocation = #_sourceLocation
  ) {
    for text in texts {
      let data = Data(text.utf8)
      let auto = DifferentialOutcome { try JSONDecoder().decode(Auto.self, from: data) }
      let twin = DifferentialOutcome { try JSONDecoder().decode(Twin.self, from: data) }
      #expect(auto.error == twin.error, "decoding \(Auto.self) from \(text)", sourceLocation: sourceLocation)
    }
  }

  private let goodLets = #"{"x": 1, "name": "n", "flag": true}"#

  @Test func structs() {
    expectSame(
      Zoo.Lets.self, Twin.Lets.self,
      [
        goodLets, #"{"x": 1, "name": "n", "flag": true, "other": [null]}"#, #"{"name": "n", "flag": true}"#, "{}",
        #"{"x": null, "name": "n", "flag": true}"#, #"{"x": "1", "name": "n", "flag": true}"#,
        #"{"x": {}, "name": "n", "flag": true}"#, #"{"x": 1, "name": 1, "flag": true}"#,
        #"{"x": 1, "name": "n", "flag": 1}"#, #"{"x": 1, "name": [], "flag": true}"#, "null", "[]", "1", #""x""#, "",
        "{", #"{"x": 1e999, "name": "n", "flag": true}"#, "[\(goodLets)]",
      ])
  }

  @Test func emptyStructs() {
    expectSame(Zoo.Empty.self, Twin.Empty.self, ["{}", #"{"a": 1}"#])
    expectSame(Zoo.Optionals.self, Twin.Optionals.self, [#"{"tail": true, "empty": {}}"#])
  }

  /// The compiler's code for an empty struct looks at nothing, and accepts whatever is there; AutoCoding does not.
  @Test(arguments: ["[]", "null", "3"]) func emptyStructsAreStricter(_ text: String) throws {
    #expect(throws: DecodingError.self) { try JSONDecoder().decode(Zoo.Empty.self, from: Data(text.utf8)) }
  }

  @Test func integers() {
    let names = ["int", "int8", "int16", "int32", "int64", "uint", "uint8", "uint16", "uint32", "uint64"]
    let values = [
      "1", "1.0", "1e2", "1.5", "-1", "-0", "127", "128", "-129", "255", "256", "65536", "4294967296",
      "9223372036854775807", "9223372036854775808", "18446744073709551616", "1e30", "true", "null", #""1""#, "[]", "{}",
    ]
    for name in names {
      for value in values {
        let members = names.map { "\"\($0)\": \($0 == name ? value : "1")" }
        expectSame(Zoo.Integers.self, Twin.Integers.self, ["{\(members.joined(separator: ", "))}"])
        expectSame(Zoo.OptionalIntegers.self, Twin.OptionalIntegers.self, ["{\"\(name)\": \(value)}"])
      }
    }
  }

  @Test func optionals() {
    expectSame(
      Zoo.Optionals.self, Twin.Optionals.self,
      [
        #"{"tail": true}"#, "{}", #"{"int": null, "model": null, "list": null, "tail": true}"#,
        #"{"tail": true, "int": "1"}"#, #"{"tail": true, "model": {}}"#, #"{"tail": true, "list": [null]}"#,
        #"{"tail": true, "map": {"a": "b"}}"#, #"{"tail": true, "mode": {}}"#,
      ])
    expectSame(
      Zoo.NestedOptionals.self, Twin.NestedOptionals.self,
      [
        #"{"list": [], "map": {}, "tail": 1}"#, #"{"list": [null, "x"], "map": {}, "tail": 1}"#,
        #"{"int": null, "list": [], "map": {}, "tail": 1}"#, #"{"int": "x", "list": [], "map": {}, "tail": 1}"#,
        #"{"list": [], "map": {"a": []}, "tail": 1}"#, #"{"map": {}, "tail": 1}"#,
      ])
  }

  @Test func enums() {
    expectSame(
      Zoo.Mode.self, Twin.Mode.self,
      [
        #"{"on": {}}"#, #"{"bogus": {}}"#, "{}", #"{"on": {}, "off": {}}"#, #"{"on": null}"#,
        #"{"on": 5}"#, #"{"on": []}"#, #""on""#, "null", "[]", #"{"on": {}, "bogus": 1}"#, #"{"bogus": 1, "off": {}}"#,
      ])
    expectSame([Zoo.Mode].self, [Twin.Mode].self, [#"[{"on": {}}, {"bogus": {}}]"#, #"[{"on": {}}, {"off": 1}]"#])
    expectSame(Zoo.StringRaw.self, Twin.StringRaw.self, [#""plain""#, #""bogus""#, "1", "null", "{}", #""spaced""#])
    expectSame(Zoo.Int8Raw.self, Twin.Int8Raw.self, ["-128", "5", "300", "1.5", #""1""#, "null"])
    expectSame([Zoo.UInt64Raw].self, [Twin.UInt64Raw].self, ["[18446744073709551615]", "[2]", "[-1]"])
    expectSame([String: Zoo.DoubleRaw].self, [String: Twin.DoubleRaw].self, [#"{"k": 0.25}"#, #"{"k": 0.5}"#])
    expectSame(Zoo.Even.self, Twin.Even.self, ["2", "3", "40000", "null", #"{"rawValue": 2}"#])
    expectSame(Zoo.Permissions.self, Twin.Permissions.self, ["3", "1.5", "[]", #"{"rawValue": 1}"#])
  }

  @Test func nested() {
    let city = #"{"streets": [{"name": "s", "side": {"left": {}}}]}"#
    func country(_ capital: String, _ cities: String = "{}", _ twins: String = "[]") -> String {
      "{\"capital\": \(capital), \"cities\": \(cities), \"twins\": \(twins)}"
    }
    expectSame(
      Zoo.Country.self, Twin.Country.self,
      [
        country(city), country("{}"), country("null"), country(#"{"streets": [{"name": "s"}]}"#),
        country(#"{"streets": [{"name": "s", "side": {"left": {}}}, {"name": "s", "side": {"up": {}}}]}"#),
        country(#"{"streets": {}}"#), country(#"{"streets": [null]}"#), country(#"{"streets": [], "main": 1}"#),
        country(city, #"{"a": \#(city), "b": {"streets": [1]}}"#), country(city, "[]"), country(city, #"{"a": null}"#),
        country(city, "{}", "[[null, \(city)], [null, {}]]"), country(city, "{}", "[1]"), country(city, "{}", "[null]"),
      ])
  }

  @Test func hierarchies() {
    func dog(_ changes: [String: String], without absent: String = "") -> String {
      var members = ["name": #""n""#, "isAlive": "true", "age": "1", "tag": #""t""#, "tags": "[]"]
      members[absent] = nil
      members.merge(changes) { $1 }
      return "{\(members.map { "\"\($0)\": \($1)" }.joined(separator: ", "))}"
    }
    expectSame(
      Zoo.Dog.self, Twin.Dog.self,
      [
        dog([:]), dog([:], without: "name"), dog([:], without: "age"), dog(["isAlive": "null"]), dog(["age": "128"]),
        dog(["tags": "[1]"]), dog(["owner": "{}"]), dog(["owner": "null"]), dog(["tag": "[]"]), "[]",
      ])
  }

  @Test func collections() {
    expectSame(
      Zoo.Sets.self, Twin.Sets.self,
      [
        #"{"ints": {}}"#,
        #"{"ints": [1, 1], "strings": [], "models": [], "nested": [], "sets": [], "optionals": [null, null]}"#,
        #"{"ints": [1, "x"], "strings": [], "models": [], "nested": [], "sets": [], "optionals": []}"#,
        #"{"ints": [], "strings": [], "models": [{"x": 1}], "nested": [], "sets": [], "optionals": []}"#,
        #"{"ints": [], "strings": [], "models": [], "nested": [[1], [null]], "sets": [], "optionals": []}"#,
      ])
    func numbers(_ texts: String, _ bytes: String = "{}") -> String {
      #"{"texts": \#(texts), "maps": {}, "bytes": \#(bytes), "big": [], "doubles": [], "bools": []}"#
    }
    expectSame(
      Zoo.NumberDictionaries.self, Twin.NumberDictionaries.self,
      [
        numbers(#"{"1": "a"}"#, "[]"), numbers(#"{"x": "a"}"#, "[]"), numbers(#"{"1": 1}"#, "[]"), numbers("[]", "[]"),
        numbers("{}", #"[1, "a", 2]"#), numbers("{}", #"[1, 2]"#), numbers("{}", #"[256, "a"]"#), numbers("{}", "{}"),
        numbers("{}", #"[1, "a", 1, "b"]"#),
      ])
    func recursive(_ inner: String) -> String { #"{"value": 1, "next": {"value": 2, "next": \#(inner)}}"# }
    expectSame(
      Zoo.Node.self, Twin.Node.self,
      [recursive("null"), recursive("{}"), recursive("[]"), recursive(#"{"value": null}"#), #"{"value": 1}"#])
  }

  @Test func foundation() {
    func dates(_ value: String) -> String { #"{"date": \#(value), "list": [], "map": {}, "set": []}"# }
    expectSame(
      Zoo.Dates.self, Twin.Dates.self, [dates("1"), dates(#""x""#), dates("null"), dates("1e400"), dates("[]")])
    func datas(_ value: String) -> String { #"{"data": \#(value), "list": []}"# }
    expectSame(Zoo.Datas.self, Twin.Datas.self, [#""AQI=""#, #""A""#, "1", "null", "[1]"].map(datas))
    func urls(_ value: String) -> String { #"{"url": \#(value), "list": [], "map": {}}"# }
    expectSame(Zoo.URLs.self, Twin.URLs.self, [#""a:b""#, #""""#, #""http://[""#, "1", "null", "{}"].map(urls))
    func ids(_ value: String) -> String { #"{"uuid": \#(value), "list": [\#(value)]}"# }
    expectSame(Zoo.UUIDs.self, Twin.UUIDs.self, [#""x""#, "1", "null"].map(ids))
  }

  /// A character is a string of one; nothing is dropped in silence.
  @Test(arguments: [#""""#, #""ab""#, "null", "1", "{}"])
  func characters(_ value: String) {
    let text = #"{"character": \#(value), "list": [], "map": {}, "slice": [], "tail": true}"#
    #expect(throws: DecodingError.self) { try JSONDecoder().decode(Zoo.Characters.self, from: Data(text.utf8)) }
  }

  /// What a format cannot hold is refused where it is.
  @Test func encoding() {
    struct Model: AutoCoding { var list = [1, Double.nan] }
    struct Twin: Codable { var list = [1, Double.nan] }
    let auto = DifferentialOutcome { try JSONEncoder().encode(["k": [Model()]]) }
    let twin = DifferentialOutcome { try JSONEncoder().encode(["k": [Twin()]]) }
    #expect(auto.error == twin.error)
    #expect(auto.error == "invalidValue at .k[0].list[1]")
  }
}
