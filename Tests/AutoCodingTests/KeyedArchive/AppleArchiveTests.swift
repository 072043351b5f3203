import AutoCodingFoundation
import Foundation
import Testing

@testable import AutoCoding

/// Apple's formatter, as a model of its values.
private struct IntervalFormatter: AutoCoding, Equatable {
  static var formerTypeNames: Set<String> { ["NSDateIntervalFormatter"] }
  static var propertyKeys: [String: String] {
    ["locale": "NS.locale", "calendar": "NS.calendar", "zone": "NS.timeZone", "template": "NS.dateTemplateFromStyles"]
  }
  var locale: Locale
  var calendar: Calendar
  var zone: TimeZone
  var template: String
}

private struct CheckingResult: AutoCoding, Equatable {
  static var formerTypeNames: Set<String> { ["NSExtendedRegularExpressionCheckingResult"] }
  static var propertyKeys: [String: String] { ["ranges": "NSRangeArray"] }
  var ranges: [NSRange]
}

@Suite(
  "Keyed archives: Apple's archives of values that are written",
  .enabled(if: !ArchiveCorpora.archives.isEmpty, "no corpora"))
struct AppleArchiveTests {
  private func data(_ name: String) throws -> Data {
    try #require(ArchiveCorpora.archives.first { $0.testDescription == name + ".archive" }, "\(name)").data()
  }

  /// The keys of the objects of an archive, by their class.
  private func keys(_ data: Data) throws -> [String: Set<String>] {
    guard case .dictionary(let parts) = try PropertyListTree(data),
      case .array(let objects)? = parts.first(where: { $0.key == .string("$objects") })?.value
    else { return [:] }
    func values(_ tree: PropertyListTree) -> [String: PropertyListTree] {
      guard case .dictionary(let pairs) = tree else { return [:] }
      return Dictionary(
        pairs.compactMap { pair in if case .string(let key) = pair.key { (key, pair.value) } else { nil } },
        uniquingKeysWith: { $1 })
    }
    var found: [String: Set<String>] = [:]
    for object in objects {
      let values = values(object)
      guard case .uid(let uid)? = values["$class"], Int(uid) < objects.count,
        case .string(let name)? = self.values(objects[Int(uid)])["$classname"]
      else { continue }
      found[name, default: []].formUnion(values.keys)
    }
    return found
  }

  private func values(_ tree: PropertyListTree) -> [String: PropertyListTree] {
    guard case .dictionary(let pairs) = tree else { return [:] }
    return Dictionary(
      pairs.compactMap { pair in if case .string(let key) = pair.key { (key, pair.value) } else { nil } },
      uniquingKeysWith: { $1 })
  }

  /// Decodes a file, writes the value, and looks whether the classes and keys are Apple's and the value comes back.
  private func check<Value: Codable & Equatable>(_ name: String, as value: Value, lacking: Set<String> = []) throws {
    let data = try data(name)
    #expect(try KeyedArchiveDecoder().decode(Value.self, from: data) == value, "\(name)")
    let written = try KeyedArchiveEncoder().encode(value)
    #expect(try KeyedArchiveDecoder().decode(Value.self, from: written) == value, "\(name)")
    var (apple, ours) = (try keys(data), try keys(written))
    // Bytes that can be added to are bytes.
    if let bytes = apple.removeValue(forKey: "NSMutableData") { apple["NSData"] = bytes }
    if let set = apple.removeValue(forKey: "NSMutableIndexSet") { apple["NSIndexSet"] = set }
    for (name, keys) in apple { apple[name] = keys.subtracting(lacking) }
    ours = ours.filter { apple[$0.key] != nil || $0.key != "NSData" }
    #expect(ours == apple, "\(name)")
  }

  @Test func indexes() throws {
    try check("NSIndexPath-ManyIndices", as: IndexPath(indexes: [4, 8, 15, 16, 23, 42]))
    try check("NSIndexSet-Empty", as: IndexSet())
    try check("NSIndexSet-OneRange", as: IndexSet(integersIn: 0..<50))
    try check("NSMutableIndexSet-Empty", as: IndexSet())
    try check("NSMutableIndexSet-OneRange", as: IndexSet(integersIn: 0..<50))
  }

  @Test func measurements() throws {
    // The number for formatters is Apple's own.
    try check(
      "NSMeasurement-Frequency", as: Measurement(value: 1400, unit: UnitFrequency.megahertz), lacking: ["NS.specifier"])
    try check("NSMeasurement-Zero", as: Measurement(value: 0, unit: Unit(symbol: "")))
  }

  @Test("locales, calendars and time zones, in an object that holds them")
  func formatters() throws {
    for (name, locale, zone) in [
      ("DateIntervalFormatter-Default", "", "GMT"),
      ("DateIntervalFormatter-ValuesSetWithoutTemplate", "ja-JP", "GMT+0100"),
    ] {
      let data = try data(name)
      let formatter = try KeyedArchiveDecoder().decode(IntervalFormatter.self, from: data)
      #expect(formatter.locale == Locale(identifier: locale) && formatter.zone == TimeZone(identifier: zone))
      #expect(formatter.calendar.identifier == .gregorian && formatter.calendar.timeZone == TimeZone(identifier: "GMT"))
      #expect(formatter.calendar.firstWeekday == 1 && formatter.calendar.minimumDaysInFirstWeek == 1)
      let written = try KeyedArchiveEncoder().encode(formatter)
      #expect(try KeyedArchiveDecoder().decode(IntervalFormatter.self, from: written) == formatter)
      let (apple, ours) = (try keys(data), try keys(written))
      for name in ["NSLocale", "NSCalendar", "NSTimeZone", "NSDate"] { #expect(ours[name] == apple[name], "\(name)") }
    }
  }

  @Test("ranges in NSValue")
  func ranges() throws {
    let data = try data("NSTextCheckingResult-ExtendedRegex")
    let result = try KeyedArchiveDecoder().decode(CheckingResult.self, from: data)
    #expect(result.ranges == (0..<6).map { NSRange(location: $0, length: 6 - $0) })
    let written = try KeyedArchiveEncoder().encode(result)
    #expect(try KeyedArchiveDecoder().decode(CheckingResult.self, from: written) == result)
    #expect(try keys(written)["NSValue"] == keys(data)["NSValue"])
    // The numbers are objects of their own, as Foundation asks for them.
    let value = try NSKeyedUnarchiver.unarchivedObject(
      ofClass: NSValue.self, from: KeyedArchiveEncoder().encode(NSRange(location: 3, length: 4)))
    #expect(value?.rangeValue == NSRange(location: 3, length: 4))
  }
}
