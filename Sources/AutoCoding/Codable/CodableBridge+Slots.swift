extension CodableBridge {
  /// Decodes a value with any codec.
  static func decode(
    into address: UnsafeMutableRawPointer, as codec: Codec, from decoder: any Decoder
  ) throws {
    if let codable = codec.codable, !codec.skipsUndecodableElements {
      return try codable.decode(into: address, from: decoder)
    }
    switch codec.concrete {
    case .optional(let codec):
      if try decoder.singleValueContainer().decodeNil() { return codec.initializeNull(address) }
      try decode(into: address, as: codec.wrapped, from: decoder)
      codec.wrap(address)
    case .conversion(let codec):
      try codec.representation.withTemporaryValue { memory in
        try decode(into: memory, as: codec.representation, from: decoder)
        do {
          try codec.initialize(address, taking: memory)
        } catch {
          throw error.prepending(decoder.codingPath)
        }
      }
    case .sequence(let codec): try decodeSequence(into: address, as: codec, from: decoder)
    case .dictionary(let codec): try decodeDictionary(into: address, as: codec, from: decoder)
    case .tuple(let codec): try decodeTuple(into: address, as: codec, from: decoder)
    case .existential(let codec): try codec.decode(into: address, from: decoder)
    case .leaf, .record, .codable:
      throw DecodingError.typeMismatch(
        codec.type, .init(codingPath: decoder.codingPath, debugDescription: "\(codec.type) is not Decodable."))
    }
  }

  private static func decodeSequence(
    into address: UnsafeMutableRawPointer, as codec: SequenceCodec, from decoder: any Decoder
  ) throws {
    if !codec.element.kind.isLeaf { try NestedLevel.checkStack(codingPath: { decoder.codingPath }) }
    var container = try decoder.unkeyedContainer()
    var elements = ElementBuffer(of: codec.element.type, announced: container.count)
    while !container.isAtEnd {
      let slot =
        codec.skipsUndecodable
        ? try nextFitting(codec.element, from: &container) : try next(codec.element, from: &container)
      guard let slot else { continue }
      try slot.move(to: elements.next(), as: codec.element, codingPath: container.codingPath)
      elements.commit()
    }
    codec.initialize(address, taking: &elements)
  }

  private static func decodeTuple(
    into address: UnsafeMutableRawPointer, as codec: TupleCodec, from decoder: any Decoder
  ) throws {
    if codec.isKeyed {
      try checkKeys(of: codec.map, decoder)
      return try decodeProperties(
        into: address, map: codec.map, from: try decoder.container(keyedBy: PropertyKey.self))
    }
    var container = try decoder.unkeyedContainer()
    try RecordAssembly.inOrder(codec.map, at: address) { position, slot in
      guard !container.isAtEnd else { throw codec.countMismatch(found: position, codingPath: decoder.codingPath) }
      let codec = codec.map.operations[position].codec
      try next(codec, from: &container).move(to: slot, as: codec, codingPath: container.codingPath)
    }
    guard container.isAtEnd else {
      ValueOperations(codec.type).destroy(address)
      throw codec.countMismatch(
        found: container.count ?? codec.map.operations.count + 1, codingPath: decoder.codingPath)
    }
  }

  private static func decodeDictionary(
    into address: UnsafeMutableRawPointer, as codec: DictionaryCodec, from decoder: any Decoder
  ) throws {
    var keys = ElementBuffer(of: codec.key.type, announced: nil)
    var values = ElementBuffer(of: codec.value.type, announced: nil)
    if codec.isTextKeyed {
      // Decode a dictionary: coders do not apply their key strategy to its keys.
      let dictionary =
        codec.skipsUndecodable
        ? try fittingValues(of: codec, from: decoder)
        : try DecodableSlot.decoding(codec.value, in: codec) {
          try decoder.singleValueContainer().decode([String: DecodableSlot].self)
        }
      for (key, value) in dictionary {
        guard codec.initializeKey(keys.next(), from: key) else { continue }
        keys.commit()
        try value.move(
          to: values.next(), as: codec.value, codingPath: decoder.codingPath + [DynamicKey(stringValue: key)])
        values.commit()
      }
    } else if codec.isKeyed {
      let container = try decoder.container(keyedBy: DynamicKey.self)
      for key in container.allKeys {
        guard codec.initializeKey(keys.next(), inDataFrom: key) else {
          throw DecodingError.invalidKey(
            key.stringValue, of: codec.key.type, codingPath: decoder.codingPath + [key])
        }
        keys.commit()
        let slot =
          codec.skipsUndecodable
          ? try fitting(codec.value) {
            try container.decode(DecodableSlot.self, forKey: key)
          } orNull: {
            try container.decode(DecodableSlot?.self, forKey: key)
          } : try member(codec.value, forKey: key, from: container)
        guard let slot else {
          keys.removeLast()
          continue
        }
        try slot.move(to: values.next(), as: codec.value, codingPath: decoder.codingPath + [key])
        values.commit()
      }
      let count = keys.count
      codec.initialize(address, takingKeys: &keys, values: &values)
      // The container's keys have no order, so none of several equal ones is the first or the last.
      guard codec.count(of: address) == count else {
        ValueOperations(codec.type).destroy(address)
        throw codec.equalKeys().prepending(decoder.codingPath)
      }
      return
    } else {
      var container = try decoder.unkeyedContainer()
      while !container.isAtEnd {
        func next(_ codec: Codec, skips: Bool) throws -> DecodableSlot? {
          skips ? try nextFitting(codec, from: &container) : try self.next(codec, from: &container)
        }
        let key = try next(codec.key, skips: codec.skipsUndecodable)
        guard !container.isAtEnd else {
          throw DecodingError.dataCorrupted(
            .init(
              codingPath: decoder.codingPath,
              debugDescription: "Expected collection of key-value pairs; encountered end of container before value"))
        }
        guard let key else {
          try skip(in: &container)
          continue
        }
        try key.move(to: keys.next(), as: codec.key, codingPath: container.codingPath)
        keys.commit()
        guard let value = try next(codec.value, skips: codec.skipsUndecodable) else {
          keys.removeLast()
          continue
        }
        try value.move(to: values.next(), as: codec.value, codingPath: container.codingPath)
        values.commit()
      }
    }
    codec.initialize(address, takingKeys: &keys, values: &values)
  }

  private static func member(
    _ codec: Codec, forKey key: DynamicKey, from container: KeyedDecodingContainer<DynamicKey>
  ) throws -> DecodableSlot {
    if let codec = codec.optional {
      return try DecodableSlot.decoding(codec) {
        try container.decode(DecodableSlot?.self, forKey: key) ?? DecodableSlot(nilOf: codec)
      }
    }
    return try DecodableSlot.decoding(codec) { try container.decode(DecodableSlot.self, forKey: key) }
  }

  /// Decodes the next element of a container.
  static func next(_ codec: Codec, from container: inout any UnkeyedDecodingContainer) throws -> DecodableSlot {
    // For a type that is not Optional, containers refuse null before they call the type's code.
    if let codec = codec.optional {
      return try DecodableSlot.decoding(codec) {
        try container.decode(DecodableSlot?.self) ?? DecodableSlot(nilOf: codec)
      }
    }
    return try DecodableSlot.decoding(codec) { try container.decode(DecodableSlot.self) }
  }

  // MARK: Elements that are left out if they do not fit

  /// Decodes the next element of a container; returns nil if it does not fit.
  private static func nextFitting(
    _ codec: Codec, from container: inout any UnkeyedDecodingContainer
  ) throws -> DecodableSlot? {
    let index = container.currentIndex
    let slot = try fitting(codec) {
      try container.decode(DecodableSlot.self)
    } orNull: {
      try container.decode(DecodableSlot?.self)
    }
    // A container stays at a value that it cannot decode.
    if slot == nil, container.currentIndex == index { try skip(in: &container) }
    return slot
  }

  /// Decodes the values of a dictionary that fit, by their keys.
  private static func fittingValues(
    of dictionary: DictionaryCodec, from decoder: any Decoder
  ) throws -> [String: DecodableSlot] {
    try DecodableSlot.decoding(dictionary.value, in: dictionary, skipsUndecodable: true) {
      try decoder.singleValueContainer().decode([String: DecodableSlot].self)
    }.filter { $0.value.isFull }
  }

  /// Returns the slot that `decode` or, for an Optional, `orNull` decodes; nil if its value does not fit.
  private static func fitting(
    _ codec: Codec, _ decode: () throws -> DecodableSlot, orNull: () throws -> DecodableSlot?
  ) throws -> DecodableSlot? {
    let begun = ThreadState.ownCodeFailures
    do {
      let slot = try DecodableSlot.decoding(codec, skipsUndecodable: true) {
        if let codec = codec.optional { return try orNull() ?? DecodableSlot(nilOf: codec) }
        return try decode()
      }
      return slot.isFull ? slot : nil
    } catch let error where isRecoverable(error, since: begun) {
      // Null, which some containers refuse before they call a type's code.
      return nil
    }
  }
}
