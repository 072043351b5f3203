import Foundation
import TestSupport

/// A way in which values lie in memory, with some values of it.
struct Layout {
  let name: String
  /// Codes values at least so many times, with failures in between.
  let run: (_ count: Int) throws -> Tally

  /// What was done with the values of a layout.
  struct Tally {
    var roundTrips = 0
    var failedDecodes = 0
    var failedEncodes = 0
  }

  /// - Parameters:
  ///   - refused: Data that must be refused, beside that which is made of the values by damaging it everywhere.
  ///   - takesAnything: Whether damaged data may still fit, since a part of the value can be anything.
  ///   - hasAnyOrder: Whether equal values may be written in different order, as sets are.
  ///   - isSame: Whether the second value is what should come back of the first.
  ///   - values: What is coded, in turn.
  init<Value: Codable>(
    _ name: String, refused: [String] = [], takesAnything: Bool = false, hasAnyOrder: Bool = false,
    isSame: @escaping (Value, Value) -> Bool, _ values: @escaping @autoclosure () -> [Value]
  ) {
    self.name = name
    run = { count in
      let refused = refused.map { Data($0.utf8) }
      var trips = try RoundTrip(
        values: values(), isSame: isSame, refused: refused, takesAnything: takesAnything, hasAnyOrder: hasAnyOrder)
      return try trips.run(count)
    }
  }

  /// As above, for values that come back as they were.
  init<Value: Codable & Equatable>(
    _ name: String, refused: [String] = [], takesAnything: Bool = false, hasAnyOrder: Bool = false,
    _ values: @escaping @autoclosure () -> [Value]
  ) {
    self.init(
      name, refused: refused, takesAnything: takesAnything, hasAnyOrder: hasAnyOrder, isSame: { $0 == $1 }, values())
  }
}

private struct RoundTrip<Value: Codable> {
  private struct Sample {
    let value: Value
    let encoded: Data
    /// How many counted objects are encoded with it.
    let objects: Int
    /// What came back of the value the last time.
    var latest: Value
  }

  private struct Damaged {
    let data: Data
    let mustFail: Bool
  }

  private let encoder = JSONEncoder()
  private let decoder = JSONDecoder()
  private let isSame: (Value, Value) -> Bool
  private let hasAnyOrder: Bool
  private var samples: [Sample] = []
  private var damaged: [Damaged] = []

  init(
    values: [Value], isSame: @escaping (Value, Value) -> Bool, refused: [Data], takesAnything: Bool, hasAnyOrder: Bool
  ) throws {
    self.isSame = isSame
    self.hasAnyOrder = hasAnyOrder
    encoder.outputFormatting = .sortedKeys
    for value in values {
      var encoded = Data()
      let objects = try Counted.encodingAtMost { encoded = try encoder.encode(value) }
      samples.append(Sample(value: value, encoded: encoded, objects: objects, latest: value))
      for damage in try decoder.decode(AnyJSON.self, from: encoded).damaged {
        let data = try encoder.encode(damage.value)
        damaged.append(Damaged(data: data, mustFail: damage.mustFail && !takesAnything))
      }
    }
    damaged += refused.map { Damaged(data: $0, mustFail: true) }
  }

  /// What was decoded is what is encoded the next time. At least every damage is done once.
  mutating func run(_ count: Int) throws -> Layout.Tally {
    var tally = Layout.Tally()
    for trip in 0..<max(count, damaged.count * 2) {
      try roundTrip(trip % samples.count)
      tally.roundTrips += 1
      // A failure beside each round trip, of decoding and of encoding by turns.
      let turn = trip / 2
      if trip.isMultiple(of: 2) {
        if try isRefused(damaged[turn % damaged.count]) { tally.failedDecodes += 1 }
      } else {
        if try stopsEncoding(samples[turn % samples.count], at: turn / samples.count) { tally.failedEncodes += 1 }
      }
    }
    return tally
  }

  private mutating func roundTrip(_ index: Int) throws {
    let sample = samples[index]
    let data = try encoder.encode(sample.latest)
    guard data == sample.encoded || hasAnyOrder && data.count == sample.encoded.count else {
      throw Failure("\(data.text) was written instead of \(sample.encoded.text)")
    }
    let decoded = try decoder.decode(Value.self, from: data)
    guard isSame(sample.value, decoded) else {
      throw Failure("another value came back of \(data.text): \(decoded)")
    }
    samples[index].latest = decoded
  }

  /// Whether decoding failed, as it must if the damage is certain.
  private func isRefused(_ damaged: Damaged) throws -> Bool {
    do {
      _ = try decoder.decode(Value.self, from: damaged.data)
    } catch is DecodingError {
      return true
    } catch Refusal.wanted {
      return true
    }
    if damaged.mustFail { throw Failure("\(damaged.data.text) was accepted") }
    return false
  }

  /// Whether encoding failed, as it must at each of the objects that are encoded with the value, in turn.
  private func stopsEncoding(_ sample: Sample, at turn: Int) throws -> Bool {
    guard sample.objects > 0 else { return false }
    do {
      _ = try Counted.encodingAtMost(turn % sample.objects) { _ = try encoder.encode(sample.latest) }
    } catch Refusal.wanted {
      return true
    }
    throw Failure("\(sample.encoded.text) was encoded though a part of it threw")
  }
}

extension Data {
  fileprivate var text: String { String(decoding: self, as: UTF8.self) }
}
