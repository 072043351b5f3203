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
            // Not with `superDecoder(forKey:)`, which some coders have only for what is no null.
            let null = NullDecoder(codingPath: container.codingPath + [key], userInfo: decoder.userInfo)
            try decode(into: address, as: codec, from: null)
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
