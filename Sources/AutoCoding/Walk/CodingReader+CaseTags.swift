/// Enums whose cases are named under a case key.
extension CodingReader {
  /// Reads the enum that is next.
  @inline(never)
  mutating func decodeTaggedCase(
    into address: UnsafeMutableRawPointer, map: TypeMap.Storage, cases: TypeMap.Cases, _ tags: TypeMap.CaseTags
  ) throws {
    // A payload's own code needs the whole object.
    let object = self
    try beginRecord(of: map.type)
    let tag: String?
    do {
      tag = try readTag(tags.key)
    } catch {
      throw cases.explaining(error, tags, keys: keysForError(beside: tags.key))
    }
    let position = try cases.position(tagged: tag, tags, keys: keysForError(beside: tags.key))
    try cases.layout.initialize(address, case: position) { memory in
      switch tags.contents[position] {
      case .values(let content): try decodeProperties(into: memory, map: content)
      case .properties(let content, let codec):
        try decodeProperties(into: memory, map: content)
        let codec = unsafeDowncast(codec, to: RecordCodec.self)
        if isComplete(codec) { try codec.finish(memory) }
      case .own(let access):
        self = object
        try readCodable(into: memory, as: access)
      }
    }
  }
}
