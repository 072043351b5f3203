/// Finds the values of an enum's cases, with the rules that name them as "case.value".
struct CaseValueDiscovery {
  /// The enum.
  let type: any AutoCoding.Type
  /// What is wrong with the rules of the values that were found.
  private(set) var problems: [AutoCodingError.Problem] = []

  /// Whether a rule may be one of a value.
  private let hasRules: Bool

  init(type: any AutoCoding.Type) {
    self.type = type
    hasRules = DeclaredRules(of: type).names.contains { $0.contains(".") }
  }

  /// The values of a case's payload; nil if it has none.
  mutating func candidates(of enumCase: EnumLayout.Case) -> [PropertyCandidate]? {
    let name = enumCase.name.withoutBackticks
    // A payload of `()` is coded as a case without one.
    guard let payload = enumCase.payload, payload != Void.self else {
      applyRules(of: name, to: [])
      return nil
    }
    let candidates = elements(of: enumCase, payload).enumerated().map { index, child in
      PropertyCandidate(
        child, declaringType: type, level: 0, name: child.label.isEmpty ? "_\(index)" : child.label.withoutBackticks)
    }
    return applyRules(of: name, to: candidates)
  }

  @discardableResult
  private mutating func applyRules(of name: String, to candidates: [PropertyCandidate]) -> [PropertyCandidate] {
    var candidates = candidates
    var found: [AutoCodingError.Problem] = []
    if hasRules {
      PropertyPolicies(levels: [type], scope: .values(of: name)).apply(to: &candidates, problems: &found)
      let omission = OmissionDiscovery(type: nil, typeRules: TypeRules())
      for index in candidates.indices {
        if let problem = refusal(of: candidates[index]) { found.append(problem) }
        if let problem = omission.apply(to: &candidates[index]) { found.append(problem) }
      }
    }
    checkKeys(of: candidates, in: name)
    problems += found.map { $0.about($0.property.map { "\(name).\($0)" }) }
    return candidates
  }

  /// Returns the codec of a payload as a value: an object with the keys that rules give, or the tuple that it is.
  static func codec(of payload: Any.Type, _ candidates: [PropertyCandidate]) throws -> Codec {
    guard candidates.contains(where: \.hasRules) else { return try CodecDiscovery.codec(for: payload) }
    var record = RecordBuilder()
    for candidate in candidates { record.add(candidate, describedAs: candidate.name) }
    if let failure = record.failure { throw failure }
    return TupleCodec(type: payload, map: record.storage(ofElementsOf: payload), isKeyed: true)
  }

  /// The problem of a rule for a value that is coded without a key.
  ///
  /// - Parameter takesKey: Whether it may have a key.
  static func ruleWithoutKey(
    _ candidate: PropertyCandidate, of name: String, in type: any AutoCoding.Type, takesKey: Bool
  ) -> AutoCodingError.Problem {
    .init(
      .invalidRule, type: type, property: "\(name).\(candidate.name)", propertyType: candidate.child.type,
      explanation: "The values of the case are coded without keys, so a rule for one of them would change nothing.",
      remedy: takesKey
        ? "State their keys in propertyKeys, [\"\(name)._0\": \"key\"], label the values, or remove the rule."
        : "Remove the rule.")
  }

  /// Refuses what only properties can be, and a default that is meant and not given.
  private func refusal(of candidate: PropertyCandidate) -> AutoCodingError.Problem? {
    let inStruct = "Remove the rule. A struct that is the value of the case may have it."
    if candidate.exclusion != nil {
      return problem(candidate, "A value of a case cannot be left out.", PropertyPolicies.remedyForExcludedCases)
    }
    if candidate.direction != nil {
      return problem(candidate, "A value of a case is coded in both directions.", inStruct)
    }
    if candidate.isFlattened { return problem(candidate, "A value of a case cannot be flattened.", inStruct) }
    if candidate.isRequired {
      return problem(candidate, "The key of a value is required unless it has a default.", "Remove .required.")
    }
    if let path = ([candidate.path] + candidate.formerPaths).first(where: { $0.steps.count > 1 }) {
      return problem(
        candidate, "Its key \"\(path.joined)\" is a key path, which the values of cases do not have.",
        "Put a backslash before a dot that is part of the key: \"\\\\.\" in source code.")
    }
    if let (_, rule) = candidate.recoveryThatNeedsDefault {
      return problem(
        candidate, "propertyRules says .\(rule), but gives it no default.",
        "Add a default to the rule, .\(rule).default(…).")
    }
    return nil
  }

  private mutating func checkKeys(of candidates: [PropertyCandidate], in name: String) {
    var keys: Set<String> = []
    for candidate in candidates {
      let own = Set(([candidate.path] + candidate.formerPaths).map(\.joined))
      for path in own.sorted() where !keys.insert(path).inserted {
        problems.append(
          .init(
            .duplicateKey, type: type, property: name, propertyType: candidate.child.type,
            explanation: "Two of its values have the key \"\(path)\".",
            remedy: "Give one of them another label\(hasRules ? " or another key" : "")."))
      }
    }
  }

  private func problem(
    _ candidate: PropertyCandidate, _ explanation: String, _ remedy: String
  ) -> AutoCodingError.Problem {
    .init(
      .invalidRule, type: type, property: candidate.name, propertyType: candidate.child.type, explanation: explanation,
      remedy: remedy)
  }

  /// The values of a payload: the elements of a tuple, or the single value.
  private func elements(of enumCase: EnumLayout.Case, _ payload: Any.Type) -> [TypeMirror.Child] {
    let children = try? TypeMirror(reflecting: payload).children
    if Metadata(payload).kind == .tuple, let children, !children.isEmpty {
      let declared = enumCase.declaredPayload.flatMap { try? TypeMirror(reflecting: $0).children.map(\.type) } ?? []
      return children.enumerated().map { index, child in
        TypeMirror.Child(
          label: child.label, type: child.type, offset: child.offset, isVariable: true, ownership: .strong,
          isDeclaredOptional: declared.indices.contains(index) && Metadata(declared[index]).kind == .optional)
      }
    }
    return [
      TypeMirror.Child(
        label: "", type: payload, offset: 0, isVariable: true, ownership: .strong,
        isDeclaredOptional: enumCase.declaredPayload.map { Metadata($0).kind == .optional } ?? false)
    ]
  }
}

extension AutoCodingError.Problem {
  /// Returns the problem with another name of its property.
  fileprivate func about(_ property: String?) -> Self {
    Self(code, type: type, property: property, propertyType: propertyType, explanation: explanation, remedy: remedy)
  }
}
