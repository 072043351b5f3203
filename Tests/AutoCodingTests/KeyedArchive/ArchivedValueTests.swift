import AutoCodingFoundation
import Foundation
import Testing

/// Models with values of Foundation's in every place that there is.
struct ValueTrip: AutoCoding, Equatable {
  var locale: Locale
  var zone: TimeZone?
  var calendars: [Calendar]
  var path: IndexPath
  var rows: IndexSet
  var byName: [String: Measurement<UnitLength>]
  var leg: ValueLeg
}

enum ValueLeg: AutoCoding, Equatable {
  case walk(distance: Measurement<UnitLength>), ride(NSRange), none
}

/// With the compiler's code, which no archiver of Foundation's writes.
struct PlainValueTrip: Codable, Equatable {
  var locale: Locale
  var rows: IndexSet?
  var zones: [TimeZone]
}

/// What Foundation's archiver makes of an object.
func foundationArchive(_ object: NSObject & NSSecureCoding) throws -> Data {
  try NSKeyedArchiver.archivedData(withRootObject: object, requiringSecureCoding: true)
}

/// Keyed archives: values of Foundation's classes that are written and read.
struct ArchivedValueTests {
  static var trip: ValueTrip {
    get throws {
      var calendar = Calendar(identifier: .gregorian)
      calendar.locale = Locale(identifier: "fr_FR")
      calendar.timeZone = try #require(TimeZone(identifier: "Europe/Paris"))
      calendar.firstWeekday = 3
      calendar.minimumDaysInFirstWeek = 5
      var japanese = Calendar(identifier: .japanese)
      japanese.timeZone = .gmt
      return ValueTrip(
        locale: Locale(identifier: "ja-JP"), zone: TimeZone(identifier: "America/New_York"),
        calendars: [calendar, japanese], path: [1, 300, 0], rows: [1, 2, 3, 900],
        byName: ["far": Measurement(value: 0.1, unit: .miles)],
        leg: .walk(distance: Measurement(value: -2, unit: .kilometers)))
    }
  }

  /// The classes of an archive's objects.
  static func classes(of data: Data) throws -> Set<String> {
    let list = try PropertyListSerialization.propertyList(from: data, format: nil) as? [String: Any]
    let objects = try #require(list?["$objects"] as? [Any])
    return Set(objects.compactMap { ($0 as? [String: Any])?["$classname"] as? String })
  }

  @Test("as properties, elements, keys' values and payloads")
  func models() throws {
    for leg in [
      ValueLeg.walk(distance: Measurement(value: 1, unit: .feet)), .ride(NSRange(location: 3, length: 4)), .none,
    ] {
      var trip = try Self.trip
      trip.leg = leg
      let data = try KeyedArchiveEncoder().encode(trip)
      #expect(try KeyedArchiveDecoder().decode(ValueTrip.self, from: data) == trip)
      let classes = try Self.classes(of: data)
      #expect(
        classes.isSuperset(of: [
          "NSLocale", "NSTimeZone", "NSCalendar", "NSIndexPath", "NSIndexSet", "NSMeasurement", "NSUnitLength",
          "NSUnitConverterLinear",
        ]), "\(classes)")
    }
  }

  @Test("what Foundation's unarchiver makes of them")
  func foundation() throws {
    func unarchived<Value: Codable, Object: NSObject & NSSecureCoding>(_ value: Value, _ type: Object.Type) throws
      -> Object
    {
      let data = try KeyedArchiveEncoder().encode([value])
      let list = try KeyedArchiveDecoder().decode([Value].self, from: data)
      #expect(list.count == 1)
      let root = try KeyedArchiveEncoder().encode(value)
      return try #require(try NSKeyedUnarchiver.unarchivedObject(ofClass: type, from: root))
    }
    let trip = try Self.trip
    #expect(try unarchived(trip.locale, NSLocale.self) as Locale == trip.locale)
    #expect(try unarchived(try #require(trip.zone), NSTimeZone.self) as TimeZone == trip.zone)
    #expect(try unarchived(trip.calendars[0], NSCalendar.self) as Calendar == trip.calendars[0])
    #expect(try unarchived(trip.path, NSIndexPath.self) as IndexPath == trip.path)
    for rows: IndexSet in [[], [7], [1, 2, 5], IndexSet(integersIn: 0..<70_000).union([1 << 40])] {
      #expect(try unarchived(rows, NSIndexSet.self) as IndexSet == rows)
    }
    for path: IndexPath in [[], [0], [52], [1, 128, 16_384, .max]] {
      #expect(try unarchived(path, NSIndexPath.self) as IndexPath == path)
    }
    let length = try unarchived(Measurement(value: 2.5, unit: UnitLength.inches), NSMeasurement.self)
    #expect(length.doubleValue == 2.5 && length.unit.symbol == "in" && length.unit is UnitLength)
    let range = try unarchived(NSRange(location: 1, length: 2), NSValue.self)
    #expect(range.rangeValue == NSRange(location: 1, length: 2))
  }

  @Test("what Foundation's archiver makes of them")
  func foundationArchives() throws {
    let trip = try Self.trip
    func decoded<Value: Codable>(_ type: Value.Type, _ object: NSObject & NSSecureCoding) throws -> Value {
      try KeyedArchiveDecoder().decode(type, from: foundationArchive(object))
    }
    #expect(try decoded(Locale.self, trip.locale as NSLocale) == trip.locale)
    #expect(try decoded(TimeZone.self, try #require(trip.zone) as NSTimeZone) == trip.zone)
    let offset = try #require(TimeZone(secondsFromGMT: -5400))
    #expect(try decoded(TimeZone.self, offset as NSTimeZone) == offset)
    for calendar in trip.calendars { #expect(try decoded(Calendar.self, calendar as NSCalendar) == calendar) }
    for rows: IndexSet in [[], [7], [1, 2, 5], [0, 1000, 1 << 40]] {
      #expect(try decoded(IndexSet.self, rows as NSIndexSet) == rows)
    }
    for path: IndexPath in [[], [5], [1, 128, 16_384]] {
      #expect(try decoded(IndexPath.self, path as NSIndexPath) == path)
    }
    let length = Measurement(value: 2.5, unit: UnitLength.inches)
    #expect(try decoded(Measurement<UnitLength>.self, length as NSMeasurement) == length)
    let use = Measurement(value: 30, unit: UnitFuelEfficiency.milesPerGallon)
    #expect(try decoded(Measurement<UnitFuelEfficiency>.self, use as NSMeasurement) == use)
    #expect(throws: DecodingError.self) { try decoded(Measurement<UnitMass>.self, length as NSMeasurement) }
    #expect(
      try decoded(NSRange.self, NSValue(range: NSRange(location: 5, length: 0))) == NSRange(location: 5, length: 0))
  }

  @Test("every unit of Foundation's comes back as itself")
  func units() throws {
    func check<Kind: Dimension>(_ units: Kind...) throws {
      for unit in units {
        let value = Measurement(value: 3.25, unit: unit)
        let data = try KeyedArchiveEncoder().encode(value)
        let back = try KeyedArchiveDecoder().decode(Measurement<Kind>.self, from: data)
        #expect(back.value == 3.25 && back.unit == unit, "\(unit.symbol)")
        #expect(try KeyedArchiveDecoder().decode(Measurement<Kind>.self, from: data) == value)
      }
    }
    try check(UnitAcceleration.gravity)
    try check(UnitAngle.degrees, .revolutions)
    try check(UnitArea.acres)
    try check(UnitConcentrationMass.gramsPerLiter)
    try check(UnitDispersion.partsPerMillion)
    try check(UnitDuration.hours)
    try check(UnitElectricCharge.ampereHours)
    try check(UnitElectricCurrent.microamperes)
    try check(UnitElectricPotentialDifference.volts)
    try check(UnitElectricResistance.ohms)
    try check(UnitEnergy.calories)
    try check(UnitFrequency.megahertz)
    // No archive of a reciprocal converter is known, and Foundation on Linux traps when it encodes one.
    #expect(throws: EncodingError.self) {
      try KeyedArchiveEncoder().encode(Measurement(value: 3.25, unit: UnitFuelEfficiency.milesPerGallon))
    }
    #expect(throws: EncodingError.self) {
      try KeyedArchiveEncoder().encode([Measurement(value: 1, unit: UnitFuelEfficiency.litersPer100Kilometers)])
    }
    try check(UnitIlluminance.lux)
    try check(UnitInformationStorage.kibibytes)
    try check(UnitLength.miles, .lightyears)
    try check(UnitMass.stones)
    try check(UnitPower.horsepower)
    try check(UnitPressure.hectopascals)
    try check(UnitSpeed.knots)
    try check(UnitTemperature.celsius, .fahrenheit, .kelvin)
    try check(UnitVolume.cups)
    try check(UnitLength(symbol: "smoot", converter: UnitConverterLinear(coefficient: 1.7018)))
  }

  @Test("values that follow the user's settings go on following them")
  func autoupdating() throws {
    struct Settings: AutoCoding, Equatable {
      var locale = Locale.autoupdatingCurrent
      var zone = TimeZone.autoupdatingCurrent
      var calendar = Calendar.autoupdatingCurrent
    }
    let data = try KeyedArchiveEncoder().encode(Settings())
    #expect(try KeyedArchiveDecoder().decode(Settings.self, from: data) == Settings())
    #expect(try Self.classes(of: data).isDisjoint(with: ["NSLocale", "NSTimeZone", "NSCalendar"]))
  }

  @Test("what was written by the types' own Codable code is read, as before")
  func codableArchives() throws {
    /// Writes what a type's own code encodes.
    struct Own<Value: Codable>: Codable {
      var value: Value
    }
    func check<Value: Codable & Equatable>(_ value: Value) throws {
      let data = try KeyedArchiveEncoder().encode(Own(value: value))
      #expect(try KeyedArchiveDecoder().decode(Own<Value>.self, from: data).value == value)
      #expect(try Self.classes(of: data).isSubset(of: ["NSDictionary", "NSArray"]))
    }
    let trip = try Self.trip
    try check(trip.locale)
    try check(trip.zone)
    try check(trip.calendars)
    try check(trip.path)
    try check(trip.rows)
    try check(trip.byName)
    try check(NSRange(location: 1, length: 2))
  }

  @Test("other formats have what they had")
  func others() throws {
    let trip = try Self.trip
    let json = try JSONEncoder().encode(trip)
    #expect(try AutoJSONDecoder().decode(ValueTrip.self, from: json) == trip)
    #expect(try JSONDecoder().decode(ValueTrip.self, from: AutoJSONEncoder().encode(trip)) == trip)
    #expect(try DictionaryDecoder().decode(ValueTrip.self, from: DictionaryEncoder().encode(trip)) == trip)
    let list = try PropertyListEncoder().encode(trip)
    #expect(try PropertyListDecoder().decode(ValueTrip.self, from: list) == trip)
  }
}
