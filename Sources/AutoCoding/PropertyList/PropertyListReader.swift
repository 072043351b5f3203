/// A binary property list (`bplist00`), read in place from bytes that nobody vouches for.
///
/// Objects are numbered, and any of them can be asked for at any time. What the header, the trailer and the offset table
/// say is checked when the reader is made; everything else when it is read. Nothing is kept, and nothing allocated but the
/// strings that are asked for.
///
/// Containers may refer to themselves, and to one object any number of times: who follows references has to bound the
/// depth and the work.
///
/// All errors are `DecodingError.dataCorrupted`, with the offset of the byte at which it was found.
package struct PropertyListReader {
  /// What kind of value an object is.
  package enum Kind: UInt8, Sendable {
    case null, bool, integer, real, date, data, string, uid, array, orderedSet, set, dictionary
  }

  /// How many objects there are; their numbers go from 0 to one less.
  package let objectCount: Int
  /// The outermost object.
  package let topObject: UInt32

  /// All bytes, the trailer included.
  let bytes: UnsafeRawBufferPointer
  /// The first byte, so that no access has to unwrap it.
  let base: UnsafeRawPointer
  /// Where the objects end and the table of their offsets begins.
  let tableOffset: Int
  let offsetSize: Int
  let referenceSize: Int
  /// How far eight bytes have to be shifted until what is left is an offset, or a reference.
  private let offsetShift: UInt64
  let referenceShift: UInt64
  /// Offsets go from the end of the header to so many bytes behind it.
  private let offsetLimit: UInt64

  /// Checks what is around the objects, which takes a look at each offset.
  ///
  /// - Precondition: The bytes stay where they are for as long as the reader, or anything it returned, is in use.
  /// - Parameters:
  ///   - bytes: A whole property list.
  ///   - limits: How many bytes and objects it may have.
  package init(_ bytes: UnsafeRawBufferPointer, limits: CodingLimits = CodingLimits()) throws {
    try Self.refuseOtherFormats(bytes)
    let trailerSize = PropertyListLayout.trailerSize
    // The smallest one has a header, an object of one byte, and a table of one byte.
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
    // UIDs have 32 bits, and one of them stands for none.
    let mostObjects = min(limits.maximumObjectCount, Int(clamping: UInt32.max) - 1)
    guard objects <= UInt64(clamping: mostObjects) else {
      // No list has more objects than bytes; such a number is that of a file which was cut off.
      let error = objects > UInt64(bytes.count) ? Self.corrupted : Self.exceeded
      throw error(
        trailer + counts.0, "at most \(mostObjects) objects, as limits.maximumObjectCount says", "\(objects)")
    }
    guard top < objects else {
      throw Self.corrupted(trailer + counts.1, "the number of a top object below \(objects)", "\(top)")
    }
    // Neither factor is above 2³², so that their product is no overflow.
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
    try checkOffsets()
  }

  /// Every offset has to lie among the objects.
  private func checkOffsets() throws {
    for object in 0..<objectCount {
      let position = tableOffset &+ object &* offsetSize
      let offset = loadBigEndian(position) &>> offsetShift
      guard offset &- UInt64(PropertyListLayout.headerSize) < offsetLimit else {
        throw corrupted(position, "an offset from 8 to \(tableOffset - 1)", "\(offset)")
      }
    }
  }

  /// Where an object begins.
  @inline(__always)
  func position(of object: UInt32) throws -> Int {
    let index = Int(truncatingIfNeeded: object)
    guard index < objectCount else { try failNoObject(object) }
    let offset = loadBigEndian(tableOffset &+ index &* offsetSize) &>> offsetShift
    // It was checked when the reader was made. Bytes that are mapped from a file may have changed since.
    guard offset &- UInt64(PropertyListLayout.headerSize) < offsetLimit else { try failNoObject(object) }
    return Int(truncatingIfNeeded: offset)
  }

  /// The byte offset of an object, for error messages; 0 if there is no such object.
  package func byteOffset(of object: UInt32) -> Int {
    (try? position(of: object)) ?? 0
  }

  /// How many bytes all objects have together.
  package var objectByteCount: Int { tableOffset - PropertyListLayout.headerSize }

  /// The first byte of an object; whether it stands for any kind is for ``kind(of:)`` to say.
  @inline(__always)
  func marker(of object: UInt32) throws -> UInt8 { byte(try position(of: object)) }

  /// What kind of value an object is; its contents are not looked at.
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

  /// A number, its most significant byte first.
  ///
  /// - Precondition: As with ``loadBigEndian(_:)``; `size` is from 1 to 8.
  @inline(__always)
  func load(_ position: Int, size: Int) -> UInt64 {
    loadBigEndian(position) &>> UInt64(truncatingIfNeeded: 64 &- size &* 8)
  }

  /// The next eight bytes, the first of them the most significant; a smaller number is what is left of them when they
  /// are shifted. The trailer is behind everything that is read by this, so that there are always eight.
  ///
  /// - Precondition: `position` is at or before the beginning of the trailer, and not negative.
  @inline(__always)
  func loadBigEndian(_ position: Int) -> UInt64 {
    Self.load(base, position)
  }

  @inline(__always)
  private static func load(_ base: UnsafeRawPointer, _ position: Int) -> UInt64 {
    UInt64(bigEndian: base.loadUnaligned(fromByteOffset: position, as: UInt64.self))
  }

  /// The byte at a position.
  ///
  /// - Precondition: `position` is within the bytes.
  @inline(__always)
  func byte(_ position: Int) -> UInt8 {
    base.load(fromByteOffset: position, as: UInt8.self)
  }
}
