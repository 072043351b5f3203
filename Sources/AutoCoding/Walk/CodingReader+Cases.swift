/// The walk over tuples and enums.
extension CodingReader {
  mutating func decodeTuple(into address: UnsafeMutableRawPointer, as codec: TupleCodec) throws {
    if codec.isKeyed {
      try beginRecord(of: codec.type)
      return try decodeProperties(into: address, map: codec.map)
    }
    _ = try beginArray()
    try RecordAssembly.inOrder(codec.map, at: address) { position, slot in
      guard try hasNextElement() else { throw codec.countMismatch(found: position) }
      trackedPath?.enter(index: position)
      defer { trackedPath?.leave() }
      do {
        try decode(into: slot, as: codec.map.operations[position].codec)
      } catch {
        throw error.prepending(DynamicKey(index: position))
      }
    }
    do {
      guard try hasNextElement() else { return }
      var found = codec.map.operations.count
      repeat {
        found += 1
        try skipValue()
      } while try hasNextElement()
      throw codec.countMismatch(found: found)
    } catch {
      ValueOperations(codec.type).destroy(address)
      throw error
    }
  }

  mutating func decodeCase(
    into address: UnsafeMutableRawPointer, map: TypeMap.Storage, cases: TypeMap.Cases
  ) throws {
    var found: Int?
    if map.hasHeader, rules.readsTypeTags {
      if let tags = cases.tags { return try decodeTaggedCase(into: address, map: map, cases: cases, tags) }
      if let codecs = cases.untagged { return try decodeUntaggedCase(into: address, cases: cases, codecs) }
    }
    try beginRecord(of: map.type)
    if let versions = map.versions {
      let isMigrated = try readMigratedProperties(of: versions, isEnum: true) {
        try $0.decodeCase($1, into: address, map: map, cases: cases)
      }
      if isMigrated { return }
    }
    do {
      while let match = try nextProperty(in: cases.index, expecting: -1) {
        if let found { throw map.ambiguousCase(found, match.position) }
        trackedPath?.enter(cases.index.keys[match.position])
        defer { trackedPath?.leave() }
        do {
          try decodePayload(into: address, case: match.position, cases: cases)
        } catch {
          throw error.prepending(cases.index.keys[match.position])
        }
        found = match.position
      }
    } catch {
      if found != nil { ValueOperations(map.type).destroy(address) }
      throw error
    }
    if found == nil { try cases.initializeUnknown(address, map) }
  }

  mutating func decodePayload(
    into address: UnsafeMutableRawPointer, case position: Int, cases: TypeMap.Cases
  ) throws {
    try cases.layout.initialize(address, case: position) { memory in
      if let payload = cases.payloads[position] {
        try beginPayload(of: payload.recordType)
        try decodeProperties(into: memory, map: payload)
      } else {
        // Skip members of any type: newer data may have a payload here.
        try beginRecord()
        while try nextProperty(in: .empty, expecting: -1) != nil {}
      }
    }
  }
}
