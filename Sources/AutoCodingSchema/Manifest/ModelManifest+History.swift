extension ModelManifest {
  /// Returns this manifest with what an older one knows of data that was written before: which properties older data may
  /// lack, and what it has that was removed.
  package func remembering(_ old: ModelManifest) -> ModelManifest {
    let comparison = ManifestComparison(old: old, new: self)
    var history = ManifestHistory(comparison: comparison)
    var manifest = self
    for (name, type) in types {
      let origins = origins(of: name, type, comparison.names).compactMap { comparison.old.types[$0] }
      if !origins.isEmpty { manifest.types[name] = history.extend(type, with: origins) }
    }
    for (name, type) in history.removedTypes() { manifest.types[name] = type }
    return manifest
  }

  /// The names that a type had in an older manifest, the one that counts most first. It has several if types were merged.
  ///
  /// - Parameter names: The present names of the recorded types.
  private func origins(of name: String, _ type: ManifestType, _ names: [String: String]) -> [String] {
    let origins = names.filter { $0.value == name }.keys.sorted()
    let known = ([name] + type.formerNames).filter(origins.contains)
    return known + origins.filter { !known.contains($0) }
  }
}

/// Collects what data has from before the models were as they are.
private struct ManifestHistory {
  let comparison: ManifestComparison
  /// The types of what was removed, as they were recorded.
  private var texts: [String] = []

  init(comparison: ManifestComparison) { self.comparison = comparison }

  /// - Parameter origins: What the type was before; several types if they were merged.
  mutating func extend(_ type: ManifestType, with origins: [ManifestType]) -> ManifestType {
    var entry = type
    mark(&entry.properties, origins.map(\.properties))
    for (present, values) in type.cases {
      let before = origins.flatMap { origin in origin.cases.filter { type.present(case: $0.key) == present }.values }
      if before.isEmpty { continue }
      var values = values
      mark(&values, before)
      entry.cases[present] = values
    }
    for before in origins { addRemoved(to: &entry, type, before) }
    return entry
  }

  private mutating func addRemoved(to entry: inout ManifestType, _ type: ManifestType, _ before: ManifestType) {
    let isConverted = type.version > before.version && type.migrates
    if before.hasProperties, type.hasProperties {
      let converted = comparison.keysConverted(above: type)
      let removed = removed(
        from: before.properties, before.removedProperties, type.properties,
        isConverted: { isConverted || converted.contains($0) })
      entry.removedProperties.merge(removed) { first, _ in first }
    }
    // A type that takes every raw value has no cases that could be gone.
    if before.kind == type.kind, !type.cases.isEmpty {
      addRemovedCases(to: &entry, before, isConverted: isConverted)
    }
  }

  /// Marks the properties that older data may lack, with the value that it then has.
  ///
  /// - Parameter origins: The properties of each type or case that they were of.
  private func mark(_ properties: inout [String: ManifestProperty], _ origins: [[String: ManifestProperty]]) {
    for (key, property) in properties {
      properties[key]?.isAdded = origins.contains { mayLack(property, key, in: $0) }
      properties[key]?.missing = origins.lazy.compactMap { missingValue(property, key, in: $0) }.first
    }
  }

  private func mayLack(_ property: ManifestProperty, _ key: String, in before: [String: ManifestProperty]) -> Bool {
    guard let origin = origin(of: property, key, in: before) else { return true }
    if origin.isAdded { return true }
    // Then the property itself says so.
    guard origin.mayBeMissing, !property.mayBeMissing else { return false }
    return property.hasDefault || origin.omitted != nil
  }

  /// The value that data without the key has, if it is read as that and no longer left out.
  private func missingValue(
    _ property: ManifestProperty, _ key: String, in before: [String: ManifestProperty]
  ) -> String? {
    guard let origin = origin(of: property, key, in: before), property.isRead, !property.isRequired else { return nil }
    return [origin.leftOut, origin.missing].lazy.compactMap { $0 }.first { value in
      value != ManifestProperty.unknown && value != property.leftOut && value == property.meaningOfMissing ?? value
    }
  }

  /// What a property was before.
  private func origin(
    of property: ManifestProperty, _ key: String, in before: [String: ManifestProperty]
  ) -> ManifestProperty? {
    before[key] ?? property.former.lazy.compactMap { before[$0] }.first
  }

  /// The properties that data has under keys that are not used any more. A migration is trusted to remove its own.
  private mutating func removed(
    from before: [String: ManifestProperty], _ removedBefore: [String: ManifestProperty],
    _ now: [String: ManifestProperty], isConverted: (String) -> Bool
  ) -> [String: ManifestProperty] {
    let used = Set(now.flatMap { [$0.key] + $0.value.former })
    var removed = removedBefore
    for (key, property) in before.sorted(by: { $0.key < $1.key }) where !isConverted(key) {
      for former in property.former where before[former] == nil { removed[former] = property }
      removed[key] = property
    }
    return removed.filter { !used.contains($0.key) }.mapValues { keep($0) }
  }

  private mutating func addRemovedCases(to entry: inout ManifestType, _ before: ManifestType, isConverted: Bool) {
    var cases = before.removedCases.filter { before.cases[$0.key] == nil }
    for (key, values) in before.cases.sorted(by: { $0.key < $1.key }) {
      let removedBefore = before.removedCases[key] ?? [:]
      if let present = entry.present(case: key) {
        let values = removed(
          from: values, removedBefore, entry.cases[present] ?? [:], isConverted: { _ in isConverted })
        if !values.isEmpty { entry.removedCases[present, default: [:]].merge(values) { first, _ in first } }
      } else if !isConverted {
        for former in before.formerCases where former.value == key { cases[former.key] = values }
        cases[key] = values.merging(removedBefore) { value, _ in value }
      }
    }
    for (key, values) in cases where entry.present(case: key) == nil {
      entry.removedCases[key] = values.mapValues { keep($0) }
      entry.caseNames[key] = before.caseNames[key] ?? before.formerCases[key].flatMap { before.caseNames[$0] }
    }
  }

  private mutating func keep(_ property: ManifestProperty) -> ManifestProperty {
    texts.append(property.type)
    var property = property.removed
    property.type = renamed(property.type)
    return property
  }

  /// The types of what was removed that no model leads to any more.
  func removedTypes() -> [String: ManifestType] {
    let (old, names) = (comparison.old, comparison.names)
    var types: [String: ManifestType] = [:]
    var pending = texts
    while let text = pending.popLast() {
      for name in old.names(in: text) where names[name] == nil && types[name] == nil {
        guard var type = old.types[name] else { continue }
        type.isRemoved = true
        types[name] = type
        let properties = Array(type.properties.values) + type.removedProperties.values
        let values = (Array(type.cases.values) + type.removedCases.values).flatMap(\.values)
        pending += (properties + values).map(\.type)
      }
    }
    func renamed(_ properties: [String: ManifestProperty]) -> [String: ManifestProperty] {
      properties.mapValues { property in
        var property = property
        property.type = self.renamed(property.type)
        return property
      }
    }
    return types.mapValues { type in
      var type = type
      type.properties = renamed(type.properties)
      type.removedProperties = renamed(type.removedProperties)
      type.cases = type.cases.mapValues(renamed)
      type.removedCases = type.removedCases.mapValues(renamed)
      return type
    }
  }

  /// Returns the text of a type with the present names of models.
  private func renamed(_ text: String) -> String {
    var result = ""
    var name = ""
    for character in text {
      if "[](), :?<>".contains(character) {
        result += (comparison.names[name] ?? name) + String(character)
        name = ""
      } else {
        name.append(character)
      }
    }
    return result + (comparison.names[name] ?? name)
  }
}

extension ManifestType {
  /// The key of a case that data has under a current or former key; nil if the case is gone.
  fileprivate func present(case key: String) -> String? { cases[key] != nil ? key : formerCases[key] }

  fileprivate var hasProperties: Bool { kind == .structure || kind == .object }
}
