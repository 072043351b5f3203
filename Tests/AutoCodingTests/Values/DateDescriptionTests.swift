import AutoCoding
import Foundation
import Testing

private struct Event: AutoCoding {
  var at: Date
  var maybe: Date?
  var list: [Date] = []
  var byDate: [Date: Int] = [:]
  var set: Set<Date> = []
  var any: Any = 0
  var plain = Plain()
  var kind = Kind.none
}

private struct Plain: Codable {
  var date = Date(timeIntervalSinceReferenceDate: 0)
  var dates: [String: Date] = [:]
}

private enum Kind: AutoCoding {
  case none
  case at(Date)
}

private final class Meeting: AutoCoding {
  var at = Date(timeIntervalSinceReferenceDate: 0)
  init() {}
}

/// Descriptions of dates.
struct DateDescriptionTests {
  private static let strange: [Double] = [
    .nan, -.nan, .signalingNaN, .infinity, -.infinity, 1e300, -1e300, .greatestFiniteMagnitude, 1e18, -1e18, 9.3e18,
    1e12, -1e12, 3e11, -6.4e10, .leastNonzeroMagnitude, -.leastNonzeroMagnitude, -0.0,
  ]

  private func event(_ interval: Double) -> Event {
    let date = Date(timeIntervalSinceReferenceDate: interval)
    return Event(
      at: date, maybe: date, list: [date], byDate: [date: 1], set: [date], any: ["d": date],
      plain: Plain(date: date, dates: ["d": date]), kind: .at(date))
  }

  @Test("no date is too strange to be shown", arguments: strange)
  func descriptions(interval: Double) throws {
    let (plain, strange) = (event(5), event(interval))
    #expect(try !ModelValue.description(of: strange).isEmpty)
    let difference = try ModelDifference(from: plain, to: strange)
    #expect(difference.description.contains("at: 2001-01-01 00:00:05 +0000 -> "))
    #expect(try !ModelDifference(from: strange, to: plain).description.isEmpty)
    let meeting = Meeting()
    meeting.at = Date(timeIntervalSinceReferenceDate: interval)
    #expect(try ModelValue.description(of: meeting).contains("at: "))
    // An error whose path leads along a date.
    var other = Event(at: Date(timeIntervalSinceReferenceDate: 0))
    #expect(throws: EncodingError.self) { try ModelDifference(from: strange, to: plain).apply(to: &other) }
  }

  @Test("errors at keys that are dates", arguments: strange)
  func keys(interval: Double) throws {
    struct Refusing: Codable {
      init() {}
      init(from decoder: any Decoder) throws {
        throw DecodingError.dataCorrupted(.init(codingPath: [], debugDescription: "r"))
      }
      func encode(to encoder: any Encoder) throws {
        throw EncodingError.invalidValue(self, .init(codingPath: [], debugDescription: "refused"))
      }
    }
    let table = [Date(timeIntervalSinceReferenceDate: interval): Refusing()]
    for coder in TestCoder.allCases {
      // Not `#expect(throws:)`, which shows the error with the table that is in it; Foundation's own description of a date
      // stops the process for NaN.
      var isRefused = false
      do { _ = try coder.encode(table) } catch is EncodingError { isRefused = true }
      #expect(isRefused)
    }
  }

  @Test func asFoundationShowsThem() throws {
    for interval in [0, 5, 86_399, 86_400, -1, 700_000_000, 5_000_000_000, -10_000_000_000, -62_000_000_000.0] {
      let date = Date(timeIntervalSinceReferenceDate: interval)
      #expect(try ModelValue.description(of: date) == date.description)
    }
    func text(_ interval: Double) throws -> String {
      try ModelValue.description(of: Date(timeIntervalSinceReferenceDate: interval))
    }
    #expect(try text(0.5) == "2001-01-01 00:00:00.5 +0000")
    #expect(try text(-0.001) == "2000-12-31 23:59:59.999 +0000")
    #expect(try text(700_000_000.123) == "2023-03-08 20:26:40.123 +0000")
    #expect(try text(-700_000_000.123) == "1978-10-27 03:33:19.877 +0000")
    #expect(try text(1e-5) == "2001-01-01 00:00:00.00001 +0000")
    #expect(try text(.nan) == "Date(timeIntervalSinceReferenceDate: nan)")
  }

  @Test("two dates that are not the same do not look the same")
  func distinct() throws {
    var generator = SystemRandomNumberGenerator()
    for _ in 0..<3000 {
      let interval = Double.random(in: -4e9...4e9, using: &generator)
      var texts: Set<String> = []
      for date in [interval, interval.nextUp, interval.nextDown, interval + 0.001, interval + 1e-6] {
        texts.insert(try ModelValue.description(of: Date(timeIntervalSinceReferenceDate: date)))
      }
      #expect(texts.count == 5, "\(texts)")
    }
    let difference = try ModelDifference(from: event(700_000_000.123), to: event(700_000_000.124))
    #expect(difference.description.contains("at: 2023-03-08 20:26:40.123 +0000 -> 2023-03-08 20:26:40.124 +0000"))
  }
}

/// Any by its value.
struct AnyEqualityTests {
  @Test("what Any holds is equal to itself after a round trip", arguments: TestCoder.allCases)
  func roundTrips(coder: TestCoder) throws {
    let values: [Any] = [
      [1, 2], [[1, 2], [3]], ["a": [1, 2]], ["a": 1], [1.5, 2.5], ["x", "y"], [true, false], [Int8(1)], UInt16(7), -0.0,
      Float(0.1), [Float(0.1)], NSNumber(value: 3), [NSNumber(value: true)], NSString("s"), [["k": [Optional(1)]]],
    ]
    for value in values {
      let back = try coder.roundTrip(AnyAlone(value: value))
      #expect(try ModelValue.areEqual(AnyAlone(value: value), back), "\(value) \(back.value)")
      #expect(try ModelDifference(from: AnyAlone(value: value), to: back).isEmpty)
    }
  }

  @Test("what is not the same is not equal")
  func inequality() throws {
    let values: [Any] = [
      1, 1.5, true, "1", [1], [1, 2], [1.5], ["a": 1], ["a": true], Optional<Int>.none as Any, [Any](),
      NSNumber(value: 0),
      NSNumber(value: false), Date(timeIntervalSinceReferenceDate: 1), Data([1]), [String: Any](), UInt64.max, Int.min,
    ]
    for (first, one) in values.enumerated() {
      for (second, two) in values.enumerated() {
        #expect(
          try ModelValue.areEqual(AnyAlone(value: one), AnyAlone(value: two)) == (first == second), "\(one) \(two)")
      }
    }
  }
}
