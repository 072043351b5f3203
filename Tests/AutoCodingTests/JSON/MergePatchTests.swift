import AutoCoding
import Foundation
import TestSupport
import Testing

/// Differences that go back, and that go over the wire as JSON merge patches (RFC 7396).
struct MergePatchTests {
  /// The algorithm of RFC 7396, section 2.
  private func merged(_ target: Any?, _ patch: Any) -> Any {
    guard let patch = patch as? [String: Any] else { return patch }
    var members = target as? [String: Any] ?? [:]
    for (key, value) in patch { members[key] = value is NSNull ? nil : merged(members[key], value) }
    return members
  }

  private func json(_ text: String) throws -> Any {
    try JSONSerialization.jsonObject(with: Data(text.utf8), options: .fragmentsAllowed)
  }

  private func isEqual(_ left: Any, _ right: Any) throws -> Bool {
    func text(_ value: Any) throws -> Data {
      try JSONSerialization.data(withJSONObject: [value], options: .sortedKeys)
    }
    return try text(left) == text(right)
  }

  /// The examples of RFC 7396, appendix A, of which original and result are objects: original, patch, result.
  static let examples = [
    (#"{"a":"b"}"#, #"{"a":"c"}"#, #"{"a":"c"}"#),
    (#"{"a":"b"}"#, #"{"b":"c"}"#, #"{"a":"b","b":"c"}"#),
    (#"{"a":"b"}"#, #"{"a":null}"#, #"{}"#),
    (#"{"a":"b","b":"c"}"#, #"{"a":null}"#, #"{"b":"c"}"#),
    (#"{"a":["b"]}"#, #"{"a":"c"}"#, #"{"a":"c"}"#),
    (#"{"a":"c"}"#, #"{"a":["b"]}"#, #"{"a":["b"]}"#),
    (#"{"a":{"b":"c"}}"#, #"{"a":{"b":"d","c":null}}"#, #"{"a":{"b":"d"}}"#),
    (#"{"a":[{"b":"c"}]}"#, #"{"a":[1]}"#, #"{"a":[1]}"#),
    (#"{"e":null}"#, #"{"a":1}"#, #"{"e":null,"a":1}"#),
  ]

  @Test("RFC 7396's own examples", arguments: examples)
  func appendix(_ original: String, _ patch: String, _ result: String) throws {
    let found = try value(original).mergePatch(to: value(result))
    let made = try json(found.description)
    #expect(try isEqual(merged(json(original), made), json(result)))
    // Theirs has a null for a key that is not there.
    if !patch.contains(#""c":null"#) { #expect(try isEqual(made, json(patch)), "\(made)") }
  }

  @Test("the patch to or from a value that is no object is the other value", arguments: ["[1]", "5", "null", #""a""#])
  func others(_ text: String) throws {
    #expect(try value(text).mergePatch(to: [:]) == [:])
    #expect(try JSONValue.object([:]).mergePatch(to: value(text)) == value(text))
  }

  /// All examples of RFC 7396, appendix A: original, patch, result.
  static let applied =
    examples + [
      (#"["a","b"]"#, #"["c","d"]"#, #"["c","d"]"#),
      (#"{"a":"b"}"#, #"["c"]"#, #"["c"]"#),
      (#"{"a":"foo"}"#, "null", "null"),
      (#"{"a":"foo"}"#, #""bar""#, #""bar""#),
      (#"[1,2]"#, #"{"a":"b","c":null}"#, #"{"a":"b"}"#),
      ("{}", #"{"a":{"bb":{"ccc":null}}}"#, #"{"a":{"bb":{}}}"#),
    ]

  @Test("a value takes the patches of RFC 7396", arguments: applied)
  func apply(_ original: String, _ patch: String, _ result: String) throws {
    var changed = try value(original)
    changed.apply(mergePatch: try value(patch))
    #expect(try changed == value(result))
    // A member that stays is where it was.
    #expect(changed.description == result)
  }

  @Test("equal members are no difference, however they are written and ordered")
  func equal() throws {
    let before = try value(#"{"a": 1, "b": {"c": [1.0, "x"], "d": 1e2}}"#)
    let after = try value(#"{"b": {"d": 100, "c": [1, "x"]}, "a": 1.00}"#)
    #expect(before.mergePatch(to: after) == [:])
  }

  private func value(_ text: String) throws -> JSONValue { try AutoJSONDecoder().decode(JSONValue.self, from: text) }

  // MARK: Models

  enum Shape: AutoCoding, Equatable { case circle(radius: Double), square(side: Double) }
  struct Home: AutoCoding, Equatable {
    var city: String
    var zip: Int?
  }
  struct Person: AutoCoding, Equatable {
    var name = "a"
    var home = Home(city: "Paris", zip: 1)
    var work: Home? = Home(city: "Lyon", zip: 2)
    var tags = ["x", "y"]
    var shape = Shape.circle(radius: 1)
    var table = ["k": 1, "l": 2]
    static var propertyKeys: [String: String] { ["name": "meta.fullName"] }
  }

  private static var edited: Person {
    Person(
      name: "b", home: Home(city: "Paris", zip: nil), work: nil, tags: ["x"], shape: .square(side: 2), table: ["k": 3])
  }

  @Test("a patch has what has changed, by keys; an array whole, and nil as null")
  func patch() throws {
    let difference = try ModelDifference(from: Person(), to: Self.edited)
    let expected = """
      {"meta":{"fullName":"b"},"home":{"zip":null},"work":null,"tags":["x"],
       "shape":{"circle":null,"square":{"side":2}},"table":{"k":3,"l":null}}
      """
    let patch = try difference.jsonMergePatch()
    #expect(try isEqual(JSONSerialization.jsonObject(with: patch), json(expected)))
    #expect(try ModelDifference(from: Person(), to: Person()).jsonMergePatch() == Data("{}".utf8))
    let snake = AutoJSONEncoder()
    snake.keyEncodingStrategy = .convertToSnakeCase
    snake.outputFormatting = .prettyPrinted
    var renamed = Person()
    renamed.name = "c"
    let text = try ModelDifference(from: Person(), to: renamed).jsonMergePatch(by: snake)
    #expect(try isEqual(JSONSerialization.jsonObject(with: text), json(#"{"meta":{"full_name":"c"}}"#)))
  }

  @Test("a decoder takes the patch of a model")
  func update() throws {
    var edited = Person()
    edited.home = Home(city: "Nice", zip: nil)
    edited.work = nil
    edited.tags = []
    edited.name = "z"
    var value = Person()
    try AutoJSONDecoder().update(&value, from: ModelDifference(from: value, to: edited).jsonMergePatch())
    #expect(value == edited)
  }

  class Machine: AutoCoding, DefaultInitializable {
    var wheels = 4
    var plate = "x"
    var owner = Home(city: "Paris", zip: 1)
    required init() {}
  }
  final class Car: Machine { var doors: Int? = 2 }
  final class Van: Machine { var load = 1 }

  class Tagged: AutoCoding, DefaultInitializable {
    var wheels = 4
    class var typeRules: TypeRules {
      TypeRules(typeKey: "type", types: ["car": TaggedCar.self, "van": TaggedVan.self])
    }
    required init() {}
  }
  final class TaggedCar: Tagged { var doors: Int? = 2 }
  final class TaggedVan: Tagged { var load = 1 }

  struct Yard: AutoCoding {
    var inFront: Machine = Car()
    var behind: Machine? = Van()
    var tagged: Tagged = TaggedCar()
    var count = 1
    static let propertyRules: PropertyRules = ["behind": .key("places.behind")]
  }

  @Test("a patch has all of an object that has another class than before", arguments: [false, true])
  func otherClass(usesSnakeCase: Bool) throws {
    let (before, after) = (Yard(), Yard(inFront: Van(), behind: Car(), tagged: TaggedVan(), count: 1))
    before.inFront.wheels = 6
    after.inFront.wheels = 6
    before.behind?.owner.city = "Nice"
    after.behind?.owner.city = "Nice"
    before.tagged.wheels = 8
    after.tagged.wheels = 8
    let (encoder, decoder) = (AutoJSONEncoder(), AutoJSONDecoder())
    if usesSnakeCase {
      encoder.keyEncodingStrategy = .convertToSnakeCase
      decoder.keyDecodingStrategy = .convertFromSnakeCase
    }
    let patch = try ModelDifference(from: before, to: after).jsonMergePatch(by: encoder)
    var value = try ModelValue.copy(of: before)
    try decoder.update(&value, from: patch)
    #expect(try ModelValue.areEqual(value, after))
    // A server has the same.
    var json = try JSONValue(encoding: before, by: encoder)
    json.apply(mergePatch: try AutoJSONDecoder().decode(JSONValue.self, from: patch))
    #expect(try json == JSONValue(encoding: after, by: encoder))
    // If the class is the same, the patch contains only what has changed.
    let edited = try ModelValue.copy(of: before)
    edited.inFront.plate = "y"
    let other = try ModelDifference(from: before, to: edited).jsonMergePatch()
    #expect(String(decoding: other, as: UTF8.self) == #"{"inFront":{"plate":"y"}}"#)
  }

  @Test("so it has if the value itself has another class, or if a closure converts the keys")
  func otherRootClass() throws {
    let (car, van) = (Car(), Van())
    (car.wheels, van.wheels) = (6, 6)
    var value = try ModelValue.copy(of: car as Machine)
    try AutoJSONDecoder().update(
      &value, from: ModelDifference(from: car as Machine, to: van as Machine).jsonMergePatch())
    #expect(try ModelValue.areEqual(value, van as Machine))
    let (encoder, decoder) = (AutoJSONEncoder(), AutoJSONDecoder())
    encoder.keyEncodingStrategy = .custom { $0[$0.count - 1] }
    decoder.keyDecodingStrategy = .custom { $0[$0.count - 1] }
    let (before, after) = (Yard(inFront: car), Yard(inFront: van))
    var yard = try ModelValue.copy(of: before)
    try decoder.update(&yard, from: ModelDifference(from: before, to: after).jsonMergePatch(by: encoder))
    #expect(try ModelValue.areEqual(yard, after))
  }

  @Test("a value that is no object has no patch")
  func array() throws {
    let difference = try ModelDifference(from: [1], to: [2])
    let error = try #require(throws: EncodingError.self) { try difference.jsonMergePatch() }
    guard case .invalidValue(_, let context) = error else { return }
    #expect(
      context.debugDescription
        == "A Array<Int> is not written as a JSON object, and only members of objects can be patched.")
  }

  // MARK: Reversed

  @Test("a reversed difference makes a value what it was")
  func reversed() throws {
    let difference = try ModelDifference(from: Person(), to: Self.edited)
    var value = Self.edited
    try difference.reversed().apply(to: &value)
    #expect(value == Person())
    try difference.reversed().reversed().apply(to: &value)
    #expect(value == Self.edited)
    for (old, new) in [([], [1, 2]), ([1, 2, 3, 4], [1, 9, 4]), ([5], []), ([1, 2], [0, 1, 2, 3])] {
      var list = new
      try ModelDifference(from: old, to: new).reversed().apply(to: &list)
      #expect(list == old)
    }
    let sets = try ModelDifference(from: [1, 2] as Set, to: [2, 3])
    #expect(sets.reversed().description == "{1}: + 1\n{3}: - 3")
  }

  final class Node: AutoCoding, DefaultInitializable {
    var name = ""
    var next: Node?
    var owner: Node?
  }

  @Test("objects that stay are the same ones on the way back")
  func objects() throws {
    let root = Node()
    root.name = "root"
    let child = Node()
    child.owner = root
    root.next = child
    let original = try ModelValue.copy(of: root)
    root.next = nil
    root.name = "changed"
    let difference = try ModelDifference(from: original, to: root)
    var value = root
    try difference.reversed().apply(to: &value)
    #expect(value === root && root.name == "root")
    #expect(root.next?.owner === root)
    #expect(try ModelValue.areEqual(root, original))
    try difference.apply(to: &value)
    #expect(root.next == nil && root.name == "changed")
    original.next = nil
  }

  class Figure: AutoCoding, DefaultInitializable {
    var size = 1
    required init() {}
  }
  final class Box: Figure { var weight = 2 }
  enum Slot: AutoCoding { case empty, filled(shape: Figure) }

  struct Rack: AutoCoding {
    var shape: Figure
    var named: [String: Figure]
    var nested: [String: [String: Figure]]
    var pair: Pair
    var slot: Slot
    struct Pair: AutoCoding { var inner: (Figure, Int) }
  }

  private static func rack(_ make: () -> Figure) -> Rack {
    func shape() -> Figure {
      let shape = make()
      shape.size = 7
      return shape
    }
    return Rack(
      shape: shape(), named: ["a": shape()], nested: ["q": ["r": shape()]], pair: .init(inner: (shape(), 1)),
      slot: .filled(shape: shape()))
  }

  @Test("an object of another class is written with all its members, wherever it is, and replaces the old one")
  func classes() throws {
    let (plain, boxed) = (Self.rack { Figure() }, Self.rack { Box() })
    for (old, new) in [(plain, boxed), (boxed, plain)] {
      let patch = try ModelDifference(from: old, to: new).jsonMergePatch()
      let text = String(decoding: patch, as: UTF8.self)
      #expect(text.components(separatedBy: #""size":7"#).count == 6, "\(text)")
      var value = try JSONValue(encoding: old)
      value.apply(mergePatch: try AutoJSONDecoder().decode(JSONValue.self, from: patch))
      #expect(value == (try JSONValue(encoding: new)))
      for update in [CollectionUpdateStrategy.replace, .merge] {
        let decoder = AutoJSONDecoder()
        decoder.collectionUpdates = update
        var shape = try ModelValue.copy(of: Holder(shape: old.shape))
        let part = try ModelDifference(from: shape, to: Holder(shape: new.shape)).jsonMergePatch()
        try decoder.update(&shape, from: part)
        #expect(try ModelValue.areEqual(shape, Holder(shape: new.shape)))
        #expect(type(of: shape.shape) == type(of: new.shape))
      }
    }
  }

  struct Holder: AutoCoding { var shape: Figure }

  @Test("null in place of a class's name stands for the declared class")
  func nullNames() throws {
    let text = #"{"shape":{"$class":null,"size":4}}"#
    #expect(type(of: try AutoJSONDecoder().decode(Holder.self, from: text).shape) == Figure.self)
    #expect(try JSONDecoder().decode(Holder.self, from: Data(text.utf8)).shape.size == 4)
    let object = try #require(try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any])
    #expect(try DictionaryDecoder().decode(Holder.self, from: object).shape.size == 4)
    var holder = Holder(shape: Box())
    try DictionaryDecoder().update(&holder, from: object)
    #expect(type(of: holder.shape) == Figure.self && holder.shape.size == 4)
    #expect(throws: DecodingError.self) {
      try AutoJSONDecoder().decode(Holder.self, from: #"{"shape":{"$class":1,"size":4}}"#)
    }
  }

  @Test("a patch that removes many members takes as long as one that sets them")
  func manyRemovals() throws {
    let count = 10_000
    let keys = (0..<count).map { "key \($0)" }
    var value = JSONValue.object(JSONObject(keys.map { (key: $0, value: 1) }))
    value["kept"] = 2
    let patch = JSONValue.object(JSONObject(keys.map { (key: $0, value: .null) }))
    let seconds = ThreadTime.measure { value.apply(mergePatch: patch) }
    #expect(value == ["kept": 2])
    // It took ten times as long, and a hundred times without optimization.
    #expect(seconds < 1, "\(seconds) s")
    value.apply(mergePatch: ["a": 1, "kept": .null, "missing": .null])
    #expect(value == ["a": 1])
  }
}
