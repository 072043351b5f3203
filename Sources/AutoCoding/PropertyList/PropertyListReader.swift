/// A reader of untrusted binary property lists (`bplist00`), which reads in place.
///
/// Objects are numbered and can be read in any order. The header, the trailer and the offset table are checked when the
/// reader is created; everything else when it is read. The reader caches nothing, and allocates only the requested
/// strings.
///
/// Containers may refer to themselves, and to one object any number of times. Code that follows references must limit
/// depth and work.
///
/// All errors are `DecodingError.dataCorrupted`, with the byte offset of the problem.
package struct PropertyListReader {
  /// The kind of an object's value.
  package enum Kind: UInt8, Sendable {
    case null, bool, integer, real, date, data, string, uid, array, orderedSet, set, dictionary
  }

  /// The number of objects. They are numbered from 0.
  package let objectCount: Int
  /// The outermost object.
  package let topObject: UInt32

  /// All bytes, including the trailer.
  let bytes: UnsafeRawBufferPointer
  /// The address of the first byte, stored so that no access has to unwrap it.
  let base: UnsafeRawPointer
  /// The end of the objects, where the offset table begins.
  let tableOffset: Int
  let offsetSize: Int
  let referenceSize: Int
  /// ``PropertyListWriter/keepsUTF8`` of the list's writer.
  let hasUTF8: Bool
  /// The shift that extracts an offset or a reference from eight bytes.
  private let offsetShift: UInt64
  let referenceShift: UInt64
  /// The number of valid offsets, which begin at the end of the header.
  private let offsetLimit: UInt64

  /// Checks everything except the objects. This reads each offset once.
  ///
  /// - Precondition: The bytes do not move or change while the reader, or anything it returned, is in use.
  /// - Parameters:
  ///   - bytes: A whole property list.
  ///   - limits: Limits for the number of bytes and objects.
  package init(_ bytes: UnsafeRawBufferPointer, limits: CodingLimits = CodingLimits()) throws {
    try self.init(bytes, limits: limits, hasUTF8: false)
  }

  /// - Parameter hasUTF8: ``PropertyListWriter/keepsUTF8`` of the list's writer; false for data from elsewhere.
  init(_ bytes: UnsafeRawBufferPointer, limits: CodingLimits = CodingLimits(), hasUTF8: Bool) throws {
    try Self.refuseOtherFormats(bytes)
    let trailerSize = PropertyListLayout.trailerSize
    // The smallest list has a header, an object of one byte, and a table of one byte.
    guard let base = bytes.baseAddress, bytes.count >= PropertyListLayout.headerSize + 2 + trailerSize else {
      throw Self.corrupted(bytes.count, "a binary property list of at least 42 bytes", "its end")
    }
    guard bytes.count <= limits.maximumByteCount else {
      throw Self.exceeded(
        0, "at most \(limits.maximumByteCount) bytes, as limits.maximumByteCount says", "\(bytes.count)")
    }
    let trailer = bytes.count - trailerSize
    offsetSize = Int(bytes[trailer + 6])
    referenceSize = Int(bytes[trailer + 7])
    let counts = (8, 16, 24)
    let objects = Self.load(base, trailer + counts.0)
    let top = Self.load(base, trailer + counts.1)
    let table = Self.load(base, trailer + counts.2)

    guard 1...8 ~= offsetSize else {
      throw Self.corrupted(trailer + 6, "an offset size from 1 to 8", "\(offsetSize)")
    }
    guard 1...8 ~= referenceSize else {
      throw Self.corrupted(trailer + 7, "a reference size from 1 to 8", "\(referenceSize)")
    }
    guard objects > 0 else { throw Self.corrupted(trailer + counts.0, "at least one object", "none") }
    // UIDs have 32 bits, and one value stands for none.
    let mostObjects = min(limits.maximumObjectCount, Int(clamping: UInt32.max) - 1)
    guard objects <= UInt64(clamping: mostObjects) else {
      // No list has more objects than bytes. A larger number means that the file was truncated.
      let error = objects > UInt64(bytes.count) ? Self.corrupted : Self.exceeded
      throw error(
        trailer + counts.0, "at most \(mostObjects) objects, as limits.maximumObjectCount says", "\(objects)")
    }
    guard top < objects else {
      throw Self.corrupted(trailer + counts.1, "the number of a top object below \(objects)", "\(top)")
    }
    // Neither factor exceeds 2³², so the product does not overflow.
    let tableSize = objects * UInt64(offsetSize)
    guard table > UInt64(PropertyListLayout.headerSize), table <= UInt64(trailer),
      tableSize == UInt64(trailer) - table
    else {
      throw Self.corrupted(
        trailer + counts.2,
        "an offset table of \(objects) times \(offsetSize) bytes between the objects and the trailer",
        "one at \(table)")
    }
    objectCount = Int(objects)
    topObject = UInt32(top)
    tableOffset = Int(table)
    offsetShift = UInt64(64 - offsetSize * 8)
    referenceShift = UInt64(64 - referenceSize * 8)
    offsetLimit = table - UInt64(PropertyListLayout.headerSize)
    self.bytes = bytes
    self.base = base
    self.hasUTF8 = hasUTF8
    try checkOffsets()
  }

  /// Checks that every offset lies within the objects.
  private func checkOffsets() throws {
    for object in 0..<objectCount {
      let position = tableOffset &+ object &* offsetSize
      let offset = loadBigEndian(position) &>> offsetShift
      guard offset &- UInt64(PropertyListLayout.headerSize) < offsetLimit else {
        throw corrupted(position, "an offset from 8 to \(tableOffset - 1)", "\(offset)")
      }
    }
  }

  /// Returns the position of an object.
  @inline(__always)
  func position(of object: UInt32) throws -> Int {
    let index = Int(truncatingIfNeeded: object)
    guard index < objectCount else { try failNoObject(object) }
    let offset = loadBigEndian(tableOffset &+ index &* offsetSize) &>> offsetShift
    // The offset was checked on creation, but bytes that are mapped from a file may have changed since.
    guard offset &- UInt64(PropertyListLayout.headerSize) < offsetLimit else { try failNoObject(object) }
    return Int(truncatingIfNeeded: offset)
  }

  /// Returns the byte offset of an object, for error messages; 0 if there is no such object.
  package func byteOffset(of object: UInt32) -> Int {
    (try? position(of: object)) ?? 0
  }

  /// The total size of all objects in bytes.
  package var objectByteCount: Int { tableOffset - PropertyListLayout.headerSize }

  /// Returns the first byte of an object. Only ``kind(of:)`` checks whether it is valid.
  @inline(__always)
  func marker(of object: UInt32) throws -> UInt8 { byte(try position(of: object)) }

  /// Returns the kind of an object, without reading its contents.
  package func kind(of object: UInt32) throws -> Kind {
    let position = try position(of: object)
    let marker = base.load(fromByteOffset: position, as: UInt8.self)
    guard let kind = Self.kind(ofMarker: marker) else { try failUnknown(at: position) }
    return kind
  }

  @inline(__always)
  static func kind(ofMarker marker: UInt8) -> Kind? {
    switch marker >> 4 {
    case 0x0:
      switch marker {
      case PropertyListMarker.null: .null
      case PropertyListMarker.false, PropertyListMarker.true: .bool
      default: nil
      }
    case 0x1: marker & 0x0F <= 4 ? .integer : nil
    case 0x2: marker == PropertyListMarker.float || marker == PropertyListMarker.double ? .real : nil
    case 0x3: marker == PropertyListMarker.date ? .date : nil
    case 0x4: .data
    case 0x5, 0x6: .string
    case 0x8: .uid
    case 0xA: .array
    case 0xB: .orderedSet
    case 0xC: .set
    case 0xD: .dictionary
    default: nil
    }
  }

  /// Reads a big-endian number.
  ///
  /// - Precondition: As with ``loadBigEndian(_:)``; `size` is from 1 to 8.
  @inline(__always)
  func load(_ position: Int, size: Int) -> UInt64 {
    loadBigEndian(position) &>> UInt64(truncatingIfNeeded: 64 &- size &* 8)
  }

  /// Reads the next eight bytes as a big-endian number. To get a smaller number, shift the result right. Since the
  /// trailer follows everything that is read this way, there are always eight bytes.
  ///
  /// - Precondition: `position` is at or before the beginning of the trailer, and not negative.
  @inline(__always)
  func loadBigEndian(_ position: Int) -> UInt64 {
    Self.load(base, position)
  }

  @inline(__always)
  static func load(_ base: UnsafeRawPointer, _ position: Int) -> UInt64 {
    UInt64(bigEndian: base.loadUnaligned(fromByteOffset: position, as: UInt64.self))
  }

  /// Returns the byte at a position.
  ///
  /// - Precondition: `position` is within the bytes.
  @inline(__always)
  func byte(_ position: Int) -> UInt8 {
    base.load(fromByteOffset: position, as: UInt8.self)
  }
}
