/// A value whose type is known from itself alone, as it is encoded and decoded.
///
/// A model is named: under ``TypeNames/classKey`` among its properties, or beside its value under ``valueKey`` where it
/// is not coded by its properties. What is like JSON (null, Bool, integers, floating-point numbers, text, arrays and
/// dictionaries of such) is written as it is.
package struct DynamicValue: Encodable {
  /// The key of a model that is not coded by its properties.
  package static let valueKey = "$value"
  package static let valuePropertyKey = PropertyKey(valueKey)

  private let value: Any
  private let isPlainAllowed: Bool
  private let isDeclared: Bool

  /// - Parameters:
  ///   - isPlainAllowed: Whether the value may be other than a model.
  ///   - isDeclared: Whether a class or protocol is declared, which says itself what may stand here; see ``TypeScope``.
  init(_ value: Any, isPlainAllowed: Bool, isDeclared: Bool) {
    self.value = value
    self.isPlainAllowed = isPlainAllowed
    self.isDeclared = isDeclared
  }

  /// A value of which nothing is declared.
  private init(_ value: Any) { self.init(value, isPlainAllowed: true, isDeclared: false) }

  // MARK: Encoding

  package func encode(to encoder: any Encoder) throws {
    if let model = value as? any AutoCoding { return try Self.encode(model, isDeclared: isDeclared, to: encoder) }
    guard isPlainAllowed else { throw refusal(encoder.codingPath, "is not AutoCoding") }
    var container = encoder.singleValueContainer()
    switch value {
    case let value as any AnyOptional:
      guard let wrapped = value.wrappedValue else { return try container.encodeNil() }
      try DynamicValue(wrapped).encode(to: encoder)
    case let value as Bool: try container.encode(value)
    case let value as any FixedWidthInteger & Encodable: try container.encode(value)
    case let value as Double: try container.encode(value)
    case let value as Float: try container.encode(value)
    case let value as String: try container.encode(value)
    case let value as [String: Any]:
      if value[TypeNames.classKey] != nil {
        throw refusal(encoder.codingPath, "has the key \"\(TypeNames.classKey)\", which names a model")
      }
      try container.encode(value.mapValues { DynamicValue($0) })
    case let value as [Any]: try container.encode(value.map { DynamicValue($0) })
    default: throw refusal(encoder.codingPath, "is neither AutoCoding nor a value like JSON's")
    }
  }

  private static func encode<Model: AutoCoding>(_ model: Model, isDeclared: Bool, to encoder: any Encoder) throws {
    let type = Swift.type(of: model)
    let name =
      isDeclared
      ? try TypeNames.writtenName(of: type, codingPath: encoder.codingPath)
      : try TypeScope.writtenName(of: type, userInfo: encoder.userInfo, codingPath: encoder.codingPath)
    var container = encoder.container(keyedBy: DynamicKey.self)
    try container.encode(name, forKey: DynamicKey(TypeNames.classKey))
    if isCodedByProperties(type), CodingProbe.encodingDefault(of: model) == .structure {
      try model.encode(to: encoder)
    } else {
      try container.encode(model, forKey: DynamicKey(valueKey))
    }
  }

  private static func decodingDefault<Model: AutoCoding>(of type: Model.Type) -> CodingProbe.Default? {
    CodingProbe.decodingDefault(of: type)
  }

  /// Whether the type's properties and its name can share a container.
  package static func isCodedByProperties(_ type: any AutoCoding.Type) -> Bool {
    Metadata(type).kind == .structure || type is AnyClass
  }

  private func refusal(_ codingPath: [any CodingKey], _ reason: String) -> EncodingError {
    .invalidValue(
      value,
      .init(
        codingPath: codingPath,
        debugDescription: """
          The value of type \(_typeName(Swift.type(of: value), qualified: true)) \(reason). Conform its type to \
          AutoCoding, or leave the property out: name it in unEncodedProperties or mark it @Transient.
          """))
  }

  // MARK: Decoding

  /// - Parameters:
  ///   - isPlainAllowed: As for encoding.
  ///   - isDeclared: As for encoding.
  ///   - admits: Whether a type that the data names may stand here.
  static func decode(
    from decoder: any Decoder, isPlainAllowed: Bool, isDeclared: Bool, admits: (Any.Type) -> Bool
  ) throws -> Any {
    // Anything but keyed values has no container of them; what it is instead is found out below.
    if let container = try? decoder.container(keyedBy: DynamicKey.self),
      container.contains(DynamicKey(TypeNames.classKey))
    {
      return try decodeModel(from: container, decoder, isDeclared: isDeclared, admits: admits)
    }
    guard isPlainAllowed else {
      throw DecodingError.keyNotFound(
        DynamicKey(TypeNames.classKey),
        .init(
          codingPath: decoder.codingPath,
          debugDescription: "Nothing says of which type the value is: the key \"\(TypeNames.classKey)\" is missing."))
    }
    return try DynamicPlainValue(from: decoder).value
  }

  private static func decodeModel(
    from container: KeyedDecodingContainer<DynamicKey>, _ decoder: any Decoder, isDeclared: Bool,
    admits: (Any.Type) -> Bool
  ) throws -> Any {
    let name = try container.decode(String.self, forKey: DynamicKey(TypeNames.classKey))
    let type: any AutoCoding.Type
    do {
      type =
        isDeclared ? try TypeNames.type(readAs: name) : try TypeScope.type(readAs: name, userInfo: decoder.userInfo)
      guard admits(type) else {
        throw DecodingError.dataCorrupted(
          .init(
            codingPath: [],
            debugDescription:
              "The data names the type '\(name)', which cannot stand here: it lacks a protocol or class."))
      }
    } catch {
      throw (container.codingPath + [DynamicKey(TypeNames.classKey)]).reversed().reduce(error) { $0.prepending($1) }
    }
    let valueKey = DynamicKey(valueKey)
    return isCodedByProperties(type) && decodingDefault(of: type) == .structure
      ? try type.init(from: decoder) : try container.decode(type, forKey: valueKey)
  }
}

/// A value like JSON's, as data has it. A number without a fraction is an Int.
private struct DynamicPlainValue: Decodable {
  let value: Any

  init(from decoder: any Decoder) throws {
    if let container = try? decoder.singleValueContainer() {
      if container.decodeNil() {
        value = Optional<Any>.none as Any
        return
      }
      if let plain = Self.leaf(container) {
        value = plain
        return
      }
    }
    if var container = try? decoder.unkeyedContainer() {
      var elements: [Any] = []
      while !container.isAtEnd {
        // Containers refuse null for anything but an Optional before they call a type's own code.
        elements.append(try container.decode(DynamicElement?.self)?.value ?? Optional<Any>.none as Any)
      }
      value = elements
      return
    }
    let container = try decoder.singleValueContainer()
    value = try container.decode([String: DynamicElement?].self).mapValues { $0?.value ?? Optional<Any>.none as Any }
  }

  private static func leaf(_ container: any SingleValueDecodingContainer) -> Any? {
    if let value = try? container.decode(Bool.self) { return value }
    if let value = try? container.decode(Int.self) { return value }
    if let value = try? container.decode(UInt64.self) { return value }
    if let value = try? container.decode(Double.self) { return value }
    return try? container.decode(String.self)
  }
}

/// An element of an array or dictionary of `Any`.
private struct DynamicElement: Decodable {
  let value: Any

  init(from decoder: any Decoder) throws {
    value = try DynamicValue.decode(from: decoder, isPlainAllowed: true, isDeclared: false) { _ in true }
  }
}

/// Optional, whatever it wraps.
private protocol AnyOptional {
  var wrappedValue: Any? { get }
}

extension Optional: AnyOptional {
  fileprivate var wrappedValue: Any? { self.map { $0 as Any } }
}
