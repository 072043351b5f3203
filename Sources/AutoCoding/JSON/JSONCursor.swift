/// A place in JSON text, for loops that keep it in registers, and values in their commonest forms from there.
///
/// Each of them is nil where there is anything else, which ``JSONReader`` then reads or refuses from where it begins; the
/// cursor is anywhere then. Nothing at or beyond ``limit`` is read.
struct JSONCursor {
  var place: UnsafeRawPointer
  let limit: UnsafeRawPointer

  /// The next byte. Precondition: there is one.
  @inline(__always)
  var byte: UInt8 { place.load(as: UInt8.self) }

  /// Whether as many bytes can be read.
  @inline(__always)
  func has(_ count: Int) -> Bool { limit - place >= count }

  @inline(__always)
  mutating func skipSpace() {
    if place < limit, byte > 0x20 { return }
    place = Self.skipSpaces(place, limit)
  }

  // What is not inlined takes the place and returns it, so that a cursor need not be in memory.

  @inline(never)
  private static func skipSpaces(_ start: UnsafeRawPointer, _ limit: UnsafeRawPointer) -> UnsafeRawPointer {
    var place = start
    while place < limit {
      switch place.load(as: UInt8.self) {
      case 0x0a, 0x20, 0x0d, 0x09: place += 1
      default: return place
      }
      // Indentation, 16 spaces at a time.
      while limit - place >= 16 {
        let isSpace: ByteMask = place.loadUnaligned(as: SIMD16<UInt8>.self) .== SIMD16<UInt8>(repeating: .space)
        let (low, high) = isSpace.words
        if low & high == .max {
          place += 16
          continue
        }
        place += low != .max ? (~low).trailingZeroBitCount >> 3 : 8 &+ (~high).trailingZeroBitCount >> 3
        if place.load(as: UInt8.self) > 0x20 { return place }
        break
      }
    }
    return place
  }

  /// Passes over what follows an element of an array, and the space before the next one; whether it was the last.
  ///
  /// - Parameters:
  ///   - line: How much white space is expected before an element.
  ///   - step: How much less before the bracket.
  @inline(__always)
  mutating func endElement(_ line: inout Int, step: Int) -> Bool? {
    if !has(1) || byte <= 0x20, !skipLine(line &- step) { skipSpace() }
    guard place < limit else { return nil }
    if byte == .comma {
      place += 1
      skipSpace(expecting: &line)
      return false
    }
    guard byte == .closeBracket else { return nil }
    place += 1
    return true
  }

  /// Whether null was next, which is passed over then.
  @inline(__always)
  mutating func skipNull() -> Bool {
    guard has(4), UInt32(littleEndian: place.loadUnaligned(as: UInt32.self)) == 0x6c6c_756e else { return false }
    place += 4
    return true
  }

  @inline(__always)
  mutating func bool() -> Bool? {
    guard has(5) else { return nil }
    let word = UInt32(littleEndian: place.loadUnaligned(as: UInt32.self))
    if word == 0x6575_7274 {
      place += 4
      return true
    }
    guard word == 0x736c_6166, place.load(fromByteOffset: 4, as: UInt8.self) == UInt8(ascii: "e") else { return nil }
    place += 5
    return false
  }

  /// Whether a minus sign was next, which is passed over then. Precondition: there is a byte.
  @inline(__always)
  private mutating func skipMinus() -> Bool {
    // A branch, which can be foreseen; arithmetic would have to wait for the byte.
    guard _slowPath(byte == UInt8(ascii: "-")) else { return false }
    place += 1
    return true
  }

  /// An integer of up to 15 digits, without fraction and exponent.
  @inline(__always)
  mutating func integer() -> Int? {
    guard has(24) else { return nil }
    let isNegative = skipMinus()
    // Up to 8 digits: most numbers end there.
    let digits = UInt64(littleEndian: place.loadUnaligned(as: UInt64.self)) ^ 0x3030_3030_3030_3030
    let others = JSONReader.others(in: digits)
    let first = UInt8(truncatingIfNeeded: digits)
    var value: UInt64
    if others != 0 {
      let bits = UInt64(truncatingIfNeeded: others.trailingZeroBitCount & 0x38)
      guard bits > 0, first != 0 || bits == 8 else { return nil }
      // Zeros move in from below, in front of the digits.
      value = JSONReader.joined(digits &<< (64 &- bits))
      place += Int(truncatingIfNeeded: bits >> 3)
    } else {
      guard first != 0 else { return nil }
      value = JSONReader.joined(digits)
      place += 8
      let more = UInt64(littleEndian: place.loadUnaligned(as: UInt64.self)) ^ 0x3030_3030_3030_3030
      let others = JSONReader.others(in: more)
      guard others != 0 else { return nil }
      let count = others.trailingZeroBitCount >> 3
      if count > 0 {
        value =
          value &* JSONReader.powers[count]
          &+ JSONReader.joined(more &<< UInt64(truncatingIfNeeded: 64 &- 8 &* count))
        place += count
      }
    }
    let next = byte
    if next == UInt8(ascii: ".") || next | 0x20 == UInt8(ascii: "e") { return nil }
    let magnitude = Int(truncatingIfNeeded: value)
    return isNegative ? 0 &- magnitude : magnitude
  }

  /// A number of up to 19 digits, without an exponent.
  @inline(__always)
  mutating func double() -> Double? {
    let (value, end) = Self.readDouble(self)
    guard let end else { return nil }
    place = end
    return value
  }

  /// A number and the place behind it, which is nil where there is anything else.
  @inline(never)
  private static func readDouble(_ cursor: JSONCursor) -> (value: Double, end: UnsafeRawPointer?) {
    var cursor = cursor
    guard let value = cursor.anyDouble() else { return (0, nil) }
    return (value, cursor.place)
  }

  @inline(__always)
  private mutating func anyDouble() -> Double? {
    guard has(2) else { return nil }
    let isNegative = skipMinus()
    if let value = commonDouble() { return isNegative ? -value : value }
    let first = byte
    var digits: UInt64 = 0
    var count = skipDigits(&digits)
    guard count > 0, count == 1 || first != UInt8(ascii: "0"), has(1) else { return nil }
    var places = 0
    if byte == UInt8(ascii: ".") {
      place += 1
      places = skipDigits(&digits)
      guard places > 0, has(1) else { return nil }
      count &+= places
    }
    if count > 19 || byte | 0x20 == UInt8(ascii: "e") { return nil }
    guard let value = Self.quotient(digits, places: places) else { return nil }
    return isNegative ? -value : value
  }

  @inline(__always)
  private static func quotient(_ digits: UInt64, places: Int) -> Double? {
    guard digits < 1 << 53, places <= 22 else { return Double.nearest(digits, exponent: 0 &- places) }
    // Both are exact: one rounding gives the nearest (Clinger).
    return Double(Int64(truncatingIfNeeded: digits)) / Double.smallPower(places)
  }

  /// A number of up to 7 digits, a point, and up to 15 more; nil, and nothing is passed over, where it is anything else.
  @inline(__always)
  private mutating func commonDouble() -> Double? {
    guard has(25) else { return nil }
    let word = digits(at: 0)
    let others = JSONReader.others(in: word)
    let point = UInt64(truncatingIfNeeded: others.trailingZeroBitCount & 0x38)
    guard others != 0, point > 0, UInt8(truncatingIfNeeded: word &>> point) == UInt8(ascii: ".") ^ 0x30,
      point == 8 || word & 0xff != 0
    else { return nil }
    let integral = Int(truncatingIfNeeded: point >> 3)
    var value: UInt64
    var places: Int
    let end = others & (others &- 1)
    if end != 0 {
      // All of it is in one word: without the point, zeros move in from below, in front of the digits.
      let count = end.trailingZeroBitCount & 0x38
      places = count >> 3 &- integral &- 1
      let below = (1 as UInt64) &<< point &- 1
      value = JSONReader.joined((word & below | (word &>> 8) & ~below) &<< UInt64(truncatingIfNeeded: 72 &- count))
    } else {
      value = JSONReader.joined(word &<< (64 &- point))
      let fraction = digits(at: integral &+ 1)
      let end = JSONReader.others(in: fraction)
      places = end.trailingZeroBitCount >> 3
      if places < 8 {
        value = Self.joined(value, fraction, count: places)
      } else {
        let more = digits(at: integral &+ 9)
        let end = JSONReader.others(in: more)
        guard end != 0 else { return nil }
        let count = end.trailingZeroBitCount >> 3
        value = Self.joined(value &* 100_000_000 &+ JSONReader.joined(fraction), more, count: count)
        places = 8 &+ count
      }
    }
    let next = place.load(fromByteOffset: integral &+ 1 &+ places, as: UInt8.self) | 0x20
    guard places > 0, integral &+ places <= 19, next != UInt8(ascii: "e"), next != UInt8(ascii: ".") | 0x20,
      let number = Self.quotient(value, places: places)
    else { return nil }
    place += integral &+ 1 &+ places
    return number
  }

  /// 8 bytes, each of which is 0...9 if it is a digit, the first the lowest.
  @inline(__always)
  private func digits(at offset: Int) -> UInt64 {
    UInt64(littleEndian: place.loadUnaligned(fromByteOffset: offset, as: UInt64.self)) ^ 0x3030_3030_3030_3030
  }

  /// A number with the first digits of a word behind its own. Precondition: the count is 0 to 7.
  @inline(__always)
  private static func joined(_ value: UInt64, _ digits: UInt64, count: Int) -> UInt64 {
    // A shift by all bits leaves none of them.
    value &* JSONReader.powers[count] &+ JSONReader.joined(digits << UInt64(truncatingIfNeeded: 64 &- 8 &* count))
  }

  /// Passes over digits as far as they go, and returns how many; `value` wraps around beyond 19.
  @inline(__always)
  private mutating func skipDigits(_ value: inout UInt64) -> Int {
    JSONReader.readDigits(&value, at: &place, limit: limit)
  }

  /// A string.
  ///
  /// - Parameter makesSmall: Whether ``SmallString`` may be used.
  @inline(__always)
  mutating func string(makesSmall: Bool) -> String? {
    guard has(17), byte == .quote else { return nil }
    let first = place + 1
    let found = Self.special(in: first.loadUnaligned(as: SIMD16<UInt8>.self)).words
    guard found.low | found.high != 0, makesSmall else { return longString(first) }
    let count = found.low != 0 ? found.low.trailingZeroBitCount >> 3 : 8 &+ found.high.trailingZeroBitCount >> 3
    let low = UInt64(littleEndian: first.loadUnaligned(as: UInt64.self))
    let high = UInt64(littleEndian: first.loadUnaligned(fromByteOffset: 8, as: UInt64.self))
    guard first.load(fromByteOffset: count, as: UInt8.self) == .quote,
      let text = SmallString.string(
        low, high, count: count, isUTF8: { Self.isUTF8(UnsafeRawBufferPointer(start: first, count: count)) })
    else { return longString(first) }
    place = first + (count &+ 1)
    return text
  }

  /// Whether few bytes are UTF-8.
  @inline(never)
  private static func isUTF8(_ bytes: UnsafeRawBufferPointer) -> Bool {
    guard var place = bytes.assumingMemoryBound(to: UInt8.self).baseAddress else { return true }
    let end = place + bytes.count
    while place < end {
      let length = place.pointee < 0x80 ? 1 : JSONReader.sequenceLength(place, limit: end)
      guard length > 0 else { return false }
      place += length
    }
    return true
  }

  /// A string that begins at a place, of any length and any characters.
  @inline(__always)
  private mutating func longString(_ first: UnsafeRawPointer) -> String? {
    let (text, end) = Self.readString(first, limit)
    guard let end else { return nil }
    place = end
    return text
  }

  /// A string and the place behind it, which is nil where there is anything else.
  @inline(never)
  private static func readString(
    _ first: UnsafeRawPointer, _ limit: UnsafeRawPointer
  ) -> (text: String, end: UnsafeRawPointer?) {
    var cursor = JSONCursor(place: first, limit: limit)
    guard let text = cursor.anyString() else { return ("", nil) }
    return (text, cursor.place)
  }

  /// The rest of a string whose opening quote was passed over.
  @inline(__always)
  private mutating func anyString() -> String? {
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
      // The bytes before the one that was found.
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
        return Self.text(UnsafeRawBufferPointer(start: first, count: end - first), isWide: isWide)
      case .backslash: return unescapedString(first, cleanCount: end - first, isWide: isWide)
      default: return nil
      }
    }
    return nil
  }

  /// Which bytes are quotes, backslashes or control characters.
  @inline(__always)
  private static func special(in block: SIMD16<UInt8>) -> ByteMask {
    // Types are spelled out: other overloads are loops over the bytes.
    let controls: ByteMask = (block & SIMD16<UInt8>(repeating: 0xe0)) .== SIMD16<UInt8>(repeating: 0)
    let quotes: ByteMask = block .== SIMD16<UInt8>(repeating: .quote)
    let backslashes: ByteMask = block .== SIMD16<UInt8>(repeating: .backslash)
    return (controls .| quotes) .| backslashes
  }

  /// Which bytes are beyond ASCII.
  @inline(__always)
  private static func wide(in block: SIMD16<UInt8>) -> ByteMask {
    (block & SIMD16<UInt8>(repeating: 0x80)) .== SIMD16<UInt8>(repeating: 0x80)
  }

  /// The text of bytes; nil where they are not UTF-8.
  @inline(__always)
  private static func text(_ bytes: UnsafeRawBufferPointer, isWide: Bool) -> String? {
    let text = String(decoding: bytes, as: UTF8.self)
    // What is not UTF-8 has been replaced.
    return !isWide || JSONReader.isUnchanged(text, bytes) ? text : nil
  }

  /// More is left to ``JSONReader``, which knows how much there is before it begins.
  private static var escapedRoom: Int { 1024 }

  /// A string with escapes that stand for one byte each.
  ///
  /// - Parameter cleanCount: How many bytes there are before the first escape.
  @inline(never)
  private mutating func unescapedString(_ first: UnsafeRawPointer, cleanCount: Int, isWide: Bool) -> String? {
    guard cleanCount <= Self.escapedRoom &- 32 else { return nil }
    return withUnsafeTemporaryAllocation(byteCount: Self.escapedRoom, alignment: 16) { buffer -> String? in
      guard let start = buffer.baseAddress else { return nil }
      let full = start + (Self.escapedRoom &- 32)
      start.copyMemory(from: first, byteCount: cleanCount)
      var isWide = isWide
      var target = start + cleanCount
      var source = first + cleanCount
      // At a backslash.
      while target < full {
        guard limit - source >= 18, let byte = JSONReader.unescaped(source.load(fromByteOffset: 1, as: UInt8.self))
        else { return nil }
        target.storeBytes(of: byte, as: UInt8.self)
        target += 1
        source += 2
        while target < full {
          guard limit - source >= 16 else { return nil }
          let block = source.loadUnaligned(as: SIMD16<UInt8>.self)
          target.storeBytes(of: block, as: SIMD16<UInt8>.self)
          let found = Self.special(in: block).words
          let wide = Self.wide(in: block).words
          // The next block says the same once more of what it shares with this one.
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
          return Self.text(UnsafeRawBufferPointer(start: start, count: target - start), isWide: isWide)
        }
        guard mark == .backslash else { return nil }
      }
      return nil
    }
  }
}
