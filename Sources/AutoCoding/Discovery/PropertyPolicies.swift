/// What a type declares about how it is coded: `unEncodedProperties`, `propertyKeys`, `propertyRules` and `typeRules`.
///
/// A class chain is read level by level, base first. What a class declares anew applies to its own property of that
/// name, or else to the nearest one above. What equals the declaration of the class above is inherited. Policies of all
/// levels are therefore joined, and a policy of a class above does not affect a private property of the same name
/// below. A rule for an inherited property replaces what it states anew and what it contradicts, and leaves the rest
/// unchanged.
struct PropertyPolicies {
  /// The class and its superclasses, base first; or the struct.
  let levels: [Any.Type]
  /// What the candidates are: properties, unless stated.
  var scope = Scope.properties

  /// What the candidates are.
  enum Scope {
    /// The stored properties of a class and its superclasses, or of a struct.
    case properties
    /// The cases of an enum.
    case cases
    /// The values of a case, which rules name as "case.value".
    case values(of: String)
  }

  /// - Returns: The rules for the type as a whole.
  @discardableResult
  func apply(to candidates: inout [PropertyCandidate], problems: inout [AutoCodingError.Problem]) -> TypeRules {
    var above = DeclaredRules()
    var typeRules = TypeRules()
    /// The class whose `propertyRules` those below inherit.
    var ruledLevel = 0
    for (level, type) in levels.enumerated() {
      guard let type = Conformances.cast(type, to: (any AutoCoding.Type).self) else { continue }
      let declared = DeclaredRules(of: type)
      if !declared.inheritsRules(of: above) { ruledLevel = level }
      var repeated: [AutoCodingError.Problem] = []
      let statements = scoped(declared.statements(since: above, type: type, problems: &repeated), to: candidates)
      // Those of the values are reported with the cases.
      if case .values = scope {} else { problems += repeated }
      let ambiguousNames = declared.ambiguousNames(since: above).filter { ambiguous in
        !statements.contains { $0.name == ambiguous.name }
      }
      problems += ambiguous(ambiguousNames, candidates, level)
      typeRules = type.typeRules.inheriting(typeRules)
      apply(
        statements, of: type, level, ruledLevel, typeRules.keyStyle, to: &candidates, problems: &problems)
      above = declared
    }
    if case .cases = scope { return typeRules }
    // Positions, since a candidate is costly to copy.
    for index in candidates.indices {
      if case .properties = scope, let name = Self.policy(named: candidates[index].name),
        let problem = misplaced(candidates[index], name)
      {
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

  /// Returns the statements about candidates of the scope, by their names in it.
  private func scoped(
    _ statements: [DeclaredRules.Statement], to candidates: [PropertyCandidate]
  ) -> [DeclaredRules.Statement] {
    switch scope {
    case .properties: statements
    case .cases:
      statements.filter { statement in
        guard let dot = statement.name.firstIndex(of: ".") else { return true }
        return !candidates.contains { $0.name == statement.name[..<dot] }
      }
    case .values(let name):
      statements.compactMap { statement in
        statement.name.hasPrefix(name + ".") ? statement.named(String(statement.name.dropFirst(name.count + 1))) : nil
      }
    }
  }

  private func apply(
    _ statements: [DeclaredRules.Statement], of type: any AutoCoding.Type, _ level: Int, _ ruledLevel: Int,
    _ style: TypeRules.KeyStyle?, to candidates: inout [PropertyCandidate], problems: inout [AutoCodingError.Problem]
  ) {
    var order: [Int] = []
    var said: [Int: [DeclaredRules.Statement]] = [:]
    var unknown: Set<String> = []
    for statement in statements {
      let lowest = statement.isInherited ? ruledLevel : level
      if let index = index(of: statement.name, in: candidates, level: lowest) {
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
    for statement in statements {
      guard
        let above = candidate.statements.first(where: { statement.contradicts($0) && !statement.replaces($0) })
      else { continue }
      let first = "\(above.source) in \(_typeName(above.type, qualified: false)) \(above.claim)"
      problems.append(contradiction(candidate, type, "\(first), and \(statement.source) \(statement.claim)."))
      return
    }
    if let exclusion = candidate.exclusion, let statement = statements.first(where: { $0.isRefused(by: exclusion) }) {
      problems.append(
        contradiction(
          candidate, type, "It is left out (\(exclusion)), and \(statement.source) \(statement.claim)."))
      return
    }
    candidate.replace(by: statements)
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
    if case .cases = scope, !candidate.isKeyDeclared { return }
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

extension DeclaredRules.Statement {
  var isExclusion: Bool { if case .excluded = kind { true } else { false } }
  fileprivate var isDocumentation: Bool { if case .documentation = kind { true } else { false } }

  fileprivate func named(_ name: String) -> Self {
    Self(name: name, kind: kind, source: source, isRule: isRule, type: type)
  }

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
  /// Whether a rule says more of it than what it is for.
  var hasRules: Bool { statements.contains { !$0.isDocumentation } }

  /// Adds what a class states to what is left of the statements of the classes above.
  fileprivate mutating func replace(by new: [DeclaredRules.Statement]) {
    for above in statements where new.contains(where: { $0.contradicts(above) }) {
      switch above.kind {
      case .formerKeys:
        formerPaths = []
        formerSource = nil
      case .defaultValue: declaredDefault = nil
      case .required: isRequired = false
      case .encodesNil: encodesNil = false
      case .omitsDefault: omitsDefault = false
      case .recovery(let recovery): recoveries.remove(recovery)
      // The new statement is of the same kind, or excludes the property.
      case .key, .transformer, .direction, .documentation, .flattened, .excluded: break
      }
    }
    statements.removeAll { above in new.contains { $0.contradicts(above) } }
    statements += new
  }

  /// Leaves the property out of every format because the type declares so.
  fileprivate mutating func exclude(_ exclusion: TypeMap.Property.Exclusion) {
    // Without this, a keyed archive would write a weak reference.
    if self.exclusion == .weakReference { self.exclusion = nil }
    self.exclusion = self.exclusion ?? exclusion
  }
}

extension TypeRules.KeyStyle {
  /// Returns the key for a property's name.
  func key(for name: String) -> String {
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
