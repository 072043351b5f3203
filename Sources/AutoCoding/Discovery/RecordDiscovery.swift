/// Makes the map of a struct or class. Collects all problems before it reports any.
struct RecordDiscovery {
  let type: any AutoCoding.Type
  let decodesByHand: Bool
  private var record = RecordBuilder()
  var problems: [AutoCodingError.Problem] = []
  /// Problems of encoding alone, if the type decodes itself.
  private var encodingProblems: [AutoCodingError.Problem] = []
  private var ignoredKeys: Any.Type?
  /// Keys in the data that are no property's, and are not unknown.
  private let knownKeys: [String]

  init(type: any AutoCoding.Type, decodesByHand: Bool, knownKeys: [String] = []) {
    self.type = type
    self.knownKeys = knownKeys
    self.decodesByHand = decodesByHand
  }

  consuming func map() throws(AutoCodingError) -> TypeMap.Storage {
    let mirror: TypeMirror
    do {
      mirror = try TypeMirror(reflecting: type, stoppingAt: Self.isOpaque)
    } catch {
      throw AutoCodingError(type: type, problems: [.init(error, of: type)])
    }
    let levels = mirror.levels
    let opaqueSuperclass = opaqueSuperclass(above: levels.first?.subjectType)
    var candidates: [PropertyCandidate] = []
    candidates.reserveCapacity(levels.reduce(0) { $0 + $1.children.count })
    for (level, mirror) in levels.enumerated() { PropertyCandidate.add(of: mirror, level: level, to: &candidates) }
    applyCodingKeys(of: levels, to: &candidates)
    let typeRules = PropertyPolicies(levels: levels.map(\.subjectType)).apply(to: &candidates, problems: &problems)
    checkSuperclasses(levels, opaque: opaqueSuperclass)

    record.areKeysFixed = typeRules.keyStyle != nil
    record.reserveCapacity(candidates.count)
    let omission = OmissionDiscovery(type: type, typeRules: typeRules)
    for index in candidates.indices {
      if let problem = omission.apply(to: &candidates[index]) { problems.append(problem) }
      record.add(candidates[index], describedAs: candidates[index].name)
    }
    checkKeys(of: record.properties)
    checkUnread(record.properties)
    let versions = versions(of: levels)
    checkPaths(of: record.properties)
    checkIndices(of: record.properties)
    problems += PropertyPolicies.uselessCaseKeys(in: type)
    let tags = TypeTagDiscovery(
      levels: levels.map(\.subjectType), type: type, decodesByHand: decodesByHand, areKeysFixed: record.areKeysFixed
    ).tags(properties: record.properties, problems: &problems)
    let flattening = flattening(of: record.properties, keyStyle: typeRules.keyStyle, versions, tags)
    let construction = construction(for: candidates)
    checkRecoveries(of: candidates, construction)
    problems += record.problems
    guard problems.isEmpty else {
      throw AutoCodingError(type: type, problems: decodesByHand ? problems.offeringOwnEncode(of: type) : problems)
    }

    return record.storage(
      type: type, shape: (type as? AnyClass).map { .object($0) } ?? .structure, construction: construction,
      uncodedProperties: candidates.compactMap { candidate in
        guard candidate.exclusion != nil, let initialize = candidate.initialValue else { return nil }
        // A weak reference to nil needs no destruction.
        let memory =
          candidate.child.ownership == .strong
          ? ValueOperations(candidate.child.storedType ?? candidate.child.type) : nil
        return TypeMap.UncodedProperty(
          offset: candidate.child.offset, replacement: candidate.defaultValue == nil ? nil : memory,
          initialize: initialize,
          destroy: { memory?.destroy($0) })
      },
      weakReferences: candidates.compactMap(\.weakReference),
      layout: (type as? AnyClass).map(Instance.layout(of:))
        ?? (ValueOperations(type).size, ValueOperations(type).alignment),
      opaqueSuperclass: opaqueSuperclass, decodesByHand: decodesByHand,
      encodingError: encodingProblems.isEmpty ? nil : AutoCodingError(type: type, problems: encodingProblems),
      ignoredKeys: ignoredKeys, versions: versions, typeRules: typeRules, tags: tags, knownKeys: knownKeys,
      flattening: flattening)
  }

  /// Finds the properties of flattened models; returns nil if there are none.
  private mutating func flattening(
    of properties: [TypeMap.Property], keyStyle: TypeRules.KeyStyle?, _ versions: TypeMap.Versions?,
    _ tags: TypeMap.Tags?
  ) -> FlatteningDiscovery? {
    guard properties.contains(where: { $0.isFlattened && $0.exclusion == nil }) else { return nil }
    var reserved = knownKeys.map { ($0, "reserved by the enum around it") }
    if let tags { reserved.append((tags.key.stringValue, "the type key of \(TypeLookup.name(of: tags.base))")) }
    if versions != nil { reserved.append((ArchivedVersions.key, "reserved for the version")) }
    var flattening = FlatteningDiscovery(of: type, keyStyle: keyStyle, reservedKeys: reserved)
    flattening.find(in: properties)
    problems += flattening.problems
    return flattening
  }

  private mutating func versions(of levels: [TypeMirror]) -> TypeMap.Versions? {
    let versions = VersionDiscovery.versions(
      of: type, levels: levels.map(\.subjectType), decodesByHand: decodesByHand, problems: &problems)
    guard versions != nil else { return nil }
    for property in record.properties where property.exclusion == nil && property.keyPath.first == ArchivedVersions.key
    {
      problems.append(
        .init(
          .duplicateKey, type: property.declaringType, property: property.name, propertyType: property.type,
          explanation: "Its key \"\(property.key)\" is reserved for the version.",
          remedy: "Give it another key in propertyKeys."))
    }
    return versions
  }

  // MARK: CodingKeys

  /// Applies the `CodingKeys` of the class that conforms, as synthesized `Codable` would for its level: a property
  /// without a case is not written, and the cases give the order. The keys of a subclass are not visible through the
  /// protocol.
  ///
  /// A type may decode by hand and leave encoding to AutoCoding, which then needs only the keys. Whether it also
  /// encodes by hand cannot be found out, so problems with its keys are problems of encoding.
  private mutating func applyCodingKeys(of levels: [TypeMirror], to candidates: inout [PropertyCandidate]) {
    let conforming = levels.firstIndex { Conformances.includes($0.subjectType, (any AutoCoding.Type).self) }
    for (level, mirror) in levels.enumerated() where level != conforming {
      let problem = CodingKeysDiscovery.unseenProblem(
        in: mirror.subjectType, named: "CodingKeys",
        remedy: "Use propertyKeys and unEncodedProperties instead, and remove it.")
      if let problem { add(problem) }
    }
    guard let conforming else { return }
    let declaring = levels[conforming].subjectType
    ignoredKeys = CodingKeysDiscovery.ignoredKeys(of: type, declaredIn: declaring)
    do {
      guard let keys = try CodingKeysDiscovery.keys(of: type, declaredIn: declaring) else { return }
      apply(keys, of: declaring, level: conforming, to: &candidates)
    } catch {
      add(error.problem(in: type))
    }
  }

  private mutating func add(_ problem: AutoCodingError.Problem) {
    if decodesByHand { encodingProblems.append(problem) } else { problems.append(problem) }
  }

  private mutating func apply(
    _ keys: [CodingKeysDiscovery.Key], of type: Any.Type, level: Int, to candidates: inout [PropertyCandidate]
  ) {
    let first = candidates.firstIndex { $0.level == level } ?? candidates.endIndex
    let end = candidates[first...].firstIndex { $0.level != level } ?? candidates.endIndex
    var excluded = candidates[first..<end]
    var coded: [PropertyCandidate] = []
    for key in keys {
      if let index = excluded.firstIndex(where: { $0.isNamed(key.name) }) {
        var candidate = excluded.remove(at: index)
        candidate.path = PropertyPath(key.stringValue, intValue: key.intValue)
        coded.append(candidate)
      } else if !decodesByHand {
        // The type's own `Codable` code may use a case that is not a property.
        problems.append(
          .init(
            .unknownProperty, type: type, property: key.name,
            explanation: "CodingKeys has a case of that name, but the type has no such stored property.",
            remedy: "Remove the case, or write init(from:) and encode(to:)."))
      }
    }
    for index in excluded.indices { excluded[index].exclusion = excluded[index].exclusion ?? .codingKeys }
    candidates.replaceSubrange(first..<end, with: coded + excluded)
  }

  // MARK: Superclasses

  /// Whether the walk up the class chain ends below this class: the class does not conform, and it is Foundation's or
  /// Objective-C's, or cannot be reflected on.
  private static func isOpaque(_ type: AnyClass) -> Bool {
    guard !Conformances.includes(type, (any AutoCoding.Type).self) else { return false }
    let name = _typeName(type, qualified: true)
    if ["Foundation.", "FoundationEssentials.", "__C."].contains(where: name.hasPrefix) { return true }
    return (try? TypeMirror(reflecting: type, stoppingAt: isOpaque)) == nil
  }

  private func opaqueSuperclass(above base: Any.Type?) -> Any.Type? {
    (base as? AnyClass).flatMap { _getSuperclass($0) }.flatMap { Self.isOpaque($0) ? $0 : nil }
  }

  private mutating func checkSuperclasses(_ levels: [TypeMirror], opaque: Any.Type?) {
    for level in levels.dropLast() where CodecDiscovery.isCodableByItself(level.subjectType) {
      let failure = CodecDiscovery.superclassFailure(level.subjectType, of: type)
      problems.append(
        .init(failure.code, type: type, explanation: failure.explanation, remedy: failure.remedy()))
    }
    if let opaque, !Conformances.includes(type, (any DefaultInitializable.Type).self) {
      problems.append(
        .init(
          .hiddenSuperclass, type: type,
          explanation: "The stored properties of superclass \(TypeLookup.name(of: opaque)) cannot be seen.",
          remedy: "Conform \(_typeName(type, qualified: false)) to DefaultInitializable, so that init() sets them."))
    }
  }

  // MARK: Making values

  private func construction(for candidates: [PropertyCandidate]) -> TypeMap.Construction {
    // The type's own code makes the value and handles missing keys.
    if decodesByHand { return .memberwise }
    if let type = Conformances.cast(type, to: (any DefaultInitializable.Type).self) { return .defaults(type) }
    let unset = candidates.filter { $0.exclusion != nil && $0.initialValue == nil }
    guard !unset.isEmpty else { return .memberwise }
    let name = _typeName(type, qualified: false)
    return .impossible(
      AutoCodingError(
        type: type,
        problems: unset.map {
          .init(
            .encodeOnly, type: $0.declaringType, property: $0.name, propertyType: $0.child.type,
            explanation: "The property is left out, so it has no value after decoding.",
            remedy: $0.takesDefault
              ? """
              Conform \(name) to DefaultInitializable, make the property Optional, or give it a default in propertyRules: \
              "\($0.name)": .default(…).
              """
              : Metadata($0.child.type).kind == .optional
                ? "Conform \(name) to DefaultInitializable."
                : "Make the property Optional, or conform \(name) to DefaultInitializable.")
        }))
  }
}

extension TypeMap.Property {
  /// The name, with that of the declaring type.
  var place: String { "\(TypeLookup.name(of: declaringType)).\(name)" }
}
