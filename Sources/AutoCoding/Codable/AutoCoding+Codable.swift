/// AutoCoding's own `Codable` code, which works with any encoder and decoder.
extension AutoCoding {
  /// Encodes every stored property, those of superclasses first.
  ///
  /// - Throws: ``AutoCodingError`` if the type cannot be coded; errors of the encoder.
  public func encode(to encoder: any Encoder) throws {
    try CodableBridge.encode(self, to: encoder)
  }

  /// Decodes every stored property, those of superclasses first, and calls `didDecode()`.
  ///
  /// If decoding fails, the partial value is freed, and no `deinit` runs.
  ///
  /// - Throws: ``AutoCodingError`` if the type cannot be coded; `DecodingError` if the data does not match the type.
  public init(from decoder: any Decoder) throws {
    self = try CodableBridge.decode(Self.self, from: decoder)
  }
}
