extension ManifestComparison {
  /// Finds properties and cases that have traded keys: the data under a key would be read as another's.
  ///
  /// If a key stays and its name changes, that is a rename, unless one of the two names was that of another key before, or
  /// is now.
  private struct Moves {
    /// The names under each key, as recorded and now.
    let old: [String: String]
    let new: [String: String]

    /// Returns the key that a name was moved to; nil if it is gone.
    func destination(of name: String) -> String? { Self.key(of: name, in: new, butNotIn: old) }

    /// Returns the key that a name had; nil if it is new.
    func origin(of name: String) -> String? { Self.key(of: name, in: old, butNotIn: new) }

    /// Not the keys at which the name stays: a class and its superclass may each have a property of the name.
    private static func key(of name: String, in names: [String: String], butNotIn others: [String: String]) -> String? {
      names.filter { $0.value == name && others[$0.key] != name }.keys.min()
    }

    /// The keys that were one name's and are another's, with what to keep: a name and its recorded key.
    var all: [(key: String, was: String, now: String, keep: (name: String, key: String))] {
      old.sorted { $0.key < $1.key }.compactMap { key, was in
        guard let now = new[key], now != was else { return nil }
        if destination(of: was) != nil { return (key, was, now, (was, key)) }
        return origin(of: now).map { (key, was, now, (now, $0)) }
      }
    }
  }

  mutating func compareNames(
    ofCasesOf name: String, _ type: ManifestType, _ successor: ManifestType, isConverted: Bool
  ) {
    let isRawValue = type.kind == .rawValue
    // Handwritten code may write something other than raw values.
    if isRawValue, type.rawType == nil || successor.rawType == nil { return }
    let noun = isRawValue ? "raw value" : "key"
    for (key, was, now, keep) in Moves(old: type.caseNames, new: successor.caseNames).all {
      let change = "The \(noun) was that of the case \([was].quoted) and is that of \([now].quoted)"
      let literal = !isRawValue || type.rawType == "String" ? [keep.key].quoted : keep.key
      let remedy = "Keep the \(noun): case \(keep.name) = \(literal)\(isRawValue ? "." : " in CodingKeys.")"
      lose(name, key, isConverted: isConverted, change, ", so older data would be read as another case.", remedy)
      guard type.cases[key] != nil else { continue }
      exclude(name, key, change + ", so an older app would read another case.", remedy)
    }
  }

  /// Reports the key of a case that was removed and is another case's now. Returns false if it may be the same case.
  mutating func loseOtherCase(
    of name: String, _ key: String, _ type: ManifestType, _ successor: ManifestType, isConverted: Bool
  ) -> Bool {
    let isRawValue = type.kind == .rawValue
    if isRawValue, type.rawType == nil || successor.rawType == nil { return false }
    guard let was = type.caseNames[key], let now = successor.caseNames[key], was != now else { return false }
    let noun = isRawValue ? "raw value" : "key"
    lose(
      name, key, isConverted: isConverted,
      "The \(noun) was that of the case \([was].quoted), which was removed, and is that of \([now].quoted)",
      ", so older data would be read as another case.", "Give the case \([now].quoted) another \(noun).")
    return true
  }

  /// - Parameter member: Returns the member that a key is.
  mutating func compareNames(
    ofPropertiesOf name: String, isValue: Bool, _ old: [String: ManifestProperty],
    removed: [String: ManifestProperty], _ new: [String: ManifestProperty], isConverted: (String) -> Bool,
    member: (String) -> String
  ) {
    let noun = isValue ? "value" : "property"
    let all = old.merging(removed) { property, _ in property }
    for (key, was, now, keep) in Moves(old: all.compactMapValues(\.name), new: new.compactMapValues(\.name)).all {
      guard let property = all[key], let successor = new[key] else { continue }
      let change = "The key was that of the \(noun) \([was].quoted) and is that of \([now].quoted)"
      let remedy =
        isValue
        ? "Keep the label \([keep.key].quoted) for the value \([keep.name].quoted)."
        : "Add .key(\([keep.key].quoted)) to the rule of \([keep.name].quoted)."
      if property.isWritten, successor.isRead {
        lose(
          name, member(key), isConverted: isConverted(key), change, ", so older data would be read as another \(noun).",
          remedy)
      }
      if successor.isWritten, property.isRead, old[key] != nil {
        exclude(name, member(key), change + ", so an older app would read another \(noun).", remedy)
      }
    }
  }
}
