extension JSONWriter {
  /// Writes text in quotes, and a comma or colon.
  @inline(__always)
  mutating func putQuoted(_ text: String, then mark: UInt8 = .comma) {
    let isDone: Void? = text.utf8.withContiguousStorageIfAvailable { putQuoted($0, then: mark) }
    if isDone == nil { putForeign(text, then: mark) }
  }

  /// Text that is not in memory as UTF-8, as bridged text is not.
  @inline(never)
  mutating func putForeign(_ text: String, then mark: UInt8) {
    var text = text
    text.withUTF8 { putQuoted($0, then: mark) }
  }

  /// Writes text in quotes and a comma at `target`, which stands in for ``next``.
  @inline(__always)
  mutating func putQuoted(_ bytes: UnsafeBufferPointer<UInt8>, at target: inout UnsafeMutableRawPointer) {
    if UnsafeMutableRawPointer(end) - target < bytes.count &+ 24 {
      next = target.assumingMemoryBound(to: UInt8.self)
      reserve(bytes.count &+ 24)
      target = UnsafeMutableRawPointer(next)
    }
    target.storeBytes(of: .quote, as: UInt8.self)
    target += 1
    if let first = bytes.baseAddress { putEscaped(first, count: bytes.count, &target) }
    target.storeBytes(of: (UInt16(UInt8.comma) << 8 | UInt16(UInt8.quote)).littleEndian, as: UInt16.self)
    target += 2
  }

  @inline(__always)
  mutating func putQuoted(_ bytes: UnsafeBufferPointer<UInt8>, then mark: UInt8) {
    reserve(bytes.count &+ 24)
    // Kept out of memory while nothing has to be escaped: stores of bytes might change what is there.
    var target = UnsafeMutableRawPointer(next)
    target.storeBytes(of: .quote, as: UInt8.self)
    target += 1
    if let first = bytes.baseAddress { putEscaped(first, count: bytes.count, &target) }
    target.storeBytes(of: (UInt16(mark) << 8 | UInt16(UInt8.quote)).littleEndian, as: UInt16.self)
    next = (target + 2).assumingMemoryBound(to: UInt8.self)
  }

  /// Leaves room for 8 bytes. Precondition: there is room for `count` and 16 more at `target`.
  @inline(__always)
  private mutating func putEscaped(
    _ first: UnsafePointer<UInt8>, count: Int, _ target: inout UnsafeMutableRawPointer
  ) {
    let slash: UInt64 = escapesSlashes ? 0x2f2f_2f2f_2f2f_2f2f : 0x2222_2222_2222_2222
    var source = UnsafeRawPointer(first)
    let end = source + count
    while end - source >= 8 {
      let word = source.loadUnaligned(as: UInt64.self)
      target.storeBytes(of: word, as: UInt64.self)
      let found = Self.escaped(in: UInt64(littleEndian: word), slash: slash)
      if found == 0 {
        source += 8
        target += 8
      } else {
        let clean = found.trailingZeroBitCount >> 3
        source += clean
        next = (target + clean).assumingMemoryBound(to: UInt8.self)
        putEscape(source.load(as: UInt8.self), remaining: end - source)
        target = UnsafeMutableRawPointer(next)
        source += 1
      }
    }
    let left = end - source
    if left > 0 { putLast(source, count: left, slash: slash, &target) }
  }

  /// Writes up to 7 bytes. Precondition: there is room for 16.
  @inline(__always)
  private mutating func putLast(
    _ source: UnsafeRawPointer, count: Int, slash: UInt64, _ target: inout UnsafeMutableRawPointer
  ) {
    // Nothing beyond the text is read: two halves may overlap.
    var word: UInt64
    if count >= 4 {
      let low = UInt64(UInt32(littleEndian: source.loadUnaligned(as: UInt32.self)))
      let high = UInt64(UInt32(littleEndian: source.loadUnaligned(fromByteOffset: count &- 4, as: UInt32.self)))
      word = low | high &<< UInt64(8 &* (count &- 4))
    } else {
      word = UInt64(source.load(as: UInt8.self))
      word |= UInt64(source.load(fromByteOffset: count >> 1, as: UInt8.self)) &<< UInt64(8 &* (count >> 1))
      word |= UInt64(source.load(fromByteOffset: count &- 1, as: UInt8.self)) &<< UInt64(8 &* (count &- 1))
    }
    let padded = word | 0x6161_6161_6161_6161 &<< UInt64(8 &* count)
    if Self.escaped(in: padded, slash: slash) == 0 {
      target.storeBytes(of: word.littleEndian, as: UInt64.self)
      target += count
    } else {
      next = target.assumingMemoryBound(to: UInt8.self)
      putLastEscaped(source, count: count, slash: UInt8(truncatingIfNeeded: slash))
      target = UnsafeMutableRawPointer(next)
    }
  }

  @inline(never)
  private mutating func putLastEscaped(_ source: UnsafeRawPointer, count: Int, slash: UInt8) {
    for index in 0..<count {
      let byte = source.load(fromByteOffset: index, as: UInt8.self)
      if byte < 0x20 || byte == .quote || byte == .backslash || byte == slash {
        putEscape(byte, remaining: count - index)
      } else {
        put(byte)
      }
    }
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

  /// Precondition: there is room for the remaining bytes, this one among them, and 8 more. There still is afterwards.
  @inline(never)
  private mutating func putEscape(_ byte: UInt8, remaining: Int) {
    reserve(remaining &+ 32)
    put(.backslash)
    switch byte {
    case 8: put(UInt8(ascii: "b"))
    case 9: put(UInt8(ascii: "t"))
    case 10: put(UInt8(ascii: "n"))
    case 12: put(UInt8(ascii: "f"))
    case 13: put(UInt8(ascii: "r"))
    case 0..<32:
      put(UInt8(ascii: "u"))
      put(UInt8(ascii: "0"))
      put(UInt8(ascii: "0"))
      put(UInt8(ascii: "0") + byte >> 4)
      let low = byte & 15
      put(low < 10 ? UInt8(ascii: "0") + low : UInt8(ascii: "a") + low - 10)
    default: put(byte)
    }
  }
}
