/// Enums whose cases are named under a case key.
extension CodingReader {
  /// Reads the enum that is next.
  @inline(never)
  mutating func decodeTaggedCase(
    into address: UnsafeMutableRawPointer, map: TypeMap.Storage, cases: TypeMap.Cases, _ tags: TypeMap.CaseTags
  ) throws {
    // A payload's own code needs the whole object.
    let object = self
    let position: Int
    var isTagUnread = false
    do {
      position = try self.position(of: cases, tags, map)
    } catch {
      guard cases.takesUnknown(after: error), let unknown = cases.unknown else { throw error }
      position = unknown
      isTagUnread = true
    }
    try cases.layout.initialize(address, case: position) { memory in
      switch tags.contents[position] {
      case .values(let content): try decodeProperties(into: memory, map: content)
      case .properties(let content, let codec):
        if isTagUnread {
          self = object
          try beginRecord(of: map.type)
        }
        try decodeProperties(into: memory, map: content)
        let codec = unsafeDowncast(codec, to: RecordCodec.self)
        if isComplete(codec) { try codec.finish(memory) }
      case .own(let access):
        self = object
        try readCodable(into: memory, as: access)
      case .whole(let codec):
        self = object
        try decode(into: memory, as: codec)
      }
    }
  }

  /// Begins the object that is next, and returns the position of the case that it names.
  private mutating func position(of cases: TypeMap.Cases, _ tags: TypeMap.CaseTags, _ map: TypeMap.Storage) throws
    -> Int
  {
    try beginRecord(of: map.type)
    let tag: String?
    do {
      tag = try readTag(tags.key)
    } catch {
      throw cases.explaining(error, tags, keys: keysForError(beside: tags.key))
    }
    return try cases.position(tagged: tag, tags, keys: keysForError(beside: tags.key))
  }
}
