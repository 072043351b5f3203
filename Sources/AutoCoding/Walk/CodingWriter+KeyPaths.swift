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
      if group.hasInsertions { try encodeInsertions(before: index, of: group, record) }
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
    if group.hasInsertions { try encodeInsertions(before: group.written.count, of: group, record) }
  }

  /// Writes the flattened enums and the dictionary for all other keys that precede a member.
  @inline(never)
  private mutating func encodeInsertions(before member: Int, of group: KeyGroup, _ record: GroupedRecord) throws {
    for flattened in group.enums where flattened.precedesRest {
      if flattened.writtenBefore == member { try encodeEnum(flattened, of: record) }
    }
    if let rest = group.rest, rest.writtenBefore == member { try encodeRest(rest, of: record) }
    for flattened in group.enums where !flattened.precedesRest {
      if flattened.writtenBefore == member { try encodeEnum(flattened, of: record) }
    }
  }

  /// Writes a flattened enum, unless it is nil.
  private mutating func encodeEnum(_ flattened: KeyGroup.FlattenedEnum, of record: GroupedRecord) throws {
    guard let (address, map) = record.model(flattened.part), case .enumeration(let cases) = map.shape,
      let tags = cases.tags
    else { return }
    try encodeTaggedCase(at: address, map: map, cases: cases, tags, isFlattened: true)
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
