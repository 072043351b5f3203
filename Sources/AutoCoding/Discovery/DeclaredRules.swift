/// What one type of a class chain declares about properties in `unEncodedProperties`, `propertyKeys` and
/// `propertyRules`.
struct DeclaredRules {
  private let unEncoded: Set<String>
  private let keys: [String: String]
  private let rules: PropertyRules

  /// Makes empty rules.
  init() {
    unEncoded = []
    keys = [:]
    rules = [:]
  }

  init(of type: any AutoCoding.Type) {
    unEncoded = type.unEncodedSet
    keys = type.propertyKeys
    rules = type.propertyRules
  }

  /// What the declarations name.
  var names: [String] { Array(unEncoded) + Array(keys.keys) + rules.entries.map(\.name) }

  /// One statement about a property.
  struct Statement {
    let name: String
    let kind: PropertyRule.Kind
    /// The declaration that makes it: "propertyKeys", or "propertyRules (Module/File.swift:12:5)".
    let source: String
    /// Whether it comes from `propertyRules` rather than from a shorthand.
    let isRule: Bool
    /// The class or type that makes it.
    let type: any AutoCoding.Type
    /// Whether it stands in the rules of a class above, which this class has inherited. It is about a property of that class, or
    /// of one above that.
    var isInherited = false
  }

  /// Returns the statements that the class above does not make: those of the shorthands first, by name.
  ///
  /// - Parameter problems: Receives a problem for each duplicate name.
  func statements(
    since above: DeclaredRules, type: any AutoCoding.Type, problems: inout [AutoCodingError.Problem]
  ) -> [Statement] {
    var statements = unEncoded.subtracting(above.unEncoded).inOrder().map {
      Statement(name: $0, kind: .excluded, source: "unEncodedProperties", isRule: false, type: type)
    }
    for (name, key) in keys.sorted(byText: \.key) where above.keys[name] != key {
      statements.append(.init(name: name, kind: .key(key), source: "propertyKeys", isRule: false, type: type))
    }
    guard !inheritsRules(of: above) else { return statements + defaultExpressions(of: type) }
    var first: [String: PropertyRule] = [:]
    for (name, rule) in rules.entries {
      if let other = first[name] {
        problems.append(
          .init(
            .invalidRule, type: type, property: name,
            explanation: "\(Self.source(other.location)) names it, and \(Self.source(rule.location)) names it again.",
            remedy: "Combine them in one rule, whose members can be chained."))
        continue
      }
      first[name] = rule
      statements += rule.statements.map {
        let source = Self.source($0.location ?? rule.location)
        return Statement(name: name, kind: $0.kind, source: source, isRule: true, type: type)
      }
    }
    return statements
  }

  /// The defaults that inherited rules make by expressions, which may use what the class overrides.
  private func defaultExpressions(of type: any AutoCoding.Type) -> [Statement] {
    rules.entries.flatMap { (name, rule) in
      rule.statements.compactMap { statement in
        guard case .defaultValue(.expression) = statement.kind else { return nil }
        let source = Self.source(statement.location ?? rule.location)
        return Statement(
          name: name, kind: statement.kind, source: source, isRule: true, type: type, isInherited: true)
      }
    }
  }

  /// What error messages call the source of a rule.
  static func source(_ location: RuleLocation?) -> String {
    location.map { "propertyRules (\($0))" } ?? "propertyRules"
  }

  // MARK: Inherited rules

  func inheritsRules(of above: DeclaredRules) -> Bool { rules.isSame(as: above.rules) }

  /// Names in rules that may be either this type's or those of the class above, and whether the rules exclude them. The
  /// two cannot be told apart, since members such as `.excluded` have no source location.
  func ambiguousNames(since above: DeclaredRules) -> [(name: String, isExcluded: Bool)] {
    guard inheritsRules(of: above), rules.entries.allSatisfy({ $0.rule.location == nil }) else { return [] }
    return rules.entries.map { (name, rule) in
      let isExcluded = rule.statements.contains { if case .excluded = $0.kind { true } else { false } }
      return (name, isExcluded)
    }
  }
}

extension DeclaredRules.Statement {
  /// The statement in words, to follow "propertyRules …".
  var claim: String {
    switch kind {
    case .key(let key): "gives it the key \"\(key)\""
    case .formerKeys(let keys): "gives it the former key \(keys.map { "\"\($0)\"" }.joined(separator: ", "))"
    case .transformer(let transformer): "transforms it by \(TypeLookup.name(of: transformer))"
    case .defaultValue: "gives it a default"
    case .direction(.decodedOnly): "says that it is decoded only"
    case .direction(.encodedOnly): "says that it is encoded only"
    case .documentation(let text): "describes it as \"\(text)\""
    case .flattened: "flattens it"
    case .required: "requires its key"
    case .encodesNil: "says that its nil is encoded"
    case .omitsDefault: "says that its default is left out"
    case .recovery(let recovery): "says that it \(recovery.claim ?? "recovers")"
    case .excluded: "leaves it out"
    }
  }

  /// Whether it takes the place of a statement that it contradicts, and that a class above makes. What a class above flattens
  /// stays so; and what it only encodes or only decodes, until a rule states the other direction.
  func replaces(_ other: Self) -> Bool {
    switch (kind, other.kind) {
    case (.direction, _), (.excluded, _): true
    case (_, .direction), (_, .flattened), (.flattened, _): false
    default: true
    }
  }

  /// Whether this and another statement about the same property contradict each other.
  ///
  /// The shorthands may give a key to an excluded property: the key is then known, so data that has it has no unknown
  /// key.
  func contradicts(_ other: Self) -> Bool {
    switch (kind, other.kind) {
    case (.key(let key), .key(let other)): key != other
    case (.transformer(let transformer), .transformer(let other)): transformer != other
    case (.excluded, .excluded), (.formerKeys, .formerKeys): false
    case (.defaultValue, .defaultValue), (.defaultValue, .required), (.required, .defaultValue): true
    case (.defaultValue, _), (_, .defaultValue): false
    case (.documentation(let text), .documentation(let other)): text != other
    case (.documentation, _), (_, .documentation): false
    case (.direction(let direction), .direction(let other)): direction != other
    // Its former keys would never be read.
    case (.direction(.encodedOnly), .formerKeys), (.formerKeys, .direction(.encodedOnly)): true
    case (.excluded, _), (_, .excluded): isRule || other.isRule
    case (.flattened, .flattened), (.flattened, .direction), (.direction, .flattened): false
    case (.flattened, _), (_, .flattened): true
    // It would never be read or written.
    // A property at its default would be as one without its key.
    case (.required, .recovery(.defaultForProperty)), (.recovery(.defaultForProperty), .required),
      (.required, .recovery(.defaultForNull)), (.recovery(.defaultForNull), .required),
      (.direction(.encodedOnly), .recovery), (.recovery, .direction(.encodedOnly)),
      (.recovery(.nilForProperty), .recovery(.defaultForProperty)),
      (.recovery(.defaultForProperty), .recovery(.nilForProperty)):
      true
    case (.direction(.encodedOnly), .required), (.required, .direction(.encodedOnly)): true
    case (.direction(.decodedOnly), .encodesNil), (.encodesNil, .direction(.decodedOnly)),
      (.direction(.decodedOnly), .omitsDefault), (.omitsDefault, .direction(.decodedOnly)),
      (.required, .omitsDefault), (.omitsDefault, .required), (.encodesNil, .omitsDefault),
      (.omitsDefault, .encodesNil):
      true
    case (.key, _), (.formerKeys, _), (.transformer, _), (.direction, _), (.required, _), (.encodesNil, _),
      (.omitsDefault, _), (.recovery, _):
      false
    }
  }
}

extension ErrorRecovery {
  /// What a property's rule says by this, to follow "it"; nil if no rule says it.
  var claim: String? {
    switch self {
    case .nilForProperty: "is nil for what cannot be decoded"
    case .defaultForProperty: "keeps its default for what cannot be decoded"
    case .defaultForNull: "keeps its default for null"
    case .skippedByProperty: "leaves out elements that cannot be decoded"
    case .skippedElement, .nilForValue, .defaultForValue, .formerKey, .otherCase: nil
    }
  }
}

/// The names that a type may declare as a set or as an array, as sets.
extension AutoCoding {
  fileprivate static var unEncodedSet: Set<String> {
    let names = unEncodedProperties
    // Nearly all types have the default; `Set(_:)` for any sequence would take longer than the rest of their rules.
    return names as? Set<String> ?? Set(names)
  }
}
