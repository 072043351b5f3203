/// The walk over properties with key paths (``KeyGroup``).
extension CodingWriter {
  /// Writes the properties of a record that was begun, and the objects on their key paths.
  ///
  /// Precondition: `base` is the address of a struct or object of the map's type.
  mutating func encodeMembers(of group: KeyGroup, _ base: UnsafeRawPointer, map: TypeMap.Storage) throws {
    for index in 0..<group.writtenCount {
      do {
        switch group.members[index] {
        case .property(let position, _):
          let operation = map.operation(at: position)
          let address = base + operation.pointee.offset
          if map.leavesOut(position, of: base, writesNils: rules.writesNilProperties) { continue }
          try writeKey(group.key(index))
          try operation.pointee.withCodec { try encode(address, as: $0) }
        case .group(let inner):
          guard map.hasContent(inner, base, writesNils: rules.writesNilProperties) else { continue }
          try writeKey(group.key(index))
          try beginRecord(of: map.type)
          try encodeMembers(of: inner, base, map: map)
          try endMembers()
        }
      } catch {
        throw error.prepending(group.key(index))
      }
    }
  }
}

extension TypeMap.Storage {
  /// Whether the property at a position is left out: a nil, or a wrapper that omits its value.
  ///
  /// - Parameter writesNils: Whether the coder writes nil as null.
  func leavesOut(_ position: Int, of base: UnsafeRawPointer, writesNils: Bool) -> Bool {
    let operation = operation(at: position)
    if operation.pointee.isLeftOutWrapper(base + operation.pointee.offset) { return true }
    return !writesNils && operation.pointee.isOptional
      && operation.pointee.memory.enumTag(base + operation.pointee.offset) != 0 && omitsNil(position)
  }

  /// Whether a group has anything to write: like a nil, an object with nothing but nils is left out.
  func hasContent(_ group: KeyGroup, _ base: UnsafeRawPointer, writesNils: Bool) -> Bool {
    group.members[..<group.writtenCount].contains { member in
      switch member {
      case .property(let position, _): return !leavesOut(position, of: base, writesNils: writesNils)
      case .group(let group): return hasContent(group, base, writesNils: writesNils)
      }
    }
  }
}
