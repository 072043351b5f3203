#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// Reads leaves: the usual spellings from the bytes, all others from a `String`.
extension PropertyListXMLParser {
  private func add(_ make: (inout PropertyListWriter) -> UInt32) {
    builder.pointee.push(make(&builder.pointee.list))
  }

  mutating func bool(_ tag: Tag) throws {
    let text = try scanner.content(of: tag)
    let isBlank = scanner.withBytes(of: text) { $0.allSatisfy(PropertyListXMLScanner.isSpace) }
    guard isBlank || scanner.string(of: text).allSatisfy(\.isWhitespace) else {
      throw scanner.error("expected </\(scanner.name(of: tag))>", "text")
    }
    add { $0.add(bool: tag.element == .true) }
  }

  mutating func string(_ tag: Tag) throws {
    let text = try scanner.content(of: tag)
    builder.pointee.push(scanner.withBytes(of: text) { builder.pointee.object(of: $0) })
  }

  mutating func integer(_ tag: Tag) throws {
    let text = try scanner.content(of: tag)
    if let value = scanner.withBytes(of: text, Self.integer) { return add { $0.add(integer: value) } }
    try unusualInteger(Self.trimmed(scanner.string(of: text)))
  }

  mutating func real(_ tag: Tag) throws {
    let text = try scanner.content(of: tag)
    if let value = scanner.withBytes(of: text, Self.real) { return add { $0.add(double: value) } }
    try unusualReal(Self.trimmed(scanner.string(of: text)))
  }

  mutating func date(_ tag: Tag) throws {
    let text = try scanner.content(of: tag)
    if let date = scanner.withBytes(of: text, Self.date) {
      return add { $0.add(date: date.timeIntervalSinceReferenceDate) }
    }
    let unusual = Self.trimmed(scanner.string(of: text))
    guard let date = Self.unusualDate(unusual) else {
      throw scanner.error("expected a date like 2001-01-01T00:00:00Z in <date>", "\"\(unusual.prefix(50))\"")
    }
    add { $0.add(date: date.timeIntervalSinceReferenceDate) }
  }

  mutating func data(_ tag: Tag) throws {
    let text = try scanner.content(of: tag)
    // `filter` takes several times as long.
    let digits = scanner.withBytes(of: text) { bytes in
      [UInt8](unsafeUninitializedCapacity: bytes.count) { digits, count in
        for byte in bytes where !PropertyListXMLScanner.isSpace(byte) {
          digits.initializeElement(at: count, to: byte)
          count &+= 1
        }
      }
    }
    let usual = digits.contains(UInt8(ascii: "\\")) ? nil : digits.withUnsafeBytes(Base64.data)
    guard let data = usual ?? Data(base64Encoded: Data(digits)) else {
      throw scanner.error("expected Base64 in <data>", "something else")
    }
    data.withUnsafeBytes { bytes in add { $0.add(data: bytes) } }
  }

  // MARK: Usual spellings

  /// Returns an integer of at most 18 decimal digits.
  private static func integer(_ text: UnsafeBufferPointer<UInt8>) -> Int64? {
    let isNegative = text.first == UInt8(ascii: "-")
    let digits = text.dropFirst(isNegative ? 1 : 0)
    guard 1...18 ~= digits.count else { return nil }
    var value: Int64 = 0
    for byte in digits {
      let digit = byte &- UInt8(ascii: "0")
      guard digit < 10 else { return nil }
      value = value &* 10 &+ Int64(digit)
    }
    return isNegative ? 0 &- value : value
  }

  /// Returns a number as JSON has it.
  private static func real(_ text: UnsafeBufferPointer<UInt8>) -> Double? {
    guard let start = UnsafeRawPointer(text.baseAddress) else { return nil }
    // A number at the end of a text is read more slowly, so there are zeros behind this one.
    return withUnsafeTemporaryAllocation(byteCount: 64, alignment: 1) { copy in
      guard text.count <= 32, let place = copy.baseAddress else { return nil }
      place.copyMemory(from: start, byteCount: text.count)
      (place + text.count).initializeMemory(as: UInt8.self, repeating: 0, count: 64 - text.count)
      var cursor = JSONCursor(place: UnsafeRawPointer(place), limit: UnsafeRawPointer(place) + 64)
      guard let value = cursor.double(), cursor.place == UnsafeRawPointer(place) + text.count else { return nil }
      return value.isFinite ? value : nil
    }
  }

  /// Returns a date like 2001-01-01T00:00:00Z.
  private static func date(_ text: UnsafeBufferPointer<UInt8>) -> Date? {
    guard text.count == Date.textCount, text.last == UInt8(ascii: "Z"), let found = Date.iso8601(text),
      found.count == text.count
    else { return nil }
    return found.date
  }

  // MARK: Other spellings

  private static func trimmed(_ text: String) -> String {
    let start = text.drop(while: \.isWhitespace)
    return String(start[..<(start.lastIndex { !$0.isWhitespace }.map(start.index(after:)) ?? start.startIndex)])
  }

  private mutating func unusualInteger(_ text: String) throws {
    let isNegative = text.hasPrefix("-")
    let digits = isNegative || text.hasPrefix("+") ? text.dropFirst().drop(while: \.isWhitespace) : text[...]
    let isHex = digits.hasPrefix("0x") || digits.hasPrefix("0X")
    let bare = isHex ? digits.dropFirst(2) : digits
    // The conversion would accept another sign.
    guard let first = bare.first, first != "-", first != "+", let size = UInt64(bare, radix: isHex ? 16 : 10) else {
      throw scanner.error("expected an integer of at most 64 bits in <integer>", "\"\(text.prefix(50))\"")
    }
    if !isNegative { return add { $0.add(unsigned: size) } }
    guard size <= Int64.min.magnitude else {
      throw scanner.error("expected an integer of at most 64 bits in <integer>", "\"\(text.prefix(50))\"")
    }
    add { $0.add(integer: Int64(truncatingIfNeeded: 0 &- size)) }
  }

  private mutating func unusualReal(_ text: String) throws {
    let value: Double?
    switch text.lowercased() {
    case "nan": value = .nan
    case "+infinity", "infinity", "+inf", "inf": value = .infinity
    case "-infinity", "-inf": value = -.infinity
    default:
      let isNumber = text.utf8.allSatisfy { "+-.eE0123456789".utf8.contains($0) }
      value = isNumber ? Double(text).flatMap { $0.isFinite ? $0 : nil } : nil
    }
    guard let value else { throw scanner.error("expected a number in <real>", "\"\(text.prefix(50))\"") }
    add { $0.add(double: value) }
  }

  /// Returns a date in a spelling that Foundation writes: in the year 0 or later, also beyond the year 9999.
  static func unusualDate(_ text: String) -> Date? {
    guard let end = text.utf8.firstIndex(of: UInt8(ascii: "-")) else { return nil }
    let shape = text.utf8.map { 0x30...0x39 ~= $0 ? UInt8(ascii: "0") : $0 }
    let digits = text.utf8.distance(from: text.startIndex, to: end)
    guard (4...6).contains(digits), shape.dropFirst(digits).elementsEqual("-00-00T00:00:00Z".utf8) else { return nil }
    // Some versions of Foundation wrote the first day of a month as day 32 of the month before it.
    let isDay32 = text.utf8.dropFirst(digits + 4).starts(with: "32T".utf8)
    let usual = isDay32 ? "\(text.prefix(digits + 4))31\(text.dropFirst(digits + 6))" : text
    // Foundation reads some days and years that it does not have as others.
    guard let date = Date(iso8601: usual), digits == 4 || date.iso8601 == usual else { return nil }
    return isDay32 ? date + 86400 : date
  }
}
