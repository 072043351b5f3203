/// Decodes a value whose type is only `Decodable`, by its own code.
package struct DecodedAlone<Value: Decodable>: Codable {
  package let value: Value

  package init(from decoder: any Decoder) throws {
    value = try decoder.singleValueContainer().decode(Value.self)
  }

  package func encode(to encoder: any Encoder) throws {
    throw EncodingError.invalidValue(
      value,
      .init(codingPath: encoder.codingPath, debugDescription: "\(TypeLookup.name(of: Value.self)) is not Encodable."))
  }
}
