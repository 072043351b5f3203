/// Records under which of their key paths properties were decoded.
struct KeyArrivals {
  private var ranks: [Int: Int] = [:]
  /// The properties for which null was passed on to other keys.
  var nulls: [Int] = []
  /// The flattened models of the record; nil if there are none, or if the format does not flatten.
  let parts: FlattenedParts?

  init() { parts = nil }

  /// - Parameter map: The map of the record.
  init(of map: TypeMap.Storage) { parts = map.flattening.map { FlattenedParts($0, of: map) } }

  /// Returns the rank of the path under which a property was decoded, or nil if it was not.
  func rank(of position: Int) -> Int? { ranks[position] }

  mutating func add(_ position: Int, rank: Int) { ranks[position] = rank }

  /// Discards a decoded property.
  mutating func remove(_ position: Int, from assembly: inout RecordAssembly) {
    ranks[position] = nil
    assembly.remove(position)
  }

  /// Calls `body` with the location of a property of the record or of a flattened model: its position there, what it is
  /// assembled in, the map, and what has arrived of it.
  mutating func withLocation<Result>(
    of position: Int, in assembly: inout RecordAssembly, _ map: TypeMap.Storage,
    _ body: (Int, inout RecordAssembly, TypeMap.Storage, inout KeyArrivals) throws -> Result
  ) throws -> Result {
    guard position >= map.operations.count, let location = try parts?.part(of: position, within: &assembly) else {
      return try body(position, &assembly, map, &self)
    }
    return try body(location.position, &location.part.assembly, location.part.map, &location.part.arrivals)
  }
}
