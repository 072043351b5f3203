extension ManifestComparison {
  mutating func compareCases(
    of name: String, _ type: ManifestType, _ successor: ManifestType, isConverted: Bool
  ) {
    let isRawValue = type.kind == .rawValue
    // A type with any raw value has no cases.
    if isRawValue, successor.cases.isEmpty != type.cases.isEmpty {
      return compareRawValues(of: name, type, successor)
    }
    compareUnknownCases(of: name, type, successor, isConverted: isConverted)
    compareFormerCases(of: name, type, successor, isConverted: isConverted)
    compareNames(ofCasesOf: name, type, successor, isConverted: isConverted)
    let noun = isRawValue ? "raw value" : "case"
    let added = successor.cases.keys.filter { type.cases[$0] == nil }.sorted()
    for (key, values) in type.cases.sorted(by: { $0.key < $1.key }) {
      if let now = successor.cases[key] {
        guard compareForms(of: name, key, key, type, successor, isConverted: isConverted) else { continue }
        compareProperties(
          of: name, within: key, values, removed: type.removedCases[key] ?? [:], now, isConverted: isConverted)
        continue
      }
      if let current = successor.formerCases[key], let now = successor.cases[current] {
        note(name, key, "The case is \"\(current)\" now, and its former name is read.")
        guard compareForms(of: name, key, current, type, successor, isConverted: isConverted) else { continue }
        compareProperties(
          of: name, within: current, values, removed: type.removedCases[key] ?? [:], now, isConverted: isConverted)
        continue
      }
      let candidates = added.filter { successor.cases[$0]?.keys.sorted() == values.keys.sorted() }
      let candidate = candidates.count == 1 && candidates[0].isIdentifier ? candidates[0] : nil
      let newName = candidate ?? "newName"
      let literal = !isRawValue || type.rawType == "String" ? [key].quoted : key
      let outcome = successor.unknownCase.map { "read as \([$0].quoted)" } ?? "refused"
      lose(
        name, key, isConverted: isConverted, "The \(noun) is gone", ", so data that has it would be \(outcome).",
        isRawValue && successor.unknownCase.map { successor.cases[$0] != nil } ?? true
          ? "If the case was renamed, keep its raw value: case \(newName) = \(literal)."
          : """
          If it was renamed, add .formerly(\(literal)) to the rule of \(candidate.map { [$0].quoted } ?? "its successor"), or \
          keep its key: case \(newName) = \(literal) in CodingKeys.
          """
      )
    }
    compareRemovedCases(of: name, type, successor, isConverted: isConverted)
    // An older app that reads unknown cases as one of its own loses them, but reads the rest.
    for key in added {
      if let unknown = type.unknownCase {
        note(name, key, "An older app reads the \(noun) as \([unknown].quoted).")
        continue
      }
      exclude(
        name, key, "An older app does not know the \(noun), and refuses data that has it.",
        "Store no such value until all apps know it.")
    }
  }

  /// Compares how data has the values of a case. Returns whether the values can be compared.
  ///
  /// - Parameters:
  ///   - key: The recorded key of the case.
  ///   - present: The present key.
  private mutating func compareForms(
    of name: String, _ key: String, _ present: String, _ type: ManifestType, _ successor: ManifestType,
    isConverted: Bool
  ) -> Bool {
    // If the whole type has another form, that was reported.
    guard type.caseKey == successor.caseKey, type.contentKey == successor.contentKey,
      type.hasUntaggedCases == successor.hasUntaggedCases, let was = type.caseForms[key],
      let now = successor.caseForms[present], was != now
    else { return true }
    let change = "The content was \(was.shown) and is \(now.shown)"
    let remedy = "Keep the values of the case, and their keys, and add another case."
    lose(name, present, isConverted: isConverted, change, ", so older data would be refused or misread.", remedy)
    if key == present { exclude(name, present, change + ", so an older app would refuse or misread new data.", remedy) }
    return false
  }

  /// Compares the former names of cases that are still there.
  private mutating func compareFormerCases(
    of name: String, _ type: ManifestType, _ successor: ManifestType, isConverted: Bool
  ) {
    func present(_ key: String) -> String? {
      successor.cases[key] == nil ? successor.formerCases[key].flatMap { successor.cases[$0] == nil ? nil : $0 } : key
    }
    var lost: [String: [String]] = [:]
    for (former, key) in type.formerCases.sorted(by: { $0.key < $1.key }) {
      guard let current = present(key) else { continue }
      guard let now = present(former) else {
        lost[current, default: []].append(former)
        continue
      }
      if now != current {
        lose(
          name, current, isConverted: isConverted, "The former name \([former].quoted) is that of \([now].quoted) now",
          ", so older data would be read as another case.", "Give that case another name.")
      }
    }
    for (current, names) in lost.sorted(by: { $0.key < $1.key }) {
      let outcome = successor.unknownCase.map { "read as \([$0].quoted)" } ?? "refused"
      lose(
        name, current, isConverted: isConverted, "The former \(names.listed("name")) gone",
        ", so older data would be \(outcome).", "Add .formerly(\(names.quoted)) again.")
    }
  }

  /// Compares what becomes of cases that a type does not know. Data may have them from newer apps, or from older ones whose
  /// cases are gone.
  private mutating func compareUnknownCases(
    of name: String, _ type: ManifestType, _ successor: ManifestType, isConverted: Bool
  ) {
    guard let was = type.unknownCase else { return }
    guard let now = successor.unknownCase else {
      return lose(
        name, nil, isConverted: isConverted, "There is no unknownCase any more",
        ", so data that has unknown cases would be refused.", "Keep it in typeRules.")
    }
    guard now != was, now != successor.formerCases[was] else { return }
    note(name, nil, "Unknown cases were read as \([was].quoted), and are read as \([now].quoted).")
  }

  /// Compares a type that takes every raw value with one that does not.
  private mutating func compareRawValues(of name: String, _ type: ManifestType, _ successor: ManifestType) {
    if type.cases.isEmpty {
      let outcome = successor.unknownCase.map { "read as \([$0].quoted)" } ?? "refused"
      return lose(
        name, nil, "Only some raw values are values of the type now", ", so data that has others would be \(outcome).",
        "Keep a type that takes every raw value.")
    }
    if let unknown = type.unknownCase {
      return note(
        name, nil, "Every raw value is one of the type now. An older app reads others as \([unknown].quoted).")
    }
    note(name, nil, "Every raw value is one of the type now.")
    exclude(
      name, nil, "An older app knows only some raw values, and refuses data that has others.",
      "Store no other values until all apps know them.")
  }
}

extension ManifestType.CaseForm {
  fileprivate var shown: String {
    switch self {
    case .alone: "a value by itself"
    case .keyed: "values under keys"
    case .list: "an array of values"
    case .whole: "the whole object"
    }
  }
}

extension String {
  /// Whether it could be the name of a case.
  fileprivate var isIdentifier: Bool {
    first?.isLetter ?? false && allSatisfy { $0.isLetter || $0.isNumber || $0 == "_" }
  }
}
