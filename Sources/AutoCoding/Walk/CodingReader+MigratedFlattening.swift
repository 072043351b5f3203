/// Updates flattened models in part from migrated properties of the record around them.
extension CodingReader {
  /// Overlays the flattened models of a record, and adds to its dictionary of all other keys.
  ///
  /// The parameters are those of ``overlayFlattened(of:in:_:_:_:)``.
  mutating func overlayFlattened(
    _ properties: ArchivedProperties, of map: TypeMap.Storage, in known: PropertyIndex,
    _ assembly: inout RecordAssembly, _ base: UnsafeMutableRawPointer, _ undo: OverlayUndo
  ) throws {
    try map.overlayParts(into: &assembly, base) { part in
      try hasKey(of: part, properties, in: known)
    } make: { part, slot in
      try makeFlattened(part, properties, at: slot)
    } overlay: { address, codec in
      try codec.overlay(address, undo: undo) { map, assembly, base in
        var overlay = Overlay(base: base, undo: undo)
        let keys = map.keysAsPart
        try overlayMembers(properties, of: keys.index, keys.group, &assembly, map: map, &overlay)
        try overlayFlattened(properties, of: map, in: known, &assembly, base, undo)
      }
    }
    guard let location = map.flattening?.rest, location.part == nil, let entries = RestEntries(of: map) else { return }
    let areKeysFixed = map.keyGroup?.rest?.areKeysFixed ?? false
    let others = properties.members.filter { properties.isOther($0.key, in: known) }
      .map { (key: properties.key($0.key, isFixed: areKeysFixed), value: $0.value) }
    guard undo.mergesCollections else {
      for (key, value) in others { try decodeEntry(key, value, of: entries) }
      return try entries.update(
        location.position, of: &assembly, base: base, map: map, keepingFirst: rules.keepsFirstOfDuplicateKeys)
    }
    let existing = base + map.operation(at: location.position).pointee.offset
    try mergeEntries(others, of: existing, into: assembly.slot(location.position), as: entries.codec, undo)
    assembly.commit(location.position)
  }

  /// Makes a model of migrated properties of the record around it.
  mutating func makeFlattened(
    _ part: TypeMap.Flattening.Part, _ properties: ArchivedProperties, at slot: UnsafeMutableRawPointer
  ) throws {
    if part.isEnum {
      try decodeFlattenedCase(part, properties, into: slot)
    } else {
      var assembly = try RecordAssembly(part.map, at: slot)
      try decodeProperties(properties, of: &assembly, map: part.map)
      try assembly.finish(at: slot)
    }
    try part.complete(slot)
  }

  /// Decodes a flattened enum from migrated properties of the record around it.
  @_semantics("optimize.sil.specialize.generic.never")
  @inline(never)
  mutating func decodeFlattenedCase(
    _ part: TypeMap.Flattening.Part, _ properties: ArchivedProperties, into address: UnsafeMutableRawPointer
  ) throws {
    let (cases, tags) = try part.enumeration
    let keys = properties.members.prefix(100).map(\.key)
    let position: Int
    do {
      position = try cases.position(tagged: tag(tags.key, in: properties), tags, keys: keys)
    } catch {
      guard cases.takesUnknown(after: error), let unknown = cases.unknown else {
        throw cases.explaining(error, tags, keys: keys)
      }
      position = unknown
    }
    try cases.layout.initialize(address, case: position) { memory in
      guard let map = tags.contents[position].map else { throw TypeMap.Flattening.Part.unexpected(part.map) }
      var assembly = try RecordAssembly(map, at: memory)
      try decodeProperties(properties, of: &assembly, map: map, keys: map.keysAsPart)
      try assembly.finish(at: memory)
      if case .properties(_, let codec) = tags.contents[position] {
        try unsafeDowncast(codec, to: RecordCodec.self).finish(memory)
      }
    }
  }

  /// Whether migrated properties have a value under the key that names a case. Null is none.
  mutating func hasTag(_ key: PropertyKey, in properties: ArchivedProperties) throws -> Bool {
    do {
      return try tag(key, in: properties) != nil
    } catch {
      return !error.isOfNull
    }
  }

  /// Returns the text or the integer under a key of migrated properties; nil if there is none.
  private mutating func tag(_ key: PropertyKey, in properties: ArchivedProperties) throws -> String? {
    guard let value = properties.members[key.stringValue] else { return nil }
    switch value.content {
    case .archived(let raw): return try reading(raw) { try $0.readTagText(key) }
    case .set(let set):
      let found: Any = (set.value as? any RawRepresentable)?.rawValue ?? set.value
      if key.hasIntegerTags, let integer = found as? any BinaryInteger { return "\(integer)" }
      if !key.hasIntegerTags, let text = found as? String { return text }
    case .nested: break
    }
    let type: Any.Type = key.hasIntegerTags ? Int.self : String.self
    throw DecodingError.typeMismatch(
      type, .init(codingPath: [key], debugDescription: "The migration set another value than the name of a case."))
  }

  /// Whether there is a key of a model, or one that is for its dictionary of all other keys.
  private mutating func hasKey(
    of part: TypeMap.Flattening.Part, _ properties: ArchivedProperties, in known: PropertyIndex
  ) throws -> Bool {
    if let tags = part.tags { return try hasTag(tags.key, in: properties) }
    if try part.map.flattening?.hasEnum({ try hasTag($0, in: properties) }) ?? false { return true }
    let keys = part.map.keysAsPart
    for (key, value) in properties.members {
      if let match = properties.match(key, in: keys.objectIndex) {
        guard let group = keys.group else { return true }
        if try hasProperty(of: group.members[match.position], value) { return true }
      } else if part.hasRest, properties.isOther(key, in: known) {
        return true
      }
    }
    return false
  }

  /// Whether a value is one of a property, or has one in it.
  private mutating func hasProperty(of member: KeyGroup.Member, _ value: ArchivedProperties.Value) throws -> Bool {
    guard case .group(let group) = member else { return true }
    switch value.content {
    case .archived(let raw): return try reading(raw) { try $0.hasProperty(of: member) }
    case .nested(let properties) where !group.isArray:
      for (key, value) in properties.members {
        if let match = properties.match(key, in: group.index), try hasProperty(of: group.members[match.position], value)
        {
          return true
        }
      }
      return false
    // It is refused when it is read.
    case .nested, .set: return true
    }
  }

  /// Merges entries that a migration has changed into an existing dictionary.
  mutating func mergeEntries(
    _ entries: [ArchivedMembers.Element], of existing: UnsafeRawPointer, into slot: UnsafeMutableRawPointer,
    as codec: DictionaryCodec, _ undo: OverlayUndo
  ) throws {
    var merged = try MergedEntries(of: existing, codec, announced: nil)
    for (key, value) in entries {
      try trackedPath.within(DynamicKey(key)) {
        guard codec.initializeKey(merged.keys.next(), inDataFrom: key) else {
          throw DecodingError.invalidKey(key, of: codec.key.type)
        }
        merged.keys.commit()
        try reading(placeOf: value) { reader in
          guard case .archived(let raw) = value.content else {
            let place = merged.removeOld().place
            // As null does.
            if codec.value.kind != .optional, value.isNil { return merged.keys.removeLast() }
            let existing = place.map { merged.oldValues[$0] }
            try reader.merge(value, into: merged.values.next(), of: existing, as: codec.value, undo)
            return merged.values.commit()
          }
          try reader.reading(raw) { try $0.mergeValue(into: &merged, recoveringBy: .skippedElement, undo) }
        }
      }
    }
    try merged.initialize(slot, by: rules)
  }
}

extension ArchivedProperties {
  /// Whether a key is one for the dictionary of all keys that a record does not know.
  fileprivate func isOther(_ key: String, in known: PropertyIndex) -> Bool {
    match(key, in: known) == nil && !known.isKnown(self.key(key, in: known))
  }
}
