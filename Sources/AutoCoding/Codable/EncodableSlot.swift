/// Encodes a stored value in a container if the value's type has no conformance that a container can use.
///
/// The value is read in place, so a container must encode it before the call returns that it was passed to. One that is
/// encoded later is an `EncodingError`.
struct EncodableSlot: Encodable {
  /// Shared by slots whose values are at their addresses equally long.
  final class Lifetime {
    @exclusivity(unchecked) fileprivate(set) var isOver = false
  }

  let address: UnsafeRawPointer
  let codec: Codec
  let lifetime: Lifetime

  /// Calls `encode`. Slots that it makes must not be encoded after it has returned.
  @inline(__always)
  static func lending<Result>(_ encode: (Lifetime) throws -> Result) rethrows -> Result {
    let lifetime = Lifetime()
    defer { lifetime.isOver = true }
    return try encode(lifetime)
  }

  /// Returns a slot for a part of the value in place.
  private func part(_ address: UnsafeRawPointer, as codec: Codec) -> EncodableSlot {
    EncodableSlot(address: address, codec: codec, lifetime: lifetime)
  }

  func encode(to encoder: any Encoder) throws {
    guard !lifetime.isOver else {
      throw EncodingError.invalidValue(
        codec.type,
        .init(
          codingPath: encoder.codingPath,
          debugDescription: """
            The encoder encodes a value of type \(codec.type) after the call that passed the value to it has returned. \
            Such a value is read in place, so it must be encoded before.
            """))
    }
    if let value = codec.codable?.value(at: address) {
      // Use a container, not `encode(to:)`: coders have their own notation for some types.
      var container = encoder.singleValueContainer()
      return try container.encode(value)
    }
    switch codec.concrete {
    case .optional(let codec):
      if codec.isNil(address) {
        var container = encoder.singleValueContainer()
        try container.encodeNil()
      } else {
        try part(address, as: codec.wrapped).encode(to: encoder)
      }
    case .conversion(let codec):
      try codec.withRepresentation(of: address) { representation in
        try Self.lending { lifetime in
          try EncodableSlot(address: representation, codec: codec.representation, lifetime: lifetime)
            .encode(to: encoder)
        }
      }
    case .sequence(let codec): try encodeSequence(codec, to: encoder)
    case .dictionary(let codec): try encodeDictionary(codec, to: encoder)
    case .tuple(let codec): try encodeTuple(codec, to: encoder)
    case .existential(let codec): try codec.value(at: address).encode(to: encoder)
    case .leaf, .record, .codable:
      throw EncodingError.invalidValue(
        codec.type, .init(codingPath: encoder.codingPath, debugDescription: "\(codec.type) is not Encodable."))
    }
  }

  private func encodeSequence(_ codec: SequenceCodec, to encoder: any Encoder) throws {
    let stride = codec.stride
    var container = encoder.unkeyedContainer()
    try codec.withElements(of: address) { first, count in
      try Self.lending { lifetime in
        for index in 0..<count {
          try container.encode(
            EncodableSlot(address: first + index * stride, codec: codec.element, lifetime: lifetime))
        }
      }
    }
  }

  private func encodeTuple(_ codec: TupleCodec, to encoder: any Encoder) throws {
    if codec.isKeyed {
      var container = encoder.container(keyedBy: PropertyKey.self)
      return try CodableBridge.encodeProperties(of: address, map: codec.map, in: &container)
    }
    var container = encoder.unkeyedContainer()
    for operation in codec.map.operations {
      try container.encode(part(address + operation.offset, as: operation.codec))
    }
  }

  private func encodeDictionary(_ codec: DictionaryCodec, to encoder: any Encoder) throws {
    try Self.lending { try Self.encodeDictionary(at: address, codec, to: encoder, $0) }
  }

  /// - Parameter lifetime: That of copies of the keys and values.
  private static func encodeDictionary(
    at address: UnsafeRawPointer, _ codec: DictionaryCodec, to encoder: any Encoder, _ lifetime: Lifetime
  ) throws {
    func slot(_ address: UnsafeRawPointer, _ codec: Codec) -> EncodableSlot {
      EncodableSlot(address: address, codec: codec, lifetime: lifetime)
    }
    var keys = ElementBuffer(of: codec.key.type, announced: nil)
    var values = ElementBuffer(of: codec.value.type, announced: nil)
    try codec.forEach(of: address) { key, value in
      keys.append(copying: key)
      values.append(copying: value)
    }
    if codec.isTextKeyed {
      // Encode a dictionary: coders do not apply their key strategy to its keys.
      var dictionary: [String: EncodableSlot] = [:]
      for index in 0..<keys.count {
        dictionary[codec.string(forKey: keys[index])] = slot(values[index], codec.value)
      }
      var container = encoder.singleValueContainer()
      try container.encode(dictionary)
    } else if codec.isKeyed {
      // As the standard library encodes keys that are not text: coders apply their key strategy.
      var strings: Set<String> = []
      var container = encoder.container(keyedBy: DynamicKey.self)
      for index in 0..<keys.count {
        let key = codec.codingKey(forKey: keys[index])
        guard strings.insert(key.stringValue).inserted else {
          throw codec.equalStrings(key.stringValue).prepending(encoder.codingPath)
        }
        try container.encode(slot(values[index], codec.value), forKey: key)
      }
    } else {
      var container = encoder.unkeyedContainer()
      for index in 0..<keys.count {
        try container.encode(slot(keys[index], codec.key))
        try container.encode(slot(values[index], codec.value))
      }
    }
  }
}
