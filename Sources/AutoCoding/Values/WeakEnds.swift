/// The objects to which weak references of two values lead. They are compared when all counterparts are known.
struct WeakEnds {
  private var ends: [(left: AnyObject?, right: AnyObject?)] = []

  /// Adds those of two structs or objects at their addresses.
  mutating func add(_ a: UnsafeRawPointer, _ b: UnsafeRawPointer, of map: TypeMap.Storage) {
    for reference in map.weakReferences { ends.append((reference.object(in: a), reference.object(in: b))) }
  }

  /// Whether all ends are counterparts: they have the same number in these tables, or none, as what is not coded.
  func areCounterparts(_ left: borrowing AddressTable, _ right: borrowing AddressTable) -> Bool {
    for end in ends where Self.number(of: end.left, in: left) != Self.number(of: end.right, in: right) { return false }
    return true
  }

  private static func number(of object: AnyObject?, in table: borrowing AddressTable) -> Int? {
    guard let object else { return nil }
    return table[UnsafeRawPointer(Unmanaged.passUnretained(object).toOpaque())]
  }
}
