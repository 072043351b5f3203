/// Enums whose cases are named under a case key.
extension CodableBridge {
  /// - Parameter isFlattened: Whether the encoder has other members of the same object. Payloads with their own code are refused.
  @inline(never)
  static func encodeTaggedCase(
    at address: UnsafeRawPointer, cases: TypeMap.Cases, _ tags: TypeMap.CaseTags, to encoder: any Encoder,
    isFlattened: Bool = false
  ) throws {
    let position = cases.layout.position(of: address)
    let tag = cases.index.keys[position].stringValue
    if case .values(let content) = tags.contents[position], content.operations.isEmpty {
      var container = encoder.container(keyedBy: PropertyKey.self)
      return try encode(tag: tag, forKey: tags.key, in: &container)
    }
    try cases.layout.withPayload(of: address, case: position) { payload in
      let ownCode: CodableAccess
      switch tags.contents[position] {
      case .values(let content): return try encodeProperties(of: payload, content, tags.key, tag, to: encoder)
      case .properties(let content, let codec):
        let codec = unsafeDowncast(codec, to: RecordCodec.self)
        if codec.encodingDefault(of: payload) == .structure {
          if codec.mayHaveWillEncode { try codec.willEncode(payload) }
          return try encodeProperties(of: payload, content, tags.key, tag, to: encoder)
        }
        if isFlattened { throw cases.notFlattened(position).prepending(encoder.codingPath) }
        ownCode = codec.access
      case .own where isFlattened, .whole where isFlattened:
        throw cases.notFlattened(position).prepending(encoder.codingPath)
      case .own(let access): ownCode = access
      case .whole(let codec):
        guard let value = codec.codable?.value(at: payload) else { return }
        // The encoder treats some types in its own way.
        var container = encoder.singleValueContainer()
        return try container.encode(value)
      }
      if let value = ownCode.value(at: payload) {
        let tagged = TaggedValue(value, key: tags.key, tag: tag)
        // Foundation's encoders have one container for an object, and strategies may look at the types of its keys.
        let shared = FoundationCoders.includeEncoder(encoder) ? nil : OneContainerEncoder(encoder)
        try tagged.encode(to: shared ?? encoder)
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
    try encode(tag: tag, forKey: key, in: &container)
    try encodeProperties(of: payload, map: content, in: &container, of: encoder, hasTag: true)
  }

  /// - Parameter isFlattened: Whether the decoder has other members of the same object, which have been checked.
  @inline(never)
  static func decodeTaggedCase(
    into address: UnsafeMutableRawPointer, cases: TypeMap.Cases, _ tags: TypeMap.CaseTags, from decoder: any Decoder,
    isFlattened: Bool = false
  ) throws {
    let container: KeyedDecodingContainer<PropertyKey>?
    let position: Int
    do {
      let object = try decoder.container(keyedBy: PropertyKey.self)
      position = try self.position(of: cases, tags, in: object, of: decoder)
      container = object
    } catch {
      guard cases.takesUnknown(after: error) || cases.takesAnyTag && isOfNumber(error), let unknown = cases.unknown
      else {
        throw error
      }
      (container, position) = (nil, unknown)
    }
    try cases.layout.initialize(address, case: position) { memory in
      let (content, codec): (TypeMap.Storage, Codec?)
      switch tags.contents[position] {
      case .values(let values): (content, codec) = (values, nil)
      case .properties(let properties, let record): (content, codec) = (properties, record)
      case .own(let access): return try access.decode(into: memory, from: decoder)
      case .whole(let codec): return try codec.codable?.decode(into: memory, from: decoder) ?? ()
      }
      try checkKeys(of: content, decoder, isPart: isFlattened)
      let object = try container ?? decoder.container(keyedBy: PropertyKey.self)
      try decodeProperties(into: memory, map: content, from: object, of: decoder, isPart: isFlattened)
      guard let codec else { return }
      do {
        try unsafeDowncast(codec, to: RecordCodec.self).didDecode(memory, in: DecodingContext(decoder))
      } catch {
        ValueOperations(codec.type).destroy(memory)
        throw error
      }
    }
  }

  /// Returns the position of the case that an object names.
  private static func position(
    of cases: TypeMap.Cases, _ tags: TypeMap.CaseTags, in container: KeyedDecodingContainer<PropertyKey>,
    of decoder: any Decoder
  ) throws -> Int {
    let tag: String?
    do {
      tag = try decodeTag(forKey: tags.key, in: container)
    } catch {
      throw cases.explaining(error, tags, keys: keysForError(of: decoder))
    }
    do {
      return try cases.position(tagged: tag, tags, keys: keysForError(of: decoder))
    } catch {
      throw error.prepending(container.codingPath)
    }
  }
}
