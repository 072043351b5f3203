extension ModelManifest {
  /// Returns the differences from an older manifest: those that break compatibility, and harmless ones.
  ///
  /// - Parameter old: The manifest of the models as they were.
  /// - Returns: The changes, in the order of their types' names.
  public func changes(since old: ModelManifest) -> [Change] {
    var comparison = ManifestComparison(old: old, new: self)
    comparison.compare()
    return comparison.changes
  }
}

/// Finds the changes between two manifests.
struct ManifestComparison {
  let old: ModelManifest
  let new: ModelManifest
  private(set) var changes: [ModelManifest.Change] = []
  /// The present names of the types that were recorded.
  var names: [String: String] = [:]
  /// The recorded names of types that are gone, and whose present names are those of new types that look like them.
  var guesses: Set<String> = []
  /// Whether the app with the recorded models has what is compared. It does not know what was removed before.
  var isKnownToOlderApps = true

  init(old: ModelManifest, new: ModelManifest) {
    self.old = old.hasNames ? old : old.respelled(as: new)
    var new = new
    new.types = new.types.filter { !$0.value.isRemoved }
    self.new = new
    matchNames()
  }

  mutating func compare() {
    for (name, type) in old.types.sorted(by: { $0.key < $1.key }) {
      guard let present = names[name], let successor = new.types[present] else {
        if !type.isRemoved { report(missing: name, type) }
        continue
      }
      isKnownToOlderApps = !type.isRemoved
      defer { isKnownToOlderApps = true }
      if guesses.contains(name) {
        report(name, replacedBy: present, type)
      } else if present != name {
        report(name, renamedTo: present, type)
      }
      compare(type, successor, of: present)
    }
    // An older app does not know a type that comes back.
    let matched = Set(names.filter { old.types[$0.key]?.isRemoved == false }.values)
    for (name, type) in new.types.sorted(by: { $0.key < $1.key }) where !matched.contains(name) {
      report(added: name, type)
    }
    for name in old.models {
      guard let present = names[name], !new.models.contains(present) else { continue }
      lose(
        present, nil, "The type is not listed any more", ", so its samples are not read.",
        "List it, if values of it are stored by themselves.")
    }
  }

  // MARK: Changes

  /// Adds a harmless change.
  mutating func note(_ type: String, _ member: String?, _ explanation: String) {
    changes.append(.init(type: type, member: member, explanation: explanation, remedy: nil, breaks: []))
  }

  /// Adds a change by which stored data would be lost or refused.
  ///
  /// - Parameters:
  ///   - isConverted: Whether a migration converts older data. The change is then harmless.
  ///   - what: The beginning of a sentence: what has changed.
  ///   - consequence: The end of the sentence.
  mutating func lose(
    _ type: String, _ member: String?, isConverted: Bool = false, _ what: String, _ consequence: String,
    _ remedy: String
  ) {
    if isConverted { return note(type, member, what + "; migrate(_:from:) has to see to older data.") }
    changes.append(
      .init(type: type, member: member, explanation: what + consequence, remedy: remedy, breaks: .readsOld))
  }

  /// Adds a change by which an older app could not read new data.
  mutating func exclude(_ type: String, _ member: String?, _ explanation: String, _ remedy: String) {
    guard isKnownToOlderApps else { return }
    changes.append(.init(type: type, member: member, explanation: explanation, remedy: remedy, breaks: .readableByOld))
  }

  // MARK: Types

  private mutating func compare(_ type: ManifestType, _ successor: ManifestType, of name: String) {
    let lost = type.formerNames.filter { !successor.formerNames.contains($0) && $0 != name }
    if !lost.isEmpty, type.isNamedByData {
      lose(
        name, nil, "The former \(lost.listed("name")) gone", ", so archives that have it would be refused.",
        "Add \(lost.quoted) to formerTypeNames again.")
    }
    if !type.isEncodeOnly, successor.isEncodeOnly {
      lose(
        name, nil, "Values cannot be decoded any more", ".",
        "Give the properties that are left out a default, or adopt DefaultInitializable.")
    }
    compareKeyForms(of: name, type, successor)
    let isConverted = compareVersions(of: name, type, successor)
    guard compareKinds(of: name, type, successor, isConverted: isConverted) else { return }
    compareClasses(of: name, type, successor)
    compareTags(of: name, type, successor)
    compareCases(of: name, type, successor, isConverted: isConverted)
    compareProperties(
      of: name, within: nil, type.properties, removed: type.removedProperties, successor.properties,
      isConverted: isConverted, converted: keysConverted(above: successor))
  }

  /// The keys of the properties of those superclasses whose migrations convert recorded data.
  func keysConverted(above type: ManifestType) -> Set<String> {
    var keys: Set<String> = []
    for name in new.superclasses(of: type) {
      guard let superclass = new.types[name] else { continue }
      if let before = names.first(where: { $0.value == name }).flatMap({ old.types[$0.key] }),
        superclass.version > before.version, superclass.migrates
      {
        keys.formUnion(before.properties.keys)
        keys.formUnion(superclass.properties.keys)
      }
    }
    return keys
  }

  /// Compares what dictionaries have as keys. A manifest that does not tell may be older than this comparison.
  private mutating func compareKeyForms(of name: String, _ type: ManifestType, _ successor: ManifestType) {
    guard let form = type.keyForm, let now = successor.keyForm, form != now else { return }
    let change =
      now == .text
      ? "It is CodingKeyRepresentable, and was not, so dictionaries of its values are objects in place of arrays"
      : "It is not CodingKeyRepresentable any more, so dictionaries of its values are arrays in place of objects"
    lose(
      name, nil, change, "; JSON and property lists with such dictionaries would be refused.",
      now == .text ? "Do without the conformance." : "Keep the conformance.")
    exclude(
      name, nil, change + ", which an older app refuses in JSON and property lists.",
      "Store new dictionaries under a new key, and keep writing the old ones.")
  }

  /// Returns whether a migration converts recorded data.
  private mutating func compareVersions(of name: String, _ type: ManifestType, _ successor: ManifestType) -> Bool {
    let (was, now) = (type.version, successor.version)
    if now < was {
      lose(
        name, nil, "The version went from \(was) down to \(now)",
        ", so data of version \(was) would be refused as newer.",
        "Let archiveVersion be \(was) or more.")
      if type.migrates {
        exclude(
          name, nil,
          "The version went from \(was) down to \(now), so an older app takes new data for older, and migrates it.",
          "Let archiveVersion be \(was) or more.")
      }
    } else if type.migrates, !successor.migrates {
      lose(
        name, nil, "The type does not migrate any more", ", so data of versions below \(was) would be misread.",
        "Implement migrate(_:from:) again.")
    }
    guard now > was else { return false }
    note(name, nil, "The version went from \(was) to \(now)\(successor.migrates ? ", with a migration." : ".")")
    exclude(
      name, nil, "The version went from \(was) to \(now), and an older app refuses newer data.",
      "Let its decoders have acceptsNewerVersions, or make the change without a version.")
    return successor.migrates
  }

  /// Returns whether properties and cases can be compared.
  private mutating func compareKinds(
    of name: String, _ type: ManifestType, _ successor: ManifestType, isConverted: Bool
  ) -> Bool {
    if type.kind == successor.kind {
      guard type.kind == .rawValue, let rawType = type.rawType, let other = successor.rawType else { return true }
      return compareTypes(of: name, nil, rawType, other, isConverted: false)
    }
    let kinds = [type.kind, successor.kind]
    if !kinds.contains(where: { $0 != .structure && $0 != .object }) {
      note(name, nil, "It was \(type.kind.shown) and is \(successor.kind.shown), which has the same data.")
      return true
    }
    let change = "It was \(type.kind.shown) and is \(successor.kind.shown)"
    lose(
      name, nil, isConverted: isConverted, change, ", so older data would be refused or misread.",
      kinds.contains(.ownCode)
        ? "What its own code reads cannot be compared. Let samples show it, and record the change."
        : "Declare another type for it, and use that under a new key.")
    exclude(
      name, nil, change + ", so an older app would refuse or misread new data.",
      "Declare another type for it, and use that under a new key.")
    return false
  }

  private mutating func compareClasses(of name: String, _ type: ManifestType, _ successor: ManifestType) {
    // If the superclass is gone, nothing is declared as it; nor is anything lost if it has taken the subclass's place.
    if let above = type.superclass.map({ names[$0] ?? $0 }), above != name, new.types[above] != nil,
      !new.isClass(name, below: above)
    {
      lose(
        name, nil, "It is no subclass of \(above) any more", ", so data that has it in place of one would be refused.",
        "Keep the superclass.")
    }
    for (key, was, now) in [
      ("typeKey", type.typeKey, successor.typeKey), ("caseKey", type.caseKey, successor.caseKey),
      ("contentKey", type.contentKey, successor.contentKey),
    ] where was != now {
      let change = "The \(key) was \(was.shown) and is \(now.shown)"
      lose(name, nil, change, ", so older data would be refused or misread.", "Keep it in typeRules.")
      exclude(name, nil, change + ", so an older app would refuse or misread new data.", "Keep it in typeRules.")
    }
    for (rule, change, isChanged) in [
      (
        "tagsAreIntegers",
        successor.hasIntegerTags ? "The tags are integers now" : "The tags are text now, and no integers",
        type.hasIntegerTags != successor.hasIntegerTags
      ),
      (
        "casesAreUntagged",
        successor.hasUntaggedCases ? "Data does not name the cases any more" : "Data names the cases now",
        type.hasUntaggedCases != successor.hasUntaggedCases
      ),
    ] where isChanged {
      lose(name, nil, change, ", so older data would be refused.", "Keep \(rule) in typeRules.")
      exclude(name, nil, change + ", so an older app would refuse new data.", "Keep \(rule) in typeRules.")
    }
  }

  private mutating func compareTags(of name: String, _ type: ManifestType, _ successor: ManifestType) {
    guard type.typeKey != nil, successor.typeKey != nil else { return }
    for (tag, className) in type.tags.sorted(by: { $0.key < $1.key }) {
      let expected = names[className] ?? className
      guard let now = successor.tags[tag] else {
        let consequence = successor.takesUnknownTypes ? "read as another class" : "refused"
        lose(
          name, tag, "The tag is gone", ", so data that has it would be \(consequence).",
          "Keep it in the types of typeRules.")
        continue
      }
      if now != expected {
        lose(
          name, tag, "The tag was that of \(expected) and is that of \(now)",
          ", so data would be read as another class.",
          "Give the class its own tag.")
      }
    }
    for tag in successor.tags.keys.sorted() where type.tags[tag] == nil {
      exclude(
        name, tag,
        "An older app does not know the tag, and \(type.takesUnknownTypes ? "reads another class" : "refuses data that has it").",
        "Store no object of the class until all apps know it.")
    }
    if type.takesUnknownTypes, !successor.takesUnknownTypes {
      lose(
        name, nil, "unknownType is no longer .base", ", so data with unknown tags, or with none, would be refused.",
        "Keep it in typeRules.")
    }
  }
}

extension ManifestType.Kind {
  fileprivate var shown: String {
    switch self {
    case .structure: "a struct"
    case .object: "a class"
    case .enumeration: "an enum with its cases as keys"
    case .rawValue: "coded as its raw value"
    case .ownCode: "decoded by its own code"
    }
  }
}

extension ModelManifest {
  fileprivate func isClass(_ name: String, below superclass: String) -> Bool {
    types[name].map { superclasses(of: $0).contains(superclass) } ?? false
  }

  /// The names of the superclasses that are in the manifest, the nearest first.
  func superclasses(of type: ManifestType) -> [String] {
    var names: [String] = []
    var next = type.superclass
    // A damaged file could have classes as each other's superclasses.
    while let name = next, let superclass = types[name], !names.contains(name) {
      names.append(name)
      next = superclass.superclass
    }
    return names
  }
}

extension String? {
  fileprivate var shown: String { map { "\"\($0)\"" } ?? "none" }
}

extension [String] {
  /// As in source code.
  var quoted: String {
    map { text in
      "\"" + text.map { $0 == "\\" || $0 == "\"" ? "\\\($0)" : "\($0)" }.joined() + "\""
    }.joined(separator: ", ")
  }
  func listed(_ noun: String) -> String { "\(noun)\(count == 1 ? "" : "s") \(quoted) \(count == 1 ? "is" : "are")" }
}
