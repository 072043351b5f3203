/// AutoCoding's own `Codable` code, which works with any encoder and decoder.
extension AutoCoding {
  /// Encodes every stored property, superclasses' first.
  ///
  /// - Throws: ``AutoCodingError`` where the type cannot be coded; whatever the encoder throws.
  public func encode(to encoder: any Encoder) throws {
    try CodableBridge.encode(self, to: encoder)
  }

  /// Decodes every stored property, superclasses' first, and calls `didDecode()`.
  ///
  /// - Throws: ``AutoCodingError`` where the type cannot be coded; `DecodingError` where the data is not what the type
  ///   asks for. Nothing is left of a value that failed, and no `deinit` runs.
  public init(from decoder: any Decoder) throws {
    self = try CodableBridge.decode(Self.self, from: decoder)
  }
}
