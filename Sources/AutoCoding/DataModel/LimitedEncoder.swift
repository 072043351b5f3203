/// One of AutoCoding's encoders, whose limits are available to code that knows only `any Encoder`.
protocol LimitedEncoder: Encoder {
  var limits: CodingLimits { get }
  /// Calls the value's own `encode(to:)`.
  func encodeOwn(_ value: some Encodable) throws
}

/// AutoCoding's decoder, which decodes a value as a single value container of it does, without making one.
protocol ValueDecoder: Decoder {
  func decode<Value: Decodable>(_ type: Value.Type) throws -> Value
}
