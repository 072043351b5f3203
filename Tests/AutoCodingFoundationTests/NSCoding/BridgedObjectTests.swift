import AutoCodingFoundation
import Foundation
import Testing

final class BridgedHolder: AutoCodingObject {
  var locale = Locale(identifier: "en_US")
  var locales: [Locale] = []
  var zone: TimeZone?
  var calendar = Calendar(identifier: .gregorian)
  var path = IndexPath()
  var sets: [String: IndexSet] = [:]
  var range = NSRange()
  var ranges: [NSRange] = []
}

final class MeasuredHolder: AutoCodingObject {
  var length = Measurement(value: 0, unit: UnitLength.meters)
  var times: [Measurement<UnitDuration>] = []
}

/// Values of Foundation that archives have as objects.
struct BridgedObjectTests {
  private func copies<Object: AutoCodingObject>(of object: Object) throws -> [Object] {
    let archives = [try foundationArchive(object), try KeyedArchiveEncoder().encode(object)]
    return try archives.map { try #require(try NSKeyedUnarchiver.unarchivedObject(ofClass: Object.self, from: $0)) }
  }

  @Test("are read by Foundation's unarchiver")
  func values() throws {
    let object = BridgedHolder()
    object.locale = Locale(identifier: "de_CH")
    object.locales = [object.locale, Locale(identifier: "fr_FR")]
    object.zone = TimeZone(identifier: "Europe/Zurich")
    object.calendar = Calendar(identifier: .buddhist)
    object.calendar.firstWeekday = 3
    object.path = [1, 2, 3]
    object.sets = ["none": [], "one": IndexSet(integersIn: 3..<7), "two": [1, 5, 6]]
    object.range = NSRange(location: 4, length: 5)
    object.ranges = [object.range, NSRange(location: NSNotFound, length: 0), NSRange(location: .max, length: .max)]
    for copy in try copies(of: object) {
      #expect(copy.locale == object.locale && copy.locales == object.locales && copy.zone == object.zone)
      #expect(copy.calendar.identifier == .buddhist && copy.calendar.firstWeekday == 3)
      #expect(copy.path == object.path && copy.sets == object.sets)
      #expect(copy.range == object.range && copy.ranges == object.ranges)
    }
  }

  @Test("with units")
  func measurements() throws {
    let object = MeasuredHolder()
    object.length = Measurement(value: 2.5, unit: .miles)
    object.times = [Measurement(value: 3, unit: .hours), Measurement(value: .infinity, unit: .hours)]
    for copy in try copies(of: object) {
      #expect(copy.length == object.length && copy.length.unit == UnitLength.miles)
      #expect(copy.times == object.times)
    }
  }

  @Test("of another class are errors of the property")
  func mismatch() throws {
    let zone = MisfitZone()
    let data = try KeyedArchiveEncoder().encode(zone)
    let text = explanation {
      try foundationObject(MisfitLocale.self, from: data, classes: ["Tests.Misfit": MisfitLocale.self])
    }
    #expect(text.contains("value") && text.contains("NSTimeZone"), "\(text)")
  }
}

final class MisfitZone: AutoCodingObject {
  var value = TimeZone(secondsFromGMT: 0)
  override class var archivedTypeName: String { "Tests.Misfit" }
}

final class MisfitLocale: AutoCodingObject {
  var value = Locale(identifier: "de")
}
