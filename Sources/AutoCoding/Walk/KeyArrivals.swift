/// Records under which of their key paths properties were decoded.
struct KeyArrivals {
  /// The properties at the first 64 positions that were decoded under their current path, as nearly all are.
  private var current: UInt64 = 0
  /// The ranks of the others.
  private var ranks: [Int: Int] = [:]
  /// What may not count in the end.
  var former = FormerKeyArrivals()
  /// The values under former keys that could not be decoded.
  var failures = FormerKeyFailures()
  /// The flattened models of the record; nil if there are none, or if the format does not flatten.
  let parts: FlattenedParts?

  init() { parts = nil }

  /// - Parameter map: The map of the record.
  init(of map: TypeMap.Storage) { parts = map.flattening.map { FlattenedParts($0, of: map) } }

  /// Whether nothing has arrived that counts.
  var isEmpty: Bool { current == 0 && ranks.isEmpty && former.nullPositions.isEmpty }

  /// Returns the rank of the path under which a property was decoded, or nil if it was not.
  func rank(of position: Int) -> Int? {
    if current & Self.bit(position) != 0 { return 0 }
    return ranks.isEmpty ? nil : ranks[position]
  }

  mutating func add(_ position: Int, rank: Int) {
    let bit = rank == 0 ? Self.bit(position) : 0
    if bit != 0 { current |= bit } else { ranks[position] = rank }
  }

  private static func bit(_ position: Int) -> UInt64 { position < 64 ? 1 << UInt64(position) : 0 }

  /// Discards a decoded property.
  mutating func remove(_ position: Int, from assembly: inout RecordAssembly) {
    current &= ~Self.bit(position)
    if !ranks.isEmpty { ranks[position] = nil }
    assembly.remove(position)
  }

  /// Throws the error of a value under a former key, if its property has no value.
  mutating func checkFailures(in assembly: inout RecordAssembly, _ map: TypeMap.Storage) throws {
    try failures.check { position in
      try withLocation(of: position, in: &assembly, map) { $3.rank(of: $0) != nil }
    }
  }

  /// Whether the property at a position is collected here. In an update, those of flattened models are not.
  func collects(_ position: Int, of map: TypeMap.Storage) -> Bool { position < map.operations.count || parts != nil }

  /// Calls `body` with the location of a property of the record or of a flattened model: its position there, what it is
  /// assembled in, the map, and what has arrived of it.
  @inline(__always)
  mutating func withLocation<Result>(
    of position: Int, in assembly: inout RecordAssembly, _ map: TypeMap.Storage,
    _ body: (Int, inout RecordAssembly, TypeMap.Storage, inout KeyArrivals) throws -> Result
  ) throws -> Result {
    let inParts = position - map.operations.count
    guard inParts >= 0, let location = try parts?.part(of: inParts, within: &assembly) else {
      return try body(position, &assembly, map, &self)
    }
    let part = location.part
    return try part.pointee.map._withUnsafeGuaranteedRef {
      try body(location.position, &part.pointee.assembly, $0, &part.pointee.arrivals)
    }
  }
}
