/// Enums whose cases are named under a case key.
extension CodingWriter {
  /// Writes the enum at the address.
  @inline(never)
  mutating func encodeTaggedCase(
    at address: UnsafeRawPointer, map: TypeMap.Storage, cases: TypeMap.Cases, _ tags: TypeMap.CaseTags
  ) throws {
    try checkKeys(preparedIn: map.slot)
    let position = cases.layout.position(of: address)
    let tag = cases.index.keys[position].stringValue
    if case .values(let content) = tags.contents[position], content.operations.isEmpty {
      try beginRecord(of: map.type)
      try write(tag: tag, forKey: tags.key)
      return try endMembers()
    }
    try cases.layout.withPayload(of: address, case: position) { payload in
      let content: TypeMap.Storage
      switch tags.contents[position] {
      case .values(let values): content = values
      case .properties(let properties, let codec):
        let codec = unsafeDowncast(codec, to: RecordCodec.self)
        if codec.encodingDefault(of: payload) != .structure {
          return try encodeOwn(payload, codec.access, tags.key, tag)
        }
        if codec.mayHaveWillEncode { try codec.willEncode(payload) }
        content = properties
      case .own(let access): return try encodeOwn(payload, access, tags.key, tag)
      case .whole(let codec): return try encode(payload, as: codec)
      }
      try beginRecord(of: map.type)
      try write(tag: tag, forKey: tags.key)
      try encodeMembers(of: payload, map: content)
      try endMembers()
    }
  }

  private mutating func encodeOwn(
    _ payload: UnsafeRawPointer, _ access: CodableAccess, _ key: PropertyKey, _ tag: String
  ) throws {
    guard let value = access.value(at: payload) else { return try writeNull() }
    try writeCodable(TaggedValue(value, key: key, tag: tag))
  }
}
