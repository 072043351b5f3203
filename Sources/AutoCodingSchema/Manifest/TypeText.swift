import AutoCoding

/// What values of a type are written as, in the words of a manifest.
struct TypeText {
  /// The type, as in `[String: Shop.Line?]`.
  private(set) var text = ""
  /// The types that are converted to what is written.
  private(set) var via: [String] = []

  init(_ codec: Codec) { text = text(of: codec) }

  private mutating func text(of codec: Codec) -> String {
    switch codec.kind {
    case .optional: text(of: unsafeDowncast(codec, to: OptionalCodec.self).wrapped) + "?"
    case .sequence:
      list(of: unsafeDowncast(codec, to: SequenceCodec.self))
    case .dictionary:
      entries(of: unsafeDowncast(codec, to: DictionaryCodec.self))
    case .tuple: tuple(of: unsafeDowncast(codec, to: TupleCodec.self))
    case .conversion: representation(of: unsafeDowncast(codec, to: ConversionCodec.self))
    case .record, .codable: Self.name(of: codec)
    case .existential: Self.stable(TypeLookup.name(of: codec.type))
    default: _typeName(codec.type, qualified: false)
    }
  }

  private mutating func list(of codec: SequenceCodec) -> String {
    let element = text(of: codec.element)
    return codec.isSet ? "Set<\(element)>" : "[\(element)]"
  }

  private mutating func entries(of codec: DictionaryCodec) -> String {
    "[\(text(of: codec.key)): \(text(of: codec.value))]"
  }

  private mutating func tuple(of codec: TupleCodec) -> String {
    let map = codec.map
    let elements = map.operations.map { text(of: $0.codec) }
    if codec.isKeyed {
      return "(" + zip(map.operations, elements).map { "\($0.key.stringValue): \($1)" }.joined(separator: ", ") + ")"
    }
    // An `InlineArray` may have thousands.
    if let first = elements.first, elements.count > 4, elements.allSatisfy({ $0 == first }) {
      return "(\(elements.count) of \(first))"
    }
    return "(" + elements.joined(separator: ", ") + ")"
  }

  private mutating func representation(of codec: ConversionCodec) -> String {
    // Wrappers and substrings are written as what they hold.
    if !(codec.type is any CodedPropertyWrapper.Type), codec.type != Substring.self {
      via.append(Self.stable(TypeLookup.name(of: codec.type)))
    }
    return text(of: codec.representation)
  }

  /// The name of a model or other type.
  static func name(of codec: Codec) -> String {
    (codec.type as? any AutoCoding.Type).map { TypeNames.name(of: $0) } ?? stable(TypeLookup.name(of: codec.type))
  }

  /// A name in which Foundation's types have one module on all systems.
  private static func stable(_ name: String) -> String {
    guard !name.hasPrefix("Foundation.") else { return name }
    for module in ["FoundationEssentials.", "FoundationInternationalization.", "__C."] where name.contains(module) {
      return stable(name.split(separator: module, omittingEmptySubsequences: false).joined(separator: "Foundation."))
    }
    return name
  }
}

/// The structure of a ``TypeText``.
indirect enum TypeShape: Equatable {
  case name(String)
  case optional(TypeShape)
  case array(TypeShape)
  case set(TypeShape)
  case dictionary(TypeShape, TypeShape)
  /// The elements of a tuple with their labels, or what an `InlineArray` has many of, with their number.
  case tuple([String], [TypeShape])

  /// - Parameter rename: Returns the present name of a type.
  init(_ text: Substring, rename: (String) -> String = { $0 }) {
    if text.hasSuffix("?") {
      self = .optional(TypeShape(text.dropLast(), rename: rename))
    } else if text.hasPrefix("["), text.hasSuffix("]") {
      let content = text.dropFirst().dropLast()
      if let colon = Self.colon(in: content) {
        let value = content[content.index(after: colon)...].drop { $0 == " " }
        self = .dictionary(TypeShape(content[..<colon], rename: rename), TypeShape(value, rename: rename))
      } else {
        self = .array(TypeShape(content, rename: rename))
      }
    } else if text.hasPrefix("Set<"), text.hasSuffix(">") {
      self = .set(TypeShape(text.dropFirst(4).dropLast(), rename: rename))
    } else if text.hasPrefix("("), text.hasSuffix(")") {
      let elements = Self.elements(of: text.dropFirst().dropLast())
      self = .tuple(elements.map { String($0.label) }, elements.map { TypeShape($0.type, rename: rename) })
    } else {
      self = .name(rename(String(text)))
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
      key == otherKey && value.isRead(as: otherValue)
    case (.tuple(let labels, let shapes), .tuple(let otherLabels, let others)):
      labels == otherLabels && zip(shapes, others).allSatisfy { $0.isRead(as: $1) }
    case (.name(let name), .name(let other)): Self.wider[name]?.contains(other) ?? false
    default: false
    }
  }

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
