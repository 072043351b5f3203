/// Finds the names that the cases of an enum have in data: those of the source, of a nested `CodingKeys`, or of
/// `propertyRules` and `propertyKeys`.
struct CaseNameDiscovery {
  private let type: any AutoCoding.Type
  /// The cases, as if they were properties of type `Void`.
  private var candidates: [PropertyCandidate]
  private var problems: [AutoCodingError.Problem] = []

  init(of type: any AutoCoding.Type, names: [String]) {
    self.type = type
    candidates = names.map { name in
      let child = TypeMirror.Child(
        label: name, type: Void.self, offset: 0, isVariable: true, ownership: .strong, isDeclaredOptional: false)
      return PropertyCandidate(child, declaringType: type, level: 0, name: name)
    }
    PropertyPolicies(levels: [type], scope: .cases).apply(to: &candidates, problems: &problems)
    for candidate in candidates { refuse(candidate) }
  }

  /// Returns the keys of the cases.
  ///
  /// - Parameter declared: The keys that the source gives, which rules replace.
  func keys(replacing declared: [PropertyKey], problems: inout [AutoCodingError.Problem]) -> TypeMap.Cases.Names {
    // All of them, or none, are converted by key strategies.
    let areFixed = declared.first?.isFixed ?? false
    let names = TypeMap.Cases.Names(
      keys: zip(candidates, declared).map { candidate, key in
        candidate.isKeyDeclared ? PropertyKey(candidate.path.steps[0], isFixed: areFixed) : key
      },
      formerKeys: candidates.map { $0.formerPaths.map { PropertyKey($0.steps[0], isFixed: areFixed) } })
    problems += self.problems
    for (candidate, (name, formerNames)) in zip(candidates, zip(names.keys, names.formerKeys))
    where !candidate.isKeyDeclared && formerNames.contains(where: { $0.stringValue == name.stringValue }) {
      problems.append(
        problem(
          candidate,
          """
          \(candidate.formerSource ?? "propertyRules") gives it the former name "\(name.stringValue)", which is its current \
          name in data.
          """,
          "Remove the former name, or correct it."))
    }
    var owners: [String: Int] = [:]
    for (position, keys) in zip(names.keys, names.formerKeys).map({ [$0] + $1 }).enumerated() {
      for key in keys {
        guard let other = owners.updateValue(position, forKey: key.stringValue), other != position else { continue }
        let (candidate, name) = (candidates[position], candidates[other].name)
        let isSameName = name == candidate.name
        problems.append(
          problem(
            candidate,
            "It has the name \"\(key.stringValue)\" in data, as \(isSameName ? "another case '\(name)'" : "'\(name)'") has.",
            isSameName ? "Rename one of them in the source: rules cannot tell them apart." : "Change one of them."))
      }
    }
    return names
  }

  /// Refuses rules of a case that only properties can have.
  private mutating func refuse(_ candidate: PropertyCandidate) {
    let claim: String? =
      if let exclusion = candidate.exclusion {
        "left out (\(exclusion))"
      } else if let transformer = candidate.transformer {
        "transformed by \(TypeLookup.name(of: transformer.type)) in \(transformer.source)"
      } else if let value = candidate.declaredDefault {
        "given a default in \(value.source)"
      } else if candidate.direction != nil {
        "coded in one direction in propertyRules"
      } else if candidate.isFlattened {
        "flattened in propertyRules"
      } else if candidate.isRequired {
        "required in propertyRules"
      } else if candidate.encodesNil {
        "said to encode nil in propertyRules"
      } else if candidate.omitsDefault {
        "said to leave out a default in propertyRules"
      } else if let claim = candidate.recoveries.compactMap(\.claim).min() {
        "one that \(claim) in propertyRules"
      } else {
        nil
      }
    if let claim {
      let remedy =
        candidate.exclusion == nil
        ? "A case has a key, former keys and a description only. Remove the rule."
        : PropertyPolicies.remedyForExcludedCases
      problems.append(problem(candidate, "It is \(claim).", remedy))
    }
    if let path = ([candidate.path] + candidate.formerPaths).first(where: { $0.steps.count > 1 }) {
      problems.append(
        problem(
          candidate, "Its name in data is the key path \"\(path.joined)\".",
          "Put a backslash before a dot that is part of the name: \"\\\\.\" in source code."))
    }
  }

  private func problem(
    _ candidate: PropertyCandidate, _ explanation: String, _ remedy: String
  ) -> AutoCodingError.Problem {
    .init(.invalidRule, type: type, property: candidate.name, explanation: explanation, remedy: remedy)
  }
}
