import AutoCoding
import Foundation
import Testing

private struct Reading: AutoCoding {
  var graphic: CGFloat
  var optional: CGFloat?
  var list: [CGFloat]
  var length: Measurement<UnitLength>
  var any: Any

  init(_ value: Double) {
    graphic = value
    optional = value
    list = [1, value]
    length = Measurement(value: value, unit: .meters)
    any = CGFloat(value)
  }
}

/// A type without `==`, so its values are compared by their encodings.
private struct Stamp: Codable {
  var date: Date
  var amount: Decimal
  var number: Double
}

/// Types with `Codable` code of their own are compared by their `==`, by which not-a-number does not equal itself.
struct NotANumberTests {
  private func hash(of value: some Any) throws -> Int {
    var hasher = Hasher()
    try ModelValue.hash(value, into: &hasher)
    return hasher.finalize()
  }

  @Test("equals itself")
  func itself() throws {
    let reading = Reading(.nan)
    for other in [Reading(.nan), Reading(-.nan), try ModelValue.copy(of: reading)] {
      #expect(try ModelValue.areEqual(reading, other))
      #expect(try ModelDifference(from: reading, to: other).isEmpty)
      #expect(try hash(of: reading) == hash(of: other))
    }
    #expect(try ModelValue.areEqual(CGFloat.nan, .nan))
  }

  @Test("equals itself in types without ==")
  func encodings() throws {
    let noDate = Date(timeIntervalSinceReferenceDate: .nan)
    let stamp = Stamp(date: noDate, amount: .nan, number: .nan)
    #expect(try ModelValue.areEqual(stamp, stamp))
    #expect(try ModelDifference(from: [stamp], to: [stamp]).isEmpty)
    #expect(try !ModelValue.areEqual(stamp, Stamp(date: .distantPast, amount: .nan, number: .nan)))
    #expect(try !ModelValue.areEqual(stamp, Stamp(date: noDate, amount: 0, number: .nan)))
    #expect(try !ModelValue.areEqual(stamp, Stamp(date: noDate, amount: .nan, number: 0)))
  }

  @Test("equals nothing else")
  func others() throws {
    #expect(try !ModelValue.areEqual(Reading(.nan), Reading(1)))
    #expect(try !ModelValue.areEqual(Reading(1), Reading(.nan)))
    #expect(try !ModelValue.areEqual(Reading(1), Reading(2)))
    #expect(try ModelValue.areEqual(Reading(-0.0), Reading(0)))
    let meters = Measurement(value: Double.nan, unit: UnitLength.meters)
    #expect(try !ModelValue.areEqual(meters, Measurement(value: .nan, unit: .miles)))
  }
}
