import AutoCoding
import Foundation

/// Types that are `Codable` and no models; zoo and twins share them.
struct PlainRecord: Codable, Equatable {
  let aName: String
  var number: Int?
}

/// What coders treat in ways of their own, inside a plain type.
struct Strategies: Codable, Equatable {
  let aDate: Date
  let someData: Data
  let aURL: URL?
  let aDecimal: Decimal
  let aMap: [String: Date]
}

enum Payload: Codable, Equatable {
  case none
  case number(Int)
  case pair(left: PlainRecord, right: [Payload])
}

/// Writes something of its own.
struct HandWritten: Codable, Equatable {
  let parts: [String]
  init(_ parts: [String]) { self.parts = parts }
  init(from decoder: any Decoder) throws {
    parts = try decoder.singleValueContainer().decode(String.self).components(separatedBy: "|")
  }
  func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(parts.joined(separator: "|"))
  }
}

final class PlainObject: Codable, Stateful {
  let number: Int
  init(_ number: Int) { self.number = number }
  var state: [AnyHashable] { [number] }
}

extension Zoo {
  package struct Calendrical: AutoCoding, Equatable {
    let components: DateComponents
    let interval: DateInterval
    let zone: TimeZone
    let calendar: Calendar
    let locale: Locale
    let optional: Locale?
  }

  package struct StandardLibrary: AutoCoding, Equatable {
    let range: Range<Int>
    let closed: ClosedRange<String>
    let duration: Duration
    let optional: Range<Double>?
    let ranges: [Range<Int>]
    let vector: SIMD4<Float>
    let tail: Bool
  }

  package struct Assorted: AutoCoding, Equatable {
    let length: Measurement<UnitLength>
    let indexes: IndexSet
    let path: IndexPath
    let characters: CharacterSet
    let components: URLComponents
    let name: PersonNameComponents?
  }

  package struct Composite: AutoCoding, Equatable {
    let plain: PlainRecord
    let optional: PlainRecord?
    let list: [PlainRecord]
    let map: [String: PlainRecord]
    let strategies: Strategies
    let payload: Payload
    let payloads: [Payload]
    let handWritten: HandWritten
    let object: PlainObject
  }
}

extension Twin {
  package struct Calendrical: Codable, Equatable {
    let components: DateComponents
    let interval: DateInterval
    let zone: TimeZone
    let calendar: Calendar
    let locale: Locale
    let optional: Locale?
  }

  package struct StandardLibrary: Codable, Equatable {
    let range: Range<Int>
    let closed: ClosedRange<String>
    let duration: Duration
    let optional: Range<Double>?
    let ranges: [Range<Int>]
    let vector: SIMD4<Float>
    let tail: Bool
  }

  package struct Assorted: Codable, Equatable {
    let length: Measurement<UnitLength>
    let indexes: IndexSet
    let path: IndexPath
    let characters: CharacterSet
    let components: URLComponents
    let name: PersonNameComponents?
  }

  package struct Composite: Codable, Equatable {
    let plain: PlainRecord
    let optional: PlainRecord?
    let list: [PlainRecord]
    let map: [String: PlainRecord]
    let strategies: Strategies
    let payload: Payload
    let payloads: [Payload]
    let handWritten: HandWritten
    let object: PlainObject
  }
}

extension Zoo {
  private static func calendrical<R>(
    _ make: (DateComponents, DateInterval, TimeZone, Calendar, Locale, Locale?) -> R
  ) -> [R] {
    let interval = DateInterval(start: Date(timeIntervalSince1970: 0), duration: 60)
    let zone = TimeZone(secondsFromGMT: 3_600) ?? .gmt
    // A calendar has the machine's time zone by default, and the fixtures have this one.
    var calendar = Calendar(identifier: .gregorian)
    calendar.timeZone = TimeZone(identifier: "Etc/UTC") ?? .gmt
    return [
      make(
        DateComponents(year: 2_026, month: 2, day: 30), interval, zone, calendar,
        Locale(identifier: "de_AT"), Locale(identifier: "en_US"))
    ]
  }

  private static func standardLibrary<R>(
    _ make: (
      Range<Int>, ClosedRange<String>, Duration, Range<Double>?, [Range<Int>], SIMD4<Float>, Bool
    ) -> R
  ) -> [R] {
    [
      make(0..<5, "a"..."z", .seconds(1.5), 0.5..<1.5, [1..<1, .min ..< .max], SIMD4(1, -0.0, 0.1, 4), true),
      make(0..<0, ""..."", .zero, nil, [], SIMD4(repeating: 0), false),
    ]
  }

  private static func assorted<R>(
    _ make: (
      Measurement<UnitLength>, IndexSet, IndexPath, CharacterSet, URLComponents, PersonNameComponents?
    ) -> R
  ) -> [R] {
    var components = URLComponents()
    components.host = "example.org"
    var name = PersonNameComponents()
    name.givenName = "Ada"
    return [
      make(
        Measurement(value: 1.5, unit: .kilometers), IndexSet([1, 2, 5]), IndexPath(indexes: [1, 2]),
        CharacterSet(charactersIn: "abc"), components, name),
      make(
        Measurement(value: 0, unit: .meters), IndexSet(), IndexPath(), CharacterSet(), URLComponents(), nil),
    ]
  }

  private static func composite<R>(
    _ make: (
      PlainRecord, PlainRecord?, [PlainRecord], [String: PlainRecord], Strategies, Payload, [Payload], HandWritten,
      PlainObject
    ) -> R
  ) -> [R] {
    let plain = PlainRecord(aName: "a", number: nil)
    let date = Date(timeIntervalSince1970: 1e9)
    let strategies = Strategies(
      aDate: date, someData: Data([1, 2]), aURL: URL(string: "https://example.org"), aDecimal: 1.5,
      aMap: ["camelKey": date])
    let pair = Payload.pair(left: plain, right: [.none, .number(.min)])
    return [
      make(
        plain, PlainRecord(aName: "", number: .max), [plain, plain], ["camelKey": plain], strategies, pair,
        [.none, .number(1), pair], HandWritten(["x", "y"]), PlainObject(3)),
      make(plain, nil, [], [:], strategies, .none, [], HandWritten(["z"]), PlainObject(.min)),
    ]
  }

  static var plainCodables: [any ZooSpecimen] {
    [
      Specimen("calendrical types", calendrical(Calendrical.init), calendrical(Twin.Calendrical.init)),
      Specimen(
        "standard library types", standardLibrary(StandardLibrary.init), standardLibrary(Twin.StandardLibrary.init)),
      Specimen("Foundation's types", assorted(Assorted.init), assorted(Twin.Assorted.init)),
      Specimen("plain Codable types", composite(Composite.init), composite(Twin.Composite.init)),
    ]
  }
}
