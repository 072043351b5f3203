import AutoCoding

/// Models that are coded by their properties.
extension SchemaBuilder {
  func record(_ codec: RecordCodec) throws -> Schema {
    switch coder.isDecoding ? codec.decodingDefault : try encodingDefault(of: codec) {
    case nil: return try ownCode(of: codec)
    case .rawValue: return described(try rawValue(codec), by: codec.type)
    case .structure:
      return try definition(of: codec.type) {
        let map = try codec.map._withUnsafeGuaranteedRef { $0 }
        if coder.isDecoding, let error = TypeMap(map).decodingError { throw error }
        if !coder.isDecoding { try map.checkEncoding() }
        if case .enumeration(let cases) = map.shape { return described(try enumeration(map, cases), by: codec.type) }
        return map.objectType == nil ? try object(map) : try hierarchy(codec, map)
      }
    }
  }

  /// Returns which of AutoCoding's defaults `encode(to:)` is. Only a value can tell: one that was encoded before, that of
  /// `init()`, or a sample. Without one, it is of the same kind as `init(from:)`.
  func encodingDefault(of codec: RecordCodec) throws -> CodingProbe.Default? {
    if let known = codec.knownEncodingDefault { return known }
    func find<Value>(by value: Value) -> CodingProbe.Default? {
      withUnsafePointer(to: value) { codec.encodingDefault(of: UnsafeRawPointer($0)) }
    }
    func find<Value: DefaultInitializable>(_: Value.Type) -> CodingProbe.Default? { find(by: Value()) }
    func find<Value: AutoCoding>(_ type: Value.Type) -> CodingProbe.Default?? {
      let sample =
        (try? ModelValue.sample(of: type, seed: 0, isSparse: true))
        ?? (try? ModelValue.sample(of: type, seed: 0, isSparse: false))
      guard let sample, Swift.type(of: sample) == type else { return nil }
      return .some(find(by: sample))
    }
    if let type = codec.type as? any DefaultInitializable.Type { return find(type) }
    if let type = codec.type as? any AutoCoding.Type, let found = find(type) { return found }
    return codec.decodingDefault
  }

  /// The schema of an object with the properties of a map.
  ///
  /// - Parameter tag: The key and schema of a member that names the object's type, and whether it has to be there.
  func object(_ map: TypeMap.Storage, tag: (key: String, schema: Schema, isRequired: Bool)? = nil) throws -> Schema {
    let isPart = isPartOfObject
    isPartOfObject = false
    defer { isPartOfObject = isPart }
    let isClosed = isClosed && !isPart
    var members = SchemaMembers()
    if let tag { members.add(tag.key, tag.schema, isRequired: tag.isRequired) }
    addVersions(of: map, to: &members)
    try addProperties(of: map, to: &members)
    // A property may hold the tag.
    if let tag { members.restate(tag) }
    if coder.isDecoding, !isStrict, isClosed || members.others != nil {
      for key in map.index.ignoredKeys.sorted() { members.allow(key) }
    }
    let schema = members.schema(isClosed: isClosed)
    return map.typeRules.documentation.map { schema.preceded(by: "description", .string($0)) } ?? schema
  }

  /// Returns the schema of an enum with what its rules say that it is for.
  private func described(_ schema: Schema, by type: Any.Type) -> Schema {
    guard let text = (type as? any AutoCoding.Type)?.typeRules.documentation else { return schema }
    return schema.preceded(by: "description", .string(text))
  }

  /// Adds the properties of a map.
  func addProperties(of map: TypeMap.Storage, to members: inout SchemaMembers) throws {
    let defaults = DefaultValues(of: map, coder: coder)
    if let flattening = map.flattening { return try addFlattened(map, flattening, defaults, to: &members) }
    if let group = map.keyGroup { return try add(group, of: map, defaults, to: &members) }
    let operations = coder.isDecoding ? map.readOperations : map.writtenOperations
    for operation in operations {
      try add(operation.position, key: coder.key(operation.key), of: map, defaults, to: &members)
    }
  }

  /// Adds the member under which the versions of a type are written.
  func addVersions(of map: TypeMap.Storage, to members: inout SchemaMembers) {
    guard let versions = map.versions else { return }
    let schema: Schema
    switch versions.archived {
    case .single(let version): schema = constant(JSONValue(version), type: "integer")
    case .levels(let levels):
      var inner = SchemaMembers()
      for (name, version) in levels.sorted(by: { $0.key < $1.key }) {
        inner.add(name, constant(JSONValue(version), type: "integer"), isRequired: true)
      }
      schema = inner.schema(isClosed: isClosed)
    // Only data has this.
    case .unreadable: return
    }
    // Data without a version is of version 0, which may have other properties.
    let isRequired = isStrict || !coder.isDecoding || versions.levels.contains { $0.migrates }
    members.add(ArchivedVersions.key, schema, isRequired: isRequired)
  }

  /// A schema of one value.
  func constant(_ value: JSONValue, type: String) -> Schema {
    isStrict ? ["type": .string(type), "enum": [value]] : ["type": .string(type), "const": value]
  }

  // MARK: Properties

  private func add(
    _ position: Int, key: String, of map: TypeMap.Storage, _ defaults: DefaultValues, to members: inout SchemaMembers
  ) throws {
    if let flattening = map.flattening, let part = flattening.location(of: position).part {
      let model = flattening.parts[part]
      let outer = isWithinFlattened
      defer { isWithinFlattened = outer }
      let missing = chain(from: part, flattening).last { mayBeMissing(flattening.parts[$0], flattening, map) }
      isWithinFlattened = missing != nil
      if isStrict, let missing {
        return members.add(key, refuseMissing(missing, flattening, map), isRequired: true)
      }
      let inner = DefaultValues(of: model.map, coder: coder)
      return try within(path(to: part, flattening, map)) {
        try addOwn(flattening.location(of: position).position, key: key, of: model.map, inner, to: &members)
      }
    }
    try addOwn(position, key: key, of: map, defaults, to: &members)
  }

  /// Adds a property of the map's own type.
  private func addOwn(
    _ position: Int, key: String, of map: TypeMap.Storage, _ defaults: DefaultValues,
    to members: inout SchemaMembers
  ) throws {
    let property = map.codedProperties[position]
    let operation = map.operations[position]
    try within(property.name) {
      let outer = (transformer, isWithinFlattened)
      let isWithinFlattened = isWithinFlattened
      // What is within the value is not the flattened model's.
      (transformer, self.isWithinFlattened) = (property.transformer, false)
      defer { (transformer, self.isWithinFlattened) = outer }
      let isRequired: Bool
      var schema: Schema
      if coder.isDecoding {
        schema = try self.schema(of: operation.codec)
        if operation.keepsDefaultForNull { schema = schema.orNull() }
        isRequired = isStrict || !operation.isOptional && !operation.isWrapper && !map.keepsDefault(position)
        if !isStrict, !isRequired, !isWithinFlattened, let value = defaults.value(at: position), !value.isNull {
          schema["default"] = value
        }
      } else {
        let writesNil = coder.writesNils && !operation.isLazy
        let leavesOutNil = operation.isWrapper || operation.isOptional && !writesNil && map.omitsNil(position)
        let isLeftOut = leavesOutNil || operation.omitsDefault
        let wrapped = leavesOutNil ? operation.codec.optional?.wrapped : nil
        schema = try self.schema(of: wrapped ?? operation.codec)
        isRequired = !isLeftOut
        // Of a flattened model that would have no key, one nil is written.
        if leavesOutNil, isWithinFlattened, !isStrict { schema = schema.orNull() }
        if isStrict, isLeftOut {
          schema = refuse(
            operation.codec.type, "The encoder may leave it out, but the strict dialect requires every property.",
            remedy: operation.omitsDefault
              ? "Remove the rule by which its default is left out, or make the schema for decoding."
              : "Set nilEncodingStrategy of the encoder to .null, or make the schema for decoding.")
        }
      }
      if let documentation = property.documentation { schema = describing(schema, documentation) }
      members.add(key, schema, isRequired: isRequired)
    }
  }

  /// Adds what a property is for to its schema.
  private func describing(_ schema: Schema, _ documentation: String) -> Schema {
    // In the dialect, a reference has no other keywords beside it.
    let schema: Schema = isStrict && schema["$ref"] != nil ? ["anyOf": [.object(schema)]] : schema
    // What a leaf says of its notation stays.
    let text = schema["description"]?.string.map { "\(documentation) \($0)" } ?? documentation
    return schema.preceded(by: "description", .string(text))
  }

  // MARK: Key paths

  func add(
    _ group: KeyGroup, of map: TypeMap.Storage, _ defaults: DefaultValues, to members: inout SchemaMembers
  ) throws {
    for index in group.members.indices where isCurrent(group, index) {
      let key = coder.key(group.key(index))
      switch group.members[index] {
      case .property(let position, _): try add(position, key: key, of: map, defaults, to: &members)
      case .group(let inner):
        let (schema, isRequired) = try nested(inner, of: map, defaults)
        members.add(key, schema, isRequired: isRequired)
      }
    }
  }

  /// Whether a member of a group is coded, other than under a former key.
  func isCurrent(_ group: KeyGroup, _ index: Int) -> Bool {
    if !coder.isDecoding { return index < group.written.count }
    guard !group.unread.contains(index) else { return false }
    switch group.members[index] {
    case .property(_, let rank): return rank == 0
    case .group(let inner): return inner.members.indices.contains { isCurrent(inner, $0) }
    }
  }

  /// The schema of an object or array on a key path, and whether it has to be there.
  private func nested(
    _ group: KeyGroup, of map: TypeMap.Storage, _ defaults: DefaultValues
  ) throws -> (schema: Schema, isRequired: Bool) {
    var members = SchemaMembers()
    try add(group, of: map, defaults, to: &members)
    if let flattening = map.flattening { addTogether(group, of: map, flattening, to: &members) }
    var schema = group.isArray ? elements(members) : members.schema(isClosed: isClosed)
    let isRequired = !members.alwaysRequired.isEmpty
    var isNullable = coder.isDecoding && !isStrict
    group.forEachProperty { position, _ in
      let location = map.flattening?.location(of: position) ?? (part: nil, position: position)
      let owner = location.part.flatMap { map.flattening?.parts[$0].map } ?? map
      let operation = owner.operations[location.position]
      if !operation.isOptional, !operation.keepsDefaultForNull, !operation.codec.readsNull { isNullable = false }
      guard isStrict, group.isArray else { return }
      schema = within(owner.codedProperties[location.position].name) {
        refuse(
          operation.codec.type, "Its key path leads to an element of an array, whose other elements are unknown.",
          remedy: "Make the array a property.")
      }
    }
    if isNullable { schema = schema.orNull() }
    return (schema, isRequired)
  }

  /// The schema of an array from whose elements properties are read.
  private func elements(_ members: SchemaMembers) -> Schema {
    let last = members.properties.keys.compactMap { Int($0) }.max() ?? 0
    let required = members.alwaysRequired.compactMap { $0.string.flatMap { Int($0) } }.max()
    var schema = Schema(type: "array")
    // No more than the schema of a page, however large an index is.
    guard last < 1000 else { return schema }
    schema["prefixItems"] = .array((0...last).map { members.properties[String($0)] ?? true })
    if let required { schema["minItems"] = JSONValue(required + 1) }
    return schema
  }
}
