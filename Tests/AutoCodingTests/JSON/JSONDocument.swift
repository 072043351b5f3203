import Foundation
import TestModels

/// JSON text that can be written again in another layout: members stay in their order, and scalars as they are spelled.
indirect enum JSONDocument: Equatable {
  struct Member: Equatable {
    /// With its quotes.
    var key: String
    var value: JSONDocument
  }

  case scalar(String)
  case array([JSONDocument])
  case object([Member])

  /// The document of a text that is known to be JSON; nil if its brackets do not match.
  init?(_ data: Data) {
    var parser = Parser(bytes: Array(data))
    guard let document = parser.value() else { return nil }
    parser.skipSpace()
    guard parser.index == parser.bytes.count else { return nil }
    self = document
  }

  /// The document with the members of all objects in the order of their keys.
  var sorted: JSONDocument { ordered { $0.sort { $0.key < $1.key } } }

  /// The document with the members of all objects in a random order.
  func shuffled(_ random: inout SplitMix) -> JSONDocument { ordered { $0.shuffle(using: &random) } }

  private func ordered(_ order: (inout [Member]) -> Void) -> JSONDocument {
    switch self {
    case .scalar: return self
    case .array(let elements): return .array(elements.map { $0.ordered(order) })
    case .object(var members):
      order(&members)
      return .object(members.map { Member(key: $0.key, value: $0.value.ordered(order)) })
    }
  }

  /// Whether two members of one object have equal keys.
  var hasDuplicateKeys: Bool {
    switch self {
    case .scalar: false
    case .array(let elements): elements.contains(where: \.hasDuplicateKeys)
    case .object(let members):
      Set(members.map(\.plainKey)).count < members.count || members.contains(where: \.value.hasDuplicateKeys)
    }
  }

  /// The keys of all objects.
  var keys: Set<String> {
    switch self {
    case .scalar: []
    case .array(let elements): elements.reduce(into: []) { $0.formUnion($1.keys) }
    case .object(let members):
      members.reduce(into: Set(members.map(\.plainKey))) { $0.formUnion($1.value.keys) }
    }
  }
}

extension JSONDocument.Member {
  var plainKey: String {
    key.contains("\\")
      ? (try? JSONDecoder().decode(String.self, from: Data(key.utf8))) ?? key : String(key.dropFirst().dropLast())
  }
}

extension JSONDocument {
  /// Members that no type knows. Their keys come back from every key strategy as different ones.
  enum Unknown: Equatable {
    case first, middle, last

    private static let members: [Member] = [
      (#""k_unknownOne""#, #"-0.5e-3"#), (#""k_unknown/Two""#, #"{"id":[1,{"name":"}]\""},[]],"value":{}}"#),
      (#""k_unknown\u0054hree""#, #"[[],[{}]," , \u00e9",null]"#), (#""k_unknownFour""#, "true"),
    ].map { Member(key: $0, value: .scalar($1)) }

    func insert(in members: inout [Member]) {
      switch self {
      case .first: members.insert(contentsOf: Self.members.prefix(2), at: 0)
      case .middle: members.insert(contentsOf: Self.members.suffix(3), at: members.count / 2)
      case .last: members += Self.members.dropFirst()
      }
    }
  }

  /// The document with more members in its objects down to a depth.
  func adding(_ unknown: Unknown, depth: Int = .max) -> JSONDocument {
    guard depth > 0 else { return self }
    switch self {
    case .scalar: return self
    case .array(let elements): return .array(elements.map { $0.adding(unknown, depth: depth) })
    case .object(let members):
      var members = members.map { Member(key: $0.key, value: $0.value.adding(unknown, depth: depth - 1)) }
      unknown.insert(in: &members)
      return .object(members)
    }
  }

  /// The document with escapes in the text of all keys.
  func escapingKeys() -> JSONDocument {
    switch self {
    case .scalar: return self
    case .array(let elements): return .array(elements.map { $0.escapingKeys() })
    case .object(let members):
      return .object(members.map { Member(key: Self.escape($0.key), value: $0.value.escapingKeys()) })
    }
  }

  private static func escape(_ key: String) -> String {
    guard let first = key.utf8.dropFirst().first, first != UInt8(ascii: "\\"), first < 0x80, key.utf8.count > 2 else {
      return key
    }
    return "\"\\u00" + String(first, radix: 16) + key.dropFirst(2)
  }
}

extension JSONDocument {
  /// The spaces and line breaks of a text.
  struct Layout {
    var colon = ":"
    var isPretty = false

    static let compact = Layout()
    static let spaced = Layout(colon: " : ")
    /// As Foundation's coders write it.
    static let pretty = Layout(colon: " : ", isPretty: true)
  }

  func text(_ layout: Layout = .compact) -> String {
    var text = ""
    write(to: &text, layout, indentation: "\n")
    return text
  }

  private func write(to text: inout String, _ layout: Layout, indentation: String) {
    func list<Element>(_ elements: [Element], _ open: String, _ close: String, _ write: (Element, String) -> Void) {
      let inner = indentation + "  "
      text += open
      for (index, element) in elements.enumerated() {
        if index > 0 { text += "," }
        if layout.isPretty { text += inner }
        write(element, inner)
      }
      if layout.isPretty { text += elements.isEmpty ? "\n" + indentation : indentation }
      text += close
    }
    switch self {
    case .scalar(let scalar): text += scalar
    case .array(let elements):
      list(elements, "[", "]") { $0.write(to: &text, layout, indentation: $1) }
    case .object(let members):
      list(members, "{", "}") {
        text += $0.key
        text += layout.colon
        $0.value.write(to: &text, layout, indentation: $1)
      }
    }
  }
}

private struct Parser {
  let bytes: [UInt8]
  var index = 0

  init(bytes: [UInt8]) { self.bytes = bytes }

  mutating func skipSpace() {
    while index < bytes.count, bytes[index] <= 0x20 { index += 1 }
  }

  private mutating func skip(_ byte: UInt8) -> Bool {
    skipSpace()
    guard index < bytes.count, bytes[index] == byte else { return false }
    index += 1
    return true
  }

  mutating func value() -> JSONDocument? {
    if skip(UInt8(ascii: "[")) {
      var elements: [JSONDocument] = []
      if skip(UInt8(ascii: "]")) { return .array([]) }
      repeat {
        guard let element = value() else { return nil }
        elements.append(element)
      } while skip(UInt8(ascii: ","))
      return skip(UInt8(ascii: "]")) ? .array(elements) : nil
    }
    if skip(UInt8(ascii: "{")) {
      var members: [JSONDocument.Member] = []
      if skip(UInt8(ascii: "}")) { return .object([]) }
      repeat {
        guard let key = scalar(), skip(UInt8(ascii: ":")), let value = value() else { return nil }
        members.append(JSONDocument.Member(key: key, value: value))
      } while skip(UInt8(ascii: ","))
      return skip(UInt8(ascii: "}")) ? .object(members) : nil
    }
    return scalar().map(JSONDocument.scalar)
  }

  private mutating func scalar() -> String? {
    let start = index
    if skip(UInt8(ascii: "\"")) {
      while index < bytes.count, bytes[index] != UInt8(ascii: "\"") {
        index += bytes[index] == UInt8(ascii: "\\") ? 2 : 1
      }
      guard index < bytes.count else { return nil }
      index += 1
    } else {
      while index < bytes.count, bytes[index] > 0x20, !",:[]{}\"".utf8.contains(bytes[index]) { index += 1 }
    }
    let text = String(decoding: bytes[start..<index], as: UTF8.self).drop { $0.isWhitespace }
    return text.isEmpty ? nil : String(text)
  }
}
