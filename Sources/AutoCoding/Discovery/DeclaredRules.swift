/// What one type of a class chain says of properties: by `unEncodedProperties`, `propertyKeys` and `propertyRules`.
struct DeclaredRules {
  private let unEncoded: Set<String>
  private let keys: [String: String]
  private let rules: PropertyRules

  /// What no type has said.
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

  /// One thing that is said of a property.
  struct Statement {
    let name: String
    let kind: PropertyRule.Kind
    /// What says so: "propertyKeys", or "propertyRules (Module/File.swift:12:5)".
    let source: String
    /// Whether `propertyRules` says so, rather than one of the shorthands.
    let isRule: Bool
  }

  /// What is said here that the class above does not say: the shorthands' statements first, by name.
  ///
  /// - Parameter problems: Takes names that are there twice.
  func statements(
    since above: DeclaredRules, type: Any.Type, problems: inout [AutoCodingError.Problem]
  ) -> [Statement] {
    var statements = unEncoded.subtracting(above.unEncoded).sorted().map {
      Statement(name: $0, kind: .excluded, source: "unEncodedProperties", isRule: false)
    }
    for (name, key) in keys.sorted(by: { $0.key < $1.key }) where above.keys[name] != key {
      statements.append(.init(name: name, kind: .key(key), source: "propertyKeys", isRule: false))
    }
    guard !inheritsRules(of: above) else { return statements }
    var first: [String: PropertyRule] = [:]
    for (name, rule) in rules.entries {
      if let other = first[name] {
        problems.append(
          .init(
            .invalidRule, type: type, property: name,
            explanation: "\(Self.source(other.location)) names it, and \(Self.source(rule.location)) names it again.",
            remedy: "Say all of it in one rule, whose members chain."))
        continue
      }
      first[name] = rule
      statements += rule.statements.map {
        let source = Self.source($0.location ?? rule.location)
        return Statement(name: name, kind: $0.kind, source: source, isRule: true)
      }
    }
    return statements
  }

  /// What error messages call a rule.
  static func source(_ location: RuleLocation?) -> String {
    location.map { "propertyRules (\($0))" } ?? "propertyRules"
  }

  // MARK: Inherited rules

  private func inheritsRules(of above: DeclaredRules) -> Bool { rules.isSame(as: above.rules) }

  /// Names of which nothing tells whether the rules of this type or those of the class above leave them out: `.excluded`
  /// has no place in the source.
  func ambiguousNames(since above: DeclaredRules) -> [String] {
    guard inheritsRules(of: above), rules.entries.allSatisfy({ $0.rule.location == nil }) else { return [] }
    return rules.entries.map(\.name)
  }
}

extension DeclaredRules.Statement {
  /// What is said, after "propertyRules …".
  var claim: String {
    switch kind {
    case .key(let key): "gives it the key \"\(key)\""
    case .formerKeys(let keys): "gives it the former key \(keys.map { "\"\($0)\"" }.joined(separator: ", "))"
    case .transformer(let transformer): "transforms it by \(TypeLookup.name(of: transformer))"
    case .excluded: "leaves it out"
    }
  }

  /// Whether this and another statement of one property cannot both be followed.
  ///
  /// The shorthands may name the key of a property that is left out: it is known then, and not an unknown key of the data.
  func contradicts(_ other: Self) -> Bool {
    switch (kind, other.kind) {
    case (.key(let key), .key(let other)): key != other
    case (.transformer(let transformer), .transformer(let other)): transformer != other
    case (.excluded, .excluded), (.formerKeys, .formerKeys): false
    case (.excluded, _), (_, .excluded): isRule || other.isRule
    case (.key, _), (.formerKeys, _), (.transformer, _): false
    }
  }
}

/// What a type may list as a set or an array, as sets.
extension AutoCoding {
  fileprivate static var unEncodedSet: Set<String> { Set(unEncodedProperties) }
}
