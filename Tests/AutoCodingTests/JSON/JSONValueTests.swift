import AutoCoding
import Foundation
import Testing

/// ``JSONValue`` in memory: literals, access, changes, and equality.
struct JSONValueTests {
  private let value: JSONValue = [
    "null": nil, "bool": true, "int": -5, "double": 1.5, "string": "Zürich", "array": [1, "two", [3], nil],
    "object": ["a": 1],
  ]

  @Test func `Literals make values`() {
    #expect(value["null"] == .some(.null))
    #expect(value["bool"] == .bool(true))
    #expect(value["int"] == .number(-5))
    #expect(value["double"] == .number(1.5))
    #expect(value["string"] == .string("Zürich"))
    #expect(value["array"] == .array([.number(1), .string("two"), .array([.number(3)]), .null]))
    #expect(value["object"] == .object(["a": 1]))
    let name = "x"
    #expect(("a\(name)" as JSONValue).string == "ax")
    #expect(
      value.description
        == #"{"null":null,"bool":true,"int":-5,"double":1.5,"string":"Zürich","array":[1,"two",[3],null],"object":{"a":1}}"#
    )
  }

  @Test func `Typed access is nil for another kind`() throws {
    #expect(value["null"]?.isNull == true && value["bool"]?.isNull == false)
    #expect(value["bool"]?.bool == true && value["int"]?.bool == nil)
    #expect(value["int"]?.int == -5 && value["double"]?.int == nil && value["string"]?.int == nil)
    #expect(value["double"]?.double == 1.5 && value["int"]?.double == -5 && value["bool"]?.double == nil)
    #expect(value["double"]?.decimal == Decimal(string: "1.5") && value["array"]?.decimal == nil)
    #expect(value["string"]?.string == "Zürich" && value["int"]?.string == nil)
    #expect(value["array"]?.array?.count == 4 && value["object"]?.array == nil)
    #expect(value["object"]?.object?.keys == ["a"] && value["array"]?.object == nil)
    #expect(value["int"]?.number?.description == "-5" && value["null"]?.number == nil)
    #expect(JSONValue(Double.nan) == nil && JSONValue(Double.infinity) == nil && JSONValue(Decimal.nan) == nil)
    #expect(JSONValue(UInt64.max).description == "18446744073709551615")
    #expect(JSONValue(try #require(Decimal(string: "0.10")))?.description == "0.1")
  }

  @Test func `Subscripts read by key and index`() {
    #expect(value["array"]?[1]?.string == "two" && value["array"]?[2]?[0]?.int == 3)
    #expect(value["array"]?[4] == nil && value["array"]?[-1] == nil && value["object"]?[0] == nil)
    #expect(value["missing"] == nil && value["array"]?["a"] == nil && value["null"]?["a"] == nil)
  }

  @Test func `Subscripts write by key and index`() {
    var value = value
    value["int"] = 7
    value["new"] = ["x": 1]
    value["new"]?["y"] = [true]
    value["array"]?[0] = nil
    value["array"]?[2] = "last"
    value["array"]?[3] = "appended"
    value["array"]?[9] = "nowhere"
    value["bool"] = nil
    value["null"]?["made"] = 1
    value["absent"]?["a"] = 1
    value["object"]?["a"] = .null
    value["string"]?[0] = "nothing"
    #expect(
      value.description
        == #"{"null":{"made":1},"int":7,"double":1.5,"string":"Zürich","array":["two",[3],"last","appended"],"#
        + #""object":{"a":null},"new":{"x":1,"y":[true]}}"#)
    value["string"]?["key"] = nil
    #expect(value["string"] == "Zürich")
    value["string"]?["key"] = 1
    #expect(value["string"] == ["key": 1])
    value.array?.append(1)
    #expect(value.object != nil)
    value["array"]?.array?.append(1)
    value["array"]?.array?.removeFirst()
    value["object"]?.object?["b"] = 2
    #expect(value["array"] == [[3], "last", "appended", 1] && value["object"] == ["a": nil, "b": 2])
    value["array"]?.array = nil
    #expect(value["array"]?.isNull == true)
    value.object = ["a": 1]
    #expect(value == ["a": 1])
    value.array = [1]
    #expect(value == [1])
  }

  /// Elements are changed in place: a copy for each would take minutes.
  @Test func `Changes in place take linear time`() {
    var value: JSONValue = ["list": .array((0..<20_000).map { JSONValue($0) }), "table": [:]]
    for index in 0..<20_000 {
      value["list"]?[index] = JSONValue(-index)
      value["table"]?["key \(index)"] = JSONValue(index)
    }
    #expect(value["list"]?[19_999] == -19_999 && value["table"]?["key 12345"]?.int == 12345)
  }

  // MARK: Objects

  @Test(arguments: [3, 15, 16, 17, 18, 100, 1000])
  func `Objects keep their order, and find every key`(_ count: Int) throws {
    var object = JSONObject()
    for index in 0..<count { object["key \(index * 7 % count) of \(count)"] = JSONValue(index) }
    let keys = object.keys
    #expect(Set(keys).count == object.count && object.map(\.key) == keys)
    for (position, key) in keys.enumerated() {
      #expect(object[key] == object[position].value)
      object[key] = JSONValue(position)
    }
    #expect(object.keys == keys && object.values == keys.indices.map { JSONValue($0) })
    #expect(object["absent"] == nil && object.removeValue(forKey: "absent") == nil)
    #expect(object == JSONObject(object.reversed()) && object.hashValue == JSONObject(object.reversed()).hashValue)
    for key in keys.dropLast(2) { #expect(object.removeValue(forKey: key) != nil) }
    #expect(object.keys == keys.suffix(2))
    object[keys[0]] = 1
    #expect(object.keys == keys.suffix(2) + [keys[0]])
    let dictionary = JSONObject(["b": 1, "a": 2] as [String: JSONValue])
    #expect(dictionary.keys == ["a", "b"])
  }

  @Test func `Keys are compared by their UTF-8`() throws {
    let object = try #require(try AutoJSONDecoder().decode(JSONValue.self, from: #"{"é":1,"e\u0301":2}"#).object)
    #expect(object.count == 2)
    #expect(object["\u{e9}"] == 1 && object["e\u{301}"] == 2)
  }

  @Test func `Order does not count for equality`() {
    #expect(["a": 1, "b": [1, 2]] as JSONValue == ["b": [1, 2], "a": 1])
    #expect(Set([["a": 1, "b": 2], ["b": 2, "a": 1]] as [JSONValue]).count == 1)
    #expect(["a": 1, "b": 2] as JSONValue != ["a": 2, "b": 1])
    #expect(["a": 1] as JSONValue != ["a": 1, "b": nil])
    #expect([1, 2] as JSONValue != [2, 1])
    #expect(nil as JSONValue != false && 0 as JSONValue != false && "1" as JSONValue != 1)
    #expect(["a": 1, "a": 2] as JSONValue == ["a": 2])
  }
}
