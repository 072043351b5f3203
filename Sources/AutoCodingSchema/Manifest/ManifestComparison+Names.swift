extension ManifestComparison {
  /// Finds the present names of the recorded types.
  mutating func matchNames() {
    for (name, type) in new.types.sorted(by: { $0.key < $1.key }) {
      for former in type.formerNames where old.types[former] != nil && new.types[former] == nil {
        names[former] = name
      }
    }
    for name in old.types.keys where new.types[name] != nil { names[name] = name }
    // Before anything is compared, since types name each other.
    for (name, type) in old.types.sorted(by: { $0.key < $1.key }) where names[name] == nil && !type.isRemoved {
      guard let present = successor(of: type) else { continue }
      names[name] = present
      guesses.insert(name)
    }
  }

  /// A new type that looks like one that is gone.
  private func successor(of type: ManifestType) -> String? {
    let matched = Set(names.values)
    return new.types.sorted { $0.key < $1.key }.first { name, other in
      old.types[name] == nil && !matched.contains(name) && other.kind == type.kind && other.resembles(type)
    }?.key
  }

  mutating func report(_ name: String, renamedTo present: String, _ type: ManifestType) {
    guard type.isNamedByData else { return note(present, nil, "The type was \(name), which data does not show.") }
    note(present, nil, "The type was \(name), which is a former name of it.")
    guard !type.formerNames.contains(present) else { return }
    exclude(
      present, nil, "An older app knows the type as \(name), and refuses archives that name it \(present).",
      "Keep the name: static var archivedTypeName: String { \"\(name)\" }.")
  }

  mutating func report(missing name: String, _ type: ManifestType) {
    if old.models.contains(name) {
      return lose(
        name, nil, "The type is gone", ", so nothing reads its data.",
        "List it again. If it was renamed, add \"\(name)\" to formerTypeNames of the type that replaces it.")
    }
    // A property of the superclass's type may hold an object of the class.
    if let base = superclass(of: type, in: old, where: { names[$0] != nil && old.types[$0]?.typeKey == nil }) {
      return lose(
        name, nil, "The class is gone",
        ", so data that has it in place of one of \(names[base] ?? base) would be refused.",
        "Keep it. If it was renamed, add \"\(name)\" to formerTypeNames of the class that replaces it.")
    }
    note(name, nil, "No listed model leads to the type any more.")
  }

  /// Reports a type that is gone, and has a successor that does not have its name as a former one.
  mutating func report(_ name: String, replacedBy present: String, _ type: ManifestType) {
    guard type.isNamedByData else { return note(present, nil, "The type was \(name), which data does not show.") }
    lose(
      name, nil, "The type is gone", ", so archives that name it would be refused.",
      "If it was renamed to \(present), add \"\(name)\" to formerTypeNames of that type.")
    if !type.formerNames.contains(present) {
      exclude(
        name, nil, "An older app does not know \(present), and refuses archives that name it.",
        "Keep the name: static var archivedTypeName: String { \"\(name)\" }.")
    }
  }

  /// The nearest superclass that is suitable.
  private func superclass(
    of type: ManifestType, in manifest: ModelManifest, where isSuitable: (String) -> Bool
  ) -> String? {
    manifest.superclasses(of: type).first(where: isSuitable)
  }

  mutating func report(added name: String, _ type: ManifestType) {
    let base = superclass(of: type, in: new) { names.values.contains($0) && new.types[$0]?.typeKey == nil }
    if let base {
      return exclude(
        name, nil, "An older app does not know the class, and refuses data that names it.",
        "Store no object of it in place of one of \(base) until all apps know it.")
    }
    note(name, nil, "The type is new.")
  }
}

extension ManifestType {
  /// Whether data, such as a keyed archive, has the name of the type.
  var isNamedByData: Bool { kind != .rawValue && kind != .ownCode }

  /// Whether most keys or cases are those of another type of the same kind.
  fileprivate func resembles(_ other: ManifestType) -> Bool {
    let own = Set(properties.keys).union(cases.keys)
    let others = Set(other.properties.keys).union(other.cases.keys)
    // Types that take every raw value are told by its type.
    if own.isEmpty, others.isEmpty { return kind == .rawValue && rawType == other.rawType }
    return 2 * own.intersection(others).count >= max(own.count, others.count)
  }
}
