#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// Stores a date as ISO 8601 text to the second, in UTC: `2001-09-09T01:46:40Z`.
///
/// It writes what `JSONEncoder` does with `.iso8601`: the fraction of a second is not part of the text. It reads that
/// text with any fraction and offset from UTC, too. Use ``ISO8601DateWithFractions`` to keep milliseconds.
public enum ISO8601Date: PropertyTransformer {
  /// Returns the text of a date.
  ///
  /// - Throws: `EncodingError` if the year is not in 1 to 9999.
  public static func encode(_ date: Date) throws -> String {
    try DateText.checkYear(date)
    return date.iso8601
  }

  /// Returns the date of a text.
  ///
  /// - Throws: `DecodingError` if the text is not ISO 8601.
  public static func decode(_ text: String) throws -> Date {
    guard let date = Date(iso8601: text) else { throw DateText.failure("2001-09-09T01:46:40Z", text) }
    return date
  }
}

/// Stores a date as ISO 8601 text to the millisecond, in UTC: `2001-09-09T01:46:40.500Z`.
///
/// It rounds to the nearest millisecond, as `ISO8601DateFormatter` does with `.withFractionalSeconds`. It reads text with
/// any fraction, with none, and with any offset from UTC.
public enum ISO8601DateWithFractions: PropertyTransformer {
  /// Returns the text of a date.
  ///
  /// - Throws: `EncodingError` if the year is not in 1 to 9999.
  public static func encode(_ date: Date) throws -> String {
    try DateText.checkYear(date)
    let interval = date.timeIntervalSinceReferenceDate
    var whole = interval.rounded(.down)
    var milliseconds = Int(((interval - whole) * 1000).rounded())
    if milliseconds == 1000 { (whole, milliseconds) = (whole + 1, 0) }
    // Rounding may lead to the next year.
    try DateText.checkYear(Date(timeIntervalSinceReferenceDate: whole))
    var text = DateText()
    text.put(Date(timeIntervalSinceReferenceDate: whole).iso8601)
    text.removeLast()
    text.put(".")
    text.put(milliseconds, digits: 3)
    text.put("Z")
    return text.string
  }

  /// Returns the date of a text.
  ///
  /// - Throws: `DecodingError` if the text is not ISO 8601.
  public static func decode(_ text: String) throws -> Date {
    guard let date = Date(iso8601: text) ?? (try? Date.ISO8601FormatStyle(includingFractionalSeconds: true).parse(text))
    else { throw DateText.failure("2001-09-09T01:46:40.500Z", text) }
    return date
  }
}

/// Stores a date as HTTP does, in the form of RFC 1123: `Sun, 09 Sep 2001 01:46:40 GMT`.
///
/// It writes dates to the second, for the years 1600 to 9999. It also reads text without the day of the week, a day of
/// one digit, and an offset from UTC in place of `GMT`. A day of the week that is not the date's is an error.
public enum RFC1123Date: PropertyTransformer {
  /// Returns the text of a date.
  ///
  /// - Throws: `EncodingError` if the year is not in 1600 to 9999.
  public static func encode(_ date: Date) throws -> String {
    try DateText.checkYear(date, since: Date.first, 1600)
    let whole = date.timeIntervalSinceReferenceDate.rounded(.down)
    let (days, time) = DateText.split(Int(whole))
    let (year, month, day) = Date.civil(days)
    var text = DateText()
    text.put(weekdays[weekday(days)])
    text.put(", ")
    text.put(day, digits: 2)
    text.put(" ")
    text.put(months[month - 1])
    text.put(" ")
    text.put(year, digits: 4)
    text.put(" ")
    text.put(time / 3600, digits: 2)
    text.put(":")
    text.put(time / 60 % 60, digits: 2)
    text.put(":")
    text.put(time % 60, digits: 2)
    text.put(" GMT")
    return text.string
  }

  /// Returns the date of a text.
  ///
  /// - Throws: `DecodingError` if the text has not the form of RFC 1123.
  public static func decode(_ text: String) throws -> Date {
    var text = text
    guard let date = text.withUTF8({ date($0) }) else {
      throw DateText.failure("Sun, 09 Sep 2001 01:46:40 GMT", text, form: "RFC 1123 text")
    }
    return date
  }

  private static let weekdays = ["Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"]
  private static let months = [
    "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
  ]

  /// The day of the week of a number of days after 1 January 2001, a Monday.
  private static func weekday(_ days: Int) -> Int { ((days % 7) + 7) % 7 }

  private static func date(_ bytes: UnsafeBufferPointer<UInt8>) -> Date? {
    var text = ISO8601Text(bytes: bytes)
    let named = text.name(weekdays)
    if named != nil { guard text.skip(","), text.skip(" ") else { return nil } }
    guard let day = text.day(), day >= 1, text.skip(" "),
      let month = text.name(months), text.skip(" "), let year = text.number(digits: 4), year >= 1600,
      day <= Date.days(in: month + 1, of: year), text.skip(" "), let hour = text.number(digits: 2), hour < 24,
      text.skip(":"), let minute = text.number(digits: 2), minute < 60, text.skip(":"),
      let second = text.number(digits: 2), second < 60, text.skip(" "),
      let offset = text.name(["GMT", "UTC", "UT"]) == nil ? text.offset() : 0, text.next == bytes.count
    else { return nil }
    let days = Date.days(before: year, month + 1, day)
    guard named == nil || named == weekday(days) else { return nil }
    return Date(timeIntervalSinceReferenceDate: Double(days * 86400 + hour * 3600 + minute * 60 + second - offset))
  }
}

/// Stores a date as a number of seconds since 1970, as `JSONEncoder` does with `.secondsSince1970`.
public enum SecondsSince1970: PropertyTransformer {
  /// Returns the number of a date.
  ///
  /// - Throws: `EncodingError` if it is not finite.
  public static func encode(_ date: Date) throws -> Double {
    try DateText.checkFinite(date)
    return date.timeIntervalSince1970
  }

  /// Returns the date of a number.
  ///
  /// - Throws: `DecodingError` if the number is not finite.
  public static func decode(_ seconds: Double) throws -> Date {
    guard seconds.isFinite else {
      throw TransformerError.decoding("Expected seconds since 1970, but found \(seconds).")
    }
    return Date(timeIntervalSince1970: seconds)
  }
}

/// Stores a date as a whole number of milliseconds since 1970, as JavaScript and Java have it.
///
/// It rounds to the nearest millisecond, and reads numbers with a fraction, too.
public enum MillisecondsSince1970: PropertyTransformer {
  /// Returns the number of a date.
  ///
  /// - Throws: `EncodingError` if it is not finite.
  public static func encode(_ date: Date) throws -> Double {
    let milliseconds = (date.timeIntervalSince1970 * 1000).rounded()
    try DateText.checkFinite(date, milliseconds)
    return milliseconds
  }

  /// Returns the date of a number.
  ///
  /// - Throws: `DecodingError` if the number is not finite.
  public static func decode(_ milliseconds: Double) throws -> Date {
    guard milliseconds.isFinite else {
      throw TransformerError.decoding("Expected milliseconds since 1970, but found \(milliseconds).")
    }
    return Date(timeIntervalSince1970: milliseconds / 1000)
  }
}

/// Stores a day as `2001-09-09`: the date of its midnight in UTC.
///
/// A date with a time of day is an `EncodingError`. Cut off, midnight in one time zone would be the day before in another.
public enum DayDate: PropertyTransformer {
  /// Returns the text of a date.
  ///
  /// - Throws: `EncodingError` if the date is not midnight in UTC, or its year not in 1 to 9999.
  public static func encode(_ date: Date) throws -> String {
    try DateText.checkYear(date)
    let interval = date.timeIntervalSinceReferenceDate
    guard interval.remainder(dividingBy: 86400) == 0 else {
      throw EncodingError.invalidValue(
        date,
        .init(
          """
          \(ValueText.describing(date)) is not midnight in UTC, and yyyy-MM-dd would lose its time of day. Set the \
          property to midnight in UTC, or store it by ISO8601Date.
          """))
    }
    guard interval >= Date.first else { return date.formatted(style) }
    let (year, month, day) = Date.civil(DateText.split(Int(interval)).days)
    var text = DateText()
    text.put(year, digits: 4)
    text.put("-")
    text.put(month, digits: 2)
    text.put("-")
    text.put(day, digits: 2)
    return text.string
  }

  /// Returns the date of a text.
  ///
  /// - Throws: `DecodingError` if the text is no day.
  public static func decode(_ text: String) throws -> Date {
    var bytes = text
    guard let date = bytes.withUTF8({ date($0) }) else {
      throw DateText.failure("2001-09-09", text, form: "a day as yyyy-MM-dd")
    }
    return date
  }

  private static var style: Date.ISO8601FormatStyle { Date.ISO8601FormatStyle().year().month().day() }

  private static func date(_ bytes: UnsafeBufferPointer<UInt8>) -> Date? {
    var text = ISO8601Text(bytes: bytes)
    guard let year = text.number(digits: 4), text.skip("-"), let month = text.number(digits: 2),
      (1...12).contains(month), text.skip("-"), let day = text.number(digits: 2), day >= 1,
      day <= Date.days(in: month, of: year), text.next == bytes.count
    else { return nil }
    guard year >= 1600 else { return try? style.parse(String(decoding: bytes, as: UTF8.self)) }
    return Date(timeIntervalSinceReferenceDate: Double(Date.days(before: year, month, day) * 86400))
  }
}

/// The text of a date, put together part by part, and what else the transformers of dates have in common.
private struct DateText {
  private var bytes: [UInt8] = []

  init() { bytes.reserveCapacity(32) }

  var string: String { String(decoding: bytes, as: UTF8.self) }

  mutating func put(_ part: String) { bytes += part.utf8 }

  mutating func removeLast() { _ = bytes.popLast() }

  /// Appends the last digits of a number, with leading zeros. Precondition: the number is not negative.
  mutating func put(_ number: Int, digits: Int) {
    let start = bytes.count
    bytes += repeatElement(UInt8(ascii: "0"), count: digits)
    var rest = number
    for index in (start..<bytes.count).reversed() {
      bytes[index] += UInt8(truncatingIfNeeded: rest % 10)
      rest /= 10
    }
  }

  /// Returns the days of a number of seconds, and the seconds of the last day.
  static func split(_ seconds: Int) -> (days: Int, time: Int) {
    let days = seconds >= 0 ? seconds / 86400 : (seconds - 86399) / 86400
    return (days, seconds - days * 86400)
  }

  /// - Throws: `EncodingError` unless the year of a date has one to four digits. It has the date's number, since on Linux
  ///   Foundation traps when such a date is printed.
  static func checkYear(_ date: Date, since first: Double = -63_114_076_800, _ year: Int = 1) throws {
    guard !(first..<Date.end).contains(date.timeIntervalSinceReferenceDate) else { return }
    throw EncodingError.invalidValue(
      date.timeIntervalSinceReferenceDate,
      .init(
        """
        \(ValueText.describing(date)) is not in the years \(year) to 9999, which this text is written for. Store it by \
        SecondsSince1970.
        """))
  }

  /// - Parameter number: What is written of the date, if it may be infinite though the date is not.
  static func checkFinite(_ date: Date, _ number: Double = 0) throws {
    guard !date.timeIntervalSinceReferenceDate.isFinite || !number.isFinite else { return }
    let problem = date.timeIntervalSinceReferenceDate.isFinite ? "is too far away to be written" : "is not finite"
    throw EncodingError.invalidValue(
      date.timeIntervalSinceReferenceDate,
      .init("\(ValueText.describing(date)) \(problem). Set the property to a date, or make it Optional."))
  }

  static func failure(_ example: String, _ text: String, form: String = "ISO 8601 text") -> DecodingError {
    TransformerError.decoding("Expected \(form) such as \"\(example)\", but found \(TransformerError.quoted(text)).")
  }
}

extension ISO8601Text {
  /// Reads one or two digits.
  fileprivate mutating func day() -> Int? {
    guard let first = number(digits: 1) else { return nil }
    return number(digits: 1).map { 10 * first + $0 } ?? first
  }

  /// Reads one of some names; returns its position, or nil if none is next.
  fileprivate mutating func name(_ names: [String]) -> Int? {
    names.firstIndex { skip(text: $0) }
  }
}
