#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// Writes a binary property list (`bplist00`), object by object, as they come.
///
/// Every `add` writes one object and returns its number, by which arrays and dictionaries refer to it; what they contain
/// may be added before or after them. Small integers, booleans and UIDs are written once each; strings as often as they
/// are added: whoever adds keys knows them again at less cost than a table here would.
///
/// Nothing is thrown while objects are added. What went wrong (the limit, a reference to nothing) is thrown by
/// ``finish(top:)``; the numbers that were returned since mean nothing.
///
/// References are kept in four bytes each until the number of objects is known, and ``finish(top:)`` moves everything
/// together. A writer keeps some of its memory after that, and is quicker with the next property list.
package struct PropertyListWriter: ~Copyable {
  /// The header and the objects.
  var bytes: GrowingTable<UInt8>
  /// Where each object begins.
  var offsets: GrowingTable<UInt32>
  /// Where references are, as long as ``mayShortenReferences``.
  var runs: GrowingTable<ReferenceRun>
  /// How many references there are in ``runs``.
  var referenceCount = 0
  /// The largest reference, to be compared with the number of objects when that is known.
  var largestReference: UInt32 = 0
  /// The objects of common values, by the value; see ``Singles``.
  var singles: GrowingTable<UInt32>
  /// The objects of UIDs, by the UID.
  var uids: GrowingTable<UInt32>
  /// What went wrong first.
  var failure: Failure?

  /// References one after the other.
  struct ReferenceRun: BitwiseCopyable {
    /// Where the first one begins.
    let position: UInt32
    let count: UInt32
  }

  enum Failure {
    case tooLarge
    case badPatch(object: UInt32, index: Int)
  }

  /// Offsets are kept in four bytes, which is what bounds a property list; a number of objects to spare stays below all
  /// references, so that `UInt32.max` is none.
  private static let greatestByteCount = Int(clamping: UInt32.max) - 1

  /// - Parameter maximumByteCount: How large the objects may become in all, 4 GB at the most.
  package init(maximumByteCount: Int = .max) {
    let limit = max(0, min(maximumByteCount, Self.greatestByteCount))
    bytes = GrowingTable(maximumCount: limit)
    offsets = GrowingTable(maximumCount: limit)
    runs = GrowingTable(maximumCount: limit)
    singles = GrowingTable(maximumCount: Singles.count)
    uids = GrowingTable(maximumCount: limit)
    begin()
  }

  /// How many objects have been added.
  package var objectCount: Int { offsets.count }

  /// Whether references may yet take less than four bytes. Where they are matters no more once there are too many objects.
  @inline(__always)
  var mayShortenReferences: Bool { offsets.count < 1 << 16 }

  /// How many bytes have been written; ``finish(top:)`` makes references smaller, and adds a table and a trailer.
  package var byteCount: Int { bytes.count }

  /// Forgets everything, and keeps memory for property lists of moderate size.
  package mutating func removeAll() {
    let kept = 1 << 20
    bytes.removeAll(keepingAtMost: kept)
    offsets.removeAll(keepingAtMost: kept)
    runs.removeAll(keepingAtMost: kept)
    singles.removeAll(keepingAtMost: kept)
    uids.removeAll(keepingAtMost: kept)
    referenceCount = 0
    largestReference = 0
    failure = nil
    begin()
  }

  /// How many bytes the writer has for what it writes.
  var keptByteCount: Int { bytes.byteCount + offsets.byteCount + runs.byteCount + uids.byteCount }

  /// Writes the header.
  private mutating func begin() {
    guard let start = bytes.reserve(PropertyListLayout.headerSize),
      let values = singles.reserve(Singles.count)
    else { return fail(.tooLarge) }
    store(PropertyListLayout.header, at: start)
    bytes.advance(by: PropertyListLayout.headerSize)
    values.initialize(repeating: Singles.none, count: Singles.count)
    singles.advance(by: Singles.count)
  }

  @inline(never)
  mutating func fail(_ reason: Failure) {
    if failure == nil { failure = reason }
  }

  /// Begins an object of `size` bytes, all of which the caller fills in; nil where there is no room for it.
  @inline(__always)
  mutating func beginObject(_ size: Int) -> UnsafeMutablePointer<UInt8>? {
    guard let start = bytes.reserve(size), offsets.append(UInt32(truncatingIfNeeded: bytes.count)) else {
      fail(.tooLarge)
      return nil
    }
    bytes.advance(by: size)
    return start
  }

  /// The number of the object that was begun last.
  @inline(__always)
  var lastObject: UInt32 { UInt32(truncatingIfNeeded: offsets.count &- 1) }

  /// Writes a number as property lists have them, its most significant byte first.
  ///
  /// - Precondition: `target` has room for it.
  @inline(__always)
  func store<Integer: FixedWidthInteger & BitwiseCopyable>(_ value: Integer, at target: UnsafeMutablePointer<UInt8>) {
    UnsafeMutableRawPointer(target).storeBytes(of: value.bigEndian, as: Integer.self)
  }

  /// How many bytes a marker and a count take.
  @inline(__always)
  func headSize(count: Int) -> Int {
    count < Int(PropertyListMarker.countFollows) ? 1 : 2 + PropertyListLayout.size(for: count)
  }

  /// Writes a marker and a count, and returns where the contents begin.
  ///
  /// - Precondition: `target` has room for ``headSize(count:)`` bytes.
  @inline(__always)
  func storeHead(
    _ marker: UInt8, count: Int, at target: UnsafeMutablePointer<UInt8>
  ) -> UnsafeMutablePointer<UInt8> {
    guard count >= Int(PropertyListMarker.countFollows) else {
      target.pointee = marker | UInt8(truncatingIfNeeded: count)
      return target + 1
    }
    return storeLongHead(marker, count: count, at: target)
  }

  @inline(never)
  private func storeLongHead(
    _ marker: UInt8, count: Int, at target: UnsafeMutablePointer<UInt8>
  ) -> UnsafeMutablePointer<UInt8> {
    target[0] = marker | PropertyListMarker.countFollows
    switch PropertyListLayout.size(for: count) {
    case 1:
      target[1] = PropertyListMarker.integer
      target[2] = UInt8(truncatingIfNeeded: count)
      return target + 3
    case 2:
      target[1] = PropertyListMarker.integer | 1
      store(UInt16(truncatingIfNeeded: count), at: target + 2)
      return target + 4
    case 4:
      target[1] = PropertyListMarker.integer | 2
      store(UInt32(truncatingIfNeeded: count), at: target + 2)
      return target + 6
    default:
      target[1] = PropertyListMarker.integer | 3
      store(UInt64(truncatingIfNeeded: count), at: target + 2)
      return target + 10
    }
  }

  /// Where the contents of an object begin that this writer wrote with ``storeHead(_:count:at:)``, and how many they are.
  @inline(__always)
  func contents(at head: UnsafeMutablePointer<UInt8>) -> (start: UnsafeMutablePointer<UInt8>, count: Int) {
    let low = head[0] & 0x0F
    return low == PropertyListMarker.countFollows ? longContents(at: head) : (head + 1, Int(low))
  }

  @inline(never)
  private func longContents(
    at head: UnsafeMutablePointer<UInt8>
  ) -> (start: UnsafeMutablePointer<UInt8>, count: Int) {
    // The writer's own count: 1, 2, 4 or 8 bytes of a number that fits.
    let size = 1 &<< Int(head[1] & 0x0F)
    var count = 0
    for index in 0..<size { count = count &<< 8 | Int(head[2 &+ index]) }
    return (head + 2 + size, count)
  }
}
