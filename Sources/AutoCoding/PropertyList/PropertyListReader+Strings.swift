extension PropertyListReader {
  /// The header of an object that has a count.
  struct Contents {
    /// The marker without the count.
    let marker: UInt8
    /// The number of bytes, characters, elements or pairs that the header states. It is from 0 to `Int.max`; nothing
    /// else was checked.
    let count: Int
    /// The positions of the object and of its contents.
    let position: Int
    let start: Int
  }

  @inline(__always)
  func contents(of object: UInt32) throws -> Contents {
    let position = try position(of: object)
    let marker = byte(position)
    let low = marker & 0x0F
    if low != PropertyListMarker.countFollows {
      return Contents(marker: marker & 0xF0, count: Int(low), position: position, start: position &+ 1)
    }
    return try longContents(at: position)
  }

  @inline(never)
  private func longContents(at position: Int) throws -> Contents {
    guard position + 1 < tableOffset, byte(position + 1) & 0xF0 == PropertyListMarker.integer else {
      throw corrupted(position + 1, "an integer that is the count of the object before it", "something else")
    }
    let (value, end) = try integer(at: position + 1)
    guard let count = value.exactly(Int.self), count >= 0 else {
      throw corrupted(position + 1, "a count", "a number that is negative or too large")
    }
    return Contents(marker: byte(position) & 0xF0, count: count, position: position, start: end)
  }

  /// Returns the end of contents whose elements have `size` bytes each.
  @inline(__always)
  func end(of contents: Contents, size: Int) throws -> Int {
    let (total, overflow) = contents.count.multipliedReportingOverflow(by: size)
    guard !overflow, contents.start <= tableOffset, total <= tableOffset &- contents.start else {
      try failTruncated(at: contents.position, count: contents.count, elementSize: size)
    }
    return contents.start &+ total
  }

  /// Returns data in place: a part of the reader's bytes.
  package func data(_ object: UInt32) throws -> UnsafeRawBufferPointer {
    let contents = try contents(of: object)
    guard contents.marker == PropertyListMarker.data else {
      try failUnexpected(at: contents.position, expected: "data")
    }
    _ = try end(of: contents, size: 1)
    return UnsafeRawBufferPointer(start: base + contents.start, count: contents.count)
  }

  /// Returns a string. A string with an unpaired surrogate is refused, since a Swift `String` cannot hold it.
  package func string(_ object: UInt32) throws -> String {
    let contents = try contents(of: object)
    switch contents.marker {
    case PropertyListMarker.asciiString:
      let text = try ascii(contents)
      return String(decoding: text, as: UTF8.self)
    case PropertyListMarker.utf16String:
      return try utf16(contents)
    default:
      try failUnexpected(at: contents.position, expected: "a string")
    }
  }

  /// Returns the characters of an ASCII string in place, or nil for a UTF-16 string. They are UTF-8 if ``hasUTF8`` is true.
  ///
  /// Two strings are equal if these bytes are. However, a string of ASCII characters may also be stored as UTF-16.
  @inline(__always)
  package func asciiString(_ object: UInt32) throws -> UnsafeRawBufferPointer? {
    let contents = try contents(of: object)
    switch contents.marker {
    case PropertyListMarker.asciiString: return try ascii(contents)
    case PropertyListMarker.utf16String: return nil
    default: try failUnexpected(at: contents.position, expected: "a string")
    }
  }

  /// Like ``asciiString(_:)``, but does not check that the bytes are ASCII. The caller compares them with known ASCII.
  @inline(__always)
  func unverifiedASCIIString(_ object: UInt32) throws -> UnsafeRawBufferPointer? {
    let contents = try contents(of: object)
    guard contents.marker == PropertyListMarker.asciiString else { return nil }
    _ = try end(of: contents, size: 1)
    return UnsafeRawBufferPointer(start: base + contents.start, count: contents.count)
  }

  /// Returns the bytes of an ASCII string of 1 to 8, the first in the lowest bits, and their number; nil for anything
  /// else.
  ///
  /// Does not check that they are ASCII either.
  @inline(__always)
  func shortString(_ object: UInt32) throws -> (word: UInt64, count: Int)? {
    let position = try position(of: object)
    let count = Int(byte(position) &- PropertyListMarker.asciiString)
    guard count &- 1 < 8, count > 0, position &+ 1 &+ count <= tableOffset else { return nil }
    return (loadBigEndian(position &+ 1).byteSwapped & (.max &>> UInt64(64 &- count &* 8)), count)
  }

  /// Whether an object is the string `$class`, a key of every record in an archive.
  @inline(__always)
  func isClassKey(_ object: UInt32) throws -> Bool {
    let position = try position(of: object)
    // Marker and characters are seven of the eight bytes read. If the objects end before that, the data is damaged.
    let head = loadBigEndian(position) &>> 8
    if head == 0x56_24_63_6C_61_73_73 { return position &+ 7 <= tableOffset }
    // Some writers store the count of a short text in a separate integer, as for long ones.
    let marker = byte(position)
    guard marker & 0xF0 == PropertyListMarker.utf16String || marker == PropertyListMarker.asciiString | 0x0F
    else { return false }
    return try isString(object, equalTo: "$class")
  }

  /// Whether an object is a string of these characters. Returns false for a damaged string and for any other object.
  ///
  /// - Parameter text: Valid UTF-8. Characters are compared exactly, not by canonical equivalence.
  package func isString(_ object: UInt32, equalTo text: UnsafeBufferPointer<UInt8>) throws -> Bool {
    let contents = try contents(of: object)
    switch contents.marker {
    case PropertyListMarker.asciiString:
      guard contents.count == text.count else { return false }
      _ = try end(of: contents, size: 1)
      return (base + contents.start).hasBytes(of: text)
    case PropertyListMarker.utf16String:
      // The UTF-8 form has one to three times as many bytes as there are UTF-16 units.
      guard contents.count <= text.count, text.count / 3 <= contents.count else { return false }
      return try utf16(contents).utf8.elementsEqual(text)
    default:
      return false
    }
  }

  /// Whether an object is a string of these characters.
  package func isString(_ object: UInt32, equalTo text: StaticString) throws -> Bool {
    guard text.hasPointerRepresentation else { return false }
    return try isString(object, equalTo: UnsafeBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount))
  }

  @inline(__always)
  private func ascii(_ contents: Contents) throws -> UnsafeRawBufferPointer {
    _ = try end(of: contents, size: 1)
    let text = UnsafeRawBufferPointer(start: base + contents.start, count: contents.count)
    guard hasUTF8 || text.isASCII else { throw notASCII(text, at: contents.start) }
    return text
  }

  @inline(never)
  private func notASCII(_ text: UnsafeRawBufferPointer, at start: Int) -> DecodingError {
    let offset = text.firstIndex { $0 >= 0x80 } ?? 0
    return corrupted(start + offset, "ASCII", "the byte 0x\(String(text[offset], radix: 16))")
  }

  private func utf16(_ contents: Contents) throws -> String {
    _ = try end(of: contents, size: 2)
    let start = base + contents.start
    switch BigEndianUTF16.size(of: start, count: contents.count) {
    case .bytes(let size):
      return String(unsafeUninitializedCapacity: size) {
        BigEndianUTF16.writeUTF8(start, count: contents.count, to: $0)
      }
    case .invalid(let index):
      throw corrupted(
        contents.start + 2 * index, "UTF-16 of whole characters",
        "half a surrogate pair, which no Swift String can hold")
    }
  }
}
