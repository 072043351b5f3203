extension PropertyListWriter {
  /// Adds an integer, as ``PropertyListMarker/form(of:)`` says.
  package mutating func add(integer value: Int64) -> UInt32 {
    guard let index = Singles.index(of: value) else { return write(integer: value) }
    return single(index) { $0.write(integer: value) }
  }

  @inline(__always)
  private mutating func write(integer value: Int64) -> UInt32 {
    let (marker, size) = PropertyListMarker.form(of: value)
    return switch size {
    case 1: write(marker, UInt8(truncatingIfNeeded: value))
    case 2: write(marker, UInt16(truncatingIfNeeded: value))
    case 4: write(marker, UInt32(truncatingIfNeeded: value))
    default: write(marker, value)
    }
  }

  /// Adds an integer. A value that an `Int64` cannot hold takes 16 bytes, as in Core Foundation.
  package mutating func add(unsigned value: UInt64) -> UInt32 {
    if let signed = Int64(exactly: value) { return add(integer: signed) }
    return add(high: 0, low: value)
  }

  /// Adds an integer of 16 bytes, in two's complement.
  package mutating func add(high: Int64, low: UInt64) -> UInt32 {
    guard let target = beginObject(17) else { return 0 }
    target.pointee = PropertyListMarker.integer | 4
    store(high, at: target + 1)
    store(low, at: target + 9)
    return lastObject
  }

  package mutating func add(bool value: Bool) -> UInt32 {
    single(value ? Singles.true : Singles.false) { writer in
      writer.write(value ? PropertyListMarker.true : PropertyListMarker.false)
    }
  }

  /// Adds a null. Core Foundation reads nulls but never writes them; keyed archives use the string `$null` instead.
  package mutating func addNull() -> UInt32 {
    single(Singles.null) { $0.write(PropertyListMarker.null) }
  }

  /// Adds a real number of 4 bytes.
  package mutating func add(float value: Float) -> UInt32 {
    write(PropertyListMarker.float, value.bitPattern)
  }

  /// Adds a real number of 8 bytes.
  package mutating func add(double value: Double) -> UInt32 {
    write(PropertyListMarker.double, value.bitPattern)
  }

  /// Adds a date in seconds since 1 January 2001, 00:00 UTC.
  package mutating func add(date seconds: Double) -> UInt32 {
    write(PropertyListMarker.date, seconds.bitPattern)
  }

  /// Adds a UID, which in keyed archives refers to the object of that number.
  package mutating func add(uid value: UInt32) -> UInt32 {
    let index = Int(truncatingIfNeeded: value)
    if index < uids.count, let known = uids.base?[index], known != Singles.none { return known }
    let object: UInt32
    switch value {
    case ...0xFF: object = write(PropertyListMarker.uid, UInt8(truncatingIfNeeded: value))
    case ...0xFFFF: object = write(PropertyListMarker.uid | 1, UInt16(truncatingIfNeeded: value))
    default: object = write(PropertyListMarker.uid | 3, value)
    }
    if index == uids.count { _ = uids.append(object) } else { remember(object, ofUID: index) }
    return object
  }

  /// UIDs are dense in keyed archives, so a table is used. A UID far beyond the number of objects is written each time,
  /// so that its value does not determine how much memory is allocated.
  @inline(never)
  private mutating func remember(_ object: UInt32, ofUID index: Int) {
    if index >= uids.count {
      guard index < 2 * offsets.count + 1024 else { return }
      let missing = index - uids.count + 1
      guard let end = uids.reserve(missing) else { return }
      end.initialize(repeating: Singles.none, count: missing)
      uids.advance(by: missing)
    }
    uids.base?[index] = object
  }

  /// Returns the object of a value that is written once.
  @inline(__always)
  private mutating func single(_ index: Int, write: (inout PropertyListWriter) -> UInt32) -> UInt32 {
    guard let table = singles.base, singles.count == Singles.count else { return 0 }
    if table[index] != Singles.none { return table[index] }
    let object = write(&self)
    // After a failure nothing more is added, and the returned numbers no longer matter.
    table[index] = object
    return object
  }

  @inline(__always)
  private mutating func write(_ marker: UInt8) -> UInt32 {
    guard let target = beginObject(1) else { return 0 }
    target.pointee = marker
    return lastObject
  }

  @inline(__always)
  private mutating func write<Integer: FixedWidthInteger & BitwiseCopyable>(
    _ marker: UInt8, _ value: Integer
  ) -> UInt32 {
    guard let target = beginObject(1 + MemoryLayout<Integer>.size) else { return 0 }
    target.pointee = marker
    store(value, at: target + 1)
    return lastObject
  }
}
