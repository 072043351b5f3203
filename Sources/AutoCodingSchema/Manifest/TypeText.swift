import AutoCoding

/// What values of a type are written as, in the words of a manifest.
struct TypeText {
  /// The type, as in `[String: Shop.Line?]`.
  private(set) var text = ""
  /// The types that are converted to what is written.
  private(set) var via: [String] = []
  /// What ``via`` has for a character, which is written as a text.
  static let character = TypeLookup.name(of: Character.self)

  init(_ codec: Codec) { text = text(of: codec) }

  private mutating func text(of codec: Codec) -> String {
    switch codec.concrete {
    case .optional(let codec): text(of: codec.wrapped) + "?"
    case .sequence(let codec): list(of: codec)
    case .dictionary(let codec): entries(of: codec)
    case .tuple(let codec): tuple(of: codec)
    case .conversion(let codec): representation(of: codec)
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
