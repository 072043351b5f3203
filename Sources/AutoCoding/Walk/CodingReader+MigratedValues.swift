/// The values of properties that a migration may have changed.
extension CodingReader {
  /// Calls `body` to read a value of migrated properties, with the path that it has in the data.
  mutating func reading<Result>(
    placeOf value: ArchivedProperties.Value, _ body: (inout Self) throws -> Result
  ) throws -> Result {
    try reading(along: value.path[...], body)
  }

  private mutating func reading<Result>(
    along path: ArraySlice<String>, _ body: (inout Self) throws -> Result
  ) throws -> Result {
    guard let key = path.first else { return try body(&self) }
    return try reading(under: key) { try $0.reading(along: path.dropFirst(), body) }
  }

  /// Decodes a value of migrated properties.
  package mutating func decode(
    _ value: ArchivedProperties.Value, into address: UnsafeMutableRawPointer, as codec: Codec
  ) throws {
    switch value.content {
    case .archived(let raw): try reading(raw) { try $0.decode(into: address, as: codec) }
    case .set(let value): try codec.initialize(address, to: value, limits: limits)
    case .nested(let properties): try decode(properties, into: address, as: codec)
    }
  }

  /// Decodes a value of migrated properties. Returns false if it does not fit, and the recovery allows that. What a migration
  /// has set must fit.
  mutating func decode(
    _ value: ArchivedProperties.Value, into address: UnsafeMutableRawPointer, as codec: Codec,
    recoveringBy recovery: ErrorRecovery
  ) throws -> Bool {
    switch value.content {
    case .archived(let raw):
      return try reading(raw) { reader in
        try reader.reading(recoveringBy: recovery) { try $0.decode(into: address, as: codec) }
      }
    case .nested(let properties):
      return try decodeChanged(recoveringBy: recovery) { try $0.decode(properties, into: address, as: codec) }
    case .set(let value):
      try codec.initialize(address, to: value, limits: limits)
      return true
    }
  }

  /// Calls `decode` to decode what a migration has changed, which is at no single place of the data. Returns false if it
  /// does not fit, and the rule of the property allows that.
  private mutating func decodeChanged(
    recoveringBy recovery: ErrorRecovery, _ decode: (inout Self) throws -> Void
  ) throws -> Bool {
    guard recovery.isByRule, rules.nestsKeyPaths else {
      try decode(&self)
      return true
    }
    let (before, begun, reported) = (self, ThreadState.ownCodeFailures, issueCount)
    do {
      try decode(&self)
      return true
    } catch let error as DecodingError where error.isRecoverable(by: recovery, since: begun) {
      reportedIssues?.withdraw(reported..<issueCount)
      self = before
      return false
    }
  }

  mutating func decodeOutOfOrder(
    _ value: ArchivedProperties.Value, into address: UnsafeMutableRawPointer, as codec: Codec
  ) throws {
    switch value.content {
    case .archived(let raw): try reading(raw) { try $0.readWhole(into: address, as: codec) }
    case .set: try decode(value, into: address, as: codec)
    case .nested:
      guard !codec.refersToObjects else {
        throw DecodingError.dataCorrupted(
          .init("A value that refers to objects cannot be read from properties that a migration made."))
      }
      try decode(value, into: address, as: codec)
    }
  }

  /// Makes a struct or object from properties.
  private mutating func decode(
    _ properties: ArchivedProperties, into address: UnsafeMutableRawPointer, as codec: Codec
  ) throws {
    if let codec = codec.optional {
      if codec.isNilForUndecodable {
        let isDecoded = try decodeChanged(recoveringBy: .nilForProperty) {
          try $0.decode(properties, into: address, as: codec.wrapped)
        }
        guard isDecoded else { return codec.initializeNil(address) }
      } else {
        try decode(properties, into: address, as: codec.wrapped)
      }
      return codec.wrap(address)
    }
    if let codec = codec.dictionary {
      return try decodeEntries(of: properties, into: address, as: codec)
    }
    if let codec = codec.conversion {
      // A property wrapper, or what a transformer makes of a model.
      return try codec.representation.withTemporaryValue { memory in
        try decode(properties, into: memory, as: codec.representation)
        try codec.initialize(address, taking: memory)
      }
    }
    guard let declared = codec.record, declared.decodingDefault == .structure else { throw codec.noRecord() }
    let level = try NestedLevel.enter(toDecodeWithin: limits)
    defer { extendLifetime(level) }
    let codec = try self.codec(of: declared, for: properties)
    let scope = TypeScope.enterValue(codec === declared ? nil : .passUnretained(codec))
    defer { scope.end() }
    try codec.map._withUnsafeGuaranteedRef { map in
      switch map.shape {
      case .structure, .object: break
      case .enumeration, .rawValue: throw codec.noRecord()
      }
      var assembly = try RecordAssembly(map, at: address)
      try decodeProperties(migrated(properties, for: map), of: &assembly, map: map)
      try assembly.finish(at: address)
    }
    if isComplete(declared) { try declared.finish(address) }
  }
}

extension CodingReader {
  /// Makes a dictionary of properties that a migration has changed.
  fileprivate mutating func decodeEntries(
    of properties: ArchivedProperties, into address: UnsafeMutableRawPointer, as codec: DictionaryCodec
  ) throws {
    guard codec.isKeyed else { throw codec.noRecord() }
    var keys = ElementBuffer(of: codec.key.type, announced: nil)
    var values = ElementBuffer(of: codec.value.type, announced: nil)
    let recovery: ErrorRecovery = codec.skipsUndecodable ? .skippedByProperty : .skippedElement
    for (text, value) in try properties.entries(of: codec) {
      try trackedPath.within(DynamicKey(text)) {
        guard codec.initializeKey(keys.next(), inDataFrom: text) else {
          throw DecodingError.invalidKey(text, of: codec.key.type)
        }
        keys.commit()
        let isDecoded = try reading(placeOf: value) {
          try $0.decode(value, into: values.next(), as: codec.value, recoveringBy: recovery)
        }
        if isDecoded { values.commit() } else { keys.removeLast() }
      }
    }
    try codec.initialize(address, takingKeys: &keys, values: &values, by: rules)
  }
}

extension ArchivedProperties {
  /// Returns the entries of a dictionary, under the keys of the data.
  func entries(of codec: DictionaryCodec) throws -> [ArchivedMembers.Element] {
    if let (key, other) = entries.merged, codec.isTextKeyed {
      throw DecodingError.dataCorrupted(
        .init(
          """
          The decoder's keyDecodingStrategy makes one key of "\(key)" and "\(other)", so the migration has only one of \
          their values. Decode the whole dictionary in it.
          """))
    }
    return (entries.reserved + Array(members)).map { key, value in
      (key: codec.isTextKeyed ? entries.originals[key] ?? key : key, value: value)
    }
  }

  /// Returns a key as a type with an index of keys knows it.
  package func key(_ key: String, in index: PropertyIndex) -> String {
    self.key(key, isFixed: index.hasFixedKeys && !index.isConverted(key))
  }

  /// Returns the property that has a key.
  package func match(_ key: String, in index: PropertyIndex) -> PropertyIndex.Match? {
    let original = self.key(key, in: index)
    if original != key, let match = index.match(original) { return match }
    return index.match(key)
  }
}

extension Codec {
  /// The error for a mistake of a migration, which no rule recovers from.
  fileprivate func noRecord() -> any Error {
    let explanation = """
      The migration set nested properties, which cannot become \(TypeLookup.name(of: type)). Set the whole value by \
      encode(_:forKey:): one of the type, or a JSONValue that was decoded and changed.
      """
    return DecodingError.typeMismatch(
      type,
      .init(codingPath: [], debugDescription: explanation, underlyingError: DataRefusal(.otherFormat, explanation)))
  }

  /// Initializes a value with one that a migration has set: directly if it is of the type, or else from what it
  /// encodes.
  fileprivate func initialize(
    _ address: UnsafeMutableRawPointer, to set: ArchivedProperties.SetValue, limits: CodingLimits
  ) throws {
    func initialize<Value>(_ type: Value.Type) -> Bool {
      guard let value = set.value as? Value else { return false }
      address.initialize(with: value)
      return true
    }
    if case .existential(let codec) = concrete, codec.isAny, DynamicValue.needsDeclaredType(set.value) {
      // It becomes what it encodes, so that it can be encoded again.
      let element = try ValueOperations(DynamicElement.self).withTemporaryValue { memory in
        try set.convert(memory, DynamicElement.self, limits)
        return memory.take(as: DynamicElement.self)
      }
      return try codec.initialize(address, with: element.value)
    }
    if _openExistential(type, do: initialize) { return }
    guard let type = Conformances.cast(type, to: (any Decodable.Type).self) else {
      throw DecodingError.typeMismatch(
        type,
        .init("The migration set a \(Swift.type(of: set.value)). Set a value of type \(TypeLookup.name(of: type))."))
    }
    try set.convert(address, type, limits)
  }
}
