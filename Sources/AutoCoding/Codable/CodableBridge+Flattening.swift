/// The dictionary for all keys of an object that no property has.
extension CodableBridge {
  /// Encodes the entries of the dictionary.
  @inline(never)
  static func encodeRest(_ rest: KeyGroup.Rest, of record: GroupedRecord, to encoder: any Encoder) throws {
    guard let codec = record.map.restCodec else { return }
    if let encoder = encoder as? ContainerEncoder {
      return try encodeRest(rest, as: codec, of: record, to: encoder)
    }
    var container = encoder.container(keyedBy: DynamicKey.self)
    try record.map.forEachEntry(of: record, rest, codingPath: encoder.codingPath, written: nil) { key, value in
      // An Optional's wrapped value is at the Optional's own address.
      let kind = codec.value.optional?.wrapped.kind ?? codec.value.kind
      if let codec = codec.value.optional, codec.isNil(value) {
        try container.encodeNil(forKey: DynamicKey(key))
      } else if try !encodeLeaf(value, kind, forKey: DynamicKey(key), in: &container) {
        try EncodableSlot.lending { lifetime in
          try container.encode(
            EncodableSlot(address: value, codec: codec.value, lifetime: lifetime), forKey: DynamicKey(key))
        }
      }
    }
  }

  /// Encodes the entries with an encoder of AutoCoding's, which leaves the keys of a type with a key style as they are.
  private static func encodeRest(
    _ rest: KeyGroup.Rest, as codec: DictionaryCodec, of record: GroupedRecord, to encoder: ContainerEncoder
  ) throws {
    let written: ((String) -> String)? =
      encoder.sink.usesKeysAsTheyAre ? nil : { encoder.sink.text(of: DynamicKey($0), at: encoder.path) }
    try record.map.forEachEntry(of: record, rest, codingPath: encoder.codingPath, written: written) { key, value in
      let child = try EncodableSlot.lending { lifetime in
        try encoder.sink.encoded(
          EncodableSlot(address: value, codec: codec.value, lifetime: lifetime), depth: encoder.depth + 1,
          path: encoder.sink.paths.appending(name: key, to: encoder.path))
      }
      encoder.sink.set(child, in: encoder.node, forKey: rest.areKeysFixed ? key : written?(key) ?? key)
    }
  }

  /// Decodes the values of all keys that no property has.
  ///
  /// - Parameter known: The keys of the properties.
  @inline(never)
  static func decodeRest(
    _ entries: RestEntries, known: PropertyIndex, areKeysFixed: Bool, from decoder: any Decoder
  ) throws {
    let codec = entries.codec.value
    if let decoder = decoder as? ContainerDecoder {
      let add = { (key: String, position: Int) in
        guard known.match(key) == nil, !known.isKnown(key) else { return }
        let source = decoder.source
        try source.withDecoder(at: position, source.paths.appending(name: key, to: decoder.path)) { child in
          try entries.add(key) { address in
            try DecodableSlot.decoding(codec) { try child.decode(DecodableSlot.self) }
              .move(to: address, as: codec, codingPath: child.codingPath)
            return true
          }
        }
      }
      // The strategy may have made two keys equal that are data here.
      if areKeysFixed {
        return try decoder.source.forEachMember(of: decoder.position) { key, position in
          let options = decoder.source.options
          try add(
            options.fixedKey(key, in: known) { options.convertedKey($0, at: decoder.codingPath) }, position)
        }
      }
      return try decoder.source.forEachKey(of: decoder.position) { _, key, position in try add(key, position) }
    }
    let container = try decoder.container(keyedBy: DynamicKey.self)
    for key in container.allKeys where known.match(key.stringValue) == nil && !known.isKnown(key.stringValue) {
      try entries.add(key.stringValue) { address in
        if try container.decodeNil(forKey: key) {
          // Containers refuse null for a slot before they call its code, which may take null.
          if let codec = codec.optional {
            codec.initializeNil(address)
          } else {
            try decode(into: address, as: codec, from: container.superDecoder(forKey: key))
          }
        } else if try !decodeLeaf(into: address, codec.kind, forKey: key, from: container) {
          try DecodableSlot.decoding(codec) { try container.decode(DecodableSlot.self, forKey: key) }
            .move(to: address, as: codec, codingPath: container.codingPath + [key])
        }
        return true
      }
    }
  }
}

/// Updates flattened models in part.
extension CodableBridge.Overlay {
  /// Overlays the flattened models of an object, and adds to its dictionary for all other keys.
  ///
  /// - Parameters:
  ///   - map: The map of the object, or of a flattened model of it, whose properties the assembly collects.
  ///   - known: All keys of the object.
  func overlayFlattened(
    of map: TypeMap.Storage, known: PropertyIndex, into assembly: inout RecordAssembly,
    from container: KeyedDecodingContainer<PropertyKey>, of decoder: any Decoder
  ) throws {
    guard let flattening = map.flattening else { return }
    try map.overlayParts(into: &assembly, base) { part in
      try hasKey(of: part, known: known, in: container, of: decoder)
    } make: { part, slot in
      if part.isEnum {
        try CodableBridge.decodeFlattenedCase(part, into: slot, from: decoder)
        return try part.complete(slot, in: DecodingContext(decoder))
      }
      try CodableBridge.decodeProperties(into: slot, map: part.map, from: container, of: decoder, isPart: true)
      try part.complete(slot, in: DecodingContext(decoder))
    } overlay: { address, record in
      try overlay(address, as: record, known: known, from: container, of: decoder)
    }
    if let location = flattening.rest, location.part == nil, let entries = RestEntries(of: map) {
      try CodableBridge.decodeRest(
        entries, known: known, areKeysFixed: map.keyGroup?.rest?.areKeysFixed ?? false, from: decoder)
      // The keys of a container are no duplicates.
      try entries.update(location.position, of: &assembly, base: base, map: map, keepingFirst: true)
    }
  }

  /// Whether an object has a key of a model, or one that is for its dictionary of all other keys.
  private func hasKey(
    of part: TypeMap.Flattening.Part, known: PropertyIndex, in container: KeyedDecodingContainer<PropertyKey>,
    of decoder: any Decoder
  ) throws -> Bool {
    if let tags = part.tags { return try CodableBridge.hasTag(tags.key, in: container) }
    if try part.map.flattening?.hasEnum({ try CodableBridge.hasTag($0, in: container) }) ?? false { return true }
    if part.map.objectIndex.keys.contains(where: container.contains) || part.map.hasFormerKey(in: container) {
      return true
    }
    guard part.hasRest else { return false }
    return try decoder.container(keyedBy: DynamicKey.self).allKeys.contains {
      known.match($0.stringValue) == nil && !known.isKnown($0.stringValue)
    }
  }

  private func overlay(
    _ address: UnsafeMutableRawPointer, as codec: RecordCodec, known: PropertyIndex,
    from container: KeyedDecodingContainer<PropertyKey>, of decoder: any Decoder
  ) throws {
    try codec.overlay(address, undo: undo) { map, assembly, base in
      let overlay = Self(base: base, undo: undo)
      if let group = map.keyGroup {
        try CodableBridge.decodePresentMembers(
          of: group, into: &assembly, map: map, from: container, overlay: overlay)
      } else {
        try CodableBridge.decodePresentProperties(into: &assembly, map: map, from: container, overlay: overlay)
      }
      try overlay.overlayFlattened(of: map, known: known, into: &assembly, from: container, of: decoder)
    }
  }
}

extension TypeMap.Storage {
  fileprivate func hasFormerKey(in container: KeyedDecodingContainer<PropertyKey>) -> Bool {
    keyGroup == nil && operations.contains { $0.formerKeys.contains(where: container.contains) }
  }
}
