import AutoCoding

/// Collects what a manifest says about models from their type maps.
struct ManifestReflection {
  private(set) var types: [String: ManifestType] = [:]
  private var origins: [String: Any.Type] = [:]
  /// The codecs that were followed. A type may have several: one is that of a property with a transformer.
  private var met: Set<ObjectIdentifier> = []
  private var pending: [Codec] = []
  private var keyForms: [String: ManifestType.KeyForm] = [:]

  mutating func add(_ type: any AutoCoding.Type) throws { pending.append(try Discovery.codec(for: type)) }

  /// Follows the types that were added to all others.
  mutating func finish() throws {
    while let codec = pending.popLast() {
      guard met.insert(ObjectIdentifier(codec)).inserted else { continue }
      switch codec.concrete {
      case .record(let record):
        try insert(try describe(record), under: TypeText.name(of: codec), codec.type)
      case .codable:
        if let cases = RawValues.cases(of: codec.type) {
          var entry = rawValue(of: codec.type, cases)
          // Its own code may write something else. A type without `rawType` is compared by its name alone.
          if !RawValues.areWritten(by: codec.type) { entry.rawType = nil }
          try insert(entry, under: TypeText.name(of: codec), codec.type)
        }
      case .dictionary(let dictionary):
        keyForms[TypeText.name(of: dictionary.key)] = dictionary.isKeyed ? .text : .element
        pending += codec.children
      default: pending += codec.children
      }
    }
    for (name, form) in keyForms { types[name]?.keyForm = form }
  }

  private mutating func insert(_ entry: ManifestType, under name: String, _ type: Any.Type) throws {
    if let other = origins[name], other != type {
      throw AutoCodingError(
        .init(
          .duplicateName, type: type,
          explanation: "Its archived name '\(name)' is also that of \(TypeLookup.earlierName(of: other)).",
          remedy: "Give one of them another archivedTypeName."))
    }
    origins[name] = type
    types[name] = entry
  }

  private func rawValue(of type: Any.Type, _ cases: [(value: String, name: String)]?) -> ManifestType {
    var entry = ManifestType(kind: .rawValue)
    entry.rawType = RawValues.type(of: type).map { rawType in
      (try? Discovery.codec(for: rawType)).map { TypeText($0).text } ?? TypeLookup.name(of: rawType)
    }
    for (value, name) in cases ?? [] where entry.cases.updateValue([:], forKey: value) == nil {
      entry.caseNames[value] = name
    }
    return entry
  }

  // MARK: Models

  private mutating func describe(_ codec: RecordCodec) throws -> ManifestType {
    let map = try codec.map._withUnsafeGuaranteedRef { $0 }
    if codec.decodingDefault == .rawValue {
      let model = codec.type as? any AutoCoding.Type
      var entry = rawValue(of: codec.type, RawValues.cases(of: codec.type))
      entry.unknownCase = model?.typeRules.unknownCase
      if let cases = try model.flatMap(OpenEnum.cases(of:)) {
        entry.rawType = codec.rawValue.conversion.map { TypeText($0.representation).text }
        addNames(of: cases, to: &entry)
        for name in cases.unknown.map({ [cases.index.keys[$0]] + cases.formerKeys[$0] }) ?? [] {
          entry.cases[name.stringValue] = nil
          entry.caseNames[name.stringValue] = nil
          entry.formerCases[name.stringValue] = nil
        }
      }
      addNames(of: codec, to: &entry)
      return entry
    }
    var entry: ManifestType
    switch map.shape {
    case _ where codec.decodingDefault == nil: entry = ManifestType(kind: .ownCode)
    case .enumeration(let cases):
      entry = ManifestType(kind: .enumeration)
      for (position, (key, payload)) in zip(cases.index.keys, cases.payloads).enumerated() {
        entry.cases[key.stringValue] = try payload.map { try properties(of: $0) }
        entry.caseForms[key.stringValue] = cases.form(of: position)
      }
      addNames(of: cases, to: &entry)
      entry.unknownCase = cases.unknown.map { cases.index.keys[$0].stringValue }
      entry.caseKey = cases.tags?.key.stringValue
      entry.contentKey = cases.tags?.contentKey
      entry.hasIntegerTags = cases.tags?.key.hasIntegerTags ?? false
      entry.hasUntaggedCases = cases.untagged != nil
    case .object, .structure, .rawValue:
      entry = ManifestType(kind: map.objectType == nil ? .structure : .object)
      entry.properties = try properties(of: map)
    }
    if case .impossible = map.construction { entry.isEncodeOnly = true }
    if let level = map.versions?.levels.first(where: { $0.type == codec.type }) {
      entry.version = level.version
      entry.migrates = level.migrates
    }
    try addClasses(of: map, to: &entry)
    addNames(of: codec, to: &entry)
    return entry
  }

  private func addNames(of cases: TypeMap.Cases, to entry: inout ManifestType) {
    for (position, key) in cases.index.keys.enumerated() {
      entry.cases[key.stringValue] = entry.cases[key.stringValue] ?? [:]
      entry.caseNames[key.stringValue] = cases.layout.cases[position].name
      for former in cases.formerKeys[position] { entry.formerCases[former.stringValue] = key.stringValue }
    }
  }

  private func addNames(of codec: RecordCodec, to entry: inout ManifestType) {
    guard let model = codec.type as? any AutoCoding.Type else { return }
    entry.formerNames = TypeNames.names(of: model).subtracting([TypeNames.name(of: model)]).sorted()
  }

  private mutating func addClasses(of map: TypeMap.Storage, to entry: inout ManifestType) throws {
    if let type = map.objectType, let above = _getSuperclass(type) as? any AutoCoding.Type {
      entry.superclass = TypeNames.name(of: above)
      try add(above)
    }
    guard let tags = map.tags else { return }
    entry.typeKey = tags.key.stringValue
    entry.hasIntegerTags = tags.key.hasIntegerTags
    entry.takesUnknownTypes = tags.takesUnknown
    for (tag, type) in tags.types {
      entry.tags[tag] = TypeNames.name(of: type)
      try add(type)
    }
  }

  private mutating func properties(of map: TypeMap.Storage) throws -> [String: ManifestProperty] {
    var properties: [String: ManifestProperty] = [:]
    var defaults: RecordedDefaults?
    for (property, operation) in zip(map.codedProperties, map.operations) {
      let text = TypeText(operation.codec)
      var entry = ManifestProperty(type: text.text)
      entry.name = property.name
      entry.via =
        property.isFlattened
        ? [ManifestProperty.flattened] : property.transformer.map { [TypeLookup.name(of: $0)] } ?? text.via
      entry.direction = property.direction.map { $0 == .decodedOnly ? .decodedOnly : .encodedOnly }
      entry.hasDefault = operation.isWrapper || map.hasAnyDefaults && map.keepsDefault(operation.position)
      entry.isOptional = operation.isOptional
      entry.readsNullAsMissing = operation.keepsDefaultForNull
      entry.writesNil = entry.isOptional && entry.isWritten && !operation.omitsNil
      if entry.hasDefault {
        let known = try defaults ?? RecordedDefaults(of: map)
        try known.add(operation, to: &entry)
        defaults = known
      }
      entry.former = property.paths.dropFirst().map(\.notation)
      // A dot in a key is not one between keys.
      properties[property.paths.first?.notation ?? property.key] = entry
      pending.append(operation.codec)
    }
    for reference in map.weakReferences {
      guard let model = reference.type as? any AutoCoding.Type else { continue }
      let key = reference.key.stringValue
      var entry = ManifestProperty(type: TypeNames.name(of: model) + "?")
      entry.isWeak = true
      let property = map.properties.first { $0.exclusion == .weakReference && $0.key == key }
      entry.name = property?.name
      properties[property?.paths.first?.notation ?? key] = entry
      try add(model)
    }
    return properties
  }
}

extension TypeMap.Cases {
  /// How data has the values of a case; nil if there are none, or if the key of the case is above them.
  fileprivate func form(of position: Int) -> ManifestType.CaseForm? {
    guard let payload = payloads[position], let first = payload.codedProperties.first else { return nil }
    let isOnly = payload.codedProperties.count == 1
    if let tags {
      switch tags.contents[position] {
      case .values(let content):
        guard let contentKey = tags.contentKey else { return .keyed }
        return isOnly && content.codedProperties.first?.keyPath == [contentKey] ? .alone : .keyed
      case .properties, .own: return .alone
      case .whole: return .whole
      }
    }
    guard let untagged, let codec = untagged[position] else { return nil }
    guard case .tuple(let tuple) = codec.concrete, !isOnly || tuple.type != first.type else { return .alone }
    return tuple.isKeyed ? .keyed : .list
  }
}

/// What a manifest says about the defaults of a type's properties.
private struct RecordedDefaults {
  private let map: TypeMap.Storage
  private let encoder = AutoJSONEncoder()
  private let values: DefaultValues

  init(of map: TypeMap.Storage) throws {
    self.map = map
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    values = DefaultValues(of: map, coder: try SchemaCoder(.encoding(by: encoder), type: map.type))
  }

  /// Adds the default of a property that has one.
  func add(_ operation: PropertyOperation, to entry: inout ManifestProperty) throws {
    let value = try values.value(at: operation.position).map {
      String(decoding: try encoder.encode($0), as: UTF8.self)
    }
    let isOfInit = !operation.isWrapper && map.defaultValue(at: operation.position) == nil
    if operation.omitsDefault {
      entry.omitted = value ?? ManifestProperty.unknown
    } else if !isOfInit, entry.isRead {
      entry.defaultValue = value
    }
    if isOfInit { entry.initialValue.value = value }
    // A nil that would be read as a default is written.
    if entry.isOptional, entry.isWritten, value != ManifestProperty.null { entry.writesNil = true }
  }
}

/// The raw values of enums.
enum RawValues {
  /// The raw values of an enum without payloads, as text, with the names of its cases; nil for any other type.
  ///
  /// Reflection has the cases. An enum from C has none there, nor have structs such as option sets.
  static func cases(of type: Any.Type) -> [(value: String, name: String)]? {
    func texts<Value: RawRepresentable>(_: Value.Type) -> [(value: String, name: String)]? {
      guard let values = EnumLayout.values(of: Value.self), let layout = EnumLayout.plain(Value.self) else {
        return nil
      }
      return zip(values, layout.cases).map { ("\($0.rawValue)", $1.name) }
    }
    guard let type = type as? any RawRepresentable.Type else { return nil }
    return texts(type)
  }

  /// Whether the code of an enum without payloads encodes its values as their raw values.
  static func areWritten(by type: Any.Type) -> Bool {
    func areWritten<Value: RawRepresentable>(by _: Value.Type) -> Bool {
      EnumLayout.values(of: Value.self)?.allSatisfy { value in
        guard let own = value as? any Encodable, let rawValue = value.rawValue as? any Encodable,
          let written = try? JSONValue(encoding: own), let expected = try? JSONValue(encoding: rawValue)
        else { return false }
        return written == expected
      } ?? false
    }
    return (type as? any RawRepresentable.Type).map { areWritten(by: $0) } ?? false
  }

  /// The type of the raw values.
  static func type(of type: Any.Type) -> Any.Type? {
    func rawType<Value: RawRepresentable>(_: Value.Type) -> Any.Type { Value.RawValue.self }
    return (type as? any RawRepresentable.Type).map { rawType($0) }
  }
}
