#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

extension DateComponents: ArchivedAsObject {
  package static var archivedClassNames: Set<String> { ["NSDateComponents"] }

  /// The keys of the numbers. Only Apple's platforms have `NS.dayOfYear`.
  private static let numbers: [(key: String, component: WritableKeyPath<DateComponents, Int?> & Sendable)] = [
    ("NS.era", \.era), ("NS.year", \.year), ("NS.quarter", \.quarter), ("NS.month", \.month), ("NS.day", \.day),
    ("NS.hour", \.hour), ("NS.minute", \.minute), ("NS.second", \.second), ("NS.nanosec", \.nanosecond),
    ("NS.weekOfYear", \.weekOfYear), ("NS.weekOfMonth", \.weekOfMonth), ("NS.yearForWOY", \.yearForWeekOfYear),
    ("NS.weekday", \.weekday), ("NS.weekdayOrdinal", \.weekdayOrdinal),
  ]

  private static let keys = Set(numbers.map(\.key)).union([
    "NS.dayOfYear", "NS.isLeapMonth", "NS.leapMonth", "NS.repeatedDay", "NS.calendar", "NS.timezone",
  ])

  package init(archived object: CodedObject) throws {
    try object.checkKeys(Self.keys)
    self.init()
    for (key, component) in Self.numbers {
      // Foundation on Linux writes Int.max for a component that is not set.
      if let value = try object.value(Int.self, forKey: key), value != .max { self[keyPath: component] = value }
    }
    if let value = try object.value(Int.self, forKey: "NS.dayOfYear"), value != .max {
      guard #available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *) else {
        throw object.corrupted("with the key NS.dayOfYear, which DateComponents does not support on this system.")
      }
      dayOfYear = value
    }
    // False also means that the component is not set.
    if try object.value(Bool.self, forKey: "NS.isLeapMonth") == true { isLeapMonth = true }
    if let value = try object.value(Int.self, forKey: "NS.leapMonth"), value != 0 { isLeapMonth = true }
    if try object.value(Bool.self, forKey: "NS.repeatedDay") == true {
      throw object.corrupted("with a repeated day, which DateComponents cannot represent.")
    }
    calendar = try object.value(Calendar.self, forKey: "NS.calendar")
    timeZone = try object.value(TimeZone.self, forKey: "NS.timezone")
  }
}
