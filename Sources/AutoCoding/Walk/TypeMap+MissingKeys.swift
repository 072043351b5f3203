extension TypeMap.Storage {
  /// Initializes a property whose key is missing: with the default that a rule gives, an Optional with nil, a property
  /// wrapper with its own default.
  ///
  /// - Throws: `DecodingError.keyNotFound` for any other property.
  func initializeMissing(_ position: Int, at slot: UnsafeMutableRawPointer) throws {
    if let value = defaultValue(at: position) { return value.initialize(slot) }
    let operation = operation(at: position)
    if operation.pointee.isOptional { return operation.pointee.initializeNil(slot) }
    if let flattening, try initializeMissing(position, of: flattening, at: slot) { return }
    guard operation.pointee.isWrapper,
      operation.pointee.withCodec({ $0.wrapper?.initializeDefault(slot) ?? false })
    else { throw missingKey(position) }
  }

  /// Makes a flattened property of a format that does not flatten as if its model had no keys: of the model's defaults, or
  /// as an empty dictionary. Returns false if the property is not flattened.
  private func initializeMissing(
    _ position: Int, of flattening: TypeMap.Flattening, at slot: UnsafeMutableRawPointer
  ) throws -> Bool {
    if let rest = flattening.rest, rest.part == nil, rest.position == position, let entries = RestEntries(of: self) {
      entries.initialize(slot, keepingFirst: true)
      return true
    }
    guard let part = flattening.parts.first(where: { $0.parent == nil && $0.position == position && $0.isRead }),
      // No case is the default.
      !part.isEnum
    else {
      return false
    }
    do {
      var assembly = try RecordAssembly(part.map, at: slot)
      try assembly.finish(at: slot)
    } catch is DecodingError {
      throw missingKey(position)
    }
    try part.complete(slot)
    return true
  }

  /// The error for a property whose key is missing in the data, with advice on how to fix it.
  package func missingKey(_ position: Int, codingPath: [any CodingKey] = []) -> DecodingError {
    let missing = missingKeys.found(orMake: { MissingKeys(operations.indices.map(missingKey)) }).keys[position]
    // A key strategy does not convert a fixed key.
    let isFixed = operations[position].key.isFixed
    let strategy = isFixed ? nil : CoderContext.current?.explanation(ofKeyPath: missing.steps)
    return .keyNotFound(
      missing.key,
      .init(
        codingPath: codingPath + missing.path,
        debugDescription: strategy.map { "\(missing.problem) \($0) \(missing.remedy)" } ?? missing.text))
  }

  private func missingKey(_ position: Int) -> MissingKeys.Key {
    let flatKey = operations[position].key
    let property = properties.first { $0.exclusion == nil && $0.key == flatKey.stringValue }
    let path: [DynamicKey] = keyGroup == nil ? [] : property?.paths.first?.codingKeys ?? []
    let key: any CodingKey = path.last ?? flatKey
    let name = property.map(describedPlace) ?? "property \(key.stringValue)"
    // A property in the map of another struct is one of a flattened struct.
    let owner = objectType == nil ? property?.declaringType ?? type : type
    let wrapper = operations[position].codec.wrapper == nil ? "" : " give its wrapper a wrapperForMissingKey,"
    let remedy =
      switch property.map({ Metadata($0.declaringType).kind }) {
      // No init() sets elements of tuples and values of payloads.
      case .tuple: "Make the element Optional."
      case .enumeration, .optional: property.map(remedyForMissingValue) ?? "Make the value Optional."
      case _ where requiredPositions.contains(position):
        """
        Remove .required from its rule if the value that init() sets may stand for it, or state the key that older data used.
        """
      case _ where property.map { Metadata($0.type).kind == .optional } ?? false:
        """
        Give it .default(nil) in propertyRules: its transformer is one of the Optional itself, for which nil may be stored as any \
        value.
        """
      default:
        """
        Make the property Optional,\(wrapper) conform \(_typeName(owner, qualified: false)) to DefaultInitializable so that \
        it keeps its default, or state its default or the key that older data used in propertyRules.
        """
      }
    return MissingKeys.Key(
      key: key, path: path.dropLast(), steps: path.isEmpty ? [flatKey.stringValue] : property?.keyPath ?? [],
      problem: "No value associated with key \"\(flatKey.stringValue)\" for \(name).", remedy: remedy)
  }

  /// Describes a property, or the value of a case, with the type that declares it.
  private func describedPlace(_ property: TypeMap.Property) -> String {
    let type = _typeName(property.declaringType, qualified: false)
    switch Metadata(property.declaringType).kind {
    case .enumeration, .optional:
      let place = caseName(in: property.declaringType).map { "case '\($0)'" } ?? "a case"
      return "the value '\(property.name)' of \(place) of \(type)"
    default: return "property \(type).\(property.name)"
    }
  }

  private func remedyForMissingValue(_ value: TypeMap.Property) -> String {
    guard Conformances.includes(value.declaringType, (any AutoCoding.Type).self),
      // The model that stands in for `Result` has no rules.
      !_typeName(value.declaringType, qualified: true).hasPrefix("AutoCoding."),
      let name = caseName(in: value.declaringType)
    else { return "Make the value Optional." }
    return "Make the value Optional, or give it a default in propertyRules: \"\(name).\(value.name)\": .default(…)."
  }

  /// The case of an enum whose values this is the map of; nil if it is not known.
  private func caseName(in type: Any.Type) -> String? {
    guard let map = TypeMap.Cache.knownStorage(for: type),
      case .enumeration(let cases) = map._withUnsafeGuaranteedRef({ $0.shape })
    else { return nil }
    let position = cases.layout.cases.indices.first { position in
      if cases.payloads[position] === self { return true }
      guard case .values(let content) = cases.tags?.contents[position] else { return false }
      return content === self
    }
    return position.map { cases.layout.cases[$0].name.withoutBackticks }
  }
}
