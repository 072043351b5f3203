import Foundation

/// The pictures of the documentation, drawn from what `--json` wrote.
struct Pictures {
  /// Of the results, what the pictures need.
  private struct Results: Decodable {
    struct Row: Decodable {
      let suite: String
      let name: String
      let coder: String
      let operation: String
      let side: String
      let ratio: Double?
    }

    struct Host: Decodable {
      let swift: String
      let system: String
      let architecture: String
    }

    let host: Host
    let rows: [Row]
  }

  private let results: Results

  /// - Parameter json: What `--json` wrote.
  init(json: Data) throws {
    results = try JSONDecoder().decode(Results.self, from: json)
  }

  /// The pictures, by the names of their files.
  func all() throws -> [(name: String, svg: String)] {
    [("Reflection.svg", try reflection().svg), ("JSON.svg", try json().svg)]
  }

  /// Whether reflection is slower or faster than code by hand.
  private func reflection() throws -> Chart {
    Chart(
      title: "Encoding models with JSONEncoder: reflection and code written by hand",
      subtitle: "Time of each ÷ time of Codable code written by hand for the same model. Shorter is faster.",
      scale: .linear,
      series: [
        .init(name: SideName.auto, color: "#2f6fde"), .init(name: SideName.synth, color: "#5aa469"),
        .init(name: SideName.uncached, color: "#b0b7c0"),
      ],
      groups: try groups { row in
        guard row.suite == "Codable bridge", row.coder == "JSON", row.operation == "encode", row.side != SideName.hand
        else { return nil }
        return row.ratio.map { (row.side, $0) }
      }, note: note("Linear scale."))
  }

  /// How fast this library's JSON coders are.
  private func json() throws -> Chart {
    Chart(
      title: "AutoJSONEncoder and AutoJSONDecoder against JSONEncoder and JSONDecoder",
      subtitle: "How many times as fast as Foundation's coders with Codable code written by hand. Longer is faster.",
      scale: .logarithmic,
      series: [.init(name: "encode", color: "#2f6fde"), .init(name: "decode", color: "#e0852f")],
      groups: try groups { row in
        guard row.suite == "JSON format", row.side == SideName.auto, let ratio = row.ratio, ratio > 0 else {
          return nil
        }
        return (row.operation, 1 / ratio)
      }, note: note("Logarithmic scale."))
  }

  private func note(_ scale: String) -> String {
    "\(scale) Swift \(results.host.swift), \(results.host.system) \(results.host.architecture), optimized."
  }

  /// The rows that have a bar, grouped by case.
  private func groups(_ bar: (Results.Row) -> (series: String, value: Double)?) throws -> [Chart.Group] {
    var groups: [Chart.Group] = []
    for row in results.rows {
      guard let bar = bar(row) else { continue }
      if groups.last?.label != row.name { groups.append(Chart.Group(label: row.name)) }
      groups[groups.count - 1].values[bar.series] = bar.value
    }
    guard !groups.isEmpty else { throw Failure("the results lack the suites that the pictures show") }
    return groups
  }
}
