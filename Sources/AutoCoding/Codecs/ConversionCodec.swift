/// A transformer that never decodes null, although the type of its stored values has one.
protocol RefusesNull: PropertyTransformer {}

/// A value that is coded as a value of another type: raw values, and text other than `String`.
package class ConversionCodec: Codec, @unchecked Sendable {
  /// The codec of the other type.
  package let representation: Codec
  /// What converts the values, if a property's rule or wrapper says so.
  package let transformer: (any PropertyTransformer.Type)?
  /// Whether a value is stored as the other type's value, and as nothing else.
  package let storesRepresentation: Bool
  package override var children: [Codec] { [representation] }
  /// Whether null is no value, even if it is one of the other type.
  package let refusesNull: Bool

  init(
    type: Any.Type, representation: Codec, codable: CodableAccess?, wrapper: WrapperRules? = nil,
    transformer: (any PropertyTransformer.Type)? = nil, storesRepresentation: Bool = false
  ) {
    self.storesRepresentation = storesRepresentation
    self.representation = representation
    self.transformer = transformer
    refusesNull = transformer is any RefusesNull.Type
    super.init(type: type, kind: .conversion, codable: codable, wrapper: wrapper)
  }

  /// Calls `body` with the address of the other type's value.
  package func withRepresentation(
    of address: UnsafeRawPointer, _ body: (UnsafeRawPointer) throws -> Void
  ) throws {}

  /// Makes a value from the other type's value, which it consumes.
  package func initialize(
    _ address: UnsafeMutableRawPointer, taking representation: UnsafeMutableRawPointer
  ) throws {}

  /// Like ``initialize(_:taking:)``, but returns false, and makes nothing, if no value has the other type's value.
  func initializeKnown(
    _ address: UnsafeMutableRawPointer, taking representation: UnsafeMutableRawPointer
  ) throws -> Bool { false }
}

/// - Parameter Made: `Value`, or an Optional of it. A type parameter's metadata is at hand, but that of `Value?` would be
///   looked up for each value.
final class TypedConversionCodec<Value, Representation, Made>: ConversionCodec, @unchecked Sendable {
  private let represent: (Value) throws -> Representation
  private let make: (Representation) throws -> Made
  private let unknown: KeptUnknownCase?
  private let mayBeNil = Made.self != Value.self
  /// Whether an Optional takes no more memory than the value, so that it can be made in the value's place.
  private let isMadeInPlace = MemoryLayout<Made>.size == MemoryLayout<Value>.size

  /// - Parameters:
  ///   - represent: Returns the value of the other type.
  ///   - make: Makes a value from one of the other type, or nil.
  ///   - unknown: The value in place of nil.
  init(
    representation: Codec, codable: CodableAccess? = codableAccess(to: Value.self), wrapper: WrapperRules? = nil,
    transformer: (any PropertyTransformer.Type)? = nil, storesRepresentation: Bool = false,
    represent: @escaping (Value) throws -> Representation,
    make: @escaping (Representation) throws -> Made, unknown: KeptUnknownCase? = nil
  ) {
    self.represent = represent
    self.make = make
    self.unknown = unknown
    super.init(
      type: Value.self, representation: representation, codable: codable, wrapper: wrapper, transformer: transformer,
      storesRepresentation: storesRepresentation)
  }

  override func withRepresentation(of address: UnsafeRawPointer, _ body: (UnsafeRawPointer) throws -> Void) throws {
    if storesRepresentation { return try body(address) }
    try withUnsafePointer(to: try represent(address.value(as: Value.self))) { try body($0) }
  }

  override func initialize(_ address: UnsafeMutableRawPointer, taking representation: UnsafeMutableRawPointer) throws {
    let representation = representation.take(as: Representation.self)
    if try !initializeKnown(address, representation) { try initializeUnknown(address, representation) }
  }

  override func initializeKnown(
    _ address: UnsafeMutableRawPointer, taking representation: UnsafeMutableRawPointer
  ) throws -> Bool {
    try initializeKnown(address, representation.take(as: Representation.self))
  }

  @inline(__always)
  private func initializeKnown(_ address: UnsafeMutableRawPointer, _ representation: Representation) throws -> Bool {
    if isMadeInPlace {
      address.initialize(with: try make(representation))
      // The wrapped value is at the Optional's own address.
      return !mayBeNil || ValueOperations(Made.self).enumTag(address) == 0
    }
    return try withTemporaryMemory(size: MemoryLayout<Made>.size, alignment: MemoryLayout<Made>.alignment) { memory in
      memory.initialize(with: try make(representation))
      guard ValueOperations(Made.self).enumTag(memory) == 0 else { return false }
      ValueOperations(Value.self).move(from: memory, to: address)
      return true
    }
  }

  @inline(never)
  private func initializeUnknown(_ address: UnsafeMutableRawPointer, _ representation: Representation) throws {
    guard let value = unknown?.address(of: Value.self) else {
      throw DecodingError.invalidRepresentation(representation, of: Value.self)
    }
    address.initialize(with: value.value(as: Value.self))
  }
}

extension DecodingError {
  /// The error for a raw value that no value of the type has, worded as in the standard library. For an enum, it lists
  /// the raw values of the cases.
  static func invalidRepresentation(
    _ representation: Any, of type: Any.Type, codingPath: [any CodingKey] = []
  ) -> DecodingError {
    .dataCorrupted(
      Context(
        codingPath: codingPath,
        debugDescription:
          "Cannot initialize \(type) from invalid \(Swift.type(of: representation)) value \(representation)"
          + rawValues(of: type)))
  }

  /// The error for a key of a dictionary that its type of keys does not have, of the standard library's kind.
  static func invalidKey(_ key: String, of type: Any.Type, codingPath: [any CodingKey] = []) -> DecodingError {
    guard type == Int.self else { return invalidRepresentation(key, of: type, codingPath: codingPath) }
    return .typeMismatch(
      type, Context(codingPath: codingPath, debugDescription: "Expected Int key but found the key \(key) instead."))
  }

  /// Lists the raw values of an enum's cases, at most ten, and what can be done, as the end of a sentence; empty for any
  /// other type.
  private static func rawValues(of type: Any.Type) -> String {
    func texts<Value: RawRepresentable>(_: Value.Type) -> [String] {
      (EnumLayout.values(of: Value.self) ?? []).map { ValueText.quoting($0.rawValue) }
    }
    guard Metadata(type).kind == .enumeration,
      let enumeration = Conformances.cast(type, to: (any RawRepresentable.Type).self)
    else { return "" }
    let texts = texts(enumeration)
    guard !texts.isEmpty else { return "" }
    // Only the rules of such an enum can name a case.
    guard Conformances.includes(type, (any AutoCoding.Type).self) else { return "; it has \(texts.listed)" }
    return "; it has \(texts.listed). Add the case, or name one for such data by unknownCase in typeRules."
  }
}

/// The codec of a type that is coded as its raw value.
///
/// - Parameter codable: The type's conformance.
func conversionCodec<Value: RawRepresentable>(
  ofRawValuesOf type: Value.Type, representation: Codec, codable: CodableAccess
) -> ConversionCodec {
  TypedConversionCodec<Value, Value.RawValue, Value?>(
    representation: representation, codable: codable,
    // Such a property is what the protocol requires.
    storesRepresentation: TypeMirror.isStruct(type, ofOnly: "rawValue", Value.RawValue.self),
    represent: { $0.rawValue }, make: { Value(rawValue: $0) },
    unknown: KeptUnknownCase())
}

extension Substring: ComposedType {
  static func makeCodec(_ codec: (Any.Type) throws -> Codec) throws -> Codec {
    TypedConversionCodec<Substring, String, Substring>(
      representation: try codec(String.self), represent: { String($0) }, make: { $0[...] })
  }
}

extension Character: ComposedType {
  static func makeCodec(_ codec: (Any.Type) throws -> Codec) throws -> Codec {
    TypedConversionCodec<Character, String, Character?>(
      representation: try codec(String.self), represent: { String($0) }, make: { $0.count == 1 ? $0.first : nil })
  }
}
