#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// Records in one go: their keys in the order of the type, and the leaves that are commonest, with the place of the next
/// byte in a register. Whatever is different goes the way of the walk, one key or value at a time.
extension JSONReader {
  mutating func readRecord(of layout: RecordLayout, into address: UnsafeMutableRawPointer) throws -> Bool {
    // The one class of layouts.
    let map = unsafeDowncast(layout, to: TypeMap.Storage.self)
    guard readsRecordsAtOnce, map.isSimple else { return false }
    var present: UInt64 = 0
    if map.isPlain, map.objectType == nil {
      // A struct that is its properties and nothing else is there when they are.
      do {
        try readProperties(into: address, map, &present)
        if present != map.allPositions { try map.initializeMissing(at: address, present: &present) }
      } catch {
        map.destroy(at: address, present: present)
        throw error
      }
      return true
    }
    var assembly = try RecordAssembly(map, at: address)
    do {
      try readProperties(into: assembly.memory, map, &present)
    } catch {
      assembly.commit(positions: present)
      throw error
    }
    assembly.commit(positions: present)
    try assembly.finish(at: address)
    return true
  }

  /// Reads the properties of a record that has been begun, to its end.
  ///
  /// Precondition: `memory` is uninitialized, and as large as the map says.
  ///
  /// - Parameter present: A bit for each property that is there, also where an error is thrown.
  private mutating func readProperties(
    into memory: UnsafeMutableRawPointer, _ map: TypeMap.Storage, _ present: inout UInt64
  ) throws {
    var cursor = cursor
    let count = map.operations.count
    let makesSmall = makesSmallStrings
    var line = lineLength
    var expected = 0
    var isFirst = true
    while true {
      // In compact text a comma or brace follows at once, and a key the comma.
      if cursor.has(2), cursor.byte == .comma, !isFirst {
        var member = cursor
        member.place += 1
        member.skipSpace(expecting: &line)
        if member.has(1), member.byte == .quote {
          cursor = member
        } else if try beginMember(at: cursor.place, isFirst: false) {
          cursor.place = UnsafeRawPointer(next)
        } else {
          return
        }
      } else {
        if isFirst {
          cursor.skipSpace(expecting: &line)
        } else if !cursor.skipLine(line &- lineStep) {
          cursor.skipSpace()
        }
        if cursor.has(1), cursor.byte == .closeBrace {
          next = (cursor.place + 1).assumingMemoryBound(to: UInt8.self)
          self.isFirst = false
          lineLength = line
          return
        }
        if !isFirst || !cursor.has(1) || cursor.byte != .quote {
          guard try beginMember(at: cursor.place, isFirst: isFirst) else { return }
          cursor.place = UnsafeRawPointer(next)
        }
      }
      isFirst = false

      var position = Self.property(at: &cursor, map, expected: expected, count: count)
      if position < 0 {
        // The comma has been passed, as if the object had just begun.
        next = cursor.place.assumingMemoryBound(to: UInt8.self)
        self.isFirst = true
        guard let match = try nextProperty(in: map.index, expecting: -1) else { return }
        cursor.place = UnsafeRawPointer(next)
        position = match.position
      }
      expected = position &+ 1
      let bit: UInt64 = 1 &<< UInt64(truncatingIfNeeded: position)
      let operation = map.operation(at: position)
      let slot = memory + operation.pointee.offset
      if present & bit != 0 {
        next = cursor.place.assumingMemoryBound(to: UInt8.self)
        guard try replacesRepeated(operation) else {
          cursor.place = UnsafeRawPointer(next)
          continue
        }
        operation.pointee.memory.destroy(slot)
        present &= ~bit
      }

      // One space may be there; more are passed over elsewhere.
      if cursor.has(2), _slowPath(cursor.byte == .space) { cursor.place += 1 }
      let begin = cursor.place
      if operation.pointee.isOptional, cursor.skipNull() {
        operation.pointee.initializeNil(slot)
        present |= bit
        continue
      }
      // The value of an Optional lies at its own address.
      let isOptional = operation.pointee.isOptionalLeaf
      switch operation.pointee.kind {
      case .string:
        if let value = cursor.string(makesSmall: makesSmall) {
          if isOptional { slot.initialize(with: Optional(value)) } else { slot.initialize(with: value) }
          present |= bit
          continue
        }
      case .int:
        if let value = cursor.integer() {
          if isOptional { slot.initialize(with: Optional(value)) } else { slot.initialize(with: value) }
          present |= bit
          continue
        }
      case .double:
        if let value = cursor.double() {
          if isOptional { slot.initialize(with: Optional(value)) } else { slot.initialize(with: value) }
          present |= bit
          continue
        }
      case .date where datesAreDeferred && !isOptional:
        if let value = cursor.double() {
          slot.initialize(with: Date(timeIntervalSinceReferenceDate: value))
          present |= bit
          continue
        }
      case .bool:
        if let value = cursor.bool() {
          if isOptional { slot.initialize(with: Optional(value)) } else { slot.initialize(with: value) }
          present |= bit
          continue
        }
      default: break
      }
      next = begin.assumingMemoryBound(to: UInt8.self)
      lineLength = line &+ lineStep
      try readOther(into: slot, operation)
      lineStep = lineLength &- line
      present |= bit
      cursor.place = UnsafeRawPointer(next)
    }
  }

  /// Passes over what is before a key, which is next then; false where the object ends, and is passed over.
  @inline(never)
  private mutating func beginMember(at place: UnsafeRawPointer, isFirst: Bool) throws -> Bool {
    next = place.assumingMemoryBound(to: UInt8.self)
    self.isFirst = isFirst
    guard try hasNext(before: .closeBrace) else { return false }
    skipSpace()
    guard next < end, next.pointee == .quote else { throw unexpected("'\"' of a key") }
    return true
  }

  /// Reads a value that is none of the commonest leaves, or not in its commonest form.
  private mutating func readOther(
    into slot: UnsafeMutableRawPointer, _ operation: UnsafePointer<PropertyOperation>
  ) throws {
    isFirst = false
    do {
      // Null has been passed over.
      switch operation.pointee.wrappedForm {
      case .record, .array:
        try operation.pointee.withWrappedCodec { try readValue(into: slot, as: $0) }
        // The value of an Optional lies at its own address.
        if operation.pointee.isOptional { operation.pointee.memory.injectTag(0, at: slot) }
      default:
        if operation.pointee.kind.isLeaf {
          try decodeProperty(into: slot, operation)
        } else {
          try operation.pointee.withCodec { try decode(into: slot, as: $0) }
        }
      }
    } catch {
      throw error.prepending(operation.pointee.key)
    }
  }

  /// Reads a model: as the walk does, but for structs without code of their own in a few steps.
  ///
  /// Precondition: the codec is of a record.
  mutating func readNested(into address: UnsafeMutableRawPointer, as codec: Codec) throws {
    let record = unsafeDowncast(codec, to: RecordCodec.self)
    guard let map = record.knownStructure, readsRecordsAtOnce else { return try decode(into: address, as: codec) }
    let level = try NestedLevel.enter(toDecodeWithin: limits)
    defer { _ = level.isOutermost }
    try readStructure(into: address, as: record, map)
  }

  /// Reads a struct of a level that has been entered.
  ///
  /// - Parameter map: The codec's own, of a struct that is read by its properties.
  @inline(__always)
  mutating func readStructure(
    into address: UnsafeMutableRawPointer, as codec: RecordCodec, _ map: Unmanaged<TypeMap.Storage>
  ) throws {
    try beginRecord()
    try map._withUnsafeGuaranteedRef { map in
      if try !readRecord(of: map, into: address) { try decodeProperties(into: address, map: map) }
    }
    guard codec.mayHaveDidDecode else { return }
    do {
      try codec.didDecode(address)
    } catch {
      map._withUnsafeGuaranteedRef { ValueOperations($0.type).destroy(address) }
      throw error
    }
  }

  /// Whether the value that is next takes the place of one that came under the same key; where not, it is passed over.
  private mutating func replacesRepeated(_ operation: UnsafePointer<PropertyOperation>) throws -> Bool {
    isFirst = false
    guard keepsFirstOfRepeatedKeys else { return true }
    do {
      try skipValue()
    } catch {
      throw error.prepending(operation.pointee.key)
    }
    return false
  }

  /// The position of the property whose key is next, and is passed over with the colon; -1 where it is none of the next
  /// few, and nothing is passed over.
  @inline(__always)
  private static func property(
    at cursor: inout JSONCursor, _ map: TypeMap.Storage, expected: Int, count: Int
  ) -> Int {
    var position = expected
    let last = min(count, expected &+ 4)
    while position < last {
      let operation = map.operation(at: position)
      // Without the colon.
      let size = operation.pointee.quotedKeyCount &- 1
      if cursor.has(size &+ 9), isEqual(UnsafeRawPointer(operation.pointee.quotedKey), cursor.place, count: size) {
        guard cursor.place.load(fromByteOffset: size, as: UInt8.self) == .colon else { return -1 }
        cursor.place += size &+ 1
        return position
      }
      position &+= 1
    }
    return -1
  }

  /// Precondition: there are at least 8 bytes behind the first of both.
  @inline(__always)
  private static func isEqual(_ left: UnsafeRawPointer, _ right: UnsafeRawPointer, count: Int) -> Bool {
    let first = left.loadUnaligned(as: UInt64.self) ^ right.loadUnaligned(as: UInt64.self)
    if count <= 8 {
      return UInt64(littleEndian: first) &<< UInt64(truncatingIfNeeded: 64 &- 8 &* count) == 0
    }
    if first != 0 { return false }
    var index = count &- 8
    while index > 0 {
      if left.loadUnaligned(fromByteOffset: index, as: UInt64.self)
        != right.loadUnaligned(fromByteOffset: index, as: UInt64.self)
      {
        return false
      }
      index &-= 8
    }
    return true
  }
}
