extension CodableBridge {
  @inline(__always)
  static func encodeRawValue<Value: AutoCoding & RawRepresentable>(
    of value: Value, to encoder: any Encoder,
    _ encode: (inout any SingleValueEncodingContainer, Value.RawValue) throws -> Void
  ) throws {
    if CodingProbe.isAtWork, let probe = encoder as? CodingProbe {
      throw probe.report(Value.self, isRawValue: true)
    }
    if let codec = codec(of: Value.self) {
      try codec._withUnsafeGuaranteedRef { codec in
        if codec.isClass { try checkClass(of: value, codec, encoder) }
        guard codec.mayHaveWillEncode else { return }
        try withUnsafePointer(to: value) { try codec.willEncode($0) }
      }
    } else if Value.self is AnyClass {
      // Throws what is wrong with the class.
      _ = try Discovery.modelCodec(for: Value.self)
    }
    var container = encoder.singleValueContainer()
    try encode(&container, value.rawValue)
  }

  @inline(never)
  private static func checkClass<Value: AutoCoding>(
    of value: Value, _ codec: RecordCodec, _ encoder: any Encoder
  ) throws {
    do {
      try withUnsafePointer(to: value) { try InheritedCode.checkRawValue($0, codec) }
    } catch let error as EncodingError {
      throw error.prepending(encoder.codingPath)
    }
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
    guard var value = Value(rawValue: rawValue) ?? UnknownCase.value(of: type) else {
      throw DecodingError.invalidRepresentation(rawValue, of: type, codingPath: decoder.codingPath)
    }
    guard let codec = codec(of: type) else {
      try value.didDecode(in: DecodingContext(decoder))
      return value
    }
    try codec._withUnsafeGuaranteedRef { codec in
      guard codec.mayHaveDidDecode else { return }
      try withUnsafeMutablePointer(to: &value) { try codec.didDecode($0, in: DecodingContext(decoder)) }
    }
    return value
  }

  /// The codec of a type that is coded as its raw value.
  private static func codec(of type: any AutoCoding.Type) -> Unmanaged<RecordCodec>? {
    codec(for: type)?._withUnsafeGuaranteedRef { $0.record.map { .passUnretained($0) } }
  }

  // MARK: Enums that are coded as the name of their case

  /// Encodes the name of the case at the address; see ``OpenEnum``.
  @inline(never)
  static func encodeName(of address: UnsafeRawPointer, _ map: TypeMap.Storage, to encoder: any Encoder) throws {
    let conversion = try nameCodec(of: map)
    var container = encoder.singleValueContainer()
    try conversion.withRepresentation(of: address) { name in
      if conversion.representation.kind == .int {
        try container.encode(name.value(as: Int.self))
      } else {
        try container.encode(name.value(as: String.self))
      }
    }
  }

  /// Decodes the case that a name stands for, or the one for unknown names.
  @inline(never)
  static func decodeName(into address: UnsafeMutableRawPointer, _ map: TypeMap.Storage, from decoder: any Decoder)
    throws
  {
    let conversion = try nameCodec(of: map)
    let container = try decoder.singleValueContainer()
    func make<Name>(_ name: Name) throws {
      try conversion.representation.withTemporaryValue { memory in
        memory.initialize(with: name)
        try conversion.initialize(address, taking: memory)
      }
    }
    if conversion.representation.kind == .int {
      try make(container.decode(Int.self))
    } else {
      try make(container.decode(String.self))
    }
  }

  private static func nameCodec(of map: TypeMap.Storage) throws -> ConversionCodec {
    if let codec = try map.model.map(Discovery.modelCodec(for:))?.rawValue.conversion { return codec }
    throw AutoCodingError(
      .init(
        .notAutoCoding, type: map.type, explanation: "It has no name to be coded as.",
        remedy: "Write init(from:) and encode(to:)."))
  }
}
