extension CodableBridge {
  @inline(__always)
  static func encodeRawValue<Value: AutoCoding & RawRepresentable>(
    of value: Value, to encoder: any Encoder,
    _ encode: (inout any SingleValueEncodingContainer, Value.RawValue) throws -> Void
  ) throws {
    if CodingProbe.isAtWork, let probe = encoder as? CodingProbe {
      throw probe.report(Value.self, isRawValue: true)
    }
    var container = encoder.singleValueContainer()
    try encode(&container, value.rawValue)
  }

  @inline(__always)
  static func decodeRawValue<Value: AutoCoding & RawRepresentable>(
    of type: Value.Type, from decoder: any Decoder,
    _ decode: (any SingleValueDecodingContainer) throws -> Value.RawValue
  ) throws -> Value {
    if CodingProbe.isAtWork, let probe = decoder as? CodingProbe {
      throw probe.report(type, isRawValue: true)
    }
    let rawValue = try decode(try decoder.singleValueContainer())
    guard var value = Value(rawValue: rawValue) else {
      throw DecodingError.invalidRepresentation(rawValue, of: type, codingPath: decoder.codingPath)
    }
    try value.didDecode()
    return value
  }
}
