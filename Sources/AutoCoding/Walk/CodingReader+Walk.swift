#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// The walk that decodes data: here codecs and a format meet.
///
/// For all functions, the address is uninitialized. On return it holds a value of the codec's type; after an error it
/// is uninitialized still.
extension CodingReader {
  /// Reads a value.
  @inline(never)
  package mutating func decode(into address: UnsafeMutableRawPointer, as codec: Codec) throws {
    switch codec.kind {
    case .optional:
      let codec = unsafeDowncast(codec, to: OptionalCodec.self)
      if try readNull() { return codec.initializeNull(address) }
      if rules.readsUndecodableAsNil { return try decodeOrNil(into: address, as: codec) }
      try decode(into: address, as: codec.wrapped)
      codec.wrap(address)
    case .record: try decodeNested(into: address, as: unsafeDowncast(codec, to: RecordCodec.self))
    case .sequence: try decodeSequence(into: address, as: unsafeDowncast(codec, to: SequenceCodec.self))
    case .dictionary: try decodeDictionary(into: address, as: unsafeDowncast(codec, to: DictionaryCodec.self))
    case .existential: try readExistential(into: address, as: codec)
    case .tuple: try decodeTuple(into: address, as: unsafeDowncast(codec, to: TupleCodec.self))
    case .conversion:
      let codec = unsafeDowncast(codec, to: ConversionCodec.self)
      if let wrapper = codec.wrapper, try readDefault(of: wrapper, into: address) { return }
      let operations = ValueOperations(codec.representation.type)
      try withTemporaryMemory(size: operations.size, alignment: operations.alignment) { memory in
        try decode(into: memory, as: codec.representation)
        try codec.initialize(address, taking: memory)
      }
    case .codable:
      if let wrapper = codec.wrapper, try readDefault(of: wrapper, into: address) { return }
      try readCodable(into: address, as: unsafeDowncast(codec, to: CodableCodec.self).access)
    default: try decodeLeaf(into: address, kind: codec.kind)
    }
  }

  /// Reads null for a property wrapper that replaces null by a value. Otherwise returns false and reads nothing.
  private mutating func readDefault(
    of wrapper: WrapperRules, into address: UnsafeMutableRawPointer
  ) throws -> Bool {
    guard wrapper.replacesNull, try readNull() else { return false }
    guard wrapper.initializeForNull(address) else {
      throw DecodingError.valueNotFound(
        Any.self, .init(codingPath: [], debugDescription: "Found null, but wrapperForMissingKey is nil now."))
    }
    return true
  }

  /// Reads a leaf. Precondition: `kind` is a leaf.
  @inline(__always)
  package mutating func decodeLeaf(into address: UnsafeMutableRawPointer, kind: Codec.Kind) throws {
    switch kind {
    case .bool: address.initialize(with: try readBool())
    case .int: address.initialize(with: try readInteger(as: Int.self))
    case .int8: address.initialize(with: try readInteger(as: Int8.self))
    case .int16: address.initialize(with: try readInteger(as: Int16.self))
    case .int32: address.initialize(with: try readInteger(as: Int32.self))
    case .int64: address.initialize(with: try readInteger(as: Int64.self))
    case .uint: address.initialize(with: try readInteger(as: UInt.self))
    case .uint8: address.initialize(with: try readInteger(as: UInt8.self))
    case .uint16: address.initialize(with: try readInteger(as: UInt16.self))
    case .uint32: address.initialize(with: try readInteger(as: UInt32.self))
    case .uint64: address.initialize(with: try readInteger(as: UInt64.self))
    case .int128:
      if #available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *) {
        address.initialize(with: try readInteger(as: Int128.self))
      }
    case .uint128:
      if #available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *) {
        address.initialize(with: try readInteger(as: UInt128.self))
      }
    case .float: address.initialize(with: try readFloat())
    case .double: address.initialize(with: try readDouble())
    case .string: address.initialize(with: try readString())
    case .date: address.initialize(with: try readDate())
    case .data: address.initialize(with: try readData())
    case .url: address.initialize(with: try readURL())
    case .uuid: address.initialize(with: try readUUID())
    case .decimal: address.initialize(with: try readDecimal())
    case .optional, .sequence, .dictionary, .record, .existential, .tuple, .conversion, .codable: break
    }
  }

  private mutating func decodeSequence(into address: UnsafeMutableRawPointer, as codec: SequenceCodec) throws {
    if codec.isArray, !rules.skipsUndecodableElements {
      if try readNested(into: address, as: codec) { return }
      if codec.element.kind.isLeaf, try decodeLeaves(into: address, kind: codec.element.kind) { return }
    }
    let element = codec.element
    let trackedPath = trackedPath
    var elements = ElementBuffer(of: element.type, announced: try beginArray(isOrdered: !codec.isSet))
    while try hasNextElement() {
      trackedPath?.enter(index: elements.count)
      defer { trackedPath?.leave() }
      do {
        if try reading(recoveringBy: .skippedElement, { try $0.decode(into: elements.next(), as: element) }) {
          elements.commit()
        }
      } catch {
        throw error.prepending(DynamicKey(index: elements.count))
      }
    }
    // Elements of a set are hashed, which calls their types' code.
    if codec.isSet, !isComplete(element) { elements.removeAll() }
    codec.initialize(address, taking: &elements)
  }

  /// Reads an `Array` of one of the most common leaf types, or returns false. Never inlined, so that nested values do not
  /// take its stack.
  @inline(never)
  private mutating func decodeLeaves(into address: UnsafeMutableRawPointer, kind: Codec.Kind) throws -> Bool {
    switch kind {
    case .string: address.initialize(with: try leaves { (reader: inout Self) in try reader.readString() })
    case .int: address.initialize(with: try leaves { (reader: inout Self) in try reader.readInteger(as: Int.self) })
    case .double: address.initialize(with: try leaves { (reader: inout Self) in try reader.readDouble() })
    case .bool: address.initialize(with: try leaves { (reader: inout Self) in try reader.readBool() })
    default: return false
    }
    return true
  }

  @inline(__always)
  private mutating func leaves<Leaf>(_ read: (inout Self) throws -> Leaf) throws -> [Leaf] {
    _ = try beginArray()
    // Most arrays are short: allocate them once, at the size they need.
    return try withUnsafeTemporaryAllocation(of: Leaf.self, capacity: 16) { latest in
      var elements: [Leaf] = []
      var count = 0
      defer { UnsafeMutableBufferPointer(rebasing: latest[..<count]).deinitialize() }
      do {
        while try hasNextElement() {
          if count == latest.count {
            if elements.isEmpty { elements.reserveCapacity(4 * count) }
            elements.append(contentsOf: latest)
            UnsafeMutableBufferPointer(rebasing: latest[..<count]).deinitialize()
            count = 0
          }
          latest.initializeElement(at: count, to: try read(&self))
          count += 1
        }
      } catch {
        throw error.prepending(DynamicKey(index: elements.count + count))
      }
      let rest = UnsafeBufferPointer(rebasing: latest[..<count])
      // Takes less than half the time of `init(unsafeUninitializedCapacity:)`, which looks up metadata.
      if elements.isEmpty { return [Leaf](rest) }
      elements.append(contentsOf: rest)
      return elements
    }
  }

  private mutating func decodeDictionary(into address: UnsafeMutableRawPointer, as codec: DictionaryCodec) throws {
    if rules.keysAreValues { return try decodeValues(into: address, as: codec) }
    let announced = codec.isKeyed ? try beginDictionary() : try beginArray().map { $0 / 2 }
    var keys = ElementBuffer(of: codec.key.type, announced: announced)
    var values = ElementBuffer(of: codec.value.type, announced: announced)
    if codec.isKeyed {
      while let key = try nextKey(isText: codec.isTextKeyed) {
        do {
          guard codec.initializeKey(keys.next(), from: key) else {
            throw DecodingError.invalidKey(key, of: codec.key.type)
          }
          keys.commit()
          trackedPath?.enter(DynamicKey(key))
          defer { trackedPath?.leave() }
          if try reading(recoveringBy: .skippedElement, { try $0.decode(into: values.next(), as: codec.value) }) {
            values.commit()
          } else {
            keys.removeLast()
          }
        } catch {
          throw error.prepending(DynamicKey(key))
        }
      }
    } else {
      var index = 0
      while try hasNextElement() {
        trackedPath?.enter(index: index)
        defer { trackedPath?.leave() }
        index += 1
        do {
          let hasKey = try reading(recoveringBy: .skippedElement) { try $0.decode(into: keys.next(), as: codec.key) }
          if hasKey { keys.commit() }
          guard try hasNextElement() else {
            throw DecodingError.dataCorrupted(
              .init(codingPath: [], debugDescription: "Expected collection of key-value pairs; got odd-length array."))
          }
          trackedPath?.leave()
          trackedPath?.enter(index: index)
          index += 1
          if !hasKey {
            try skipValue()
          } else if try reading(recoveringBy: .skippedElement, { try $0.decode(into: values.next(), as: codec.value) })
          {
            values.commit()
          } else {
            keys.removeLast()
          }
        } catch {
          throw error.prepending(DynamicKey(index: keys.count + values.count))
        }
      }
    }
    if codec.isKeyed { return try codec.initialize(address, takingKeys: &keys, values: &values, by: rules) }
    // Of equal keys that are values in an array, `Dictionary` keeps the last.
    codec.initialize(address, takingKeys: &keys, values: &values)
  }

  /// Reads a dictionary whose keys are encoded as values.
  private mutating func decodeValues(into address: UnsafeMutableRawPointer, as codec: DictionaryCodec) throws {
    let announced = try beginDictionary()
    var keys = ElementBuffer(of: codec.key.type, announced: announced)
    var values = ElementBuffer(of: codec.value.type, announced: announced)
    while try hasNextElement() {
      do {
        try decode(into: keys.next(), as: codec.key)
        keys.commit()
        guard try hasNextElement() else { break }
      } catch {
        throw error.prepending(DynamicKey(index: keys.count))
      }
      do {
        try decode(into: values.next(), as: codec.value)
        values.commit()
      } catch {
        let key = keys[keys.count - 1]
        throw error.prepending(DynamicKey(ValueText.describing(codec.key.boxedValue(at: key))))
      }
    }
    if !isComplete(codec.key) {
      keys.removeAll()
      values.removeAll()
    }
    codec.initialize(address, takingKeys: &keys, values: &values)
  }

  /// Enters a level for a model, and reads it.
  private mutating func decodeNested(into address: UnsafeMutableRawPointer, as codec: RecordCodec) throws {
    if try readNested(into: address, as: codec) { return }
    // A raw value is a leaf. JSON reads it without the walk, except for the first value of a type.
    if codec.decodingDefault == .rawValue { return try decodeRecord(into: address, as: codec) }
    let level = try NestedLevel.enter(toDecodeWithin: limits)
    defer { _ = level.isOutermost }
    try decodeRecord(into: address, as: codec)
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
    guard let name = try readTypeName() else { return try decodeProperties(into: address, map: map) }
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
    var assembly = try RecordAssembly(map, at: address)
    try decodeProperties(of: &assembly, map: map)
    try assembly.finish(at: address)
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
  /// - Parameter readLeaf: Reads the next value if it is a number or boolean in its most common form; otherwise returns
  ///   false and reads nothing.
  @inline(__always)
  package mutating func decodeCurrentProperties(
    of assembly: inout RecordAssembly, map: TypeMap.Storage,
    _ readLeaf: (inout Self, UnsafeMutableRawPointer, Codec.Kind) -> Bool = { _, _, _ in false }
  ) throws {
    // Without properties no key matches, so no operation is used.
    guard let operations = map.operations.baseAddress else {
      while try nextProperty(in: map.index, expecting: 0) != nil { try skipValue() }
      return
    }
    if let group = map.keyGroup, rules.nestsKeyPaths { return try decodeMembers(of: group, into: &assembly, map: map) }
    // The ranks of properties that came under a former key, or after a value under one.
    var ranks: [Int: Int]?
    var arrivals = FormerKeyArrivals()
    var failures = FormerKeyFailures()
    var expected = 0
    let trackedPath = trackedPath
    while let match = try nextProperty(in: map.index, expecting: expected) {
      let position = match.position
      expected = position + 1
      trackedPath?.enter(match.rank == 0 ? operations[position].key : operations[position].key(ofRank: match.rank))
      defer { trackedPath?.leave() }
      do {
        if map.hasFormerKeys, !operations[position].formerKeys.isEmpty {
          let earlier = assembly.contains(position) ? ranks?[position] ?? 0 : failures.rank(of: position)
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
          let rank = ranks?[position] ?? 0
          guard match.rank < rank || match.rank == rank && !rules.keepsFirstOfDuplicateKeys else {
            try skipValue()
            continue
          }
          assembly.remove(position)
        }
        if match.rank > 0 || ranks != nil { ranks = (ranks ?? [:]).merging([position: match.rank]) { $1 } }
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
        } else if rules.leavesUndecodableAtDefault {
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
    try settle(arrivals, in: &assembly, map)
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

  private mutating func decodeTuple(into address: UnsafeMutableRawPointer, as codec: TupleCodec) throws {
    if codec.isKeyed {
      try beginRecord(of: codec.type)
      return try decodeProperties(into: address, map: codec.map)
    }
    _ = try beginArray()
    try RecordAssembly.inOrder(codec.map, at: address) { position, slot in
      trackedPath?.enter(index: position)
      defer { trackedPath?.leave() }
      do {
        guard try hasNextElement() else { throw codec.countMismatch(found: position) }
        try decode(into: slot, as: codec.map.operations[position].codec)
      } catch {
        throw error.prepending(DynamicKey(index: position))
      }
    }
    do {
      guard try hasNextElement() else { return }
      var found = codec.map.operations.count
      repeat {
        found += 1
        try skipValue()
      } while try hasNextElement()
      throw codec.countMismatch(found: found)
    } catch {
      ValueOperations(codec.type).destroy(address)
      throw error
    }
  }

  private mutating func decodeCase(
    into address: UnsafeMutableRawPointer, map: TypeMap.Storage, cases: TypeMap.Cases
  ) throws {
    var found: Int?
    if map.hasHeader, rules.readsTypeTags, let tags = cases.tags {
      return try decodeTaggedCase(into: address, map: map, cases: cases, tags)
    }
    try beginRecord(of: map.type)
    if let versions = map.versions {
      let isMigrated = try readMigratedProperties(of: versions, isEnum: true) {
        try $0.decodeCase($1, into: address, map: map, cases: cases)
      }
      if isMigrated { return }
    }
    do {
      while let match = try nextProperty(in: cases.index, expecting: -1) {
        if let found { throw map.ambiguousCase(found, match.position) }
        trackedPath?.enter(cases.index.keys[match.position])
        defer { trackedPath?.leave() }
        do {
          try decodePayload(into: address, case: match.position, cases: cases)
        } catch {
          throw error.prepending(cases.index.keys[match.position])
        }
        found = match.position
      }
    } catch {
      if found != nil { ValueOperations(map.type).destroy(address) }
      throw error
    }
    if found == nil { try cases.initializeUnknown(address, map) }
  }

  mutating func decodePayload(
    into address: UnsafeMutableRawPointer, case position: Int, cases: TypeMap.Cases
  ) throws {
    try cases.layout.initialize(address, case: position) { memory in
      if let payload = cases.payloads[position] {
        try beginRecord(of: payload.recordType)
        try decodeProperties(into: memory, map: payload)
      } else {
        // Skip members of any type: newer data may have a payload here.
        try beginRecord()
        while try nextProperty(in: .empty, expecting: -1) != nil {}
      }
    }
  }
}

extension CodingReader {
  package mutating func readExistential(into address: UnsafeMutableRawPointer, as codec: Codec) throws {
    try readCodable(into: address, as: unsafeDowncast(codec, to: ExistentialCodec.self).access)
  }
}
