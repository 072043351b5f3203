extension JSONReader {
  /// Reads a value of an enum without calling its code; returns false, and reads nothing, if it has to be called.
  mutating func readCase(of plainEnum: PlainEnum, into address: UnsafeMutableRawPointer) throws -> Bool {
    guard let cases = JSONCases.prepared(for: plainEnum) else { return false }
    var cursor = cursor
    cursor.skipSpace()
    guard let tag = cases.pointee.find(at: &cursor), plainEnum.decoding.contains(tag) else { return false }
    let level = try NestedLevel.enter(toDecodeWithin: limits)
    defer { _ = level.isOutermost }
    address.storeBytes(of: tag, as: UInt8.self)
    next = cursor.place.assumingMemoryBound(to: UInt8.self)
    return true
  }
}
