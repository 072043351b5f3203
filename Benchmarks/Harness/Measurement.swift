/// What was measured in one case.
struct Measurement {
  let title: String
  let name: String
  let coder: String
  let operation: String
  let objects: Int
  let bytes: Int?
  /// The case's own floor.
  let floor: Double?
  let rounds: Int
  let results: [SideResult]

  init(
    _ benchmark: Case, bytes: Int?, samples: [(side: String, iterations: Int, nanoseconds: [Double])],
    baseline: String?
  ) {
    title = benchmark.title
    name = benchmark.name
    coder = benchmark.coder
    operation = benchmark.operation
    objects = benchmark.objects
    self.bytes = bytes
    floor = benchmark.floor
    rounds = samples.first?.nanoseconds.count ?? 0
    let reference = samples.first { $0.side == baseline }?.nanoseconds
    results = samples.map {
      SideResult(name: $0.side, iterations: $0.iterations, samples: $0.nanoseconds, baseline: reference)
    }
  }

  subscript(side: String) -> SideResult? {
    results.first { $0.name == side }
  }

  func nanosecondsPerObject(_ result: SideResult) -> Double {
    result.time.median / Double(objects)
  }

  func megabytesPerSecond(_ result: SideResult) -> Double? {
    bytes.map { Double($0) / result.time.median * 1000 }
  }
}

/// What was measured of one side.
struct SideResult {
  let name: String
  /// Per round.
  let iterations: Int
  /// Nanoseconds per iteration.
  let time: Summary
  /// The time of each round divided by the baseline's in the same round: what slows a whole round down cancels out.
  let ratios: [Double]
  /// The median of the ratios.
  let ratio: Estimate?

  init(name: String, iterations: Int, samples: [Double], baseline: [Double]?) {
    self.name = name
    self.iterations = iterations
    time = Summary(samples)
    ratios = baseline.map { zip(samples, $0).map { $0 / $1 } } ?? []
    ratio = ratios.isEmpty ? nil : Statistics.estimateMedian(ratios)
  }
}
