/// The structure of a ``TypeText``.
indirect enum TypeShape: Equatable {
  case name(String)
  case optional(TypeShape)
  case array(TypeShape)
  case set(TypeShape)
  case dictionary(TypeShape, TypeShape)
  /// The elements of a tuple with their labels, or what an `InlineArray` has many of, with their number.
  case tuple([String], [TypeShape])
  case rawValue(RawType)

  /// A type that is coded as its raw value.
  struct RawType: Equatable {
    let name: String
    /// What is written.
    let shape: TypeShape
    /// The only raw values that there are; nil if the type takes all.
    let values: Set<String>?
    /// Whether dictionaries with keys of the type are objects.
    let isTextKey: Bool

    /// Compares names only. The raw values of types with the same name are compared with the rest of these types.
    static func == (one: Self, other: Self) -> Bool { one.name == other.name }
  }

  /// - Parameter named: Returns the shape of a type that has the name.
  init(_ text: Substring, named: (String) -> TypeShape = { .name($0) }) {
    if text.hasSuffix("?") {
      self = .optional(TypeShape(text.dropLast(), named: named))
    } else if text.hasPrefix("["), text.hasSuffix("]") {
      let content = text.dropFirst().dropLast()
      if let colon = Self.colon(in: content) {
        let value = content[content.index(after: colon)...].drop { $0 == " " }
        self = .dictionary(TypeShape(content[..<colon], named: named), TypeShape(value, named: named))
      } else {
        self = .array(TypeShape(content, named: named))
      }
    } else if text.hasPrefix("Set<"), text.hasSuffix(">") {
      self = .set(TypeShape(text.dropFirst(4).dropLast(), named: named))
    } else if text.hasPrefix("("), text.hasSuffix(")") {
      let elements = Self.elements(of: text.dropFirst().dropLast())
      self = .tuple(elements.map { String($0.label) }, elements.map { TypeShape($0.type, named: named) })
    } else {
      self = named(String(text))
    }
  }

  /// The place between the key and the value of a dictionary.
  private static func colon<Text: StringProtocol>(in text: Text) -> Text.Index? { places(of: ":", in: text).first }

  /// The places of a character that are within no brackets.
  private static func places<Text: StringProtocol>(of separator: Character, in text: Text) -> [Text.Index] {
    var depth = 0
    return text.indices.filter { index in
      switch text[index] {
      case "[", "(", "<": depth += 1
      case "]", ")", ">": depth -= 1
      case separator: return depth == 0
      default: break
      }
      return false
    }
  }

  /// The elements of a tuple; "5 of" is the label of what an `InlineArray` has five of.
  private static func elements(of text: Substring) -> [(label: Substring, type: Substring)] {
    var start = text.startIndex
    return (places(of: ",", in: text) + [text.endIndex]).map { end in
      let element = text[start..<end].drop { $0 == " " }
      start = end < text.endIndex ? text.index(after: end) : end
      if let colon = places(of: ":", in: element).first {
        return (element[..<colon], element[element.index(after: colon)...].drop { $0 == " " })
      }
      if element.first?.isNumber == true, let count = element.firstRange(of: " of ") {
        return (element[..<count.upperBound], element[count.upperBound...])
      }
      return ("", element)
    }
  }

  /// Whether every value of this type is read as one of another type.
  func isRead(as other: TypeShape) -> Bool {
    switch (self, other) {
    case _ where self == other: true
    case (.optional(let shape), .optional(let other)): shape.isRead(as: other)
    case (_, .optional(let other)): isRead(as: other)
    case (.array(let shape), .array(let other)), (.set(let shape), .set(let other)),
      (.set(let shape), .array(let other)):
      shape.isRead(as: other)
    case (.dictionary(let key, let value), .dictionary(let otherKey, let otherValue)):
      key.isRead(asKey: otherKey) && value.isRead(as: otherValue)
    case (.tuple(let labels, let shapes), .tuple(let otherLabels, let others)):
      labels == otherLabels && zip(shapes, others).allSatisfy { $0.isRead(as: $1) }
    case (.rawValue(let type), .rawValue(let other)):
      type.shape.isRead(as: other.shape)
        && (other.values.map { type.values?.isSubset(of: $0) ?? false } ?? true)
    case (.rawValue(let type), _): type.shape.isRead(as: other)
    case (_, .rawValue(let type)): type.values == nil && isRead(as: type.shape)
    case (.name(let name), .name(let other)): Self.wider[name]?.contains(other) ?? false
    default: false
    }
  }

  /// Whether every value of this type, as the key of a dictionary, is read as one of another type.
  private func isRead(asKey other: TypeShape) -> Bool {
    self == other || isTextKey && other.isTextKey && isRead(as: other)
  }

  /// Whether the value itself is the text of a key in an object.
  private var isTextKey: Bool {
    switch self {
    case .name(let name): name == Self.text
    case .rawValue(let type): type.isTextKey && type.shape == .name(Self.text)
    default: false
    }
  }

  private static let text = "String"

  /// The types that hold every number of a type.
  private static let wider: [String: Set<String>] = [
    "Int8": ["Int16", "Int32", "Int64", "Int", "Int128", "Double", "Float"],
    "Int16": ["Int32", "Int64", "Int", "Int128", "Double", "Float"],
    "Int32": ["Int64", "Int", "Int128", "Double"],
    "Int64": ["Int", "Int128"], "Int": ["Int64", "Int128"],
    "UInt8": [
      "UInt16", "UInt32", "UInt64", "UInt", "UInt128", "Int16", "Int32", "Int64", "Int", "Int128", "Double", "Float",
    ],
    "UInt16": [
      "UInt32", "UInt64", "UInt", "UInt128", "Int32", "Int64", "Int", "Int128", "Double", "Float",
    ],
    "UInt32": ["UInt64", "UInt", "UInt128", "Int64", "Int", "Int128", "Double"],
    "UInt64": ["UInt", "UInt128", "Int128"], "UInt": ["UInt64", "UInt128", "Int128"],
    "Float": ["Double"],
  ]
}
