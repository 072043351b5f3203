/// Reads strings, with and without escapes.
extension JSONCursor {
  /// Reads a string.
  ///
  /// - Parameter maker: Makes the string from its bytes.
  @inline(__always)
  mutating func string(_ maker: UTF8StringBuilder) -> String? {
    guard has(17), byte == .quote else { return nil }
    let first = place + 1
    let found = Self.special(in: first.loadUnaligned(as: SIMD16<UInt8>.self)).words
    guard found.low | found.high != 0, maker.makesSmall else { return longString(first, maker) }
    let count = found.low != 0 ? found.low.trailingZeroBitCount >> 3 : 8 &+ found.high.trailingZeroBitCount >> 3
    let low = UInt64(littleEndian: first.loadUnaligned(as: UInt64.self))
    let high = UInt64(littleEndian: first.loadUnaligned(fromByteOffset: 8, as: UInt64.self))
    guard first.load(fromByteOffset: count, as: UInt8.self) == .quote,
      let text = SmallString.string(
        low, high, count: count,
        isUTF8: { UTF8StringBuilder.isShortUTF8(UnsafeRawBufferPointer(start: first, count: count)) })
    else { return longString(first, maker) }
    place = first + (count &+ 1)
    return text
  }

  /// The place of the next quote, escaped or not; nil if there is none.
  var nextQuote: UnsafeRawPointer? {
    var place = place
    while limit - place >= 16 {
      let quotes: ByteMask = place.loadUnaligned(as: SIMD16<UInt8>.self) .== SIMD16<UInt8>(repeating: .quote)
      let (low, high) = quotes.words
      if low | high != 0 {
        return place + (low != 0 ? low.trailingZeroBitCount >> 3 : 8 &+ high.trailingZeroBitCount >> 3)
      }
      place += 16
    }
    while place < limit, place.load(as: UInt8.self) != .quote { place += 1 }
    return place < limit ? place : nil
  }

  /// Reads a string of any length and any characters, from its first character.
  @inline(__always)
  private mutating func longString(_ first: UnsafeRawPointer, _ maker: UTF8StringBuilder) -> String? {
    let (text, end) = Self.readString(first, limit, maker)
    guard let end else { return nil }
    place = end
    return text
  }

  /// Returns a string and the place behind it; the place is nil if the text is anything else.
  @inline(never)
  private static func readString(
    _ first: UnsafeRawPointer, _ limit: UnsafeRawPointer, _ maker: UTF8StringBuilder
  ) -> (text: String, end: UnsafeRawPointer?) {
    var cursor = JSONCursor(place: first, limit: limit)
    guard let text = cursor.anyString(maker) else { return ("", nil) }
    return (text, cursor.place)
  }

  /// Reads the rest of a string, behind its opening quote.
  @inline(__always)
  private mutating func anyString(_ maker: UTF8StringBuilder) -> String? {
    let first = place
    var end = first
    var isWide = false
    while limit - end >= 16 {
      let block = end.loadUnaligned(as: SIMD16<UInt8>.self)
      let found = Self.special(in: block).words
      let wide = Self.wide(in: block).words
      if found.low | found.high == 0 {
        isWide = isWide || wide.low | wide.high != 0
        end += 16
        continue
      }
      // Only the bytes before the one that was found count.
      if found.low != 0 {
        isWide = isWide || wide.low & ((found.low & (0 &- found.low)) &- 1) != 0
        end += found.low.trailingZeroBitCount >> 3
      } else {
        isWide = isWide || wide.low | wide.high & ((found.high & (0 &- found.high)) &- 1) != 0
        end += 8 &+ found.high.trailingZeroBitCount >> 3
      }
      switch end.load(as: UInt8.self) {
      case .quote:
        place = end + 1
        return maker.text(UnsafeRawBufferPointer(start: first, count: end - first), isASCII: !isWide)
      case .backslash: return unescapedString(first, cleanCount: end - first, isWide: isWide, maker)
      default: return nil
      }
    }
    return nil
  }

  /// Returns which bytes are quotes, backslashes or control characters.
  @inline(__always)
  static func special(in block: SIMD16<UInt8>) -> ByteMask {
    // The types select the overloads that do not loop over the bytes.
    let controls: ByteMask = (block & SIMD16<UInt8>(repeating: 0xe0)) .== SIMD16<UInt8>(repeating: 0)
    let quotes: ByteMask = block .== SIMD16<UInt8>(repeating: .quote)
    let backslashes: ByteMask = block .== SIMD16<UInt8>(repeating: .backslash)
    return (controls .| quotes) .| backslashes
  }

  /// Returns which bytes are beyond ASCII.
  @inline(__always)
  static func wide(in block: SIMD16<UInt8>) -> ByteMask {
    (block & SIMD16<UInt8>(repeating: 0x80)) .== SIMD16<UInt8>(repeating: 0x80)
  }

  /// The room for a string with escapes. ``JSONReader`` reads longer ones: it knows the length before it begins.
  private static var escapedRoom: Int { 1024 }

  /// Reads a string with escapes.
  ///
  /// - Parameter cleanCount: The number of bytes before the first escape.
  @inline(never)
  private mutating func unescapedString(
    _ first: UnsafeRawPointer, cleanCount: Int, isWide: Bool, _ maker: UTF8StringBuilder
  ) -> String? {
    guard cleanCount <= Self.escapedRoom &- 32 else { return nil }
    return withUnsafeTemporaryAllocation(byteCount: Self.escapedRoom, alignment: 16) { buffer -> String? in
      guard let start = buffer.baseAddress else { return nil }
      let full = start + (Self.escapedRoom &- 32)
      start.copyMemory(from: first, byteCount: cleanCount)
      var isWide = isWide
      var target = start + cleanCount
      var source = first + cleanCount
      // Each round begins at a backslash.
      while target < full {
        guard limit - source >= 18 else { return nil }
        let escape = source.load(fromByteOffset: 1, as: UInt8.self)
        if escape == UInt8(ascii: "u") {
          guard let (scalar, length) = Self.scalar(at: source) else { return nil }
          target += Self.put(scalar, at: target)
          source += length
          isWide = isWide || scalar >= 0x80
        } else {
          guard let byte = JSONReader.unescaped(escape) else { return nil }
          target.storeBytes(of: byte, as: UInt8.self)
          target += 1
          source += 2
        }
        while target < full {
          guard limit - source >= 16 else { return nil }
          let block = source.loadUnaligned(as: SIMD16<UInt8>.self)
          target.storeBytes(of: block, as: SIMD16<UInt8>.self)
          let found = Self.special(in: block).words
          let wide = Self.wide(in: block).words
          // This includes bytes behind the one found, which the next block repeats. At worst, ASCII is checked as
          // UTF-8.
          isWide = isWide || wide.low | wide.high != 0
          if found.low | found.high == 0 {
            source += 16
            target += 16
            continue
          }
          let clean = found.low != 0 ? found.low.trailingZeroBitCount >> 3 : 8 &+ found.high.trailingZeroBitCount >> 3
          source += clean
          target += clean
          break
        }
        guard target < full else { return nil }
        let mark = source.load(as: UInt8.self)
        if mark == .quote {
          place = source + 1
          return maker.text(UnsafeRawBufferPointer(start: start, count: target - start), isASCII: !isWide)
        }
        guard mark == .backslash else { return nil }
      }
      return nil
    }
  }

  /// Returns the scalar of an escape such as `\u0041`, or of a surrogate pair of them, and the length of the text; nil
  /// if it is invalid. Precondition: 12 bytes can be read at the place.
  @inline(__always)
  static func scalar(at place: UnsafeRawPointer) -> (scalar: UInt32, length: Int)? {
    guard let unit = fourDigits(at: place + 2) else { return nil }
    if unit & 0xf800 != 0xd800 { return (unit, 6) }
    // A surrogate pair.
    guard unit < 0xdc00, UInt16(littleEndian: place.loadUnaligned(fromByteOffset: 6, as: UInt16.self)) == 0x755c,
      let low = fourDigits(at: place + 8), low & 0xfc00 == 0xdc00
    else { return nil }
    return (0x10000 &+ (unit &- 0xd800) &<< 10 &+ (low &- 0xdc00), 12)
  }

  @inline(__always)
  private static func fourDigits(at place: UnsafeRawPointer) -> UInt32? {
    func digit(_ offset: Int) -> UInt32 {
      UInt32(JSONReader.hexadecimalDigit(place.load(fromByteOffset: offset, as: UInt8.self)))
    }
    let (first, second, third, fourth) = (digit(0), digit(1), digit(2), digit(3))
    guard first | second | third | fourth < 16 else { return nil }
    return first &<< 12 | second &<< 8 | third &<< 4 | fourth
  }

  /// Writes a scalar as UTF-8, and returns the number of bytes. Precondition: there is room for 4 bytes.
  @inline(__always)
  private static func put(_ scalar: UInt32, at target: UnsafeMutableRawPointer) -> Int {
    func store(_ byte: UInt32, _ offset: Int) {
      target.storeBytes(of: UInt8(truncatingIfNeeded: byte), toByteOffset: offset, as: UInt8.self)
    }
    if scalar < 0x80 {
      store(scalar, 0)
      return 1
    }
    if scalar < 0x800 {
      store(0xc0 | scalar &>> 6, 0)
      store(0x80 | scalar & 0x3f, 1)
      return 2
    }
    if scalar < 0x10000 {
      store(0xe0 | scalar &>> 12, 0)
      store(0x80 | scalar &>> 6 & 0x3f, 1)
      store(0x80 | scalar & 0x3f, 2)
      return 3
    }
    store(0xf0 | scalar &>> 18, 0)
    store(0x80 | scalar &>> 12 & 0x3f, 1)
    store(0x80 | scalar &>> 6 & 0x3f, 2)
    store(0x80 | scalar & 0x3f, 3)
    return 4
  }
}
