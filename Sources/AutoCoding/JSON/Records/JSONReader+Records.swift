#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// Reads records in one pass, with the place of the next byte in a register: keys in an expected order, and the most
/// common leaves. Anything else falls back to the walk, one key or value at a time.
extension JSONReader {
  mutating func readRecord(preparedIn slot: RecordSlot, into address: UnsafeMutableRawPointer) throws -> Bool {
    guard readsRecordsAtOnce, let record = JSONRecord.prepared(in: slot, style), record.pointee.canDecodeInOnePass,
      !record.pointee.hasFormerKeys || !isLenient && !checksKeys && !record.pointee.hasRecoveringDefaults
    else {
      return false
    }
    if let version = record.pointee.version, !skipVersion(version) { return false }
    try record.pointee.map._withUnsafeGuaranteedRef { try readRecord(record, $0, into: address) }
    return true
  }

  /// Precondition: the map is the record's, and can be decoded in one pass.
  @inline(__always)
  private mutating func readRecord(
    _ record: UnsafePointer<JSONRecord>, _ map: TypeMap.Storage, into address: UnsafeMutableRawPointer
  ) throws {
    var present: UInt64 = 0
    if map.hasOnlyCodedProperties, map.objectType == nil {
      // A struct whose stored properties are all coded is initialized once they are, so decode them in place.
      do {
        if try readProperties(into: address, record, &present) {
          if present != map.allPositions { try map.initializeMissing(at: address, present: &present) }
          return
        }
      } catch {
        map.destroy(at: address, present: present)
        throw error
      }
      return try readOthers(into: address, map, present)
    }
    var assembly = try RecordAssembly(map, at: address)
    let isRead: Bool
    do {
      isRead = try readProperties(into: assembly.memory, record, &present)
    } catch {
      assembly.commit(positions: present)
      throw error
    }
    assembly.commit(positions: present)
    if !isRead { try decodeRemainingProperties(of: &assembly, map: map) }
    try assembly.finish(at: address)
  }

  /// Reads the other properties of a struct by the walk.
  @inline(never)
  private mutating func readOthers(
    into address: UnsafeMutableRawPointer, _ map: TypeMap.Storage, _ present: UInt64
  ) throws {
    var assembly = try RecordAssembly(map, at: address)
    assembly.commit(positions: present)
    try decodeRemainingProperties(of: &assembly, map: map)
    try assembly.finish(at: address)
  }

  /// Reads the properties of a record that has been begun, to its end. Returns false at a former key, which is left to the
  /// walk with all that follows.
  ///
  /// Precondition: `memory` is uninitialized, and as large as the record's map requires.
  ///
  /// - Parameter found: Is set to a bit for each property that was initialized, even if an error is thrown.
  private mutating func readProperties(
    into memory: UnsafeMutableRawPointer, _ record: UnsafePointer<JSONRecord>, _ found: inout UInt64
  ) throws -> Bool {
    var cursor = cursor
    let strings = strings
    let first = record.pointee.first
    let last = record.pointee.end
    let successors = record.pointee.successors
    let skipsUnknownKeys = record.pointee.knowsAllKeys && !checksKeys
    // The next property is most often the next one of the type, or the one that followed this one last time.
    var expected = first
    var likely = UnsafeRawPointer(first) + successors[0]
    // A property that is not read is passed over like one that has been read.
    var present = record.pointee.unread
    // The properties without a value: those that are not read, and those that a tolerated value has left at their default.
    // They are among those present until the end.
    var defaulted = present
    defer { found = present & ~defaulted }
    var line = lineLength
    cursor.skipSpace(expecting: &line)
    if cursor.has(1), cursor.byte == .closeBrace {
      end(at: cursor, line: line)
      return true
    }
    if !cursor.has(1) || cursor.byte != .quote {
      guard try beginMember(at: cursor.place) else { return true }
      cursor.place = UnsafeRawPointer(next)
    }
    while true {
      member: do {
        let property: UnsafePointer<JSONProperty>
        let candidate = likely.assumingMemoryBound(to: JSONProperty.self)
        if candidate < last, let value = Self.value(of: candidate, at: cursor.place, cursor.limit) {
          property = candidate
          cursor.place = value
        } else {
          let search = Self.search(record, at: cursor.place, cursor.limit, expecting: expected, after: candidate)
          if let found = search.property {
            property = found
            cursor.place = search.value
          } else if search.isUnknown, skipsUnknownKeys,
            let end = JSONCursor.skipMember(at: cursor.place, cursor.limit, maximumNesting)
          {
            cursor.place = end
            break member
          } else {
            guard let match = try otherProperty(at: cursor.place, record) else { return true }
            guard match.rank == 0 else { return false }
            property = first + match.position
            cursor.place = UnsafeRawPointer(next)
          }
          // The search finds properties that are near without a hint.
          if !search.isNear {
            successors.store(property.pointee.position &* MemoryLayout<JSONProperty>.stride, at: expected - first)
          }
        }
        expected = property + 1
        likely = UnsafeRawPointer(first) + successors[property.pointee.position &+ 1]
        let bit: UInt64 = 1 &<< UInt64(truncatingIfNeeded: property.pointee.position)
        let slot = memory + property.pointee.offset
        value: do {
          if present & bit != 0 {
            next = cursor.place.assumingMemoryBound(to: UInt8.self)
            let isReplaced = try replacesEarlier(property.pointee.operation, isRead: record.pointee.unread & bit == 0)
            cursor.place = UnsafeRawPointer(next)
            guard isReplaced else { break value }
            if defaulted & bit == 0 { property.pointee.operation.pointee.memory.destroy(slot) }
            present &= ~bit
            defaulted &= ~bit
          }
          let begin = cursor.place
          // Not in a function, since the compiler would not inline it, and a call takes longer than reading most
          // values.
          switch property.pointee.form {
          case .string:
            guard let value = cursor.string(strings) else { break }
            slot.initialize(with: value)
            break value
          case .optionalString:
            if cursor.skipNull() {
              slot.initialize(with: nil as String?)
              break value
            }
            guard let value = cursor.string(strings) else { break }
            slot.initialize(with: Optional(value))
            break value
          case .int:
            guard let value = cursor.integer() else { break }
            slot.initialize(with: value)
            break value
          case .optionalInt:
            if cursor.skipNull() {
              slot.initialize(with: nil as Int?)
              break value
            }
            guard let value = cursor.integer() else { break }
            slot.initialize(with: Optional(value))
            break value
          case .bool:
            guard let value = cursor.bool() else { break }
            slot.initialize(with: value)
            break value
          case .optionalBool:
            if cursor.skipNull() {
              slot.initialize(with: nil as Bool?)
              break value
            }
            guard let value = cursor.bool() else { break }
            slot.initialize(with: Optional(value))
            break value
          case .double:
            guard let value = cursor.double() else { break }
            slot.initialize(with: value)
            break value
          case .date where datesAreDeferred:
            guard let value = cursor.double() else { break }
            slot.initialize(with: Date(timeIntervalSinceReferenceDate: value))
            break value
          case .rawValue:
            guard let cases = property.pointee.cases, let value = readCase(of: cases, at: &cursor) else { break }
            slot.storeBytes(of: value, as: UInt8.self)
            break value
          case .optionalRawValue:
            if cursor.skipNull() {
              property.pointee.operation.pointee.initializeNil(slot)
              break value
            }
            guard let cases = property.pointee.cases, let value = readCase(of: cases, at: &cursor) else { break }
            slot.storeBytes(of: value, as: UInt8.self)
            break value
          case .optional:
            if cursor.skipNull() {
              property.pointee.operation.pointee.initializeNull(slot)
              break value
            }
            let operation = property.pointee.operation
            guard operation.pointee.isOptionalLeaf, operation.pointee.kind == .double, let value = cursor.double()
            else {
              break
            }
            slot.initialize(with: Optional(value))
            break value
          default: break
          }
          next = begin.assumingMemoryBound(to: UInt8.self)
          lineLength = line &+ lineStep
          var isRead = true
          if isLenient || property.pointee.operation.pointee.keepsDefaultForUndecodable {
            isRead = try readLeniently(into: slot, property, record)
          } else if try readsNullAsDefault(property) {
            isRead = false
          } else {
            try readOther(into: slot, property)
          }
          lineStep = lineLength &- line
          cursor.place = UnsafeRawPointer(next)
          if !isRead { defaulted |= bit }
        }
        present |= bit
      }

      if cursor.skipComma(andSpace: line) { continue }
      // In regular text the object ends here, and the white space before the brace is shorter by one step.
      if !cursor.skipLine(line &- lineStep) { cursor.skipSpace() }
      if cursor.has(1), cursor.byte == .closeBrace {
        end(at: cursor, line: line)
        return true
      }
      (cursor.place, line) = try otherMember(at: cursor.place, line: line)
      guard cursor.place < cursor.limit else { return true }
    }
  }

  /// Ends a record at the brace.
  @inline(__always)
  private mutating func end(at cursor: JSONCursor, line: Int) {
    next = (cursor.place + 1).assumingMemoryBound(to: UInt8.self)
    lineLength = line
  }

  /// Reads a key and its colon, and returns its property. This is the slow path, for keys that `search` does not find, or
  /// with more white space than usual. Returns nil if the object ends first, after keys without a property. If the key is
  /// a former one, nothing is consumed.
  @inline(never)
  private mutating func otherProperty(
    at place: UnsafeRawPointer, _ record: UnsafePointer<JSONRecord>
  ) throws -> PropertyIndex.Match? {
    next = place.assumingMemoryBound(to: UInt8.self)
    let match = try record.pointee.map._withUnsafeGuaranteedRef { try nextProperty(in: $0.index, expecting: -1) }
    if let match, match.rank > 0 {
      next = place.assumingMemoryBound(to: UInt8.self)
    } else if next < end, next.pointee == .space {
      next += 1
    }
    return match
  }

  /// Skips a comma with unexpected white space around it. Returns the place of the next key and the length of the white
  /// space before it. If the object ends instead, skips its end, and returns the limit of cursors as the place.
  @inline(never)
  private mutating func otherMember(
    at place: UnsafeRawPointer, line: Int
  ) throws -> (place: UnsafeRawPointer, line: Int) {
    var line = line
    var member = JSONCursor(place: place, limit: limit)
    if member.has(2), member.byte == .comma {
      member.place += 1
      member.skipSpace(expecting: &line)
      if member.has(1), member.byte == .quote { return (member.place, line) }
    }
    guard try beginMember(at: place) else { return (limit, line) }
    return (UnsafeRawPointer(next), line)
  }

  /// Skips the text before the next key. If the object ends instead, skips its end and returns false.
  @inline(never)
  private mutating func beginMember(at place: UnsafeRawPointer) throws -> Bool {
    next = place.assumingMemoryBound(to: UInt8.self)
    guard try hasNext(before: .closeBrace) else { return false }
    skipSpace()
    guard next < end, next.pointee == .quote else { throw unexpected("'\"' of a key") }
    return true
  }

  /// Reads a value that is not one of the most common leaves, or not in its most common form.
  private mutating func readOther(
    into slot: UnsafeMutableRawPointer, _ property: UnsafePointer<JSONProperty>
  ) throws {
    let operation = property.pointee.operation
    let trackedPath = property.pointee.mayNeedPath ? trackedPath : nil
    trackedPath?.enter(operation.pointee.key)
    defer { trackedPath?.leave() }
    do {
      // The caller has looked for null, but not behind more white space than usual.
      if operation.pointee.isOptional, next < end, next.pointee <= 0x20, try readNull() {
        operation.pointee.initializeNull(slot)
        return
      }
      switch property.pointee.wrappedForm {
      case .integer, .float, .date:
        var cursor = cursor
        guard property.pointee.wrappedKind != .date || datesAreDeferred,
          Self.readNumber(at: &cursor, into: slot, as: property.pointee.wrappedKind)
        else {
          return try readRareLeaf(into: slot, operation)
        }
        next = cursor.place.assumingMemoryBound(to: UInt8.self)
        if operation.pointee.isOptional { operation.pointee.memory.injectTag(0, at: slot) }
      case .record, .rawValue, .array:
        try operation.pointee.withWrappedCodec { try readValue(into: slot, as: $0) }
        // An Optional's wrapped value is at the Optional's own address.
        if operation.pointee.isOptional { operation.pointee.memory.injectTag(0, at: slot) }
      default:
        if operation.pointee.kind.isLeaf {
          try readRareLeaf(into: slot, operation)
        } else if property.pointee.wrapsCollection {
          try operation.pointee.withWrappedCodec { try readValue(into: slot, as: $0) }
          if operation.pointee.isOptional { operation.pointee.memory.injectTag(0, at: slot) }
        } else {
          try operation.pointee.withCodec { try decode(into: slot, as: $0) }
        }
      }
    } catch {
      throw error.prepending(operation.pointee.key)
    }
  }

  /// Reads a number in its most common form. Returns false for anything else; the cursor's place is then undefined.
  ///
  /// - Parameter kind: The kind of the number; a date is one if no strategy says otherwise.
  @inline(__always)
  static func readNumber(
    at cursor: inout JSONCursor, into slot: UnsafeMutableRawPointer, as kind: Codec.Kind
  ) -> Bool {
    switch kind {
    case .date:
      guard let value = cursor.double() else { return false }
      slot.initialize(with: Date(timeIntervalSinceReferenceDate: value))
      return true
    case .double:
      guard let value = cursor.double() else { return false }
      slot.storeBytes(of: value, as: Double.self)
      return true
    case .float:
      guard let value = cursor.float() else { return false }
      slot.storeBytes(of: value, as: Float.self)
      return true
    default: break
    }
    guard let value = cursor.integer() else { return false }
    return switch kind {
    case .int: slot.store(value, as: Int.self)
    case .int8: slot.store(value, as: Int8.self)
    case .int16: slot.store(value, as: Int16.self)
    case .int32: slot.store(value, as: Int32.self)
    case .int64: slot.store(value, as: Int64.self)
    case .uint: slot.store(value, as: UInt.self)
    case .uint8: slot.store(value, as: UInt8.self)
    case .uint16: slot.store(value, as: UInt16.self)
    case .uint32: slot.store(value, as: UInt32.self)
    case .uint64: slot.store(value, as: UInt64.self)
    default: false
    }
  }

  /// Whether the next value is null, which leaves a property at its default by a rule; consumes it if so.
  @inline(__always)
  private mutating func readsNullAsDefault(_ property: UnsafePointer<JSONProperty>) throws -> Bool {
    guard property.pointee.operation.pointee.takesNullAsMissing else { return false }
    do {
      return try readNull()
    } catch {
      throw error.prepending(property.pointee.operation.pointee.key)
    }
  }

  /// Reads a value that may be tolerated although it does not fit its type. Returns false if the property keeps its
  /// default; its memory is then uninitialized still.
  @inline(never)
  private mutating func readLeniently(
    into slot: UnsafeMutableRawPointer, _ property: UnsafePointer<JSONProperty>, _ record: UnsafePointer<JSONRecord>
  ) throws -> Bool {
    let operation = property.pointee.operation
    let isOptional = operation.pointee.isOptional
    let keepsDefault = record.pointee.map._withUnsafeGuaranteedRef { map in
      map.hasAnyDefaults && map.keepsDefault(property.pointee.position)
    }
    guard keepsDefault || isOptional && rules.readsUndecodableAsNil else {
      try readOther(into: slot, property)
      return true
    }
    trackedPath?.enter(operation.pointee.key)
    defer { trackedPath?.leave() }
    do {
      if keepsDefault, try record.pointee.map._withUnsafeGuaranteedRef({ try leavesNullAtDefault(operation, of: $0) }) {
        return false
      }
      guard rules.leavesUndecodableAtDefault || operation.pointee.keepsDefaultForUndecodable else {
        try operation.pointee.withCodec { try decode(into: slot, as: $0) }
        return true
      }
      return try record.pointee.map._withUnsafeGuaranteedRef { try decodeOrDefault(into: slot, operation, map: $0) }
    } catch {
      throw error.prepending(operation.pointee.key)
    }
  }

  /// Reads a less common leaf. Never inlined: its frame takes 12 KB of stack, which would be added to that of each
  /// nested record.
  @inline(never)
  private mutating func readRareLeaf(
    into slot: UnsafeMutableRawPointer, _ operation: UnsafePointer<PropertyOperation>
  ) throws {
    try decodeProperty(into: slot, operation)
  }

  /// Reads a model as the walk does, in fewer steps for structs and objects without their own `Codable` code.
  ///
  /// Precondition: the codec is a ``RecordCodec``.
  mutating func readModel(into address: UnsafeMutableRawPointer, as codec: Codec) throws {
    let record = unsafeDowncast(codec, to: RecordCodec.self)
    guard let map = record.knownStructure, readsRecordsAtOnce else {
      guard record.isUntaggedObject, readsRecordsAtOnce else {
        return record.decodingDefault == .rawValue
          ? try readRawValue(into: address, as: record) : try decode(into: address, as: codec)
      }
      return try readObject(into: address, as: record)
    }
    let level = try NestedLevel.enter(toDecodeWithin: limits)
    defer { extendLifetime(level) }
    try readStructure(into: address, as: record, map)
  }

  /// Reads a struct whose level has been entered.
  ///
  /// - Parameter map: The codec's map. Its type is a struct that is coded by its properties.
  @inline(__always)
  mutating func readStructure(
    into address: UnsafeMutableRawPointer, as codec: RecordCodec, _ map: Unmanaged<TypeMap.Storage>
  ) throws {
    try beginRecord()
    try map._withUnsafeGuaranteedRef { map in
      if try !readRecord(preparedIn: map.slot, into: address) { try decodeProperties(into: address, map: map) }
    }
    try codec.finish(address)
  }

  /// Returns whether the next value replaces an earlier one with the same key; if not, skips it.
  ///
  /// - Parameter isRead: Whether the property is read at all.
  private mutating func replacesEarlier(
    _ operation: UnsafePointer<PropertyOperation>, isRead: Bool
  ) throws -> Bool {
    guard isRead else {
      try skipValue()
      return false
    }
    guard rules.keepsFirstOfDuplicateKeys else { return true }
    do {
      try skipValue()
    } catch {
      throw error.prepending(operation.pointee.key)
    }
    return false
  }
}
