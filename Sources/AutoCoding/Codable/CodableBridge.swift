/// Encodes and decodes a type's map with any `Encoder` and `Decoder`.
///
/// Stored properties are passed to the coder's containers as synthesized `Codable` would pass them, so that coders,
/// their strategies and their errors work as they do for any other type.
enum CodableBridge {
  static func encode<Value: AutoCoding>(_ value: Value, to encoder: any Encoder) throws {
    let type = Swift.type(of: value)
    // The rest is not generic: generic code that the compiler cannot specialize is slow.
    try withUnsafePointer(to: value) {
      try encode(UnsafeRawPointer($0), as: type, declared: Value.self, to: encoder)
    }
  }

  private static func encode(
    _ address: UnsafeRawPointer, as type: any AutoCoding.Type, declared: any AutoCoding.Type, to encoder: any Encoder
  ) throws {
    let entry = ThreadState.enterModel(standard: CodingLimits().maximumDepth)
    if entry.isProbing, let probe = encoder as? CodingProbe { throw report(type, to: probe) }
    let level: NestedLevel
    do throws(NestingError) {
      level = try NestedLevel.entered(entry.level, by: encoder)
    } catch {
      throw leaving(address, of: type, error, encoder, isOutermost: error.isOfOutermost)
    }
    let isWatched = level.isWatched && type is AnyClass
    do {
      try TypeMap.storage(for: type)._withUnsafeGuaranteedRef { map in
        let isDeclared = type == declared
        let scope = TypeScope.enterValue(
          isDeclared ? codec(of: map) : codec(for: declared), root: entry.root, context: foreignCoder)
        defer { scope.end() }
        // A subclass of the declared class may have more properties.
        let dynamicScope = TypeScope.enterValue(isDeclared ? nil : codec(of: map))
        defer { dynamicScope.end() }
        // A tag names the class in place of the class key.
        let namedType = isDeclared || map.tags?.cover(declared) == true ? nil : type
        if isWatched {
          try visiting(address, map, namingType: namedType, encoder)
        } else {
          try encodeMap(address, map, namingType: namedType, to: encoder)
        }
      }
    } catch {
      throw leaving(address, of: type, error, encoder, isOutermost: level.isOutermost)
    }
  }

  /// Reports a type to a probe, whose answer must not depend on the limits of a coder that is at work.
  @inline(never)
  private static func report(_ type: any AutoCoding.Type, to probe: CodingProbe) -> any Error {
    ThreadState.leave()
    return probe.report(type)
  }

  @inline(__always)
  private static func encodeMap(
    _ address: UnsafeRawPointer, _ map: TypeMap.Storage, namingType namedType: (any AutoCoding.Type)?,
    to encoder: any Encoder
  ) throws {
    try map.checkEncoding()
    try willEncode(address, map)
    try encode(address, map: map, namingType: namedType, to: encoder)
  }

  /// Calls the `willEncode()` of a map's value.
  @inline(__always)
  private static func willEncode(_ address: UnsafeRawPointer, _ map: TypeMap.Storage) throws {
    try codec(of: map)?._withUnsafeGuaranteedRef { codec in
      guard codec.kind == .record else { return }
      let codec = unsafeDowncast(codec, to: RecordCodec.self)
      if codec.mayHaveWillEncode { try codec.willEncode(address) }
    }
  }

  /// Encodes an object, unless too much has been written of objects that were encoded before.
  @inline(never)
  private static func visiting(
    _ address: UnsafeRawPointer, _ map: TypeMap.Storage, namingType namedType: (any AutoCoding.Type)?,
    _ encoder: any Encoder
  ) throws {
    try NestedLevel.visiting(
      UInt(bitPattern: address.value(as: UnsafeRawPointer.self)), map.type,
      within: (encoder as? any LimitedEncoder)?.limits ?? CodingLimits(), codingPath: { encoder.codingPath }
    ) { try encodeMap(address, map, namingType: namedType, to: encoder) }
  }

  /// Returns the error to throw from the value at the address.
  @inline(never)
  private static func leaving(
    _ address: UnsafeRawPointer, of type: any AutoCoding.Type, _ error: any Error, _ encoder: any Encoder,
    isOutermost: Bool = false
  ) -> any Error {
    guard var failure = error as? NestingError else { return error }
    if type is AnyClass {
      failure = failure.leaving(address.value(as: AnyObject.self), depth: encoder.codingPath.count)
    }
    return isOutermost ? failure.encodingError(for: type) : failure
  }

  @inline(never)
  static func decode<Value: AutoCoding>(_ type: Value.Type, from decoder: any Decoder) throws -> Value {
    let entry = ThreadState.enterModel(standard: CodingLimits().maximumDepth)
    if entry.isProbing, let probe = decoder as? CodingProbe { throw report(type, to: probe) }
    let level = try NestedLevel.entered(entry.level, from: decoder)
    defer { _ = level.isOutermost }
    return try TypeMap.storage(for: type)._withUnsafeGuaranteedRef { map in
      let codec = codec(of: map)
      let scope = TypeScope.enterValue(codec, root: entry.root, context: foreignCoder)
      defer { scope.end() }
      let checksKeys = CoderContext.checksKeys(entry.context)
      if map.objectType != nil {
        // A reference needs no allocated memory.
        var reference = UnsafeRawPointer?.none
        return try withUnsafeMutablePointer(to: &reference) {
          let memory = UnsafeMutableRawPointer($0)
          try decode(into: memory, map: map, from: decoder, checksKeys: checksKeys)
          return try finish(type, at: memory, codec, decoder)
        }
      }
      // Not a temporary allocation: its generic closure costs more than a few bytes on the heap.
      let memory = allocateMemory(size: MemoryLayout<Value>.size, alignment: MemoryLayout<Value>.alignment)
      defer { memory.deallocate() }
      try decode(into: memory, map: map, from: decoder, checksKeys: checksKeys)
      return try finish(type, at: memory, codec, decoder)
    }
  }

  /// Moves a decoded value out of its memory, after its `didDecode`.
  @inline(__always)
  private static func finish<Value: AutoCoding>(
    _ type: Value.Type, at memory: UnsafeMutableRawPointer, _ codec: Unmanaged<Codec>?, _ decoder: any Decoder
  ) throws -> Value {
    // Most types do not implement `didDecode`; the codec knows whether this one does.
    do {
      guard let codec, try codec._withUnsafeGuaranteedRef({ try didDecode(memory, $0, decoder) }) else {
        try memory.assumingMemoryBound(to: type).pointee.didDecode(in: DecodingContext(decoder))
        return memory.take(as: type)
      }
    } catch {
      memory.assumingMemoryBound(to: type).deinitialize(count: 1)
      throw error
    }
    return memory.take(as: type)
  }

  /// Calls the `didDecode` of a value; returns false if the codec cannot.
  @inline(__always)
  private static func didDecode(
    _ memory: UnsafeMutableRawPointer, _ codec: Codec, _ decoder: any Decoder
  ) throws -> Bool {
    guard codec.kind == .record else { return false }
    let codec = unsafeDowncast(codec, to: RecordCodec.self)
    if codec.mayHaveDidDecode { try codec.didDecode(memory, in: DecodingContext(decoder)) }
    return true
  }

  /// The context of coders that are not AutoCoding's.
  static let foreignCoder = CoderContext(name: nil) { try Discovery.codec(for: $0) }

  @inline(never)
  static func codec(for type: any AutoCoding.Type) -> Unmanaged<Codec>? {
    (try? Discovery.codec(for: type)).map { .passUnretained($0) }
  }

  /// Returns the codec of a map's type.
  @inline(__always)
  private static func codec(of map: TypeMap.Storage) -> Unmanaged<Codec>? { map.codec.value ?? findCodec(of: map) }

  @inline(never)
  private static func findCodec(of map: TypeMap.Storage) -> Unmanaged<Codec>? {
    let codec = map.model.flatMap(codec(for:))
    codec?._withUnsafeGuaranteedRef { map.codec.store($0) }
    return codec
  }

  /// - Parameter namedType: The type to name in the data, if it is not the declared one.
  static func encode(
    _ address: UnsafeRawPointer, map: TypeMap.Storage, namingType namedType: (any AutoCoding.Type)?,
    to encoder: any Encoder
  ) throws {
    if case .enumeration(let cases) = map.shape {
      return try encodeCase(at: address, map: map, cases: cases, to: encoder)
    }
    let base = map.objectType == nil ? address : address.value(as: UnsafeRawPointer.self)
    var container = encoder.container(keyedBy: PropertyKey.self)
    if let namedType {
      let name = try TypeNames.writtenName(of: namedType, codingPath: encoder.codingPath)
      try container.encode(name, forKey: TypeNames.classPropertyKey)
    }
    let writesNils = map.keyGroup != nil && (encoder as? ContainerEncoder)?.sink.writesNils ?? false
    try encodeProperties(of: base, map: map, in: &container, of: encoder, writesNils: writesNils)
  }

  private static func decode(
    into address: UnsafeMutableRawPointer, map: TypeMap.Storage, from decoder: any Decoder, checksKeys: Bool
  ) throws {
    if case .enumeration(let cases) = map.shape {
      if let tags = cases.tags { return try decodeTaggedCase(into: address, cases: cases, tags, from: decoder) }
      if checksKeys { try checkKeys(of: map, decoder) }
      return try decodeCase(into: address, map: map, cases: cases, from: decoder)
    }
    let container = try decoder.container(keyedBy: PropertyKey.self)
    if let tags = map.tags {
      let type = try taggedType(tags, in: container)
      if type != map.type { return try decode(into: address, as: type, from: container, decoder) }
    } else if map.objectType != nil, container.contains(TypeNames.classPropertyKey) {
      return try decodeNamedClass(into: address, declared: map, from: container, decoder)
    }
    if checksKeys { try checkKeys(of: map, decoder) }
    try decodeProperties(into: address, map: map, from: container, of: decoder)
  }

  /// Reports or refuses keys that a map does not know, if the decoder is AutoCoding's and is set to check them.
  @inline(__always)
  static func checkKeys(of map: TypeMap.Storage, _ decoder: any Decoder) throws {
    if CoderContext.checksKeys { try (decoder as? any KeyCheckingDecoder)?.checkKeys(of: map) }
  }

  /// Decodes an object of the class that the data names.
  private static func decodeNamedClass(
    into address: UnsafeMutableRawPointer, declared map: TypeMap.Storage,
    from container: KeyedDecodingContainer<PropertyKey>, _ decoder: any Decoder
  ) throws {
    let name = try container.decode(String.self, forKey: TypeNames.classPropertyKey)
    guard let declared = map.model else { return }
    let type: any AutoCoding.Type
    do {
      type = try TypeNames.subclass(named: name, of: declared)
    } catch {
      throw (container.codingPath + [TypeNames.classPropertyKey]).reversed().reduce(error) { $0.prepending($1) }
    }
    try decode(into: address, as: type, from: container, decoder)
  }

  /// Decodes an object of a subclass of the declared class.
  private static func decode(
    into address: UnsafeMutableRawPointer, as type: any AutoCoding.Type,
    from container: KeyedDecodingContainer<PropertyKey>, _ decoder: any Decoder
  ) throws {
    let scope = TypeScope.enterValue(codec(for: type))
    defer { scope.end() }
    let map = try TypeMap.storage(for: type)._withUnsafeGuaranteedRef { $0 }
    if map.decodesByHand {
      address.initialize(with: try type.init(from: decoder) as AnyObject)
    } else {
      try checkKeys(of: map, decoder)
      try decodeProperties(into: address, map: map, from: container, of: decoder)
    }
  }
}
