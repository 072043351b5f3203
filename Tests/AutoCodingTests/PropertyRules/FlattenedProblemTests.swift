import AutoCoding
import Foundation
import Testing

/// Flattened properties that are refused.
struct FlattenedProblemTests {
  private func problems(_ type: Any.Type) -> [String] { describedProblems(of: type, in: Self.self) }

  enum Kind: AutoCoding { case one(x: Int) }
  enum Raw: String, AutoCoding { case one }
  struct Plain: Codable { var x = 1 }
  struct ByHand: AutoCoding {
    var x = 1
    init() {}
    init(from decoder: any Decoder) throws { x = try decoder.singleValueContainer().decode(Int.self) }
  }
  struct Versioned: AutoCoding {
    var x = 1
    static let archiveVersion = 1
  }
  class Tagged: AutoCoding {
    var x = 1
    class var typeRules: TypeRules { TypeRules(typeKey: "type", types: ["tagged": Tagged.self]) }
  }
  struct Styled: AutoCoding {
    var x = 1
    static let typeRules = TypeRules(keyStyle: .snakeCase)
  }
  struct Empty: AutoCoding {}
  struct Rest: AutoCoding {
    var others: [String: Int] = [:]
    static let propertyRules: PropertyRules = ["others": .flattened]
  }

  struct Types: AutoCoding {
    var kind = Kind.one(x: 1)
    var raw = Raw.one
    var number = 1
    var list = [Empty()]
    var plain = Plain()
    var byHand = ByHand()
    var versioned = Versioned()
    var tagged = Tagged()
    var styled = Styled()
    var numbers: [Int: Int] = [:]
    var maybe: [String: Int]?
    var any: Any = 1
    var noKeys: Empty?
    static let propertyRules: PropertyRules = [
      "kind": .flattened, "raw": .flattened, "number": .flattened, "list": .flattened, "plain": .flattened,
      "byHand": .flattened, "versioned": .flattened, "tagged": .flattened, "styled": .flattened, "numbers": .flattened,
      "maybe": .flattened, "any": .flattened,
    ]
  }
  struct Nils: AutoCoding {
    var noKeys: Empty?
    var rest: Rest?
    static let propertyRules: PropertyRules = ["noKeys": .flattened, "rest": .flattened]
  }

  @Test("types that have no properties to flatten")
  func types() throws {
    let start = "propertyRules flattens it, but"
    let remove = "Remove .flattened from its rule."
    let found = problems(Types.self)
    let expected = [
      """
      Types.kind: Kind: \(start) Kind is an enum without a caseKey. Give Kind one in typeRules, such as TypeRules(caseKey: \
      "type"), or remove .flattened from the rule.
      """,
      "Types.raw: Raw: \(start) Raw is coded as its raw value. \(remove)",
      "Types.number: Int: \(start) Int is not coded by its properties. \(remove)",
      "Types.list: Array<Empty>: \(start) Array<Empty> is not coded by its properties. \(remove)",
      "Types.plain: Plain: \(start) Plain is not coded by its properties. \(remove)",
      "Types.byHand: ByHand: \(start) ByHand has its own init(from:). \(remove)",
      """
      Types.versioned: Versioned: \(start) Versioned has an archiveVersion, which needs a separate object. Declare the \
      version in Types, or remove .flattened from the rule.
      """,
      "Types.tagged: Tagged: \(start) Tagged is a class that data names by a type key, and has subclasses. \(remove)",
      """
      Types.styled: Styled: \(start) Styled has a key style, and Types has none, so a coder's key strategy would convert \
      only some of the keys. Give Types a key style, too: TypeRules(keyStyle: .original) leaves its keys as they are.
      """,
      """
      Types.numbers: Dictionary<Int, Int>: \(start) the keys of Dictionary<Int, Int> are not of type String. Make it a \
      dictionary of type [String: JSONValue], or remove .flattened from its rule.
      """,
      """
      Types.maybe: Optional<Dictionary<String, Int>>: \(start) Dictionary<String, Int> is Optional here. Make it a \
      dictionary that is empty if there are no other keys.
      """,
      "Types.any: Any: \(start) Any is not coded by its properties. \(remove)",
    ]
    #expect(found.count == expected.count)
    for (found, expected) in zip(found, expected) { #expect(found == expected) }
    #expect(
      problems(Nils.self) == [
        """
        Nils.noKeys: Optional<Empty>: \(start) Empty has no key that is encoded and decoded, so nil cannot be told from it. \
        \(remove)
        """,
        """
        Nils.rest: Optional<Rest>: \(start) Rest has a dictionary for all other keys, so nil cannot be told from it. Make \
        the property no Optional, or remove .flattened from one of the rules.
        """,
      ])
  }

  // MARK: Keys

  struct Named: AutoCoding {
    var name = "n"
    var other = 1
    static let propertyRules: PropertyRules = ["other": .formerly("old")]
  }
  struct Deep: AutoCoding {
    var named = Named()
    var x = 1
    static let propertyRules: PropertyRules = ["named": .flattened]
  }
  struct Clashes: AutoCoding {
    var name = 1
    var first = Named()
    var deep = Deep()
    var old = 1
    static let propertyRules: PropertyRules = ["first": .flattened, "deep": .flattened]
  }
  struct Path: AutoCoding {
    var city = "c"
    static let propertyKeys = ["city": "address.city"]
  }
  struct Element: AutoCoding {
    var city = "c"
    static let propertyRules: PropertyRules = ["city": .key("address.0").decodedOnly]
  }
  struct Paths: AutoCoding {
    var address = 1
    var path = Path()
    var element = Element()
    static let propertyRules: PropertyRules = ["path": .flattened, "element": .flattened]
  }
  struct Rests: AutoCoding {
    var a: [String: Int] = [:]
    var b = Rest()
    var c: [String: Int] = [:]
    static let propertyRules: PropertyRules = ["a": .flattened, "b": .flattened, "c": .flattened]
  }

  @Test("two properties of one key")
  func keys() throws {
    let start = "propertyRules flattens it, but"
    let remedy = "Give one of the two another key in propertyRules, or remove .flattened from the rule."
    #expect(
      problems(Clashes.self) == [
        #"Clashes.first: Named: \#(start) the key "name" of Named.name is also that of Clashes.name. \#(remedy)"#,
        #"Clashes.deep: Deep: \#(start) the key "name" of Named.name is also that of Clashes.name. \#(remedy)"#,
        #"Clashes.deep: Deep: \#(start) the key "name" of Named.name is also that of Named.name. \#(remedy)"#,
        #"Clashes.deep: Deep: \#(start) the key "other" of Named.other is also that of Named.other. \#(remedy)"#,
        #"Clashes.first: Named: \#(start) the key "old" of Clashes.old is also that of Named.other. \#(remedy)"#,
        #"Clashes.deep: Deep: \#(start) the key "old" of Clashes.old is also that of Named.other. \#(remedy)"#,
      ])
    #expect(
      problems(Paths.self) == [
        """
        Paths.path: Path: \(start) the key "address.city" of Path.city and the key "address" of Paths.address need different \
        values in one place. \(remedy)
        """,
        """
        Paths.element: Element: \(start) the key "address.0" of Element.city and the key "address" of Paths.address need \
        different values in one place. \(remedy)
        """,
        """
        Paths.element: Element: \(start) the key "address.0" of Element.city and the key "address.city" of Path.city need \
        different values in one place. \(remedy)
        """,
      ])
    let both = "would take all other keys. Remove .flattened from the rule of one of them."
    let rests = problems(Rests.self)
    #expect(rests.count == 2 && rests.allSatisfy { $0.hasSuffix(both) })
    #expect(rests.first?.contains("Rests.a and Rest.others") == true)
  }

  class Base: AutoCoding, DefaultInitializable {
    var info = Kinded()
    class var propertyRules: PropertyRules { ["info": .flattened] }
    class var typeRules: TypeRules { TypeRules(typeKey: "type", types: ["base": Base.self]) }
    required init() {}
  }
  struct Kinded: AutoCoding { var type = 1 }
  struct Outer: AutoCoding {
    var kinded = Kinded()
    static let propertyRules: PropertyRules = ["kinded": .flattened]
  }
  enum Shape: AutoCoding {
    case outer(Outer)
    static let typeRules = TypeRules(caseKey: "type")
  }

  @Test("keys that are the type key or the case key")
  func tags() throws {
    #expect(
      problems(Base.self) == [
        """
        Base.info: Kinded: propertyRules flattens it, but the key "type" of Kinded.type is the type key of Base. Give it \
        another key in propertyRules, or remove .flattened from the rule.
        """
      ])
    #expect(problems(Shape.self).contains { $0.contains(#"the key "type" of Kinded.type is reserved"#) })
  }

  final class Node: AutoCoding {
    var id = 1
    var next: Node?
    static let propertyRules: PropertyRules = ["next": .flattened]
  }
  final class Ping: AutoCoding {
    var id = 1
    var pong: Pong?
    static let propertyRules: PropertyRules = ["pong": .flattened]
  }
  final class Pong: AutoCoding {
    var number = 1
    var ping: Ping?
    static let propertyRules: PropertyRules = ["ping": .flattened]
  }

  @Test("types that would be flattened in themselves")
  func recursion() throws {
    #expect(problems(Node.self).first?.contains("flattens a type in itself (Node > Node)") == true)
    #expect(problems(Ping.self).first?.contains("flattens a type in itself (Ping > Pong > Ping)") == true)
    // Whichever was used first.
    #expect(problems(Pong.self).first?.contains("flattens a type in itself (Pong > Ping > Pong)") == true)
    #expect(problems(Pong.self).isEmpty == false)
  }

  // MARK: Combinations

  struct Combined: AutoCoding {
    var a = Kinded()
    var b = Kinded()
    var c = Kinded()
    var d = Kinded()
    var e: [String: Int] = [:]
    static let propertyKeys = ["d": "dd"]
    static let propertyRules: PropertyRules = [
      "a": .flattened.key("x"), "b": .formerly("y").flattened, "c": .excluded.flattened, "d": .flattened,
      "e": .flattened.default([:]),
    ]
  }
  class Upper: AutoCoding, DefaultInitializable {
    var a = Kinded()
    class var propertyRules: PropertyRules { ["a": .flattened] }
    required init() {}
  }
  final class Lower: Upper {
    override class var propertyRules: PropertyRules { ["a": .key("other")] }
  }
  struct Keyed: AutoCoding {
    var a = Kinded()
    enum CodingKeys: String, CodingKey { case a = "aa" }
    static let propertyRules: PropertyRules = ["a": .flattened]
  }

  @Test("rules that contradict it")
  func combinations() throws {
    let found = problems(Combined.self)
    #expect(found.filter { $0.contains("flattens it") }.count >= 4, "\(found)")
    #expect(found.contains { $0.contains("Combined.a") && $0.contains(#"gives it the key "x""#) })
    #expect(found.contains { $0.contains("Combined.b") && $0.contains(#"gives it the former key "y""#) })
    #expect(found.contains { $0.contains("Combined.c") && $0.contains("leaves it out") })
    #expect(found.contains { $0.contains("Combined.d") && $0.contains(#"gives it the key "dd""#) })
    #expect(
      problems(Lower.self).first?.contains("propertyRules in Upper flattens it, and propertyRules") == true)
    #expect(problems(Lower.self).first?.contains(#"gives it the key "other""#) == true)
    #expect(problems(Keyed.self).first?.contains(#"it also has the key "aa""#) == true)
  }

  // MARK: Values that cannot be encoded

  class Animal: AutoCoding, DefaultInitializable {
    var name = "a"
    required init() {}
  }
  final class Dog: Animal { var tricks = 1 }
  struct Owner: AutoCoding {
    var pet = Animal()
    static let propertyRules: PropertyRules = ["pet": .flattened]
  }
  struct Present: AutoCoding, DefaultInitializable {
    var kinded: Kinded? = Kinded()
    static let propertyRules: PropertyRules = ["kinded": .flattened]
  }
  struct HandEncoded: AutoCoding {
    var x = 1
    func encode(to encoder: any Encoder) throws {
      var container = encoder.singleValueContainer()
      try container.encode(x)
    }
  }
  struct Holder: AutoCoding {
    var value = HandEncoded()
    static let propertyRules: PropertyRules = ["value": .flattened]
  }

  @Test("values that cannot be in the object around them", arguments: TestCoder.jsonLike)
  func values(coder: TestCoder) throws {
    func refusal(_ value: some AutoCoding) -> String {
      let error = #expect(throws: EncodingError.self) { try coder.encode(value) }
      guard case .invalidValue(_, let context)? = error else { return "" }
      return context.debugDescription
    }
    #expect(refusal(Owner(pet: Dog())).contains("flattens the property pet, which is of the class"))
    #expect(refusal(Present(kinded: nil)).contains("flattens the property kinded, which is nil"))
    #expect(refusal(Holder()).contains("flattens the property value, which has its own encode(to:)"))
    #expect(try coder.jsonText(of: Owner()) == #"{"name":"a"}"#)
  }
}
