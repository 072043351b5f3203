/// Encodes a stored value in a container if the value's type has no conformance that a container can use.
///
/// Precondition: the value stays at its address until the container has encoded it.
struct EncodableSlot: Encodable {
  let address: UnsafeRawPointer
  let codec: Codec

  func encode(to encoder: any Encoder) throws {
    if let value = codec.codable?.value(at: address) {
      // Use a container, not `encode(to:)`: coders have their own notation for some types.
      var container = encoder.singleValueContainer()
      return try container.encode(value)
    }
    switch codec {
    case let codec as OptionalCodec:
      if codec.isNil(address) {
        var container = encoder.singleValueContainer()
        try container.encodeNil()
      } else {
        try EncodableSlot(address: address, codec: codec.wrapped).encode(to: encoder)
      }
    case let codec as ConversionCodec:
      try codec.withRepresentation(of: address) {
        try EncodableSlot(address: $0, codec: codec.representation).encode(to: encoder)
      }
    case let codec as SequenceCodec: try encodeSequence(codec, to: encoder)
    case let codec as DictionaryCodec: try encodeDictionary(codec, to: encoder)
    case let codec as TupleCodec: try encodeTuple(codec, to: encoder)
    case let codec as ExistentialCodec: try codec.value(at: address).encode(to: encoder)
    default:
      throw EncodingError.invalidValue(
        codec.type, .init(codingPath: encoder.codingPath, debugDescription: "\(codec.type) is not Encodable."))
    }
  }

  private func encodeSequence(_ codec: SequenceCodec, to encoder: any Encoder) throws {
    let stride = ValueOperations(codec.element.type).stride
    var container = encoder.unkeyedContainer()
    try codec.withElements(of: address) { first, count in
      for index in 0..<count {
        try container.encode(EncodableSlot(address: first + index * stride, codec: codec.element))
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
      try container.encode(EncodableSlot(address: address + operation.offset, codec: operation.codec))
    }
  }

  private func encodeDictionary(_ codec: DictionaryCodec, to encoder: any Encoder) throws {
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
        dictionary[codec.string(forKey: keys[index])] = EncodableSlot(address: values[index], codec: codec.value)
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
        try container.encode(EncodableSlot(address: values[index], codec: codec.value), forKey: key)
      }
    } else {
      var container = encoder.unkeyedContainer()
      for index in 0..<keys.count {
        try container.encode(EncodableSlot(address: keys[index], codec: codec.key))
        try container.encode(EncodableSlot(address: values[index], codec: codec.value))
      }
    }
  }
}
