/// Writes text in quotes, with escapes.
extension JSONWriter {
  /// Writes text in quotes, and a comma.
  @inline(__always)
  mutating func putQuoted(_ text: String) {
    withUnsafePointer(to: text) { putQuoted(at: $0, then: .comma) }
  }

  /// Writes the text at an address, and a comma or colon, without retaining it.
  mutating func putQuoted(at text: UnsafePointer<String>, then mark: UInt8) {
    reserve(Self.numberRoom)
    next = putQuoted(text, then: mark, at: UnsafeMutableRawPointer(next)).assumingMemoryBound(to: UInt8.self)
  }

  /// Writes text in quotes, and a comma or colon. Precondition: there is room for a number.
  @inline(__always)
  mutating func putQuoted(
    _ text: UnsafePointer<String>, then mark: UInt8, at target: UnsafeMutableRawPointer
  ) -> UnsafeMutableRawPointer {
    guard takesSmallStringsApart else { return putCopy(of: text, then: mark, at: target) }
    guard let (block, count) = SmallString.bytes(at: text) else { return putLarge(text, then: mark, at: target) }
    return putSmall(block, count: count, then: mark, at: target) ?? putCopy(of: text, then: mark, at: target)
  }

  /// Writes text from its own memory, if it has UTF-8 in memory. Precondition: the text is not kept in its two
  /// words.
  ///
  /// Never inlined: the text stays at its address while this runs, whatever happens to the caller's variable.
  @inline(never)
  private mutating func putLarge(
    _ text: UnsafePointer<String>, then mark: UInt8, at target: UnsafeMutableRawPointer
  ) -> UnsafeMutableRawPointer {
    guard let bytes = SmallString.largeBytes(at: text) else { return putCopy(of: text, then: mark, at: target) }
    return putBytes(bytes, then: mark, at: target)
  }

  /// Writes any text, even if it is not in memory as UTF-8, such as bridged text.
  @inline(never)
  private mutating func putCopy(
    of text: UnsafePointer<String>, then mark: UInt8, at target: UnsafeMutableRawPointer
  ) -> UnsafeMutableRawPointer {
    var copy = text.pointee
    return copy.withUTF8 { putBytes($0, then: mark, at: target) }
  }

  /// Masks of 16 bytes, loaded at an offset: 16 bytes that keep, 16 that clear, and 16 that keep again. The bytes that
  /// keep are 0x7f, not 0xff: a literal has to be UTF-8, and only ASCII takes one byte each.
  private static let taken: StaticString =
    """
    \u{7f}\u{7f}\u{7f}\u{7f}\u{7f}\u{7f}\u{7f}\u{7f}\u{7f}\u{7f}\u{7f}\u{7f}\u{7f}\u{7f}\u{7f}\u{7f}\
    \0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\
    \u{7f}\u{7f}\u{7f}\u{7f}\u{7f}\u{7f}\u{7f}\u{7f}\u{7f}\u{7f}\u{7f}\u{7f}\u{7f}\u{7f}\u{7f}\u{7f}
    """

  /// Returns which of the first `count` bytes of a block have to be escaped.
  @inline(__always)
  private func escaped(inFirst count: Int, of block: SIMD16<UInt8>) -> ByteMask {
    escaped(in: block, takenAt: 16 &- count)
  }

  /// Returns which of the last `count` bytes of a block have to be escaped.
  @inline(__always)
  private func escaped(inLast count: Int, of block: SIMD16<UInt8>) -> ByteMask {
    escaped(in: block, takenAt: 16 &+ count)
  }

  @inline(__always)
  private func escaped(in block: SIMD16<UInt8>, takenAt offset: Int) -> ByteMask {
    let taken = UnsafeRawPointer(Self.taken.utf8Start).loadUnaligned(fromByteOffset: offset, as: SIMD16<UInt8>.self)
    return (escaped(in: block).bytes & taken) .!= SIMD16<UInt8>(repeating: 0)
  }

  /// Writes up to 15 bytes in quotes. Returns nil, and writes nothing, if one of them has to be escaped.
  ///
  /// Precondition: there is room for 24 bytes.
  @inline(__always)
  private func putSmall(
    _ block: SIMD16<UInt8>, count: Int, then mark: UInt8, at target: UnsafeMutableRawPointer
  ) -> UnsafeMutableRawPointer? {
    guard escaped(inFirst: count, of: block).isEmpty else { return nil }
    target.storeBytes(of: .quote, as: UInt8.self)
    target.storeBytes(of: block, toByteOffset: 1, as: SIMD16<UInt8>.self)
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
    // Room for twice the bytes, since most escapes take two, and for stores behind them that are overwritten.
    let room = 2 &* bytes.count &+ Self.numberRoom
    if UnsafeMutableRawPointer(end) - target < room { target = makeRoom(room, at: target) }
    target.storeBytes(of: .quote, as: UInt8.self)
    target += 1
    if let first = bytes.baseAddress {
      let end = UnsafeRawPointer(first) + bytes.count
      if bytes.count >= 16 { putBlocks(bytes.count, before: end, at: &target) } else { putFew(bytes, at: &target) }
    }
    target.storeBytes(of: (UInt16(mark) << 8 | UInt16(UInt8.quote)).littleEndian, as: UInt16.self)
    return target + 2
  }

  /// Writes bytes in blocks. Precondition: there are at least 16, and as much room as ``putEscape(_:remaining:at:)``
  /// requires.
  @inline(__always)
  private mutating func putBlocks(_ count: Int, before end: UnsafeRawPointer, at target: inout UnsafeMutableRawPointer)
  {
    var source = end - count
    while end - source >= 16 {
      let block = source.loadUnaligned(as: SIMD16<UInt8>.self)
      target.storeBytes(of: block, as: SIMD16<UInt8>.self)
      source += 16
      let found = escaped(in: block)
      if found.isEmpty {
        target += 16
      } else {
        putEscapes(found, inLast: 16, before: source, of: end, at: &target)
      }
    }
    // Check the remaining bytes together with those in front of them: nothing beyond the text may be read.
    let remaining = end - source
    Self.putLast(remaining, before: end, at: target)
    let found = escaped(inLast: remaining, of: (end - 16).loadUnaligned(as: SIMD16<UInt8>.self))
    if found.isEmpty {
      target += remaining
    } else {
      putEscapes(found, inLast: remaining, before: end, of: end, at: &target)
    }
  }

  /// Adds escapes to the last `count` bytes of a block, which are already written as they are. The bytes behind each
  /// escape are written again behind it.
  ///
  /// Finding an escape does not wait for the place of the one before it in the text, which would take most of the time.
  ///
  /// - Parameters:
  ///   - found: Which bytes of the block have to be escaped.
  ///   - limit: The end of the text.
  @inline(__always)
  private mutating func putEscapes(
    _ found: ByteMask, inLast count: Int, before end: UnsafeRawPointer, of limit: UnsafeRawPointer,
    at target: inout UnsafeMutableRawPointer
  ) {
    var count = count
    var bits = found.bits
    while bits != 0 {
      let rest = 16 &- bits.trailingZeroBitCount
      bits &= bits &- 1
      target += count &- rest
      count = rest
      let byte = (end - rest).load(as: UInt8.self)
      if byte < 0x20 {
        target = putControl(byte, remaining: limit - (end - rest), at: target)
        count &-= 1
      } else {
        target.storeBytes(of: .backslash, as: UInt8.self)
        target += 1
      }
      Self.putLast(count, before: end, at: target)
    }
    target += count
  }

  /// Writes the last `count` bytes, up to 16, as they are, and some behind them that are overwritten later.
  /// Precondition: there are at least 16 bytes before the end.
  @inline(__always)
  private static func putLast(_ count: Int, before end: UnsafeRawPointer, at target: UnsafeMutableRawPointer) {
    // Store two halves, which overlap. If one half is enough, it begins before the bytes: shift it, and store it last.
    let wide = max(count, 8)
    let first = UInt64(littleEndian: (end - wide).loadUnaligned(as: UInt64.self))
    target.storeBytes(of: (end - 8).loadUnaligned(as: UInt64.self), toByteOffset: wide &- 8, as: UInt64.self)
    target.storeBytes(
      of: (first &>> UInt64(truncatingIfNeeded: 8 &* (wide &- count))).littleEndian, as: UInt64.self)
  }

  /// Writes bytes one by one.
  @inline(__always)
  private mutating func putFew(_ bytes: UnsafeBufferPointer<UInt8>, at target: inout UnsafeMutableRawPointer) {
    for (index, byte) in bytes.enumerated() {
      if byte < 0x20 || byte == .quote || byte == .backslash || byte == escapedSlash[0] {
        putEscape(byte, remaining: bytes.count &- index, at: &target)
      } else {
        target.storeBytes(of: byte, as: UInt8.self)
        target += 1
      }
    }
  }

  /// Returns which bytes have to be escaped.
  @inline(__always)
  private func escaped(in bytes: SIMD16<UInt8>) -> ByteMask {
    // The types select the overloads that do not loop over the bytes.
    let controls: ByteMask = (bytes & SIMD16<UInt8>(repeating: 0xe0)) .== SIMD16<UInt8>(repeating: 0)
    let quotes: ByteMask = bytes .== SIMD16<UInt8>(repeating: .quote)
    let backslashes: ByteMask = bytes .== SIMD16<UInt8>(repeating: .backslash)
    let slashes: ByteMask = bytes .== escapedSlash
    return (controls .| quotes) .| (backslashes .| slashes)
  }

  /// Writes the escape of a byte.
  ///
  /// Precondition: there is room for twice the remaining bytes, including this one, and for 16 more. The same holds
  /// afterwards.
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
