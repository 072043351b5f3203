/// The walk over properties with key paths, and over flattened ones (``KeyGroup``).
extension CodingWriter {
  /// Writes the properties of a record that was begun, and the objects on their key paths.
  ///
  /// Precondition: `base` is the address of a struct or object of the map's type.
  mutating func encodeMembers(of group: KeyGroup, _ base: UnsafeRawPointer, map: TypeMap.Storage) throws {
    try encodeMembers(of: group, try GroupedRecord(map, at: base, writesNils: rules.writesNilProperties))
  }

  private mutating func encodeMembers(of group: KeyGroup, _ record: GroupedRecord) throws {
    for index in group.written.indices {
      let member = group.membersInPlace + index
      if let rest = group.rest, rest.writtenBefore == index { try encodeRest(rest, of: record) }
      trackedPath?.enter(member.pointee.key)
      defer { trackedPath?.leave() }
      do {
        if let inner = member.pointee.group {
          guard record.isWritten(inner) else { continue }
          try writeKey(member.pointee.key)
          try beginRecord(of: record.map.type)
          try encodeMembers(of: inner, record)
          try endMembers()
        } else if let location = record.written(member.pointee.position) {
          try writeKey(member.pointee.key)
          let operation = location.operation
          if !operation.pointee.isOptional, operation.pointee.kind.isLeaf {
            try encodeLeaf(location.address, kind: operation.pointee.kind)
          } else {
            try operation.pointee.withCodec { try encode(location.address, as: $0) }
          }
        }
      } catch {
        throw error.prepending(member.pointee.key)
      }
    }
    if let rest = group.rest, rest.writtenBefore == group.written.count { try encodeRest(rest, of: record) }
  }

  /// Writes the entries of the dictionary for all other keys.
  @inline(never)
  private mutating func encodeRest(_ rest: KeyGroup.Rest, of record: GroupedRecord) throws {
    guard let codec = record.map.restCodec else { return }
    let converts = rules.convertsToSnakeCase
    try withUnsafeMutablePointer(to: &self) { writer in
      try record.map.forEachEntry(
        of: record, rest,
        written: converts ? { SnakeCaseConversion.written($0, isFixed: false, convertsToSnakeCase: true) } : nil
      ) { key, value in
        try writer.pointee.writeKey(key, isText: rest.areKeysFixed)
        writer.pointee.trackedPath?.enter(DynamicKey(key))
        defer { writer.pointee.trackedPath?.leave() }
        do {
          try writer.pointee.encode(value, as: codec.value)
        } catch {
          throw error.prepending(DynamicKey(key))
        }
      }
    }
  }
}
