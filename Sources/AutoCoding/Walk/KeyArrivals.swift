/// Records under which of their key paths properties were decoded.
struct KeyArrivals {
  private var ranks: [Int: Int] = [:]
  /// The properties for which null was passed on to other keys.
  var nulls: [Int] = []

  /// Returns the rank of the path under which a property was decoded, or nil if it was not.
  func rank(of position: Int) -> Int? { ranks[position] }

  mutating func add(_ position: Int, rank: Int) { ranks[position] = rank }

  /// Discards a decoded property.
  mutating func remove(_ position: Int, from assembly: inout RecordAssembly) {
    ranks[position] = nil
    assembly.remove(position)
  }
}
