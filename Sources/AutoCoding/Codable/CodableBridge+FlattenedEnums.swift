/// Flattened enums, whose case keys and contents are in the object around them.
extension CodableBridge {
  /// Encodes the flattened enums that precede a member of a record's group, unless they are nil.
  @inline(never)
  static func encodeEnums(
    before member: Int, of group: KeyGroup, _ record: GroupedRecord, to encoder: any Encoder
  ) throws {
    for flattened in group.enums where flattened.writtenBefore == member {
      guard let (address, map) = record.model(flattened.part), case .enumeration(let cases) = map.shape,
        let tags = cases.tags
      else { continue }
      try encodeTaggedCase(at: address, cases: cases, tags, to: encoder, isFlattened: true)
    }
  }

  /// Decodes the flattened enums of a record whose other properties were decoded.
  @inline(never)
  static func decodeEnums(
    _ parts: FlattenedParts, in assembly: inout RecordAssembly, map: TypeMap.Storage,
    from container: KeyedDecodingContainer<PropertyKey>, of decoder: any Decoder
  ) throws {
    try parts.decodeEnums(in: &assembly, map, context: DecodingContext(decoder)) {
      try hasTag($0, in: container)
    } decode: { part, slot in
      try decodeFlattenedCase(part, into: slot, from: decoder)
    }
  }

  static func decodeFlattenedCase(
    _ part: TypeMap.Flattening.Part, into address: UnsafeMutableRawPointer, from decoder: any Decoder
  ) throws {
    let (cases, tags) = try part.enumeration
    try decodeTaggedCase(into: address, cases: cases, tags, from: decoder, isFlattened: true)
  }

  /// Whether an object has a value under the key that names a case. Null is none.
  static func hasTag(_ key: PropertyKey, in container: KeyedDecodingContainer<PropertyKey>) throws -> Bool {
    try container.contains(key) && !container.decodeNil(forKey: key)
  }
}
