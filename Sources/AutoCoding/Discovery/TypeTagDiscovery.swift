/// Finds the type key of a class, level by level like its other policies, and checks it.
struct TypeTagDiscovery {
  /// The class and its superclasses, base first; or the struct.
  let levels: [Any.Type]
  let type: any AutoCoding.Type
  let decodesByHand: Bool
  /// Whether no key strategy of a coder converts the keys of the properties.
  let areKeysFixed: Bool

  /// - Parameter properties: All properties of the type.
  /// - Returns: The tags of the class; nil if it has no type key, or if there are problems.
  func tags(
    properties: [TypeMap.Property], problems: inout [AutoCodingError.Problem]
  ) -> TypeMap.Tags? {
    var found: (base: any AutoCoding.Type, rules: TypeRules)?
    var isKeyFixed = false
    let count = problems.count
    for case let level? in levels.lazy.map({ Conformances.cast($0, to: (any AutoCoding.Type).self) }) {
      let rules = level.typeRules
      if rules.typeKey == nil, let part = rules.partOfTypeKey {
        problems.append(invalid(level, "It has \(part) in \(Self.source(rules)), but no typeKey", "Add the typeKey."))
      }
      if let found {
        if let problem = difference(of: rules, in: level, from: found) { problems.append(problem) }
        continue
      }
      isKeyFixed = isKeyFixed || rules.keyStyle != nil
      if rules.typeKey != nil { found = (level, rules) }
    }
    guard let (base, rules) = found, let key = rules.typeKey else { return nil }
    problems += self.problems(of: rules, key, in: base)
    let held = properties.first { mayHold(rules.tag, $0, key, isKeyFixed: isKeyFixed) }
    problems += properties.compactMap { $0.name == held?.name ? nil : clash(of: $0, key, base) }
    guard problems.count == count else { return nil }
    return TypeMap.Tags(
      key: PropertyKey(key, isFixed: isKeyFixed, tag: rules.tag), base: base, of: type,
      types: rules.types.map { ($0.key, $0.value) },
      takesUnknown: rules.unknownType == .base,
      holder: held.flatMap { property in
        guard property.direction != .decodedOnly, let codec = property.codec else { return nil }
        return TypeMap.Tags.Holder(name: property.name) { try codec.tag(at: $0 + property.offset) }
      })
  }

  /// Whether a property may have the tag of its object.
  private func mayHold(
    _ tag: PropertyKey.Tag, _ property: TypeMap.Property, _ key: String, isKeyFixed: Bool
  ) -> Bool {
    // A wrapper may leave its value out.
    property.exclusion == nil && !property.isFlattened && !property.isWrapper && property.keyPath == [key]
      && isKeyFixed == areKeysFixed
      && !property.formerKeyPaths.contains { $0.first == key } && property.codec?.mayBe(tag, byOwnCode: false) ?? false
  }

  private func difference(
    of rules: TypeRules, in level: any AutoCoding.Type, from found: (base: any AutoCoding.Type, rules: TypeRules)
  ) -> AutoCodingError.Problem? {
    guard let key = rules.typeKey, let other = found.rules.typeKey else { return nil }
    let base = TypeLookup.name(of: found.base)
    guard key == other else {
      return invalid(
        level, "It has the type key \"\(key)\" in \(Self.source(rules)), but its superclass \(base) has \"\(other)\"",
        "Remove it: a hierarchy of classes has one type key.")
    }
    guard !rules.hasSameTypes(as: found.rules) else { return nil }
    return invalid(
      level, "It has other types in \(Self.source(rules)) than its superclass \(base)",
      "Remove the typeKey here, and list all classes in \(base).")
  }

  private func problems(
    of rules: TypeRules, _ key: String, in base: any AutoCoding.Type
  ) -> [AutoCodingError.Problem] {
    let source = Self.source(rules)
    guard base is AnyClass else {
      return [
        invalid(base, "It has the type key \"\(key)\" in \(source), but only a class has subclasses", "Remove it.")
      ]
    }
    var problems: [AutoCodingError.Problem] = []
    if key == TypeNames.classKey || key == ArchivedVersions.key {
      problems.append(invalid(base, "Its type key \"\(key)\" in \(source) is reserved", "Use another one."))
    }
    if rules.types.isEmpty {
      problems.append(
        invalid(
          base, "It has the type key \"\(key)\" in \(source), but no types",
          "List the classes that data may name: types: [\"…\": Subclass.self]."))
    }
    if decodesByHand, type == base || rules.types.contains(where: { $0.value == type }) {
      problems.append(
        invalid(
          type, "The type key \"\(key)\" in \(source) names it, but it has its own init(from:)",
          "Remove init(from:), or remove it from the types."))
    }
    for (index, entry) in rules.types.enumerated() {
      let name = TypeLookup.name(of: entry.value)
      if rules.tag == .integer, PropertyKey.Tag.integer(entry.key) == nil {
        problems.append(
          invalid(
            base, "It lists \(name) as \"\(entry.key)\" in \(source), although tagsAreIntegers is true",
            "Use an integer: [\"1\": \(_typeName(entry.value, qualified: false)).self]."))
      }
      if !TypeLookup.isSubclass(entry.value, of: base) {
        problems.append(
          invalid(
            base, "It lists \(name) as \"\(entry.key)\" in \(source), which is not a subclass",
            "Remove it, or make it a subclass."))
      }
      for earlier in rules.types.prefix(index) {
        if earlier.key == entry.key {
          problems.append(
            invalid(base, "It lists two classes as \"\(entry.key)\" in \(source)", "Give one of them another tag."))
        }
      }
    }
    return problems
  }

  /// The problem of a property whose key is the type key.
  private func clash(
    of property: TypeMap.Property, _ key: String, _ base: any AutoCoding.Type
  ) -> AutoCodingError.Problem? {
    guard property.exclusion == nil, !property.isFlattened,
      ([property.keyPath] + property.formerKeyPaths).contains(where: { $0.first == key })
    else { return nil }
    return .init(
      .duplicateKey, type: property.declaringType, property: property.name, propertyType: property.type,
      explanation: "Its key \"\(key)\" is the type key of \(TypeLookup.name(of: base)), which names the class.",
      remedy: """
        Make it a computed property, leave it out, or give it another key in propertyKeys. A property that holds the tag is a \
        String, or an integer if tagsAreIntegers is true, or an enum with such raw values.
        """)
  }

  private func invalid(_ type: Any.Type, _ explanation: String, _ remedy: String) -> AutoCodingError.Problem {
    .init(.invalidRule, type: type, explanation: explanation + ".", remedy: remedy)
  }

  private static func source(_ rules: TypeRules) -> String { "typeRules (\(rules.location))" }
}

extension TypeRules {
  /// A part of the type key that is given, for messages; nil if there is none.
  fileprivate var partOfTypeKey: String? {
    // An enum has tags without a type key.
    types.isEmpty
      ? unknownType.map { "unknownType .\($0)" } ?? tagsAreIntegers.map { "tagsAreIntegers: \($0)" } : "types"
  }

  fileprivate func hasSameTypes(as other: TypeRules) -> Bool {
    unknownType == other.unknownType && tag == other.tag
      && types.elementsEqual(other.types) { $0.key == $1.key && $0.value == $1.value }
  }
}
