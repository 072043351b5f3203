#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// Records in one go: their keys, and the leaves that are commonest, with the place of the next byte in a register.
///
/// What a record has is known from its type; so is how many bytes its keys and numbers take at most.
extension JSONWriter {
  mutating func writeRecord(of layout: RecordLayout, at base: UnsafeRawPointer) throws -> Bool {
    // The one class of layouts.
    let map = unsafeDowncast(layout, to: TypeMap.Storage.self)
    guard writesRecordsAtOnce, map.keyGroup == nil, map.versions == nil else { return false }
    try writeProperties(of: base, map)
    return true
  }

  /// More than any number takes, with what is stored behind it to be written over.
  static var numberRoom: Int { 64 }

  /// Precondition: `base` is the address of a struct or object of the map's type.
  private mutating func writeProperties(of base: UnsafeRawPointer, _ map: TypeMap.Storage) throws {
    reserve(Self.numberRoom)
    var target = UnsafeMutableRawPointer(next)
    target.storeBytes(of: .openBrace, as: UInt8.self)
    target += 1
    for position in 0..<map.operations.count {
      let operation = map.operation(at: position)
      let address = base + operation.pointee.offset
      let key = operation.pointee.quotedKey
      let keyCount = operation.pointee.quotedKeyCount
      let room = keyCount &+ Self.numberRoom
      if UnsafeMutableRawPointer(end) - target < room { makeRoom(room, at: &target) }
      if operation.pointee.isOptional {
        let isNil =
          operation.pointee.isOptionalLeaf
          ? operation.pointee.isNilLeaf(address) : operation.pointee.memory.enumTag(address) != 0
        if isNil {
          if map.omitsNil(position) { continue }
          Self.copyKey(key, count: keyCount, to: &target)
          // "null" and what is written over but for the comma.
          target.storeBytes(of: (0x2c_6c6c_756e as UInt64).littleEndian, as: UInt64.self)
          target += 5
          continue
        }
      }
      Self.copyKey(key, count: keyCount, to: &target)
      // The value of an Optional lies at its own address.
      switch operation.pointee.kind {
      case .string:
        put(address.assumingMemoryBound(to: String.self).pointee, at: &target)
      case .int: Self.put(address.value(as: Int.self), at: &target)
      case .double:
        if !Self.put(address.value(as: Double.self), at: &target) { try putOther(address, operation, &target) }
      case .date where datesAreDeferred:
        let seconds = address.value(as: Date.self).timeIntervalSinceReferenceDate
        if !Self.put(seconds, at: &target) { try putOther(address, operation, &target) }
      case .bool:
        // "true," and "false,", with bytes behind them that are written over.
        let value = address.value(as: Bool.self)
        let text: UInt64 = value ? 0x2c_6575_7274 : 0x2c65_736c_6166
        target.storeBytes(of: text.littleEndian, as: UInt64.self)
        target += value ? 5 : 6
      default: try putOther(address, operation, &target)
      }
    }
    if UnsafeMutableRawPointer(end) - target < 8 { makeRoom(8, at: &target) }
    if (target - 1).load(as: UInt8.self) == .comma { target -= 1 }
    target.storeBytes(of: (UInt16(UInt8.comma) << 8 | UInt16(UInt8.closeBrace)).littleEndian, as: UInt16.self)
    next = (target + 2).assumingMemoryBound(to: UInt8.self)
  }

  /// Writes a value that is none of the commonest leaves.
  @inline(never)
  private mutating func putOther(
    _ address: UnsafeRawPointer, _ operation: UnsafePointer<PropertyOperation>, _ target: inout UnsafeMutableRawPointer
  ) throws {
    next = target.assumingMemoryBound(to: UInt8.self)
    defer { target = UnsafeMutableRawPointer(next) }
    do {
      if operation.pointee.kind.isLeaf {
        try encodeLeaf(address, kind: operation.pointee.kind)
      } else {
        try operation.pointee.withCodec { try encode(address, as: $0) }
      }
    } catch {
      throw error.prepending(operation.pointee.key)
    }
  }

  @inline(never)
  mutating func makeRoom(_ byteCount: Int, at target: inout UnsafeMutableRawPointer) {
    next = target.assumingMemoryBound(to: UInt8.self)
    reserve(byteCount)
    target = UnsafeMutableRawPointer(next)
  }

  /// Precondition: there is room for 16 bytes more than the key has; there are 16 behind those of the key.
  @inline(__always)
  private static func copyKey(
    _ text: UnsafePointer<UInt8>, count: Int, to target: inout UnsafeMutableRawPointer
  ) {
    let source = UnsafeRawPointer(text)
    target.storeBytes(of: source.loadUnaligned(as: UInt64.self), as: UInt64.self)
    target.storeBytes(of: source.loadUnaligned(fromByteOffset: 8, as: UInt64.self), toByteOffset: 8, as: UInt64.self)
    var index = 16
    while index < count {
      target.storeBytes(
        of: source.loadUnaligned(fromByteOffset: index, as: UInt64.self), toByteOffset: index, as: UInt64.self)
      index &+= 8
    }
    target += count
  }

  /// Writes a number and a comma. Precondition: there is room for a number.
  @inline(__always)
  @discardableResult
  static func put(_ value: Int, at target: inout UnsafeMutableRawPointer) -> Bool {
    if value < 0 {
      target.storeBytes(of: UInt8(ascii: "-"), as: UInt8.self)
      target += 1
    }
    putDigits(UInt64(value.magnitude), at: &target)
    target.storeBytes(of: .comma, as: UInt8.self)
    target += 1
    return true
  }

  /// Writes a number and a comma, if it has a notation. Precondition: there is room for a number.
  @inline(__always)
  static func put(_ value: Double, at target: inout UnsafeMutableRawPointer) -> Bool {
    guard value.isFinite else { return false }
    putFinite(value, at: &target)
    target.storeBytes(of: .comma, as: UInt8.self)
    target += 1
    return true
  }

  /// Writes text in quotes, and a comma.
  @inline(__always)
  @discardableResult
  mutating func put(_ text: borrowing String, at target: inout UnsafeMutableRawPointer) -> Bool {
    let isDone: Void? = text.utf8.withContiguousStorageIfAvailable { putQuoted($0, at: &target) }
    if isDone == nil {
      next = target.assumingMemoryBound(to: UInt8.self)
      putForeign(copy text, then: .comma)
      target = UnsafeMutableRawPointer(next)
    }
    return true
  }
}
