/// Writes a run of numbers and booleans. Room is reserved once for all of them, and the writer's state is kept in
/// registers.
struct PropertyListLeaves {
  /// The maximum size of a leaf in bytes.
  static let greatestSize = 9

  var end: UnsafeMutablePointer<UInt8>
  var offset: UInt32
  var offsets: UnsafeMutablePointer<UInt32>
  var nextObject: UInt32
  /// The objects of common values; ``Singles/count`` of them.
  let singles: UnsafeMutablePointer<UInt32>
  /// The position of the dictionary's next reference to a value.
  var reference: UnsafeMutablePointer<UInt8>

  /// Writes an object of a marker byte and a big-endian number.
  @inline(__always)
  private mutating func add<Integer: FixedWidthInteger & BitwiseCopyable>(_ marker: UInt8, _ value: Integer) -> UInt32 {
    end.pointee = marker
    UnsafeMutableRawPointer(end + 1).storeBytes(of: value.bigEndian, as: Integer.self)
    return didAdd(size: 1 &+ MemoryLayout<Integer>.size)
  }

  @inline(__always)
  private mutating func didAdd(size: Int) -> UInt32 {
    end += size
    offsets.pointee = offset
    offsets += 1
    offset &+= UInt32(truncatingIfNeeded: size)
    nextObject &+= 1
    return nextObject &- 1
  }

  /// Makes an object the next value of the dictionary that was begun.
  @inline(__always)
  mutating func refer(to object: UInt32) {
    UnsafeMutableRawPointer(reference).storeBytes(of: object.bigEndian, as: UInt32.self)
    reference += 4
  }

  @inline(__always)
  mutating func add(integer value: Int64) -> UInt32 {
    if let index = Singles.index(of: value) {
      if singles[index] != Singles.none { return singles[index] }
      let object = write(integer: value)
      singles[index] = object
      return object
    }
    return write(integer: value)
  }

  @inline(__always)
  private mutating func write(integer value: Int64) -> UInt32 {
    let (marker, size) = PropertyListMarker.form(of: value)
    return switch size {
    case 1: add(marker, UInt8(truncatingIfNeeded: value))
    case 2: add(marker, UInt16(truncatingIfNeeded: value))
    case 4: add(marker, UInt32(truncatingIfNeeded: value))
    default: add(marker, value)
    }
  }

  @inline(__always)
  mutating func add(bool value: Bool) -> UInt32 {
    let index = value ? Singles.true : Singles.false
    if singles[index] != Singles.none { return singles[index] }
    end.pointee = value ? PropertyListMarker.true : PropertyListMarker.false
    let object = didAdd(size: 1)
    singles[index] = object
    return object
  }

  @inline(__always)
  mutating func add(float value: Float) -> UInt32 { add(PropertyListMarker.float, value.bitPattern) }

  @inline(__always)
  mutating func add(double value: Double) -> UInt32 { add(PropertyListMarker.double, value.bitPattern) }
}
