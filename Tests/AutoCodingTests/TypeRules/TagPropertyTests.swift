import AutoCoding
import Foundation
import Testing

/// A hierarchy whose base class stores the tag, as code by hand does.
private class Animal: AutoCoding {
  let type: String
  var name: String
  class var typeRules: TypeRules { TypeRules(typeKey: "type", types: ["cat": Cat.self, "dog": Dog.self]) }

  init(type: String, name: String) { (self.type, self.name) = (type, name) }

  final class Cat: Animal {
    var lives = 9
    init(name: String, type: String = "cat") { super.init(type: type, name: name) }
    required init(from decoder: any Decoder) throws { try super.init(from: decoder) }
  }

  final class Dog: Animal {
    var friend: Animal?
    init(name: String, friend: Animal? = nil) {
      self.friend = friend
      super.init(type: "dog", name: name)
    }
    required init(from decoder: any Decoder) throws { try super.init(from: decoder) }
  }
}

/// Data may have tags that are not listed, which the base class keeps.
private class Event: AutoCoding, DefaultInitializable {
  enum Kind: String, AutoCoding { case opened, closed }
  var kind: String?
  var at = 0
  class var typeRules: TypeRules {
    TypeRules(typeKey: "event_kind", types: ["opened": Opened.self, "closed": Closed.self], unknownType: .base)
  }
  class var propertyRules: PropertyRules { ["kind": .key("event_kind")] }
  required init() {}

  final class Opened: Event { var file = "" }
  final class Closed: Event {}
}

/// The subclasses store the tag, and in different ways.
private class Node: AutoCoding, DefaultInitializable {
  enum Kind: String, Codable { case plain, leaf }
  struct Tag: RawRepresentable, AutoCoding { var rawValue: String }
  class var typeRules: TypeRules {
    TypeRules(typeKey: "nodeType", types: ["leaf": Leaf.self, "twig": Twig.self, "stem": Stem.self, "root": Root.self])
  }
  class var propertyRules: PropertyRules { [:] }
  required init() {}

  final class Leaf: Node { var nodeType = Kind.leaf }
  final class Twig: Node { var nodeType = Tag(rawValue: "twig") }
  final class Stem: Node {
    var nodeType = "?"
    override class var propertyRules: PropertyRules { ["nodeType": .decodedOnly] }
  }
  final class Root: Node {
    var nodeType = "root"
    override class var propertyRules: PropertyRules { ["nodeType": .encodedOnly] }
  }
}

struct TagPropertyTests {
  private static var animals: [Animal] {
    [Animal.Cat(name: "Tom"), Animal.Dog(name: "Rex", friend: Animal.Cat(name: "Kit")), Animal.Dog(name: "Fido")]
  }

  @Test("the tag is in the property, and once in the data", arguments: TestCoder.allCases)
  func roundTrip(coder: TestCoder) throws {
    let copy = try coder.roundTrip(Self.animals)
    #expect(copy.map(\.type) == ["cat", "dog", "dog"] && copy.map(\.name) == ["Tom", "Rex", "Fido"])
    #expect((copy[0] as? Animal.Cat)?.lives == 9)
    let friend = try #require((copy[1] as? Animal.Dog)?.friend as? Animal.Cat)
    #expect(friend.type == "cat" && friend.name == "Kit")
    #expect((copy[2] as? Animal.Dog)?.friend == nil)
  }

  @Test("the bytes")
  func bytes() throws {
    let expected =
      #"[{"type":"cat","name":"Tom","lives":9},"#
      + #"{"type":"dog","name":"Rex","friend":{"type":"cat","name":"Kit","lives":9}},{"type":"dog","name":"Fido"}]"#
    #expect(try AutoJSONEncoder().encodeToString(Self.animals) == expected)
    let (sorted, other) = (AutoJSONEncoder(), JSONEncoder())
    (sorted.outputFormatting, other.outputFormatting) = (.sortedKeys, .sortedKeys)
    #expect(try sorted.encode(Self.animals) == other.encode(Self.animals))
  }

  @Test("the tag may be anywhere")
  func decode() throws {
    let text = #"[{"lives": 3, "name": "Tom", "type": "cat"}, {"name": "Rex", "type": "dog", "friend": null}]"#
    for decoded in [
      try AutoJSONDecoder().decode([Animal].self, from: text),
      try JSONDecoder().decode([Animal].self, from: Data(text.utf8)),
    ] {
      #expect(decoded.map(\.type) == ["cat", "dog"] && (decoded[0] as? Animal.Cat)?.lives == 3)
    }
  }

  @Test("the tag of another class, or none, is an error", arguments: TestCoder.allCases.filter { $0 != .keyedArchive })
  func otherTag(coder: TestCoder) throws {
    let opened = Event.Opened()
    for value in [Animal.Cat(name: "Tom", type: "dog"), Animal.Cat(name: "Tom", type: "cow")] {
      #expect(throws: EncodingError.self) { try coder.encode([value]) }
    }
    #expect(throws: EncodingError.self) { try coder.encode([opened]) }
    opened.kind = "opened"
    #expect(try coder.roundTrip([opened])[0].kind == "opened")
    let event = Event()
    event.kind = "closed"
    #expect(throws: EncodingError.self) { try coder.encode([event]) }
  }

  @Test("the error")
  func message() throws {
    let error = #expect(throws: EncodingError.self) {
      try AutoJSONEncoder().encode(["a": [Animal.Cat(name: "Tom", type: "cow")]])
    }
    guard case .invalidValue(let value, let context) = try #require(error) else { return }
    #expect(value as? String == "cow")
    #expect(context.codingPath.map(\.stringValue) == ["a", "Index 0", "type"])
    #expect(
      context.debugDescription == """
        The property 'type' of \(_typeName(Animal.Cat.self)) is 'cow', but its key "type" is the typeKey in typeRules of \
        \(_typeName(Animal.self)), so it has to be 'cat': a decoder would not find the class. Set it, make it a computed \
        property, or leave it out.
        """)
  }

  @Test("an unknown tag is kept", arguments: TestCoder.allCases)
  func unknownTag(coder: TestCoder) throws {
    let renamed = Event()
    (renamed.kind, renamed.at) = ("renamed", 7)
    let copy = try coder.roundTrip([renamed, Event()])
    #expect(copy[0].kind == "renamed" && copy[0].at == 7 && copy[1].kind == nil)
    #expect(copy.allSatisfy { type(of: $0) == Event.self })
  }

  @Test("subclasses have the tag in different ways", arguments: TestCoder.allCases)
  func subclasses(coder: TestCoder) throws {
    let copy = try coder.roundTrip([Node.Leaf(), Node.Twig(), Node.Stem(), Node.Root()])
    #expect((copy[0] as? Node.Leaf)?.nodeType == .leaf)
    #expect((copy[1] as? Node.Twig)?.nodeType.rawValue == "twig")
    // Keyed archives name classes without the tag, which is then not there to decode.
    #expect((copy[2] as? Node.Stem)?.nodeType == (coder == .keyedArchive ? "?" : "stem"))
    #expect((copy[3] as? Node.Root)?.nodeType == "root")
    let leaf = Node.Leaf()
    leaf.nodeType = .plain
    if coder != .keyedArchive { #expect(throws: EncodingError.self) { try coder.encode([leaf]) } }
  }

  @Test("key strategies convert the property's key and the type key alike")
  func strategies() throws {
    let encoder = AutoJSONEncoder()
    encoder.keyEncodingStrategy = .convertToSnakeCase
    let data = try encoder.encode([Node.Leaf()])
    #expect(String(decoding: data, as: UTF8.self) == #"[{"node_type":"leaf"}]"#)
    let decoder = AutoJSONDecoder()
    decoder.keyDecodingStrategy = .convertFromSnakeCase
    #expect(try decoder.decode([Node].self, from: data)[0] is Node.Leaf)
  }

  @Test("values with another tag can be copied and compared")
  func copies() throws {
    let cat = Animal.Cat(name: "Tom", type: "cow")
    let copy = try ModelValue.copy(of: cat)
    #expect(copy.type == "cow")
    #expect(try ModelValue.areEqual(cat, copy))
  }

  @Test("a number is no tag")
  func refusal() {
    #expect(throws: AutoCodingError.self) { try TypeMap(reflecting: Counted.self) }
    #expect(throws: AutoCodingError.self) { try TypeMap(reflecting: Renamed.self) }
  }

  private class Counted: AutoCoding {
    var type = 1
    class var typeRules: TypeRules { TypeRules(typeKey: "type", types: ["a": Counted.self]) }
  }

  private class Renamed: AutoCoding {
    var kind = ""
    class var typeRules: TypeRules { TypeRules(typeKey: "type", types: ["a": Renamed.self]) }
    class var propertyRules: PropertyRules { ["kind": .key("kind").formerly("type")] }
  }
}
