import AutoCoding
import Foundation
import Testing

private class Base: AutoCoding, DefaultInitializable {
  var name = "n"
  var length = 60
  var draft: String?
  class var propertyRules: PropertyRules {
    [
      "name": .key("title").formerly("label", "text"), "length": .key("minutes").transformed(by: RuleMinutes.self),
      "draft": .excluded,
    ]
  }
  required init() {}
}

private class Inheriting: Base {
  var extra = 1
}

/// Says each part of a rule anew, and adds one of its own.
private class Refining: Inheriting {
  var size = 2
  override class var propertyRules: PropertyRules {
    ["name": .key("heading"), "length": .transformed(by: RuleDigits.self).formerly("len"), "size": .key("width")]
  }
}

private final class Emptying: Refining {
  override class var propertyRules: PropertyRules { [:] }
}

private final class Leaving: Refining {
  override class var propertyRules: PropertyRules { ["name": .formerly("called"), "extra": .excluded] }
}

/// Makes rules of different content in one place.
private class Computed: AutoCoding, DefaultInitializable {
  var first = 1
  var second = 2
  class func keyed(_ names: [String: String]) -> PropertyRules {
    func rule(_ name: String) -> PropertyRule { .key(names[name] ?? name) }
    return ["first": rule("first"), "second": rule("second")]
  }
  class var propertyRules: PropertyRules { keyed(["first": "a", "second": "b"]) }
  required init() {}
}

private final class ComputedBelow: Computed {
  override class var propertyRules: PropertyRules { keyed(["first": "c"]) }
}

private class Namesake: AutoCoding, DefaultInitializable {
  private var id = "base"
  class var propertyRules: PropertyRules { ["id": .key("baseID")] }
  required init() {}
  var baseID: String { id }
}

private class NamesakeInheriting: Namesake {
  private var id = "sub"
  var subID: String { id }
}

private final class NamesakeBelow: Namesake {
  private var id = "sub"
  override class var propertyRules: PropertyRules { ["id": .key("subID")] }
  var subID: String { id }
}

private final class NamesakeSameKey: Namesake {
  private var id = "sub"
  override class var propertyRules: PropertyRules { ["id": .key("baseID")] }
}

private class Shorthand: AutoCoding, DefaultInitializable {
  var name = "n"
  var other = 1
  class var propertyKeys: [String: String] { ["name": "title"] }
  class var propertyRules: PropertyRules { ["other": .key("o")] }
  required init() {}
}

/// A shorthand below replaces a rule above, and the other way round.
private final class ShorthandBelow: Shorthand {
  override class var propertyKeys: [String: String] { ["other": "p"] }
  override class var propertyRules: PropertyRules { ["name": .key("heading")] }
}

private class Plain {
  var plain = 1
}

private final class BelowPlain: Plain, AutoCoding, DefaultInitializable {
  var name = "n"
  static var propertyRules: PropertyRules { ["plain": .key("p"), "name": .key("m")] }
  override init() {}
}

/// Rules of a class chain.
struct PropertyRuleChainTests {
  @Test("are inherited, refined member by member, and joined without super", arguments: TestCoder.jsonLike)
  func joined(coder: TestCoder) throws {
    let base = Base()
    base.draft = "secret"
    #expect(try coder.jsonText(of: base) == #"{"minutes":"1m","title":"n"}"#)
    #expect(try coder.jsonText(of: Inheriting()) == #"{"extra":1,"minutes":"1m","title":"n"}"#)
    let refined = #"{"extra":1,"heading":"n","minutes":[6,0],"width":2}"#
    #expect(try coder.jsonText(of: Refining()) == refined)
    #expect(try coder.jsonText(of: Emptying()) == refined)
    #expect(try coder.jsonText(of: Leaving()) == #"{"heading":"n","minutes":[6,0],"width":2}"#)
  }

  @Test("round trips in every format", arguments: TestCoder.allCases)
  func roundTrips(coder: TestCoder) throws {
    let value = Emptying()
    (value.name, value.length, value.draft, value.extra, value.size) = ("x", 75, "secret", 5, 6)
    let copy = try coder.roundTrip(value)
    #expect(copy.name == "x" && copy.length == 75 && copy.draft == nil && copy.extra == 5 && copy.size == 6)
    let base: [Base] = [value, Base()]
    let copies = try coder.roundTrip(base)
    #expect((copies.first as? Emptying)?.size == 6)
  }

  @Test("what a subclass says replaces what was said, and the rest stays")
  func refinement() throws {
    func keys(_ type: Any.Type, _ name: String) throws -> [String] {
      let property = try TypeMap(reflecting: type).properties.first { $0.name == name }
      return property.map { [$0.key] + $0.formerKeys } ?? []
    }
    #expect(try keys(Base.self, "name") == ["title", "label", "text"])
    #expect(try keys(Refining.self, "name") == ["heading", "label", "text"])
    #expect(try keys(Leaving.self, "name") == ["heading", "called"])
    #expect(try keys(Base.self, "length") == ["minutes"])
    #expect(try keys(Emptying.self, "length") == ["minutes", "len"])
    let value = try jsonValue(Emptying.self, #"{"label":"x","len":[9],"draft":"d"}"#)
    #expect(value.name == "x" && value.length == 9 && value.draft == nil)
  }

  @Test("are told by place and content")
  func identity() throws {
    #expect(try jsonText(Computed()) == #"{"a":1,"b":2}"#)
    #expect(try jsonText(ComputedBelow()) == #"{"c":1,"second":2}"#)
  }

  @Test("belong to the class's own property of that name")
  func namesakes() throws {
    #expect(try jsonText(NamesakeInheriting()) == #"{"baseID":"base","id":"sub"}"#)
    #expect(try jsonText(NamesakeBelow()) == #"{"baseID":"base","subID":"sub"}"#)
    let copy = try jsonValue(NamesakeBelow.self, #"{"baseID":"a","subID":"b"}"#)
    #expect(copy.baseID == "a" && copy.subID == "b")
    // The same key said again is not inherited: it was said in another place.
    let error = #expect(throws: AutoCodingError.self) { try TypeMap(reflecting: NamesakeSameKey.self) }
    #expect(error?.problems.map(\.code) == [.duplicateKey])
  }

  @Test("replace a shorthand of a class above, and are replaced by one below")
  func shorthands() throws {
    #expect(try jsonText(Shorthand()) == #"{"o":1,"title":"n"}"#)
    #expect(try jsonText(ShorthandBelow()) == #"{"heading":"n","p":1}"#)
  }

  @Test("may name what a superclass declares that does not conform")
  func plain() throws {
    #expect(try jsonText(BelowPlain()) == #"{"m":"n","p":1}"#)
  }
}
