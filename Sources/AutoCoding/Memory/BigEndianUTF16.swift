/// UTF-16 with the most significant byte first, to and from UTF-8. The standard library's `transcode` takes ten times as
/// many instructions for each character.
enum BigEndianUTF16 {
  // MARK: From UTF-8

  /// Returns the number of units of a text in UTF-8.
  static func count(ofUTF8 text: UnsafeBufferPointer<UInt8>) -> Int {
    // One for each character, and one more for each that takes four bytes in UTF-8.
    var count = 0
    for byte in text {
      count &+= (byte & 0xC0 == 0x80 ? 0 : 1) &+ (byte >= 0xF0 ? 1 : 0)
    }
    return count
  }

  /// Passes on the units of a text in UTF-8, until one is declined or a character has no end.
  ///
  /// The bytes should be UTF-8. For any others the units are without meaning, but no byte beyond the text is read.
  @inline(__always)
  static func forEachUnit(ofUTF8 text: UnsafeBufferPointer<UInt8>, _ body: (UInt16) -> Bool) {
    guard var place = text.baseAddress else { return }
    let end = place + text.count
    func bits(_ index: Int) -> UInt16 { UInt16(truncatingIfNeeded: place[index] & 0x3F) }
    while place < end {
      let first = UInt16(truncatingIfNeeded: place[0])
      switch first {
      case 0..<0x80:
        guard body(first) else { return }
        place += 1
      case 0x80..<0xE0:
        guard end - place >= 2, body((first & 0x1F) &<< 6 | bits(1)) else { return }
        place += 2
      case 0xE0..<0xF0:
        guard end - place >= 3, body(first &<< 12 | bits(1) &<< 6 | bits(2)) else { return }
        place += 3
      default:
        guard end - place >= 4 else { return }
        // The bits above the lowest ten, less those of U+10000.
        let high = ((first & 7) &<< 8 | bits(1) &<< 2 | bits(2) &>> 4) &- 0x40
        guard body(0xD800 | high & 0x3FF), body(0xDC00 | (bits(2) & 0xF) &<< 6 | bits(3)) else { return }
        place += 4
      }
    }
  }

  // MARK: To UTF-8

  /// The number of bytes that units take in UTF-8, or the index of a surrogate that is no half of a pair.
  enum Size: Equatable {
    case bytes(Int)
    case invalid(at: Int)
  }

  static func size(of units: UnsafeRawPointer, count: Int) -> Size {
    var size = 0
    var index = 0
    while index < count {
      let unit = Self.unit(at: index, of: units)
      if unit & 0xF800 == 0xD800 {
        guard unit < 0xDC00, index &+ 1 < count, Self.unit(at: index &+ 1, of: units) & 0xFC00 == 0xDC00 else {
          return .invalid(at: index)
        }
        size &+= 4
        index &+= 2
      } else {
        size &+= unit < 0x80 ? 1 : unit < 0x800 ? 2 : 3
        index &+= 1
      }
    }
    return .bytes(size)
  }

  /// Writes units as UTF-8, as far as there is room, and returns the number of bytes.
  ///
  /// - Precondition: ``size(of:count:)`` has found them to be valid.
  static func writeUTF8(_ units: UnsafeRawPointer, count: Int, to target: UnsafeMutableBufferPointer<UInt8>) -> Int {
    guard let start = target.baseAddress else { return 0 }
    var place = start
    let end = start + target.count
    func put(_ bits: UInt32, _ marker: UInt32, at index: Int) {
      place[index] = UInt8(truncatingIfNeeded: bits | marker)
    }
    var index = 0
    while index < count, place < end {
      let unit = UInt32(truncatingIfNeeded: Self.unit(at: index, of: units))
      index &+= 1
      if unit < 0x80 {
        put(unit, 0, at: 0)
        place += 1
      } else if unit < 0x800 {
        guard end - place >= 2 else { break }
        put(unit &>> 6, 0xC0, at: 0)
        put(unit & 0x3F, 0x80, at: 1)
        place += 2
      } else if unit & 0xF800 != 0xD800 {
        guard end - place >= 3 else { break }
        put(unit &>> 12, 0xE0, at: 0)
        put(unit &>> 6 & 0x3F, 0x80, at: 1)
        put(unit & 0x3F, 0x80, at: 2)
        place += 3
      } else {
        guard end - place >= 4, index < count else { break }
        let low = UInt32(truncatingIfNeeded: Self.unit(at: index, of: units)) & 0x3FF
        let scalar = 0x10000 &+ ((unit & 0x3FF) &<< 10 | low)
        index &+= 1
        put(scalar &>> 18 & 7, 0xF0, at: 0)
        put(scalar &>> 12 & 0x3F, 0x80, at: 1)
        put(scalar &>> 6 & 0x3F, 0x80, at: 2)
        put(scalar & 0x3F, 0x80, at: 3)
        place += 4
      }
    }
    return place - start
  }

  @inline(__always)
  private static func unit(at index: Int, of units: UnsafeRawPointer) -> UInt16 {
    UInt16(bigEndian: units.loadUnaligned(fromByteOffset: 2 &* index, as: UInt16.self))
  }
}
