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

  @inline(__always)
  func has(_ count: Int) -> Bool { limit - place >= count }

  @inline(__always)
  mutating func skipSpace() {
    if place < limit, byte > 0x20 { return }
    skipSpaces()
  }

  @inline(never)
  private mutating func skipSpaces() {
    while place < limit {
      switch byte {
      case 0x0a, 0x20, 0x0d, 0x09: place += 1
      default: return
      }
      // Indentation, 8 spaces at a time.
      while limit - place >= 8 {
        let others = UInt64(littleEndian: place.loadUnaligned(as: UInt64.self)) ^ 0x2020_2020_2020_2020
        if others == 0 {
          place += 8
          continue
        }
        place += others.trailingZeroBitCount >> 3
        break
      }
    }
  }

  /// Passes over what follows an element of an array, and the space before the next one; whether it was the last.
  @inline(__always)
  mutating func endElement() -> Bool? {
    skipSpace()
    guard place < limit else { return nil }
    if byte == .comma {
      place += 1
      skipSpace()
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

  /// An integer of up to 15 digits, without fraction and exponent.
  @inline(__always)
  mutating func integer() -> Int? {
    guard has(24) else { return nil }
    let isNegative = byte == UInt8(ascii: "-")
    if isNegative { place += 1 }
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
  @inline(never)
  mutating func double() -> Double? {
    guard has(32) else { return nil }
    let isNegative = byte == UInt8(ascii: "-")
    if isNegative { place += 1 }
    let first = byte
    var digits: UInt64 = 0
    var count = JSONReader.readDigits(&digits, at: &place, limit: limit)
    guard count > 0, count == 1 || first != UInt8(ascii: "0"), place < limit else { return nil }
    var places = 0
    if byte == UInt8(ascii: ".") {
      place += 1
      places = JSONReader.readDigits(&digits, at: &place, limit: limit)
      guard places > 0, place < limit else { return nil }
      count &+= places
    }
    if count > 19 || byte | 0x20 == UInt8(ascii: "e") { return nil }
    if digits < 1 << 53, places <= 22 {
      // Both are exact: one rounding gives the nearest (Clinger).
      let value = Double(Int64(truncatingIfNeeded: digits)) / Double.smallPower(places)
      return isNegative ? -value : value
    }
    return Double(DecimalNumber(isNegative: isNegative, digits: digits, exponent: 0 &- places))
  }

  /// A string without escapes.
  ///
  /// - Parameter makesSmall: Whether ``SmallString`` may be used.
  @inline(__always)
  mutating func string(makesSmall: Bool) -> String? {
    guard has(17), byte == .quote else { return nil }
    let first = place + 1
    let low = UInt64(littleEndian: first.loadUnaligned(as: UInt64.self))
    let high = UInt64(littleEndian: first.loadUnaligned(fromByteOffset: 8, as: UInt64.self))
    let lowFound = JSONReader.special(in: low, high: low)
    let count: Int
    if lowFound != 0 {
      count = lowFound.trailingZeroBitCount >> 3
    } else {
      let highFound = JSONReader.special(in: high, high: high)
      guard highFound != 0 else { return longString(first) }
      count = 8 &+ highFound.trailingZeroBitCount >> 3
    }
    let end = first + count
    guard end.load(as: UInt8.self) == .quote, makesSmall else { return longString(first) }
    place = end + 1
    return count == 0 ? "" : SmallString.string(low, high, count: count)
  }

  /// A string that begins at a place, of any length, and of any characters that need no escape.
  @inline(never)
  private mutating func longString(_ first: UnsafeRawPointer) -> String? {
    var end = first
    var seen: UInt64 = 0
    while limit - end >= 8 {
      let word = UInt64(littleEndian: end.loadUnaligned(as: UInt64.self))
      let found = JSONReader.special(in: word, high: 0)
      if found == 0 {
        seen |= word
        end += 8
        continue
      }
      // The bytes before the one that was found.
      seen |= word & ((found & (0 &- found)) &- 1)
      end += found.trailingZeroBitCount >> 3
      guard end.load(as: UInt8.self) == .quote else { return nil }
      place = end + 1
      let bytes = UnsafeRawBufferPointer(start: first, count: end - first)
      let text = String(decoding: bytes, as: UTF8.self)
      guard seen & 0x8080_8080_8080_8080 != 0 else { return text }
      let raw = JSONReader.RawString(
        start: first.assumingMemoryBound(to: UInt8.self), count: end - first, hasEscapes: false, mayBeWide: true)
      // What is not UTF-8 has been replaced.
      return JSONReader.isUnchanged(text, raw) ? text : nil
    }
    return nil
  }
}
