import AutoCoding
import Foundation
import Testing

/// Updates that merge collections.
struct CollectionUpdateTests {
  struct Item: AutoCoding, Identifiable, Equatable {
    var id: Int
    var name = "n"
    var size: Int? = 1
    var parts: [Part] = []
    init(_ id: Int, _ name: String = "n", size: Int? = 1, parts: [Part] = []) {
      (self.id, self.name, self.size, self.parts) = (id, name, size, parts)
    }
    static var propertyKeys: [String: String] { ["id": "key"] }
  }

  /// Not identifiable.
  struct Part: AutoCoding, Equatable {
    var a = 1
    var b: Int? = 2
  }

  class Node: AutoCoding, Identifiable, DefaultInitializable {
    var id = UUID()
    var name = "n"
    var children: [Node] = []
    @Transient var mark = ""
    required init() {}
    init(_ name: String) { self.name = name }
  }
  final class Leaf: Node { var weight = 1 }

  /// Its identity is not in the data.
  final class Plain: AutoCoding, Identifiable, DefaultInitializable {
    var name = "n"
    var other = 0
    @Transient var mark = ""
    init() {}
  }

  struct Model: AutoCoding {
    var items: [Item] = []
    var maybe: [Item]?
    var parts: [Part] = []
    var holes: [Part?] = []
    var rows: [[Part]] = []
    var nodes: [Node] = []
    var plains: [Plain] = []
    var byName: [String: Item] = [:]
    var byNumber: [Int: [Part]] = [:]
    var numbers: [String: Int] = [:]
    var optionals: [String: Int?] = [:]
    var tags: [String] = []
    var set: Set<Int> = []
    var rest = 0
  }

  /// A decoder of either kind, with the JSON that it updates from.
  private static let updates: [@Sendable (inout Model, String) throws -> Void] = [
    {
      let decoder = AutoJSONDecoder()
      decoder.collectionUpdates = .merge
      try decoder.update(&$0, from: Data($1.utf8))
    },
    {
      let decoder = DictionaryDecoder()
      decoder.collectionUpdates = .merge
      let dictionary = try JSONSerialization.jsonObject(with: Data($1.utf8)) as? [String: Any]
      try decoder.update(&$0, from: #require(dictionary))
    },
  ]

  @Test(arguments: updates.indices) func byIdentity(_ number: Int) throws {
    let update = Self.updates[number]
    var model = Model()
    model.items = [Item(1, "a", parts: [Part(a: 5)]), Item(2, "b"), Item(3, "c", size: 9)]
    // Reordered; 2 is removed, and 4 added; the key may come last.
    try update(
      &model,
      #"{"items":[{"name":"C","key":3},{"key":4,"name":"d","parts":[]},{"key":1,"size":null,"parts":[{"b":7}]}]}"#)
    #expect(
      model.items == [
        Item(3, "C", size: 9), Item(4, "d", size: nil), Item(1, "a", size: nil, parts: [Part(a: 5, b: 7)]),
      ])
    // The second of two with one identity is another one.
    #expect(throws: DecodingError.self) { try update(&model, #"{"items":[{"key":3},{"key":3}]}"#) }
    #expect(model.items.map(\.id) == [3, 4, 1])
    // An element without an identity, as well.
    #expect(throws: DecodingError.self) { try update(&model, #"{"items":[{"name":"x"}]}"#) }
    try update(&model, #"{"items":[]}"#)
    #expect(model.items.isEmpty)
  }

  @Test(arguments: updates.indices) func optionals(_ number: Int) throws {
    let update = Self.updates[number]
    var model = Model()
    try update(&model, #"{"maybe":[{"key":1,"name":"a","parts":[]}],"rest":1}"#)
    #expect(model.maybe == [Item(1, "a", size: nil)] && model.rest == 1)
    try update(&model, #"{"maybe":[{"key":1,"size":3}]}"#)
    #expect(model.maybe == [Item(1, "a", size: 3)])
    try update(&model, #"{"maybe":null}"#)
    #expect(model.maybe == nil)
  }

  @Test(arguments: updates.indices) func byIndex(_ number: Int) throws {
    let update = Self.updates[number]
    var model = Model()
    model.parts = [Part(a: 1, b: 1), Part(a: 2, b: 2), Part(a: 3, b: 3)]
    try update(&model, #"{"parts":[{"a":9},{"b":null}]}"#)
    #expect(model.parts == [Part(a: 9, b: 1), Part(a: 2, b: nil)])
    try update(&model, #"{"parts":[{},{},{"a":4}]}"#)
    #expect(model.parts == [Part(a: 9, b: 1), Part(a: 2, b: nil), Part(a: 4, b: nil)])
    model.holes = [Part(a: 1), nil, Part(a: 3)]
    try update(&model, #"{"holes":[null,{"a":5},{"b":6}]}"#)
    #expect(model.holes == [nil, Part(a: 5, b: nil), Part(a: 3, b: 6)])
    model.rows = [[Part(a: 1)], [Part(a: 2), Part(a: 3)]]
    try update(&model, #"{"rows":[[{"b":0}],[{"b":1},{"b":2}],[]]}"#)
    #expect(model.rows == [[Part(a: 1, b: 0)], [Part(a: 2, b: 1), Part(a: 3, b: 2)], []])
    model.tags = ["a", "b"]
    model.set = [1, 2]
    try update(&model, #"{"tags":["c"],"set":[3]}"#)
    #expect(model.tags == ["c"] && model.set == [3])
  }

  @Test(arguments: updates.indices) func objects(_ number: Int) throws {
    let update = Self.updates[number]
    var model = Model()
    let (first, second, child) = (Node("a"), Leaf("b"), Node("c"))
    first.children = [child]
    (first.mark, second.mark, child.mark) = ("1", "2", "3")
    model.nodes = [first, second]
    try update(
      &model,
      """
      {"nodes":[{"weight":5,"id":"\(second.id)"},{"name":"new"},
      {"id":"\(first.id)","children":[{"id":"\(child.id)","name":"C"}]}]}
      """)
    #expect(model.nodes.count == 3 && model.nodes[0] === second && model.nodes[2] === first)
    #expect(second.weight == 5 && second.name == "b" && second.mark == "2")
    #expect(first.children.count == 1 && first.children[0] === child && child.name == "C" && child.mark == "3")
    #expect(model.nodes[1].name == "new" && model.nodes[1].mark == "")
    // An identity that is not coded does not count.
    let plains = [Plain(), Plain()]
    model.plains = plains
    try update(&model, #"{"plains":[{"name":"x"},{"other":1},{}]}"#)
    #expect(model.plains.count == 3 && model.plains[0] === plains[0] && model.plains[1] === plains[1])
    #expect(plains[0].name == "x" && plains[1].name == "n" && plains[1].other == 1)
  }

  @Test(arguments: updates.indices) func dictionaries(_ number: Int) throws {
    let update = Self.updates[number]
    var model = Model()
    model.byName = ["a": Item(1, "x"), "b": Item(2), "c": Item(3)]
    model.byNumber = [1: [Part(a: 1)], 2: []]
    model.numbers = ["a": 1, "b": 2]
    model.optionals = ["a": 1, "b": 2]
    try update(
      &model,
      """
      {"byName":{"a":{"size":5},"b":null,"d":{"key":4,"name":"d","parts":[]}},"byNumber":{"1":[{"b":4}]},
      "numbers":{"b":3,"a":null,"c":4},"optionals":{"a":null}}
      """)
    #expect(model.byName == ["a": Item(1, "x", size: 5), "c": Item(3), "d": Item(4, "d", size: nil)])
    #expect(model.byNumber == [1: [Part(a: 1, b: 4)], 2: []])
    #expect(model.numbers == ["b": 3, "c": 4])
    #expect(model.optionals.count == 2 && model.optionals["a"] == .some(nil) && model.optionals["b"] == 2)
  }

  @Test(arguments: updates.indices) func failures(_ number: Int) throws {
    let update = Self.updates[number]
    var model = Model()
    let node = Node("a")
    model.nodes = [node]
    model.items = [Item(1, "a")]
    model.byName = ["a": Item(1)]
    for text in [
      #"{"nodes":[{"id":"\#(node.id)","name":"b"}],"rest":"no"}"#,
      #"{"nodes":[{"id":"\#(node.id)","name":"b"},{"name":5}]}"#,
      #"{"items":[{"key":1,"name":"b"},5]}"#, #"{"items":5}"#, #"{"items":[{"key":"one"}]}"#,
      #"{"byName":{"a":{"name":"b"},"b":5}}"#, #"{"items":null}"#,
    ] {
      #expect(throws: DecodingError.self, "\(text)") { try update(&model, text) }
      #expect(node.name == "a" && model.nodes.count == 1 && model.items == [Item(1, "a")], "\(text)")
      #expect(model.byName == ["a": Item(1)] && model.rest == 0, "\(text)")
    }
    let error = try #require(throws: DecodingError.self) {
      try update(&model, #"{"items":[{"key":1},{"key":1,"parts":[{"a":"x"}],"name":"n"}]}"#)
    }
    guard case .typeMismatch(_, let context) = error else { return #expect(Bool(false), "\(error)") }
    #expect(context.codingPath.map(\.stringValue) == ["items", "Index 1", "parts", "Index 0", "a"])
  }

  @Test func unknownKeysAndSubclasses() throws {
    let decoder = AutoJSONDecoder()
    decoder.collectionUpdates = .merge
    decoder.unknownKeys = .refuse
    var model = Model()
    let leaf = Leaf("b")
    model.nodes = [leaf]
    // The key is the subclass's.
    try decoder.update(&model, from: Data(#"{"nodes":[{"weight":5,"id":"\#(leaf.id)"}]}"#.utf8))
    #expect(model.nodes[0] === leaf && leaf.weight == 5)
    #expect(throws: DecodingError.self) {
      try decoder.update(&model, from: Data(#"{"nodes":[{"width":5,"id":"\#(leaf.id)"}]}"#.utf8))
    }
  }

  @Test func theDefaultReplaces() throws {
    var model = Model()
    model.parts = [Part(a: 1)]
    model.numbers = ["a": 1]
    #expect(throws: DecodingError.self) {
      try AutoJSONDecoder().update(&model, from: Data(#"{"parts":[{"b":1}]}"#.utf8))
    }
    try AutoJSONDecoder().update(&model, from: Data(#"{"numbers":{"b":1}}"#.utf8))
    #expect(model.numbers == ["b": 1])
  }

  @Test func customKeysAreMerged() throws {
    struct Key: CodingKey {
      let stringValue: String
      var intValue: Int? { nil }
      init(stringValue: String) { self.stringValue = stringValue }
      init?(intValue: Int) { nil }
    }
    let decoder = AutoJSONDecoder()
    decoder.collectionUpdates = .merge
    decoder.keyDecodingStrategy = .custom { path in
      Key(stringValue: path.map { String($0.stringValue.drop { $0 == "_" }) }.last ?? "")
    }
    var model = Model()
    model.parts = [Part(a: 1)]
    model.numbers = ["a": 1]
    try decoder.update(&model, from: Data(#"{"_rest":1,"_parts":[{"_b":5}],"_numbers":{"_b":2}}"#.utf8))
    #expect(model.rest == 1)
    #expect(model.parts.map(\.a) == [1] && model.parts.map(\.b) == [5])
    // The keys of such a dictionary are values.
    #expect(model.numbers == ["a": 1, "_b": 2])
  }

  struct Open<Value: Codable & Equatable>: AutoCoding, Equatable {
    var id = 1
    var rest: [String: Value] = [:]
    static var propertyRules: PropertyRules { ["rest": .flattened] }
  }
  struct Outer: AutoCoding, Equatable {
    var name = "n"
    var open = Open<Part>()
    static var propertyRules: PropertyRules { ["open": .flattened] }
  }

  @Test(arguments: [false, true])
  func flattenedDictionariesAreMerged(keepsLast: Bool) throws {
    func update<Value: AutoCoding>(_ value: Value, _ text: String, merges: Bool = true) throws -> Value {
      var (json, dictionary) = (value, value)
      let decoder = AutoJSONDecoder()
      decoder.collectionUpdates = merges ? .merge : .replace
      decoder.duplicateKeys = keepsLast ? .useLast : .useFirst
      try decoder.update(&json, from: Data(text.utf8))
      let other = DictionaryDecoder()
      other.collectionUpdates = decoder.collectionUpdates
      let object = try #require(try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any])
      try other.update(&dictionary, from: object)
      #expect(try AutoJSONEncoder.sorted.encode(json) == AutoJSONEncoder.sorted.encode(dictionary))
      return json
    }
    let values = Open<JSONValue>(rest: ["a": 1, "b": [1], "c": "x"])
    #expect(try update(values, #"{"a":null,"d":2,"id":5}"#) == Open(id: 5, rest: ["b": [1], "c": "x", "d": 2]))
    #expect(try update(values, #"{"a":null}"#, merges: false).rest["a"] == .null)
    #expect(try update(values, #"{"id":2}"#) == Open(id: 2, rest: values.rest))
    let numbers = Open<Int>(rest: ["a": 1, "b": 2])
    #expect(try update(numbers, #"{"a":null,"c":3}"#).rest == ["b": 2, "c": 3])
    #expect(try update(Open<Int?>(rest: ["a": 1]), #"{"a":null}"#).rest == (["a": nil] as [String: Int?]))
    let parts = Outer(open: Open(rest: ["p": Part(a: 5, b: 6), "q": Part()]))
    let updated = try update(parts, #"{"p":{"b":7},"q":null,"r":{"a":8},"name":"m"}"#)
    #expect(updated == Outer(name: "m", open: Open(rest: ["p": Part(a: 5, b: 7), "r": Part(a: 8, b: nil)])))
    var duplicates = numbers
    let decoder = AutoJSONDecoder()
    decoder.collectionUpdates = .merge
    decoder.duplicateKeys = keepsLast ? .useLast : .useFirst
    try decoder.update(&duplicates, from: Data(#"{"a":7,"a":8}"#.utf8))
    #expect(duplicates.rest["a"] == (keepsLast ? 8 : 7))
    #expect(throws: DecodingError.self) { try decoder.update(&duplicates, from: Data(#"{"a":9,"b":"x"}"#.utf8)) }
    #expect(duplicates.rest == ["a": keepsLast ? 8 : 7, "b": 2])
    let (old, new) = (Open<JSONValue>(rest: ["a": 1, "b": 2]), Open<JSONValue>(rest: ["b": 3, "c": 4]))
    let patch = try ModelDifference(from: old, to: new).jsonMergePatch()
    #expect(try update(old, String(decoding: patch, as: UTF8.self)) == new)
  }
}

extension AutoJSONEncoder {
  fileprivate static var sorted: AutoJSONEncoder {
    let encoder = AutoJSONEncoder()
    encoder.outputFormatting = .sortedKeys
    return encoder
  }
}
