/// Text in quotes, with what has to be escaped.
extension JSONWriter {
  /// Writes text in quotes, and a comma or colon.
  @inline(__always)
  mutating func putQuoted(_ text: String, then mark: UInt8 = .comma) {
    reserve(Self.numberRoom)
    let end = withUnsafePointer(to: text) { putQuoted($0, then: mark, at: UnsafeMutableRawPointer(next)) }
    next = end.assumingMemoryBound(to: UInt8.self)
  }

  /// Writes text in quotes, and a comma or colon. Precondition: there is room for a number.
  @inline(__always)
  mutating func putQuoted(
    _ text: UnsafePointer<String>, then mark: UInt8, at target: UnsafeMutableRawPointer
  ) -> UnsafeMutableRawPointer {
    if takesSmallStringsApart, let (low, high, count) = SmallString.bytes(at: text),
      let end = putSmall(low, high, count: count, then: mark, at: target)
    {
      return end
    }
    return putLarge(text, then: mark, at: target)
  }

  @inline(never)
  private mutating func putLarge(
    _ text: UnsafePointer<String>, then mark: UInt8, at target: UnsafeMutableRawPointer
  ) -> UnsafeMutableRawPointer {
    text.pointee.utf8.withContiguousStorageIfAvailable { putBytes($0, then: mark, at: target) }
      ?? putForeign(text.pointee, then: mark, at: target)
  }

  /// Text that is not in memory as UTF-8, as bridged text is not.
  @inline(never)
  private mutating func putForeign(
    _ text: String, then mark: UInt8, at target: UnsafeMutableRawPointer
  ) -> UnsafeMutableRawPointer {
    var text = text
    return text.withUTF8 { putBytes($0, then: mark, at: target) }
  }

  /// Writes up to 15 bytes in quotes, unless something has to be escaped; nil, and nothing written, then.
  ///
  /// Precondition: there is room for 24 bytes; those of the words beyond the count are 0.
  @inline(__always)
  private func putSmall(
    _ low: UInt64, _ high: UInt64, count: Int, then mark: UInt8, at target: UnsafeMutableRawPointer
  ) -> UnsafeMutableRawPointer? {
    let slash = UInt64(escapedSlash) &* 0x0101_0101_0101_0101
    // Bytes that are none become some that need no escape. A shift by all bits or more leaves none of them.
    let found =
      Self.escaped(in: low | Self.harmless << UInt64(truncatingIfNeeded: 8 &* count), slash: slash)
      | Self.escaped(in: high | Self.harmless << UInt64(truncatingIfNeeded: 8 &* max(count &- 8, 0)), slash: slash)
    guard found == 0 else { return nil }
    target.storeBytes(of: .quote, as: UInt8.self)
    target.storeBytes(of: low.littleEndian, toByteOffset: 1, as: UInt64.self)
    target.storeBytes(of: high.littleEndian, toByteOffset: 9, as: UInt64.self)
    let end = target + (count &+ 1)
    end.storeBytes(of: (UInt16(mark) << 8 | UInt16(UInt8.quote)).littleEndian, as: UInt16.self)
    return end + 2
  }

  /// Writes bytes in quotes.
  @inline(__always)
  private mutating func putBytes(
    _ bytes: UnsafeBufferPointer<UInt8>, then mark: UInt8, at place: UnsafeMutableRawPointer
  ) -> UnsafeMutableRawPointer {
    var target = place
    // Twice as many, since most escapes are of two bytes, and what is stored behind them to be written over.
    let room = 2 &* bytes.count &+ Self.numberRoom
    if UnsafeMutableRawPointer(end) - target < room { target = makeRoom(room, at: target) }
    target.storeBytes(of: .quote, as: UInt8.self)
    target += 1
    if let first = bytes.baseAddress {
      var source = UnsafeRawPointer(first)
      let end = source + bytes.count
      while end - source >= 16 {
        let block = source.loadUnaligned(as: SIMD16<UInt8>.self)
        target.storeBytes(of: block, as: SIMD16<UInt8>.self)
        let found = escaped(in: block).words
        if found.low | found.high == 0 {
          source += 16
          target += 16
          continue
        }
        let clean =
          found.low != 0 ? found.low.trailingZeroBitCount >> 3 : 8 &+ found.high.trailingZeroBitCount >> 3
        source += clean
        target += clean
        putEscape(source.load(as: UInt8.self), remaining: end - source, at: &target)
        source += 1
      }
      while source < end { putLast(&source, end, isLong: bytes.count >= 8, at: &target) }
    }
    target.storeBytes(of: (UInt16(mark) << 8 | UInt16(UInt8.quote)).littleEndian, as: UInt16.self)
    return target + 2
  }

  /// Writes up to 8 of less than 16 bytes, as far as the first that is escaped and with it.
  ///
  /// - Parameter isLong: Whether there are at least 8 bytes before the end.
  @inline(__always)
  private mutating func putLast(
    _ source: inout UnsafeRawPointer, _ end: UnsafeRawPointer, isLong: Bool, at target: inout UnsafeMutableRawPointer
  ) {
    let count = min(end - source, 8)
    // Nothing beyond the text is read.
    var word: UInt64
    if isLong {
      word = UInt64(littleEndian: (source + count - 8).loadUnaligned(as: UInt64.self))
      word >>= UInt64(truncatingIfNeeded: 64 &- 8 &* count)
    } else {
      word = Self.fewBytes(source, count: count)
    }
    target.storeBytes(of: word.littleEndian, as: UInt64.self)
    let slash = UInt64(escapedSlash) &* 0x0101_0101_0101_0101
    let found = Self.escaped(in: word | Self.harmless << UInt64(truncatingIfNeeded: 8 &* count), slash: slash)
    if found == 0 {
      source += count
      target += count
    } else {
      let clean = found.trailingZeroBitCount >> 3
      source += clean
      target += clean
      putEscape(source.load(as: UInt8.self), remaining: end - source, at: &target)
      source += 1
    }
  }

  /// 1 to 7 bytes, the first of them the lowest.
  @inline(__always)
  private static func fewBytes(_ source: UnsafeRawPointer, count: Int) -> UInt64 {
    if count >= 4 {
      let low = UInt64(UInt32(littleEndian: source.loadUnaligned(as: UInt32.self)))
      let high = UInt64(UInt32(littleEndian: source.loadUnaligned(fromByteOffset: count &- 4, as: UInt32.self)))
      return low | high &<< UInt64(truncatingIfNeeded: 8 &* (count &- 4))
    }
    let first = UInt64(source.load(as: UInt8.self))
    let middle = UInt64(source.load(fromByteOffset: count >> 1, as: UInt8.self))
    let last = UInt64(source.load(fromByteOffset: count &- 1, as: UInt8.self))
    return first | middle &<< UInt64(truncatingIfNeeded: 8 &* (count >> 1))
      | last &<< UInt64(truncatingIfNeeded: 8 &* (count &- 1))
  }

  /// Bytes that need no escape.
  private static var harmless: UInt64 { 0x6161_6161_6161_6161 }

  /// Which bytes have to be escaped.
  @inline(__always)
  private func escaped(in bytes: SIMD16<UInt8>) -> ByteMask {
    // Types are spelled out: other overloads are loops over the bytes.
    let controls: ByteMask = (bytes & SIMD16<UInt8>(repeating: 0xe0)) .== SIMD16<UInt8>(repeating: 0)
    let quotes: ByteMask = bytes .== SIMD16<UInt8>(repeating: .quote)
    let backslashes: ByteMask = bytes .== SIMD16<UInt8>(repeating: .backslash)
    let slashes: ByteMask = bytes .== SIMD16<UInt8>(repeating: escapedSlash)
    return (controls .| quotes) .| (backslashes .| slashes)
  }

  /// The highest bit of each byte that has to be escaped; right for the lowest such byte, which is all that is asked.
  @inline(__always)
  private static func escaped(in word: UInt64, slash: UInt64) -> UInt64 {
    let ones: UInt64 = 0x0101_0101_0101_0101
    let quotes = word ^ 0x2222_2222_2222_2222
    let backslashes = word ^ 0x5c5c_5c5c_5c5c_5c5c
    let slashes = word ^ slash
    // Bytes beyond ASCII, which the last step takes out, are the only ones that the others take for something else.
    let found = (word &- 0x2020_2020_2020_2020) | (quotes &- ones) | (backslashes &- ones) | (slashes &- ones)
    return found & ~word & 0x8080_8080_8080_8080
  }

  /// Precondition: there is room for twice the remaining bytes, this one among them, and 16 more. There still is afterwards.
  @inline(__always)
  private mutating func putEscape(_ byte: UInt8, remaining: Int, at target: inout UnsafeMutableRawPointer) {
    if byte >= 0x20 {
      target.storeBytes(of: (UInt16(byte) << 8 | UInt16(UInt8.backslash)).littleEndian, as: UInt16.self)
      target += 2
    } else {
      target = putControl(byte, remaining: remaining, at: target)
    }
  }

  @inline(never)
  private mutating func putControl(
    _ byte: UInt8, remaining: Int, at place: UnsafeMutableRawPointer
  ) -> UnsafeMutableRawPointer {
    next = place.assumingMemoryBound(to: UInt8.self)
    reserve(2 &* remaining &+ Self.numberRoom)
    put(.backslash)
    switch byte {
    case 8: put(UInt8(ascii: "b"))
    case 9: put(UInt8(ascii: "t"))
    case 10: put(UInt8(ascii: "n"))
    case 12: put(UInt8(ascii: "f"))
    case 13: put(UInt8(ascii: "r"))
    default:
      put(UInt8(ascii: "u"))
      put(UInt8(ascii: "0"))
      put(UInt8(ascii: "0"))
      put(UInt8(ascii: "0") + byte >> 4)
      let low = byte & 15
      put(low < 10 ? UInt8(ascii: "0") + low : UInt8(ascii: "a") + low - 10)
    }
    return UnsafeMutableRawPointer(next)
  }
}
