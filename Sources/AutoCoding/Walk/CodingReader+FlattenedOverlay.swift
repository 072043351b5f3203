/// Updates flattened models in part. Each reads the record around it once more, with a copy of the reader.
extension CodingReader {
  /// Overlays the flattened models of a record that was begun, and adds to its dictionary of all other keys.
  ///
  /// - Parameters:
  ///   - map: The map of the record, or of a flattened model of it.
  ///   - known: All keys of the record.
  ///   - assembly: Collects the properties of the map.
  ///   - base: The address of the existing properties.
  func overlayFlattened(
    of map: TypeMap.Storage, in known: PropertyIndex, _ assembly: inout RecordAssembly,
    _ base: UnsafeMutableRawPointer, _ undo: OverlayUndo
  ) throws {
    guard let flattening = map.flattening else { return }
    try map.overlayParts(into: &assembly, base) { part in
      var search = self
      return try search.hasKey(of: part, in: known)
    } make: { part, slot in
      try makeFlattened(part, at: slot)
    } overlay: { address, codec in
      try overlayFlattened(address, as: codec, in: known, undo)
    }
    guard let location = flattening.rest, location.part == nil, let entries = RestEntries(of: map) else { return }
    let areKeysFixed = map.keyGroup?.rest?.areKeysFixed ?? false
    guard undo.mergesCollections else {
      try overlayRest(entries, in: known, areKeysFixed: areKeysFixed)
      return try entries.update(
        location.position, of: &assembly, base: base, map: map, keepingFirst: rules.keepsFirstOfDuplicateKeys)
    }
    var reader = self
    try reader.mergeEntries(
      of: base + map.operation(at: location.position).pointee.offset, into: assembly.slot(location.position),
      as: entries.codec, undo, announced: nil, isText: areKeysFixed,
      isEntry: { [self] text in
        let key = areKeysFixed ? fixedKey(text, in: known) : text
        return known.match(key) == nil && !known.isKnown(key)
      })
    assembly.commit(location.position)
  }

  private func overlayFlattened(
    _ address: UnsafeMutableRawPointer, as codec: RecordCodec, in known: PropertyIndex, _ undo: OverlayUndo
  ) throws {
    try codec.overlay(address, undo: undo) { map, assembly, base in
      var overlay = Overlay(base: base, undo: undo)
      var reader = self
      let keys = map.keysAsPart
      try reader.overlayMembers(of: keys.index, keys.group, &assembly, map: map, &overlay)
      try overlayFlattened(of: map, in: known, &assembly, base, undo)
    }
  }

  /// Makes a model that was nil, or an enum, of the record that was begun.
  private func makeFlattened(_ part: TypeMap.Flattening.Part, at slot: UnsafeMutableRawPointer) throws {
    var reader = self
    if part.isEnum {
      try reader.decodeFlattenedCase(part, into: slot)
    } else {
      try reader.decodePart(into: slot, map: part.map)
    }
    try part.complete(slot)
  }

  /// Whether the record that was begun has a key of a model, or one that is for its dictionary of all other keys.
  private mutating func hasKey(of part: TypeMap.Flattening.Part, in known: PropertyIndex) throws -> Bool {
    if let tags = part.tags { return hasTag(tags.key) }
    if part.map.flattening?.hasEnum({ hasTag($0) }) ?? false { return true }
    let partKeys = part.map.keysAsPart
    let keys = partKeys.objectIndex
    guard part.hasRest else {
      guard let group = partKeys.group else { return try nextProperty(in: keys, expecting: -1) != nil }
      return try hasProperty(of: group)
    }
    let areKeysFixed = part.map.keyGroup?.rest?.areKeysFixed ?? false
    while let text = try nextKey(isText: areKeysFixed) {
      let key = areKeysFixed ? fixedKey(text, in: known) : text
      if let match = keys.match(key) {
        if try part.map.keyGroup.map({ try hasProperty(of: $0.members[match.position]) }) ?? true { return true }
      } else if known.match(key) == nil, !known.isKnown(key) {
        return true
      }
      try skipValue()
    }
    return false
  }

  /// Whether the object that was begun has a key of a property. An object on a key path may have keys of others only.
  private mutating func hasProperty(of group: KeyGroup) throws -> Bool {
    while let match = try nextProperty(in: group.index, expecting: -1) {
      if try hasProperty(of: group.members[match.position]) { return true }
      try skipValue()
    }
    return false
  }

  /// Whether the next value is one of a property, or has one in it. Null counts as null for each property.
  func hasProperty(of member: KeyGroup.Member) throws -> Bool {
    guard case .group(let group) = member else { return true }
    var reader = self
    if try reader.readNull() { return true }
    // What is no object or array is refused, or recovered from, when it is read.
    guard (try? reader.begin(group)) != nil else { return true }
    guard group.isArray else { return try reader.hasProperty(of: group) }
    var isFound = false
    try reader.forEachElement(of: group) { reader, _, member in
      isFound = try isFound || reader.hasProperty(of: member)
      try reader.skipValue()
    }
    return isFound
  }

  private func overlayRest(_ entries: RestEntries, in known: PropertyIndex, areKeysFixed: Bool) throws {
    var reader = self
    while let text = try reader.nextKey(isText: areKeysFixed) {
      let key = areKeysFixed ? fixedKey(text, in: known) : text
      if known.match(key) != nil || known.isKnown(key) {
        try reader.skipValue()
      } else {
        try reader.decodeEntry(key, of: entries)
      }
    }
  }
}

extension TypeMap.Storage {
  /// Overlays the flattened models that the map's properties are. A struct is overlaid in a copy, which the assembly gets.
  ///
  /// - Parameters:
  ///   - base: The address of the existing properties.
  ///   - isPresent: Returns whether the data has a key of a model.
  ///   - make: Makes a model that was nil, or an enum, at an uninitialized address.
  ///   - overlay: Overlays the struct or object at an address.
  func overlayParts(
    into assembly: inout RecordAssembly, _ base: UnsafeMutableRawPointer,
    isPresent: (TypeMap.Flattening.Part) throws -> Bool,
    make: (TypeMap.Flattening.Part, UnsafeMutableRawPointer) throws -> Void,
    overlay: (UnsafeMutableRawPointer, RecordCodec) throws -> Void
  ) throws {
    for part in flattening?.parts ?? [] where part.parent == nil && part.isRead {
      guard try isPresent(part) else { continue }
      let operation = operation(at: part.position)
      let (existing, slot) = (base + operation.pointee.offset, assembly.slot(part.position))
      if let record = operation.pointee.codec.overlaidRecord(at: existing) {
        if record.isClass {
          try overlay(existing, record)
          continue
        }
        try operation.pointee.memory.copy(from: existing, to: slot) { try overlay(slot, record) }
      } else {
        try make(part, slot)
        if let codec = operation.pointee.codec.optional { codec.wrap(slot) }
      }
      assembly.commit(part.position)
    }
  }
}
