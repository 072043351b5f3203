import AutoCoding
import Foundation
import Testing

/// Dates to the millisecond, in the years 1600 to 9999, and at their edges.
private let dates: [Date] = {
  var generator = SystemRandomNumberGenerator()
  let milliseconds = (0..<2000).map { _ in
    Int64.random(in: -12_654_403_200_000..<252_423_993_600_000, using: &generator)
  }
  let edges: [Int64] = [-12_654_403_200_000, 252_423_993_599_000, 0, -1000, 999, -1, 978_307_200_000, -978_307_200_000]
  return (milliseconds + edges).map { Date(timeIntervalSinceReferenceDate: Double($0) / 1000) }
}()

private func text<Failure: Error>(_ type: Failure.Type, _ body: () throws -> Void) -> String {
  do {
    try body()
    return ""
  } catch DecodingError.dataCorrupted(let context) {
    return context.debugDescription
  } catch EncodingError.invalidValue(_, let context) {
    return context.debugDescription
  } catch {
    return "\(error)"
  }
}

/// Transformers of dates.
struct DateTransformerTests {
  @Test("ISO 8601 is what Foundation has")
  func iso8601() throws {
    let formatter = ISO8601DateFormatter()
    for date in dates.map({ Date(timeIntervalSinceReferenceDate: $0.timeIntervalSinceReferenceDate.rounded(.down)) }) {
      let text = try ISO8601Date.encode(date)
      #expect(text == formatter.string(from: date))
      #expect(try ISO8601Date.decode(text) == date)
    }
    #expect(try ISO8601Date.decode("2001-01-01T01:00:00.25+01:00") == Date(timeIntervalSinceReferenceDate: 0.25))
    #expect(try ISO8601Date.encode(Date(timeIntervalSinceReferenceDate: 0.25)) == "2001-01-01T00:00:00Z")
  }

  @Test("ISO 8601 with fractions is what Foundation has, and keeps milliseconds")
  func fractions() throws {
    let formatter = ISO8601DateFormatter()
    formatter.formatOptions = [.withInternetDateTime, .withFractionalSeconds]
    for date in dates {
      let text = try ISO8601DateWithFractions.encode(date)
      #expect(text == formatter.string(from: date))
      let back = try ISO8601DateWithFractions.decode(text)
      #expect(abs(back.timeIntervalSince(date)) < 0.0005)
      #expect(try ISO8601DateWithFractions.encode(back) == text)
    }
    #expect(
      try ISO8601DateWithFractions.encode(Date(timeIntervalSinceReferenceDate: 0.9996)) == "2001-01-01T00:00:01.000Z")
    #expect(
      try ISO8601DateWithFractions.encode(Date(timeIntervalSinceReferenceDate: -0.25)) == "2000-12-31T23:59:59.750Z")
    let message = text(EncodingError.self) {
      _ = try ISO8601DateWithFractions.encode(Date(timeIntervalSinceReferenceDate: 252_423_993_599.9996))
    }
    #expect(message.contains("is not in the years 1 to 9999"))
    #expect(try ISO8601DateWithFractions.decode("2001-01-01T00:00:00Z") == Date(timeIntervalSinceReferenceDate: 0))
  }

  @Test("RFC 1123 is what Foundation has")
  func rfc1123() throws {
    let formatter = DateFormatter()
    formatter.locale = Locale(identifier: "en_US_POSIX")
    formatter.timeZone = TimeZone(identifier: "GMT")
    formatter.dateFormat = "EEE, dd MMM yyyy HH:mm:ss 'GMT'"
    for date in dates.map({ Date(timeIntervalSinceReferenceDate: $0.timeIntervalSinceReferenceDate.rounded(.down)) }) {
      let text = try RFC1123Date.encode(date)
      #expect(text == formatter.string(from: date))
      #expect(try RFC1123Date.decode(text) == date)
    }
    let date = Date(timeIntervalSince1970: 784_111_777)
    for text in [
      "Sun, 06 Nov 1994 08:49:37 GMT", "06 Nov 1994 08:49:37 UTC", "6 Nov 1994 08:49:37 UT",
      "Sun, 6 Nov 1994 10:49:37 +0200",
    ] {
      #expect(try RFC1123Date.decode(text) == date)
    }
    for wrong in [
      "Mon, 06 Nov 1994 08:49:37 GMT", "Sun, 06 Nov 1994 08:49:37", "Sun, 31 Nov 1994 08:49:37 GMT", "",
      "Sun 06 Nov 1994 08:49:37 GMT", "Sun, 06 Nov 1994 24:49:37 GMT", "Sun, 06 nov 1994 08:49:37 GMT",
      "Sun, 06 Nov 1994 08:49:37 GMT ", "Sun, 06 Nov 1594 08:49:37 GMT",
    ] {
      let message = text(DecodingError.self) { _ = try RFC1123Date.decode(wrong) }
      #expect(message.hasPrefix("Expected RFC 1123 text") && message.contains(wrong.debugDescription))
    }
  }

  @Test("days are what Foundation has, and lose no time of day")
  func days() throws {
    let style = Date.ISO8601FormatStyle().year().month().day()
    var midnights = dates.map { date in
      Date(timeIntervalSinceReferenceDate: (date.timeIntervalSinceReferenceDate / 86400).rounded(.down) * 86400)
    }
    midnights.append(try style.parse("0001-01-01"))
    midnights.append(try style.parse("1582-10-15"))
    for date in midnights {
      let text = try DayDate.encode(date)
      #expect(text == date.formatted(style))
      #expect(try DayDate.decode(text) == date)
    }
    for wrong in ["2001-02-29", "2001-1-01", "01-01-2001", "2001-01-01T00:00:00Z", "2001-00-01", "2001-01-32", ""] {
      #expect(text(DecodingError.self) { _ = try DayDate.decode(wrong) }.contains(wrong.debugDescription))
    }
    let message = text(EncodingError.self) { _ = try DayDate.encode(Date(timeIntervalSinceReferenceDate: 3600)) }
    #expect(
      message == """
        2001-01-01 01:00:00 +0000 is not midnight in UTC, and yyyy-MM-dd would lose its time of day. Set the property to \
        midnight in UTC, or store it by ISO8601Date.
        """)
  }

  @Test("seconds and milliseconds are what JSONEncoder writes")
  func numbers() throws {
    for date in dates {
      let seconds = try SecondsSince1970.encode(date)
      #expect(seconds == date.timeIntervalSince1970)
      #expect(try SecondsSince1970.decode(seconds) == Date(timeIntervalSince1970: seconds))
      let milliseconds = try MillisecondsSince1970.encode(date)
      #expect(milliseconds == milliseconds.rounded() && abs(milliseconds - seconds * 1000) < 0.51)
      #expect(try MillisecondsSince1970.encode(MillisecondsSince1970.decode(milliseconds)) == milliseconds)
    }
    #expect(
      try jsonText(Stamps(a: Date(timeIntervalSince1970: 1.5), b: Date(timeIntervalSince1970: 1.5)))
        == #"{"a":1.5,"b":1500}"#)
    #expect(
      try jsonValue(#"{"a":2,"b":2500.5}"#)
        == Stamps(a: Date(timeIntervalSince1970: 2), b: Date(timeIntervalSince1970: 2.5005)))
  }

  private struct Stamps: AutoCoding, Equatable {
    var a: Date
    var b: Date
    static var propertyRules: PropertyRules {
      ["a": .transformed(by: SecondsSince1970.self), "b": .transformed(by: MillisecondsSince1970.self)]
    }
  }

  @Test("dates without a text, and texts that are no dates, are errors")
  func refused() throws {
    for interval in [Double.nan, .infinity, -.infinity, 1e300, 252_423_993_600, -63_114_076_801] {
      let date = Date(timeIntervalSinceReferenceDate: interval)
      #expect(throws: EncodingError.self) { try ISO8601Date.encode(date) }
      #expect(throws: EncodingError.self) { try ISO8601DateWithFractions.encode(date) }
      #expect(throws: EncodingError.self) { try RFC1123Date.encode(date) }
      #expect(throws: EncodingError.self) { try DayDate.encode(date) }
    }
    for interval in [Double.nan, .infinity] {
      #expect(throws: EncodingError.self) { try SecondsSince1970.encode(Date(timeIntervalSince1970: interval)) }
      #expect(throws: EncodingError.self) { try MillisecondsSince1970.encode(Date(timeIntervalSince1970: interval)) }
      #expect(throws: DecodingError.self) { try SecondsSince1970.decode(interval) }
      #expect(throws: DecodingError.self) { try MillisecondsSince1970.decode(interval) }
    }
    let far = Date(timeIntervalSince1970: 1e306)
    #expect(try SecondsSince1970.encode(far).isFinite)
    #expect(
      text(EncodingError.self) { _ = try MillisecondsSince1970.encode(far) }.contains("too far away to be written"))
    for wrong in ["", "2001-13-01T00:00:00Z", "yesterday", "2001-01-01"] {
      #expect(text(DecodingError.self) { _ = try ISO8601Date.decode(wrong) }.contains(wrong.debugDescription))
      #expect(
        text(DecodingError.self) { _ = try ISO8601DateWithFractions.decode(wrong) }.contains(wrong.debugDescription))
    }
    #expect(
      text(DecodingError.self) { _ = try ISO8601Date.decode("yesterday") } == """
        Expected ISO 8601 text such as "2001-09-09T01:46:40Z", but found "yesterday". Correct the data, or name a \
        PropertyTransformer of your own that reads this form.
        """)
  }
}
