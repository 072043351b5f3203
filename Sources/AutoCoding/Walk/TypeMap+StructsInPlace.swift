/// Makes structs from their properties in place. The bits of a word record which properties are initialized.
///
/// Precondition of all functions: the map is ``TypeMap/Storage/canDecodeInOnePass`` and belongs to a struct.
extension TypeMap.Storage {
  /// A bit for each property.
  @inline(__always)
  package var allPositions: UInt64 { .max &>> UInt64(truncatingIfNeeded: 64 &- operations.count) }

  /// A bit for each property that is only written.
  package var unreadPositions: UInt64 {
    readOperations.reduce(allPositions) { $0 & ~(1 &<< UInt64(truncatingIfNeeded: $1.position)) }
  }

  /// Sets missing properties to nil.
  ///
  /// - Throws: `DecodingError.keyNotFound` for a missing property that is not Optional.
  @inline(never)
  package func initializeMissing(at address: UnsafeMutableRawPointer, present: inout UInt64) throws {
    var missing = allPositions & ~present
    while missing != 0 {
      let position = missing.trailingZeroBitCount
      missing &= missing &- 1
      let operation = operation(at: position)
      try initializeMissing(position, at: address + operation.pointee.offset)
      present |= 1 &<< UInt64(truncatingIfNeeded: position)
    }
  }

  /// Destroys the properties that are initialized.
  @inline(never)
  package func destroy(at address: UnsafeMutableRawPointer, present: UInt64) {
    for position in operations.indices where present & 1 &<< UInt64(truncatingIfNeeded: position) != 0 {
      let operation = operation(at: position)
      operation.pointee.memory.destroy(address + operation.pointee.offset)
    }
  }
}
