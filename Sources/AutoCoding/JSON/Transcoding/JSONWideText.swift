/// A text in UTF-16 or UTF-32 as UTF-8, with the places of its characters.
struct JSONWideText: ~Copyable {
  private static let blockSize = 1024

  let width: Int
  /// The text as UTF-8, up to the first flaw.
  private(set) var utf8 = GrowingTable<UInt8>()
  /// For each block of the UTF-8 text, the offset of the first character that begins in it.
  private var blocks = GrowingTable<Int>()
  private(set) var flaw: JSONTextFlaw?

  /// Makes an empty text.
  init() { width = 1 }

  /// Transcodes a text.
  ///
  /// - Parameters:
  ///   - bytes: The text with its byte order mark.
  ///   - mark: The length of the mark.
  init(_ bytes: UnsafeRawBufferPointer, in encoding: JSONTextEncoding, mark: Int) {
    width = encoding.width
    var place = min(mark, bytes.count)
    // ASCII becomes one byte for each unit; most other texts become longer.
    _ = utf8.reserve((bytes.count - place) / width + 4)
    while place < bytes.count {
      if utf8.count >= blocks.count * Self.blockSize { blocks.push(place) }
      place += appendASCII(from: place, of: bytes, in: encoding)
      guard place < bytes.count, utf8.count < blocks.count * Self.blockSize else { continue }
      guard let (value, count) = Self.character(at: place, of: bytes, in: encoding) else {
        flaw = JSONTextFlaw(reason: Self.reason(at: place, of: bytes, in: encoding), place: utf8.count)
        return
      }
      place += count
      append(value)
    }
    if utf8.count >= blocks.count * Self.blockSize { blocks.push(place) }
  }

  /// Appends ASCII characters, 8 bytes of the text at a time, up to the end of the last block at most. Returns how many
  /// bytes of the text they take.
  @inline(__always)
  private mutating func appendASCII(
    from start: Int, of bytes: UnsafeRawBufferPointer, in encoding: JSONTextEncoding
  ) -> Int {
    let isPair = encoding.width == 2
    // How far an ASCII character is from the lowest bits of its code unit, as that is in memory.
    let shift: UInt64 = encoding.isBigEndian ? (isPair ? 8 : 24) : 0
    let ascii: UInt64 = (isPair ? 0x007f_007f_007f_007f : 0x0000_007f_0000_007f) &<< shift
    let room = blocks.count * Self.blockSize - utf8.count
    let count = min(room, (bytes.count - start) / encoding.width) & ~7
    guard count > 0, let first = bytes.baseAddress, let target = utf8.reserve(count + 8) else { return 0 }
    let source = first + start
    var appended = 0
    while appended < count {
      let word = UInt64(
        littleEndian: source.loadUnaligned(fromByteOffset: appended &* encoding.width, as: UInt64.self))
      guard word & ~ascii == 0 else { break }
      // Move the characters together, in the lowest bytes.
      var characters = word &>> shift
      if isPair {
        characters = (characters | characters &>> 8) & 0x0000_ffff_0000_ffff
        characters |= characters &>> 16
      } else {
        characters |= characters &>> 24
      }
      UnsafeMutableRawPointer(target + appended).storeBytes(of: characters.littleEndian, as: UInt64.self)
      appended &+= isPair ? 4 : 2
    }
    utf8.advance(by: appended)
    return appended * encoding.width
  }

  private mutating func append(_ value: UInt32) {
    guard let target = utf8.reserve(4) else { GrowingMemory.isExhausted() }
    func put(_ index: Int, _ shift: UInt32, _ mark: UInt32) {
      (target + index).initialize(to: UInt8(truncatingIfNeeded: value >> shift & (mark == 0x80 ? 0x3f : 0xff) | mark))
    }
    if value < 0x80 {
      put(0, 0, 0)
      utf8.advance(by: 1)
    } else if value < 0x800 {
      put(0, 6, 0xc0)
      put(1, 0, 0x80)
      utf8.advance(by: 2)
    } else if value < 0x1_0000 {
      put(0, 12, 0xe0)
      put(1, 6, 0x80)
      put(2, 0, 0x80)
      utf8.advance(by: 3)
    } else {
      put(0, 18, 0xf0)
      put(1, 12, 0x80)
      put(2, 6, 0x80)
      put(3, 0, 0x80)
      utf8.advance(by: 4)
    }
  }

  /// Returns a character and its number of bytes, or nil if there is none.
  @inline(__always)
  private static func character(
    at place: Int, of bytes: UnsafeRawBufferPointer, in encoding: JSONTextEncoding
  ) -> (value: UInt32, count: Int)? {
    guard let unit = unit(at: place, of: bytes, in: encoding) else { return nil }
    if unit & 0xffff_f800 != 0xd800 { return unit < 0x11_0000 ? (unit, encoding.width) : nil }
    guard encoding.width == 2, unit < 0xdc00, let second = self.unit(at: place + 2, of: bytes, in: encoding),
      second & 0xfc00 == 0xdc00
    else { return nil }
    return (0x1_0000 + (unit - 0xd800) << 10 + (second - 0xdc00), 4)
  }

  @inline(__always)
  private static func unit(at place: Int, of bytes: UnsafeRawBufferPointer, in encoding: JSONTextEncoding) -> UInt32? {
    guard bytes.count - place >= encoding.width else { return nil }
    if encoding.width == 2 {
      let unit = bytes.loadUnaligned(fromByteOffset: place, as: UInt16.self)
      return UInt32(encoding.isBigEndian ? UInt16(bigEndian: unit) : UInt16(littleEndian: unit))
    }
    let unit = bytes.loadUnaligned(fromByteOffset: place, as: UInt32.self)
    return encoding.isBigEndian ? UInt32(bigEndian: unit) : UInt32(littleEndian: unit)
  }

  private static func reason(
    at place: Int, of bytes: UnsafeRawBufferPointer, in encoding: JSONTextEncoding
  ) -> String {
    guard let unit = unit(at: place, of: bytes, in: encoding) else {
      return "The text is in \(encoding.name), and ends within a character."
    }
    let found = "0x\(String(unit, radix: 16))"
    return unit & 0xffff_f800 == 0xd800
      ? "The text is in \(encoding.name), and has half a surrogate pair (\(found))."
      : "The text is in \(encoding.name), and has a number that is no character (\(found))."
  }

  /// Returns the offset, in the text as it was, of the character at a place of the UTF-8 text.
  func offset(of place: Int) -> Int {
    let utf8 = utf8.suffix(from: 0)
    let blocks = blocks.suffix(from: 0)
    guard !blocks.isEmpty else { return 0 }
    let place = min(max(place, 0), utf8.count)
    var block = min(place / Self.blockSize, blocks.count - 1)
    var start = Self.beginning(ofBlock: block, of: utf8)
    if start > place, block > 0 {
      block -= 1
      start = Self.beginning(ofBlock: block, of: utf8)
    }
    var offset = blocks[block]
    while start < place {
      let count = utf8[start] < 0x80 ? 1 : utf8[start] < 0xe0 ? 2 : utf8[start] < 0xf0 ? 3 : 4
      guard start + count <= place else { break }
      start += count
      offset += count == 4 ? 4 : width
    }
    return offset
  }

  /// The place of the first character that begins in a block.
  private static func beginning(ofBlock block: Int, of utf8: UnsafeBufferPointer<UInt8>) -> Int {
    var start = block * blockSize
    while start < utf8.count, utf8[start] & 0xc0 == 0x80 { start += 1 }
    return start
  }
}
