import Foundation

/// How many times as fast as Foundation's coders this library's own formats are, as an SVG picture: bars on a logarithmic
/// scale, from the results that `--json` wrote.
struct Chart {
  /// Of the results, what the chart needs.
  private struct Results: Decodable {
    struct Row: Decodable {
      let suite: String
      let name: String
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

  private struct Bar {
    let label: String
    /// How many times as fast, by operation.
    var factors: [String: Double] = [:]
  }

  private static let operations = [(name: "encode", color: "#2f6fde"), (name: "decode", color: "#e0852f")]

  private let bars: [Bar]
  private let host: Results.Host

  /// - Parameter json: What `--json` wrote, of a run that had cases of the suite.
  init(json: Data, suite: String) throws {
    let results = try JSONDecoder().decode(Results.self, from: json)
    var bars: [Bar] = []
    for row in results.rows where row.suite == suite && row.side == SideName.auto {
      guard let ratio = row.ratio, ratio > 0 else { continue }
      if bars.last?.label != row.name { bars.append(Bar(label: row.name)) }
      bars[bars.count - 1].factors[row.operation] = 1 / ratio
    }
    guard !bars.isEmpty else { throw Failure("the results have no case of \"\(suite)\"") }
    self.bars = bars
    host = results.host
  }

  // MARK: Layout

  private let width = 760.0
  private let left = 176.0
  private let right = 56.0
  private let top = 64.0
  private let barHeight = 13.0
  private let groupHeight = 44.0

  private var height: Double { top + Double(bars.count) * groupHeight + 40 }
  /// The scale ends at a power of ten's double or half, so that the longest bar nearly fills it.
  private var greatest: Double {
    let most = bars.flatMap(\.factors.values).max() ?? 10
    return [10, 20, 50, 100, 200, 500, 1000].first { $0 >= most } ?? most
  }

  /// Where a factor is on the scale, from 1 on.
  private func x(_ factor: Double) -> Double {
    left + (width - left - right) * log10(max(factor, 1)) / log10(greatest)
  }

  /// The picture.
  var svg: String {
    var parts = [
      """
      <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 \(number(width)) \(number(height))" \
      width="\(number(width))" height="\(number(height))" font-family="-apple-system, 'Segoe UI', Helvetica, Arial, sans-serif">
      <title>AutoJSONEncoder and AutoJSONDecoder: how many times as fast as JSONEncoder and JSONDecoder</title>
      <rect width="100%" height="100%" rx="6" fill="#ffffff"/>
      """,
      text("Times as fast as JSONEncoder and JSONDecoder", 16, 26, size: 16, weight: "600"),
    ]
    for (index, operation) in Self.operations.enumerated() {
      let offset = 16 + Double(index) * 84
      parts.append(rectangle(offset, 39, 11, 11, operation.color))
      parts.append(text(operation.name, offset + 17, 49, size: 12, color: "#57606a"))
    }
    for tick in [1, 2, 5, 10, 20, 50, 100, 200, 500, 1000] where Double(tick) <= greatest {
      let x = x(Double(tick))
      let bottom = height - 34
      parts.append(
        "<line x1=\"\(number(x))\" y1=\"\(number(top - 6))\" x2=\"\(number(x))\" y2=\"\(number(bottom))\" "
          + "stroke=\"#d8dee4\"/>")
      parts.append(text("\(tick)×", x, bottom + 15, size: 11, color: "#57606a", anchor: "middle"))
    }
    for (index, bar) in bars.enumerated() {
      let y = top + Double(index) * groupHeight
      parts.append(text(bar.label, left - 10, y + barHeight + 5, size: 13, anchor: "end"))
      for (row, operation) in Self.operations.enumerated() {
        guard let factor = bar.factors[operation.name] else { continue }
        let y = y + Double(row) * (barHeight + 2)
        parts.append(rectangle(left, y, max(x(factor) - left, 1), barHeight, operation.color))
        parts.append(
          text(factor.fixed(factor < 10 ? 1 : 0), x(factor) + 5, y + barHeight - 2, size: 11, color: "#24292f"))
      }
    }
    parts.append(
      text(
        "Logarithmic scale. Swift \(host.swift), \(host.system) \(host.architecture), optimized.", width - 16,
        height - 6, size: 10, color: "#8b949e", anchor: "end"))
    return (parts + ["</svg>", ""]).joined(separator: "\n")
  }

  private func rectangle(_ x: Double, _ y: Double, _ width: Double, _ height: Double, _ color: String) -> String {
    "<rect x=\"\(number(x))\" y=\"\(number(y))\" width=\"\(number(width))\" height=\"\(number(height))\" rx=\"2\" "
      + "fill=\"\(color)\"/>"
  }

  private func text(
    _ text: String, _ x: Double, _ y: Double, size: Double, weight: String = "400", color: String = "#24292f",
    anchor: String = "start"
  ) -> String {
    let escaped = text.replacingOccurrences(of: "&", with: "&amp;").replacingOccurrences(of: "<", with: "&lt;")
    return "<text x=\"\(number(x))\" y=\"\(number(y))\" font-size=\"\(number(size))\" font-weight=\"\(weight)\" "
      + "fill=\"\(color)\" text-anchor=\"\(anchor)\">\(escaped)</text>"
  }

  private func number(_ value: Double) -> String {
    value == value.rounded() ? value.fixed(0) : value.fixed(1)
  }
}
