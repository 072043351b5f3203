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

  init(_ value: Any, isPlainAllowed: Bool) {
    self.value = value
    self.isPlainAllowed = isPlainAllowed
  }

  // MARK: Encoding

  package func encode(to encoder: any Encoder) throws {
    if let model = value as? any AutoCoding { return try Self.encode(model, to: encoder) }
    guard isPlainAllowed else { throw refusal(encoder.codingPath, "is not AutoCoding") }
    var container = encoder.singleValueContainer()
    switch value {
    case let value as any AnyOptional:
      guard let wrapped = value.wrappedValue else { return try container.encodeNil() }
      try DynamicValue(wrapped, isPlainAllowed: true).encode(to: encoder)
    case let value as Bool: try container.encode(value)
    case let value as any FixedWidthInteger & Encodable: try container.encode(value)
    case let value as Double: try container.encode(value)
    case let value as Float: try container.encode(value)
    case let value as String: try container.encode(value)
    case let value as [String: Any]:
      if value[TypeNames.classKey] != nil {
        throw refusal(encoder.codingPath, "has the key \"\(TypeNames.classKey)\", which names a model")
      }
      try container.encode(value.mapValues { DynamicValue($0, isPlainAllowed: true) })
    case let value as [Any]: try container.encode(value.map { DynamicValue($0, isPlainAllowed: true) })
    default: throw refusal(encoder.codingPath, "is neither AutoCoding nor a value like JSON's")
    }
  }

  private static func encode<Model: AutoCoding>(_ model: Model, to encoder: any Encoder) throws {
    let type = Swift.type(of: model)
    var container = encoder.container(keyedBy: DynamicKey.self)
    try container.encode(
      try TypeNames.writtenName(of: type, codingPath: encoder.codingPath), forKey: DynamicKey(TypeNames.classKey))
    if isCodedByProperties(type), CodingProbe.encodingDefault(of: model) == .structure {
      try model.encode(to: encoder)
    } else {
      try container.encode(model, forKey: DynamicKey(valueKey))
    }
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

  /// - Parameter admits: Whether a type that the data names may stand here.
  static func decode(
    from decoder: any Decoder, isPlainAllowed: Bool, admits: (Any.Type) -> Bool
  ) throws -> Any {
    // Anything but keyed values has no container of them; what it is instead is found out below.
    if let container = try? decoder.container(keyedBy: DynamicKey.self),
      container.contains(DynamicKey(TypeNames.classKey))
    {
      return try decodeModel(from: container, decoder, admits: admits)
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
    from container: KeyedDecodingContainer<DynamicKey>, _ decoder: any Decoder, admits: (Any.Type) -> Bool
  ) throws -> Any {
    let name = try container.decode(String.self, forKey: DynamicKey(TypeNames.classKey))
    let type: any AutoCoding.Type
    do {
      type = try TypeNames.type(readAs: name)
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
    return isBeside(container, type)
      ? try container.decode(type, forKey: DynamicKey(valueKey)) : try type.init(from: decoder)
  }

  /// Whether the data has a model beside its name, and not its properties among which the name is.
  ///
  /// The data tells: who encodes a type by hand need not decode it by hand, nor the other way round.
  private static func isBeside(
    _ container: KeyedDecodingContainer<DynamicKey>, _ type: any AutoCoding.Type
  ) -> Bool {
    guard isCodedByProperties(type) else { return true }
    // A property may have that key, among others.
    return container.contains(DynamicKey(valueKey)) && container.allKeys.count == 2
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
    value = try DynamicValue.decode(from: decoder, isPlainAllowed: true) { _ in true }
  }
}

/// Optional, whatever it wraps.
private protocol AnyOptional {
  var wrappedValue: Any? { get }
}

extension Optional: AnyOptional {
  fileprivate var wrappedValue: Any? { self.map { $0 as Any } }
}
