/// Arrays of leaves in one go, with the place of the next byte in a register.
extension JSONReader {
  mutating func readArray(of kind: Codec.Kind, into address: UnsafeMutableRawPointer) throws -> Bool {
    let makesSmall = makesSmallStrings
    switch kind {
    case .double: return leaves(into: address) { (cursor: inout JSONCursor) -> Double? in cursor.double() }
    case .int: return leaves(into: address) { (cursor: inout JSONCursor) -> Int? in cursor.integer() }
    case .string:
      return leaves(into: address) { (cursor: inout JSONCursor) -> String? in cursor.string(makesSmall: makesSmall) }
    default: return false
    }
  }

  /// False where anything is not in its commonest form; nothing is consumed then.
  @inline(__always)
  private mutating func leaves<Leaf>(
    into address: UnsafeMutableRawPointer, _ read: (inout JSONCursor) -> Leaf?
  ) -> Bool {
    var cursor = JSONCursor(place: UnsafeRawPointer(next), limit: UnsafeRawPointer(end))
    cursor.skipSpace()
    guard cursor.has(2), cursor.byte == .openBracket else { return false }
    cursor.place += 1
    cursor.skipSpace()
    if cursor.has(1), cursor.byte == .closeBracket {
      finish(at: cursor.place + 1)
      address.initialize(with: [] as [Leaf])
      return true
    }
    // Most arrays are short: they get memory once, of the size that they need.
    let end: UnsafeRawPointer? = withUnsafeTemporaryAllocation(of: Leaf.self, capacity: 16) { first in
      var count = 0
      defer { UnsafeMutableBufferPointer(rebasing: first[..<count]).deinitialize() }
      while count < first.count {
        guard let value = read(&cursor) else { return nil }
        first.initializeElement(at: count, to: value)
        count &+= 1
        guard let isLast = cursor.endElement() else { return nil }
        if isLast {
          address.initialize(with: [Leaf](UnsafeBufferPointer(rebasing: first[..<count])))
          return cursor.place
        }
      }
      var elements: [Leaf] = []
      elements.reserveCapacity(4 * count)
      elements.append(contentsOf: UnsafeBufferPointer(first))
      while true {
        guard let value = read(&cursor) else { return nil }
        elements.append(value)
        guard let isLast = cursor.endElement() else { return nil }
        if isLast {
          address.initialize(with: elements)
          return cursor.place
        }
      }
    }
    guard let end else { return false }
    finish(at: end)
    return true
  }

  @inline(__always)
  private mutating func finish(at place: UnsafeRawPointer) {
    next = place.assumingMemoryBound(to: UInt8.self)
    isFirst = false
  }
}
