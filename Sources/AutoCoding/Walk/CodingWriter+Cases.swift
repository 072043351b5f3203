/// The walk over tuples and enums.
extension CodingWriter {
  mutating func encodeTuple(_ address: UnsafeRawPointer, as codec: TupleCodec) throws {
    if codec.isKeyed { return try encodeProperties(of: address, map: codec.map) }
    let operations = codec.map.operations
    try beginArray(count: operations.count)
    for position in operations.indices {
      trackedPath?.enter(index: position)
      defer { trackedPath?.leave() }
      do {
        try encode(address + operations[position].offset, as: operations[position].codec)
      } catch {
        throw error.prepending(DynamicKey(index: position))
      }
    }
    try endArray()
  }

  mutating func encodeCase(
    at address: UnsafeRawPointer, map: TypeMap.Storage, cases: TypeMap.Cases
  ) throws {
    if map.hasHeader, rules.writesTypeTags {
      if let tags = cases.tags { return try encodeTaggedCase(at: address, map: map, cases: cases, tags) }
      if let codecs = cases.untagged { return try encodeUntaggedCase(at: address, cases: cases, codecs) }
    }
    try checkKeys(preparedIn: map.slot)
    let position = cases.layout.position(of: address)
    try beginRecord(of: map.type)
    if let versions = map.versions { try write(versions.archived) }
    try writeKey(cases.index.keys[position])
    if let payload = cases.payloads[position] {
      trackedPath?.enter(cases.index.keys[position])
      defer { trackedPath?.leave() }
      do {
        try cases.layout.withPayload(of: address, case: position) { try encodeProperties(of: $0, map: payload) }
      } catch {
        throw error.prepending(cases.index.keys[position])
      }
    } else {
      try beginRecord(of: map.type)
      try endMembers()
    }
    try endMembers()
  }
}
