#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

extension JSONReader {
  @inline(__always)
  mutating func readDate() throws -> Date {
    datesAreDeferred ? Date(timeIntervalSinceReferenceDate: try readDateNumber()) : try readDateByStrategy()
  }

  @inline(never)
  private mutating func readDateByStrategy() throws -> Date {
    skipSpace()
    let begin = next
    switch options.values.dates {
    case .deferredToDate: return Date(timeIntervalSinceReferenceDate: try readDateNumber())
    case .secondsSince1970: return Date(timeIntervalSince1970: try readDateNumber())
    case .millisecondsSince1970: return Date(timeIntervalSince1970: try readDateNumber() / 1000)
    case .iso8601: return try readISO8601()
    case .custom(let decode):
      try refuseNull(Date.self)
      return try decodingOwn { try decode($0) }
    #if !canImport(FoundationEssentials)
    case .formatted(let formatter):
      guard let date = formatter.date(from: try readText(of: Date.self)) else {
        throw refused("Date string does not match format expected by formatter.", at: begin)
      }
      return date
    #endif
    @unknown default: throw refused("The date strategy is not known here; use .custom.", at: begin)
    }
  }

  private mutating func readISO8601() throws -> Date {
    let begin = next
    if next < end, next.pointee == .quote,
      let (date, count) = Date.iso8601(UnsafeBufferPointer(start: next + 1, count: end - next - 1)),
      count < end - next - 1, next[count + 1] == .quote
    {
      next += count + 2
      return date
    }
    return try readUnusualISO8601(at: begin)
  }

  @inline(never)
  private mutating func readUnusualISO8601(at begin: UnsafePointer<UInt8>) throws -> Date {
    if let text = try? readString(), let date = Date(iso8601: text) { return date }
    throw next == begin
      ? mismatch(String.self).explainingDate() : refused("Expected date string to be ISO8601-formatted.", at: begin)
  }

  @inline(__always)
  private mutating func readDateNumber() throws -> Double {
    do {
      return try readDouble()
    } catch {
      throw error.explainingDate()
    }
  }

  mutating func readData() throws -> Data {
    skipSpace()
    let begin = next
    switch options.values.data {
    case .base64:
      if let data = base64Data() { return data }
      guard let data = Data(base64Encoded: try readString(of: Data.self)) else {
        throw refused("Encountered Data is not valid Base64.", at: begin)
      }
      return data
    case .deferredToData:
      do {
        return try readByteArray()
      } catch {
        throw error.refusingNull(as: Data.self)
      }
    case .custom(let decode):
      try refuseNull(Data.self)
      return try decodingOwn { try decode($0) }
    @unknown default: throw refused("The data strategy is not known here; use .custom.", at: begin)
    }
  }

  /// Reads the text that stands for a value of a type.
  @inline(__always)
  private mutating func readText(of type: Any.Type) throws -> String {
    do {
      return try readString()
    } catch {
      throw error.refusingNull(as: type)
    }
  }

  /// Reads the string that stands for a value of a type. A number or bool is no Base64 and no URL: a lenient decoder reads
  /// them as strings for strings only.
  @inline(__always)
  private mutating func readString(of type: Any.Type) throws -> String {
    guard next < end, next.pointee == .quote else { throw (mismatch(String.self) as any Error).refusingNull(as: type) }
    return try readText(of: type)
  }

  /// The caller's strategies are not asked what null is, as in `JSONDecoder`.
  private func refuseNull(_ type: Any.Type) throws {
    if next < end, next.pointee == UInt8(ascii: "n") { throw mismatch(type) }
  }

  /// Reads Base64 in its common form. Returns nil, and consumes nothing, for anything else.
  private mutating func base64Data() -> Data? {
    guard next < end, next.pointee == .quote else { return nil }
    let first = UnsafeRawPointer(next + 1)
    guard let quote = JSONCursor(place: first, limit: UnsafeRawPointer(end)).nextQuote,
      let data = Base64.data(UnsafeRawBufferPointer(start: first, count: quote - first))
    else { return nil }
    next = (quote + 1).assumingMemoryBound(to: UInt8.self)
    return data
  }

  mutating func readURL() throws -> URL {
    skipSpace()
    let begin = next
    guard let url = URL(string: try readString(of: URL.self)) else { throw refused("Invalid URL string.", at: begin) }
    return url
  }

  mutating func readUUID() throws -> UUID {
    skipSpace()
    let begin = next
    let quoteAtEnd = UUID.textCount + 1
    if end - next > quoteAtEnd, next.pointee == .quote, next[quoteAtEnd] == .quote, let uuid = UUID(text: next + 1) {
      next += quoteAtEnd + 1
      return uuid
    }
    guard let uuid = UUID(uuidString: try readString()) else {
      throw refused("Attempted to decode UUID from invalid UUID string.", at: begin)
    }
    return uuid
  }

  mutating func readDecimal() throws -> Decimal {
    skipSpace()
    var cursor = cursor
    if let value = cursor.decimal() {
      next = cursor.place.assumingMemoryBound(to: UInt8.self)
      return value
    }
    if try !beginNumber() {
      if let value = try numberFromString({ try $0.decimal() }) { return value }
      throw mismatch(Decimal.self)
    }
    return try decimal()
  }

  private mutating func decimal() throws -> Decimal {
    let begin = next
    try skipNumber()
    let text = UnsafeBufferPointer(start: begin, count: next - begin)
    guard !isSpecialNumber(text), let value = Decimal(string: String(decoding: text, as: UTF8.self)), value.isFinite
    else {
      throw refused("Number \(numberText(text).prefix(50)) is not representable as Decimal.", at: begin)
    }
    return value
  }
}
