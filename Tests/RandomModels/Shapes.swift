extension SplitMix {
  mutating func chance(_ probability: Double) -> Bool { Double.random(in: 0..<1, using: &self) < probability }

  mutating func pick<Element>(_ elements: [Element]) -> Element { elements[Int(next() % UInt64(elements.count))] }

  mutating func sample<Element>(_ elements: [Element], _ counts: ClosedRange<Int>) -> [Element] {
    Array(elements.shuffled(using: &self).prefix(Int.random(in: counts, using: &self)))
  }
}

/// The type of a property.
indirect enum TypeShape {
  case leaf(String)
  case model(String)
  case box(TypeShape)
  case optional(TypeShape)
  case array(TypeShape)
  case contiguousArray(TypeShape)
  case set(TypeShape)
  case dictionary(TypeShape, TypeShape)

  /// The type in source code.
  ///
  /// - Parameter space: The namespace of the models: `Auto` or `ByHand`.
  func name(in space: String) -> String {
    switch self {
    case .leaf(let name): name
    case .model(let name): "\(space).\(name)"
    case .box(let value): "\(space).Box<\(value.name(in: space))>"
    case .optional(let wrapped): "\(wrapped.name(in: space))?"
    case .array(let element): "[\(element.name(in: space))]"
    case .contiguousArray(let element): "ContiguousArray<\(element.name(in: space))>"
    case .set(let element): "Set<\(element.name(in: space))>"
    case .dictionary(let key, let value): "[\(key.name(in: space)): \(value.name(in: space))]"
    }
  }

  var isOptional: Bool { if case .optional = self { true } else { false } }

  /// The elements of an `Array`; nil for any other type.
  var arrayElement: TypeShape? { if case .array(let element) = self { element } else { nil } }

  /// What an Optional wraps, or the type itself.
  var unwrapped: TypeShape { if case .optional(let wrapped) = self { wrapped } else { self } }

  /// A literal for a default of the type; nil if there is none.
  var defaultLiteral: String? {
    switch self {
    case .leaf(let name):
      [
        "Int": "7", "Int8": "-3", "UInt16": "9", "Int32": "-70000", "UInt64": "12", "Double": "0.5", "Float": "1.25",
        "CGFloat": "2", "Decimal": "3", "String": "\"default\"",
      ][name]
    case .optional(let wrapped): wrapped.defaultLiteral
    case .array, .contiguousArray, .set: "[]"
    case .dictionary: "[:]"
    case .model, .box: nil
    }
  }

  /// Whether values can be compared: no model is `Equatable`.
  var isEquatable: Bool {
    switch self {
    case .leaf, .set: true
    case .model, .box: false
    case .optional(let value), .array(let value), .contiguousArray(let value), .dictionary(_, let value):
      value.isEquatable
    }
  }

  /// The type of the values that a transformer would transform; nil if there are none.
  var transformed: String? {
    switch self {
    case .leaf(let name): name
    case .optional(let value), .array(let value), .dictionary(.leaf("String"), let value): value.transformed
    case .model, .box, .contiguousArray, .set, .dictionary: nil
    }
  }

  /// The type with all values that are transformed replaced.
  func stored(as type: String) -> String {
    switch self {
    case .optional(let wrapped): "\(wrapped.stored(as: type))?"
    case .array(let element): "[\(element.stored(as: type))]"
    case .dictionary(_, let value): "[String: \(value.stored(as: type))]"
    default: type
    }
  }

  /// Code that transforms a value.
  func transforming(_ value: String, by function: String) -> String {
    switch self {
    case .optional(let inner), .array(let inner): "try \(value).map { \(inner.transforming("$0", by: function)) }"
    case .dictionary(_, let inner): "try \(value).mapValues { \(inner.transforming("$0", by: function)) }"
    default: "try \(function)(\(value))"
    }
  }
}

/// A transformer of the library, and what it stores.
struct Transformer {
  let name: String
  let stored: String

  static let byType: [String: [Transformer]] = [
    "Date": [
      .init(name: "ISO8601Date", stored: "String"), .init(name: "ISO8601DateWithFractions", stored: "String"),
      .init(name: "SecondsSince1970", stored: "Double"), .init(name: "RFC1123Date", stored: "String"),
    ],
    "Int": [.init(name: "NumberAsText<Int>", stored: "String")],
    "Double": [.init(name: "NumberAsText<Double>", stored: "String")],
    "Decimal": [.init(name: "NumberAsText<Decimal>", stored: "String")],
    "Bool": [.init(name: "BoolAsNumber", stored: "Int"), .init(name: "BoolAsYesOrNo", stored: "String")],
    "Data": [.init(name: "HexadecimalData", stored: "String"), .init(name: "Base64URLData", stored: "String")],
    "URL": [.init(name: "EscapedURL", stored: "String")],
  ]
}
