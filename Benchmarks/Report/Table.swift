/// Text in columns. The same text reads well on a terminal and is a Markdown table.
struct Table {
  enum Alignment {
    case left
    case right
  }

  private let alignments: [Alignment]
  private var rows: [[String]]

  init(columns: [(title: String, alignment: Alignment)]) {
    alignments = columns.map(\.alignment)
    rows = [columns.map(\.title)]
  }

  mutating func append(_ row: [String]) {
    rows.append(row)
  }

  var text: String {
    let widths = alignments.indices.map { column in
      rows.map { $0[column].count }.max() ?? 0
    }
    let rule = zip(alignments, widths).map { alignment, width in
      String(repeating: "-", count: width + 1) + (alignment == .right ? ":" : "-")
    }
    var lines = rows.map { row in
      let cells = row.indices.map { column in
        let padding = String(repeating: " ", count: widths[column] - row[column].count)
        return alignments[column] == .left ? row[column] + padding : padding + row[column]
      }
      return "| " + cells.joined(separator: " | ") + " |"
    }
    lines.insert("|" + rule.joined(separator: "|") + "|", at: 1)
    return lines.joined(separator: "\n")
  }
}
