/// Runs suites, reports progress and keeps what failed: one bad case does not hide the others.
struct Session {
  let runner: Runner
  let total: Int
  private(set) var failures: [String] = []
  private var done = 0

  init(runner: Runner, total: Int) {
    self.runner = runner
    self.total = total
  }

  mutating func run(_ suite: Suite) -> SuiteReport {
    SuiteReport(suite: suite, measurements: suite.cases.compactMap { run($0, of: suite) })
  }

  private mutating func run(_ benchmark: Case, of suite: Suite) -> Measurement? {
    done += 1
    let progress = "[\(done)/\(total)] \(benchmark.title)"
    do {
      let measurement = try runner.run(benchmark, baseline: suite.baseline)
      Console.log("\(progress): \(outcome(of: measurement, in: suite))")
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
