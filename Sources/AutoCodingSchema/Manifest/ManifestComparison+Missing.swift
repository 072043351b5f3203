/// What a missing key means, and null.
extension ManifestComparison {
  /// Compares whether there has to be a value.
  mutating func compareOptionals(
    _ old: ManifestProperty, _ new: ManifestProperty, of name: String, _ member: String, isRenamed: Bool,
    isConverted: Bool
  ) {
    switch (old.mayBeNil, new.mayBeNil) {
    case (true, false) where new.isRead && old.isWritten && new.readsNullAsMissing && new.hasDefault:
      note(name, member, "It was Optional, and nil in older data is read as the default.")
    case (true, false) where new.isRead && old.isWritten:
      let isDefault = new.hasDefault ? " A default is not enough: keyed archives have null for nil." : ""
      lose(
        name, member, isConverted: isConverted, "It was Optional",
        ", and older data in which it is nil would be refused.",
        "Keep it Optional, or raise archiveVersion and set a value in migrate(_:from:).\(isDefault)")
    case (true, false) where new.isRequired && !old.isWritten:
      lose(
        name, member, isConverted: isConverted, "It was Optional and not written",
        ", so older data has no value for it.", Self.needsDefault)
    case (_, _) where new.isRequired && !old.isRequired && (old.isAdded || old.mayBeMissing):
      lose(
        name, member, isConverted: isConverted, old.hasDefault ? "The default is gone" : "The key is required now",
        ", and data that was written without the property has no value for it.", Self.needsDefault)
    case (false, true):
      note(name, member, "It is Optional now.")
    case _ where old.hasDefault != new.hasDefault && !old.isOptional && !new.isOptional:
      note(
        name, member,
        new.hasDefault
          ? "It has a default now."
          : "It has no default any more. All data since the type was recorded has a value.")
    default: break
    }
    if old.readsNullAsMissing, !new.readsNullAsMissing, !new.mayBeNil, new.isRead {
      lose(
        name, member, isConverted: isConverted, "Null is not read as a missing key any more",
        ", so data that has it would be refused.", "Keep .defaultForNull.")
    }
    compareNils(old, new, of: name, member, isRenamed: isRenamed)
  }

  /// Compares what an older app reads if the value is nil.
  private mutating func compareNils(
    _ old: ManifestProperty, _ new: ManifestProperty, of name: String, _ member: String, isRenamed: Bool
  ) {
    guard new.mayBeNil, new.isWritten, old.isRead, !isRenamed else { return }
    if !old.mayBeNil {
      exclude(
        name, member, "An older app requires a value, and refuses data in which it is nil.",
        "Keep it as it was, and add an Optional under a new key.")
    } else if old.isRequired, new.leftOut == ManifestProperty.null {
      exclude(
        name, member, "An older app requires the key, and refuses data in which nil is left out.",
        "Let nil be written as null, with .encodesNil.")
    }
  }

  /// Compares the values that are left out when they are written.
  mutating func compareOmissions(
    _ old: ManifestProperty, _ new: ManifestProperty, of name: String, _ member: String, isRenamed: Bool,
    isConverted: Bool
  ) {
    switch (old.omitted, new.omitted) {
    case (let was?, let now?) where was != now:
      lose(
        name, member, isConverted: isConverted, "The default that is left out was \(was) and is \(now)",
        ", which older data without the key would be read as.", Self.keepsDefault)
      excludeMeaning(old, new, of: name, member, isRenamed: isRenamed)
      return
    case (nil, let now?):
      note(name, member, "It is left out now if it is \(now).")
      if old.isRequired, new.isWritten, !isRenamed {
        exclude(
          name, member, "An older app requires a value, and refuses data in which the default is left out.",
          "Do without .omitsDefault as long as older apps read new data.")
      }
    default: break
    }
    excludeMeaning(old, new, of: name, member, isRenamed: isRenamed)
    if let (was, now) = otherMeaning(old, new) {
      lose(
        name, member, isConverted: isConverted,
        "A missing key meant \(was.shownValue) and means \(now.shownValue)",
        ", which older data without the key would be read as.", Self.keepsDefault)
    } else if let was = old.omitted, new.omitted == nil {
      note(name, member, "It is not left out any more; older data without the key was \(was).")
    }
  }

  private static let keepsDefault = "Keep the default, or raise archiveVersion and set a value in migrate(_:from:)."

  /// The value that older data without the key has, and the other value that it is read as.
  private func otherMeaning(_ old: ManifestProperty, _ new: ManifestProperty) -> (was: String, now: String)? {
    guard new.isRead, let now = new.meaningOfMissing else { return nil }
    return [old.leftOut, old.missing].lazy.compactMap { $0 }.first { was in
      // If there is no nil any more, its default is what a nil has become.
      was != now && was != ManifestProperty.unknown && (was != ManifestProperty.null || new.mayBeNil)
    }.map { ($0, now) }
  }

  /// Compares what an older app reads if the value is left out.
  private mutating func excludeMeaning(
    _ old: ManifestProperty, _ new: ManifestProperty, of name: String, _ member: String, isRenamed: Bool
  ) {
    guard old.isRead, !isRenamed, let now = new.leftOut, now != ManifestProperty.unknown,
      let was = old.meaningOfMissing, was != now, now != ManifestProperty.null || old.mayBeNil
    else { return }
    exclude(
      name, member, "An older app reads a missing key as \(was.shownValue), and \(now.shownValue) is left out now.",
      now == ManifestProperty.null
        ? "Let nil be written as null, with .encodesNil."
        : "Do without .omitsDefault as long as older apps read new data.")
  }
}

extension String {
  /// A value of JSON as a sentence has it.
  fileprivate var shownValue: String { self == ManifestProperty.null ? "nil" : self }
}
