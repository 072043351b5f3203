/// Enums whose cases are named under a case key.
extension CodingReader {
  /// Reads the enum that is next.
  ///
  /// - Parameter isFlattened: Whether the enum is in the record that was begun. No payload then has its own code
  ///   (`FlatteningDiscovery`).
  @inline(never)
  mutating func decodeTaggedCase(
    into address: UnsafeMutableRawPointer, map: TypeMap.Storage, cases: TypeMap.Cases, _ tags: TypeMap.CaseTags,
    isFlattened: Bool = false
  ) throws {
    // A payload's own code needs the whole object.
    let object = self
    let position: Int
    var isTagUnread = false
    do {
      if !isFlattened { try beginRecord(of: map.type) }
      position = try self.position(of: cases, tags)
    } catch {
      guard cases.takesUnknown(after: error), let unknown = cases.unknown else { throw error }
      position = unknown
      isTagUnread = true
    }
    try cases.layout.initialize(address, case: position) { memory in
      switch tags.contents[position] {
      case .values(let content): try decodeContent(into: memory, content, isFlattened)
      case .properties(let content, let codec):
        if isTagUnread {
          self = object
          if !isFlattened { try beginRecord(of: map.type) }
        }
        try decodeContent(into: memory, content, isFlattened)
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

  private mutating func decodeContent(
    into address: UnsafeMutableRawPointer, _ map: TypeMap.Storage, _ isFlattened: Bool
  ) throws {
    guard isFlattened else { return try decodeProperties(into: address, map: map) }
    // A case without values needs none of the record's members.
    if !map.operations.isEmpty || !map.hasOnlyCodedProperties { try decodePart(into: address, map: map) }
  }

  /// Returns the position of the case that the object just begun names.
  private mutating func position(of cases: TypeMap.Cases, _ tags: TypeMap.CaseTags) throws -> Int {
    let tag: String?
    do {
      tag = try readTag(tags.key)
    } catch {
      throw cases.explaining(error, tags, keys: keysForError(beside: tags.key))
    }
    return try cases.position(tagged: tag, tags, keys: keysForError(beside: tags.key))
  }
}
