import AutoCoding
import Foundation
import Testing

/// Type keys that are refused.
struct TypeKeyProblemTests {
  static func rules(
    _ key: String? = "type", _ types: KeyValuePairs<String, any AutoCoding.Type> = [:],
    _ unknown: TypeRules.UnknownType? = nil, line: Int = 1
  ) -> TypeRules {
    TypeRules(typeKey: key, types: types, unknownType: unknown, fileID: "App/Rules.swift", line: line, column: 2)
  }

  private func problems(_ type: Any.Type) -> [String] {
    let error = #expect(throws: AutoCodingError.self) { try TypeMap(reflecting: type) }
    return error?.problems.map { $0.description.replacing("AutoCodingTests.TypeKeyProblemTests.", with: "") } ?? []
  }

  class Base: AutoCoding {
    class var typeRules: TypeRules { rules("type", ["sub": Sub.self, "other": Other.self]) }
  }
  class Sub: Base {
    override class var typeRules: TypeRules { rules("kind", ["sub": Sub.self], line: 5) }
  }
  final class Other: Base {
    override class var typeRules: TypeRules { rules("type", ["other": Other.self], line: 6) }
  }
  final class Same: Base {
    override class var typeRules: TypeRules { rules("type", ["sub": Sub.self, "other": Other.self], line: 7) }
  }

  @Test("a subclass that gives another type key, or other types")
  func subclasses() throws {
    #expect(
      problems(Sub.self) == [
        """
        Sub: It has the type key "kind" in typeRules (App/Rules.swift:5:2), but its superclass Base has "type". Remove \
        it: a hierarchy of classes has one type key.
        """
      ])
    #expect(
      problems(Other.self) == [
        """
        Other: It has other types in typeRules (App/Rules.swift:6:2) than its superclass Base. Remove the typeKey here, \
        and list all classes in Base.
        """
      ])
    #expect(throws: Never.self) { try TypeMap(reflecting: Base.self) }
    #expect(throws: Never.self) { try TypeMap(reflecting: Same.self) }
    // A subclass whose map is refused is an error only when it is used.
    #expect(throws: AutoCodingError.self) {
      try AutoJSONDecoder().decode(Base.self, from: Data(#"{"type":"sub"}"#.utf8))
    }
  }

  class Stranger: AutoCoding {}
  class Listing: AutoCoding {
    class var typeRules: TypeRules {
      rules(
        "type",
        ["x": Stranger.self, "a": A.self, "b": A.self, "b": B.self, "value": Value.self, "self": Listing.self])
    }
    final class A: Listing {}
    final class B: Listing {}
    struct Value: AutoCoding { var x = 1 }
  }

  @Test("a listed type that is no subclass, and a tag that is listed twice")
  func lists() throws {
    let source = "typeRules (App/Rules.swift:1:2)"
    #expect(
      problems(Listing.self) == [
        """
        Listing: It lists Stranger as "x" in \(source), which is not a subclass. Remove it, or make it a subclass.
        """,
        #"Listing: It lists two classes as "b" in \#(source). Give one of them another tag."#,
        """
        Listing: It lists Listing.Value as "value" in \(source), which is not a subclass. Remove it, or make it a \
        subclass.
        """,
      ])
    #expect(problems(Listing.B.self) == problems(Listing.self))
  }

  class Empty: AutoCoding {
    class var typeRules: TypeRules { rules() }
  }
  class Keyless: AutoCoding {
    class var typeRules: TypeRules { rules(nil, ["keyless": Keyless.self]) }
  }
  class Unknown: AutoCoding {
    class var typeRules: TypeRules { rules(nil, [:], .base) }
  }
  class Reserved: AutoCoding {
    class var typeRules: TypeRules { rules("$class", ["x": Reserved.self]) }
  }
  class ByHand: AutoCoding {
    class var typeRules: TypeRules { rules("type", ["x": ByHand.self]) }
    init() {}
    required init(from decoder: any Decoder) throws {
      _ = try decoder.container(keyedBy: CodingKeys.self)
    }
    enum CodingKeys: String, CodingKey { case x }
  }
  struct Plain: AutoCoding {
    var x = 1
    static var typeRules: TypeRules { rules("type", ["plain": Plain.self]) }
  }
  enum Cases: AutoCoding {
    case one(Int)
    static var typeRules: TypeRules { rules("type", ["x": Plain.self]) }
  }

  @Test("a type key in the wrong place, or without its parts")
  func misplaced() throws {
    let source = "typeRules (App/Rules.swift:1:2)"
    #expect(
      problems(Empty.self) == [
        """
        Empty: It has the type key "type" in \(source), but no types. List the classes that data may name: types: ["…": \
        Subclass.self].
        """
      ])
    #expect(problems(Keyless.self) == ["Keyless: It has types in \(source), but no typeKey. Add the typeKey."])
    #expect(
      problems(Unknown.self) == ["Unknown: It has unknownType .base in \(source), but no typeKey. Add the typeKey."])
    #expect(
      problems(Reserved.self) == [#"Reserved: Its type key "$class" in \#(source) is reserved. Use another one."#])
    #expect(
      problems(ByHand.self) == [
        """
        ByHand: The type key "type" in \(source) names it, but it has its own init(from:). Remove init(from:), or remove \
        it from the types.
        """
      ])
    #expect(
      problems(Plain.self) == [
        #"Plain: It has the type key "type" in \#(source), but only a class has subclasses. Remove it."#
      ])
    #expect(
      problems(Cases.self) == [
        """
        Cases: It has the type key "type" in \(source), but an enum has no key style and no subclasses. Remove it, since \
        it changes nothing.
        """
      ])
  }

  class Keyed: AutoCoding {
    var type = 0
    var path = 1
    var old = 2
    @Transient var transient = 0
    class var typeRules: TypeRules { rules("type", ["sub": SubKeyed.self]) }
    class var propertyRules: PropertyRules {
      ["path": .key("type.inner"), "old": .formerly("type"), "transient": .default(0)]
    }
    final class SubKeyed: Keyed {}
  }
  class Computed: AutoCoding {
    @Transient var type = 0
    var kind: String { "x" }
    class var typeRules: TypeRules { rules("type", ["sub": SubComputed.self]) }
    class var propertyRules: PropertyRules { ["type": .default(0)] }
    final class SubComputed: Computed {}
  }

  @Test("a property whose key is the type key")
  func clashes() throws {
    let found = problems(Keyed.self).filter { $0.contains("is the type key of Keyed, which names the class") }
    #expect(found.map { $0.prefix { $0 != ":" } } == ["Keyed.type", "Keyed.path", "Keyed.old"])
    #expect(throws: Never.self) { try TypeMap(reflecting: Computed.self) }
  }

  @Test("a type key is in the table")
  func table() throws {
    func line(_ type: Any.Type) throws -> String? {
      try TypeMap(reflecting: type).description.split(separator: "\n").first { $0.contains("type key") }.map(
        String.init)
    }
    let vehicles = #"  type key: "type" of Craft: "car" is Canoe, "truck" is Barge"#
    #expect(try line(Craft.self) == vehicles && line(Liner.self) == vehicles)
    #expect(
      try line(Figure.self)
        == #"  type key: "kind" of Figure: "circle" is Circle, "ring" is Ring; anything else is the declared class"#)
    #expect(try line(Thing.self) == nil)
  }
}
