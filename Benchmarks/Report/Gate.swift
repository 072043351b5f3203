/// Tells whether the floors hold. A floor is missed if the whole interval lies beyond it: an interval that
/// reaches back across the floor proves nothing.
struct Gate {
  let reports: [SuiteReport]

  /// One line for every floor that is missed.
  var misses: [String] {
    reports.flatMap { report -> [String] in
      guard let floor = report.suite.floor else { return [] }
      return cases(of: report, beyond: floor) + mean(of: report, beyond: floor)
    }
  }

  private func cases(of report: SuiteReport, beyond floor: Floor) -> [String] {
    report.measurements.compactMap { measurement in
      let worst = measurement.floor ?? floor.worstCase
      guard let ratio = measurement[floor.side]?.ratio, ratio.lower > worst else { return nil }
      return "\(measurement.title): \(floor.side) takes \(ratio.text) of the baseline; floor \(worst)"
    }
  }

  private func mean(of report: SuiteReport, beyond floor: Floor) -> [String] {
    guard let mean = report.geometricMean(of: floor.side), mean.lower > floor.geometricMean else { return [] }
    return [
      "\(report.suite.name): geometric mean of \(floor.side) is \(mean.text) of the baseline; "
        + "floor \(floor.geometricMean)"
    ]
  }

  /// All ratios the floors are about, one row per case.
  var text: String {
    reports.compactMap { report in
      guard let floor = report.suite.floor else { return nil }
      let sides = report.suite.sides.filter { $0 != report.suite.baseline }
      var table = Table(columns: [("ratio to \(report.suite.baseline ?? "")", .left)] + sides.map { ($0, .right) })
      for measurement in report.measurements {
        table.append([measurement.title] + sides.map { measurement[$0]?.ratio?.text ?? "—" })
      }
      table.append(["geometric mean"] + sides.map { report.geometricMean(of: $0)?.text ?? "—" })
      let floors = "\(floor.side): no case beyond \(floor.worstCase), geometric mean not beyond \(floor.geometricMean)"
      return "## Gate: \(report.suite.name)\n\n\(table.text)\n\nFloors for \(floors)."
    }.joined(separator: "\n\n")
  }
}
