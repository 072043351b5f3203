#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

extension JSONWriter: CodingWriter {
  @inline(__always)
  var rules: WritingRules {
    var rules = WritingRules()
    rules.limits = limits
    rules.writesNilProperties = style.contains(.nulls)
    rules.convertsToSnakeCase = style.contains(.toSnakeCase)
    return rules
  }

  mutating func writeNull() throws { putToken("null") }

  @inline(__always)
  mutating func write(_ value: Bool) throws {
    prepareValue()
    reserve(8)
    next = Self.put(value, at: next).assumingMemoryBound(to: UInt8.self)
  }

  @inline(__always)
  mutating func write<Integer: FixedWidthInteger>(_ value: Integer) throws {
    prepareValue()
    reserve(64)
    if Integer.bitWidth <= 64 {
      if Integer.isSigned, value < 0 { put(UInt8(ascii: "-")) }
      let digits = UInt64(truncatingIfNeeded: value.magnitude)
      next = Self.putDigits(digits, at: UnsafeMutableRawPointer(next)).assumingMemoryBound(to: UInt8.self)
    } else {
      putWide(value)
    }
    put(.comma)
  }

  @inline(never)
  private mutating func putWide<Integer: FixedWidthInteger>(_ value: Integer) {
    var text = String(value)
    text.withUTF8 { put($0) }
  }

  @inline(__always)
  mutating func write(_ value: Double) throws {
    guard value.isFinite else { return try writeNonFinite(value) }
    prepareValue()
    reserve(64)
    next = Self.putFinite(value, at: UnsafeMutableRawPointer(next)).assumingMemoryBound(to: UInt8.self)
    put(.comma)
  }

  mutating func write(_ value: Float) throws {
    guard value.isFinite else { return try writeNonFinite(value) }
    prepareValue()
    reserve(64)
    next = Self.putFinite(value, at: UnsafeMutableRawPointer(next)).assumingMemoryBound(to: UInt8.self)
    put(.comma)
  }

  @inline(never)
  private mutating func writeNonFinite<Number: BinaryFloatingPoint & Sendable>(_ value: Number) throws {
    guard let text = options.text(ofNonFinite: value) else {
      throw EncodingError.invalidValue(
        value,
        .init(
          """
          Unable to encode \(Number.self).\(value) directly in JSON. Use \
          nonConformingFloatEncodingStrategy = .convertToString to say how it is written.
          """))
    }
    prepareValue()
    putQuoted(text)
  }

  @inline(__always)
  mutating func write(_ value: String) throws {
    prepareValue()
    putQuoted(value)
  }

  // MARK: Foundation's types

  @inline(__always)
  mutating func write(_ value: Date) throws {
    if datesAreDeferred { try write(value.timeIntervalSinceReferenceDate) } else { try writeByStrategy(value) }
  }

  @inline(never)
  private mutating func writeByStrategy(_ value: Date) throws {
    switch options.values.dates {
    case .deferredToDate: try write(value.timeIntervalSinceReferenceDate)
    case .secondsSince1970: try write(value.timeIntervalSince1970)
    case .millisecondsSince1970: try write(1000 * value.timeIntervalSince1970)
    case .iso8601: writeISO8601(value)
    case .custom(let encode): try writeOwn { try $0.encode { try encode(value, $0) } }
    #if !canImport(FoundationEssentials)
    case .formatted(let formatter): try write(formatter.string(from: value))
    #endif
    @unknown default:
      throw EncodingError.invalidValue(value, .init("The date strategy is not known here; use .custom."))
    }
  }

  private mutating func writeISO8601(_ value: Date) {
    prepareValue()
    reserve(Date.textCount + 4)
    guard value.writeISO8601(to: next + 1) else { return putQuoted(value.iso8601) }
    put(.quote)
    next += Date.textCount
    put(.quote)
    put(.comma)
  }

  mutating func write(_ value: Data) throws {
    switch options.values.data {
    case .base64: writeBase64(value)
    case .deferredToData:
      try beginArray(count: value.count)
      for byte in value { try write(byte) }
      try endArray()
    case .custom(let encode): try writeOwn { try $0.encode { try encode(value, $0) } }
    @unknown default:
      throw EncodingError.invalidValue(value, .init("The data strategy is not known here; use .custom."))
    }
  }

  private mutating func writeBase64(_ value: Data) {
    prepareValue()
    reserve(Base64.room(for: value.count) + 16)
    put(.quote)
    value.withUnsafeBytes {
      let end = Base64.write($0, escapesSlashes: escapesSlashes, to: UnsafeMutableRawPointer(next))
      next = end.assumingMemoryBound(to: UInt8.self)
    }
    put(.quote)
    put(.comma)
  }

  mutating func write(_ value: URL) throws { try write(value.absoluteString) }

  mutating func write(_ value: UUID) throws {
    prepareValue()
    reserve(UUID.textCount + 4)
    put(.quote)
    value.write(to: next)
    next += UUID.textCount
    put(.quote)
    put(.comma)
  }

  mutating func write(_ value: Decimal) throws {
    guard value.isFinite else {
      throw EncodingError.invalidValue(value, .init("Unable to encode Decimal.\(value) directly in JSON."))
    }
    prepareValue()
    reserve(Self.numberRoom)
    if let end = Self.putDecimal(value, at: UnsafeMutableRawPointer(next)) {
      next = end.assumingMemoryBound(to: UInt8.self)
      return put(.comma)
    }
    var text = value.description
    text.withUTF8 { put($0) }
    reserve(1)
    put(.comma)
  }

  // MARK: Containers

  @inline(__always)
  mutating func beginArray(count: Int, isOrdered: Bool) throws { open(.openBracket) }
  @inline(__always)
  mutating func endArray() throws { close(.closeBracket) }
  @inline(__always)
  mutating func beginRecord(of type: Any.Type, named name: String?) throws {
    open(.openBrace)
    guard let name else { return }
    writeText(options.writtenKey(TypeNames.classKey))
    try write(name)
  }
  @inline(__always)
  mutating func endMembers() throws { close(.closeBrace) }
  mutating func beginDictionary(count: Int) throws { open(.openBrace) }

  @inline(__always)
  mutating func writeKey(_ key: PropertyKey) throws {
    let text = JSONKey(key)
    guard writesKeysAsTheyAre, escapesSlashes || !text.hasSlash else { return writeOtherKey(key, text) }
    put(text)
  }

  /// Writes a key that is converted, or in text that is not compact.
  @inline(never)
  private mutating func writeOtherKey(_ key: PropertyKey, _ text: JSONKey) {
    guard key.isFixed || !style.contains(.toSnakeCase), escapesSlashes || !text.hasSlash else {
      return writeText(options.writtenKey(key))
    }
    if !isCompact { prepareKey(key.stringValue, isInOrder: false) }
    put(text)
    finishKey()
  }

  @inline(__always)
  private mutating func put(_ text: JSONKey) {
    let count = text.count &+ 1
    reserve(count &+ 16)
    var source = UnsafeRawPointer(text.text)
    var target = UnsafeMutableRawPointer(next)
    let end = source + count
    repeat {
      target.storeBytes(of: source.loadUnaligned(as: UInt64.self), as: UInt64.self)
      source += 8
      target += 8
    } while source < end
    next += count
  }

  mutating func writeKey(_ key: String, isText: Bool) throws {
    writeText(options.writtenKey(key, isFixed: isText))
  }
}
