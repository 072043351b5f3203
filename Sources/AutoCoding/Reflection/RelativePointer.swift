// Relative pointers, of which the compiler's metadata is full: the distance from the pointer's own address to its target, or
// 0 for none.

/// Returns the target of a relative pointer. If the offset has bits of the mask, it leads to a pointer to the target.
@inline(__always)
func relativeTarget(of address: UnsafeRawPointer, mask: Int = 0) -> UnsafeRawPointer? {
  let offset = Int(address.load(as: Int32.self))
  guard offset != 0 else { return nil }
  let target = address + (offset & ~mask)
  return offset & mask == 0 ? target : target.load(as: UnsafeRawPointer?.self)
}

/// Returns the C string to which a relative pointer leads.
func relativeText(of address: UnsafeRawPointer) -> String {
  relativeTarget(of: address).map { String(cString: $0.assumingMemoryBound(to: CChar.self)) } ?? ""
}
