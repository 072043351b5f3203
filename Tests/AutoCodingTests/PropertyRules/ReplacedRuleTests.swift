import Testing

@testable import AutoCoding

private struct AsText: PropertyTransformer {
  static func encode(_ value: Int) -> String { "\(value)" }
  static func decode(_ stored: String) throws -> Int { Int(stored) ?? 0 }
}

/// A rule that a test combines with others.
private enum Rule: CaseIterable {
  case key, otherKey, formerly, otherFormerly, transformed, defaultValue, otherDefault, decodedOnly, encodedOnly
  case required, encodesNil, omitsDefault, nilForUndecodable, defaultForUndecodable, defaultForNull

  var rule: PropertyRule {
    switch self {
    case .key: .key("k")
    case .otherKey: .key("l")
    case .formerly: .formerly("f")
    case .otherFormerly: .formerly("g")
    case .transformed: .transformed(by: AsText.self)
    case .defaultValue: .default(1)
    case .otherDefault: .default(2)
    case .decodedOnly: .decodedOnly
    case .encodedOnly: .encodedOnly
    case .required: .required
    case .encodesNil: .encodesNil
    case .omitsDefault: .omitsDefault
    case .nilForUndecodable: .nilForUndecodable
    case .defaultForUndecodable: .defaultForUndecodable
    case .defaultForNull: .defaultForNull
    }
  }
}

private func statement(_ rule: Rule) throws -> DeclaredRules.Statement {
  let kind = try #require(rule.rule.statements.first?.kind)
  return .init(name: "p", kind: kind, source: "", isRule: true, type: Upper.self)
}

private class Upper: AutoCoding, DefaultInitializable {
  var required = 1
  var defaulted = 1
  var nilOrDefault: Int?
  var omitted: Int?
  var formerly = 1
  var null = 1
  class var propertyRules: PropertyRules {
    [
      "required": .required, "defaulted": .default(2), "nilOrDefault": .nilForUndecodable, "omitted": .omitsDefault,
      "formerly": .formerly("old").required, "null": .defaultForNull,
    ]
  }
  required init() {}
}

private final class Lower: Upper {
  override class var propertyRules: PropertyRules {
    [
      "required": .default(3), "defaulted": .required, "nilOrDefault": .default(4).defaultForUndecodable,
      "omitted": .encodesNil, "formerly": .encodedOnly, "null": .required,
    ]
  }
}

/// Its rules make defaults of what a class below overrides.
private class Wheeled: AutoCoding {
  var wheels: Int
  var name: String
  class var defaultWheels: Int { 4 }
  class func rule(_ name: PropertyRule.DefaultLiteral) -> PropertyRule { .default(name) }
  class var propertyRules: PropertyRules { ["wheels": .default(defaultWheels), "name": .default("car")] }
  init(wheels: Int) { (self.wheels, name) = (wheels, "made") }
}

private final class TwoWheeled: Wheeled {
  override class var defaultWheels: Int { 2 }
}

private class Named: AutoCoding {
  var name: String
  class var rule: PropertyRule { rule("car") }
  class func rule(_ name: PropertyRule.DefaultLiteral) -> PropertyRule { .default(name) }
  class var propertyRules: PropertyRules { ["name": rule] }
  init(name: String) { self.name = name }
}

private final class Renamed: Named {
  override class var rule: PropertyRule { rule("bike") }
}

/// Has a private property of the name of one above with a default.
private class Numbered: AutoCoding {
  private var id: Int
  class var first: Int { 1 }
  class var propertyKeys: [String: String] { [:] }
  class var propertyRules: PropertyRules { ["id": .default(first)] }
  init(id: Int) { self.id = id }
  var upper: Int { id }
}

private class Renumbered: Numbered {
  private var id = 7
  override class var first: Int { 5 }
  override class var propertyKeys: [String: String] { ["id": "lower"] }
  var lower: Int { id }
}

private final class BelowRenumbered: Renumbered {
  override class var first: Int { 6 }
}

/// A rule of a class that contradicts one of a class above.
struct ReplacedRuleTests {
  @Test("takes its place")
  func replaced() throws {
    let value = try jsonValue(Lower.self, #"{"defaulted":7,"nilOrDefault":"x","null":8,"old":9}"#)
    #expect(value.required == 3 && value.defaulted == 7 && value.nilOrDefault == 4 && value.null == 8)
    #expect(value.formerly == 1)
    #expect(try jsonText(value).contains(#""omitted":null"#))
    #expect(throws: DecodingError.self) { try jsonValue(Lower.self, #"{"null":1}"#) }
    #expect(throws: DecodingError.self) { try jsonValue(Lower.self, #"{"defaulted":7,"null":null}"#) }
    // The class above keeps its rules.
    let upper = try jsonValue(Upper.self, #"{"required":5,"nilOrDefault":"x","null":null,"old":9}"#)
    #expect(upper.required == 5 && upper.defaulted == 2 && upper.nilOrDefault == nil && upper.formerly == 9)
    #expect(upper.null == 1)
    #expect(throws: DecodingError.self) { try jsonValue(Upper.self, #"{"old":9}"#) }
  }

  @Test("is refused if the property keeps its direction, with both classes named")
  func refused() throws {
    class Encoded: AutoCoding, DefaultInitializable {
      var p = 1
      class var propertyRules: PropertyRules { ["p": .encodedOnly] }
      required init() {}
    }
    final class Required: Encoded {
      override class var propertyRules: PropertyRules { ["p": .required] }
    }
    final class Former: Encoded {
      override class var propertyRules: PropertyRules { ["p": .formerly("old")] }
    }
    final class Decoded: Encoded {
      override class var propertyRules: PropertyRules { ["p": .decodedOnly] }
    }
    let problems = describedProblems(of: Required.self, in: ReplacedRuleTests.self)
    #expect(problems.count == 1 && problems.first?.contains("Required.p") == true, "\(problems)")
    #expect(
      problems.first?.contains(
        "propertyRules in Encoded says that it is encoded only, and propertyRules requires its key.") == true,
      "\(problems)")
    let former = describedProblems(of: Former.self, in: ReplacedRuleTests.self)
    #expect(former.first?.contains(#"gives it the former key "old""#) == true)
    #expect(try jsonText(Decoded()) == "{}")
    #expect(try jsonValue(Decoded.self, #"{"p":3}"#).p == 3)
  }

  @Test("leaves nothing that contradicts another", arguments: Rule.allCases)
  fileprivate func pairs(rule: Rule) throws {
    for below in Rule.allCases {
      let (first, second) = (try statement(rule), try statement(below))
      guard first.contradicts(second) else { continue }
      #expect(second.contradicts(first), "\(rule), \(below)")
      // Of each pair, one order is possible at least.
      #expect(second.replaces(first) || first.replaces(second), "\(rule), \(below)")
    }
  }

  @Test("may differ in nothing but a default that a class below overrides")
  func defaults() throws {
    #expect(try jsonValue(Wheeled.self, "{}").wheels == 4)
    let bike = try jsonValue(TwoWheeled.self, "{}")
    #expect(bike.wheels == 2 && bike.name == "car")
    #expect(try jsonValue(Named.self, "{}").name == "car")
    #expect(try jsonValue(Renamed.self, "{}").name == "bike")
    let numbered = try jsonValue(Renumbered.self, #"{"lower":3}"#)
    #expect(numbered.upper == 5 && numbered.lower == 3)
    let below = try jsonValue(BelowRenumbered.self, #"{"lower":3}"#)
    #expect(below.upper == 6 && below.lower == 3)
    #expect(throws: DecodingError.self) { try jsonValue(BelowRenumbered.self, "{}") }
  }
}
