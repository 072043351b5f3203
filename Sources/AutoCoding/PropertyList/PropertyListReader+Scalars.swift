extension PropertyListReader {
  package func bool(_ object: UInt32) throws -> Bool {
    let position = try position(of: object)
    switch byte(position) {
    case PropertyListMarker.true: return true
    case PropertyListMarker.false: return false
    default: try failUnexpected(at: position, expected: "a boolean")
    }
  }

  /// Reads an integer: unsigned in 1, 2 and 4 bytes, signed in 8 and 16.
  ///
  /// Core Foundation ignores the upper half of 16 bytes. This reader does not, so that no number is read as another.
  @inline(__always)
  package func integer(_ object: UInt32) throws -> WideInteger {
    let position = try position(of: object)
    guard byte(position) & 0xF0 == PropertyListMarker.integer else {
      try failUnexpected(at: position, expected: "an integer")
    }
    let (value, _) = try integer(at: position)
    return value
  }

  /// Reads the integer object at a position, and returns the position after it.
  ///
  /// - Precondition: `position` is within the objects, at the marker of an integer.
  @inline(__always)
  func integer(at position: Int) throws -> (value: WideInteger, end: Int) {
    let exponent = Int(byte(position) & 0x0F)
    guard exponent <= 4 else { try failUnknown(at: position) }
    let size = 1 &<< exponent
    let end = position &+ 1 &+ size
    guard end <= tableOffset else { try failTruncated(at: position, size: size &+ 1) }
    switch exponent {
    case 4:
      let high = Int64(bitPattern: load(position &+ 1, size: 8))
      return (WideInteger(twosComplement: high, load(position &+ 9, size: 8)), end)
    case 3:
      let bits = load(position &+ 1, size: 8)
      return (WideInteger(Int64(bitPattern: bits)), end)
    default:
      return (WideInteger(load(position &+ 1, size: size)), end)
    }
  }

  /// Returns the integer of up to 8 bytes at a position, or nil for an object of another kind and for an integer that
  /// needs the full width.
  @inline(__always)
  func smallInteger(at position: Int) throws -> Int64? {
    let exponent = byte(position) ^ PropertyListMarker.integer
    guard exponent <= 3 else { return nil }
    let size = 1 &<< Int(exponent)
    guard position &+ 1 &+ size <= tableOffset else { try failTruncated(at: position, size: size &+ 1) }
    return Int64(bitPattern: load(position &+ 1, size: size))
  }

  /// Returns a real number of 8 bytes, or nil for anything else.
  @inline(__always)
  func exactDouble(_ object: UInt32) throws -> Double? { try exactDouble(at: position(of: object)) }

  @inline(__always)
  func exactDouble(at position: Int) throws -> Double? {
    guard byte(position) == PropertyListMarker.double else { return nil }
    return Double(bitPattern: try load8(at: position))
  }

  /// Returns a real number of 4 bytes, or nil for anything else.
  @inline(__always)
  func exactFloat(_ object: UInt32) throws -> Float? { try exactFloat(at: position(of: object)) }

  @inline(__always)
  func exactFloat(at position: Int) throws -> Float? {
    guard byte(position) == PropertyListMarker.float else { return nil }
    return try load4(at: position)
  }

  /// Reads a real number of 4 or 8 bytes.
  @inline(__always)
  package func real(_ object: UInt32) throws -> Double {
    let position = try position(of: object)
    switch byte(position) {
    case PropertyListMarker.double: return Double(bitPattern: try load8(at: position))
    case PropertyListMarker.float: return Double(try load4(at: position))
    default: try failUnexpected(at: position, expected: "a real number")
    }
  }

  /// Returns a real number of 4 bytes unconverted, or nil for one of 8 bytes.
  @inline(__always)
  package func float(_ object: UInt32) throws -> Float? {
    let position = try position(of: object)
    switch byte(position) {
    case PropertyListMarker.float: return try load4(at: position)
    case PropertyListMarker.double: return nil
    default: try failUnexpected(at: position, expected: "a real number")
    }
  }

  /// Reads a date in seconds since 1 January 2001, 00:00 UTC. It may be any `Double`.
  package func date(_ object: UInt32) throws -> Double {
    let position = try position(of: object)
    guard byte(position) == PropertyListMarker.date else { try failUnexpected(at: position, expected: "a date") }
    return Double(bitPattern: try load8(at: position))
  }

  /// Returns a UID, or nil for an object of another kind.
  @inline(__always)
  package func asUID(_ object: UInt32) throws -> UInt32? {
    guard byte(try position(of: object)) & 0xF0 == PropertyListMarker.uid else { return nil }
    return try uid(object)
  }

  /// Reads a UID, which in keyed archives refers to the object of that number.
  @inline(__always)
  package func uid(_ object: UInt32) throws -> UInt32 {
    let position = try position(of: object)
    let marker = byte(position)
    guard marker & 0xF0 == PropertyListMarker.uid else { try failUnexpected(at: position, expected: "a UID") }
    let size = Int(marker & 0x0F) &+ 1
    guard position &+ 1 &+ size <= tableOffset else { try failTruncated(at: position, size: size &+ 1) }
    if size <= 4 { return UInt32(truncatingIfNeeded: load(position &+ 1, size: size)) }
    return try longUID(at: position, size: size)
  }

  /// Reads a UID of more bytes than needed. This is allowed if the extra bytes are zeros.
  @inline(never)
  private func longUID(at position: Int, size: Int) throws -> UInt32 {
    let leading = size > 8 ? (1...size - 8).contains { byte(position + $0) != 0 } : false
    let value = load(position &+ 1 &+ max(0, size &- 8), size: min(size, 8))
    guard !leading, let uid = UInt32(exactly: value) else {
      throw corrupted(position, "a UID of at most 32 bits", "one of \(size) bytes")
    }
    return uid
  }

  @inline(__always)
  private func load4(at position: Int) throws -> Float {
    guard position &+ 5 <= tableOffset else { try failTruncated(at: position, size: 5) }
    return Float(bitPattern: UInt32(truncatingIfNeeded: load(position &+ 1, size: 4)))
  }

  @inline(__always)
  private func load8(at position: Int) throws -> UInt64 {
    guard position &+ 9 <= tableOffset else { try failTruncated(at: position, size: 9) }
    return load(position &+ 1, size: 8)
  }
}
