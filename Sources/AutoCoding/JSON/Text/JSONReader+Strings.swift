extension JSONReader {
  /// The bytes between two quotes, as they are in the document.
  struct RawString {
    let start: UnsafePointer<UInt8>
    let count: Int
    let hasEscapes: Bool
    /// False if every byte is known to be ASCII.
    let mayBeWide: Bool

    var bytes: UnsafeBufferPointer<UInt8> { UnsafeBufferPointer(start: start, count: count) }
  }

  /// Passes over a string whose opening quote is next.
  ///
  /// - Parameter validates: Whether to check that bytes beyond ASCII are UTF-8; if false, the caller checks.
  @inline(__always)
  mutating func scanString(validates: Bool) throws -> RawString {
    let first = next + 1
    var place = UnsafeRawPointer(first)
    let limit = UnsafeRawPointer(end)
    var hasEscapes = false
    var seen: UInt64 = 0
    while true {
      var byte: UInt8
      if limit - place >= 8 {
        let word = UInt64(littleEndian: place.loadUnaligned(as: UInt64.self))
        seen |= word
        let found = Self.special(in: word, high: validates ? word : 0)
        if found == 0 {
          place += 8
          continue
        }
        place += found.trailingZeroBitCount >> 3
        byte = place.load(as: UInt8.self)
      } else {
        guard place < limit else {
          next = end
          throw unexpected("'\"'")
        }
        byte = place.load(as: UInt8.self)
        seen |= UInt64(byte)
      }
      if byte == .quote {
        next = (place + 1).assumingMemoryBound(to: UInt8.self)
        let start = UnsafeRawPointer(first)
        return RawString(
          start: first, count: place - start, hasEscapes: hasEscapes, mayBeWide: seen & 0x8080_8080_8080_8080 != 0)
      }
      if byte == .backslash {
        hasEscapes = true
        // The escaped character is checked when it is unescaped, or by `checkEscapes`.
        place += 1
        guard place < limit else {
          next = end
          throw unexpected("an escaped character")
        }
        place += 1
      } else if byte < 0x20 {
        next = place.assumingMemoryBound(to: UInt8.self)
        throw invalid("Unescaped control character 0x\(String(byte, radix: 16)) in a string.")
      } else if byte >= 0x80, validates {
        let length = UTF8StringBuilder.sequenceLength(place.assumingMemoryBound(to: UInt8.self), limit: end)
        guard length > 0 else {
          next = place.assumingMemoryBound(to: UInt8.self)
          throw invalid("A string is not valid UTF-8.")
        }
        place += length
      } else {
        place += 1
      }
    }
  }

  /// Returns the highest bit of each byte that ends a run of plain text. Only the lowest such bit is reliable.
  ///
  /// - Parameter high: The word itself if bytes beyond ASCII end a run; otherwise 0.
  @inline(__always)
  static func special(in word: UInt64, high: UInt64) -> UInt64 {
    let ones: UInt64 = 0x0101_0101_0101_0101
    let quotes = word ^ 0x2222_2222_2222_2222
    let backslashes = word ^ 0x5c5c_5c5c_5c5c_5c5c
    let found = ((word &- 0x2020_2020_2020_2020) | (quotes &- ones) | (backslashes &- ones)) & ~word
    return (found | high) & 0x8080_8080_8080_8080
  }

  // MARK: Text

  /// Reads a string whose opening quote is next.
  @inline(__always)
  mutating func readText() throws -> String {
    let begin = next
    let raw = try scanString(validates: false)
    if raw.count == 0 { return "" }
    if !raw.hasEscapes {
      if let text = strings.text(UnsafeRawBufferPointer(raw.bytes), isASCII: !raw.mayBeWide) { return text }
    } else if !raw.mayBeWide {
      return try text(of: raw)
    }
    next = begin
    return try readUnusualText()
  }

  @inline(never)
  private mutating func readUnusualText() throws -> String {
    let raw = try scanString(validates: true)
    return try text(of: raw)
  }

  /// Returns the text of a string that was scanned and validated.
  @inline(__always)
  func text(of raw: RawString) throws -> String {
    raw.hasEscapes ? try unescapedText(of: raw) : String(decoding: raw.bytes, as: UTF8.self)
  }

  @inline(never)
  private func unescapedText(of raw: RawString) throws -> String {
    // An escape is longer than the UTF-8 it stands for, so this capacity is enough.
    return try String(unsafeUninitializedCapacity: raw.count) { try unescape(raw, into: $0) }
  }

  /// Throws if a string that was scanned has an invalid escape.
  @inline(__always)
  mutating func checkEscapes(of raw: RawString) throws {
    if raw.hasEscapes { try checkExistingEscapes(of: raw) }
  }

  /// Mutating only since a call would otherwise copy the reader.
  @inline(never)
  private mutating func checkExistingEscapes(of raw: RawString) throws {
    var place = raw.start
    let limit = raw.start + raw.count
    while place < limit {
      if limit - place >= 8 {
        let others =
          UInt64(littleEndian: UnsafeRawPointer(place).loadUnaligned(as: UInt64.self)) ^ 0x5c5c_5c5c_5c5c_5c5c
        let found = (others &- 0x0101_0101_0101_0101) & ~others & 0x8080_8080_8080_8080
        if found == 0 {
          place += 8
          continue
        }
        place += found.trailingZeroBitCount >> 3
      }
      guard place.pointee == .backslash else {
        place += 1
        continue
      }
      // Scanning has found a byte after each backslash.
      let escape = place[1]
      place += 2
      if escape == UInt8(ascii: "u") {
        _ = try unicodeScalar(&place, limit: limit)
      } else if Self.unescaped(escape) == nil {
        throw invalid("Invalid escape in a string.", at: place - 2)
      }
    }
  }

  private func unescape(_ raw: RawString, into buffer: UnsafeMutableBufferPointer<UInt8>) throws -> Int {
    guard var target = buffer.baseAddress else { return 0 }
    let first = target
    var place = raw.start
    let limit = raw.start + raw.count
    while place < limit {
      // Copy up to the next backslash, 8 bytes at a time. The rest of the text fits into the rest of the buffer.
      while limit - place >= 8 {
        let word = UnsafeRawPointer(place).loadUnaligned(as: UInt64.self)
        UnsafeMutableRawPointer(target).storeBytes(of: word, as: UInt64.self)
        let others = UInt64(littleEndian: word) ^ 0x5c5c_5c5c_5c5c_5c5c
        let found = (others &- 0x0101_0101_0101_0101) & ~others & 0x8080_8080_8080_8080
        let count = found == 0 ? 8 : found.trailingZeroBitCount >> 3
        place += count
        target += count
        if found != 0 { break }
      }
      guard place < limit else { break }
      let byte = place.pointee
      guard byte == .backslash else {
        target.initialize(to: byte)
        target += 1
        place += 1
        continue
      }
      // Scanning has found a byte after each backslash.
      let escape = place[1]
      place += 2
      if escape == UInt8(ascii: "u") {
        for unit in UTF8.encode(try unicodeScalar(&place, limit: limit)) ?? UTF8.encodedReplacementCharacter {
          target.initialize(to: unit)
          target += 1
        }
        continue
      }
      guard let unit = Self.unescaped(escape) else {
        throw invalid("Invalid escape in a string.", at: place - 2)
      }
      target.initialize(to: unit)
      target += 1
    }
    return target - first
  }

  /// Returns the byte that an escape such as `\n` stands for, by the byte behind the backslash; nil if there is no such
  /// escape.
  @inline(__always)
  static func unescaped(_ byte: UInt8) -> UInt8? {
    guard byte & 0xe1 == 0x60 else {
      return byte == .quote || byte == .backslash || byte == UInt8(ascii: "/") ? byte : nil
    }
    // Four bits for each even byte from 0x60 on: b, f, n, r and t stand for control characters.
    let found = UInt8(truncatingIfNeeded: 0x9d0_a000_c080 as UInt64 &>> (UInt64(byte & 0x1e) &<< 1)) & 0xf
    return found == 0 ? nil : found
  }

  /// Reads the digits behind `\u` and, if they are the first half of a surrogate pair, its second half.
  private func unicodeScalar(
    _ place: inout UnsafePointer<UInt8>, limit: UnsafePointer<UInt8>
  ) throws -> Unicode.Scalar {
    let begin = place - 2
    let unit = try hexadecimal(&place, limit: limit)
    if let scalar = Unicode.Scalar(UInt32(unit)) { return scalar }
    guard unit < 0xdc00, limit - place >= 6, place[0] == .backslash, place[1] == UInt8(ascii: "u") else {
      throw invalid("Half of a surrogate pair is missing in a string.", at: begin, as: nil)
    }
    place += 2
    let low = try hexadecimal(&place, limit: limit)
    guard (0xdc00...0xdfff).contains(low),
      let scalar = Unicode.Scalar(0x10000 + (UInt32(unit) - 0xd800) << 10 + (UInt32(low) - 0xdc00))
    else { throw invalid("Half of a surrogate pair is missing in a string.", at: begin, as: nil) }
    return scalar
  }

  private func hexadecimal(_ place: inout UnsafePointer<UInt8>, limit: UnsafePointer<UInt8>) throws -> UInt16 {
    var value: UInt16 = 0
    for _ in 0..<4 {
      guard place < limit, case let digit = Self.hexadecimalDigit(place.pointee), digit < 16 else {
        throw invalid("Four hexadecimal digits have to follow '\\u'.", at: place)
      }
      value = value << 4 | UInt16(digit)
      place += 1
    }
    return value
  }

  /// Returns a hexadecimal digit's value; more than 15 for any other byte.
  @inline(__always)
  static func hexadecimalDigit(_ byte: UInt8) -> UInt8 {
    let decimal = byte &- UInt8(ascii: "0")
    if decimal < 10 { return decimal }
    let letter = (byte | 0x20) &- UInt8(ascii: "a")
    return letter < 6 ? letter &+ 10 : .max
  }
}
