/// Checks keys, key paths and rules of a record.
extension RecordDiscovery {
  mutating func checkKeys(of properties: [TypeMap.Property]) {
    // Positions, since a property is costly to copy.
    let coded = properties.indices.filter { properties[$0].exclusion == nil }
    let reserved = [
      (TypeNames.classKey, "the name of a class"), (DynamicValue.valueKey, "a value beside the name of its type"),
    ]
    for (key, use) in reserved {
      for position in coded where properties[position].paths.contains(where: { $0.steps.first == key }) {
        let property = properties[position]
        problems.append(
          .init(
            .duplicateKey, type: property.declaringType, property: property.name, propertyType: property.type,
            explanation: "The key \"\(key)\" is reserved for \(use).",
            remedy: "Give the property another key in propertyKeys or propertyRules."))
      }
    }
    var owners: [String: Int] = [:]
    owners.reserveCapacity(coded.count)
    for position in coded {
      let key = properties[position].key
      if let other = owners.updateValue(position, forKey: key) {
        problems.append(keyProblem(key, "key", properties[position], properties[other]))
      }
    }
    for position in coded where !properties[position].formerKeys.isEmpty {
      let property = properties[position]
      for key in property.formerKeys where key != property.key {
        if let other = owners.updateValue(position, forKey: key), properties[other].place != property.place {
          problems.append(keyProblem(key, "former key", property, properties[other]))
        }
      }
    }
  }

  /// Checks that no key leads both to a property and into an object.
  mutating func checkPaths(of properties: [TypeMap.Property]) {
    guard properties.contains(where: { $0.paths.contains { $0.steps.count > 1 } }) else { return }
    let coded = properties.filter { $0.exclusion == nil && !$0.isFlattened }
    for property in coded {
      for path in [property.keyPath] + property.formerKeyPaths {
        let longer = coded.lazy.compactMap { other in
          ([other.keyPath] + other.formerKeyPaths).first { $0.count > path.count && $0.starts(with: path) }.map {
            (place: other.place, key: $0.joined(separator: "."))
          }
        }.first
        guard let longer else { continue }
        problems.append(
          .init(
            .duplicateKey, type: property.declaringType, property: property.name, propertyType: property.type,
            explanation: """
              Its key "\(path.joined(separator: "."))" is also the key of the object that contains \(longer.place), \
              under "\(longer.key)".
              """,
            remedy: "Give one of them another key in propertyKeys or propertyRules."))
      }
    }
  }

  /// Checks that properties in arrays are not written, and that no value is both an array and an object.
  mutating func checkIndices(of properties: [TypeMap.Property]) {
    guard properties.contains(where: { $0.paths.contains { !$0.indices.isEmpty } }) else { return }
    let coded = properties.coded
    for property in coded where property.paths.contains(where: { !$0.indices.isEmpty }) {
      if property.direction != .decodedOnly, let index = property.paths.first?.indices.min() {
        let step = property.keyPath[index]
        problems.append(
          .init(
            .invalidKey, type: property.declaringType, property: property.name, propertyType: property.type,
            explanation:
              "Its key \"\(property.key)\" has the index \(step) of an array, of which only this element is known, so the "
              + "array cannot be written.",
            remedy: """
              Make it .decodedOnly in propertyRules, or a former key, or the array a property. If \(step) is the key of an \
              object, put a backslash before it: "\\\\\(step)" in source code.
              """))
      }
      for path in property.paths {
        for index in path.indices {
          let clash = coded.first { other in
            other.paths.contains {
              $0.steps.count > index && $0.steps.starts(with: path.steps[..<index])
                && !$0.indices.contains(index)
            }
          }
          guard let clash else { continue }
          problems.append(
            .init(
              .duplicateKey, type: property.declaringType, property: property.name, propertyType: property.type,
              explanation: """
                Its key "\(path.joined)" leads through an array, and that of \(clash.place), "\(clash.key)", through an \
                object of the same key.
                """,
              remedy: "Correct one of them."))
        }
      }
    }
  }

  /// Checks that each property that is only written has a value after decoding.
  mutating func checkUnread(_ properties: [TypeMap.Property]) {
    guard !decodesByHand, !Conformances.includes(type, (any DefaultInitializable.Type).self) else { return }
    guard properties.contains(where: { $0.direction == .encodedOnly }) else { return }
    let name = _typeName(type, qualified: false)
    for property in properties where property.direction == .encodedOnly && property.defaultValue == nil {
      guard let codec = property.codec, codec.kind != .optional, codec.wrapper?.hasDefault != true else { continue }
      problems.append(
        .init(
          .invalidRule, type: property.declaringType, property: property.name, propertyType: property.type,
          explanation: "propertyRules says that it is encoded only, so it has no value after decoding.",
          remedy: """
            Add a default to the rule, .encodedOnly.default(…), make the property Optional, or conform \(name) to \
            DefaultInitializable.
            """))
    }
  }

  /// Checks that each property that keeps its default for null or for what cannot be decoded has one.
  mutating func checkRecoveries(of candidates: [PropertyCandidate], _ construction: TypeMap.Construction) {
    if decodesByHand { return }
    if case .defaults = construction { return }
    for candidate in candidates {
      guard let (recovery, rule) = candidate.recoveryThatNeedsDefault else { continue }
      problems.append(
        .init(
          .invalidRule, type: candidate.declaringType, property: candidate.name, propertyType: candidate.child.type,
          explanation:
            "propertyRules says that it \(recovery.claim ?? ""), but neither a rule nor init() gives it one.",
          remedy: """
            Add a default to the rule, .\(rule).default(…), or conform \(_typeName(type, qualified: false)) to \
            DefaultInitializable.
            """))
    }
  }

  private func keyProblem(
    _ key: String, _ kind: String, _ property: TypeMap.Property, _ other: TypeMap.Property
  ) -> AutoCodingError.Problem {
    .init(
      .duplicateKey, type: property.declaringType, property: property.name, propertyType: property.type,
      explanation: "Its \(kind) \"\(key)\" belongs to \(other.place) as well.",
      remedy: kind == "key"
        ? "Give one of them another key in propertyKeys." : "Remove it from the former keys of one of them.")
  }
}

extension PropertyCandidate {
  /// What a rule does with values that only a default makes possible, and the rule's name; nil if a rule gives the default.
  var recoveryThatNeedsDefault: (recovery: ErrorRecovery, rule: String)? {
    let rules = [(ErrorRecovery.defaultForProperty, "defaultForUndecodable"), (.defaultForNull, "defaultForNull")]
    return defaultValue == nil ? rules.first { recoveries.contains($0.0) } : nil
  }
}
