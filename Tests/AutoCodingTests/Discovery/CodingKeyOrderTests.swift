import AutoCoding
import Foundation
import Testing

/// Properties are coded in the order of the cases of `CodingKeys`.
struct CodingKeyOrderTests {
  fileprivate struct Item: AutoCoding, Equatable {
    enum CodingKeys: String, CodingKey { case c = "third", a, b = "second" }
    var a = 1
    var hidden = 0
    var b: Int? = 2
    var c = [3]
  }

  fileprivate struct ItemTwin: Codable, Equatable {
    enum CodingKeys: String, CodingKey { case c = "third", a, b = "second" }
    var a = 1
    var hidden = 0
    var b: Int? = 2
    var c = [3]
  }

  fileprivate class Base: AutoCoding, DefaultInitializable {
    enum CodingKeys: CodingKey { case y, x }
    var x = 1
    var y = 2
    required init() {}
  }

  fileprivate final class Sub: Base {
    var b = 3
    var a = 4
  }

  private struct Paths: AutoCoding, Equatable {
    enum CodingKeys: CodingKey { case zip, name, city }
    var name = "n"
    var city = "c"
    var zip = "z"
    static var propertyKeys: [String: String] { ["city": "at.city", "zip": "at.zip"] }
    static var propertyRules: PropertyRules { ["name": .formerly("called")] }
  }

  /// The text of every coder that keeps the order of what it is given.
  private func texts(_ value: some Codable) throws -> [String] {
    let containers = AutoJSONEncoder()
    containers.keyEncodingStrategy = .custom { $0[$0.count - 1] }
    let texts = try [AutoJSONEncoder(), containers].map { String(decoding: try $0.encode(value), as: UTF8.self) }
    return texts + [try IntegerKeyedValue.encoding(value).json]
  }

  @Test("in a struct, in every format that has an order")
  func structs() throws {
    let item = Item()
    for text in try texts(item) { #expect(text == #"{"third":[3],"a":1,"second":2}"#) }
    #expect(try texts(item) == texts(ItemTwin()))
    #expect(try texts(["k": [item]]) == texts(["k": [ItemTwin()]]))
    #expect(try texts(Item(a: 1, b: nil)) == texts(ItemTwin(a: 1, b: nil)))
  }

  @Test("in each level of a class by itself")
  func classes() throws {
    for text in try texts(Sub()) { #expect(text == #"{"y":2,"x":1,"b":3,"a":4}"#) }
    #expect(try TypeMap(reflecting: Sub.self).properties.map(\.name) == ["y", "x", "b", "a"])
  }

  @Test("with key paths and former keys")
  func paths() throws {
    for text in try texts(Paths()) { #expect(text == #"{"at":{"zip":"z","city":"c"},"name":"n"}"#) }
    let former = try JSONDecoder().decode(Paths.self, from: Data(#"{"at":{"zip":"1","city":"2"},"called":"3"}"#.utf8))
    #expect(former == Paths(name: "3", city: "2", zip: "1"))
  }

  @Test("in an archive")
  func archives() throws {
    let tree = try PropertyListTree(try KeyedArchiveEncoder().encode(Sub()))
    #expect(tree.recordKeys.contains(["y", "x", "b", "a", "$class"]))
    #expect(
      try PropertyListTree(try KeyedArchiveEncoder().encode(Item())).recordKeys.contains([
        "third", "a", "second", "$class",
      ]))
  }

  @Test("what was written comes back", arguments: TestCoder.allCases)
  func roundTrips(coder: TestCoder) throws {
    let sub = Sub()
    (sub.x, sub.y, sub.a, sub.b) = (5, 6, 7, 8)
    let back = try #require(try coder.roundTrip([sub as Base])[0] as? Sub)
    #expect(back.x == 5 && back.y == 6 && back.a == 7 && back.b == 8)
    #expect(
      try coder.roundTrip(["p": Paths(name: "x", city: "y", zip: "z")]) == ["p": Paths(name: "x", city: "y", zip: "z")])
    if coder != .keyedArchive {
      #expect(try coder.decode(ItemTwin.self, from: coder.encode(ItemTwin(a: 9, c: []))) == ItemTwin(a: 9, c: []))
    }
  }
}

extension IntegerKeyedValue {
  /// The value as compact JSON text, members in their order.
  fileprivate var json: String {
    switch self {
    case .null: "null"
    case .bool(let value): "\(value)"
    case .int(let value): "\(value)"
    case .double(let value): "\(value)"
    case .text(let value): "\"\(value)\""
    case .array(let elements): "[" + elements.map(\.json).joined(separator: ",") + "]"
    case .map(let members):
      "{"
        + members.map { member in
          switch member.key {
          case .int(let key): "\"\(key)\":" + member.value.json
          case .text(let key): "\"\(key)\":" + member.value.json
          }
        }.joined(separator: ",") + "}"
    }
  }
}

extension PropertyListTree {
  /// The keys of every dictionary, in their order.
  fileprivate var recordKeys: [[String]] {
    switch self {
    case .array(let elements): elements.flatMap(\.recordKeys)
    case .dictionary(let pairs):
      [pairs.map { if case .string(let key) = $0.key { key } else { "" } }] + pairs.flatMap(\.value.recordKeys)
    default: []
    }
  }
}
