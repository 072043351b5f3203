import AutoCoding
import Foundation
import Testing

/// A hierarchy whose base class stores the tag, as code by hand does.
private class TaggedAnimal: AutoCoding {
  let type: String
  var name: String
  class var typeRules: TypeRules { TypeRules(typeKey: "type", types: ["cat": Cat.self, "dog": Dog.self]) }

  init(type: String, name: String) { (self.type, self.name) = (type, name) }

  final class Cat: TaggedAnimal {
    var lives = 9
    init(name: String, type: String = "cat") { super.init(type: type, name: name) }
  }

  final class Dog: TaggedAnimal {
    var friend: TaggedAnimal?
    init(name: String, friend: TaggedAnimal? = nil) {
      self.friend = friend
      super.init(type: "dog", name: name)
    }
  }
}

/// Data may have tags that are not listed, which the base class keeps.
private class TaggedFile: AutoCoding, DefaultInitializable {
  enum Kind: String, AutoCoding { case opened, closed }
  var kind: String?
  var at = 0
  class var typeRules: TypeRules {
    TypeRules(typeKey: "event_kind", types: ["opened": Opened.self, "closed": Closed.self], unknownType: .base)
  }
  class var propertyRules: PropertyRules { ["kind": .key("event_kind")] }
  required init() {}

  final class Opened: TaggedFile { var file = "" }
  final class Closed: TaggedFile {}
}

/// The subclasses store the tag, and in different ways.
private class TaggedNode: AutoCoding, DefaultInitializable {
  enum Kind: String, Codable { case plain, leaf }
  struct Tag: RawRepresentable, AutoCoding { var rawValue: String }
  class var typeRules: TypeRules {
    TypeRules(typeKey: "nodeType", types: ["leaf": Leaf.self, "twig": Twig.self, "stem": Stem.self, "root": Root.self])
  }
  class var propertyRules: PropertyRules { [:] }
  required init() {}

  final class Leaf: TaggedNode { var nodeType = Kind.leaf }
  final class Twig: TaggedNode { var nodeType = Tag(rawValue: "twig") }
  final class Stem: TaggedNode {
    var nodeType = "?"
    override class var propertyRules: PropertyRules { ["nodeType": .decodedOnly] }
  }
  final class Root: TaggedNode {
    var nodeType = "root"
    override class var propertyRules: PropertyRules { ["nodeType": .encodedOnly] }
  }
}

/// The base class is listed, and nil is written.
private class TaggedRide: AutoCoding, DefaultInitializable {
  var type: String?
  class var typeRules: TypeRules {
    TypeRules(
      typeKey: "type", types: ["ride": TaggedRide.self, "bus": Bus.self], unknownType: .base, encodesNil: true)
  }
  required init() {}

  final class Bus: TaggedRide { var seats = 1 }
}

struct TagPropertyTests {
  private static var animals: [TaggedAnimal] {
    [
      TaggedAnimal.Cat(name: "Tom"), TaggedAnimal.Dog(name: "Rex", friend: TaggedAnimal.Cat(name: "Kit")),
      TaggedAnimal.Dog(name: "Fido"),
    ]
  }

  @Test("the tag is in the property, and once in the data", arguments: TestCoder.allCases)
  func roundTrip(coder: TestCoder) throws {
    let copy = try coder.roundTrip(Self.animals)
    #expect(copy.map(\.type) == ["cat", "dog", "dog"] && copy.map(\.name) == ["Tom", "Rex", "Fido"])
    #expect((copy[0] as? TaggedAnimal.Cat)?.lives == 9)
    let friend = try #require((copy[1] as? TaggedAnimal.Dog)?.friend as? TaggedAnimal.Cat)
    #expect(friend.type == "cat" && friend.name == "Kit")
    #expect((copy[2] as? TaggedAnimal.Dog)?.friend == nil)
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
      try AutoJSONDecoder().decode([TaggedAnimal].self, from: text),
      try JSONDecoder().decode([TaggedAnimal].self, from: Data(text.utf8)),
    ] {
      #expect(decoded.map(\.type) == ["cat", "dog"] && (decoded[0] as? TaggedAnimal.Cat)?.lives == 3)
    }
  }

  @Test("the tag of another class, or none, is an error", arguments: TestCoder.allCases.filter { $0 != .keyedArchive })
  func otherTag(coder: TestCoder) throws {
    let opened = TaggedFile.Opened()
    for value in [TaggedAnimal.Cat(name: "Tom", type: "dog"), TaggedAnimal.Cat(name: "Tom", type: "cow")] {
      #expect(throws: EncodingError.self) { try coder.encode([value]) }
    }
    #expect(throws: EncodingError.self) { try coder.encode([opened]) }
    opened.kind = "opened"
    #expect(try coder.roundTrip([opened])[0].kind == "opened")
    let event = TaggedFile()
    event.kind = "closed"
    #expect(throws: EncodingError.self) { try coder.encode([event]) }
  }

  @Test("the error")
  func message() throws {
    let error = #expect(throws: EncodingError.self) {
      try AutoJSONEncoder().encode(["a": [TaggedAnimal.Cat(name: "Tom", type: "cow")]])
    }
    guard case .invalidValue(let value, let context) = try #require(error) else { return }
    #expect(value as? String == "cow")
    #expect(context.codingPath.map(\.stringValue) == ["a", "Index 0", "type"])
    #expect(
      context.debugDescription == """
        The property 'type' of AutoCodingTests.TaggedAnimal.Cat is 'cow', but its key "type" is the typeKey in typeRules of \
        AutoCodingTests.TaggedAnimal, so it has to be 'cat': a decoder would not find the class. Set it, make it a computed \
        property, or leave it out.
        """)
  }

  @Test("an unknown tag is kept", arguments: TestCoder.allCases)
  func unknownTag(coder: TestCoder) throws {
    let renamed = TaggedFile()
    (renamed.kind, renamed.at) = ("renamed", 7)
    let copy = try coder.roundTrip([renamed, TaggedFile()])
    #expect(copy[0].kind == "renamed" && copy[0].at == 7 && copy[1].kind == nil)
    #expect(copy.allSatisfy { type(of: $0) == TaggedFile.self })
  }

  @Test("an unknown tag, or none, is kept if the base class is listed", arguments: TestCoder.allCases)
  func unknownTagOfListedBase(coder: TestCoder) throws {
    let rides = ["hovercraft", "ride", nil].map { type in
      let ride = TaggedRide()
      ride.type = type
      return ride
    }
    let bus = TaggedRide.Bus()
    bus.type = "bus"
    let copy = try coder.roundTrip(rides + [bus])
    #expect(copy.map(\.type) == ["hovercraft", "ride", nil, "bus"])
    #expect(copy.map { $0 is TaggedRide.Bus } == [false, false, false, true])
    bus.type = nil
    if coder != .keyedArchive { #expect(throws: EncodingError.self) { try coder.encode([bus]) } }
    rides[0].type = "bus"
    if coder != .keyedArchive { #expect(throws: EncodingError.self) { try coder.encode(rides) } }
  }

  @Test("null is a missing tag if unknown ones are taken")
  func nullTag() throws {
    let text = #"[{"type": null}, {"type": "bus", "seats": 3}]"#
    for decoded in [
      try AutoJSONDecoder().decode([TaggedRide].self, from: text),
      try JSONDecoder().decode([TaggedRide].self, from: Data(text.utf8)),
    ] {
      #expect(decoded[0].type == nil && (decoded[1] as? TaggedRide.Bus)?.seats == 3)
    }
    #expect(throws: DecodingError.self) { try AutoJSONDecoder().decode(TaggedAnimal.self, from: #"{"type": null}"#) }
    #expect(throws: DecodingError.self) {
      try JSONDecoder().decode(TaggedAnimal.self, from: Data(#"{"type": null}"#.utf8))
    }
  }

  @Test("subclasses have the tag in different ways", arguments: TestCoder.allCases)
  func subclasses(coder: TestCoder) throws {
    let copy = try coder.roundTrip([TaggedNode.Leaf(), TaggedNode.Twig(), TaggedNode.Stem(), TaggedNode.Root()])
    #expect((copy[0] as? TaggedNode.Leaf)?.nodeType == .leaf)
    #expect((copy[1] as? TaggedNode.Twig)?.nodeType.rawValue == "twig")
    // Keyed archives name classes without the tag, which is then not there to decode.
    #expect((copy[2] as? TaggedNode.Stem)?.nodeType == (coder == .keyedArchive ? "?" : "stem"))
    #expect((copy[3] as? TaggedNode.Root)?.nodeType == "root")
    let leaf = TaggedNode.Leaf()
    leaf.nodeType = .plain
    if coder != .keyedArchive { #expect(throws: EncodingError.self) { try coder.encode([leaf]) } }
  }

  @Test("key strategies convert the property's key and the type key alike")
  func strategies() throws {
    let encoder = AutoJSONEncoder()
    encoder.keyEncodingStrategy = .convertToSnakeCase
    let data = try encoder.encode([TaggedNode.Leaf()])
    #expect(String(decoding: data, as: UTF8.self) == #"[{"node_type":"leaf"}]"#)
    let decoder = AutoJSONDecoder()
    decoder.keyDecodingStrategy = .convertFromSnakeCase
    #expect(try decoder.decode([TaggedNode].self, from: data)[0] is TaggedNode.Leaf)
  }

  @Test("values with another tag can be copied and compared")
  func copies() throws {
    let cat = TaggedAnimal.Cat(name: "Tom", type: "cow")
    let copy = try ModelValue.copy(of: cat)
    #expect(copy.type == "cow")
    #expect(try ModelValue.areEqual(cat, copy))
  }

  @Test("a number is no tag")
  func refusal() {
    #expect(throws: AutoCodingError.self) { try TypeMap(reflecting: Counted.self) }
    #expect(throws: AutoCodingError.self) { try TypeMap(reflecting: Renamed.self) }
    #expect(throws: AutoCodingError.self) { try TypeMap(reflecting: Wrapped.self) }
    #expect(throws: AutoCodingError.self) { try TypeMap(reflecting: OwnCode.self) }
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

  /// A wrapper may leave its value out.
  private class Wrapped: AutoCoding {
    @propertyWrapper struct Text: CodedPropertyWrapper { var wrappedValue: String }
    @Text var type = "a"
    class var typeRules: TypeRules { TypeRules(typeKey: "type", types: ["a": Wrapped.self]) }
  }

  /// What it writes is not known.
  private class OwnCode: AutoCoding {
    struct Kind: Codable {
      var text = "a"
      init(from decoder: any Decoder) throws { text = try decoder.singleValueContainer().decode(String.self) }
      func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(text)
      }
    }
    var type: Kind
    init(_ type: Kind) { self.type = type }
    class var typeRules: TypeRules { TypeRules(typeKey: "type", types: ["a": OwnCode.self]) }
  }

  // MARK: Several tags of one class

  private class Item: AutoCoding, DefaultInitializable {
    var id = 0
    class var typeRules: TypeRules {
      TypeRules(typeKey: "kind", types: ["book": Book.self, "novel": Book.self, "item": Item.self])
    }
    required init() {}
    final class Book: Item { var pages = 1 }
  }

  private class HeldItem: AutoCoding {
    var kind: String
    class var typeRules: TypeRules {
      TypeRules(typeKey: "kind", types: ["book": Book.self, "novel": Book.self, "item": HeldItem.self])
    }
    init(_ kind: String) { self.kind = kind }
    final class Book: HeldItem {}
  }

  @Test("a class may have several tags, of which the first is written", arguments: TestCoder.jsonLike)
  func severalTags(coder: TestCoder) throws {
    let text = #"[{"kind":"novel","id":1,"pages":7},{"kind":"item","id":2},{"kind":"book","pages":3}]"#
    let items = try coder.decode([Item].self, fromJSON: text)
    #expect(items.map { ($0 as? Item.Book)?.pages } == [7, nil, 3])
    #expect(try coder.jsonText(of: items[0]) == #"{"id":1,"kind":"book","pages":7}"#)
    // A property keeps the tag that the data had.
    let held = try coder.decode([HeldItem].self, fromJSON: #"[{"kind":"novel"},{"kind":"book"},{"kind":"item"}]"#)
    #expect(held.map { $0 is HeldItem.Book } == [true, true, false])
    #expect(try coder.jsonText(of: held) == #"[{"kind":"novel"},{"kind":"book"},{"kind":"item"}]"#)
    held[2].kind = "novel"
    #expect(throws: EncodingError.self) { try coder.encode(held[2]) }
  }
}
