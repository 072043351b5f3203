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
    // Fewer than 16 bytes are left.
    while end < limit {
      let byte = end.load(as: UInt8.self)
      switch byte {
      case .quote:
        place = end + 1
        return maker.text(UnsafeRawBufferPointer(start: first, count: end - first), isASCII: !isWide)
      case .backslash: return unescapedString(first, cleanCount: end - first, isWide: isWide, maker)
      case ..<0x20: return nil
      default:
        isWide = isWide || byte >= 0x80
        end += 1
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
}
