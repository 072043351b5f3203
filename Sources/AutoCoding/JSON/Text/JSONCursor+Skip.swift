/// Passes over values in their most common forms, and checks them.
///
/// Each function returns whether it passed over the value. If not, the cursor's place is unspecified, and
/// ``JSONReader`` passes over the value, or refuses it, from its beginning.
extension JSONCursor {
  /// Passes over a member of an object (its key, the colon and the value), and returns the place behind it. Returns nil
  /// unless the key is ASCII, has no escapes, and does not begin with a dollar sign, as this library's own keys do.
  ///
  /// It takes and returns the place by value, so that the caller's cursor stays in registers.
  @inline(never)
  static func skipMember(
    at place: UnsafeRawPointer, _ limit: UnsafeRawPointer, _ maximumDepth: Int
  ) -> UnsafeRawPointer? {
    var cursor = JSONCursor(place: place, limit: limit)
    guard cursor.has(2), cursor.byte == .quote, place.load(fromByteOffset: 1, as: UInt8.self) != UInt8(ascii: "$"),
      cursor.skipString(mustBeASCII: true)
    else { return nil }
    cursor.skipShortSpace()
    guard cursor.has(1), cursor.byte == .colon else { return nil }
    cursor.place += 1
    return cursor.skipValue(maximumDepth: maximumDepth) ? cursor.place : nil
  }

  /// Passes over a key and its colon if the key is next, without escapes but that of a slash. Otherwise returns false, and
  /// does not move.
  mutating func skip(_ key: JSONKey) -> Bool {
    guard has(key.count + 8), Self.isEqual(UnsafeRawPointer(key.text), place, count: key.count) else { return false }
    var cursor = self
    cursor.place += key.count
    cursor.skipSpace()
    guard cursor.has(1), cursor.byte == .colon else { return false }
    place = cursor.place + 1
    return true
  }

  /// Passes over a value, up to 64 arrays and objects deep.
  ///
  /// - Parameter maximumDepth: The number of arrays and objects that may be open.
  mutating func skipValue(maximumDepth: Int) -> Bool {
    // A bit for each open array or object, the innermost in the lowest bit: 1 for an object.
    var objects: UInt64 = 0
    var depth = 0
    // The white space before each element or member of what is open, and how much more there is one level deeper.
    var (line, step) = (0, 0)
    skipShortSpace()
    while true {
      guard has(1) else { return false }
      let first = byte
      if first == .openBrace || first == .openBracket {
        guard depth < min(maximumDepth, 64) else { return false }
        objects = objects &<< 1 | (first == .openBrace ? 1 : 0)
        depth &+= 1
        place += 1
        var inner = line &+ step
        skipSpace(expecting: &inner)
        guard has(1) else { return false }
        if byte != (first == .openBrace ? .closeBrace : .closeBracket) {
          (line, step) = (inner, inner &- line)
          if first == .openBrace, !skipKey() { return false }
          continue
        }
        line = line &+ step
      } else if !skipLeaf() {
        return false
      }
      // Move to the next value, or close what ends here. In an empty array or object, the closing bracket is next.
      while true {
        if depth == 0 { return true }
        guard has(1) else { return false }
        if byte <= 0x20, !skipLine(line &- step) {
          skipSpace()
          guard has(1) else { return false }
        }
        let isObject = objects & 1 == 1
        if byte == .comma {
          place += 1
          skipSpace(expecting: &line)
          guard !isObject || skipKey() else { return false }
          break
        }
        guard byte == (isObject ? .closeBrace : .closeBracket) else { return false }
        place += 1
        objects &>>= 1
        depth &-= 1
        line = line &- step
      }
    }
  }

  /// Passes over a key and its colon, and over the white space behind it.
  @inline(__always)
  private mutating func skipKey() -> Bool {
    guard has(1), byte == .quote, skipString() else { return false }
    skipShortSpace()
    guard has(1), byte == .colon else { return false }
    place += 1
    skipShortSpace()
    return true
  }

  /// Passes over a value that is not an array or object. Precondition: there is a byte.
  @inline(__always)
  mutating func skipLeaf() -> Bool {
    switch byte {
    case .quote: return skipString()
    case UInt8(ascii: "n"): return skipNull()
    case UInt8(ascii: "t"), UInt8(ascii: "f"): return bool() != nil
    case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"): return skipNumber()
    default: return false
    }
  }

  /// Passes over a string. Precondition: a quote is next.
  ///
  /// - Parameter mustBeASCII: Whether it must be ASCII, without escapes.
  @inline(__always)
  private mutating func skipString(mustBeASCII: Bool = false) -> Bool {
    place += 1
    let first = place
    var seen = SIMD16<UInt8>()
    while has(16) {
      let block = place.loadUnaligned(as: SIMD16<UInt8>.self)
      let found = Self.special(in: block).words
      // This includes bytes behind the string. At worst, ASCII is checked as UTF-8.
      seen |= block
      if found.low | found.high == 0 {
        place += 16
        continue
      }
      place += found.low != 0 ? found.low.trailingZeroBitCount >> 3 : 8 &+ found.high.trailingZeroBitCount >> 3
      if byte == .quote {
        let count = place - first
        place += 1
        return Self.wide(in: seen).isEmpty
          || !mustBeASCII && UTF8StringBuilder.isUTF8(UnsafeRawBufferPointer(start: first, count: count))
      }
      guard !mustBeASCII, byte == .backslash, skipEscape() else { return false }
    }
    return false
  }

  /// Passes over an escape. Precondition: a backslash is next.
  @inline(__always)
  private mutating func skipEscape() -> Bool {
    guard has(12) else { return false }
    let escape = place.load(fromByteOffset: 1, as: UInt8.self)
    if escape == UInt8(ascii: "u") {
      guard let (_, length) = Self.scalar(at: place) else { return false }
      place += length
      return true
    }
    place += 2
    return JSONReader.unescaped(escape) != nil
  }

  /// Passes over a number of any size.
  @inline(__always)
  private mutating func skipNumber() -> Bool {
    if byte == UInt8(ascii: "-") { place += 1 }
    guard has(1) else { return false }
    let startsWithZero = byte == UInt8(ascii: "0")
    let count = skipDigits()
    guard count > 0, count == 1 || !startsWithZero else { return false }
    if has(1), byte == UInt8(ascii: ".") {
      place += 1
      guard skipDigits() > 0 else { return false }
    }
    if has(1), byte | 0x20 == UInt8(ascii: "e") {
      place += 1
      if has(1), byte == UInt8(ascii: "+") || byte == UInt8(ascii: "-") { place += 1 }
      guard skipDigits() > 0 else { return false }
    }
    return true
  }

  @inline(__always)
  private mutating func skipDigits() -> Int {
    let begin = place
    while has(8) {
      let digits = UInt64(littleEndian: place.loadUnaligned(as: UInt64.self)) ^ 0x3030_3030_3030_3030
      let others = JSONReader.others(in: digits)
      if others == 0 {
        place += 8
        continue
      }
      place += others.trailingZeroBitCount >> 3
      return place - begin
    }
    while has(1), JSONReader.isDigit(byte) { place += 1 }
    return place - begin
  }
}
