import AutoCoding

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

extension ArchiveInspection {
  /// Prints an archive as text: one line for each value, indented by depth.
  struct TextPrinter: Printer {
    private(set) var output: [UInt8] = []
    private let maximumLength: Int
    private var depth = 0
    private var isArchive = false

    let simplifies = true
    var isFull: Bool { output.count >= maximumLength }

    init(maximumLength: Int) {
      self.maximumLength = max(0, maximumLength)
    }

    mutating func begin(_ graph: Graph) {
      let objects = graph.archive?.objects.count ?? graph.objectCount
      let count = objects == 1 ? "1 object" : "\(objects) objects"
      isArchive = graph.archive != nil
      if let archive = graph.archive {
        line("\(quotedIfNeeded(archive.archiver)) archive, version \(archive.version), \(count)")
      } else {
        line("binary property list, \(count)")
      }
    }

    mutating func beginUnreached() {
      line("unreferenced:")
    }

    mutating func leaf(_ value: Leaf, class name: String?, number: Number?, label: Label) {
      line(label: label, [name.map(quotedIfNeeded), text(of: value), number.map(text(of:))])
    }

    mutating func open(_ shape: Shape, class name: String?, number: Number?, count: Int, label: Label) {
      let shapeName =
        switch shape {
        case .array: "array"
        case .set: "set"
        case .orderedSet: "ordered set"
        case .dictionary: "dictionary"
        }
      line(label: label, [name.map(quotedIfNeeded) ?? shapeName, count == 0 ? "(empty)" : nil, number.map(text(of:))])
      depth += 1
    }

    mutating func close() {
      depth -= 1
    }

    mutating func end(_ graph: Graph) {
      guard !isFull, !graph.classes.isEmpty else { return }
      line("classes:")
      depth += 1
      for description in graph.classes where !isFull {
        line(([description.name] + description.superclasses).map(quotedIfNeeded).joined(separator: ": "))
      }
      depth -= 1
    }

    mutating func finish() {
      guard isFull else { return }
      depth = 0
      line("… and more, which exceeds the limit of \(maximumLength) bytes")
    }

    mutating func fail(_ message: String) {
      depth = 0
      line(message)
    }

    private mutating func line(label: Label, _ parts: [String?]) {
      let text = parts.compactMap { $0 }.joined(separator: " ")
      switch label {
      case .none: line(text)
      case .key(let key): line("\(quotedIfNeeded(key)): \(text)")
      case .other(let key): line("\(key): \(text)")
      case .index(let index): line("\(index): \(text)")
      }
    }

    private mutating func line(_ text: String) {
      ArchiveInspection.beginLine(depth: depth, in: &output)
      output.append(contentsOf: text.utf8)
    }

    private func text(of value: Leaf) -> String {
      switch value {
      case .null: "null"
      case .bool(let value): String(value)
      case .integer(let value): value.text
      case .float(let value): value.description
      case .real(let value): value.description
      case .date(let seconds): Self.date(seconds)
      case .string(let text): quoted(text)
      case .data(let bytes): Self.data(bytes)
      case .uid(let uid): "UID \(uid)" + (isArchive ? ", which does not exist" : "")
      case .reference(let number, let isCycle): (isCycle ? "→ " : "") + self.text(of: number)
      }
    }

    private func text(of number: Number) -> String {
      switch number {
      case .object(let number): "#\(number)"
      case .inline(let number): "#o\(number)"
      }
    }

    /// Returns the first bytes, as many as fit on a line.
    private static func data(_ bytes: UnsafeRawBufferPointer) -> String {
      let shown = bytes.prefix(24).map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
      return "<\(shown)\(bytes.count > 24 ? "…" : "")> \(bytes.count) \(bytes.count == 1 ? "byte" : "bytes")"
    }

    private static func date(_ seconds: Double) -> String {
      // Only the years 1 to 9999 can be written as a date; other values, including NaN, cannot.
      guard seconds >= -63_114_076_800, seconds < 252_423_993_600 else { return "date \(seconds)" }
      let style = Date.ISO8601FormatStyle(includingFractionalSeconds: seconds != seconds.rounded())
      return Date(timeIntervalSinceReferenceDate: seconds).formatted(style)
    }

    /// Returns names without quotes, if they contain only ordinary characters.
    private func quotedIfNeeded(_ text: String) -> String {
      let isName =
        !text.isEmpty
        && text.utf8.count <= 200
        && text.unicodeScalars.allSatisfy { scalar in
          scalar.properties.isAlphabetic || scalar.properties.numericType != nil
            || "_.$-<>/".unicodeScalars.contains(scalar)
        }
      return isName ? text : quoted(text)
    }

    /// Returns text in quotes, with characters escaped that move the cursor or change the writing direction. Long text
    /// is cut.
    private func quoted(_ text: String) -> String {
      var result = "\""
      for scalar in text.unicodeScalars.prefix(200) {
        switch scalar {
        case "\"": result += "\\\""
        case "\\": result += "\\\\"
        case "\n": result += "\\n"
        case "\r": result += "\\r"
        case "\t": result += "\\t"
        default:
          switch scalar.properties.generalCategory {
          case .control, .format, .lineSeparator, .paragraphSeparator, .privateUse, .unassigned:
            result += "\\u{\(String(scalar.value, radix: 16))}"
          default: result.unicodeScalars.append(scalar)
          }
        }
      }
      result += "\""
      let shown = text.unicodeScalars.index(text.startIndex, offsetBy: 200, limitedBy: text.endIndex) ?? text.endIndex
      if shown < text.endIndex { result += "… \(text.utf8.count) bytes" }
      return result
    }
  }
}
