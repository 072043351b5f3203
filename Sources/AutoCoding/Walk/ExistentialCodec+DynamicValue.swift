/// Values of no declared type, as encoders and decoders have them.
extension ExistentialCodec {
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
}
