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
    switch tags.contents[position] {
    case .values(let content) where content.operations.isEmpty:
      try beginRecord(of: map.type)
      try writeKey(tags.key)
      try write(tag)
      try endMembers()
    case .values(let content):
      try cases.layout.withPayload(of: address, case: position) {
        try encodeMembers(of: $0, content, map: map, tags.key, tag)
      }
    case .properties(let content, let codec):
      let codec = unsafeDowncast(codec, to: RecordCodec.self)
      try cases.layout.withPayload(of: address, case: position) { payload in
        if codec.encodingDefault(of: payload) != .structure {
          return try encodeOwn(payload, codec.access, tags.key, tag)
        }
        if codec.mayHaveWillEncode { try codec.willEncode(payload) }
        try encodeMembers(of: payload, content, map: map, tags.key, tag)
      }
    case .own(let access):
      try cases.layout.withPayload(of: address, case: position) { try encodeOwn($0, access, tags.key, tag) }
    }
  }

  private mutating func encodeMembers(
    of payload: UnsafeRawPointer, _ content: TypeMap.Storage, map: TypeMap.Storage, _ key: PropertyKey, _ tag: String
  ) throws {
    try beginRecord(of: map.type)
    try writeKey(key)
    try write(tag)
    try encodeMembers(of: payload, map: content)
    try endMembers()
  }

  private mutating func encodeOwn(
    _ payload: UnsafeRawPointer, _ access: CodableAccess, _ key: PropertyKey, _ tag: String
  ) throws {
    guard let value = access.value(at: payload) else { return try writeNull() }
    try writeCodable(TaggedValue(value, key: key, tag: tag))
  }
}
