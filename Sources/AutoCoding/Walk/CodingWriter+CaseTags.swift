/// Enums whose cases are named under a case key.
extension CodingWriter {
  /// Writes the enum at the address.
  ///
  /// - Parameter isFlattened: Whether it is written into the record that was begun.
  @inline(never)
  mutating func encodeTaggedCase(
    at address: UnsafeRawPointer, map: TypeMap.Storage, cases: TypeMap.Cases, _ tags: TypeMap.CaseTags,
    isFlattened: Bool = false
  ) throws {
    if !isFlattened { try checkKeys(preparedIn: map.slot) }
    let position = cases.layout.position(of: address)
    let tag = cases.index.keys[position].stringValue
    if case .values(let content) = tags.contents[position], content.operations.isEmpty {
      if !isFlattened { try beginRecord(of: map.type) }
      try write(tag: tag, forKey: tags.key)
      return isFlattened ? () : try endMembers()
    }
    try cases.layout.withPayload(of: address, case: position) { payload in
      let content: TypeMap.Storage
      switch tags.contents[position] {
      case .values(let values): content = values
      case .properties(let properties, let codec):
        let codec = unsafeDowncast(codec, to: RecordCodec.self)
        if codec.encodingDefault(of: payload) != .structure {
          if isFlattened { throw cases.notFlattened(position) }
          return try encodeOwn(payload, codec.access, tags.key, tag)
        }
        if codec.mayHaveWillEncode { try codec.willEncode(payload) }
        content = properties
      case .own where isFlattened, .whole where isFlattened: throw cases.notFlattened(position)
      case .own(let access): return try encodeOwn(payload, access, tags.key, tag)
      case .whole(let codec): return try encode(payload, as: codec)
      }
      if !isFlattened { try beginRecord(of: map.type) }
      try write(tag: tag, forKey: tags.key)
      try encodeMembers(of: payload, map: content)
      if !isFlattened { try endMembers() }
    }
  }

  private mutating func encodeOwn(
    _ payload: UnsafeRawPointer, _ access: CodableAccess, _ key: PropertyKey, _ tag: String
  ) throws {
    guard let value = access.value(at: payload) else { return try writeNull() }
    try writeCodable(TaggedValue(value, key: key, tag: tag))
  }
}
