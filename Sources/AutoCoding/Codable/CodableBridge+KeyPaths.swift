/// Properties with key paths (``KeyGroup``), which are coded in nested containers.
extension CodableBridge {
  static func encodeMembers(
    of group: KeyGroup, _ base: UnsafeRawPointer, map: TypeMap.Storage,
    in container: inout KeyedEncodingContainer<PropertyKey>, of encoder: (any Encoder)?
  ) throws {
    // Whether an object on a key path is encoded if all in it is nil.
    let writesNils = (encoder as? ContainerEncoder)?.sink.writesNils ?? false
    let record: GroupedRecord
    do {
      record = try GroupedRecord(map, at: base, writesNils: writesNils)
    } catch {
      throw error.prepending(container.codingPath)
    }
    let isForeign = encoder.map { !($0 is ContainerEncoder) && !FoundationCoders.includeEncoder($0) } ?? false
    try encodeMembers(of: group, record, in: &container, of: encoder, passesNils: isForeign)
    if let encoder, let rest = group.rest, rest.writtenBefore != nil { try encodeRest(rest, of: record, to: encoder) }
  }

  /// - Parameters:
  ///   - encoder: The encoder of the container, if the group is a root.
  ///   - passesNils: Whether the encoder is to know of the properties of a flattened model that is nil. Those of databases set
  ///     the columns of what is nil.
  private static func encodeMembers(
    of group: KeyGroup, _ record: GroupedRecord, in container: inout KeyedEncodingContainer<PropertyKey>,
    of encoder: (any Encoder)? = nil, passesNils: Bool
  ) throws {
    for index in group.written.indices {
      if let encoder, group.hasInsertions { try encodeEnums(before: index, of: group, record, to: encoder) }
      let member = group.membersInPlace + index
      if let inner = member.pointee.group {
        guard record.isWritten(inner) else { continue }
        var nested = container.nestedContainer(keyedBy: PropertyKey.self, forKey: member.pointee.key)
        try encodeMembers(of: inner, record, in: &nested, passesNils: passesNils)
      } else if let location = record.location(of: member.pointee.position) {
        if location.isKept {
          try encodeKept(location, forKey: member.pointee.key, in: &container)
        } else {
          try encodeProperty(
            location.position, of: location.base, map: location.map, forKey: member.pointee.key, in: &container)
        }
      } else if passesNils {
        let operation = record.operation(at: member.pointee.position)
        try encodeNil(of: operation, forKey: member.pointee.key, in: &container)
      }
    }
    if let encoder, group.hasInsertions {
      try encodeEnums(before: group.written.count, of: group, record, to: encoder)
    }
  }

  /// Encodes a property that would be left out.
  private static func encodeKept(
    _ location: GroupedRecord.PropertyLocation, forKey key: PropertyKey,
    in container: inout KeyedEncodingContainer<PropertyKey>
  ) throws {
    let operation = location.operation
    if operation.pointee.isOptional, operation.pointee.memory.enumTag(location.address) != 0 {
      return try container.encodeNil(forKey: key)
    }
    if operation.pointee.isOptionalLeaf {
      return try encodeOptionalLeaf(location.address, operation, forKey: key, in: &container)
    }
    try encode(location.address, operation, forKey: key, in: &container, nestingIn: nil)
  }

  static func decodeMembers(
    of group: KeyGroup, into address: UnsafeMutableRawPointer, map: TypeMap.Storage,
    from container: KeyedDecodingContainer<PropertyKey>, of decoder: (any Decoder)?
  ) throws {
    var assembly = try RecordAssembly(map, at: address)
    var arrivals = KeyArrivals(of: map)
    if let parts = arrivals.parts, let decoder, FoundationCoders.isForeign(type(of: decoder)) {
      try leaveOutNulls(of: parts, in: group, map: map, from: container)
    }
    try decodeRanks(of: group, into: &assembly, map: map, from: container, &arrivals)
    if let parts = arrivals.parts {
      if let decoder, let entries = parts.rest, let rest = group.rest {
        try decodeRest(entries, known: group.index, areKeysFixed: rest.areKeysFixed, from: decoder)
      }
      if let decoder, map.hasFlattenedEnums {
        try decodeEnums(parts, in: &assembly, map: map, from: container, of: decoder)
      }
      try parts.finish(
        in: &assembly, map,
        keepingFirst: (decoder as? ContainerDecoder)?.source.options.values.usesLastDuplicate != true,
        check: { assembly, map in try checkMissing(in: assembly, map, container) },
        context: decoder.map { DecodingContext($0) }, calls: { _ in true })
    }
    try checkMissing(in: assembly, map, container)
    try assembly.finish(at: address)
  }

  /// Makes flattened models nil of which there is nothing but null, as databases have it for a row without a counterpart.
  private static func leaveOutNulls(
    of parts: FlattenedParts, in group: KeyGroup, map: TypeMap.Storage,
    from container: KeyedDecodingContainer<PropertyKey>
  ) throws {
    var values: [(position: Int, isNull: Bool)] = []
    for (index, member) in group.members.enumerated() where !group.unread.contains(index) {
      let key = group.key(index)
      guard container.contains(key) else { continue }
      var isNull: Bool?
      try member.forEachProperty { position, _ in
        guard position >= map.operations.count else { return }
        let found = try isNull ?? container.decodeNil(forKey: key)
        isNull = found
        values.append((position - map.operations.count, found))
      }
    }
    parts.leaveOutNulls(values, map)
  }

  /// Decodes all properties under their current paths, and then others under former ones.
  private static func decodeRanks(
    of group: KeyGroup, into assembly: inout RecordAssembly, map: TypeMap.Storage,
    from container: KeyedDecodingContainer<PropertyKey>, _ arrivals: inout KeyArrivals
  ) throws {
    for rank in group.ranks.sorted() {
      try decodeMembers(of: group, rank, into: &assembly, map: map, from: container, &arrivals)
    }
  }

  private static func decodeMembers(
    of group: KeyGroup, _ turn: Int, into assembly: inout RecordAssembly, map: TypeMap.Storage,
    from container: KeyedDecodingContainer<PropertyKey>, _ arrivals: inout KeyArrivals
  ) throws {
    for (index, member) in group.members.enumerated() where !group.unread.contains(index) {
      let key = group.key(index)
      guard member.hasRank(turn), container.contains(key) else { continue }
      switch member {
      case .property(let position, let rank):
        try decodeMember(
          position, rank: rank, into: &assembly, map: map, forKey: key, from: container, &arrivals)
      case .group(let inner) where try container.decodeNil(forKey: key):
        // Null in place of the object counts as null for each of its properties, so each of them is decoded from it.
        try inner.forEachProperty { position, rank in
          guard rank == turn else { return }
          try decodeMember(
            position, rank: rank, into: &assembly, map: map, forKey: key, from: container, &arrivals)
        }
      case .group(let inner) where inner.isArray:
        let found = try decodeMisplaced(inner, turn, into: &assembly, map: map, &arrivals) {
          try container.nestedUnkeyedContainer(forKey: key)
        }
        if var found {
          try decodeElements(of: inner, turn, into: &assembly, map: map, from: &found, &arrivals)
        }
      case .group(let inner):
        let found = try decodeMisplaced(inner, turn, into: &assembly, map: map, &arrivals) {
          try container.nestedContainer(keyedBy: PropertyKey.self, forKey: key)
        }
        if let found {
          try decodeMembers(of: inner, turn, into: &assembly, map: map, from: found, &arrivals)
        }
      }
    }
  }

  /// Returns the container of a group's object or array. Returns nil if the value is none, and the rules of all properties in
  /// it recover from what does not fit.
  private static func decodeMisplaced<Container>(
    _ group: KeyGroup, _ turn: Int, into assembly: inout RecordAssembly, map: TypeMap.Storage,
    _ arrivals: inout KeyArrivals, _ container: () throws -> Container
  ) throws -> Container? {
    let failure: any Error
    let begun = ThreadState.ownCodeFailures
    do {
      return try container()
    } catch let error where isRecoverable(error, since: begun) {
      failure = error
    }
    try group.forEachProperty { position, rank in
      guard rank == turn, arrivals.collects(position, of: map) else { return }
      try arrivals.withLocation(of: position, in: &assembly, map) { position, assembly, map, arrivals in
        guard makeRoom(for: position, rank: rank, in: &assembly, &arrivals) else { return }
        let operation = map.operation(at: position)
        if operation.pointee.isNilForUndecodable {
          operation.pointee.initializeNull(assembly.slot(position))
          assembly.commit(position)
        } else if !operation.pointee.keepsDefaultForUndecodable {
          throw failure
        }
        arrivals.add(position, rank: rank)
      }
    }
    return nil
  }

  /// Decodes the elements of an array that key paths lead through.
  private static func decodeElements(
    of group: KeyGroup, _ turn: Int, into assembly: inout RecordAssembly, map: TypeMap.Storage,
    from container: inout any UnkeyedDecodingContainer, _ arrivals: inout KeyArrivals
  ) throws {
    while !container.isAtEnd {
      guard let index = group.member(atElement: container.currentIndex), group.members[index].hasRank(turn) else {
        try skip(in: &container)
        continue
      }
      switch group.members[index] {
      case .property(let position, _) where !arrivals.collects(position, of: map): try skip(in: &container)
      case .property(let position, let rank):
        try arrivals.withLocation(of: position, in: &assembly, map) { position, assembly, map, arrivals in
          guard makeRoom(for: position, rank: rank, in: &assembly, &arrivals) else {
            return try skip(in: &container)
          }
          let operation = map.operation(at: position)
          if operation.pointee.takesNullAsMissing, try container.decodeNil() { return }
          let codec = operation.pointee.codec
          let slot = assembly.slot(position)
          let index = container.currentIndex
          let isDecoded = try decodeOrDefault(operation) {
            func decode() throws {
              try next(codec, from: &container).move(to: slot, as: codec, codingPath: container.codingPath)
            }
            if operation.pointee.isNilForUndecodable {
              try decodeOrNil(into: slot, operation, decode)
            } else {
              try decode()
            }
          }
          // A container stays at a value that it cannot decode.
          if container.currentIndex == index { try skip(in: &container) }
          if isDecoded { assembly.commit(position) }
          arrivals.add(position, rank: rank)
        }
      case .group(let inner):
        let path = container.codingPath + [DynamicKey(index: container.currentIndex)]
        if try container.decodeNil() {
          // Null in place of the object or array counts as null for each of its properties.
          try inner.forEachProperty { position, rank in
            guard rank == turn, arrivals.collects(position, of: map) else { return }
            try arrivals.withLocation(of: position, in: &assembly, map) { position, assembly, map, arrivals in
              let operation = map.operation(at: position)
              guard makeRoom(for: position, rank: rank, in: &assembly, &arrivals) else { return }
              guard operation.pointee.isOptional else {
                if operation.pointee.takesNullAsMissing { return }
                if operation.pointee.keepsDefaultForUndecodable { return arrivals.add(position, rank: rank) }
                throw DecodingError.valueNotFound(
                  operation.pointee.codec.type,
                  .init(
                    codingPath: path,
                    debugDescription: "Null was found in place of what contains \(operation.pointee.key.stringValue)."))
              }
              operation.pointee.initializeNil(assembly.slot(position))
              assembly.commit(position)
              arrivals.add(position, rank: rank)
            }
          }
        } else if inner.isArray {
          let found = try decodeMisplaced(inner, turn, into: &assembly, map: map, &arrivals) {
            try container.nestedUnkeyedContainer()
          }
          if var found {
            try decodeElements(of: inner, turn, into: &assembly, map: map, from: &found, &arrivals)
          } else {
            // A container stays at a value that it cannot decode.
            try skip(in: &container)
          }
        } else {
          let found = try decodeMisplaced(inner, turn, into: &assembly, map: map, &arrivals) {
            try container.nestedContainer(keyedBy: PropertyKey.self)
          }
          if let found {
            try decodeMembers(of: inner, turn, into: &assembly, map: map, from: found, &arrivals)
          } else {
            try skip(in: &container)
          }
        }
      }
    }
  }

  /// Removes an earlier value of a property; returns false if that one wins, since its key is the newer.
  private static func makeRoom(
    for position: Int, rank: Int, in assembly: inout RecordAssembly, _ arrivals: inout KeyArrivals
  ) -> Bool {
    guard let earlier = arrivals.rank(of: position) else { return true }
    guard rank < earlier else { return false }
    arrivals.remove(position, from: &assembly)
    return true
  }

  /// Passes over the next element of a container.
  static func skip(in container: inout any UnkeyedDecodingContainer) throws {
    if try !container.decodeNil() { _ = try container.decode(Skipped.self) }
  }

  /// A value that is passed over.
  private struct Skipped: Decodable {
    init(from decoder: any Decoder) {}
  }

  private static func decodeMember(
    _ position: Int, rank: Int, into assembly: inout RecordAssembly, map: TypeMap.Storage, forKey key: PropertyKey,
    from container: KeyedDecodingContainer<PropertyKey>, _ arrivals: inout KeyArrivals
  ) throws {
    if position >= map.operations.count {
      if let parts = arrivals.parts, parts.isLeftOut(position - map.operations.count) { return }
      return try arrivals.withLocation(of: position, in: &assembly, map) { position, assembly, map, arrivals in
        try decodeMember(
          position, rank: rank, into: &assembly, map: map, forKey: key, from: container, &arrivals)
      }
    }
    guard makeRoom(for: position, rank: rank, in: &assembly, &arrivals) else { return }
    // Null is as a missing key.
    if map.operation(at: position).pointee.takesNullAsMissing, try container.decodeNil(forKey: key) { return }
    let (slot, operation) = (assembly.slot(position), map.operation(at: position))
    let isDecoded = try decodeOrDefault(operation) {
      try decode(into: slot, operation, forKey: key, from: container)
    }
    if isDecoded { assembly.commit(position) }
    arrivals.add(position, rank: rank)
  }
}

extension KeyGroup.Member {
  /// Whether it is, or has, a property under a path of a rank.
  fileprivate func hasRank(_ rank: Int) -> Bool {
    switch self {
    case .property(_, let own): own == rank
    case .group(let group): group.ranks.contains(rank)
    }
  }
}
