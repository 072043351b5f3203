extension CodedPropertyWrapper {
  /// Decodes the wrapper by its own `init(from:)`, or else the wrapped value.
  public static func makeWrapper(from decoder: any Decoder) throws -> Self {
    if let probe = decoder as? CodingProbe { throw probe.report(Self.self) }
    func decode<Value: Decodable>(_ type: Value.Type) throws -> Any {
      try decoder.singleValueContainer().decode(type)
    }
    if let type = Conformances.cast(Self.self, to: (any Decodable.Type).self) {
      if let wrapper = try decode(type) as? Self { return wrapper }
    } else if let type = Conformances.cast(WrappedValue.self, to: (any Decodable.Type).self),
      let value = try decode(type) as? WrappedValue
    {
      return Self(wrappedValue: value)
    }
    throw DecodingError.typeMismatch(
      WrappedValue.self,
      .init(codingPath: decoder.codingPath, debugDescription: "\(WrappedValue.self) is not Decodable."))
  }
}
