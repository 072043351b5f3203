/// Tells which records have only numbers and booleans, and remembers the last that had.
struct LeafRecords {
  private var last: UnsafePointer<PropertyOperation>?

  /// Whether all of a record's properties are inline leaves.
  ///
  /// Precondition: the operations live as long as this value, since the last are known by their address.
  @inline(__always)
  mutating func contains(_ operations: UnsafeBufferPointer<PropertyOperation>) -> Bool {
    guard let first = operations.baseAddress else { return false }
    if first == last { return true }
    guard first.endOfLeaves(before: first + operations.count) == first + operations.count else { return false }
    last = first
    return true
  }
}
