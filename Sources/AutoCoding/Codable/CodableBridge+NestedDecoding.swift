/// Models in models, under Foundation's coders: each is coded in a container nested in that of the model around it.
///
/// The data is the same as if the container were given the model. That would take longer: the container would pass it
/// through generic code for any `Encodable` or `Decodable` type. Coders other than Foundation's may treat values by
/// their type, so they are given the models.
///
/// A function that returns false has not coded the value, so the container must be given it.
extension CodableBridge {
  /// The decoder in whose containers models may be nested.
  typealias NestingDecoder = UnsafePointer<any Decoder>

  /// Calls `body` with the decoder if models in a map's properties may be nested in its containers, or else with nil.
  @inline(__always)
  static func withNestingCoder(
    of decoder: any Decoder, _ map: TypeMap.Storage, _ body: (NestingDecoder?) throws -> Void
  ) rethrows {
    guard map.hasModels, FoundationCoders.include(type(of: decoder)), NestedLevel.mayNest(inLevel: ThreadState.depth)
    else { return try body(nil) }
    try withUnsafePointer(to: decoder, body)
  }

  /// Decodes a property that is a model, an Optional of one, or an array of models.
  ///
  /// - Parameter isPresent: Whether the container is known to have the key.
  @inline(never)
  static func decodeNested(
    into address: UnsafeMutableRawPointer, _ operation: UnsafePointer<PropertyOperation>, forKey key: PropertyKey,
    isPresent: Bool, from container: KeyedDecodingContainer<PropertyKey>, of decoder: NestingDecoder
  ) throws -> Bool {
    try operation.pointee.withCodec { codec in
      switch codec.concrete {
      case .record(let codec):
        guard codec.isDecodedAlone else { return false }
        if codec.decodingDefault == .rawValue {
          return try decodeRawValue(
            into: address, codec, string: { try container.decode(String.self, forKey: key) },
            int: { try container.decode(Int.self, forKey: key) },
            double: { try container.decode(Double.self, forKey: key) },
            codingPath: { container.codingPath + [key] }) ?? false
        }
        guard let nested = try? container.nestedContainer(keyedBy: PropertyKey.self, forKey: key) else { return false }
        return try decodeNested(into: address, codec, from: nested, of: decoder)
      case .optional where operation.pointee.omitsNil:
        return try operation.pointee.withWrappedCodec { codec in
          guard let codec = codec.record, codec.isDecodedAlone,
            let isValue = try decodeNestedOptional(
              into: address, codec, forKey: key, isPresent: isPresent, from: container, of: decoder)
          else { return false }
          operation.pointee.memory.injectTag(isValue ? 0 : 1, at: address)
          return true
        }
      case .sequence(let codec) where codec.hasElementsInPlace:
        guard codec.isArray, let element = codec.element.record, element.isDecodedAlone,
          var elements = try? container.nestedUnkeyedContainer(forKey: key)
        else {
          return false
        }
        var buffer = ElementBuffer(of: element.type, announced: elements.count)
        if try !decodeElements(element, into: &buffer, from: &elements, of: decoder) {
          // The container has passed the element. Ask another for it and for those behind it, but not for those before:
          // code in them would be called twice.
          elements = try container.nestedUnkeyedContainer(forKey: key)
          try decodeElements(element, into: &buffer, after: buffer.count, from: &elements)
        }
        codec.initialize(address, taking: &buffer)
        return true
      default: return false
      }
    }
  }

  /// Decodes the model of an Optional. Returns false if it is nil, and nil if the container must be asked for it.
  @inline(__always)
  private static func decodeNestedOptional(
    into address: UnsafeMutableRawPointer, _ codec: RecordCodec, forKey key: PropertyKey, isPresent: Bool,
    from container: KeyedDecodingContainer<PropertyKey>, of decoder: NestingDecoder
  ) throws -> Bool? {
    if codec.decodingDefault == .rawValue {
      let isDecoded = try decodeRawValue(
        into: address, codec, string: { try container.decodeIfPresent(String.self, forKey: key) },
        int: { try container.decodeIfPresent(Int.self, forKey: key) },
        double: { try container.decodeIfPresent(Double.self, forKey: key) },
        codingPath: { container.codingPath + [key] })
      guard let isDecoded else { return false }
      return isDecoded ? true : nil
    }
    guard isPresent || container.has(key) else { return false }
    // An error for null would take long.
    if codec.isNullAtTimes.value != nil, try container.decodeNil(forKey: key) { return false }
    guard let nested = try? container.nestedContainer(keyedBy: PropertyKey.self, forKey: key) else {
      codec.isNullAtTimes.store(immortal: codec)
      return nil
    }
    return try decodeNested(into: address, codec, from: nested, of: decoder) ? true : nil
  }

  /// Decodes the elements of an array. Returns false at the first that its container must be asked for.
  private static func decodeElements(
    _ element: RecordCodec, into buffer: inout ElementBuffer, from elements: inout any UnkeyedDecodingContainer,
    of decoder: NestingDecoder
  ) throws -> Bool {
    while !elements.isAtEnd {
      if element.decodingDefault == .rawValue {
        let count = buffer.count
        let isDecoded = try decodeRawValue(
          into: buffer.next(), element, string: { try elements.decode(String.self) },
          int: { try elements.decode(Int.self) }, double: { try elements.decode(Double.self) },
          codingPath: { elements.codingPath + [DynamicKey(index: count)] })
        guard isDecoded == true else { return false }
      } else {
        guard let nested = try? elements.nestedContainer(keyedBy: PropertyKey.self),
          try decodeNested(into: buffer.next(), element, from: nested, of: decoder)
        else { return false }
      }
      buffer.commit()
    }
    return true
  }

  /// Asks a container for the elements after some.
  @inline(never)
  private static func decodeElements(
    _ element: RecordCodec, into buffer: inout ElementBuffer, after count: Int,
    from elements: inout any UnkeyedDecodingContainer
  ) throws {
    for _ in 0..<count { _ = try elements.superDecoder() }
    while !elements.isAtEnd {
      try element.access.decode(into: buffer.next(), from: &elements)
      buffer.commit()
    }
  }

  @inline(__always)
  private static func decodeNested(
    into address: UnsafeMutableRawPointer, _ codec: RecordCodec, from container: KeyedDecodingContainer<PropertyKey>,
    of decoder: NestingDecoder
  ) throws -> Bool {
    try codec.map._withUnsafeGuaranteedRef { map in
      guard map.canDecodeInOnePass, !map.hasFormerKeys, map.versions == nil else { return false }
      let keys = FoundationCoders.keys(of: container)
      if codec.isClass, container.has(TypeNames.classPropertyKey, in: keys) { return false }
      if container.has(ArchivedVersions.propertyKey, in: keys) { return false }
      let entry = ThreadState.enterModel(standard: CodingLimits().maximumDepth)
      guard
        let level = NestedLevel.entered(
          entry, from: decoder.pointee, if: TypeScope.isEntered(by: codec, root: entry.root))
      else { return false }
      do {
        try decodeOperations(
          into: address, map: map, from: container,
          nestingIn: NestedLevel.mayNest(inLevel: entry.level) ? decoder : nil)
      } catch {
        throw placed(error, in: container, of: decoder)
      }
      extendLifetime(level)
      return true
    }
  }

  /// Returns an error with the path of the container if it has that of the decoder, which Foundation gives to wrong dates
  /// in ISO 8601: the path of the model around, since no decoder was made for the nested one.
  @inline(never)
  private static func placed(
    _ error: any Error, in container: KeyedDecodingContainer<PropertyKey>, of decoder: NestingDecoder
  ) -> any Error {
    guard let error = error as? DecodingError, case .dataCorrupted(let context) = error,
      context.codingPath.count == decoder.pointee.codingPath.count
    else { return error }
    return error.mapContext {
      .init(
        codingPath: container.codingPath, debugDescription: $0.debugDescription, underlyingError: $0.underlyingError)
    }
  }
}

extension RecordCodec {
  /// Whether values are decoded by AutoCoding's code alone, and this is known.
  @inline(__always)
  fileprivate var isDecodedAlone: Bool {
    guard decodingDefault != nil, !hasTypeKey else { return false }
    if mayHaveDidDecode { learnCalls() }
    return !mayHaveDidDecode
  }
}
