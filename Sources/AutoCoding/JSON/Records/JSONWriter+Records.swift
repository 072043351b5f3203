#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// Writes records in one pass: keys and the most common leaves, with the place of the next byte in a register.
///
/// The properties of a record are known from its type, and so is the most that its keys and numbers take in bytes.
/// Functions that take the place of the next byte return its place afterwards; ``next`` may lag behind it meanwhile.
extension JSONWriter {
  mutating func writeRecord(preparedIn slot: RecordSlot, at base: UnsafeRawPointer) throws -> Bool {
    guard let record = JSONRecord.prepared(in: slot, style) else { return false }
    guard record.pointee.canEncodeInOnePass else {
      if record.pointee.hasEqualKeys { try record.pointee.refuseEqualKeys() }
      return false
    }
    if isPretty { prepareValue() }
    let target = try putProperties(of: base, record, at: UnsafeMutableRawPointer(next))
    next = target.assumingMemoryBound(to: UInt8.self)
    return true
  }

  @inline(__always)
  mutating func checkKeys(preparedIn slot: RecordSlot) throws {
    if style.contains(.toSnakeCase) { try checkConvertedKeys(preparedIn: slot) }
  }

  @inline(never)
  private func checkConvertedKeys(preparedIn slot: RecordSlot) throws {
    guard let record = JSONRecord.prepared(in: slot, style), record.pointee.hasEqualKeys else { return }
    try record.pointee.refuseEqualKeys()
  }

  /// More bytes than any number takes, with the bytes after it that are stored only to be overwritten.
  static var numberRoom: Int { 64 }

  /// Writes the properties of a record. Precondition: `base` is the address of a struct or object of the record's type,
  /// which can be encoded in one pass.
  mutating func putProperties(
    of base: UnsafeRawPointer, _ record: UnsafePointer<JSONRecord>, at place: UnsafeMutableRawPointer
  ) throws -> UnsafeMutableRawPointer {
    var target = place
    if UnsafeMutableRawPointer(end) - target < Self.numberRoom { target = makeRoom(Self.numberRoom, at: target) }
    target.storeBytes(of: .openBrace, as: UInt8.self)
    target += 1
    // The bytes before each key: none, or a line break and spaces.
    let line = beginLines()
    defer { if line != 0 { endLines() } }
    var property = record.pointee.firstWritten
    let end = record.pointee.end
    while property < end {
      let address = base + property.pointee.offset
      let room = property.pointee.keyCount &+ line &+ Self.numberRoom
      if UnsafeMutableRawPointer(self.end) - target < room { target = makeRoom(room, at: target) }
      switch property.pointee.writtenForm {
      case .string:
        target = putQuoted(
          address.assumingMemoryBound(to: String.self), then: .comma, at: Self.putKey(property, line, at: target))
      case .int: target = Self.put(address.value(as: Int.self), at: Self.putKey(property, line, at: target))
      case .bool: target = Self.put(address.value(as: Bool.self), at: Self.putKey(property, line, at: target))
      case .optionalString:
        if address.assumingMemoryBound(to: String?.self).pointee != nil {
          // An Optional's wrapped value is at the Optional's own address.
          target = putQuoted(
            address.assumingMemoryBound(to: String.self), then: .comma, at: Self.putKey(property, line, at: target))
        } else {
          target = Self.putNil(property, record, line, at: target)
        }
      case .optionalInt:
        if let value = address.value(as: Int?.self) {
          target = Self.put(value, at: Self.putKey(property, line, at: target))
        } else {
          target = Self.putNil(property, record, line, at: target)
        }
      case .optionalBool:
        if let value = address.value(as: Bool?.self) {
          target = Self.put(value, at: Self.putKey(property, line, at: target))
        } else {
          target = Self.putNil(property, record, line, at: target)
        }
      case .double:
        let value = address.value(as: Double.self)
        if value.isFinite {
          target = Self.put(finite: value, at: Self.putKey(property, line, at: target))
        } else {
          target = try putOther(address, property, record, line, at: target)
        }
      case .rawValue, .optionalRawValue:
        let value = address.load(as: UInt8.self)
        if let cases = property.pointee.cases, cases.pointee.isWritten(value),
          !cases.pointee.enterLevels || NestedLevel.canEnter(within: limits)
        {
          if value < cases.pointee.count {
            let place = Self.putKey(property, line, at: target)
            target = cases.pointee.put(value, escapesSlashes: escapesSlashes, at: place)
          } else {
            target = Self.putNil(property, record, line, at: target)
          }
        } else {
          target = try putOther(address, property, record, line, at: target)
        }
      case .date where datesAreDeferred:
        let value = address.value(as: Date.self).timeIntervalSinceReferenceDate
        if value.isFinite {
          target = Self.put(finite: value, at: Self.putKey(property, line, at: target))
        } else {
          target = try putOther(address, property, record, line, at: target)
        }
      case .array
      where line == 0 && property.pointee.operation.pointee.withWrappedCodec({ Self.isEmptyArray(address, as: $0) }):
        target = Self.putKey(property, line, at: target)
        // "[]," and a byte that is overwritten.
        target.storeBytes(of: (0x2c_5d5b as UInt32).littleEndian, as: UInt32.self)
        target += 3
      case .constant: target = Self.putKey(property, line, at: target)
      default: target = try putOther(address, property, record, line, at: target)
      }
      property += 1
    }
    if line != 0 { return endLines(with: .closeBrace, line, at: target) }
    if UnsafeMutableRawPointer(self.end) - target < 8 { target = makeRoom(8, at: target) }
    if record.pointee.isNeverEmpty {
      target -= 1
    } else if (target - 1).load(as: UInt8.self) == .comma {
      target -= 1
    }
    target.storeBytes(of: (UInt16(UInt8.comma) << 8 | UInt16(UInt8.closeBrace)).littleEndian, as: UInt16.self)
    return target + 2
  }

  /// Writes a property that is not one of the most common leaves. Precondition: there is room for the key and a number.
  @inline(never)
  private mutating func putOther(
    _ address: UnsafeRawPointer, _ property: UnsafePointer<JSONProperty>, _ record: UnsafePointer<JSONRecord>,
    _ line: Int,
    at place: UnsafeMutableRawPointer
  ) throws -> UnsafeMutableRawPointer {
    let operation = property.pointee.operation
    if operation.pointee.isLeftOut(address) { return place }
    if operation.pointee.isOptional, operation.pointee.memory.enumTag(address) != 0 {
      return Self.putNil(property, record, line, at: place)
    }
    let target = Self.putKey(property, line, at: place)
    let trackedPath = property.pointee.mayNeedPath ? trackedPath : nil
    trackedPath?.enter(operation.pointee.key)
    defer { trackedPath?.leave() }
    do {
      // An Optional's wrapped value is at the Optional's own address.
      return try operation.pointee.withWrappedCodec { codec in
        switch property.pointee.wrappedForm {
        case .double: try put(address.value(as: Double.self), at: target)
        case .integer: Self.put(integer: address, as: property.pointee.wrappedKind, at: target)
        case .float: try put(address.value(as: Float.self), at: target)
        case .date where datesAreDeferred:
          try put(address.value(as: Date.self).timeIntervalSinceReferenceDate, at: target)
        default: try putValue(address, as: codec, at: target)
        }
      }
    } catch {
      throw error.prepending(operation.pointee.key)
    }
  }

  /// Precondition: the codec is of an array whose elements are in place.
  @inline(__always)
  private static func isEmptyArray(_ address: UnsafeRawPointer, as codec: Codec) -> Bool {
    unsafeDowncast(codec, to: SequenceCodec.self).elementsInPlace(of: address).count == 0
  }

  /// Writes the key of a property that is nil, and null, unless the property is left out.
  @inline(__always)
  private static func putNil(
    _ property: UnsafePointer<JSONProperty>, _ record: UnsafePointer<JSONRecord>, _ line: Int,
    at place: UnsafeMutableRawPointer
  ) -> UnsafeMutableRawPointer {
    if property.pointee.omitsNil,
      record.pointee.map._withUnsafeGuaranteedRef({ $0.omitsOptionalNil(property.pointee.position) })
    {
      return place
    }
    return putNull(at: putKey(property, line, at: place))
  }

  /// Writes null and a comma. Precondition: there is room for 8 bytes.
  @inline(__always)
  static func putNull(at target: UnsafeMutableRawPointer) -> UnsafeMutableRawPointer {
    // "null," and bytes that are overwritten.
    target.storeBytes(of: (0x2c_6c6c_756e as UInt64).littleEndian, as: UInt64.self)
    return target + 5
  }

  @inline(never)
  mutating func makeRoom(_ byteCount: Int, at target: UnsafeMutableRawPointer) -> UnsafeMutableRawPointer {
    next = target.assumingMemoryBound(to: UInt8.self)
    reserve(byteCount)
    return UnsafeMutableRawPointer(next)
  }

  /// Writes a key. Precondition: there is room for the line, the key and 32 more bytes; at least 32 bytes follow the
  /// key in memory.
  @inline(__always)
  private static func putKey(
    _ property: UnsafePointer<JSONProperty>, _ line: Int, at place: UnsafeMutableRawPointer
  ) -> UnsafeMutableRawPointer {
    let target = line == 0 ? place : putLine(line, at: place)
    let source = UnsafeRawPointer(property.pointee.key)
    let count = property.pointee.keyCount
    // Nearly all keys have at most 32 bytes, which are copied without a branch on the length.
    target.storeBytes(of: source.loadUnaligned(as: SIMD4<UInt64>.self), as: SIMD4<UInt64>.self)
    var index = 32
    while index < count {
      target.storeBytes(
        of: source.loadUnaligned(fromByteOffset: index, as: SIMD4<UInt64>.self), toByteOffset: index,
        as: SIMD4<UInt64>.self)
      index &+= 32
    }
    return target + count
  }

  /// Writes a number and a comma. Precondition: there is room for a number.
  @inline(__always)
  static func put(_ value: Int, at place: UnsafeMutableRawPointer) -> UnsafeMutableRawPointer {
    // Without a branch, since signs may be mixed.
    place.storeBytes(of: UInt8(ascii: "-"), as: UInt8.self)
    let target = putDigits(UInt64(value.magnitude), at: place + (value < 0 ? 1 : 0))
    target.storeBytes(of: .comma, as: UInt8.self)
    return target + 1
  }

  /// Writes a number and a comma. Precondition: there is room for a number.
  ///
  /// - Throws: `EncodingError` if the number has no notation in JSON.
  @inline(__always)
  mutating func put(_ value: Double, at place: UnsafeMutableRawPointer) throws -> UnsafeMutableRawPointer {
    guard value.isFinite else {
      next = place.assumingMemoryBound(to: UInt8.self)
      try write(value)
      return UnsafeMutableRawPointer(next)
    }
    return Self.put(finite: value, at: place)
  }

  /// As ``put(_:at:)-(Double,_)``. Precondition: the number is finite.
  @inline(__always)
  static func put(finite value: Double, at place: UnsafeMutableRawPointer) -> UnsafeMutableRawPointer {
    let target = putFinite(value, at: place)
    target.storeBytes(of: .comma, as: UInt8.self)
    return target + 1
  }

  /// As ``put(_:at:)-(Double,_)``.
  @inline(__always)
  mutating func put(_ value: Float, at place: UnsafeMutableRawPointer) throws -> UnsafeMutableRawPointer {
    guard value.isFinite else {
      next = place.assumingMemoryBound(to: UInt8.self)
      try write(value)
      return UnsafeMutableRawPointer(next)
    }
    return Self.put(finite: value, at: place)
  }

  /// As ``put(_:at:)-(Float,_)``. Precondition: the number is finite.
  @inline(__always)
  static func put(finite value: Float, at place: UnsafeMutableRawPointer) -> UnsafeMutableRawPointer {
    let target = putFinite(value, at: place)
    target.storeBytes(of: .comma, as: UInt8.self)
    return target + 1
  }

  /// Writes an integer and a comma. Precondition: there is room for a number; the address holds an integer of the kind,
  /// of up to 64 bits.
  static func put(
    integer address: UnsafeRawPointer, as kind: Codec.Kind, at place: UnsafeMutableRawPointer
  ) -> UnsafeMutableRawPointer {
    let value: Int
    switch kind {
    case .int8: value = Int(address.load(as: Int8.self))
    case .int16: value = Int(address.load(as: Int16.self))
    case .int32: value = Int(address.load(as: Int32.self))
    case .uint8: value = Int(address.load(as: UInt8.self))
    case .uint16: value = Int(address.load(as: UInt16.self))
    case .uint32: value = Int(address.load(as: UInt32.self))
    case .uint, .uint64:
      let target = putDigits(address.load(as: UInt64.self), at: place)
      target.storeBytes(of: .comma, as: UInt8.self)
      return target + 1
    default: value = Int(address.load(as: Int64.self))
    }
    return put(value, at: place)
  }

  /// Writes true or false and a comma. Precondition: there is room for 8 bytes.
  @inline(__always)
  static func put(_ value: Bool, at target: UnsafeMutableRawPointer) -> UnsafeMutableRawPointer {
    // "true," and "false,", followed by bytes that are overwritten.
    let text: UInt64 = value ? 0x2c_6575_7274 : 0x2c65_736c_6166
    target.storeBytes(of: text.littleEndian, as: UInt64.self)
    return target + (value ? 5 : 6)
  }
}
