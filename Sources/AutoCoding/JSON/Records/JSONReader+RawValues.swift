/// Reads values that are coded as their raw values.
extension JSONReader {
  /// Returns the byte of a case at the cursor; nil if the type's codec has to read the value. The cursor's place is then
  /// undefined.
  @inline(__always)
  func readCase(of cases: UnsafePointer<JSONCases>, at cursor: inout JSONCursor) -> UInt8? {
    guard let byte = cases.pointee.read(at: &cursor),
      !cases.pointee.enterLevels || NestedLevel.canEnter(within: limits)
    else { return nil }
    return byte
  }

  /// Reads a value of an enum without calling its code; returns false, and reads nothing, if it has to be called.
  mutating func readCase(of plainEnum: PlainEnum, into address: UnsafeMutableRawPointer) -> Bool {
    guard let cases = JSONCases.prepared(for: plainEnum) else { return false }
    var cursor = cursor
    cursor.skipSpace()
    guard let byte = readCase(of: cases, at: &cursor) else { return false }
    address.storeBytes(of: byte, as: UInt8.self)
    next = cursor.place.assumingMemoryBound(to: UInt8.self)
    return true
  }

  /// Reads a value that is coded as its raw value.
  @inline(never)
  mutating func readRawValue(into address: UnsafeMutableRawPointer, as codec: RecordCodec) throws {
    if let cases = JSONCases.prepared(for: codec) {
      var cursor = cursor
      cursor.skipSpace()
      if let value = cases.pointee.read(at: &cursor) {
        address.storeBytes(of: value, as: UInt8.self)
        return next = cursor.place.assumingMemoryBound(to: UInt8.self)
      }
    }
    if codec.rawValue.kind == .conversion {
      let conversion = unsafeDowncast(codec.rawValue, to: ConversionCodec.self)
      switch conversion.representation.kind {
      case .string: return try make(from: try readString(), at: address, by: conversion, of: codec)
      case .int: return try make(from: try readInteger(as: Int.self), at: address, by: conversion, of: codec)
      default: break
      }
    }
    try decode(into: address, as: codec)
  }

  /// Makes a value from its raw value.
  @inline(__always)
  private func make<RawValue>(
    from rawValue: RawValue, at address: UnsafeMutableRawPointer, by conversion: ConversionCodec, of codec: RecordCodec
  ) throws {
    try withUnsafeTemporaryAllocation(of: RawValue.self, capacity: 1) { memory in
      guard let memory = memory.baseAddress else { return }
      memory.initialize(to: rawValue)
      try conversion.initialize(address, taking: UnsafeMutableRawPointer(memory))
    }
    try codec.finish(address)
  }
}
