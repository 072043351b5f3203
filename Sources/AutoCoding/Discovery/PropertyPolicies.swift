/// What a type declares about how it is coded: `unEncodedProperties`, `propertyKeys`, `propertyRules` and `typeRules`.
///
/// A class chain is read level by level, base first. What a class declares anew applies to its own property of that
/// name, or else to the nearest one above. What equals the declaration of the class above is inherited. Policies of all
/// levels are therefore joined, and a policy of a class above does not affect a private property of the same name
/// below. A rule for an inherited property replaces the parts that it states, and leaves the others unchanged.
struct PropertyPolicies {
  /// The class and its superclasses, base first; or the struct.
  let levels: [Any.Type]
  /// Whether the candidates are the cases of an enum.
  var isOfCases = false

  /// - Returns: The rules for the type as a whole.
  @discardableResult
  func apply(to candidates: inout [PropertyCandidate], problems: inout [AutoCodingError.Problem]) -> TypeRules {
    var above = DeclaredRules()
    var typeRules = TypeRules()
    for (level, type) in levels.enumerated() {
      guard let type = Conformances.cast(type, to: (any AutoCoding.Type).self) else { continue }
      let declared = DeclaredRules(of: type)
      let statements = declared.statements(since: above, type: type, problems: &problems)
      let ambiguousNames = declared.ambiguousNames(since: above).filter { ambiguous in
        !statements.contains { $0.name == ambiguous.name }
      }
      problems += ambiguous(ambiguousNames, candidates, level)
      typeRules = type.typeRules.inheriting(typeRules)
      apply(statements, of: type, level, typeRules.keyStyle, to: &candidates, problems: &problems)
      above = declared
    }
    if isOfCases { return typeRules }
    // Positions, since a candidate is costly to copy.
    for index in candidates.indices {
      if let name = Self.policy(named: candidates[index].name), let problem = misplaced(candidates[index], name) {
        problems.append(problem)
      }
      if candidates[index].isFlattened, let problem = keyOfFlattened(candidates[index]) { problems.append(problem) }
    }
    for index in candidates.indices {
      if let style = typeRules.keyStyle { candidates[index].makeKey(style.key) }
      let path = candidates[index].path
      candidates[index].formerPaths.removeAll { $0.steps == path.steps }
      if typeRules.encodesNil ?? false { candidates[index].encodeNil() }
      if let problem = candidates[index].makeDefault() { problems.append(problem) }
    }
    return typeRules
  }

  private func apply(
    _ statements: [DeclaredRules.Statement], of type: any AutoCoding.Type, _ level: Int, _ style: TypeRules.KeyStyle?,
    to candidates: inout [PropertyCandidate], problems: inout [AutoCodingError.Problem]
  ) {
    var order: [Int] = []
    var said: [Int: [DeclaredRules.Statement]] = [:]
    var unknown: Set<String> = []
    for statement in statements {
      if let index = index(of: statement.name, in: candidates, level: level) {
        if said[index] == nil { order.append(index) }
        said[index, default: []].append(statement)
      } else if unknown.insert(statement.isRule ? statement.name : "\(statement.source) \(statement.name)").inserted {
        problems.append(self.unknown(statement, type, candidates, level))
      }
    }
    for index in order {
      refine(&candidates[index], by: said[index] ?? [], of: type, style, &problems)
    }
  }

  /// Applies a level's statement to a property.
  private func refine(
    _ candidate: inout PropertyCandidate, by statements: [DeclaredRules.Statement], of type: any AutoCoding.Type,
    _ style: TypeRules.KeyStyle?, _ problems: inout [AutoCodingError.Problem]
  ) {
    for (position, statement) in statements.enumerated() {
      guard let other = statements[..<position].first(where: statement.contradicts) else { continue }
      // A chain of members has one source.
      let second = statement.source == other.source ? statement.claim : "\(statement.source) \(statement.claim)"
      problems.append(contradiction(candidate, type, "\(other.source) \(other.claim), and \(second)."))
      return
    }
    if let exclusion = candidate.exclusion, let statement = statements.first(where: { $0.isRefused(by: exclusion) }) {
      problems.append(
        contradiction(
          candidate, type, "It is left out (\(exclusion)), and \(statement.source) \(statement.claim)."))
      return
    }
    var formerPaths: [(path: PropertyPath, source: String)]?
    for statement in statements {
      switch statement.kind {
      case .excluded:
        candidate.exclude(statement.isRule ? .excluded(by: type) : .unEncoded(by: type))
      case .key(let key):
        if let path = parsed(key, of: candidate, type, statement.source, &problems) { candidate.path = path }
      case .formerKeys(let keys):
        for case let path? in keys.map({ parsed($0, of: candidate, type, statement.source, &problems) }) {
          if let other = formerPaths?.first(where: { $0.path == path }) {
            problems.append(repeated(path, of: candidate, type, other.source, statement.source))
          } else {
            formerPaths = (formerPaths ?? []) + [(path, statement.source)]
          }
        }
      case .transformer(let transformer):
        candidate.transformer = .init(type: transformer, source: statement.source)
      case .direction(let direction): candidate.direction = direction
      case .documentation(let text): candidate.documentation = text
      case .flattened: candidate.isFlattened = true
      case .required: candidate.isRequired = true
      case .encodesNil: candidate.encodesNil = true
      case .omitsDefault: candidate.omitsDefault = true
      case .recovery(let recovery): candidate.recoveries.insert(recovery)
      case .defaultValue(let content):
        candidate.declaredDefault = .init(content: content, source: statement.source)
      }
    }
    guard let formerPaths else { return }
    candidate.formerPaths = formerPaths.map(\.path)
    candidate.formerSource = formerPaths.first?.source
    // A class above may have had the key that a class below makes the current one. CodingKeys may give a case another key.
    guard !isOfCases || candidate.isKeyDeclared else { return }
    let current =
      candidate.isKeyDeclared
      ? candidate.path : PropertyPath(style.map { $0.key(for: candidate.name) } ?? candidate.name)
    for former in formerPaths where former.path.steps == current.steps {
      problems.append(
        useless(former.path, of: candidate, type, former.source))
    }
  }

  private func index(of name: String, in candidates: [PropertyCandidate], level: Int) -> Int? {
    candidates.lastIndex { $0.isNamed(name) && $0.level <= level }
  }

  /// The static members by which a type says how it is coded.
  static let names = [
    "unEncodedProperties", "propertyKeys", "propertyRules", "typeRules", "archivedTypeName", "formerTypeNames",
    "archiveVersion",
  ]
}

// MARK: Problems

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
  private static func policy(named name: String) -> String? {
    names.first { $0.utf8.count == name.utf8.count && $0.lowercased() == name.lowercased() }
  }

  /// The problem of a stored property that was probably meant as a static policy, or nil.
  ///
  /// - Parameter name: The policy's name.
  private func misplaced(_ candidate: PropertyCandidate, _ name: String) -> AutoCodingError.Problem? {
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

  /// The problem of a property that is flattened in one class, and has a key or a transformer by another or by `CodingKeys`.
  private func keyOfFlattened(_ candidate: PropertyCandidate) -> AutoCodingError.Problem? {
    guard candidate.isFlattened, candidate.exclusion == nil else { return nil }
    let explanation: String
    if candidate.path.steps != [candidate.name] || !candidate.formerPaths.isEmpty {
      let keys = ([candidate.path] + candidate.formerPaths).filter { $0.steps != [candidate.name] }
      explanation = "it also has the key \(keys.map { "\"\($0.joined)\"" }.joined(separator: ", "))"
    } else if let transformer = candidate.transformer {
      explanation = "\(transformer.source) transforms it by \(TypeLookup.name(of: transformer.type))"
    } else {
      return nil
    }
    return contradiction(candidate, candidate.declaringType, "propertyRules flattens it, and \(explanation).")
  }

  private func contradiction(
    _ candidate: PropertyCandidate, _ type: Any.Type, _ explanation: String
  ) -> AutoCodingError.Problem {
    .init(
      .invalidRule, type: type, property: candidate.name, propertyType: candidate.child.type, explanation: explanation,
      remedy: "Remove one of them.")
  }

  /// The problems of a level's properties whose names have rules without a place, if a class above has a property of the
  /// same name: the rules may mean either.
  private func ambiguous(
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
  private func repeated(
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
  private func useless(
    _ path: PropertyPath, of candidate: PropertyCandidate, _ type: Any.Type, _ source: String
  ) -> AutoCodingError.Problem {
    .init(
      .invalidRule, type: type, property: candidate.name, propertyType: candidate.child.type,
      explanation: "\(source) gives it the former key \"\(path.joined)\", which is its current key.",
      remedy: "Remove the former key, or correct it.")
  }

  /// Parses the path of a policy; returns nil if a step is empty.
  private func parsed(
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

  private func unknown(
    _ statement: DeclaredRules.Statement, _ type: Any.Type, _ candidates: [PropertyCandidate], _ level: Int
  ) -> AutoCodingError.Problem {
    let names = candidates.filter { $0.level <= level }.map(\.name)
    let known = names.isEmpty ? "It has none." : "It has \(names.map { "'\($0)'" }.joined(separator: ", "))."
    return .init(
      .unknownProperty, type: type, property: statement.name,
      explanation:
        "\(statement.source) names it, but the type has no such \(isOfCases ? "case" : "stored property"). \(known)",
      remedy: isOfCases
        ? statement.isExclusion ? Self.remedyForExcludedCases : "Correct the name or remove it."
        : "Correct the name or remove it; computed properties are never coded.")
  }
}

extension PropertyPolicies {
  /// What to do if an enum leaves something out.
  static let remedyForExcludedCases =
    "Remove it: an enum leaves out neither cases nor their values. A struct that is the value of a case can leave out properties."
}

extension DeclaredRules.Statement {
  fileprivate var isExclusion: Bool { if case .excluded = kind { true } else { false } }

  /// Whether the rule is an error for a property that a class above or its own declaration leaves out.
  fileprivate func isRefused(by exclusion: TypeMap.Property.Exclusion) -> Bool {
    switch kind {
    case .excluded: false
    // A keyed archive stores a weak reference under its key.
    case .key where exclusion == .weakReference: false
    case .documentation: false
    case .defaultValue: exclusion == .weakReference || exclusion == .observationRegistrar
    default: isRule || exclusion.isByRule
    }
  }
}

extension PropertyCandidate {
  /// Leaves the property out of every format because the type declares so.
  fileprivate mutating func exclude(_ exclusion: TypeMap.Property.Exclusion) {
    // Without this, a keyed archive would write a weak reference.
    if self.exclusion == .weakReference { self.exclusion = nil }
    self.exclusion = self.exclusion ?? exclusion
  }
}

extension TypeRules.KeyStyle {
  /// Returns the key for a property's name.
  fileprivate func key(for name: String) -> String {
    let start = name.firstIndex { $0 != "_" } ?? name.startIndex
    return switch self {
    case .snakeCase: SnakeCaseConversion.snakeCase(name)
    case .screamingSnakeCase: SnakeCaseConversion.snakeCase(name).uppercased()
    case .kebabCase: name[..<start] + SnakeCaseConversion.snakeCase(String(name[start...])).replacing("_", with: "-")
    case .pascalCase: name[..<start] + name[start...].prefix(1).uppercased() + name[start...].dropFirst()
    default: name
    }
  }
}
