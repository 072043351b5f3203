// Enums with raw values and option sets are coded as their raw value, as the standard library does.
//
// The standard library's own extensions of `RawRepresentable` would make AutoCoding's defaults ambiguous, and the
// compiler would then synthesize other code. A constrained extension for each raw type resolves the ambiguity. Each calls
// the container's overload for its type, as the standard library does: coders are faster there.

extension AutoCoding where Self: RawRepresentable, RawValue == Bool {
  /// Encodes the raw value.
  ///
  /// - Throws: Errors of the encoder.
  public func encode(to encoder: any Encoder) throws {
    try CodableBridge.encodeRawValue(of: self, to: encoder) { try $0.encode($1) }
  }

  /// Decodes the raw value.
  ///
  /// - Throws: `DecodingError` if the data is no raw value of the type.
  public init(from decoder: any Decoder) throws {
    self = try CodableBridge.decodeRawValue(of: Self.self, from: decoder) { try $0.decode(Bool.self) }
  }
}

extension AutoCoding where Self: RawRepresentable, RawValue == String {
  /// Encodes the raw value.
  ///
  /// - Throws: Errors of the encoder.
  public func encode(to encoder: any Encoder) throws {
    try CodableBridge.encodeRawValue(of: self, to: encoder) { try $0.encode($1) }
  }

  /// Decodes the raw value.
  ///
  /// - Throws: `DecodingError` if the data is no raw value of the type.
  public init(from decoder: any Decoder) throws {
    self = try CodableBridge.decodeRawValue(of: Self.self, from: decoder) { try $0.decode(String.self) }
  }
}

extension AutoCoding where Self: RawRepresentable, RawValue == Double {
  /// Encodes the raw value.
  ///
  /// - Throws: Errors of the encoder.
  public func encode(to encoder: any Encoder) throws {
    try CodableBridge.encodeRawValue(of: self, to: encoder) { try $0.encode($1) }
  }

  /// Decodes the raw value.
  ///
  /// - Throws: `DecodingError` if the data is no raw value of the type.
  public init(from decoder: any Decoder) throws {
    self = try CodableBridge.decodeRawValue(of: Self.self, from: decoder) { try $0.decode(Double.self) }
  }
}

extension AutoCoding where Self: RawRepresentable, RawValue == Float {
  /// Encodes the raw value.
  ///
  /// - Throws: Errors of the encoder.
  public func encode(to encoder: any Encoder) throws {
    try CodableBridge.encodeRawValue(of: self, to: encoder) { try $0.encode($1) }
  }

  /// Decodes the raw value.
  ///
  /// - Throws: `DecodingError` if the data is no raw value of the type.
  public init(from decoder: any Decoder) throws {
    self = try CodableBridge.decodeRawValue(of: Self.self, from: decoder) { try $0.decode(Float.self) }
  }
}

extension AutoCoding where Self: RawRepresentable, RawValue == Int {
  /// Encodes the raw value.
  ///
  /// - Throws: Errors of the encoder.
  public func encode(to encoder: any Encoder) throws {
    try CodableBridge.encodeRawValue(of: self, to: encoder) { try $0.encode($1) }
  }

  /// Decodes the raw value.
  ///
  /// - Throws: `DecodingError` if the data is no raw value of the type.
  public init(from decoder: any Decoder) throws {
    self = try CodableBridge.decodeRawValue(of: Self.self, from: decoder) { try $0.decode(Int.self) }
  }
}

extension AutoCoding where Self: RawRepresentable, RawValue == Int8 {
  /// Encodes the raw value.
  ///
  /// - Throws: Errors of the encoder.
  public func encode(to encoder: any Encoder) throws {
    try CodableBridge.encodeRawValue(of: self, to: encoder) { try $0.encode($1) }
  }

  /// Decodes the raw value.
  ///
  /// - Throws: `DecodingError` if the data is no raw value of the type.
  public init(from decoder: any Decoder) throws {
    self = try CodableBridge.decodeRawValue(of: Self.self, from: decoder) { try $0.decode(Int8.self) }
  }
}

extension AutoCoding where Self: RawRepresentable, RawValue == Int16 {
  /// Encodes the raw value.
  ///
  /// - Throws: Errors of the encoder.
  public func encode(to encoder: any Encoder) throws {
    try CodableBridge.encodeRawValue(of: self, to: encoder) { try $0.encode($1) }
  }

  /// Decodes the raw value.
  ///
  /// - Throws: `DecodingError` if the data is no raw value of the type.
  public init(from decoder: any Decoder) throws {
    self = try CodableBridge.decodeRawValue(of: Self.self, from: decoder) { try $0.decode(Int16.self) }
  }
}

extension AutoCoding where Self: RawRepresentable, RawValue == Int32 {
  /// Encodes the raw value.
  ///
  /// - Throws: Errors of the encoder.
  public func encode(to encoder: any Encoder) throws {
    try CodableBridge.encodeRawValue(of: self, to: encoder) { try $0.encode($1) }
  }

  /// Decodes the raw value.
  ///
  /// - Throws: `DecodingError` if the data is no raw value of the type.
  public init(from decoder: any Decoder) throws {
    self = try CodableBridge.decodeRawValue(of: Self.self, from: decoder) { try $0.decode(Int32.self) }
  }
}

extension AutoCoding where Self: RawRepresentable, RawValue == Int64 {
  /// Encodes the raw value.
  ///
  /// - Throws: Errors of the encoder.
  public func encode(to encoder: any Encoder) throws {
    try CodableBridge.encodeRawValue(of: self, to: encoder) { try $0.encode($1) }
  }

  /// Decodes the raw value.
  ///
  /// - Throws: `DecodingError` if the data is no raw value of the type.
  public init(from decoder: any Decoder) throws {
    self = try CodableBridge.decodeRawValue(of: Self.self, from: decoder) { try $0.decode(Int64.self) }
  }
}

extension AutoCoding where Self: RawRepresentable, RawValue == UInt {
  /// Encodes the raw value.
  ///
  /// - Throws: Errors of the encoder.
  public func encode(to encoder: any Encoder) throws {
    try CodableBridge.encodeRawValue(of: self, to: encoder) { try $0.encode($1) }
  }

  /// Decodes the raw value.
  ///
  /// - Throws: `DecodingError` if the data is no raw value of the type.
  public init(from decoder: any Decoder) throws {
    self = try CodableBridge.decodeRawValue(of: Self.self, from: decoder) { try $0.decode(UInt.self) }
  }
}

extension AutoCoding where Self: RawRepresentable, RawValue == UInt8 {
  /// Encodes the raw value.
  ///
  /// - Throws: Errors of the encoder.
  public func encode(to encoder: any Encoder) throws {
    try CodableBridge.encodeRawValue(of: self, to: encoder) { try $0.encode($1) }
  }

  /// Decodes the raw value.
  ///
  /// - Throws: `DecodingError` if the data is no raw value of the type.
  public init(from decoder: any Decoder) throws {
    self = try CodableBridge.decodeRawValue(of: Self.self, from: decoder) { try $0.decode(UInt8.self) }
  }
}

extension AutoCoding where Self: RawRepresentable, RawValue == UInt16 {
  /// Encodes the raw value.
  ///
  /// - Throws: Errors of the encoder.
  public func encode(to encoder: any Encoder) throws {
    try CodableBridge.encodeRawValue(of: self, to: encoder) { try $0.encode($1) }
  }

  /// Decodes the raw value.
  ///
  /// - Throws: `DecodingError` if the data is no raw value of the type.
  public init(from decoder: any Decoder) throws {
    self = try CodableBridge.decodeRawValue(of: Self.self, from: decoder) { try $0.decode(UInt16.self) }
  }
}

extension AutoCoding where Self: RawRepresentable, RawValue == UInt32 {
  /// Encodes the raw value.
  ///
  /// - Throws: Errors of the encoder.
  public func encode(to encoder: any Encoder) throws {
    try CodableBridge.encodeRawValue(of: self, to: encoder) { try $0.encode($1) }
  }

  /// Decodes the raw value.
  ///
  /// - Throws: `DecodingError` if the data is no raw value of the type.
  public init(from decoder: any Decoder) throws {
    self = try CodableBridge.decodeRawValue(of: Self.self, from: decoder) { try $0.decode(UInt32.self) }
  }
}

extension AutoCoding where Self: RawRepresentable, RawValue == UInt64 {
  /// Encodes the raw value.
  ///
  /// - Throws: Errors of the encoder.
  public func encode(to encoder: any Encoder) throws {
    try CodableBridge.encodeRawValue(of: self, to: encoder) { try $0.encode($1) }
  }

  /// Decodes the raw value.
  ///
  /// - Throws: `DecodingError` if the data is no raw value of the type.
  public init(from decoder: any Decoder) throws {
    self = try CodableBridge.decodeRawValue(of: Self.self, from: decoder) { try $0.decode(UInt64.self) }
  }
}

@available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
extension AutoCoding where Self: RawRepresentable, RawValue == Int128 {
  /// Encodes the raw value.
  ///
  /// - Throws: Errors of the encoder.
  public func encode(to encoder: any Encoder) throws {
    try CodableBridge.encodeRawValue(of: self, to: encoder) { try $0.encode($1) }
  }

  /// Decodes the raw value.
  ///
  /// - Throws: `DecodingError` if the data is no raw value of the type.
  public init(from decoder: any Decoder) throws {
    self = try CodableBridge.decodeRawValue(of: Self.self, from: decoder) { try $0.decode(Int128.self) }
  }
}

@available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
extension AutoCoding where Self: RawRepresentable, RawValue == UInt128 {
  /// Encodes the raw value.
  ///
  /// - Throws: Errors of the encoder.
  public func encode(to encoder: any Encoder) throws {
    try CodableBridge.encodeRawValue(of: self, to: encoder) { try $0.encode($1) }
  }

  /// Decodes the raw value.
  ///
  /// - Throws: `DecodingError` if the data is no raw value of the type.
  public init(from decoder: any Decoder) throws {
    self = try CodableBridge.decodeRawValue(of: Self.self, from: decoder) { try $0.decode(UInt128.self) }
  }
}
