/// What was removed from models is still in older data, and is read if its key is used again.
extension ManifestComparison {
  /// Compares properties with those that older data has under the same keys.
  ///
  /// - Parameters:
  ///   - removed: The properties that were removed before the models were recorded.
  ///   - member: Returns the member that a key is.
  /// - Returns: The keys that are used again.
  mutating func compareRemoved(
    of name: String, _ old: [String: ManifestProperty], _ removed: [String: ManifestProperty],
    _ new: [String: ManifestProperty], isConverted: (String) -> Bool, member: (String) -> String
  ) -> Set<String> {
    var known: Set<String> = []
    func compare(_ property: ManifestProperty, under key: String, _ present: String) {
      guard let successor = new[present], successor.isRead else { return }
      known.insert(present)
      var property = property.removed
      // What becomes of a missing key is reported with the property.
      property.hasDefault = successor.hasDefault
      property.writesNil = true
      withoutOlderApps {
        $0.compare(
          property, successor, of: name, member(present), isRenamed: true,
          isConverted: isConverted(key) || isConverted(present))
      }
    }
    for (key, property) in removed.sorted(by: { $0.key < $1.key }) {
      let reader = new.keys.sorted().first { new[$0]?.former.contains(key) ?? false }
      if let present = new[key] != nil ? key : reader { compare(property, under: key, present) }
    }
    // Older data has a property's values under its former keys, too.
    for (current, property) in old.sorted(by: { $0.key < $1.key }) {
      for key in property.former where old[key] == nil && removed[key] == nil {
        guard let successor = new[key], new[current] != nil || !successor.former.contains(current) else { continue }
        compare(property, under: key, key)
      }
    }
    return known
  }

  /// Compares cases with those that older data has under the same keys.
  mutating func compareRemovedCases(
    of name: String, _ type: ManifestType, _ successor: ManifestType, isConverted: Bool
  ) {
    for (key, values) in type.removedCases.sorted(by: { $0.key < $1.key }) where type.cases[key] == nil {
      guard let present = successor.cases[key] != nil ? key : successor.formerCases[key],
        let now = successor.cases[present]
      else { continue }
      withoutOlderApps {
        if present == key, $0.loseOtherCase(of: name, key, type, successor, isConverted: isConverted) { return }
        $0.note(name, present, "The case is there again, and is read from older data.")
        $0.compareProperties(of: name, within: present, values, removed: [:], now, isConverted: isConverted)
      }
    }
  }

  /// Compares what the app with the recorded models does not know.
  private mutating func withoutOlderApps(_ body: (inout ManifestComparison) -> Void) {
    let wasKnown = isKnownToOlderApps
    isKnownToOlderApps = false
    body(&self)
    isKnownToOlderApps = wasKnown
  }
}

extension ManifestProperty {
  /// What is kept of a property that is gone: what data has of it.
  var removed: ManifestProperty {
    var property = self
    property.former = []
    property.isAdded = false
    property.isOptional = mayBeNil
    property.writesNil = false
    property.hasDefault = false
    property.defaultValue = nil
    property.readsNullAsMissing = false
    property.omitted = nil
    property.missing = nil
    return property
  }
}
