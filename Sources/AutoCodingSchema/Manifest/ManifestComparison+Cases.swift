extension ManifestComparison {
  mutating func compareCases(
    of name: String, _ type: ManifestType, _ successor: ManifestType, isConverted: Bool
  ) {
    let isRawValue = type.kind == .rawValue
    // A type with any raw value has no cases.
    if isRawValue, successor.cases.isEmpty != type.cases.isEmpty {
      return compareRawValues(of: name, wereAllTaken: type.cases.isEmpty)
    }
    let noun = isRawValue ? "raw value" : "case"
    let added = successor.cases.keys.filter { type.cases[$0] == nil }.sorted()
    for (key, values) in type.cases.sorted(by: { $0.key < $1.key }) {
      if let now = successor.cases[key] {
        compareProperties(of: name, within: key, values, now, isConverted: isConverted)
        continue
      }
      let candidates = added.filter { successor.cases[$0]?.keys.sorted() == values.keys.sorted() }
      let newName = candidates.count == 1 && candidates[0].isIdentifier ? candidates[0] : "newName"
      let literal = !isRawValue || type.rawType == "String" ? [key].quoted : key
      lose(
        name, key, isConverted: isConverted, "The \(noun) is gone", ", so data that has it would be refused.",
        isRawValue
          ? "If the case was renamed, keep its raw value: case \(newName) = \(literal)."
          : "If it was renamed, keep its key: case \(newName) = \(literal) in CodingKeys."
      )
    }
    for key in added {
      exclude(
        name, key, "An older app does not know the \(noun), and refuses data that has it.",
        "Store no such value until all apps know it.")
    }
  }

  private mutating func compareRawValues(of name: String, wereAllTaken: Bool) {
    if wereAllTaken {
      lose(
        name, nil, "Only some raw values are values of the type now", ", so data that has others would be refused.",
        "Keep a type that takes every raw value.")
    } else {
      note(name, nil, "Every raw value is one of the type now.")
      exclude(
        name, nil, "An older app knows only some raw values, and refuses data that has others.",
        "Store no other values until all apps know them.")
    }
  }
}

extension String {
  /// Whether it could be the name of a case.
  fileprivate var isIdentifier: Bool {
    first?.isLetter ?? false && allSatisfy { $0.isLetter || $0.isNumber || $0 == "_" }
  }
}
