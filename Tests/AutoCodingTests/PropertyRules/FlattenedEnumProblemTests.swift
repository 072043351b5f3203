import AutoCoding
import Foundation
import Testing

/// Flattened enums that are refused.
struct FlattenedEnumProblemTests {
  private func problems(_ type: Any.Type) -> [String] { describedProblems(of: type, in: Self.self) }

  enum Untagged: AutoCoding {
    case one(x: Int)
    static let typeRules = TypeRules(casesAreUntagged: true)
  }
  struct Plain: Codable { var y = 1 }
  enum Own: AutoCoding {
    case a(Plain)
    static let typeRules = TypeRules(caseKey: "own")
  }
  struct Holder: AutoCoding { var hold = "a" }
  enum Holding: AutoCoding {
    case a(Holder)
    static let typeRules = TypeRules(caseKey: "hold")
  }
  enum Whole: AutoCoding {
    case a, u(JSONValue)
    static let typeRules = TypeRules(caseKey: "whole", unknownCase: "u")
  }
  struct Rest: AutoCoding {
    var others: [String: Int] = [:]
    static let propertyRules: PropertyRules = ["others": .flattened]
  }
  enum Resting: AutoCoding {
    case a(Rest)
    static let typeRules = TypeRules(caseKey: "rest")
  }
  struct StyledValue: AutoCoding {
    var someName = 1
    static let typeRules = TypeRules(keyStyle: .snakeCase)
  }
  enum Styled: AutoCoding {
    case a(StyledValue)
    static let typeRules = TypeRules(caseKey: "styled")
  }
  struct Types: AutoCoding {
    var untagged: Untagged
    var own: Own
    var holding: Holding
    var whole: Whole
    var resting: Resting
    var styled: Styled
    var list: [Own]
    static let propertyRules: PropertyRules = [
      "untagged": .flattened, "own": .flattened, "holding": .flattened, "whole": .flattened, "resting": .flattened,
      "styled": .flattened, "list": .flattened,
    ]
  }

  @Test("enums that have no place in the object around them")
  func types() {
    let start = "propertyRules flattens it, but"
    let found = problems(Types.self)
    let expected = [
      """
      Types.untagged: Untagged: \(start) Untagged is an enum without a caseKey. Give Untagged one in typeRules, such as \
      TypeRules(caseKey: "type"), or remove .flattened from the rule.
      """,
      """
      Types.own: Own: \(start) the value of the case 'a' of Own has its own code, or a property for the name of the case. \
      Remove that code or property, give Own a contentKey in typeRules, or remove .flattened from the rule.
      """,
      """
      Types.holding: Holding: \(start) the value of the case 'a' of Holding has its own code, or a property for the name of \
      the case. Remove that code or property, give Holding a contentKey in typeRules, or remove .flattened from the rule.
      """,
      """
      Types.whole: Whole: \(start) the value of the case 'u' of Whole is the whole object. Give that case no value, or a \
      struct of properties that unknown cases have, or remove .flattened from the rule.
      """,
      """
      Types.resting: Resting: \(start) the value of the case 'a' of Resting has a dictionary for all other keys. Move the \
      dictionary to Types, or remove .flattened from one of the rules.
      """,
      """
      Types.styled: Styled: \(start) StyledValue has a key style, and Types has none, so a coder's key strategy would convert \
      only some of the keys. Give Types a key style, too: TypeRules(keyStyle: .original) leaves its keys as they are.
      """,
      """
      Types.list: Array<Own>: \(start) Array<Own> is not coded by its properties. Remove .flattened from its rule.
      """,
    ]
    #expect(found.count == expected.count)
    for (found, expected) in zip(found, expected) { #expect(found == expected) }
  }

  // MARK: Keys

  struct Title: AutoCoding { var title: String, words: [String] }
  enum Payload: AutoCoding {
    case push(commits: Int), titled(Title)
    static let typeRules = TypeRules(caseKey: "type")
    static let propertyRules: PropertyRules = ["push.commits": .formerly("count")]
  }
  enum Other: AutoCoding {
    case one(commits: Int)
    static let typeRules = TypeRules(caseKey: "other")
  }
  enum Adjacent: AutoCoding {
    case one(x: Int)
    static let typeRules = TypeRules(caseKey: "t", contentKey: "c")
  }
  struct Part: AutoCoding {
    var count = 1
    var adjacent = Adjacent.one(x: 1)
    static let propertyRules: PropertyRules = ["adjacent": .flattened]
  }
  struct Clashes: AutoCoding {
    var title = ""
    var payload = Payload.push(commits: 1)
    var other = Other.one(commits: 1)
    var part = Part()
    var path = 1
    static let propertyRules: PropertyRules = [
      "payload": .flattened, "other": .flattened, "part": .flattened, "path": .key("c.y").formerly("words.0"),
    ]
  }

  @Test("keys that something else in the object has")
  func keys() {
    let start = "propertyRules flattens it, but"
    let remedy = "Give one of the two another key in propertyRules, or remove .flattened from the rule."
    #expect(
      Set(problems(Clashes.self)) == [
        #"Clashes.payload: Payload: \#(start) the key "title" of the case 'titled' of Payload is also that of Clashes.title. \#(remedy)"#,
        #"Clashes.other: Other: \#(start) the key "commits" of the case 'one' of Other is also that of the case 'push' of Payload. \#(remedy)"#,
        #"Clashes.part: Part: \#(start) the key "count" of Part.count is also that of the case 'push' of Payload. \#(remedy)"#,
        """
        Clashes.payload: Payload: \(start) the key "words.0" of Clashes.path and the key "words" of the case 'titled' of Payload \
        need different values in one place. \(remedy)
        """,
        """
        Clashes.part: Part: \(start) the key "c.y" of Clashes.path and the key "c" of the case 'one' of Adjacent need different \
        values in one place. \(remedy)
        """,
      ])
  }

  class Base: AutoCoding, DefaultInitializable {
    var payload = Payload.push(commits: 1)
    class var propertyRules: PropertyRules { ["payload": .flattened] }
    class var typeRules: TypeRules { TypeRules(typeKey: "type", types: ["base": Base.self]) }
    required init() {}
  }
  struct Within: AutoCoding {
    var payload = Payload.push(commits: 1)
    static let propertyRules: PropertyRules = ["payload": .flattened]
  }
  enum Around: AutoCoding {
    case within(Within)
    static let typeRules = TypeRules(caseKey: "commits")
  }

  @Test("keys that are the type key or another case key")
  func reserved() {
    let remedy = "Give it another key in propertyRules, or remove .flattened from the rule."
    #expect(
      problems(Base.self) == [
        """
        Base.payload: Payload: propertyRules flattens it, but the key "type" of the cases of Payload is the type key of Base. \
        \(remedy)
        """
      ])
    #expect(
      problems(Around.self).contains {
        $0.contains(#"the key "commits" of the case 'push' of Payload is reserved by the enum around it"#)
      })
  }

  indirect enum Tree: AutoCoding {
    case node(Node), leaf
    static let typeRules = TypeRules(caseKey: "tree")
  }
  struct Node: AutoCoding {
    var x: Int
    var next: Tree
    static let propertyRules: PropertyRules = ["next": .flattened]
  }
  struct Trunk: AutoCoding {
    var tree: Tree
    static let propertyRules: PropertyRules = ["tree": .flattened]
  }

  @Test("enums that would be flattened in themselves")
  func recursion() {
    let text = "flattens a type in itself (Tree > Node > Tree)"
    for type: Any.Type in [Trunk.self, Tree.self, Node.self] {
      #expect(problems(type).contains { $0.contains(text) }, "\(type)")
    }
  }

  // MARK: Values that cannot be encoded

  struct HandEncoded: AutoCoding {
    var x = 1
    func encode(to encoder: any Encoder) throws {
      var container = encoder.container(keyedBy: CodingKeys.self)
      try container.encode(x, forKey: .x)
    }
    enum CodingKeys: CodingKey { case x }
  }
  enum HandEncodedValue: AutoCoding {
    case a(HandEncoded)
    static let typeRules = TypeRules(caseKey: "type")
  }
  struct Hand: AutoCoding {
    var value = HandEncodedValue.a(HandEncoded())
    static let propertyRules: PropertyRules = ["value": .flattened]
  }
  struct Present: AutoCoding, DefaultInitializable {
    var payload: Payload? = .push(commits: 1)
    static let propertyRules: PropertyRules = ["payload": .flattened]
    init() {}
    init(_ payload: Payload?) { self.payload = payload }
  }

  @Test("values that cannot be in the object around them", arguments: TestCoder.jsonLike)
  func values(coder: TestCoder) throws {
    func refusal(_ value: some AutoCoding) -> String {
      let error = #expect(throws: EncodingError.self) { try coder.encode(value) }
      guard case .invalidValue(_, let context)? = error else { return "" }
      return context.debugDescription
    }
    #expect(refusal(Hand()).contains("HandEncodedValue, which is flattened, has its own encode(to:)"))
    #expect(refusal(Present(nil)).contains("flattens the property payload, which is nil"))
    #expect(try coder.jsonText(of: Present()) == #"{"commits":1,"type":"push"}"#)
  }

  struct Equal: AutoCoding {
    var ref_name = 1
    var payload = Named.push(refName: "r")
    static let propertyRules: PropertyRules = ["payload": .flattened]
  }
  enum Named: AutoCoding {
    case push(refName: String)
    static let typeRules = TypeRules(caseKey: "type")
  }
  struct StyledAround: AutoCoding {
    var payload = Named.push(refName: "r")
    var rest: [String: Int] = [:]
    static let propertyRules: PropertyRules = ["payload": .flattened, "rest": .flattened]
    static let typeRules = TypeRules(keyStyle: .snakeCase)
  }

  @Test("keys that snake case makes equal", arguments: [false, true])
  func snakeCase(usesContainers: Bool) throws {
    let encoder = AutoJSONEncoder()
    encoder.keyEncodingStrategy = .convertToSnakeCase
    if usesContainers { encoder.dateEncodingStrategy = .custom { try $0.encode(to: $1) } }
    #expect(throws: EncodingError.self) { try encoder.encode(Equal()) }
    #expect(try encoder.encodeToString(StyledAround()) == #"{"type":"push","ref_name":"r"}"#)
    #expect(throws: EncodingError.self) { try encoder.encode(StyledAround(rest: ["ref_name": 1])) }
  }
}
