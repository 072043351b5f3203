extension CodableBridge {
  static func encodeRawValue<Value: AutoCoding & RawRepresentable>(
    of value: Value, to encoder: any Encoder
  ) throws where Value.RawValue: Encodable {
    if CodingProbe.isAtWork, let probe = encoder as? CodingProbe {
      throw probe.report(Value.self, isRawValue: true)
    }
    var container = encoder.singleValueContainer()
    try container.encode(value.rawValue)
  }

  static func decodeRawValue<Value: AutoCoding & RawRepresentable>(
    of type: Value.Type, from decoder: any Decoder
  ) throws -> Value where Value.RawValue: Decodable {
    if CodingProbe.isAtWork, let probe = decoder as? CodingProbe {
      throw probe.report(type, isRawValue: true)
    }
    let rawValue = try decoder.singleValueContainer().decode(Value.RawValue.self)
    guard var value = Value(rawValue: rawValue) else {
      throw DecodingError.invalidRepresentation(rawValue, of: type, codingPath: decoder.codingPath)
    }
    try value.didDecode()
    return value
  }
}
