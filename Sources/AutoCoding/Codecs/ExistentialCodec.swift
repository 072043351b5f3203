/// A value of which only protocols are declared: a model, named by its type, or for `Any` a value like JSON's.
package final class ExistentialCodec: Codec, @unchecked Sendable {
  private let layout: ExistentialLayout
  private let decoding = ExistentialAccess()

  /// Whether any value can be held.
  package var isAny: Bool { layout.isAny }

  /// Whether a class or protocol is declared, which says what may stand here; if not, ``TypeScope`` does.
  package var isDeclared: Bool { layout.isConstrained }

  /// Whether values of a type can be held.
  package func admits(_ type: Any.Type) -> Bool { layout.admits(type) }

  /// Stores a value as one of the existential type.
  ///
  /// - Throws: `DecodingError.typeMismatch` where it cannot be held.
  package func initialize(_ address: UnsafeMutableRawPointer, with value: Any) throws {
    guard layout.initialize(address, with: value) else {
      throw DecodingError.typeMismatch(
        type,
        .init(codingPath: [], debugDescription: "\(TypeLookup.name(of: Swift.type(of: value))) is no \(type)."))
    }
  }

  /// The way from a format that calls `Codable` code.
  package var access: CodableAccess { decoding }

  private let codecOfType: @Sendable (Any.Type) throws -> Codec

  init(layout: ExistentialLayout, codecOfType: @escaping @Sendable (Any.Type) throws -> Codec) {
    self.layout = layout
    self.codecOfType = codecOfType
    super.init(type: layout.type, kind: .existential, codable: nil)
    decoding.codec = self
  }

  /// The codec of a model that a value may be.
  func codec(of type: any AutoCoding.Type) throws -> RecordCodec {
    // Every type that conforms to AutoCoding has a codec of this kind.
    unsafeDowncast(try codecOfType(type), to: RecordCodec.self)
  }

  /// The codec of the model that data names.
  ///
  /// - Throws: `DecodingError` if the name is not known, or its type cannot be held.
  package func codec(ofModelNamed name: String) throws -> RecordCodec {
    do {
      return try codec(of: DynamicValue.type(named: name, isDeclared: isDeclared, admits: admits))
    } catch {
      throw error.prepending(DynamicKey(TypeNames.classKey))
    }
  }

  /// The value at the address, in no second box.
  package func contents(at address: UnsafeRawPointer) -> Any { layout.value(at: address) }

  /// The value at the address, as an encoder takes it.
  package func value(at address: UnsafeRawPointer) -> DynamicValue {
    DynamicValue(layout.value(at: address), isPlainAllowed: layout.isAny, isDeclared: layout.isConstrained)
  }

  /// Decodes a value; what it is called in the data is checked before anything is made of it.
  package func decode(into address: UnsafeMutableRawPointer, from decoder: any Decoder) throws {
    let value = try DynamicValue.decode(
      from: decoder, isPlainAllowed: layout.isAny, isDeclared: layout.isConstrained
    ) { layout.admits($0) }
    guard layout.initialize(address, with: value) else {
      throw DecodingError.typeMismatch(
        type,
        .init(
          codingPath: decoder.codingPath,
          debugDescription: "\(TypeLookup.name(of: Swift.type(of: value))) is no \(type)."))
    }
  }

  private final class ExistentialAccess: CodableAccess, @unchecked Sendable {
    unowned(unsafe) var codec: ExistentialCodec?

    override func decode(into address: UnsafeMutableRawPointer, from decoder: any Decoder) throws {
      try codec?.decode(into: address, from: decoder)
    }
  }
}
