/// Enums whose cases are named under a case key.
extension CodableBridge {
  @inline(never)
  static func encodeTaggedCase(
    at address: UnsafeRawPointer, cases: TypeMap.Cases, _ tags: TypeMap.CaseTags, to encoder: any Encoder
  ) throws {
    let position = cases.layout.position(of: address)
    let tag = cases.index.keys[position].stringValue
    switch tags.contents[position] {
    case .values(let content) where content.operations.isEmpty:
      var container = encoder.container(keyedBy: PropertyKey.self)
      try container.encode(tag, forKey: tags.key)
    case .values(let content):
      try cases.layout.withPayload(of: address, case: position) {
        try encodeProperties(of: $0, content, tags.key, tag, to: encoder)
      }
    case .properties(let content, let codec):
      let codec = unsafeDowncast(codec, to: RecordCodec.self)
      try cases.layout.withPayload(of: address, case: position) { payload in
        if codec.encodingDefault(of: payload) == .structure {
          if codec.mayHaveWillEncode { try codec.willEncode(payload) }
          try encodeProperties(of: payload, content, tags.key, tag, to: encoder)
        } else if let value = codec.access.value(at: payload) {
          try TaggedValue(value, key: tags.key, tag: tag).encode(to: encoder)
        }
      }
    case .own(let access):
      try cases.layout.withPayload(of: address, case: position) {
        if let value = access.value(at: $0) { try TaggedValue(value, key: tags.key, tag: tag).encode(to: encoder) }
      }
    }
  }

  private static func encodeProperties(
    of payload: UnsafeRawPointer, _ content: TypeMap.Storage, _ key: PropertyKey, _ tag: String, to encoder: any Encoder
  ) throws {
    if let encoder = OneContainerEncoder(encoder, for: content) {
      return try encodeProperties(of: payload, content, key, tag, to: encoder)
    }
    var container = encoder.container(keyedBy: PropertyKey.self)
    try container.encode(tag, forKey: key)
    try encodeProperties(of: payload, map: content, in: &container, of: encoder, hasTag: true)
  }

  @inline(never)
  static func decodeTaggedCase(
    into address: UnsafeMutableRawPointer, cases: TypeMap.Cases, _ tags: TypeMap.CaseTags, from decoder: any Decoder
  ) throws {
    let container = try decoder.container(keyedBy: PropertyKey.self)
    let tag = container.contains(tags.key) ? try container.decode(String.self, forKey: tags.key) : nil
    let position: Int
    do {
      position = try cases.position(tagged: tag, tags)
    } catch {
      throw container.codingPath.reversed().reduce(error) { $0.prepending($1) }
    }
    try cases.layout.initialize(address, case: position) { memory in
      switch tags.contents[position] {
      case .values(let content):
        try checkKeys(of: content, decoder)
        try decodeProperties(into: memory, map: content, from: container, of: decoder)
      case .properties(let content, let codec):
        try checkKeys(of: content, decoder)
        try decodeProperties(into: memory, map: content, from: container, of: decoder)
        do {
          try unsafeDowncast(codec, to: RecordCodec.self).didDecode(memory, in: DecodingContext(decoder))
        } catch {
          ValueOperations(codec.type).destroy(memory)
          throw error
        }
      case .own(let access): try access.decode(into: memory, from: decoder)
      }
    }
  }
}
