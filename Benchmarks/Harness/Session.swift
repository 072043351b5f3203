/// Runs suites, reports progress and keeps what failed: one bad case does not hide the others.
struct Session {
  let runner: Runner
  let total: Int
  /// Whether each case has a line of progress, and not each suite.
  let isDetailed: Bool
  private(set) var failures: [String] = []
  private var done = 0

  init(runner: Runner, total: Int, isDetailed: Bool) {
    self.runner = runner
    self.total = total
    self.isDetailed = isDetailed
  }

  mutating func run(_ suite: Suite) -> SuiteReport {
    if !isDetailed, !suite.cases.isEmpty {
      Console.log("[\(done + 1) to \(done + suite.cases.count) of \(total)] \(suite.name)")
    }
    return SuiteReport(suite: suite, measurements: suite.cases.compactMap { run($0, of: suite) })
  }

  private mutating func run(_ benchmark: Case, of suite: Suite) -> Measurement? {
    done += 1
    let progress = "[\(done)/\(total)] \(benchmark.title)"
    do {
      let measurement = try runner.run(benchmark, baseline: suite.baseline)
      if isDetailed { Console.log("\(progress): \(outcome(of: measurement, in: suite))") }
      return measurement
    } catch {
      failures.append("\(benchmark.title): \(error)")
      Console.log("\(progress): FAILED, \(error)")
      return nil
    }
  }

  private func outcome(of measurement: Measurement, in suite: Suite) -> String {
    guard let first = suite.sides.first, let result = measurement[first] else { return "—" }
    let ratio = result.ratio.map { ", ratio \($0.text)" } ?? ""
    return "\(result.time.median.asTime)\(ratio)"
  }
}
