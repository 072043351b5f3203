/// Checks the case key of an enum, and finds the members of the object of each case.
struct CaseTagDiscovery {
  let type: any AutoCoding.Type
  let rules: TypeRules
  let caseKey: String
  private(set) var problems: [AutoCodingError.Problem] = []

  /// Returns nil if the enum has no case key. Reports what is given without one.
  init?(of type: any AutoCoding.Type, problems: inout [AutoCodingError.Problem]) {
    let rules = type.typeRules
    guard let key = rules.caseKey else {
      if let integers = rules.tagsAreIntegers {
        problems.append(
          .init(
            .invalidRule, type: type,
            explanation: "It has tagsAreIntegers: \(integers) in typeRules (\(rules.location)), but no caseKey.",
            remedy: "Add the caseKey."))
      }
      if let key = rules.contentKey {
        problems.append(
          .init(
            .invalidRule, type: type,
            explanation: "It has the content key \"\(key)\" in typeRules (\(rules.location)), but no caseKey.",
            remedy: "Add the caseKey."))
      }
      return nil
    }
    self.type = type
    self.rules = rules
    caseKey = key
    for key in [key, rules.contentKey].compactMap({ $0 }) where key == TypeNames.classKey || key == ArchivedVersions.key
    {
      add("Its key \"\(key)\" in \(source) is reserved", "Use another one.")
    }
    if key == rules.contentKey {
      add("Its case key and its content key in \(source) are both \"\(key)\"", "Use another contentKey.")
    }
  }

  /// Reports what a case key cannot be combined with.
  mutating func refuse(decodesByHand: Bool, versions: TypeMap.Versions?) {
    if decodesByHand {
      add("It has the case key \"\(caseKey)\" in \(source), but its own init(from:)", "Remove one of them.")
    }
    if versions != nil {
      add(
        "It has the case key \"\(caseKey)\" in \(source), and an archiveVersion",
        "Remove archiveVersion, and declare one in the type that has this one as a property.")
    }
  }

  /// Returns what is beside the tag of a case; nil if there is a problem.
  ///
  /// - Parameters:
  ///   - payload: The type of the payload; nil if there is none.
  ///   - candidates: The values of the payload.
  mutating func content(
    of name: String, payload: Any.Type?, _ candidates: [PropertyCandidate]
  ) -> TypeMap.CaseTags.Content? {
    guard let payload else { return values(of: Void.self, []) }
    let isSingle = candidates.count == 1 && candidates[0].isUnlabeled
    let isUnknown = name == rules.unknownCase
    if candidates.count == 1, candidates[0].hasRules, isUnknown || isSingle && rules.contentKey == nil {
      problems.append(
        CaseValueDiscovery.ruleWithoutKey(candidates[0], of: name, in: type, takesKey: !isUnknown))
    }
    if isUnknown { return isSingle ? whole(of: name, candidates[0].child.type) : severalUnknown(name) }
    guard let contentKey = rules.contentKey else {
      return isSingle ? object(of: name, candidates[0].child.type) : labeledValues(of: name, payload, candidates)
    }
    for path in isSingle ? candidates[0].formerPaths : [] where [caseKey, contentKey].contains(path.steps[0]) {
      add(
        "The former key \"\(path.joined)\" of the value of its case '\(name)' is the case key or the content key in \(source)",
        "Remove it from the rule.")
    }
    return values(
      of: payload,
      candidates.map { candidate in
        var candidate = candidate
        let path = candidate.path
        candidate.path = isSingle ? PropertyPath(contentKey) : path.within(contentKey)
        candidate.formerPaths = candidate.formerPaths.map { isSingle ? $0 : $0.within(contentKey) }
        return candidate
      })
  }

  /// The only value of the case for unknown data, which is the whole object.
  private mutating func whole(of name: String, _ payload: Any.Type) -> TypeMap.CaseTags.Content? {
    // The caller reports a type without a codec.
    guard let codec = try? Discovery.codec(for: payload) else { return nil }
    if canStandBesideTag(codec) { return object(of: name, payload) }
    // A nil would be encoded as nothing, and a class might be named by the data.
    if codec.codable != nil, codec.kind != .optional, !(payload is AnyClass) { return .whole(codec) }
    add(
      "The value of its unknown case '\(name)', of type \(TypeLookup.name(of: payload)), cannot stand for the whole object",
      "Use JSONValue, or a struct of the properties that all objects have.")
    return nil
  }

  /// Whether a value is a struct that has no place for the tag, which would be lost: its properties are beside the name of the
  /// case then.
  private func canStandBesideTag(_ codec: Codec) -> Bool {
    // The case needs no integer as its name.
    guard rules.tag != .integer, let record = codec.record, record.decodingDefault == .structure,
      Metadata(codec.type).kind == .structure,
      let map = try? record.map
    else { return false }
    return map._withUnsafeGuaranteedRef { map in
      map.versions == nil && map.flattening == nil
        && !map.codedProperties.contains { property in
          ([property.keyPath] + property.formerKeyPaths).contains { $0.first == caseKey }
        }
    }
  }

  private mutating func severalUnknown(_ name: String) -> TypeMap.CaseTags.Content? {
    add(
      "Its unknown case '\(name)' in \(source) has several values, or one with a label",
      "Give it no value, or one without a label, which takes the whole object, such as a JSONValue.")
    return nil
  }

  /// The values of a payload, beside the tag.
  private mutating func labeledValues(
    of name: String, _ payload: Any.Type, _ candidates: [PropertyCandidate]
  ) -> TypeMap.CaseTags.Content? {
    if candidates.contains(where: \.isUnlabeled) {
      add(
        "Its case '\(name)' has several values, not all of which have labels",
        "Label all of them, or state their keys in propertyKeys, or use \(contentKey)")
      return nil
    }
    for candidate in candidates
    where ([candidate.path] + candidate.formerPaths).contains(where: { $0.steps.first == caseKey }) {
      clash(name, "a value")
    }
    return values(of: payload, candidates)
  }

  /// The only value of a payload, whose members are beside the tag.
  private mutating func object(of name: String, _ payload: Any.Type) -> TypeMap.CaseTags.Content? {
    // The caller reports a type without a codec.
    guard let codec = try? Discovery.codec(for: payload) else { return nil }
    if codec.kind == .codable, let access = codec.codable { return .own(access) }
    guard let model = Conformances.cast(payload, to: (any AutoCoding.Type).self), Metadata(payload).kind == .structure,
      let record = codec.record, record.decodingDefault != .rawValue
    else {
      let isEnum =
        codec.record.map { $0.decodingDefault != .rawValue } ?? false && Metadata(payload).kind == .enumeration
      let reason =
        payload is AnyClass
        ? "is an object of a class"
        : isEnum ? "is an enum, whose cases have names as well" : "is not coded as an object"
      add("The value of its case '\(name)', of type \(TypeLookup.name(of: payload)), \(reason)", labelRemedy)
      return nil
    }
    guard record.decodingDefault != nil else { return .own(record.access) }
    do {
      // A separate map, which knows the case key.
      let map = try FlatteningDiscovery.within(type, payload) { () throws(AutoCodingError) in
        try RecordDiscovery(type: model, decodesByHand: false, knownKeys: [caseKey]).map()
      }
      if map.versions != nil {
        add(
          "The value of its case '\(name)', of type \(TypeLookup.name(of: payload)), has an archiveVersion", labelRemedy
        )
      }
      var holdsName = false
      for property in map.properties where property.exclusion == nil && !property.isFlattened {
        if property.keyPath == [caseKey], property.codec?.mayBe(rules.tag, byOwnCode: true) ?? false {
          holdsName = true
        } else if ([property.keyPath] + property.formerKeyPaths).contains(where: { $0.first == caseKey }) {
          clash(name, "\(property.name)")
        }
      }
      // Its code is then asked for the name, too, and what it encodes is compared with the name.
      return holdsName ? .own(record.access) : .properties(map, record)
    } catch {
      problems += error.problems
      return nil
    }
  }

  private func values(of payload: Any.Type, _ candidates: [PropertyCandidate]) -> TypeMap.CaseTags.Content? {
    var record = RecordBuilder()
    for candidate in candidates { record.add(candidate, describedAs: candidate.name) }
    // The caller reports the problems of the values.
    guard record.problems.isEmpty else { return nil }
    let operations = ValueOperations(payload)
    return .values(
      record.storage(
        type: payload, shape: .structure, construction: .memberwise, uncodedProperties: [],
        layout: (operations.size, operations.alignment), knownKeys: [caseKey],
        requiredKey: rules.contentKey))
  }

  /// Refuses names of cases that are no integers although the tags are.
  ///
  /// - Parameter names: The names of the cases in data.
  mutating func refuse(_ cases: [EnumLayout.Case], namedBy names: TypeMap.Cases.Names) {
    guard rules.tag == .integer else { return }
    for (index, enumCase) in cases.enumerated() {
      let name = enumCase.name.withoutBackticks
      // The case for unknown data that takes the whole object is written without its name.
      if name == rules.unknownCase, enumCase.payload.map({ $0 != Void.self }) ?? false { continue }
      for key in [names.keys[index]] + names.formerKeys[index] where PropertyKey.Tag.integer(key.stringValue) == nil {
        problems.append(
          .init(
            .invalidRule, type: type, property: name,
            explanation: "Its name in data is \"\(key.stringValue)\", although tagsAreIntegers is true in \(source).",
            remedy: "State an integer in propertyKeys: [\"\(name)\": \"1\"]."))
      }
    }
  }

  private mutating func clash(_ name: String, _ what: String) {
    add("The key of \(what) of its case '\(name)' is the case key \"\(caseKey)\"", remedy)
  }

  private var contentKey: String { "contentKey in typeRules, which puts values into a nested object." }
  private var remedy: String {
    """
    Use \(contentKey) A property that holds the name of the case is a String, or an integer if tagsAreIntegers is true, or an \
    enum with such raw values.
    """
  }
  private var labelRemedy: String { "Label the value or state its key in propertyKeys, or use \(contentKey)" }
  private var source: String { "typeRules (\(rules.location))" }

  private mutating func add(_ explanation: String, _ remedy: String) {
    problems.append(.init(.invalidRule, type: type, explanation: explanation + ".", remedy: remedy))
  }
}
