/// Values that a lenient reader cannot decode, and goes on after.
extension CodingReader {
  /// Reads the value of an Optional, which is not null. A value that cannot be decoded is nil.
  @inline(never)
  mutating func decodeOrNil(into address: UnsafeMutableRawPointer, as codec: OptionalCodec) throws {
    let recovery: ErrorRecovery = codec.isNilForUndecodable ? .nilForProperty : .nilForValue
    if try reading(recoveringBy: recovery, { try $0.decode(into: address, as: codec.wrapped) }) {
      codec.wrap(address)
    } else {
      codec.initializeNil(address)
    }
  }

  /// Reads a property into its slot. Returns false if it has a default and its value cannot be decoded; the slot is then
  /// uninitialized still.
  @inline(never)
  mutating func decodeOrDefault(
    into address: UnsafeMutableRawPointer, _ operation: UnsafePointer<PropertyOperation>, map: TypeMap.Storage
  ) throws -> Bool {
    try reading(operation, map: map) { reader in
      try operation.pointee.withCodec { try reader.decode(into: address, as: $0) }
    }
  }

  /// Calls `read` to read a property. Returns false if it has a default and the value cannot be decoded.
  @inline(__always)
  mutating func reading(
    _ operation: UnsafePointer<PropertyOperation>, map: TypeMap.Storage, _ read: (inout Self) throws -> Void
  ) throws -> Bool {
    let isByRule = operation.pointee.keepsDefaultForUndecodable
    guard isByRule || rules.leavesUndecodableAtDefault, map.hasAnyDefaults, map.keepsDefault(operation.pointee.position)
    else {
      try read(&self)
      return true
    }
    return try reading(recoveringBy: isByRule ? .defaultForProperty : .defaultForValue, read)
  }
}
