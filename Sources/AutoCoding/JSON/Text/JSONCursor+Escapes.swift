/// Reads strings with escapes.
extension JSONCursor {
  /// The bytes on the stack for a string with escapes. Longer ones are put together on the heap.
  private static var stackSize: Int { 1024 }

  /// The bytes behind the text that may be written, and are overwritten.
  private static var slack: Int { 32 }

  /// Reads a string with escapes.
  ///
  /// - Parameters:
  ///   - first: The first character.
  ///   - cleanCount: The number of bytes before the first escape.
  ///   - isWide: Whether there are bytes beyond ASCII among them.
  @inline(never)
  mutating func unescapedString(
    _ first: UnsafeRawPointer, cleanCount: Int, isWide: Bool, _ maker: UTF8StringBuilder
  ) -> String? {
    var string = Unescaping(source: first + cleanCount, count: cleanCount, isWide: isWide)
    guard cleanCount <= Self.stackSize &- Self.slack else {
      return longUnescapedString(first, cleanCount, &string, maker)
    }
    return withUnsafeTemporaryAllocation(byteCount: Self.stackSize, alignment: 16) { buffer -> String? in
      guard let start = buffer.baseAddress else { return nil }
      start.copyMemory(from: first, byteCount: cleanCount)
      switch string.proceed(in: start, room: Self.stackSize &- Self.slack, limit) {
      case .isComplete: return finish(string, at: start, maker)
      case .needsRoom: return longUnescapedString(start, string.count, &string, maker)
      case .isInvalid: return nil
      }
    }
  }

  /// Reads the rest of a string.
  ///
  /// - Parameters:
  ///   - text: What is known of it.
  ///   - count: The number of bytes at `text`.
  @inline(never)
  private mutating func longUnescapedString(
    _ text: UnsafeRawPointer, _ count: Int, _ string: inout Unescaping, _ maker: UTF8StringBuilder
  ) -> String? {
    var size = 2 &* max(count, Self.stackSize)
    var memory = GrowingMemory.resize(nil, to: size)
    defer { GrowingMemory.free(memory) }
    memory.copyMemory(from: text, byteCount: count)
    while true {
      switch string.proceed(in: memory, room: size &- Self.slack, limit) {
      case .isComplete: return finish(string, at: memory, maker)
      case .needsRoom:
        size &*= 2
        memory = GrowingMemory.resize(memory, to: size)
      case .isInvalid: return nil
      }
    }
  }

  @inline(__always)
  private mutating func finish(
    _ string: Unescaping, at start: UnsafeMutableRawPointer, _ maker: UTF8StringBuilder
  ) -> String? {
    place = string.source + 1
    return maker.text(UnsafeRawBufferPointer(start: start, count: string.count), isASCII: !string.isWide)
  }

  /// A string whose escapes are being replaced.
  private struct Unescaping {
    /// The place of the next escape, or of the quote at the end.
    var source: UnsafeRawPointer
    /// The number of bytes so far.
    var count: Int
    var isWide: Bool

    enum Progress {
      case isComplete, needsRoom
      /// The string is invalid, or ends so close to the end of the text that ``JSONReader`` has to read it.
      case isInvalid
    }

    /// Replaces escapes, up to the quote at the end.
    ///
    /// - Parameter room: The number of bytes for the string. As many as ``JSONCursor/slack`` have to follow them.
    @inline(__always)
    mutating func proceed(in start: UnsafeMutableRawPointer, room: Int, _ limit: UnsafeRawPointer) -> Progress {
      var source = source
      var target = start + count
      var isWide = isWide
      let full = start + room
      defer { (self.source, count, self.isWide) = (source, target - start, isWide) }
      while target < full {
        var mark: UInt8
        if limit - source >= 16 {
          let block = source.loadUnaligned(as: SIMD16<UInt8>.self)
          target.storeBytes(of: block, as: SIMD16<UInt8>.self)
          let found = JSONCursor.special(in: block).words
          let wide = JSONCursor.wide(in: block).words
          // This includes bytes behind the one found, which the next block repeats. At worst, ASCII is checked as UTF-8.
          isWide = isWide || wide.low | wide.high != 0
          if found.low | found.high == 0 {
            source += 16
            target += 16
            continue
          }
          let clean = found.low != 0 ? found.low.trailingZeroBitCount >> 3 : 8 &+ found.high.trailingZeroBitCount >> 3
          source += clean
          target += clean
          mark = source.load(as: UInt8.self)
        } else {
          // Near the end of the text, byte by byte.
          guard source < limit else { return .isInvalid }
          mark = source.load(as: UInt8.self)
          if mark >= 0x20, mark != .quote, mark != .backslash {
            isWide = isWide || mark >= 0x80
            target.storeBytes(of: mark, as: UInt8.self)
            target += 1
            source += 1
            continue
          }
        }
        if mark == .quote { return .isComplete }
        // Escapes often follow each other, as in text of another script that was written in ASCII.
        while mark == .backslash {
          guard limit - source > 2 else { return .isInvalid }
          let escape = source.load(fromByteOffset: 1, as: UInt8.self)
          if escape == UInt8(ascii: "u") {
            guard limit - source > 12, let (scalar, length) = JSONCursor.scalar(at: source) else { return .isInvalid }
            target += JSONCursor.put(scalar, at: target)
            source += length
            isWide = isWide || scalar >= 0x80
          } else {
            guard let byte = JSONReader.unescaped(escape) else { return .isInvalid }
            target.storeBytes(of: byte, as: UInt8.self)
            target += 1
            source += 2
          }
          mark = source.load(as: UInt8.self)
          if target >= full { return .needsRoom }
        }
        if mark < 0x20 { return .isInvalid }
      }
      return .needsRoom
    }
  }
}

extension JSONCursor {
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
  fileprivate static func put(_ scalar: UInt32, at target: UnsafeMutableRawPointer) -> Int {
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
