#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// Reads and writes ISO 8601 dates in the form of RFC 3339: `2001-09-09T01:46:40Z`. It handles only the usual spellings
/// of the years 1600 to 9999, in which Foundation's calendar is the Gregorian one. For others, the callers use
/// Foundation.
extension Date {
  /// Reads a date in any spelling that Foundation reads.
  init?(iso8601 text: String) {
    var text = text
    let usual = text.withUTF8 { bytes in Self.iso8601(bytes).flatMap { $0.count == bytes.count ? $0.date : nil } }
    guard let date = usual ?? (try? ISO8601FormatStyle().parse(text)) else { return nil }
    self = date
  }

  /// The date to the second, in UTC, as Foundation writes it.
  var iso8601: String {
    var isUsual = false
    let text = String(unsafeUninitializedCapacity: Self.textCount) { bytes in
      isUsual = bytes.baseAddress.map { writeISO8601(to: $0) } ?? false
      return isUsual ? Self.textCount : 0
    }
    return isUsual ? text : formatted(.iso8601)
  }

  /// The number of bytes that ``writeISO8601(to:)`` writes.
  static let textCount = 20

  /// Returns the date at the beginning of a text and the number of its bytes; nil if the spelling is unusual.
  ///
  /// It reads `yyyy-MM-ddTHH:mm:ss`, up to nine digits of a fraction, and `Z`, `+HH:mm` or `+HHmm`.
  static func iso8601(_ text: UnsafeBufferPointer<UInt8>) -> (date: Date, count: Int)? {
    var text = ISO8601Text(bytes: text)
    guard let year = text.number(digits: 4), year >= 1600, text.skip("-"), let month = text.number(digits: 2),
      (1...12).contains(month), text.skip("-"), let day = text.number(digits: 2), day >= 1,
      day <= Self.days(in: month, of: year), text.skip("T"), let hour = text.number(digits: 2), hour < 24,
      text.skip(":"), let minute = text.number(digits: 2), minute < 60, text.skip(":"),
      let second = text.number(digits: 2), second < 60,
      let fraction = text.fraction(), let offset = text.offset()
    else { return nil }
    // Round as Foundation does: the time of day first, then the day, then the offset.
    let days = Self.days(before: year, month, day) * 86400
    let time = Double(hour * 3600 + minute * 60 + second) + fraction
    return (Date(timeIntervalSinceReferenceDate: Double(days) + time - Double(offset)), text.next)
  }

  /// Writes the date to the second, in UTC, as ``textCount`` bytes. Returns false, and writes nothing, if only
  /// Foundation can.
  ///
  /// - Precondition: There is room for ``textCount`` bytes.
  func writeISO8601(to bytes: UnsafeMutablePointer<UInt8>) -> Bool {
    let whole = timeIntervalSinceReferenceDate.rounded(.down)
    // Foundation rounds up a fraction that is nearly a second.
    guard whole >= Self.first, whole < Self.end, timeIntervalSinceReferenceDate - whole < 0.999 else { return false }
    let seconds = Int(whole)
    let days = seconds >= 0 ? seconds / 86400 : (seconds - 86399) / 86400
    let time = seconds - days * 86400
    let (year, month, day) = Self.civil(days)
    func put(_ value: Int, at index: Int) {
      bytes[index] = UInt8(truncatingIfNeeded: value / 10) &+ 0x30
      bytes[index + 1] = UInt8(truncatingIfNeeded: value % 10) &+ 0x30
    }
    put(year / 100, at: 0)
    put(year % 100, at: 2)
    bytes[4] = UInt8(ascii: "-")
    put(month, at: 5)
    bytes[7] = UInt8(ascii: "-")
    put(day, at: 8)
    bytes[10] = UInt8(ascii: "T")
    put(time / 3600, at: 11)
    bytes[13] = UInt8(ascii: ":")
    put(time / 60 % 60, at: 14)
    bytes[16] = UInt8(ascii: ":")
    put(time % 60, at: 17)
    bytes[19] = UInt8(ascii: "Z")
    return true
  }

  // MARK: The Gregorian calendar

  /// The starts of the years 1600 and 10000, in seconds since 2001.
  static let first = -12_654_403_200.0
  static let end = 252_423_993_600.0

  static func days(in month: Int, of year: Int) -> Int {
    if month == 2 { return year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) ? 29 : 28 }
    return month == 4 || month == 6 || month == 9 || month == 11 ? 30 : 31
  }

  /// Returns the days from 1 January 2001 to a day. It counts years from March, so that a leap day is the last of a
  /// year.
  static func days(before year: Int, _ month: Int, _ day: Int) -> Int {
    let year = month > 2 ? year : year - 1
    let era = year / 400
    let yearOfEra = year - era * 400
    let dayOfYear = (153 * (month + (month > 2 ? -3 : 9)) + 2) / 5 + day - 1
    return era * 146_097 + yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear - 730_791
  }

  /// Returns the year, month and day of a number of days after 1 January 2001.
  static func civil(_ days: Int) -> (year: Int, month: Int, day: Int) {
    let days = days + 730_791
    let era = days / 146_097
    let dayOfEra = days - era * 146_097
    let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36524 - dayOfEra / 146_096) / 365
    let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let month = (5 * dayOfYear + 2) / 153
    return (
      yearOfEra + era * 400 + (month < 10 ? 0 : 1), month < 10 ? month + 3 : month - 9,
      dayOfYear - (153 * month + 2) / 5 + 1
    )
  }
}

/// Reads the parts of a date's text from its first byte on.
struct ISO8601Text {
  let bytes: UnsafeBufferPointer<UInt8>
  private(set) var next = 0

  init(bytes: UnsafeBufferPointer<UInt8>) { self.bytes = bytes }

  private var digit: Int? {
    guard next < bytes.count, bytes[next] &- 0x30 < 10 else { return nil }
    return Int(bytes[next] &- 0x30)
  }

  mutating func skip(_ character: Unicode.Scalar) -> Bool {
    guard next < bytes.count, bytes[next] == UInt8(ascii: character) else { return false }
    next += 1
    return true
  }

  mutating func skip(text: String) -> Bool {
    guard bytes[next...].starts(with: text.utf8) else { return false }
    next += text.utf8.count
    return true
  }

  mutating func number(digits: Int) -> Int? {
    var value = 0
    for _ in 0..<digits {
      guard let digit else { return nil }
      value = value * 10 + digit
      next += 1
    }
    return value
  }

  /// Reads a fraction; returns 0 if there is none, nil if it is unusual.
  mutating func fraction() -> Double? {
    guard skip(".") else { return 0 }
    var (value, scale, count) = (0, 1, 0)
    while let digit {
      guard count < 9 else { return nil }
      (value, scale, count) = (value * 10 + digit, scale * 10, count + 1)
      next += 1
    }
    return count == 0 ? nil : Double(value) / Double(scale)
  }

  /// Reads the seconds by which the time is ahead of UTC.
  mutating func offset() -> Int? {
    if skip("Z") { return 0 }
    let isNegative = skip("-")
    guard isNegative || skip("+"), let hours = number(digits: 2), hours <= 14 else { return nil }
    _ = skip(":")
    guard let minutes = number(digits: 2), minutes < 60 else { return nil }
    return (hours * 60 + minutes) * (isNegative ? -60 : 60)
  }
}
