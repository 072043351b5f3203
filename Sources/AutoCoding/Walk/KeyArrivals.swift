/// Under which of their key paths properties have come.
struct KeyArrivals {
  private var ranks: [Int: Int] = [:]

  /// The rank of the path under which a property has come, or nil where it has not.
  func rank(of position: Int) -> Int? { ranks[position] }

  mutating func add(_ position: Int, rank: Int) { ranks[position] = rank }

  /// Gives up a property that has come.
  mutating func remove(_ position: Int, from assembly: inout RecordAssembly) {
    ranks[position] = nil
    assembly.remove(position)
  }
}
