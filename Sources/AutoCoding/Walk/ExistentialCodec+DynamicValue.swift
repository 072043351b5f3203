/// Values without a declared type, for encoders and decoders.
extension ExistentialCodec {
  /// Returns the codec of the model that data names.
  ///
  /// - Throws: `DecodingError` if the name is unknown, or if the codec's values cannot hold its type.
  package func codec(ofModelNamed name: String) throws -> RecordCodec {
    do {
      return try codec(of: DynamicValue.type(named: name, isDeclared: isDeclared, admits: admits))
    } catch {
      throw error.prepending(DynamicKey(TypeNames.classKey))
    }
  }

  /// Returns the value at the address for an encoder.
  package func value(at address: UnsafeRawPointer) -> DynamicValue {
    DynamicValue(layout.value(at: address), allowsPlainValues: layout.isAny, isDeclared: layout.isConstrained)
  }

  /// Decodes a value. The type that the data names is checked before a value is made.
  package func decode(into address: UnsafeMutableRawPointer, from decoder: any Decoder) throws {
    let value = try DynamicValue.decode(from: decoder, as: layout)
    guard layout.initialize(address, with: value) else {
      throw DecodingError.typeMismatch(
        type,
        .init(
          codingPath: decoder.codingPath,
          debugDescription: "\(TypeLookup.name(of: Swift.type(of: value))) does not fit \(type)."))
    }
  }
}
