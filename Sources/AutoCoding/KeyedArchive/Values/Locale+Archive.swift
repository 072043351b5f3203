#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

extension Locale: ArchivedAsObject {
  package static var archivedClassNames: Set<String> { ["NSLocale"] }

  package init(archived object: CodedObject) throws {
    try object.checkKeys(["NS.identifier"])
    self.init(identifier: try object.requiredValue(String.self, forKey: "NS.identifier"))
  }

  package var archivedObject: CodedObject? {
    // Only the type's own `encode(to:)` can express a value that follows the user's settings.
    if self == .autoupdatingCurrent { return nil }
    return CodedObject(["NSLocale", "NSObject"], [("NS.identifier", .string(identifier))])
  }
}

extension TimeZone: ArchivedAsObject {
  package static var archivedClassNames: Set<String> { ["NSTimeZone"] }

  /// `NS.data` is ignored, as in Foundation since macOS 10.6: the system's rules for the time zone apply.
  package init(archived object: CodedObject) throws {
    try object.checkKeys(["NS.name", "NS.data"])
    _ = try object.value(Data.self, forKey: "NS.data")
    let name = try object.requiredValue(String.self, forKey: "NS.name")
    guard let zone = TimeZone(identifier: name) else {
      throw object.corrupted(
        """
        named '\(name.shortened)', which is not a known time zone. Without all of Foundation, only GMT and offsets from \
        it are known.
        """)
    }
    self = zone
  }

  package var archivedObject: CodedObject? {
    if self == .autoupdatingCurrent { return nil }
    return CodedObject(["NSTimeZone", "NSObject"], [("NS.name", .string(identifier)), ("NS.data", .null)])
  }
}

extension Calendar: ArchivedAsObject {
  package static var archivedClassNames: Set<String> { ["NSCalendar"] }

  /// The start of the Gregorian calendar. No other date can be set.
  private static let gregorianStart = Date(timeIntervalSinceReferenceDate: -13_197_600_000)

  /// The names of calendars in archives: those of `NSCalendar.Identifier`.
  private static let names: [(identifier: Identifier, name: String)] = [
    (.gregorian, "gregorian"), (.buddhist, "buddhist"), (.chinese, "chinese"), (.coptic, "coptic"),
    (.ethiopicAmeteMihret, "ethiopic"), (.ethiopicAmeteAlem, "ethiopic-amete-alem"), (.hebrew, "hebrew"),
    (.iso8601, "iso8601"), (.indian, "indian"), (.islamic, "islamic"), (.islamicCivil, "islamic-civil"),
    (.japanese, "japanese"), (.persian, "persian"), (.republicOfChina, "roc"), (.islamicTabular, "islamic-tbla"),
    (.islamicUmmAlQura, "islamic-umalqura"),
  ]

  package init(archived object: CodedObject) throws {
    try object.checkKeys([
      "NS.identifier", "NS.timezone", "NS.locale", "NS.firstwkdy", "NS.mindays", "NS.gstartdate",
    ])
    let name = try object.requiredValue(String.self, forKey: "NS.identifier")
    guard let identifier = Self.names.first(where: { $0.name == name })?.identifier else {
      throw object.corrupted("with the unknown calendar identifier '\(name.shortened)'.")
    }
    if let start = try object.value(Date.self, forKey: "NS.gstartdate"), start != Self.gregorianStart {
      throw object.corrupted("whose Gregorian calendar begins on a day that Calendar does not support.")
    }
    var calendar = Calendar(identifier: identifier)
    if let locale = try object.value(Locale.self, forKey: "NS.locale") { calendar.locale = locale }
    if let zone = try object.value(TimeZone.self, forKey: "NS.timezone") { calendar.timeZone = zone }
    // A calendar clamps a value that is out of range.
    if let day = try object.value(Int.self, forKey: "NS.firstwkdy"), day != calendar.firstWeekday {
      calendar.firstWeekday = day
      guard calendar.firstWeekday == day else { throw object.corrupted("whose firstWeekday is \(day).") }
    }
    if let days = try object.value(Int.self, forKey: "NS.mindays"), days != calendar.minimumDaysInFirstWeek {
      calendar.minimumDaysInFirstWeek = days
      guard calendar.minimumDaysInFirstWeek == days else {
        throw object.corrupted("whose minimumDaysInFirstWeek is \(days).")
      }
    }
    self = calendar
  }

  package var archivedObject: CodedObject? {
    guard self != .autoupdatingCurrent, let name = Self.names.first(where: { $0.identifier == identifier })?.name,
      let zone = timeZone.archivedObject, let locale = (locale ?? Locale(identifier: "")).archivedObject
    else { return nil }
    // Foundation cannot read a calendar without a locale.
    return CodedObject(
      ["NSCalendar", "NSObject"],
      [
        ("NS.identifier", .string(name)), ("NS.timezone", .object(zone)), ("NS.locale", .object(locale)),
        ("NS.firstwkdy", .int(Int64(firstWeekday))), ("NS.mindays", .int(Int64(minimumDaysInFirstWeek))),
        ("NS.gstartdate", identifier == .gregorian ? .date(Self.gregorianStart) : .null),
      ])
  }
}
