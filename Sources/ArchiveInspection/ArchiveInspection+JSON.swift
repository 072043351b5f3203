import AutoCoding

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

extension ArchiveInspection {
  /// Prints an archive as JSON, with objects as dictionaries under their own keys.
  struct JSONPrinter: Printer {
    private struct Level {
      let bracket: UInt8
      /// Whether it is the only content of the enclosing level.
      var closesOuter = false
      var isEmpty = true
      /// How often each key has occurred.
      var keys: [String: Int] = [:]
    }

    private(set) var output: [UInt8] = []
    private(set) var isFull = false
    private let maximumLength: Int
    private var levels: [Level] = []

    let simplifies = false

    init(maximumLength: Int) {
      self.maximumLength = max(0, maximumLength)
    }

    mutating func begin(_ graph: Graph) {
      openLevel(keyed: true)
      if let archive = graph.archive {
        entry("archiver", archive.archiver)
        entry("version", raw: archive.version)
        entry("objectCount", raw: String(archive.objects.count))
        key("top")
        openLevel(keyed: true)
      } else {
        entry("format", "binary property list")
        entry("objectCount", raw: String(graph.objectCount))
      }
    }

    mutating func beginUnreached() {
      guard !isFull else { return }
      close()
      key("unreferenced")
      openLevel(keyed: true)
    }

    mutating func leaf(_ value: Leaf, class name: String?, number: Number?, label: Label) {
      // A value is begun only if it fits completely.
      let size =
        switch value {
        case .string(let text): text.utf8.count
        case .data(let bytes): bytes.count / 3 * 4
        default: 40
        }
      guard fits(size + self.size(of: label)) else { return }
      put(label)
      guard let number else { return put(value) }
      openLevel(keyed: true)
      entry("$id", number)
      key("$value")
      put(value)
      close()
    }

    mutating func open(_ shape: Shape, class name: String?, number: Number?, count: Int, label: Label) {
      guard fits((name?.utf8.count ?? 0) + size(of: label) + 40) else { return }
      put(label)
      if shape == .dictionary {
        openLevel(keyed: true)
        if let name { entry("$class", name) }
        if let number { entry("$id", number) }
        return
      }
      // Array elements have no keys.
      let key: String? =
        switch shape {
        case .set: "$set"
        case .orderedSet: "$orderedSet"
        default: number == nil ? nil : "$array"
        }
      guard let key else { return openLevel(keyed: false) }
      openLevel(keyed: true)
      if let number { entry("$id", number) }
      self.key(key)
      openLevel(keyed: false, closesOuter: true)
    }

    mutating func close() {
      guard let level = levels.popLast() else { return }
      if !level.isEmpty, !isFull { newLine() }
      output.append(level.bracket)
      if level.closesOuter { close() }
    }

    mutating func end(_ graph: Graph) {
      guard !isFull else { return }
      if graph.archive != nil { close() }
      guard !graph.classes.isEmpty else { return }
      key("classes")
      openLevel(keyed: true)
      for description in graph.classes {
        let names = [description.name] + description.superclasses
        guard fits(names.reduce(0) { $0 + $1.utf8.count + 4 }) else { return }
        key(unique(escaped(description.name)))
        openLevel(keyed: false)
        for name in description.superclasses {
          separate()
          put(name)
        }
        close()
      }
      close()
    }

    mutating func finish() {
      while levels.count > 1 { close() }
      if isFull {
        isFull = false
        entry("truncated", raw: "true")
      }
      close()
    }

    mutating func fail(_ message: String) {
      output = []
      levels = []
      openLevel(keyed: true)
      entry("error", message)
      close()
    }

    /// Whether that many more bytes fit. If not, nothing fits from then on.
    private mutating func fits(_ size: Int) -> Bool {
      if !isFull, size <= maximumLength - output.count { return true }
      isFull = true
      return false
    }

    private func size(of label: Label) -> Int {
      if case .key(let key) = label { key.utf8.count + 8 } else { 0 }
    }

    private mutating func openLevel(keyed: Bool, closesOuter: Bool = false) {
      output.append(keyed ? UInt8(ascii: "{") : UInt8(ascii: "["))
      levels.append(Level(bracket: keyed ? UInt8(ascii: "}") : UInt8(ascii: "]"), closesOuter: closesOuter))
    }

    private mutating func put(_ label: Label) {
      switch label {
      case .none: self.key("value")
      case .key(let key): self.key(unique(escaped(key)))
      case .other(let key): self.key(unique(key))
      case .index: separate()
      }
    }

    /// Escapes a key of the archive, since the inspection's own keys begin with `$`.
    private func escaped(_ key: String) -> String {
      key.first == "$" ? "$" + key : key
    }

    private mutating func unique(_ key: String) -> String {
      guard !levels.isEmpty else { return key }
      let count = levels[levels.count - 1].keys[key, default: 0] + 1
      levels[levels.count - 1].keys[key] = count
      return count == 1 ? key : "$\(count):\(key)"
    }

    private mutating func key(_ key: String) {
      separate()
      put(key)
      output += [UInt8(ascii: ":"), UInt8(ascii: " ")]
    }

    private mutating func entry(_ key: String, _ value: String) {
      self.key(key)
      put(value)
    }

    private mutating func entry(_ key: String, raw value: String) {
      self.key(key)
      output += value.utf8
    }

    private mutating func entry(_ key: String, _ number: Number) {
      switch number {
      case .object(let number): entry(key, raw: String(number))
      case .inline(let number): entry(key, "o\(number)")
      }
    }

    private mutating func separate() {
      guard !levels.isEmpty else { return }
      if !levels[levels.count - 1].isEmpty { output.append(UInt8(ascii: ",")) }
      levels[levels.count - 1].isEmpty = false
      newLine()
    }

    private mutating func newLine() {
      ArchiveInspection.beginLine(depth: levels.count, in: &output)
    }

    private mutating func put(_ value: Leaf) {
      switch value {
      case .null: output += "null".utf8
      case .bool(let value): output += String(value).utf8
      case .integer(let value):
        let text = value.text
        text.hasPrefix("0x") ? tagged("$integer", quoting: text) : put(raw: text)
      case .float(let value):
        value.isFinite ? put(raw: value.description) : tagged("$real", quoting: value.description)
      case .real(let value):
        value.isFinite ? put(raw: value.description) : tagged("$real", quoting: value.description)
      case .date(let seconds):
        seconds.isFinite
          ? tagged("$date", raw: seconds.description) : tagged("$date", quoting: seconds.description)
      case .string(let text): put(text)
      case .data(let bytes): tagged("$data", quoting: Data(bytes).base64EncodedString())
      case .uid(let uid): tagged("$uid", raw: String(uid))
      case .reference(.object(let number), _): tagged("$ref", raw: String(number))
      case .reference(.inline(let number), _): tagged("$ref", quoting: "o\(number)")
      }
    }

    private mutating func put(raw text: String) {
      output += text.utf8
    }

    private mutating func tagged(_ tag: String, raw text: String) {
      output += "{\"\(tag)\": \(text)}".utf8
    }

    private mutating func tagged(_ tag: String, quoting text: String) {
      output += "{\"\(tag)\": \"\(text)\"}".utf8
    }

    private mutating func put(_ text: String) {
      output.append(UInt8(ascii: "\""))
      for byte in text.utf8 {
        switch byte {
        case UInt8(ascii: "\""), UInt8(ascii: "\\"): output += [UInt8(ascii: "\\"), byte]
        case ..<0x20, 0x7F:
          let digits = Array("0123456789abcdef".utf8)
          output += "\\u00".utf8
          output += [digits[Int(byte >> 4)], digits[Int(byte & 0xF)]]
        default: output.append(byte)
        }
      }
      output.append(UInt8(ascii: "\""))
    }
  }
}
