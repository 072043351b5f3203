/// Flattened enums, whose case keys and contents are in the object around them. Each reads the record once more, with a copy of
/// the reader.
extension CodingReader {
  /// Reads the properties of the record that was begun, and the enums that are flattened into it.
  @inline(never)
  mutating func decodeMembersAndEnums(
    of group: KeyGroup, into assembly: inout RecordAssembly, map: TypeMap.Storage
  ) throws {
    let start = self
    var arrivals = KeyArrivals(of: map)
    try decodeMembers(of: group, into: &assembly, map: map, &arrivals)
    try arrivals.parts?.decodeEnums(in: &assembly, map) {
      var reader = start
      return reader.hasTag($0)
    } decode: { part, slot in
      var reader = start
      try reader.decodeFlattenedCase(part, into: slot)
    }
    try finish(&arrivals, in: &assembly, map)
  }

  /// Reads a flattened enum of the record that was begun.
  mutating func decodeFlattenedCase(_ part: TypeMap.Flattening.Part, into address: UnsafeMutableRawPointer) throws {
    let (cases, tags) = try part.enumeration
    try decodeTaggedCase(into: address, map: part.map, cases: cases, tags, isFlattened: true)
  }

  /// Whether the record that was begun has a value under the key that names a case. Null is none.
  mutating func hasTag(_ key: PropertyKey) -> Bool {
    do {
      return try readTag(key) != nil
    } catch {
      return !error.isOfNull
    }
  }

  /// Makes what some properties of the record that was begun are: the record's versions and other keys are not theirs.
  @inline(never)
  mutating func decodePart(into address: UnsafeMutableRawPointer, map: TypeMap.Storage) throws {
    var assembly = try RecordAssembly(map, at: address)
    try decodeCurrentProperties(of: &assembly, map: map, keys: map.keysAsPart)
    try assembly.finish(at: address)
  }
}

extension TypeMap.Flattening {
  /// Whether `isPresent` returns true for the key that names the case of some enum.
  func hasEnum(_ isPresent: (PropertyKey) throws -> Bool) rethrows -> Bool {
    for index in enums {
      if let tags = parts[index].tags, try isPresent(tags.key) { return true }
    }
    return false
  }
}

extension TypeMap.Cases {
  /// The error for a payload that is coded by its own code, which an object around it cannot have.
  func notFlattened(_ position: Int) -> EncodingError {
    .invalidValue(
      type,
      .init(
        """
        The value of the case '\(layout.cases[position].name.withoutBackticks)' of \(TypeLookup.name(of: type)), which is \
        flattened, has its own encode(to:). Remove that code, or .flattened from the rule.
        """))
  }
}
