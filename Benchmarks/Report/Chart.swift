import Foundation

/// A picture of results: groups of horizontal bars, as SVG. It has a light background of its own, so that it reads alike on
/// dark pages.
struct Chart {
  /// What the bars of one color stand for.
  struct Series {
    let name: String
    let color: String
  }

  struct Group {
    let label: String
    /// By the name of the series.
    var values: [String: Double] = [:]
  }

  enum Scale {
    case linear
    /// From 1 on.
    case logarithmic
  }

  let title: String
  /// What the numbers are, below the title.
  let subtitle: String
  let scale: Scale
  let series: [Series]
  let groups: [Group]
  /// The machine.
  let note: String

  // MARK: Layout

  private let width = 760.0
  private let left = 190.0
  private let right = 56.0
  private let top = 88.0
  private let barHeight = 13.0

  private var groupHeight: Double { Double(series.count) * (barHeight + 2) + 14 }
  private var height: Double { top + Double(groups.count) * groupHeight + 40 }

  /// The end of the scale, so that the longest bar nearly fills it.
  private var greatest: Double {
    let most = groups.flatMap(\.values.values).max() ?? 10
    switch scale {
    case .linear: return most.rounded(.up)
    case .logarithmic: return [10, 20, 50, 100, 200, 500, 1000].first { $0 >= most } ?? most
    }
  }

  private var ticks: [Double] {
    switch scale {
    case .linear: (0...Int(greatest)).map(Double.init)
    case .logarithmic: [1, 2, 5, 10, 20, 50, 100, 200, 500, 1000].filter { $0 <= greatest }
    }
  }

  private func x(_ value: Double) -> Double {
    let share =
      switch scale {
      case .linear: value / greatest
      case .logarithmic: log10(max(value, 1)) / log10(greatest)
      }
    return left + (width - left - right) * share
  }

  /// The picture.
  var svg: String {
    var parts = [
      """
      <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 \(number(width)) \(number(height))" \
      width="\(number(width))" height="\(number(height))" font-family="-apple-system, 'Segoe UI', Helvetica, Arial, sans-serif">
      <title>\(escaped(title)): \(escaped(subtitle))</title>
      <rect width="100%" height="100%" rx="6" fill="#ffffff"/>
      """,
      text(title, 16, 26, size: 16, weight: "600"), text(subtitle, 16, 46, size: 12, color: "#57606a"),
    ]
    var offset = 16.0
    for series in series {
      parts.append(rectangle(offset, 57, 11, 11, series.color))
      parts.append(text(series.name, offset + 17, 67, size: 12, color: "#57606a"))
      offset += 34 + 6.6 * Double(series.name.count)
    }
    for tick in ticks {
      let x = x(tick)
      let bottom = height - 34
      parts.append(
        "<line x1=\"\(number(x))\" y1=\"\(number(top - 6))\" x2=\"\(number(x))\" y2=\"\(number(bottom))\" "
          + "stroke=\"\(tick == 1 ? "#8b949e" : "#d8dee4")\"/>")
      parts.append(text("\(tick.fixed(0))×", x, bottom + 15, size: 11, color: "#57606a", anchor: "middle"))
    }
    for (index, group) in groups.enumerated() {
      let y = top + Double(index) * groupHeight
      let middle = y + Double(series.count) * (barHeight + 2) / 2 + 4
      parts.append(text(group.label, left - 10, middle, size: 13, anchor: "end"))
      for (row, series) in series.enumerated() {
        guard let value = group.values[series.name] else { continue }
        let y = y + Double(row) * (barHeight + 2)
        parts.append(rectangle(left, y, max(x(value) - left, 1), barHeight, series.color))
        let digits = value < 3 ? 2 : value < 10 ? 1 : 0
        parts.append(text(value.fixed(digits), x(value) + 5, y + barHeight - 2, size: 11))
      }
    }
    parts.append(text(note, width - 16, height - 6, size: 10, color: "#8b949e", anchor: "end"))
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
    "<text x=\"\(number(x))\" y=\"\(number(y))\" font-size=\"\(number(size))\" font-weight=\"\(weight)\" "
      + "fill=\"\(color)\" text-anchor=\"\(anchor)\">\(escaped(text))</text>"
  }

  private func escaped(_ text: String) -> String {
    text.replacingOccurrences(of: "&", with: "&amp;").replacingOccurrences(of: "<", with: "&lt;")
  }

  private func number(_ value: Double) -> String {
    value == value.rounded() ? value.fixed(0) : value.fixed(1)
  }
}
