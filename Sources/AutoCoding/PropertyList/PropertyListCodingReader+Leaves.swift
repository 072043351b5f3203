#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// Values without parts.
extension PropertyListCodingReader {
  mutating func readNull(forDefault: Bool) throws -> Bool { forDefault ? false : try list.isNull(current) }

  mutating func readBool() throws -> Bool {
    switch try list.marker(of: current) {
    case PropertyListMarker.true: return true
    case PropertyListMarker.false: return false
    default: throw mismatch(Bool.self)
    }
  }

  @inline(__always)
  mutating func readInteger<Integer: FixedWidthInteger>(as type: Integer.Type) throws -> Integer {
    if let wide = try list.smallInteger(at: list.position(of: current)), let value = Integer(exactly: wide) {
      return value
    }
    guard let value = try otherInteger(type)?.exactly(type) else { throw misfit(type) }
    return value
  }

  /// Returns the integer in any of its forms; nil if it is a number that is not whole.
  @inline(never)
  private func otherInteger(_ type: Any.Type) throws -> WideInteger? {
    switch try list.kind(of: current) {
    case .integer: try list.integer(current)
    case .real: WideInteger(exactly: try list.real(current))
    default: throw mismatch(type)
    }
  }

  /// Returns the error for a number that the type cannot represent.
  @inline(never)
  private func misfit(_ type: Any.Type) -> DecodingError {
    let number = (try? list.kind(of: current)) == .real ? (try? list.real(current)).map { "\($0)" } : nil
    let text = number ?? (try? list.integer(current))?.text ?? "?"
    return refused("The property list's number \(text) does not fit in \(type).")
  }

  mutating func readFloat() throws -> Float {
    if let value = try list.exactFloat(current) { return value }
    let value: Float?
    switch try list.kind(of: current) {
    case .real:
      let wide = try list.real(current)
      let nearest = Float(wide)
      value = wide.isNaN || nearest == Float(exactly: wide) || state.isFromText && nearest.isFinite ? nearest : nil
    case .integer: value = try list.integer(current).exactly(Float.self)
    default: throw mismatch(Float.self)
    }
    guard let value else { throw misfit(Float.self) }
    return value
  }

  @inline(__always)
  mutating func readDouble() throws -> Double {
    if let value = try list.exactDouble(current) { return value }
    return try otherDouble()
  }

  @inline(never)
  private mutating func otherDouble() throws -> Double {
    switch try list.kind(of: current) {
    case .real: return try list.real(current)
    case .integer:
      guard let value = try list.integer(current).exactly(Double.self) else { throw misfit(Double.self) }
      return value
    default: throw mismatch(Double.self)
    }
  }

  @inline(__always)
  mutating func readString() throws -> String {
    let marker = try list.marker(of: current) & 0xF0
    guard marker == PropertyListMarker.asciiString || marker == PropertyListMarker.utf16String,
      try !list.isNull(current)
    else { throw mismatch(String.self) }
    return try string(current)
  }

  @inline(__always)
  mutating func string(_ object: UInt32) throws -> String {
    // Creating a short string is faster than looking it up.
    guard try list.contents(of: object).count > PropertyListReadingState.longCount else {
      if let text = try list.asciiString(object), let string = options.strings.text(text, isASCII: !list.hasUTF8) {
        return string
      }
      return try list.string(object)
    }
    return try longString(object)
  }

  @inline(never)
  private mutating func longString(_ object: UInt32) throws -> String {
    let count = try list.contents(of: object).count
    if let known = state.values.pointee.strings[object] {
      try spend(cost: PropertyListReader.cost(ofKeptBytes: count))
      return known
    }
    try spend(cost: PropertyListReader.cost(ofBytes: count))
    let string = try list.string(object)
    state.values.pointee.strings[object] = string
    return string
  }

  // MARK: Foundation's types

  mutating func readDate() throws -> Date {
    guard try list.marker(of: current) == PropertyListMarker.date else { throw mismatch(Date.self) }
    return Date(timeIntervalSinceReferenceDate: try list.date(current))
  }

  mutating func readData() throws -> Data {
    guard try list.marker(of: current) & 0xF0 == PropertyListMarker.data else { throw mismatch(Data.self) }
    let bytes = try list.data(current)
    if bytes.count <= PropertyListReadingState.longCount { return Data(bytes) }
    if let known = state.values.pointee.data[current] { return known }
    try spend(cost: PropertyListReader.cost(ofBytes: bytes.count))
    let data = Data(bytes)
    state.values.pointee.data[current] = data
    return data
  }

  mutating func readURL() throws -> URL { try url(current, levels: 16) }

  /// Reads the dictionary that URL's own code encodes, or the text of a URL.
  ///
  /// - Parameter levels: How many URLs may be relative to each other.
  private mutating func url(_ object: UInt32, levels: Int) throws -> URL {
    let kept = current
    current = object
    defer { current = kept }
    var base: URL?
    let text: String
    if try list.marker(of: current) & 0xF0 == PropertyListMarker.dictionary {
      let members = try list.dictionary(current)
      try spend(members.count)
      guard let relative = try value(of: PropertyListKey.relative.stringValue, in: members) else {
        throw DecodingError.keyNotFound(
          PropertyListKey.relative, .init("No value associated with key \"relative\", which a URL has."))
      }
      if let object = try value(of: PropertyListKey.base.stringValue, in: members), try !list.isNull(object) {
        guard levels > 0 else { throw refused("Too many URLs are relative to each other.") }
        do {
          base = try url(object, levels: levels - 1)
        } catch {
          throw error.prepending(PropertyListKey.base)
        }
      }
      current = relative
      do {
        text = try readString()
      } catch {
        throw error.prepending(PropertyListKey.relative)
      }
    } else {
      text = try readText(of: URL.self)
    }
    // The text is kept, but each reference makes another URL of it.
    try spend(cost: PropertyListReader.cost(ofBytes: text.utf8.count))
    guard let url = URL(string: text, relativeTo: base) else { throw refused("Invalid URL string.") }
    return url
  }

  mutating func readUUID() throws -> UUID {
    guard let uuid = UUID(text: try readString()) else {
      throw refused("Attempted to decode UUID from invalid UUID string.")
    }
    return uuid
  }

  /// Reads the dictionary that Decimal's own code encodes, or the text of a number.
  mutating func readDecimal() throws -> Decimal {
    if try list.marker(of: current) & 0xF0 == PropertyListMarker.dictionary {
      return try decodingOwn { try DecimalParts(from: $0).decimal() }
    }
    let text = try readText(of: Decimal.self)
    try spend(cost: PropertyListReader.cost(ofBytes: text.utf8.count))
    guard let decimal = Decimal(wholeText: text) else {
      throw refused("Number \(text.prefix(50)) is not representable as Decimal.")
    }
    return decimal
  }

  /// Reads text that stands for a value of another type. Errors name that type, since not all code accepts text for it.
  private mutating func readText(of type: Any.Type) throws -> String {
    guard try list.kind(of: current) == .string, try !list.isNull(current) else { throw mismatch(type) }
    return try readString()
  }

  /// Returns the value if it is a leaf; nil if it is an array or dictionary.
  mutating func dynamicLeaf() throws -> Any? {
    if try list.isNull(current) { return Optional<Any>.none as Any }
    switch try list.kind(of: current) {
    case .null: return Optional<Any>.none as Any
    case .bool: return try readBool()
    case .integer: return try list.integer(current).exactly(Int.self) ?? readInteger(as: UInt64.self) as Any
    case .real: return try list.float(current) ?? list.real(current) as Any
    case .string: return try readString()
    case .date: return try readDate()
    case .data: return try readData()
    case .array, .dictionary: return nil
    case .uid, .set, .orderedSet: throw mismatch(Any.self)
    }
  }
}
