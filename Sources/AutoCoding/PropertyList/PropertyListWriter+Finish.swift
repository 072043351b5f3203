#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

extension PropertyListWriter {
  /// Returns the property list whose outermost object is `top`. The writer is then empty and can be reused.
  ///
  /// - Throws: `EncodingError` if the limit was exceeded, or a container refers to an object that was never added.
  package mutating func finish(top: UInt32) throws -> Data {
    defer { removeAll() }
    let saved = 4 - PropertyListLayout.size(for: offsets.count)
    let (base, end) = try reserveEnd(top: top, saved: saved)

    // If nothing has to be moved, the buffer itself becomes the result. Otherwise the objects are moved to a new
    // allocation, so that the writer can reuse its buffer, unless they are large, or most of them need not move.
    let isLarge = end.tableOffset >= 1 << 20 || end.tableOffset >= 1 << 16 && firstReference > end.tableOffset / 2
    let result = saved > 0 && !isLarge ? OwnedBytes(count: end.offset) : nil
    let start = result?.start ?? base
    if saved > 0 { compactReferences(from: base, to: start, size: 4 - saved) }
    store(end, top: top, saved: saved, in: start)
    return result?.data ?? bytes.takeData(count: end.offset)
  }

  /// Calls `body` with the property list whose outermost object is `top`, in the writer's memory. References keep their four
  /// bytes. The writer is then empty and can be reused.
  ///
  /// - Throws: As ``finish(top:)``; the errors of `body`.
  mutating func withList<Result>(top: UInt32, _ body: (UnsafeRawBufferPointer) throws -> Result) throws -> Result {
    defer { removeAll() }
    let (base, end) = try reserveEnd(top: top, saved: 0)
    store(end, top: top, saved: 0, in: base)
    return try body(UnsafeRawBufferPointer(start: base, count: end.offset))
  }

  /// The position of the first reference that is shortened. What is before it need not be moved.
  private var firstReference: Int { runs.count > 0 ? Int(runs.first.pointee.position) : bytes.count }

  /// What follows the objects.
  private struct End {
    /// The position of the offset table.
    let tableOffset: Int
    /// The bytes of an offset.
    let offsetSize: Int
    /// The end of the list.
    let offset: Int
  }

  /// Makes room for what follows the objects.
  ///
  /// - Parameter saved: The number of bytes that each reference will be shorter.
  private mutating func reserveEnd(
    top: UInt32, saved: Int
  ) throws -> (base: UnsafeMutablePointer<UInt8>, end: End) {
    let objectCount = offsets.count
    if let failure { throw error(for: failure) }
    guard max(top, largestReference) < objectCount else {
      throw error("a container refers to object \(max(top, largestReference)) of \(objectCount)")
    }
    let tableOffset = bytes.count - referenceCount * saved
    let offsetSize = PropertyListLayout.size(for: tableOffset)
    // No overflow: at most four bytes for each object, and every object takes at least one byte.
    let endSize = objectCount * offsetSize + PropertyListLayout.trailerSize
    guard isIntermediate || tableOffset + endSize <= maximumByteCount else {
      throw error(
        "it takes \(tableOffset + endSize) bytes, more than limits.maximumByteCount and the format allow "
          + "(\(maximumByteCount))")
    }
    // References were counted as short ones, and are still long.
    bytes.maximumCount = max(bytes.maximumCount, min(bytes.count + endSize, Self.greatestByteCount))
    guard bytes.reserve(endSize) != nil, let base = bytes.base else { throw error(for: .tooLarge) }
    return (base, End(tableOffset: tableOffset, offsetSize: offsetSize, offset: tableOffset + endSize))
  }

  /// Writes the offset table and the trailer.
  private func store(_ end: End, top: UInt32, saved: Int, in start: UnsafeMutablePointer<UInt8>) {
    storeOffsets(at: start + end.tableOffset, size: end.offsetSize, saved: saved)
    let trailer = start + (end.offset - PropertyListLayout.trailerSize)
    store(0 as UInt64, at: trailer)
    trailer[6] = UInt8(truncatingIfNeeded: end.offsetSize)
    trailer[7] = UInt8(truncatingIfNeeded: 4 - saved)
    store(UInt64(offsets.count), at: trailer + 8)
    store(UInt64(top), at: trailer + 16)
    store(UInt64(end.tableOffset), at: trailer + 24)
  }

  /// Copies the header and all objects, and removes the leading zeros of their references.
  ///
  /// - Precondition: `size` is 1 or 2, and no reference needs more. `start` is `base`, or separate memory with room for
  ///   the result.
  private func compactReferences(
    from base: UnsafeMutablePointer<UInt8>, to start: UnsafeMutablePointer<UInt8>, size: Int
  ) {
    var source = base
    var target = start
    let isElsewhere = base != start
    // If both are the same memory, writing never overtakes reading.
    func move(upTo end: Int) {
      let count = base + end - source
      defer {
        source += count
        target += count
      }
      if source == target { return }
      if isElsewhere, count <= 64 {
        // Copies sixteen bytes at a time, possibly beyond the end. The result has room, since the offset table and the
        // trailer follow there; the source has spare room behind it.
        var moved = 0
        while moved < count {
          UnsafeMutableRawPointer(target + moved).storeBytes(
            of: UnsafeRawPointer(source + moved).loadUnaligned(as: SIMD2<UInt64>.self), as: SIMD2<UInt64>.self)
          moved &+= 16
        }
        return
      }
      UnsafeMutableRawPointer(target).copyMemory(from: source, byteCount: count)
    }
    if let runs = runs.base {
      for index in 0..<self.runs.count {
        move(upTo: Int(runs[index].position))
        var count = Int(runs[index].count)
        if size == 1 {
          while count > 0 {
            target.pointee = source[3]
            source += 4
            target += 1
            count &-= 1
          }
        } else {
          // Two at a time, from one load of eight bytes.
          while count > 1 {
            let pair = UInt64(bigEndian: UnsafeRawPointer(source).loadUnaligned(as: UInt64.self))
            store(UInt32(truncatingIfNeeded: pair &>> 16 | pair & 0xFFFF), at: target)
            source += 8
            target += 4
            count &-= 2
          }
          if count > 0 {
            target[0] = source[2]
            target[1] = source[3]
            source += 4
            target += 2
          }
        }
      }
    }
    move(upTo: bytes.count)
  }

  /// Writes the offset table, with `size` bytes for each offset.
  ///
  /// - Parameter saved: The number of bytes that each reference became shorter.
  private func storeOffsets(at table: UnsafeMutablePointer<UInt8>, size: Int, saved: Int) {
    switch size {
    case 1: storeOffsets(at: table, as: UInt8.self, saved: saved)
    case 2: storeOffsets(at: table, as: UInt16.self, saved: saved)
    default: storeOffsets(at: table, as: UInt32.self, saved: saved)
    }
  }

  @inline(__always)
  private func storeOffsets<Offset: FixedWidthInteger & BitwiseCopyable>(
    at table: UnsafeMutablePointer<UInt8>, as type: Offset.Type, saved: Int
  ) {
    guard let offsets = offsets.base else { return }
    var target = table
    var object = 0
    var shift: UInt32 = 0
    func store(upTo end: UInt32) {
      while object < self.offsets.count, offsets[object] <= end {
        self.store(Offset(truncatingIfNeeded: offsets[object] &- shift), at: target)
        target += MemoryLayout<Offset>.size
        object &+= 1
      }
    }
    if saved > 0, let runs = runs.base {
      for index in 0..<self.runs.count {
        store(upTo: runs[index].position)
        // Objects after references move up by the bytes saved.
        shift &+= runs[index].count &* UInt32(truncatingIfNeeded: saved)
      }
    }
    store(upTo: .max)
  }

  private func error(for failure: Failure) -> EncodingError {
    switch failure {
    case .tooLarge:
      error("it exceeds limits.maximumByteCount, the 4 GB of the format, or the available memory")
    case .badPatch(let object, let index):
      error("there is no reference \(index) in object \(object)")
    }
  }

  private func error(_ reason: String) -> EncodingError {
    .invalidValue(
      offsets.count,
      .init(
        """
        The binary property list cannot be written: \(reason). It has \(offsets.count) objects in \(bytes.count) bytes.
        """))
  }
}
