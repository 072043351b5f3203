/// Thrown by ``CodingReader/beginRecord(of:)`` if the value is no record of the format, but what `Codable` code has written. It
/// is then decoded by such code.
struct WrittenByCodable: Error {}

/// The walk over structs, classes and their properties.
extension CodingReader {
  /// Enters a level for a model, and reads it.
  mutating func decodeNested(into address: UnsafeMutableRawPointer, as codec: RecordCodec) throws {
    if try readNested(into: address, as: codec) { return }
    // A raw value is a leaf. JSON reads it without the walk, except for the first value of a type.
    if codec.decodingDefault == .rawValue { return try decodeRecord(into: address, as: codec) }
    do {
      let level = try NestedLevel.enter(toDecodeWithin: limits)
      defer { extendLifetime(level) }
      return try decodeRecord(into: address, as: codec)
    } catch is WrittenByCodable {}
    try readCodable(into: address, as: codec.access)
  }

  private mutating func decodeRecord(into address: UnsafeMutableRawPointer, as codec: RecordCodec) throws {
    switch codec.decodingDefault {
    case nil: return try readCodable(into: address, as: codec.access)
    case .rawValue: try decode(into: address, as: codec.rawValue)
    case .structure:
      try codec.map._withUnsafeGuaranteedRef { map in
        if map.objectType != nil {
          try decodeObject(into: address, as: codec, map: map)
        } else if case .enumeration(let cases) = map.shape {
          try decodeCase(into: address, map: map, cases: cases)
        } else {
          try beginRecord(of: codec.type)
          try decodeProperties(into: address, map: map)
        }
      }
    }
    if isComplete(codec) { try codec.finish(address) }
  }

  private mutating func decodeObject(
    into address: UnsafeMutableRawPointer, as codec: RecordCodec, map: TypeMap.Storage
  ) throws {
    try beginRecord()
    if codec.hasTypeKey, rules.readsTypeTags { return try decodeTagged(into: address, as: codec, map: map) }
    // A class may always have subclasses: a library that is loaded later may bring one.
    guard let name = try readSubclassName() else { return try decodeProperties(into: address, map: map) }
    let codec = try codec.subclassCodec(named: name)
    let scope = TypeScope.enterValue(.passUnretained(codec))
    defer { scope.end() }
    try codec.map._withUnsafeGuaranteedRef { try decodeProperties(into: address, map: $0) }
  }

  /// Reads the properties of the record that was begun.
  package mutating func decodeProperties(into address: UnsafeMutableRawPointer, map: TypeMap.Storage) throws {
    if try !readRecord(preparedIn: map.slot, into: address) { try assembleProperties(into: address, map: map) }
  }

  @inline(never)
  private mutating func assembleProperties(into address: UnsafeMutableRawPointer, map: TypeMap.Storage) throws {
    if rules.nestsKeyPaths, let map = map.mapToDecodeInPlace { return try decodeProperties(into: address, map: map) }
    var assembly = try RecordAssembly(map, at: address)
    if try !decodeMigratedProperties(of: &assembly, map: map) { try decodeRemainingProperties(of: &assembly, map: map) }
    try assembly.finish(at: address)
  }

  /// Reads the properties of the record that was begun, which is not older than the type, as far as they have not been read.
  @inline(never)
  package mutating func decodeRemainingProperties(of assembly: inout RecordAssembly, map: TypeMap.Storage) throws {
    try decodeCurrentProperties(of: &assembly, map: map)
  }

  /// Reads the properties of the record that was begun, as far as they are present.
  @inline(__always)
  package mutating func decodeProperties(
    of assembly: inout RecordAssembly, map: TypeMap.Storage
  ) throws {
    if try decodeMigratedProperties(of: &assembly, map: map) { return }
    try decodeCurrentProperties(of: &assembly, map: map)
  }

  /// Reads the properties of the record that was begun, which is not older than the type.
  ///
  /// - Parameters:
  ///   - keys: The keys of the type if it is a model that is flattened into the record.
  ///   - readLeaf: Reads the next value if it is a number or boolean in its most common form; otherwise returns
  ///     false and reads nothing.
  @inline(__always)
  package mutating func decodeCurrentProperties(
    of assembly: inout RecordAssembly, map: TypeMap.Storage, keys: PartKeys? = nil,
    _ readLeaf: (inout Self, UnsafeMutableRawPointer, Codec.Kind) -> Bool = { _, _, _ in false }
  ) throws {
    // Without properties no key matches, so no operation is used.
    guard let operations = map.operations.baseAddress else {
      while try nextProperty(in: keys?.index ?? map.index, expecting: 0) != nil { try skipValue() }
      return
    }
    if let group = keys?.group ?? map.keyGroup, rules.nestsKeyPaths {
      return try decodeMembers(of: group, into: &assembly, map: map)
    }
    let index = keys?.index ?? map.index
    // The ranks of properties that came under a former key, or after a value under one.
    var ranks = FormerKeyRanks()
    var arrivals = FormerKeyArrivals()
    var failures = FormerKeyFailures()
    var expected = 0
    let trackedPath = trackedPath
    while let match = try nextProperty(in: index, expecting: expected) {
      let position = match.position
      expected = position + 1
      trackedPath?.enter(match.rank == 0 ? operations[position].key : operations[position].key(ofRank: match.rank))
      defer { trackedPath?.leave() }
      do {
        if map.hasFormerKeys, !operations[position].formerKeys.isEmpty {
          let earlier = assembly.contains(position) ? ranks[position] : failures.rank(of: position)
          let arrival = try arrival(of: position, rank: match.rank, after: earlier, map, &arrivals)
          if arrival == .isPassedOver { continue }
          if earlier != nil {
            if assembly.contains(position) { assembly.remove(position) }
            failures.forget(position)
          }
          if arrival == .isNullInPlaceOfValue { continue }
        } else if rules.keepsFirstOfDuplicateKeys, arrivals.isDefaulted(position) {
          try skipValue()
          continue
        } else if assembly.contains(position) {
          // A duplicate key, or an older key of the same property: the newest key wins; for one key, the last value or
          // the first.
          let rank = ranks[position]
          guard match.rank < rank || match.rank == rank && !rules.keepsFirstOfDuplicateKeys else {
            try skipValue()
            continue
          }
          assembly.remove(position)
        }
        ranks[position] = match.rank
        let operation = operations + position
        if try leavesNullAtDefault(operation, of: map) {
          arrivals.addDefaulted(position)
          continue
        }
        let slot = assembly.slot(position)
        let reported = map.hasFormerKeys ? issueCount : 0
        defer { if map.hasFormerKeys { noteIssues(from: reported, of: position, &arrivals) } }
        if match.rank > 0 {
          let count = failures.count
          let isRead = try readFormer(position, rank: match.rank, &failures) {
            try $0.decodeOrDefault(into: slot, operation, map: map)
          }
          failures.prepend(operations[position].key(ofRank: match.rank), from: count)
          if !isRead { continue }
        } else if rules.leavesUndecodableAtDefault || operation.pointee.keepsDefaultForUndecodable {
          if try !decodeOrDefault(into: slot, operation, map: map) {
            if map.hasFormerKeys { failures.add(position, rank: 0, nil) }
            arrivals.addDefaulted(position)
            continue
          }
        } else if operation.pointee.isOptional || !readLeaf(&self, slot, operation.pointee.kind) {
          try decodeProperty(into: slot, operation)
        }
        assembly.commit(position)
      } catch {
        throw error.prepending(
          match.rank == 0 ? operations[position].key : operations[position].key(ofRank: match.rank))
      }
    }
    if failures.count > 0 { try failures.check { assembly.contains($0) } }
    try settle(arrivals, in: &assembly, map) { !$1.contains($0) && !arrivals.isDefaulted($0) }
  }

  /// Reads a property into its slot.
  @inline(__always)
  package mutating func decodeProperty(
    into address: UnsafeMutableRawPointer, _ operation: UnsafePointer<PropertyOperation>
  ) throws {
    if operation.pointee.isOptionalLeaf || operation.pointee.kind.isLeaf {
      try decodeLeafProperty(into: address, operation)
    } else {
      try operation.pointee.withCodec { try decode(into: address, as: $0) }
    }
  }

  /// Never inlined, so that nested values do not take its stack.
  @inline(never)
  private mutating func decodeLeafProperty(
    into address: UnsafeMutableRawPointer, _ operation: UnsafePointer<PropertyOperation>
  ) throws {
    if operation.pointee.isOptionalLeaf {
      try decodeOptionalLeaf(into: address, operation)
    } else {
      try decodeLeaf(into: address, kind: operation.pointee.kind)
    }
  }

  @inline(__always)
  private mutating func decodeOptionalLeaf(
    into address: UnsafeMutableRawPointer, _ operation: UnsafePointer<PropertyOperation>
  ) throws {
    if rules.readsUndecodableAsNil { return try operation.pointee.withCodec { try decode(into: address, as: $0) } }
    switch operation.pointee.kind {
    case .string: address.initialize(with: try readNull() ? nil : Optional(try readString()))
    case .int: address.initialize(with: try readNull() ? nil : Optional(try readInteger(as: Int.self)))
    case .double: address.initialize(with: try readNull() ? nil : Optional(try readDouble()))
    case .bool: address.initialize(with: try readNull() ? nil : Optional(try readBool()))
    default: try operation.pointee.withCodec { try decode(into: address, as: $0) }
    }
  }
}
