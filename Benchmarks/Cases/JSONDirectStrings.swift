import Foundation

extension DirectReader {
  mutating func stringOrNull() throws -> String? {
    if skip("null") { return nil }
    return try string()
  }

  mutating func string() throws -> String {
    try expect(UInt8(ascii: "\""))
    let start = cursor
    var isASCII = true
    while end - cursor >= 8 {
      let word = UnsafeRawPointer(cursor).loadUnaligned(as: UInt64.self)
      guard DirectWord.hasNoControl(word), !DirectWord.has(0x22, word), !DirectWord.has(0x5c, word) else { break }
      isASCII = isASCII && DirectWord.isASCII(word)
      cursor += 8
    }
    while cursor < end {
      let byte = cursor.pointee
      if byte == 0x22 {
        let units = UnsafeBufferPointer(start: start, count: cursor - start)
        cursor += 1
        let text = String(decoding: units, as: UTF8.self)
        if !isASCII, !Self.isSame(text, units) { throw Failure("a string is no valid UTF-8") }
        return text
      }
      if byte == 0x5c { return try escapedString(from: start) }
      guard byte >= 0x20 else { throw Failure("a string has a control character") }
      if byte >= 0x80 { isASCII = false }
      cursor += 1
    }
    throw Failure("a string does not end")
  }

  /// Whether nothing had to be repaired.
  private static func isSame(_ text: String, _ units: UnsafeBufferPointer<UInt8>) -> Bool {
    let isSame = text.utf8.withContiguousStorageIfAvailable { found in
      guard found.count == units.count, let left = found.baseAddress, let right = units.baseAddress else {
        return found.count == units.count
      }
      return memcmp(left, right, units.count) == 0
    }
    return isSame ?? text.utf8.elementsEqual(units)
  }

  @inline(never)
  private mutating func escapedString(from start: UnsafePointer<UInt8>) throws -> String {
    var units = Array(UnsafeBufferPointer(start: start, count: cursor - start))
    while cursor < end {
      let byte = cursor.pointee
      cursor += 1
      switch byte {
      case 0x22:
        let text = String(decoding: units, as: UTF8.self)
        guard units.withUnsafeBufferPointer({ Self.isSame(text, $0) }) else {
          throw Failure("a string is no valid UTF-8")
        }
        return text
      case 0x5c: try appendEscape(to: &units)
      case 0..<0x20: throw Failure("a string has a control character")
      default: units.append(byte)
      }
    }
    throw Failure("a string does not end")
  }

  private mutating func appendEscape(to units: inout [UInt8]) throws {
    guard cursor < end else { throw Failure("a string does not end") }
    let byte = cursor.pointee
    cursor += 1
    switch byte {
    case 0x22, 0x5c, 0x2f: units.append(byte)
    case UInt8(ascii: "b"): units.append(0x08)
    case UInt8(ascii: "f"): units.append(0x0c)
    case UInt8(ascii: "n"): units.append(0x0a)
    case UInt8(ascii: "r"): units.append(0x0d)
    case UInt8(ascii: "t"): units.append(0x09)
    case UInt8(ascii: "u"):
      var value = try hexadecimal()
      if value >> 10 == 0x36 {
        guard skip("\\u"), case let low = try hexadecimal(), low >> 10 == 0x37 else {
          throw Failure("half of a character is missing")
        }
        value = 0x10000 + (value & 0x3ff) << 10 + low & 0x3ff
      }
      guard let scalar = Unicode.Scalar(value) else { throw Failure("half of a character is missing") }
      units.append(contentsOf: UTF8.encode(scalar) ?? UTF8.encodedReplacementCharacter)
    default: throw Failure("an escape is unknown")
    }
  }

  private mutating func hexadecimal() throws -> UInt32 {
    guard end - cursor >= 4 else { throw Failure("the text ends early") }
    var value: UInt32 = 0
    for _ in 0..<4 {
      let byte = cursor.pointee
      cursor += 1
      switch byte {
      case UInt8(ascii: "0")...UInt8(ascii: "9"): value = value << 4 | UInt32(byte - UInt8(ascii: "0"))
      case UInt8(ascii: "a")...UInt8(ascii: "f"): value = value << 4 | UInt32(byte - UInt8(ascii: "a") + 10)
      case UInt8(ascii: "A")...UInt8(ascii: "F"): value = value << 4 | UInt32(byte - UInt8(ascii: "A") + 10)
      default: throw Failure("four hexadecimal digits do not follow")
      }
    }
    return value
  }
}
