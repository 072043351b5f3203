/// Writes a binary property list (`bplist00`) object by object.
///
/// Every `add` writes one object and returns its number. Arrays and dictionaries refer to their elements by these
/// numbers; the elements may be added before or after. Small integers, booleans and UIDs are written once each. Strings
/// are written each time they are added, since the caller can recognize repeated keys at less cost than a table here.
///
/// No `add` throws. An error (the limit, a reference to nothing) is thrown by ``finish(top:)``; numbers returned after
/// the error are meaningless.
///
/// References take four bytes each until the number of objects is known; ``finish(top:)`` then compacts them. A writer
/// keeps some of its memory after that, which makes the next property list faster.
package struct PropertyListWriter: ~Copyable {
  /// The header and the objects.
  var bytes: GrowingTable<UInt8>
  /// The position of each object.
  var offsets: GrowingTable<UInt32>
  /// The positions of references, while ``mayShortenReferences`` is true.
  var runs: GrowingTable<ReferenceRun>
  /// The total number of references in ``runs``.
  var referenceCount = 0
  /// The largest reference, which ``finish(top:)`` compares with the number of objects.
  var largestReference: UInt32 = 0
  /// The objects of common values, indexed by ``Singles``.
  var singles: GrowingTable<UInt32>
  /// The objects of UIDs, indexed by UID.
  var uids: GrowingTable<UInt32>
  /// The first error.
  var failure: Failure?
  /// Whether strings of other characters than ASCII are added as UTF-8 too, which XML has. Only a reader that is told so can
  /// read them.
  var keepsUTF8 = false
  /// Whether another list may be made of this one, as XML or without some of its objects. It may have fewer bytes, so the
  /// caller of ``finish(top:)`` checks how many.
  var isIntermediate = false
  /// How many bytes the finished list may have.
  let maximumByteCount: Int

  /// A run of adjacent references.
  struct ReferenceRun: BitwiseCopyable {
    /// The position of the first one.
    let position: UInt32
    let count: UInt32
  }

  enum Failure {
    case tooLarge
    case badPatch(object: UInt32, index: Int)
  }

  /// Offsets have four bytes, which limits the size of a property list. The number of objects then stays below
  /// `UInt32.max`, which stands for none.
  static let greatestByteCount = Int(clamping: UInt32.max) - 1

  /// - Parameter maximumByteCount: How many bytes the finished list may have, at most 4 GB.
  package init(maximumByteCount: Int = .max) {
    let limit = max(0, min(maximumByteCount, Self.greatestByteCount))
    self.maximumByteCount = limit
    bytes = GrowingTable(maximumCount: limit)
    offsets = GrowingTable(maximumCount: limit)
    runs = GrowingTable(maximumCount: limit)
    singles = GrowingTable(maximumCount: Singles.count)
    uids = GrowingTable(maximumCount: limit)
    begin()
  }

  /// The number of objects added.
  package var objectCount: Int { offsets.count }

  /// Whether references may still take less than four bytes. With too many objects, their positions no longer matter.
  @inline(__always)
  var mayShortenReferences: Bool { offsets.count < 1 << 16 }

  /// The number of bytes written so far. ``finish(top:)`` shortens references, and adds a table and a trailer.
  package var byteCount: Int { bytes.count }

  /// Resets the writer, but keeps memory for property lists of moderate size.
  package mutating func removeAll() {
    keepsUTF8 = false
    isIntermediate = false
    if offsets.count == 0, failure == nil, bytes.count == PropertyListLayout.headerSize { return }
    let kept = 1 << 20
    bytes.removeAll(keepingAtMost: kept)
    bytes.maximumCount = maximumByteCount
    offsets.removeAll(keepingAtMost: kept)
    runs.removeAll(keepingAtMost: kept)
    singles.removeAll(keepingAtMost: kept)
    uids.removeAll(keepingAtMost: kept)
    referenceCount = 0
    largestReference = 0
    failure = nil
    begin()
  }

  /// The memory that the writer holds, in bytes.
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

  /// Begins an object of `size` bytes, which the caller must fill in. Returns nil if there is no room for it.
  ///
  /// - Parameter references: How many references it has, of four bytes each.
  @inline(__always)
  mutating func beginObject(_ size: Int, references: Int = 0) -> UnsafeMutablePointer<UInt8>? {
    guard let start = bytes.reserve(size) ?? reserveBeyondLimit(size, references: references),
      offsets.append(UInt32(truncatingIfNeeded: bytes.count))
    else {
      fail(.tooLarge)
      return nil
    }
    bytes.advance(by: size)
    return start
  }

  /// Makes room for an object beyond the limit, as long as the finished list may be within it, since its references are
  /// shorter. So the memory is at most four times as much as the limit, or eight times for an intermediate list.
  @inline(never)
  private mutating func reserveBeyondLimit(_ size: Int, references: Int) -> UnsafeMutablePointer<UInt8>? {
    guard size <= Self.greatestByteCount - bytes.count else { return nil }
    let count = bytes.count + size
    // XML takes more than half the bytes of a binary list, and few values are replaced.
    let limit = isIntermediate ? 2 * min(maximumByteCount, Self.greatestByteCount / 2) : maximumByteCount
    // Each object that is added later makes the finished list longer.
    let least = finishedSize(
      objectCount: offsets.count + 1, byteCount: count, referenceCount: referenceCount + references)
    guard least <= limit else { return nil }
    bytes.maximumCount = max(bytes.maximumCount, count + min(limit - least, Self.greatestByteCount - count))
    return bytes.reserve(size)
  }

  /// Returns the size of a finished list.
  ///
  /// - Parameters:
  ///   - byteCount: The size of the header and the objects, with references of four bytes.
  ///   - referenceCount: The number of references, if there are so few objects that references take less.
  private func finishedSize(objectCount: Int, byteCount: Int, referenceCount: Int) -> Int {
    let tableOffset = byteCount - referenceCount * (4 - PropertyListLayout.size(for: objectCount))
    return tableOffset + objectCount * PropertyListLayout.size(for: tableOffset) + PropertyListLayout.trailerSize
  }

  /// Returns the number of the object that was begun last.
  @inline(__always)
  var lastObject: UInt32 { UInt32(truncatingIfNeeded: offsets.count &- 1) }

  /// Stores a big-endian number.
  ///
  /// - Precondition: `target` has room for it.
  @inline(__always)
  func store<Integer: FixedWidthInteger & BitwiseCopyable>(_ value: Integer, at target: UnsafeMutablePointer<UInt8>) {
    UnsafeMutableRawPointer(target).storeBytes(of: value.bigEndian, as: Integer.self)
  }

  /// Returns the size of a marker with a count.
  @inline(__always)
  func headSize(count: Int) -> Int {
    count < Int(PropertyListMarker.countFollows) ? 1 : 2 + PropertyListLayout.size(for: count)
  }

  /// Writes a marker and a count, and returns the position of the contents.
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

  /// Returns the position and count of an object's contents. Precondition: ``storeHead(_:count:at:)`` wrote the object.
  @inline(__always)
  func contents(at head: UnsafeMutablePointer<UInt8>) -> (start: UnsafeMutablePointer<UInt8>, count: Int) {
    let low = head[0] & 0x0F
    return low == PropertyListMarker.countFollows ? longContents(at: head) : (head + 1, Int(low))
  }

  @inline(never)
  private func longContents(
    at head: UnsafeMutablePointer<UInt8>
  ) -> (start: UnsafeMutablePointer<UInt8>, count: Int) {
    // The writer itself wrote this count: 1, 2, 4 or 8 bytes of a number that fits.
    let size = 1 &<< Int(head[1] & 0x0F)
    var count = 0
    for index in 0..<size { count = count &<< 8 | Int(head[2 &+ index]) }
    return (head + 2 + size, count)
  }
}
