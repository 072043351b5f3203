/// What is wrong with the rules of a type.
extension PropertyPolicies {
  /// The problems of rules in a type that is coded as its raw value, and has no properties to code.
  static func uselessRules(in type: any AutoCoding.Type) -> [AutoCodingError.Problem] {
    let explanation = "it is coded as its raw value"
    let rules = [
      type.propertyRules.entries.first.map { DeclaredRules.source($0.rule.location) },
      type.propertyKeys.isEmpty ? nil : "propertyKeys", type.unEncodedProperties.isEmpty ? nil : "unEncodedProperties",
      type.typeRules.tagsAreIntegers.map { "tagsAreIntegers: \($0) in typeRules (\(type.typeRules.location))" },
    ]
    return uselessTypeRules(in: type, because: explanation) + uselessCaseKeys(in: type)
      + rules.compactMap { $0 }.map { useless($0, in: type, because: explanation) }
  }

  /// The problems of a key style, of a type key, of `encodesNil` and of `omitsDefaults` in a type that has no properties to code.
  static func uselessTypeRules(in type: any AutoCoding.Type, because explanation: String) -> [AutoCodingError.Problem] {
    let rules = type.typeRules
    let parts = [
      rules.keyStyle.map { "the key style \($0)" }, rules.typeKey.map { "the type key \"\($0)\"" },
      rules.encodesNil.map { "encodesNil: \($0)" }, rules.omitsDefaults.map { "omitsDefaults: \($0)" },
    ]
    return parts.compactMap { $0 }.map { part in
      useless("\(part) in typeRules (\(rules.location))", in: type, because: explanation)
    }
  }

  /// The problem of a case key in a type that has no cases with payloads: a struct, a class, or an enum with raw values.
  static func uselessCaseKeys(in type: any AutoCoding.Type) -> [AutoCodingError.Problem] {
    let rules = type.typeRules
    let part =
      rules.caseKey.map { "case key \"\($0)\"" } ?? rules.contentKey.map { "content key \"\($0)\"" }
      ?? rules.casesAreUntagged.map { "argument casesAreUntagged: \($0)" }
      ?? rules.caseStyle.map { "argument caseStyle: \($0)" }
    var problems: [AutoCodingError.Problem] = []
    if let part {
      let explanation = "only an enum without raw values has one"
      problems.append(useless("the \(part) in typeRules (\(rules.location))", in: type, because: explanation))
    }
    if let name = rules.unknownCase, Metadata(type).kind != .enumeration {
      let rule = "the unknown case '\(name)' in typeRules (\(rules.location))"
      problems.append(useless(rule, in: type, because: "only an enum has one"))
    }
    return problems
  }

  private static func useless(
    _ rules: String, in type: any AutoCoding.Type, because explanation: String
  ) -> AutoCodingError.Problem {
    .init(
      .invalidRule, type: type, explanation: "It has \(rules), but \(explanation).",
      remedy: "Remove it, since it changes nothing.")
  }

  /// The policy that has a name, apart from its case; nil if none has.
  static func policy(named name: String) -> String? {
    names.first { $0.utf8.count == name.utf8.count && $0.lowercased() == name.lowercased() }
  }

  /// The problem of a stored property that was probably meant as a static policy, or nil.
  ///
  /// - Parameter name: The policy's name.
  func misplaced(_ candidate: PropertyCandidate, _ name: String) -> AutoCodingError.Problem? {
    guard candidate.exclusion == nil, Conformances.includes(candidate.declaringType, (any AutoCoding.Type).self) else {
      return nil
    }
    return .init(
      .misplacedPolicy, type: candidate.declaringType, property: candidate.name, propertyType: candidate.child.type,
      explanation: "It is a stored property of every value, which does not affect how the type is coded.",
      remedy: """
        Declare 'static var \(name)' ('class var' in a class that has subclasses), or give the property another name; mark \
        it @Transient if it is meant to be one.
        """)
  }

  /// The problem of a property that is flattened and has a key by `CodingKeys`.
  func keyOfFlattened(_ candidate: PropertyCandidate) -> AutoCodingError.Problem? {
    guard candidate.isFlattened, candidate.exclusion == nil, candidate.path.steps != [candidate.name] else {
      return nil
    }
    let explanation = "propertyRules flattens it, and it also has the key \"\(candidate.path.joined)\"."
    return contradiction(candidate, candidate.declaringType, explanation)
  }

  func contradiction(
    _ candidate: PropertyCandidate, _ type: Any.Type, _ explanation: String
  ) -> AutoCodingError.Problem {
    .init(
      .invalidRule, type: type, property: candidate.name, propertyType: candidate.child.type, explanation: explanation,
      remedy: "Remove one of them.")
  }

  /// The problems of a level's properties whose names have rules without a place, if a class above has a property of the
  /// same name: the rules may mean either.
  func ambiguous(
    _ names: [(name: String, isExcluded: Bool)], _ candidates: [PropertyCandidate], _ level: Int
  ) -> [AutoCodingError.Problem] {
    names.compactMap { name, isExcluded in
      guard let own = candidates.last(where: { $0.isNamed(name) && $0.level == level }), own.exclusion == nil,
        let namesake = candidates.last(where: { $0.isNamed(name) && $0.level < level })
      else { return nil }
      let above = _typeName(namesake.declaringType, qualified: false)
      return .init(
        .invalidRule, type: own.declaringType, property: own.name, propertyType: own.child.type,
        explanation: """
          propertyRules \(isExcluded ? "leaves out" : "has a rule for") the property of that name in \(above), and may \
          mean this one as well.
          """,
        remedy: """
          \(isExcluded ? "Mark it @Transient if so; otherwise give" : "Give") it a key in propertyRules: \
          "\(name)": .key("\(name)").
          """)
    }
  }

  /// The problem of a former key that a property has twice.
  func repeated(
    _ path: PropertyPath, of candidate: PropertyCandidate, _ type: Any.Type, _ first: String, _ second: String
  ) -> AutoCodingError.Problem {
    let explanation =
      first == second
      ? "\(first) gives it the former key \"\(path.joined)\" twice."
      : "\(first) gives it the former key \"\(path.joined)\", and \(second) gives it again."
    return .init(
      .invalidRule, type: type, property: candidate.name, propertyType: candidate.child.type, explanation: explanation,
      remedy: "Remove one of them, or correct it.")
  }

  /// The problem of a former key that is the property's current one.
  func useless(
    _ path: PropertyPath, of candidate: PropertyCandidate, _ type: Any.Type, _ source: String
  ) -> AutoCodingError.Problem {
    .init(
      .invalidRule, type: type, property: candidate.name, propertyType: candidate.child.type,
      explanation: "\(source) gives it the former key \"\(path.joined)\", which is its current key.",
      remedy: "Remove the former key, or correct it.")
  }

  /// Parses the path of a policy; returns nil if a step is empty.
  func parsed(
    _ key: String, of candidate: PropertyCandidate, _ type: Any.Type, _ policy: String,
    _ problems: inout [AutoCodingError.Problem]
  ) -> PropertyPath? {
    if let path = PropertyPath(parsing: key) { return path }
    problems.append(
      .init(
        .invalidKey, type: type, property: candidate.name, propertyType: candidate.child.type,
        explanation: "Its key \"\(key)\" in \(policy) leads through an object without a name.",
        remedy: "Put a backslash before a dot that is part of a key: \"\\\\.\" in source code."))
    return nil
  }

  func unknown(
    _ statement: DeclaredRules.Statement, _ type: Any.Type, _ candidates: [PropertyCandidate], _ level: Int
  ) -> AutoCodingError.Problem {
    let names = candidates.filter { $0.level <= level }.map(\.name)
    let known = names.isEmpty ? "It has none." : "It has \(names.map { "'\($0)'" }.joined(separator: ", "))."
    let (kind, remedy): (String, String)
    switch scope {
    case .properties:
      kind = "the type has no such stored property"
      remedy = "Correct the name or remove it; computed properties are never coded."
    case .cases:
      kind = "the type has no such case"
      remedy = statement.isExclusion ? Self.remedyForExcludedCases : "Correct the name or remove it."
    case .values:
      kind = "the case has no such value"
      remedy = "Correct the name or remove it; a value without a label is '_0', '_1' and so on."
    }
    return .init(
      .unknownProperty, type: type, property: statement.name,
      explanation: "\(statement.source) names it, but \(kind). \(known)", remedy: remedy)
  }
}

extension PropertyPolicies {
  /// What to do if an enum leaves something out.
  static let remedyForExcludedCases =
    "Remove it: an enum leaves out neither cases nor their values. A struct that is the value of a case can leave out properties."
}
