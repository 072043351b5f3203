/// Measures the sides of a case in interleaved rounds.
struct Runner {
  /// How many rounds a case gets: the fewest in any case, more of them only while it has time.
  let rounds: ClosedRange<Int>
  /// The time of a case: fast ones get more rounds out of it, and closer intervals.
  let timePerCase: Duration
  /// How long a side runs per round at least. Shorter samples measure the clock and the scheduler.
  let minimumSample: Duration

  private let clock = ContinuousClock()

  init(rounds: ClosedRange<Int>, timePerCase: Duration, minimumSample: Duration) {
    self.rounds = rounds
    self.timePerCase = timePerCase
    self.minimumSample = minimumSample
  }

  func run(_ benchmark: Case, baseline: String?) throws -> Measurement {
    let work = try benchmark.prepare()
    guard let reference = work.sides.first(where: { $0.name == baseline }) ?? work.sides.first else {
      return Measurement(benchmark, bytes: work.bytes, samples: [], baseline: nil)
    }
    try verify(work.sides, against: reference)

    let iterations = try iterations(of: work.sides, reference: reference)
    var samples = zip(work.sides, iterations).map { (side: $0.name, iterations: $1, nanoseconds: [Double]()) }
    let start = clock.now
    for round in 0..<rounds.upperBound {
      if round >= rounds.lowerBound, clock.now - start > timePerCase { break }
      for index in order(of: work.sides.count, round: round) {
        samples[index].nanoseconds.append(try time(work.sides[index], iterations: iterations[index]))
      }
    }
    // Once more, so that no side has got away with work that only its first call did.
    try verify(work.sides, against: reference)
    return Measurement(benchmark, bytes: work.bytes, samples: samples, baseline: baseline)
  }

  /// Rotated every round, and every other round backwards: no side is always first, or always after the same other,
  /// whose garbage it would have to live with.
  private func order(of count: Int, round: Int) -> [Int] {
    let rotated = (0..<count).map { (round / 2 + $0) % count }
    return round.isMultiple(of: 2) ? rotated : rotated.reversed()
  }

  private func verify(_ sides: [Side], against reference: Side) throws {
    let expected = try fingerprint(of: reference)
    for side in sides where side.name != reference.name {
      guard try fingerprint(of: side) == expected else {
        throw Failure("the result of \(side.name) differs from that of \(reference.name)")
      }
    }
  }

  private func fingerprint(of side: Side) throws -> Int {
    do {
      return try side.fingerprint()
    } catch {
      throw Failure("\(side.name) threw \(error)")
    }
  }

  /// How many iterations each side does in a sample: as many as the reference, so that they meet the same caches. A
  /// side that is many times as fast does as many times more. Otherwise its sample would be over before its code and
  /// data are back in the caches that the other side has filled, and before the clock and the scheduler no longer
  /// matter. A side whose sample would take longer than ``mostSamples`` does fewer.
  private func iterations(of sides: [Side], reference: Side) throws -> [Int] {
    let iterations = try calibrate(reference)
    let expected = try time(reference, iterations: iterations)
    return try sides.map { side in
      // Some iterations, since the first one of a fast side waits for its code and data.
      let slowness = try time(side, iterations: max(iterations / 64, 1)) / (expected * Self.mostSamples)
      guard slowness < 1 else { return max(Int(Double(iterations) / slowness), 1) }
      let factor = (expected / max(try time(side, iterations: iterations), 1)).rounded()
      return iterations * Int(min(max(factor, 1), 1000))
    }
  }

  /// How long a sample of a slow side may take, in samples of the reference.
  private static let mostSamples = 5.0

  /// How many iterations of a side fill a sample.
  private func calibrate(_ side: Side) throws -> Int {
    var iterations = 1
    while true {
      let elapsed = try time(side, iterations: iterations) * Double(iterations)
      let wanted = minimumSample.nanoseconds
      if elapsed >= wanted { return iterations }
      // Not by more than tenfold at once: the first calls are slower than the rest.
      let factor = min(10, max(1.2, wanted / max(elapsed, 1)))
      iterations = Int((Double(iterations) * factor).rounded(.up))
    }
  }

  /// Nanoseconds per iteration.
  private func time(_ side: Side, iterations: Int) throws -> Double {
    let elapsed = try clock.measure { try side.run(iterations) }
    return elapsed.nanoseconds / Double(iterations)
  }
}

/// Why a case has no result.
struct Failure: Error, CustomStringConvertible {
  let description: String

  init(_ description: String) {
    self.description = description
  }
}

extension Duration {
  var nanoseconds: Double {
    let (seconds, attoseconds) = components
    return Double(seconds) * 1e9 + Double(attoseconds) / 1e9
  }
}
