#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// Describes a value and its parts as text.
struct ValueDescription {
  private indirect enum Node {
    case leaf(String)
    /// - isPositional: Whether the parts are elements, whose labels are left out on one line.
    case parts(head: String, [(label: String, node: Node)], isPositional: Bool)
  }

  /// Values nested more deeply than this are abbreviated.
  private static let maximumDepth = 64
  /// The maximum length of a description on one line.
  private static let maximumLength = 200

  /// The objects described so far, numbered in order of appearance.
  private var objects = ObjectList()
  private var depth = 0
  /// How many levels of objects are described with their properties, and without numbers; nil for all, with numbers.
  private var remainingLevels: Int?

  /// Returns a description with one line for each part, indented below the value that has it.
  static func tree(of address: UnsafeRawPointer, as codec: Codec) throws -> String {
    var description = ValueDescription()
    var lines: [String] = []
    Self.append(try description.node(address, codec), label: nil, indentation: "", to: &lines)
    return lines.joined(separator: "\n")
  }

  /// Returns a description on one line, shortened if it is long.
  static func text(of value: Any?) -> String {
    guard let value else { return "nil" }
    let text = wholeText(of: value)
    return text.count > maximumLength ? text.prefix(maximumLength) + "…" : text
  }

  /// Returns a description on one line, however long.
  static func wholeText(of value: Any) -> String {
    var description = ValueDescription()
    return line((try? description.node(of: value)) ?? .leaf(ValueText.describing(value)))
  }

  // MARK: Text

  private static func append(_ node: Node, label: String?, indentation: String, to lines: inout [String]) {
    let begin = indentation + (label.map { "\($0): " } ?? "")
    switch node {
    case .leaf(let text): lines.append(begin + text)
    case .parts(let head, let parts, _):
      lines.append(begin + head)
      for part in parts { append(part.node, label: part.label, indentation: indentation + "  ", to: &lines) }
    }
  }

  private static func line(_ node: Node) -> String {
    switch node {
    case .leaf(let text): return text
    case .parts(_, let parts, isPositional: true): return "[\(parts.map { line($0.node) }.joined(separator: ", "))]"
    case .parts(let head, let parts, isPositional: false):
      return "\(head)(\(parts.map { "\($0.label): \(line($0.node))" }.joined(separator: ", ")))"
    }
  }

  // MARK: Nodes

  private mutating func node(of value: Any) throws -> Node {
    guard let codec = try Discovery.codecIfAny(for: type(of: value))?.takeUnretainedValue() else {
      return .leaf(ValueText.describing(value))
    }
    return try ValueComparison.withAddress(of: value) { try node($0, codec) }
  }

  private mutating func node(_ address: UnsafeRawPointer, _ codec: Codec) throws -> Node {
    depth += 1
    defer { depth -= 1 }
    // The remaining stack may permit fewer levels.
    guard depth <= Self.maximumDepth, (try? NestedLevel.checkStack()) != nil else { return .leaf("…") }
    switch codec.concrete {
    case .optional(let codec):
      return codec.isNil(address) ? .leaf("nil") : try node(address, codec.wrapped)
    case .record(let codec): return try record(address, codec)
    case .tuple(let codec): return try parts(address, codec.map, head: "")
    case .sequence(let codec):
      return codec.isSet ? try set(address, codec) : try sequence(address, codec)
    case .dictionary(let codec): return try dictionary(address, codec)
    case .conversion(let codec) where !codec.isRawValue:
      var result = Node.leaf("")
      try codec.withRepresentation(of: address) { result = try node($0, codec.representation) }
      return result
    case .existential: return try node(of: codec.plainValue(at: address))
    case .leaf(.string): return .leaf(address.value(as: String.self).debugDescription)
    // The most common leaves need no search for what they are.
    case .leaf(.bool): return .leaf(address.value(as: Bool.self).description)
    case .leaf(.int): return .leaf(address.value(as: Int.self).description)
    case .leaf(.double): return .leaf(address.value(as: Double.self).description)
    case .leaf(.date): return .leaf(ValueText.describing(address.value(as: Date.self)))
    case .leaf(.data): return .leaf(Self.text(of: address.value(as: Data.self)))
    default: return .leaf(Self.text(ofLeaf: codec.plainValue(at: address)))
    }
  }

  private static func text(ofLeaf value: Any) -> String {
    switch value {
    case let text as Substring: String(text).debugDescription
    case let character as Character: String(character).debugDescription
    default: ValueText.describing(value)
    }
  }

  private static func text(of data: Data) -> String {
    let digits = data.prefix(16).map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
    return "\(data.count) bytes" + (data.isEmpty ? "" : ": \(digits)") + (data.count > 16 ? "…" : "")
  }

  private mutating func record(_ address: UnsafeRawPointer, _ declared: RecordCodec) throws -> Node {
    var codec = declared
    var base = address
    var head = _typeName(codec.type, qualified: false)
    let outer = remainingLevels
    defer { remainingLevels = outer }
    if declared.isObject {
      base = address.value(as: UnsafeRawPointer.self)
      let type: AnyClass = ValueComparison.dynamicClass(of: base)
      codec = try ValueComparison.codec(of: type, declared: declared).takeUnretainedValue()
      head = _typeName(type, qualified: false)
      if let outer {
        guard outer > 0 else { return .leaf(head) }
        remainingLevels = outer - 1
      } else {
        let (number, isNew) = objects.number(of: base)
        head += " #\(number)"
        guard isNew else { return .leaf(head) }
      }
    }
    guard codec.decodingDefault == .structure else {
      return .leaf(ValueText.describing(declared.plainValue(at: address)))
    }
    let map = try codec.map._withUnsafeGuaranteedRef { $0 }
    guard case .enumeration(let cases) = map.shape else { return try parts(base, map, head: head) }
    let position = cases.layout.position(of: address)
    let name = ".\(cases.layout.cases[position].name)"
    guard let payload = cases.payloads[position] else { return .leaf(name) }
    return try cases.layout.withPayload(of: address, case: position) { try parts($0, payload, head: name) }
  }

  private mutating func parts(
    _ base: UnsafeRawPointer, _ map: TypeMap.Storage, head: String
  ) throws -> Node {
    var parts: [(label: String, node: Node)] = []
    for (operation, name) in zip(map.operations, map.codedNames) {
      parts.append((name, try node(base + operation.offset, operation.codec)))
    }
    return .parts(head: head, parts, isPositional: false)
  }

  private mutating func sequence(_ address: UnsafeRawPointer, _ codec: SequenceCodec) throws -> Node {
    var parts: [(label: String, node: Node)] = []
    try codec.withElements(of: address) { first, count in
      for index in 0..<count {
        parts.append(("[\(index)]", try node(first + index * codec.stride, codec.element)))
      }
    }
    return .parts(head: "\(parts.count) in an array", parts, isPositional: true)
  }

  // MARK: Without order

  // Members are described in an order that is the same every time, since that numbers the objects in them.

  private mutating func set(_ address: UnsafeRawPointer, _ codec: SequenceCodec) throws -> Node {
    var parts: [(label: String, node: Node)] = []
    try codec.withElements(of: address) { first, count in
      let addresses = (0..<count).map { first + $0 * codec.stride }
      if isOrderedFirst(codec.element) {
        let elements = try addresses.map { (address: $0, text: try orderText(of: $0, codec.element)) }
        for element in elements.sorted(byText: \.text) { parts.append(("-", try node(element.address, codec.element))) }
      } else {
        let elements = try addresses.map { try node($0, codec.element) }.map { (text: Self.line($0), node: $0) }
        parts = elements.sorted(byText: \.text).map { ("-", $0.node) }
      }
    }
    return .parts(head: "\(parts.count) in a set", parts, isPositional: true)
  }

  private mutating func dictionary(_ address: UnsafeRawPointer, _ codec: DictionaryCodec) throws -> Node {
    let members = try Members(of: codec.plainValue(at: address), as: codec)
    let isOrderedFirst = isOrderedFirst(codec.key)
    let keys = try (0..<members.count).map { index in
      let key = members.key(index)
      return (index: index, text: try isOrderedFirst ? orderText(of: key, codec.key) : Self.line(node(key, codec.key)))
    }
    var parts: [(label: String, node: Node)] = []
    for (index, text) in keys.sorted(byText: \.text) {
      let key = isOrderedFirst ? Self.line(try node(members.key(index), codec.key)) : text
      parts.append(("[\(key)]", try node(members.value(index), codec.value)))
    }
    return .parts(head: "\(parts.count) in a dictionary", parts, isPositional: false)
  }

  /// Whether members are described once more to find their order, since to describe them numbers objects.
  private func isOrderedFirst(_ codec: Codec) -> Bool { remainingLevels == nil && codec.refersToObjects }

  /// Returns the text by which an element or key has its place: its description without numbers, in which the objects that
  /// its objects refer to have only their class, so that it does not take as long as the whole graph.
  private func orderText(of address: UnsafeRawPointer, _ codec: Codec) throws -> String {
    var description = ValueDescription()
    description.depth = depth
    description.remainingLevels = 1
    return Self.line(try description.node(address, codec))
  }
}

/// The objects that were described, numbered from 1.
private final class ObjectList {
  private var numbers = AddressTable()

  func number(of object: UnsafeRawPointer) -> (number: Int, isNew: Bool) {
    if let number = numbers[object] { return (number, false) }
    let number = numbers.count + 1
    numbers.insert(number, for: object)
    return (number, true)
  }
}
