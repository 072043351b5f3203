import AutoCoding

extension ManifestComparison {
  /// - Parameters:
  ///   - place: The case that the values belong to; nil for properties.
  ///   - removed: The properties that were removed before.
  ///   - converted: The keys whose values a superclass's migration converts.
  mutating func compareProperties(
    of name: String, within place: String?, _ old: [String: ManifestProperty],
    removed: [String: ManifestProperty], _ new: [String: ManifestProperty], isConverted: Bool,
    converted: Set<String> = []
  ) {
    func member(_ key: String) -> String { (place.map { $0 + "." } ?? "") + key }
    compareNames(
      ofPropertiesOf: name, isValue: place != nil, old, removed: removed, new,
      isConverted: { isConverted || converted.contains($0) }, member: member)
    let added = new.keys.filter { old[$0] == nil }.sorted()
    var renamed: Set<String> = []
    for (key, property) in old.sorted(by: { $0.key < $1.key }) {
      let isConverted = isConverted || converted.contains(key)
      let present = new[key] == nil ? added.first { new[$0]?.former.contains(key) ?? false } : key
      guard let present, let successor = new[present] else {
        let candidates = added.filter {
          guard let other = new[$0] else { return false }
          return other.type == property.type && other.former.isEmpty && other.isFlattened == property.isFlattened
            && other.isWeak == property.isWeak
        }
        let isKnown = compareFormer(property, new, of: name, member(key))
        report(
          missing: member(key), property, of: name, candidates, isValue: place != nil, isKnown: isKnown,
          isConverted: isConverted)
        continue
      }
      if present != key {
        renamed.insert(present)
        note(name, member(present), "The key was \([key].quoted), under which older data is still read.")
        if property.isRequired {
          exclude(
            name, member(present), "An older app requires a value under the key \([key].quoted).",
            "Keep the key: .key(\([key].quoted)).")
        }
      }
      if present != key || !successor.isWritten || successor.isOptional {
        _ = compareFormer(property, new, of: name, member(key))
      }
      compare(property, successor, of: name, member(present), isRenamed: present != key, isConverted: isConverted)
    }
    let known = compareRemoved(
      of: name, old, removed, new, isConverted: { isConverted || converted.contains($0) }, member: member)
    for key in added where !renamed.contains(key) {
      guard let property = new[key] else { continue }
      let isConverted = isConverted || converted.contains(key)
      report(
        added: member(key), property, of: name, isValue: place != nil, isKnown: known.contains(key),
        isConverted: isConverted)
    }
    compareRest(of: name, old, new)
  }

  /// Compares new keys with the values of a dictionary that has all keys which an older app does not know.
  private mutating func compareRest(
    of name: String, _ old: [String: ManifestProperty], _ new: [String: ManifestProperty]
  ) {
    guard let rest = old.values.first(where: { $0.isRest && $0.isRead }),
      case .dictionary(_, let value) = shapes(rest.type, rest.type).was, !value.takesAll
    else { return }
    let known = Set(old.flatMap { [$0.key] + $0.value.former })
    for (key, property) in new.sorted(by: { $0.key < $1.key })
    where !known.contains(key) && property.isWritten && !property.isFlattened {
      let isInObject = PropertyPath(parsing: key).map { $0.steps.count > 1 } ?? false
      if !isInObject, shapes(rest.type, property.type).now.isRead(as: value) { continue }
      exclude(
        name, key, "An older app takes the key for one of its flattened dictionary, and refuses the value.",
        "Keep such values in the dictionary until all apps know the key.")
    }
  }

  /// Compares what an older app reads under a former key of a property, if there is nothing under the key itself.
  ///
  /// - Returns: Whether something is written under a former key.
  private mutating func compareFormer(
    _ property: ManifestProperty, _ new: [String: ManifestProperty], of name: String, _ member: String
  ) -> Bool {
    guard property.isRead, let key = property.former.first(where: { new[$0]?.isWritten ?? false }), let other = new[key]
    else { return false }
    if !isRead(other.type, as: property.type) || other.via != property.via || other.mayBeNil && !property.mayBeNil {
      exclude(
        name, member,
        "An older app reads it from the former key \([key].quoted), under which \(other.type) is written now.",
        "Store the new value under a key that was never used.")
    }
    return true
  }

  /// - Parameter isKnown: Whether a value is written under a former key of the old property.
  private mutating func report(
    missing member: String, _ property: ManifestProperty, of name: String, _ candidates: [String], isValue: Bool,
    isKnown: Bool, isConverted: Bool
  ) {
    if property.isWritten, property.isRead {
      let replacement = candidates.count == 1 ? candidates.quoted : "another property"
      // Only keyed archives have the name of a flattened property, whose rule can have no other key.
      let data = property.isFlattened || property.isWeak ? "keyed archives have" : "data has"
      let migration = "raise archiveVersion and rename the key in migrate(_:from:)"
      lose(
        name, member, isConverted: isConverted, "The key is gone",
        ", so the values that \(data) under it would be lost.",
        isValue
          ? "Keep the label, or \(migration)."
          : property.isFlattened
            ? "If \(replacement) replaces it, keep the name, or \(migration)."
            : property.isWeak
              ? "If \(replacement) replaces it, add .key(\([member].quoted)) to the rule of that property."
              : "If \(replacement) replaces it, add .formerly(\([member].quoted)) to the rule of that property.")
    }
    if property.isRequired, !isKnown {
      exclude(
        name, member, "An older app requires a value under the key, and none is written any more.",
        isValue ? "Keep the value." : "Keep the property, with .encodedOnly if it is not read.")
    }
  }

  /// - Parameter isKnown: Whether older data may have a value, from before the property was removed.
  private mutating func report(
    added member: String, _ property: ManifestProperty, of name: String, isValue: Bool, isKnown: Bool,
    isConverted: Bool
  ) {
    guard property.isRequired else {
      if isKnown { return note(name, member, "The key is used again, and older data may have a value under it.") }
      let older =
        !property.isRead
        ? ""
        : property.isRest
          ? ", and has the keys that nothing else has"
          : property.hasDefault ? ", and gets its default in older data" : ", and is nil in older data"
      return note(name, member, "The \(isValue ? "value" : "property") is new\(older).")
    }
    lose(
      name, member, isConverted: isConverted, "A value is required", ", which older data does not have.",
      isValue
        ? "Make the value Optional, or raise archiveVersion and set it in migrate(_:from:)." : Self.needsDefault)
  }

  static let needsDefault = """
    Make it Optional, give it a default with .default(…) or init(), or raise archiveVersion and set it in \
    migrate(_:from:).
    """

  // MARK: A property and its successor

  mutating func compare(
    _ old: ManifestProperty, _ new: ManifestProperty, of name: String, _ member: String, isRenamed: Bool,
    isConverted: Bool
  ) {
    compareDirections(old, new, of: name, member, isRenamed: isRenamed, isConverted: isConverted)
    if !old.isWeak, new.isWeak {
      lose(
        name, member, isConverted: isConverted, "The reference is weak now",
        ", so only keyed archives have its object, and only if something else refers to it.",
        "Keep the reference strong.")
    }
    let lost = old.former.filter { !new.former.contains($0) && $0 != member }
    if !lost.isEmpty {
      lose(
        name, member, isConverted: isConverted, "The former \(lost.listed("key")) gone",
        ", so the values that older data has there would be lost.", "Add .formerly(\(lost.quoted)) again.")
    }
    guard compareTypes(of: name, member, old.type, new.type, isRenamed: isRenamed, isConverted: isConverted) else {
      return
    }
    if old.via != new.via {
      let (was, now) = (old.via.shown, new.via.shown)
      if old.via.filter({ $0 != TypeText.character }) == new.via {
        note(name, member, "It was a Character and is a String.")
      } else {
        lose(
          name, member, isConverted: isConverted, "The value was converted by \(was) and is by \(now)",
          ", so older data may be refused or misread.",
          "Raise archiveVersion and convert the value in migrate(_:from:).")
      }
      if !isRenamed {
        exclude(
          name, member, "An older app converts the value by \(was), and may refuse or misread new data.",
          "Store the new form under a new key, and keep writing the old one.")
      }
    }
    compareOptionals(old, new, of: name, member, isRenamed: isRenamed, isConverted: isConverted)
    compareOmissions(old, new, of: name, member, isRenamed: isRenamed, isConverted: isConverted)
  }

  private mutating func compareDirections(
    _ old: ManifestProperty, _ new: ManifestProperty, of name: String, _ member: String, isRenamed: Bool,
    isConverted: Bool
  ) {
    if old.isWritten, old.isRead, !new.isRead {
      lose(
        name, member, isConverted: isConverted, "The property is not read any more",
        ", so the values that data has would be lost.", "Do without .encodedOnly.")
    }
    if old.isWritten, old.isRequired, !new.isWritten, !isRenamed {
      exclude(
        name, member, "An older app requires a value, and none is written any more.", "Do without .decodedOnly.")
    }
  }

  /// Returns whether values of the old type are read as ones of the new.
  ///
  /// - Parameters:
  ///   - member: Nil for the raw values of a type.
  ///   - isRenamed: Whether an older app does not see the new value, which has another key.
  mutating func compareTypes(
    of name: String, _ member: String?, _ old: String, _ new: String, isRenamed: Bool = false, isConverted: Bool
  ) -> Bool {
    let (was, now) = shapes(old, new)
    if was == now { return true }
    let change = "The type was \(old) and is \(new)"
    if was.isRead(as: now) {
      note(name, member, change + ", which holds all older values.")
    } else {
      lose(
        name, member, isConverted: isConverted, change, ", so older data would be refused or misread.",
        member == nil
          ? "Keep the type of the raw values."
          : "Raise archiveVersion and convert the value in migrate(_:from:), or store it as before with .transformed(by:)."
      )
    }
    if !isRenamed, !now.isRead(as: was) {
      exclude(
        name, member, change + ", so an older app would refuse or misread new data.",
        member == nil
          ? "Keep the type of the raw values." : "Store the new value under a new key, and keep writing the old one.")
    }
    return was.isRead(as: now)
  }

  /// Whether an older app reads all values of a new type as ones of an old type.
  private func isRead(_ new: String, as old: String) -> Bool {
    let (was, now) = shapes(old, new)
    return now.isRead(as: was)
  }

  private func shapes(_ old: String, _ new: String) -> (was: TypeShape, now: TypeShape) {
    let names = names
    return (
      self.old.shape(of: old) { names[$0] ?? $0 }.unwrapped, self.new.shape(of: new) { $0 }.unwrapped
    )
  }
}

extension ModelManifest {
  /// - Parameter rename: Returns the present name of a type.
  fileprivate func shape(of text: String, rename: (String) -> String) -> TypeShape {
    TypeShape(text[...]) { name in
      guard let type = types[name], type.kind == .rawValue, let rawType = type.rawType else {
        return .name(rename(name))
      }
      // Not the raw value of a raw value: a file that has been edited may go in circles.
      return .rawValue(
        .init(
          name: rename(name), shape: TypeShape(rawType[...]) { .name(rename($0)) },
          values: type.cases.isEmpty ? nil : Set(type.cases.keys), isTextKey: type.keyForm == .text))
    }
  }
}

extension TypeShape {
  /// Whether every value of any type is read as one of this type.
  fileprivate var takesAll: Bool {
    if case .name(let name) = unwrapped { name == "Any" || name.hasSuffix("JSONValue") } else { false }
  }

  /// The type without the Optional around it: whether there is a value is compared separately.
  fileprivate var unwrapped: TypeShape { if case .optional(let shape) = self { shape.unwrapped } else { self } }
}

extension [String] {
  fileprivate var shown: String { isEmpty ? "nothing" : joined(separator: ", ") }
}
