import AutoCoding
import Foundation
import Testing

/// The place in the source where a test says that a rule was made.
private let file = "App/Model.swift"

/// Types that are no private ones, so that their names are short.
enum RuleMistakes {
  struct TwoKeys: AutoCoding {
    var name = "n"
    static var propertyKeys: [String: String] { ["name": "a"] }
    static var propertyRules: PropertyRules { ["name": .key("b", fileID: file, line: 5, column: 6)] }
  }

  struct TwoKeysInARule: AutoCoding {
    var name = "n"
    static var propertyRules: PropertyRules {
      ["name": .key("a", fileID: file, line: 5, column: 6).key("b", fileID: file, line: 5, column: 16)]
    }
  }

  struct ExcludedAndKeyed: AutoCoding {
    var name: String?
    var second: String?
    var third: String?
    @Transient var fourth: String?
    static var unEncodedProperties: Set<String> { ["second"] }
    static var propertyKeys: [String: String] { ["third": "c"] }
    static var propertyRules: PropertyRules {
      [
        "name": .excluded.key("a", fileID: file, line: 5, column: 6),
        "second": .formerly("b", "c", fileID: file, line: 6, column: 6),
        "third": .excluded,
        "fourth": .key("d", fileID: file, line: 7, column: 6),
      ]
    }
  }

  class ExcludedAbove: AutoCoding, DefaultInitializable {
    var name = "n"
    var other = "o"
    class var unEncodedProperties: Set<String> { ["other"] }
    class var propertyKeys: [String: String] { [:] }
    class var propertyRules: PropertyRules { ["name": .excluded] }
    required init() {}
  }

  final class KeyedBelow: ExcludedAbove {
    override class var propertyKeys: [String: String] { ["name": "a"] }
    override class var propertyRules: PropertyRules { ["other": .key("b", fileID: file, line: 8, column: 6)] }
  }

  struct TwoTransformers: AutoCoding {
    var number = 1
    static var propertyRules: PropertyRules {
      [
        "number": .transformed(by: RuleMinutes.self, fileID: file, line: 5, column: 6)
          .transformed(by: RuleDigits.self, fileID: file, line: 6, column: 6)
      ]
    }
  }

  struct OtherType: AutoCoding {
    var text = "t"
    static var propertyRules: PropertyRules {
      ["text": .transformed(by: RuleMinutes.self, fileID: file, line: 5, column: 6)]
    }
  }

  struct Unknown: AutoCoding {
    var name = "n"
    var computed: Int { 1 }
    static var propertyRules: PropertyRules {
      [
        "nam": .key("a", fileID: file, line: 5, column: 6).formerly("b"), "computed": .excluded,
        "name": .key("x..y", fileID: file, line: 6, column: 6).formerly("z.", fileID: file, line: 6, column: 20),
      ]
    }
  }

  struct Twice: AutoCoding {
    var name: String?
    var other: String?
    static var propertyRules: PropertyRules {
      [
        "name": .key("a", fileID: file, line: 5, column: 6), "name": .key("b", fileID: file, line: 6, column: 6),
        "other": .excluded, "other": .excluded,
      ]
    }
  }

  struct Former: AutoCoding {
    var name = "n"
    var firstName = "f"
    var other = "o"
    var keyed = "k"
    static var typeRules: TypeRules { TypeRules(keyStyle: .snakeCase) }
    static var propertyKeys: [String: String] { ["keyed": "kept"] }
    static var propertyRules: PropertyRules {
      [
        "name": .formerly("old", "name", fileID: file, line: 5, column: 6),
        "firstName": .formerly("firstName", "first_name", fileID: file, line: 6, column: 6),
        "other": .formerly("a", "a", fileID: file, line: 7, column: 6)
          .formerly("a", fileID: file, line: 8, column: 6),
        "keyed": .formerly("keyed", "kept", fileID: file, line: 9, column: 6),
      ]
    }
  }

  enum FormerCases: AutoCoding {
    case one, two(Int), three
    enum CodingKeys: String, CodingKey { case one = "eins", two, three }
    static var propertyRules: PropertyRules {
      [
        "one": .formerly("one", "eins", fileID: file, line: 5, column: 6),
        "two": .formerly("zwei", "zwei", fileID: file, line: 6, column: 6),
        "three": .key("drei").formerly("drei", fileID: file, line: 7, column: 6),
      ]
    }
  }

  class Renamed: AutoCoding, DefaultInitializable {
    var name = "n"
    class var propertyRules: PropertyRules { ["name": .key("new").formerly("old")] }
    required init() {}
  }

  /// It keeps the older key, which is no mistake.
  final class RenamedBack: Renamed {
    override class var propertyRules: PropertyRules { ["name": .key("old")] }
  }

  enum Cases: AutoCoding {
    case first(Int)
    static var propertyRules: PropertyRules { ["second": .key("a", fileID: file, line: 5, column: 6)] }
  }

  enum ValueOfCase: AutoCoding {
    case login(token: String)
    static var unEncodedProperties: Set<String> { ["token"] }
  }

  class Secret: AutoCoding, DefaultInitializable {
    private var id: String? = "base"
    class var unEncodedProperties: Set<String> { [] }
    class var propertyRules: PropertyRules { ["id": .excluded] }
    required init() {}
  }

  final class SecretBelow: Secret {
    private var id: String? = "sub"
    override class var propertyRules: PropertyRules { ["id": .excluded] }
  }

  final class SecretMarked: Secret {
    @Transient private var id: String? = "sub"
  }

  final class SecretListed: Secret {
    private var id: String? = "sub"
    override class var unEncodedProperties: Set<String> { ["id"] }
  }

  final class SecretKeyed: Secret {
    private var id: String? = "sub"
    override class var propertyRules: PropertyRules { ["id": .key("id")] }
  }

  struct Placed: AutoCoding {
    var name = "n"
    static let line = #line + 1
    static var propertyRules: PropertyRules { ["nam": .key("a")] }
  }
}

/// Rules that cannot be followed.
struct PropertyRuleProblemTests {
  /// The problems of a type, after its name.
  private func problems(_ type: Any.Type) -> [String] {
    let error = #expect(throws: AutoCodingError.self) { try TypeMap(reflecting: type) }
    return error?.problems.map {
      $0.description.replacing("AutoCodingTests.", with: "").replacing("RuleMistakes.", with: "")
    } ?? []
  }

  @Test("two keys of one property")
  func keys() {
    #expect(
      problems(RuleMistakes.TwoKeys.self) == [
        """
        TwoKeys.name: String: propertyKeys gives it the key "a", and propertyRules (App/Model.swift:5:6) gives it the \
        key "b". Remove one of them.
        """
      ])
    #expect(
      problems(RuleMistakes.TwoKeysInARule.self) == [
        """
        TwoKeysInARule.name: String: propertyRules (App/Model.swift:5:6) gives it the key "a", and propertyRules \
        (App/Model.swift:5:16) gives it the key "b". Remove one of them.
        """
      ])
  }

  @Test("a property that is left out, and more is said of it")
  func exclusions() {
    #expect(
      problems(RuleMistakes.ExcludedAndKeyed.self) == [
        """
        ExcludedAndKeyed.second: Optional<String>: unEncodedProperties leaves it out, and propertyRules \
        (App/Model.swift:6:6) gives it the former key "b", "c". Remove one of them.
        """,
        """
        ExcludedAndKeyed.third: Optional<String>: propertyKeys gives it the key "c", and propertyRules leaves it out. \
        Remove one of them.
        """,
        """
        ExcludedAndKeyed.name: Optional<String>: propertyRules (App/Model.swift:5:6) leaves it out, and gives it \
        the key "a". Remove one of them.
        """,
        """
        ExcludedAndKeyed.fourth: Transient<Optional<String>>: It is left out (@Transient), and propertyRules \
        (App/Model.swift:7:6) gives it the key "d". Remove one of them.
        """,
      ])
    #expect(
      problems(RuleMistakes.KeyedBelow.self) == [
        """
        KeyedBelow.name: String: It is left out (propertyRules of ExcludedAbove), and propertyKeys gives it the key "a". \
        Remove one of them.
        """,
        """
        KeyedBelow.other: String: It is left out (unEncodedProperties of ExcludedAbove), and propertyRules \
        (App/Model.swift:8:6) gives it the key "b". Remove one of them.
        """,
      ])
  }

  @Test("two transformers, and one of another type")
  func transformers() {
    #expect(
      problems(RuleMistakes.TwoTransformers.self) == [
        """
        TwoTransformers.number: Int: propertyRules (App/Model.swift:5:6) transforms it by RuleMinutes, and propertyRules \
        (App/Model.swift:6:6) transforms it by RuleDigits. Remove one of them.
        """
      ])
    #expect(
      problems(RuleMistakes.OtherType.self) == [
        """
        OtherType.text: String: RuleMinutes in propertyRules (App/Model.swift:5:6) is for properties of type Swift.Int, \
        and Optionals, arrays, sets and dictionaries of it, but this one is of type Swift.String. Name the property that it is for, or correct the transformer's types.
        """
      ])
  }

  @Test("names that are no properties, and keys that lead nowhere")
  func unknown() {
    let remedy = "It has 'name'. Correct the name or remove it; computed properties are never coded."
    let backslash = #"Put a backslash before a dot that is part of a key: "\\." in source code."#
    #expect(
      problems(RuleMistakes.Unknown.self) == [
        """
        Unknown.nam: propertyRules (App/Model.swift:5:6) names it, but the type has no such stored property. \(remedy)
        """,
        "Unknown.computed: propertyRules names it, but the type has no such stored property. \(remedy)",
        """
        Unknown.name: String: Its key "x..y" in propertyRules (App/Model.swift:6:6) leads through an object without a \
        name. \(backslash)
        """,
        """
        Unknown.name: String: Its key "z." in propertyRules (App/Model.swift:6:20) leads through an object without a \
        name. \(backslash)
        """,
      ])
    #expect(
      problems(RuleMistakes.Cases.self) == [
        """
        Cases.second: propertyRules (App/Model.swift:5:6) names it, but the type has no such case. It has 'first'. Correct \
        the name or remove it.
        """
      ])
    #expect(
      problems(RuleMistakes.ValueOfCase.self) == [
        """
        ValueOfCase.token: unEncodedProperties names it, but the type has no such case. It has 'login'. Remove it: an enum \
        leaves out neither cases nor their values. A struct that is the value of a case can leave out properties.
        """
      ])
  }

  @Test("former keys that are the current one, or are given twice")
  func former() throws {
    #expect(
      problems(RuleMistakes.Former.self) == [
        """
        Former.keyed: String: propertyRules (App/Model.swift:9:6) gives it the former key "kept", which is its current key. \
        Remove the former key, or correct it.
        """,
        """
        Former.name: String: propertyRules (App/Model.swift:5:6) gives it the former key "name", which is its current key. \
        Remove the former key, or correct it.
        """,
        """
        Former.firstName: String: propertyRules (App/Model.swift:6:6) gives it the former key "first_name", which is its \
        current key. Remove the former key, or correct it.
        """,
        """
        Former.other: String: propertyRules (App/Model.swift:7:6) gives it the former key "a" twice. Remove one of them, or \
        correct it.
        """,
        """
        Former.other: String: propertyRules (App/Model.swift:7:6) gives it the former key "a", and propertyRules \
        (App/Model.swift:8:6) gives it again. Remove one of them, or correct it.
        """,
      ])
    #expect(
      Set(problems(RuleMistakes.FormerCases.self)) == [
        """
        FormerCases.one: propertyRules (App/Model.swift:5:6) gives it the former name "eins", which is its current name in \
        data. Remove the former name, or correct it.
        """,
        """
        FormerCases.two: (): propertyRules (App/Model.swift:6:6) gives it the former key "zwei" twice. Remove one of them, \
        or correct it.
        """,
        """
        FormerCases.three: (): propertyRules (App/Model.swift:7:6) gives it the former key "drei", which is its current \
        key. Remove the former key, or correct it.
        """,
      ])
    #expect(try jsonText(RuleMistakes.RenamedBack()) == #"{"old":"n"}"#)
    expectRefused(RuleMistakes.Former(), "Former", "name", "firstName", "other")
  }

  @Test("a name that is there twice is no trap")
  func twice() {
    #expect(
      problems(RuleMistakes.Twice.self) == [
        """
        Twice.name: propertyRules (App/Model.swift:5:6) names it, and propertyRules (App/Model.swift:6:6) names it again. \
        Combine them in one rule, whose members can be chained.
        """,
        """
        Twice.other: propertyRules names it, and propertyRules names it again. Combine them in one rule, whose members \
        can be chained.
        """,
      ])
    expectRefused(RuleMistakes.Twice(), "Twice", "name", "other")
  }

  @Test("a namesake of what a class above leaves out is not written in silence")
  func namesakes() throws {
    #expect(
      problems(RuleMistakes.SecretBelow.self) == [
        """
        SecretBelow.id: Optional<String>: propertyRules leaves out the property of that name in Secret, and may mean this \
        one as well. Mark it @Transient if so; otherwise give it a key in propertyRules: "id": .key("id").
        """
      ])
    #expect(try jsonText(RuleMistakes.SecretMarked()) == "{}")
    #expect(try jsonText(RuleMistakes.SecretListed()) == "{}")
    #expect(try jsonText(RuleMistakes.SecretKeyed()) == #"{"id":"sub"}"#)
  }

  @Test("a rule knows the place where it was made")
  func places() throws {
    let error = try #require(throws: AutoCodingError.self) { try TypeMap(reflecting: RuleMistakes.Placed.self) }
    let place = "propertyRules (AutoCodingTests/PropertyRuleProblemTests.swift:\(RuleMistakes.Placed.line):"
    #expect(error.description.contains(place), "\(error)")
    #expect(error.problems.map(\.code) == [.unknownProperty])
  }

  struct PathThroughKey: AutoCoding {
    var a = 1
    var b = 2
    static let propertyRules: PropertyRules = ["a": .formerly("x.y"), "b": .key("x")]
  }

  enum Halves: PropertyTransformer {
    static func encode(_ value: Int?) -> String? { value.map { "\($0)" } }
    static func decode(_ text: String?) -> Int? { text.flatMap { Int($0) } }
  }

  struct NilOfTransformer: AutoCoding {
    var a: Int?
    static let propertyRules: PropertyRules = ["a": .transformed(by: Halves.self).nilForUndecodable]
  }

  struct NilByTransformer: AutoCoding {
    var a: Int?
    static let propertyRules: PropertyRules = ["a": .transformed(by: Halves.self).default(nil).defaultForUndecodable]
  }

  @Test("a path is named that leads through the key of another property")
  func paths() throws {
    let problem = problems(PathThroughKey.self).first
    #expect(problem?.contains(#"under "x.y"."#) ?? false, "\(problem ?? "none")")
  }

  @Test("a transformer of an Optional decides what nil is")
  func transformedNil() throws {
    let problem = problems(NilOfTransformer.self).first
    #expect(problem?.contains("Halves stores its Optional as a value of another type") ?? false, "\(problem ?? "none")")
    #expect(problem?.contains("Write .default(nil).defaultForUndecodable") ?? false)
    #expect(try AutoJSONDecoder().decode(NilByTransformer.self, from: #"{"a":[]}"#).a == nil)
    #expect(try AutoJSONDecoder().decode(NilByTransformer.self, from: #"{"a":"3"}"#).a == 3)
  }
}
