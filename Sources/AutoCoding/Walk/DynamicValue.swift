/// Encodes and decodes a value whose type is known only from the value itself.
///
/// A model's type is named under ``TypeNames/classKey``: among the model's properties, or beside its value under
/// ``valueKey`` if it is not coded by its properties. Values of the kinds that JSON has (null, Bools, integers,
/// floating-point numbers, decimals and text) are written unchanged. So are arrays and dictionaries with text keys;
/// each of their elements is in turn a dynamic value, which may be a model.
package struct DynamicValue: Encodable {
  /// The key for the value of a model that is not coded by its properties.
  package static let valueKey = "$value"
  package static let valuePropertyKey = PropertyKey(valueKey)

  private let value: Any
  private let allowsPlainValues: Bool
  private let isDeclared: Bool

  /// - Parameters:
  ///   - allowsPlainValues: Whether the value may be other than a model.
  ///   - isDeclared: Whether a class or protocol is declared, which restricts the values itself; see ``TypeScope``.
  init(_ value: Any, allowsPlainValues: Bool, isDeclared: Bool) {
    self.value = value
    self.allowsPlainValues = allowsPlainValues
    self.isDeclared = isDeclared
  }

  /// Makes a value without a declared type.
  private init(_ value: Any) { self.init(value, allowsPlainValues: true, isDeclared: false) }

  // MARK: Encoding

  package func encode(to encoder: any Encoder) throws {
    if let model = value as? any AutoCoding { return try Self.encode(model, isDeclared: isDeclared, to: encoder) }
    guard allowsPlainValues else { throw Self.refusalOfType(value, encoder.codingPath) }
    var container = encoder.singleValueContainer()
    switch PlainValue(value) {
    case .null: try container.encodeNil()
    case .bool(let value): try container.encode(value)
    case .integer(let value): try container.encode(value)
    case .double(let value): try container.encode(value)
    case .float(let value): try container.encode(value)
    case .decimal(let value): try container.encode(value)
    case .string(let value): try container.encode(value)
    case .dictionary(let members):
      try Self.checkKeys(of: members, encoder.codingPath)
      try NestedLevel.encoding(value, to: encoder) {
        try container.encode(members.mapValues { DynamicValue($0) })
      }
    case .array(let elements):
      try NestedLevel.encoding(value, to: encoder) {
        try container.encode(elements.map { DynamicValue($0) })
      }
    case .date, .data, .url, .uuid, nil:
      throw Self.refusal(value, "is neither AutoCoding nor a JSON-like value", encoder.codingPath)
    }
  }

  private static func encode<Model: AutoCoding>(_ model: Model, isDeclared: Bool, to encoder: any Encoder) throws {
    let type = Swift.type(of: model)
    let name =
      isDeclared
      ? try TypeNames.writtenName(of: type, codingPath: encoder.codingPath)
      : try TypeScope.writtenName(of: type, userInfo: encoder.userInfo, codingPath: encoder.codingPath)
    // Foundation's encoders and AutoCoding's have one container for an object.
    let shared = FoundationCoders.includeEncoder(encoder) ? nil : OneContainerEncoder(encoder)
    let encoder = shared ?? encoder
    var container = encoder.container(keyedBy: DynamicKey.self)
    try container.encode(name, forKey: DynamicKey(TypeNames.classKey))
    if isCodedByProperties(type), CodingProbe.encodingDefault(of: model) == .structure {
      try model.encode(to: encoder)
    } else {
      try container.encode(model, forKey: DynamicKey(valueKey))
    }
  }

  /// Whether no format takes a value without a declared type, not even one within it.
  static func needsDeclaredType(_ value: Any) -> Bool {
    if value is any AutoCoding { return false }
    return switch PlainValue(value) {
    case nil: true
    case .array(let elements): elements.contains(where: needsDeclaredType)
    case .dictionary(let members): members.values.contains(where: needsDeclaredType)
    default: false
    }
  }

  /// Whether the type's properties and its name can share a container.
  package static func isCodedByProperties(_ type: any AutoCoding.Type) -> Bool {
    Metadata(type).kind == .structure || type is AnyClass
  }

  /// The error for a value of a protocol, such as `any P`, whose type is not AutoCoding.
  package static func refusalOfType(_ value: Any, _ codingPath: [any CodingKey] = []) -> EncodingError {
    refusal(
      value, "is not AutoCoding", codingPath,
      advice: "Declare the property as Any, which takes text and numbers, or as one of its type")
  }

  /// The error for a value that cannot be written without a declared type.
  ///
  /// - Parameter advice: What to do if the type is one of the toolchain; nil for what helps in an `Any`.
  package static func refusal(
    _ value: Any, _ reason: String, _ codingPath: [any CodingKey] = [], advice: String? = nil
  ) -> EncodingError {
    let type = Swift.type(of: value)
    let adviceForAny =
      value is [String: Any]
      ? "Rename the key" : "Put text or a number in its place, or declare a property of its type"
    let advice = TypeLookup.isToolchain(type) ? advice ?? adviceForAny : "Conform its type to AutoCoding"
    return .invalidValue(
      PrintableValue.of(value),
      .init(
        codingPath: codingPath,
        debugDescription: """
          The value of type \(TypeLookup.name(of: type)) \(reason). \(advice), or leave the property out: name it in \
          unEncodedProperties or mark it @Transient.
          """))
  }

  /// Refuses a dictionary that would be read as a model.
  static func checkKeys(of members: [String: Any], _ codingPath: [any CodingKey] = []) throws {
    guard members[TypeNames.classKey] != nil else { return }
    throw refusal(members, "has the key \"\(TypeNames.classKey)\", which names a model", codingPath)
  }

  // MARK: Decoding

  /// Returns the type that data names.
  ///
  /// - Parameters:
  ///   - isDeclared: As for encoding.
  ///   - admits: Whether a type is allowed for the value.
  static func type(
    named name: String, isDeclared: Bool, userInfo: [CodingUserInfoKey: Any] = [:], admits: (Any.Type) -> Bool
  ) throws -> any AutoCoding.Type {
    let type = isDeclared ? try TypeNames.type(readAs: name) : try TypeScope.type(readAs: name, userInfo: userInfo)
    guard admits(type) else {
      throw DecodingError.dataCorrupted(
        .init(
          """
          The data names the type '\(name)', which does not have the protocols or the superclass that the value is declared \
          with. Correct the data, or declare the value as a type that it has.
          """))
    }
    return type
  }

  /// The error for data that does not name the type of a value that must be a model.
  package static func unnamed(_ codingPath: [any CodingKey] = []) -> DecodingError {
    .keyNotFound(
      DynamicKey(TypeNames.classKey),
      .init(
        codingPath: codingPath,
        debugDescription: """
          The data does not name the type of the value: the key "\(TypeNames.classKey)" is missing. Add it, with the name of the \
          value's type, or declare the value as one type.
          """))
  }

  /// The error for data that names a model's type but has no value for it.
  package static func withoutValue(_ type: Any.Type) -> DecodingError {
    .keyNotFound(
      valuePropertyKey, .init("The data names the type \(TypeLookup.name(of: type)), but has no \"\(valueKey)\"."))
  }

  /// - Parameter layout: What is declared of the value; nil for `Any`.
  static func decode(from decoder: any Decoder, as layout: ExistentialLayout? = nil) throws -> Any {
    let allowsPlainValues = layout?.isAny ?? true
    if allowsPlainValues, let decoder = decoder as? any DynamicLeafDecoder, let leaf = try decoder.dynamicLeaf() {
      return leaf
    }
    if FoundationCoders.isForeign(Swift.type(of: decoder)), let container = try? decoder.singleValueContainer() {
      return try decode(from: container, decoder, as: layout)
    }
    // Try arrays first: each failed attempt builds an error with a path, and arrays nest most deeply.
    if allowsPlainValues,
      var container = try opened(decoder, allowsPlainValues: allowsPlainValues, { try decoder.unkeyedContainer() })
    {
      let level = try NestedLevel.enter(toDecodeFrom: decoder)
      defer { extendLifetime(level) }
      var elements: [Any] = []
      while !container.isAtEnd {
        // For a type that is not Optional, containers refuse null before they call the type's code.
        elements.append(try container.decode(DynamicElement?.self)?.value ?? Optional<Any>.none as Any)
      }
      return elements
    }
    guard
      let container = try opened(
        decoder, allowsPlainValues: allowsPlainValues, { try decoder.container(keyedBy: DynamicKey.self) })
    else {
      guard allowsPlainValues else { throw unnamed(decoder.codingPath) }
      return try leaf(of: decoder)
    }
    if container.contains(DynamicKey(TypeNames.classKey)) {
      return try decodeModel(from: container, decoder, as: layout)
    }
    guard allowsPlainValues else { throw unnamed(decoder.codingPath) }
    let level = try NestedLevel.enter(toDecodeFrom: decoder)
    defer { extendLifetime(level) }
    // Do not read through the container: a strategy may have converted its keys.
    return try decoder.singleValueContainer().decode([String: DynamicElement?].self).mapValues {
      $0?.value ?? Optional<Any>.none as Any
    }
  }

  /// Opens a container; returns nil if the value is of another kind.
  private static func opened<Container>(
    _ decoder: any Decoder, allowsPlainValues: Bool, _ open: () throws -> Container
  ) throws -> Container? {
    do {
      return try open()
    } catch let error where !allowsPlainValues && !(error is DecodingError) {
      // A decoder may throw an error to say that it decodes the value in another way.
      throw error
    } catch let DecodingError.dataCorrupted(context) where decoder is any DynamicLeafDecoder {
      // AutoCoding's decoders throw a different error for another kind.
      throw DecodingError.dataCorrupted(context)
    } catch {
      return nil
    }
  }

  private static func decodeModel(
    from container: KeyedDecodingContainer<DynamicKey>, _ decoder: any Decoder, as layout: ExistentialLayout?
  ) throws -> Any {
    let name = try container.decode(String.self, forKey: DynamicKey(TypeNames.classKey))
    let type: any AutoCoding.Type
    do {
      type = try self.type(named: name, isDeclared: layout?.isConstrained ?? false, userInfo: decoder.userInfo) {
        layout?.admits($0) ?? true
      }
    } catch {
      throw error.prepending(container.codingPath + [DynamicKey(TypeNames.classKey)])
    }
    return isBeside(container, type)
      ? try container.decode(type, forKey: DynamicKey(valueKey)) : try type.init(from: decoder)
  }

  /// Whether the data has a model beside its name, rather than its properties with the name among them.
  ///
  /// The data decides: a type that encodes by hand need not decode by hand, or the reverse.
  private static func isBeside(
    _ container: KeyedDecodingContainer<DynamicKey>, _ type: any AutoCoding.Type
  ) -> Bool {
    !isCodedByProperties(type) || hasModelBesideName(container)
  }

  static func hasModelBesideName(_ container: KeyedDecodingContainer<DynamicKey>) -> Bool {
    // A property may have that key too, along with others.
    container.contains(DynamicKey(valueKey)) && container.allKeys.count == 2
  }

  /// Decodes a value that is neither an array nor a dictionary. A number without a fraction is an Int.
  private static func leaf(of decoder: any Decoder) throws -> Any {
    let container = try decoder.singleValueContainer()
    if container.decodeNil() { return Optional<Any>.none as Any }
    if let value = try? container.decode(Bool.self) { return value }
    if let value = try? container.decode(Int.self) {
      guard value == 0, let zero = try? container.decode(Double.self), zero.sign == .minus else { return value }
      return zero
    }
    if let value = try? container.decode(UInt64.self) { return value }
    do {
      return try container.decode(Double.self)
    } catch DecodingError.dataCorrupted(let context) {
      throw DecodingError.numberOutOfRange(nil, codingPath: context.codingPath)
    } catch {
      if let text = try? container.decode(String.self) { return text }
      // The value is neither a container nor another leaf: it is a number that the coder cannot represent.
      throw DecodingError.numberOutOfRange(nil, codingPath: container.codingPath)
    }
  }
}

/// A decoder that knows the kind of its value, so that types need not be tried one after the other.
protocol DynamicLeafDecoder: Decoder {
  /// Returns the value; nil for an array or dictionary.
  func dynamicLeaf() throws -> Any?
}

extension DecodingError {
  /// The error for a number without a declared type that no number type can hold.
  static func numberOutOfRange(
    _ number: String?, codingPath: [any CodingKey] = [], underlyingError: (any Error)? = nil
  ) -> DecodingError {
    .dataCorrupted(
      .init(
        codingPath: codingPath,
        debugDescription:
          "The number\(number.map { " \($0)" } ?? "") is out of range: it does not fit in a Double.",
        underlyingError: underlyingError))
  }
}

extension DynamicValue {
  /// Whether a type's code enters levels of nesting itself, so that a container does not. It is true of the types by
  /// which values of `Any` are nested.
  static func entersLevels(_ type: Any.Type) -> Bool {
    type == DynamicValue.self || type == [DynamicValue].self || type == [String: DynamicValue].self
      || type == DynamicElement.self || type == DynamicElement?.self || type == [String: DynamicElement?].self
  }
}

/// An element of an array or dictionary of `Any`.
struct DynamicElement: Decodable {
  let value: Any

  init(from decoder: any Decoder) throws {
    value = try DynamicValue.decode(from: decoder)
  }
}
