/// Arrays of leaves in one go, with the place of the next byte in a register.
extension JSONWriter {
  mutating func writeArray(of kind: Codec.Kind, at address: UnsafeRawPointer) throws -> Bool {
    guard isPlain else { return false }
    switch kind {
    case .double: return putArray(of: Double.self, at: address) { _, value, target in Self.put(value, at: &target) }
    case .int: return putArray(of: Int.self, at: address) { _, value, target in Self.put(value, at: &target) }
    case .string: return putArray(of: String.self, at: address) { $0.put($1, at: &$2) }
    default: return false
    }
  }

  /// False where an element has no notation; nothing is written then.
  ///
  /// Precondition: at the address is an `Array` of leaves.
  ///
  /// - Parameter put: Writes an element and a comma, if it has a notation; there is room for a number.
  @inline(__always)
  private mutating func putArray<Leaf>(
    of type: Leaf.Type, at address: UnsafeRawPointer,
    _ put: (inout JSONWriter, borrowing Leaf, inout UnsafeMutableRawPointer) -> Bool
  ) -> Bool {
    address.assumingMemoryBound(to: [Leaf].self).pointee.withUnsafeBufferPointer { leaves in
      let before = count
      reserve(Self.numberRoom)
      var target = UnsafeMutableRawPointer(next)
      target.storeBytes(of: .openBracket, as: UInt8.self)
      target += 1
      for index in 0..<leaves.count {
        if UnsafeMutableRawPointer(end) - target < Self.numberRoom { makeRoom(Self.numberRoom, at: &target) }
        guard put(&self, leaves[index], &target) else {
          next = start + before
          return false
        }
      }
      if UnsafeMutableRawPointer(end) - target < 8 { makeRoom(8, at: &target) }
      if leaves.count > 0 { target -= 1 }
      target.storeBytes(of: (UInt16(UInt8.comma) << 8 | UInt16(UInt8.closeBracket)).littleEndian, as: UInt16.self)
      next = (target + 2).assumingMemoryBound(to: UInt8.self)
      return true
    }
  }
}
