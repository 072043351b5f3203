/// The results of one suite.
struct SuiteReport {
  let suite: Suite
  let measurements: [Measurement]

  /// The geometric mean of a side's ratios over all cases, if it took part in any.
  func geometricMean(of side: String) -> Estimate? {
    let samples = measurements.compactMap { $0[side]?.ratios }.filter { !$0.isEmpty }
    return samples.isEmpty ? nil : Statistics.estimateGeometricMean(ofMedians: samples)
  }

  /// The case in which a side does worst, compared to the baseline.
  func worst(of side: String) -> (title: String, ratio: Estimate)? {
    measurements.compactMap { measurement in measurement[side]?.ratio.map { (measurement.title, $0) } }
      .max { $0.ratio.value < $1.ratio.value }
  }
}

/// All that one run has found out.
struct Report {
  let host: Host
  let rounds: ClosedRange<Int>
  let suites: [SuiteReport]
  let growths: [Growth]
  /// What a reader has to know to read the table rightly.
  let notes: [String]

  /// The tables, as Markdown.
  var text: String {
    ([heading] + suites.flatMap(sections) + growths.map(\.text) + [notes.map { "- \($0)" }.joined(separator: "\n")])
      .joined(separator: "\n\n")
  }

  /// The machine, and how often everything was measured.
  var heading: String { "\(host.text); medians of \(roundsText) interleaved rounds." }

  private var roundsText: String {
    rounds.count == 1 ? "\(rounds.lowerBound)" : "\(rounds.lowerBound) to \(rounds.upperBound)"
  }

  private func sections(of report: SuiteReport) -> [String] {
    guard !report.measurements.isEmpty else { return [] }
    var sections = ["## \(report.suite.name)", results(of: report).text]
    if let baseline = report.suite.baseline {
      sections.append("Ratios to \(baseline), with bootstrap 95% intervals:")
      sections.append(summary(of: report, baseline: baseline).text)
    }
    return sections
  }

  private func results(of report: SuiteReport) -> Table {
    var table = Table(columns: [
      ("case", .left), ("coder", .left), ("operation", .left), ("side", .left), ("median", .right), ("ratio", .right),
      ("spread", .right), ("ns/object", .right), ("MB/s", .right),
    ])
    for measurement in report.measurements {
      for side in report.suite.sides {
        let columns =
          measurement[side].map { result in
            [
              result.time.median.asTime, result.ratio?.value.asRatio ?? "—", result.time.spread.asPercent,
              measurement.nanosecondsPerObject(result).fixed(0),
              measurement.megabytesPerSecond(result)?.fixed(1) ?? "—",
            ]
          } ?? Array(repeating: "—", count: 5)
        table.append([measurement.name, measurement.coder, measurement.operation, side] + columns)
      }
    }
    return table
  }

  private func summary(of report: SuiteReport, baseline: String) -> Table {
    var table = Table(columns: [
      ("side", .left), ("geometric mean", .right), ("worst case", .right), ("where", .left),
    ])
    for side in report.suite.sides where side != baseline {
      guard let mean = report.geometricMean(of: side), let worst = report.worst(of: side) else { continue }
      table.append([side, mean.text, worst.ratio.text, worst.title])
    }
    return table
  }
}
