import Foundation

/// The report as JSON, for tools and for comparison with later runs.
struct JSONReport: Encodable {
  struct Row: Encodable {
    let suite: String
    let name: String
    let coder: String
    let operation: String
    let side: String
    let objects: Int
    let bytes: Int?
    let rounds: Int
    let iterationsPerRound: Int
    let medianNanoseconds: Double
    let minNanoseconds: Double
    let maxNanoseconds: Double
    let spread: Double
    let ratio: Double?
    let ratioInterval: [Double]?
    let nanosecondsPerObject: Double
    let megabytesPerSecond: Double?
  }

  /// Time at one number of objects.
  struct Growth: Encodable {
    let format: String
    let operation: String
    let objects: Int
    let nanosecondsPerObject: Double
  }

  let host: Host
  let notes: [String]
  let rows: [Row]
  let growth: [Growth]

  init(_ report: Report) {
    host = report.host
    notes = report.notes
    growth = report.growths.flatMap { growth in
      growth.rows.map {
        Growth(
          format: growth.format, operation: $0.operation, objects: $0.count,
          nanosecondsPerObject: $0.nanosecondsPerObject)
      }
    }
    rows = report.suites.flatMap { suite in
      suite.measurements.flatMap { measurement in
        measurement.results.map { result in
          Row(
            suite: suite.suite.name, name: measurement.name, coder: measurement.coder,
            operation: measurement.operation, side: result.name, objects: measurement.objects,
            bytes: measurement.bytes, rounds: measurement.rounds, iterationsPerRound: result.iterations,
            medianNanoseconds: result.time.median, minNanoseconds: result.time.min, maxNanoseconds: result.time.max,
            spread: result.time.spread, ratio: result.ratio?.value,
            ratioInterval: result.ratio.map { [$0.lower, $0.upper] },
            nanosecondsPerObject: measurement.nanosecondsPerObject(result),
            megabytesPerSecond: measurement.megabytesPerSecond(result))
        }
      }
    }
  }

  func data() throws -> Data {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
    return try encoder.encode(self) + Data("\n".utf8)
  }
}
