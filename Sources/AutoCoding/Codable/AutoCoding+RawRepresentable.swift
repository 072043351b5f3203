// Enums with raw values and option sets are coded as their raw value, as the standard library does.
//
// The standard library's own extensions of `RawRepresentable` would make AutoCoding's defaults ambiguous, and the
// compiler would then synthesize other code. A constrained extension for each raw type resolves the ambiguity.

extension AutoCoding where Self: RawRepresentable, RawValue == Bool {
  /// Encodes the raw value.
  public func encode(to encoder: any Encoder) throws { try CodableBridge.encodeRawValue(of: self, to: encoder) }

  /// Decodes the raw value.
  public init(from decoder: any Decoder) throws {
    self = try CodableBridge.decodeRawValue(of: Self.self, from: decoder)
  }
}

extension AutoCoding where Self: RawRepresentable, RawValue == String {
  /// Encodes the raw value.
  public func encode(to encoder: any Encoder) throws { try CodableBridge.encodeRawValue(of: self, to: encoder) }

  /// Decodes the raw value.
  public init(from decoder: any Decoder) throws {
    self = try CodableBridge.decodeRawValue(of: Self.self, from: decoder)
  }
}

extension AutoCoding where Self: RawRepresentable, RawValue == Double {
  /// Encodes the raw value.
  public func encode(to encoder: any Encoder) throws { try CodableBridge.encodeRawValue(of: self, to: encoder) }

  /// Decodes the raw value.
  public init(from decoder: any Decoder) throws {
    self = try CodableBridge.decodeRawValue(of: Self.self, from: decoder)
  }
}

extension AutoCoding where Self: RawRepresentable, RawValue == Float {
  /// Encodes the raw value.
  public func encode(to encoder: any Encoder) throws { try CodableBridge.encodeRawValue(of: self, to: encoder) }

  /// Decodes the raw value.
  public init(from decoder: any Decoder) throws {
    self = try CodableBridge.decodeRawValue(of: Self.self, from: decoder)
  }
}

extension AutoCoding where Self: RawRepresentable, RawValue == Int {
  /// Encodes the raw value.
  public func encode(to encoder: any Encoder) throws { try CodableBridge.encodeRawValue(of: self, to: encoder) }

  /// Decodes the raw value.
  public init(from decoder: any Decoder) throws {
    self = try CodableBridge.decodeRawValue(of: Self.self, from: decoder)
  }
}

extension AutoCoding where Self: RawRepresentable, RawValue == Int8 {
  /// Encodes the raw value.
  public func encode(to encoder: any Encoder) throws { try CodableBridge.encodeRawValue(of: self, to: encoder) }

  /// Decodes the raw value.
  public init(from decoder: any Decoder) throws {
    self = try CodableBridge.decodeRawValue(of: Self.self, from: decoder)
  }
}

extension AutoCoding where Self: RawRepresentable, RawValue == Int16 {
  /// Encodes the raw value.
  public func encode(to encoder: any Encoder) throws { try CodableBridge.encodeRawValue(of: self, to: encoder) }

  /// Decodes the raw value.
  public init(from decoder: any Decoder) throws {
    self = try CodableBridge.decodeRawValue(of: Self.self, from: decoder)
  }
}

extension AutoCoding where Self: RawRepresentable, RawValue == Int32 {
  /// Encodes the raw value.
  public func encode(to encoder: any Encoder) throws { try CodableBridge.encodeRawValue(of: self, to: encoder) }

  /// Decodes the raw value.
  public init(from decoder: any Decoder) throws {
    self = try CodableBridge.decodeRawValue(of: Self.self, from: decoder)
  }
}

extension AutoCoding where Self: RawRepresentable, RawValue == Int64 {
  /// Encodes the raw value.
  public func encode(to encoder: any Encoder) throws { try CodableBridge.encodeRawValue(of: self, to: encoder) }

  /// Decodes the raw value.
  public init(from decoder: any Decoder) throws {
    self = try CodableBridge.decodeRawValue(of: Self.self, from: decoder)
  }
}

extension AutoCoding where Self: RawRepresentable, RawValue == UInt {
  /// Encodes the raw value.
  public func encode(to encoder: any Encoder) throws { try CodableBridge.encodeRawValue(of: self, to: encoder) }

  /// Decodes the raw value.
  public init(from decoder: any Decoder) throws {
    self = try CodableBridge.decodeRawValue(of: Self.self, from: decoder)
  }
}

extension AutoCoding where Self: RawRepresentable, RawValue == UInt8 {
  /// Encodes the raw value.
  public func encode(to encoder: any Encoder) throws { try CodableBridge.encodeRawValue(of: self, to: encoder) }

  /// Decodes the raw value.
  public init(from decoder: any Decoder) throws {
    self = try CodableBridge.decodeRawValue(of: Self.self, from: decoder)
  }
}

extension AutoCoding where Self: RawRepresentable, RawValue == UInt16 {
  /// Encodes the raw value.
  public func encode(to encoder: any Encoder) throws { try CodableBridge.encodeRawValue(of: self, to: encoder) }

  /// Decodes the raw value.
  public init(from decoder: any Decoder) throws {
    self = try CodableBridge.decodeRawValue(of: Self.self, from: decoder)
  }
}

extension AutoCoding where Self: RawRepresentable, RawValue == UInt32 {
  /// Encodes the raw value.
  public func encode(to encoder: any Encoder) throws { try CodableBridge.encodeRawValue(of: self, to: encoder) }

  /// Decodes the raw value.
  public init(from decoder: any Decoder) throws {
    self = try CodableBridge.decodeRawValue(of: Self.self, from: decoder)
  }
}

extension AutoCoding where Self: RawRepresentable, RawValue == UInt64 {
  /// Encodes the raw value.
  public func encode(to encoder: any Encoder) throws { try CodableBridge.encodeRawValue(of: self, to: encoder) }

  /// Decodes the raw value.
  public init(from decoder: any Decoder) throws {
    self = try CodableBridge.decodeRawValue(of: Self.self, from: decoder)
  }
}

@available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
extension AutoCoding where Self: RawRepresentable, RawValue == Int128 {
  /// Encodes the raw value.
  public func encode(to encoder: any Encoder) throws { try CodableBridge.encodeRawValue(of: self, to: encoder) }

  /// Decodes the raw value.
  public init(from decoder: any Decoder) throws {
    self = try CodableBridge.decodeRawValue(of: Self.self, from: decoder)
  }
}

@available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
extension AutoCoding where Self: RawRepresentable, RawValue == UInt128 {
  /// Encodes the raw value.
  public func encode(to encoder: any Encoder) throws { try CodableBridge.encodeRawValue(of: self, to: encoder) }

  /// Decodes the raw value.
  public init(from decoder: any Decoder) throws {
    self = try CodableBridge.decodeRawValue(of: Self.self, from: decoder)
  }
}
