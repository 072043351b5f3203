/// Structs that are made of their properties in place, where a word says which of these are there.
///
/// Precondition of all: the map is ``TypeMap/Storage/canDecodeInOnePass`` and of a struct.
extension TypeMap.Storage {
  /// A bit for each property.
  @inline(__always)
  package var allPositions: UInt64 { .max &>> UInt64(truncatingIfNeeded: 64 &- operations.count) }

  /// Makes properties nil that did not come.
  ///
  /// - Throws: `DecodingError.keyNotFound` for a property that is missing and is no Optional.
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

  /// Destroys the properties that are there.
  @inline(never)
  package func destroy(at address: UnsafeMutableRawPointer, present: UInt64) {
    for position in operations.indices where present & 1 &<< UInt64(truncatingIfNeeded: position) != 0 {
      let operation = operation(at: position)
      operation.pointee.memory.destroy(address + operation.pointee.offset)
    }
  }
}
