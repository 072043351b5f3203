/// Enums with raw values that conform to `Codable` alone; see ``PlainEnum``.
extension CodingReader {
  /// Reads a value of an enum without calling its code; returns false if it has to be called.
  ///
  /// It is for formats whose leaves can be read again, and report nothing.
  @inline(__always)
  mutating func readPlainEnum(_ access: CodableAccess, into address: UnsafeMutableRawPointer) -> Bool {
    guard let plainEnum = access.plainEnum, plainEnum.decoding.areAny else { return false }
    return readCase(of: plainEnum, into: address)
  }

  @inline(never)
  private mutating func readCase(of plainEnum: PlainEnum, into address: UnsafeMutableRawPointer) -> Bool {
    // The type's code enters a level.
    guard NestedLevel.canEnter(within: limits),
      let tag = plainEnum.tag(reading: { try decodeLeaf(into: $1, kind: $0) }), plainEnum.decoding.contains(tag)
    else { return false }
    address.storeBytes(of: tag, as: UInt8.self)
    return true
  }
}
