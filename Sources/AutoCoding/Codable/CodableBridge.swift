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
      try storage(for: type, encoder.userInfo)._withUnsafeGuaranteedRef { map in
        let isDeclared = type == declared
        if !isDeclared, try TypeMap.storage(for: declared)._withUnsafeGuaranteedRef({ $0.decodesByHand }) {
          throw InheritedCode.lossOfClass(type, declared: declared, codingPath: encoder.codingPath)
        }
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

  /// Returns the map of a type.
  ///
  /// - Parameter userInfo: That of the coder. Hand-written code in a model that the type leads to may ask for it when it is found
  ///   out whether the code is hand-written, so that is done the first time.
  @inline(__always)
  private static func storage(
    for type: Any.Type, _ userInfo: @autoclosure () -> [CodingUserInfoKey: Any]
  ) throws(AutoCodingError) -> Unmanaged<TypeMap.Storage> {
    if let known = TypeMap.Cache.knownStorage(for: type), known._withUnsafeGuaranteedRef({ $0.codec.value != nil }) {
      return known
    }
    return try firstStorage(for: type, userInfo())
  }

  @inline(never)
  private static func firstStorage(
    for type: Any.Type, _ userInfo: [CodingUserInfoKey: Any]
  ) throws(AutoCodingError) -> Unmanaged<TypeMap.Storage> {
    if userInfo.isEmpty { return try TypeMap.storage(for: type) }
    return try CodingProbe.withUserInfo(userInfo) { () throws(AutoCodingError) in
      let storage = try TypeMap.storage(for: type)
      // This makes the maps of all models that the type leads to.
      _ = storage._withUnsafeGuaranteedRef { codec(of: $0)?.takeUnretainedValue().models }
      return storage
    }
  }

  /// Reports a type to a probe, whose answer must not depend on the limits of a coder that is at work.
  @inline(never)
  private static func report(_ type: any AutoCoding.Type, to probe: CodingProbe) -> any Error {
    ThreadState.leave()
    return probe.report(type, isRawValue: OpenEnum.includes(type))
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
      if let codec = codec.record, codec.mayHaveWillEncode { try codec.willEncode(address) }
    }
  }

  /// Encodes an object, unless too much has been written of objects that were encoded before.
  @inline(never)
  private static func visiting(
    _ address: UnsafeRawPointer, _ map: TypeMap.Storage, namingType namedType: (any AutoCoding.Type)?,
    _ encoder: any Encoder
  ) throws {
    try NestedLevel.visiting(
      UInt(bitPattern: address.value(as: UnsafeRawPointer.self)), address.value(as: AnyObject.self),
      within: (encoder as? any LimitedEncoder)?.limits ?? CodingLimits(), codingPath: { encoder.codingPath }
    ) { try encodeMap(address, map, namingType: namedType, to: encoder) }
  }

  /// Returns the error to throw from the value at the address.
  @inline(never)
  private static func leaving(
    _ address: UnsafeRawPointer, of type: any AutoCoding.Type, _ error: any Error, _ encoder: any Encoder,
    isOutermost: Bool = false
  ) -> any Error {
    let error = leaving(address, of: type, error, depth: encoder.codingPath.count)
    guard isOutermost, let failure = error as? NestingError else { return error }
    return failure.encodingError(for: type)
  }

  /// Returns the error to throw from the value at the address, whose coding path has `depth` steps.
  @inline(never)
  static func leaving(
    _ address: UnsafeRawPointer, of type: Any.Type, _ error: any Error, depth: @autoclosure () -> Int
  ) -> any Error {
    guard let failure = error as? NestingError, type is AnyClass else { return error }
    return failure.leaving(address.value(as: AnyObject.self), depth: depth())
  }

  @inline(never)
  static func decode<Value: AutoCoding>(_ type: Value.Type, from decoder: any Decoder) throws -> Value {
    // The rest is not generic: generic code that the compiler cannot specialize is slow.
    try withValue(of: type) { try decode(type, into: $0, from: decoder) }
  }

  @inline(never)
  private static func decode(
    _ type: any AutoCoding.Type, into memory: UnsafeMutableRawPointer, from decoder: any Decoder
  ) throws {
    let entry = ThreadState.enterModel(standard: CodingLimits().maximumDepth)
    if entry.isProbing, let probe = decoder as? CodingProbe { throw report(type, to: probe) }
    let level = try NestedLevel.entered(entry.level, from: decoder)
    defer { extendLifetime(level) }
    try storage(for: type, decoder.userInfo)._withUnsafeGuaranteedRef { map in
      let codec = codec(of: map)
      let scope = TypeScope.enterValue(codec, root: entry.root, context: foreignCoder)
      defer { scope.end() }
      try decode(into: memory, map: map, from: decoder, checksKeys: CoderContext.checksKeys(entry.context))
      // Most types do not implement `didDecode`; the codec knows whether this one does.
      if codec == nil || codec?._withUnsafeGuaranteedRef(hasNoDidDecode) == false {
        try didDecode(type, at: memory, codec, decoder)
      }
    }
  }

  @inline(__always)
  private static func hasNoDidDecode(_ codec: Codec) -> Bool {
    codec.record.map { !$0.mayHaveDidDecode } ?? false
  }

  /// Calls the `didDecode` of a value, and destroys the value if that throws.
  @inline(never)
  private static func didDecode<Value: AutoCoding>(
    _ type: Value.Type, at memory: UnsafeMutableRawPointer, _ codec: Unmanaged<Codec>?, _ decoder: any Decoder
  ) throws {
    do {
      if let codec = codec?._withUnsafeGuaranteedRef({ $0.record }) {
        try codec.didDecode(memory, in: DecodingContext(decoder))
      } else {
        try memory.assumingMemoryBound(to: type).pointee.didDecode(in: DecodingContext(decoder))
      }
    } catch {
      memory.assumingMemoryBound(to: type).deinitialize(count: 1)
      throw error
    }
  }

  /// The context of coders that are not AutoCoding's.
  static let foreignCoder = CoderContext(name: nil) { try Discovery.codec(for: $0) }

  @inline(never)
  static func codec(for type: any AutoCoding.Type) -> Unmanaged<Codec>? {
    (try? Discovery.modelCodec(for: type)).map { .passUnretained($0) }
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
    switch map.shape {
    case .enumeration(let cases): return try encodeCase(at: address, map: map, cases: cases, to: encoder)
    case .rawValue: return try encodeName(of: address, map, to: encoder)
    case .structure, .object: break
    }
    if map.keyGroup != nil, let encoder = OneContainerEncoder(encoder, for: map) {
      return try encode(address, map: map, namingType: namedType, to: encoder)
    }
    let base = map.objectType == nil ? address : address.value(as: UnsafeRawPointer.self)
    var container = encoder.container(keyedBy: PropertyKey.self)
    if let namedType {
      let name = try TypeNames.writtenName(of: namedType, codingPath: encoder.codingPath)
      try container.encode(name, forKey: TypeNames.classPropertyKey)
    }
    try encodeProperties(of: base, map: map, in: &container, of: encoder)
  }

  private static func decode(
    into address: UnsafeMutableRawPointer, map: TypeMap.Storage, from decoder: any Decoder, checksKeys: Bool
  ) throws {
    if case .enumeration(let cases) = map.shape {
      if let tags = cases.tags, !hasArchiveKeys(decoder) {
        return try decodeTaggedCase(into: address, cases: cases, tags, from: decoder)
      }
      if let codecs = cases.untagged, !hasArchiveKeys(decoder) {
        return try decodeUntaggedCase(into: address, cases: cases, codecs, from: decoder)
      }
      if map.versions != nil, try decodeMigrated(into: address, map: map, from: decoder, checksKeys: checksKeys) {
        return
      }
      if checksKeys { try checkKeys(of: map, decoder) }
      return try decodeCase(into: address, map: map, cases: cases, from: decoder)
    }
    if case .rawValue = map.shape { return try decodeName(into: address, map, from: decoder) }
    let container = try decoder.container(keyedBy: PropertyKey.self)
    if let tags = map.tags, !hasArchiveKeys(decoder) {
      let type = try taggedType(tags, in: container, of: decoder)
      if type != map.type { return try decode(into: address, as: type, from: container, decoder) }
    } else if map.objectType != nil, container.has(TypeNames.classPropertyKey),
      try !container.decodeNil(forKey: TypeNames.classPropertyKey)
    {
      return try decodeNamedClass(into: address, declared: map, from: container, decoder)
    }
    if map.versions != nil, try decodeMigrated(into: address, map: map, from: decoder, checksKeys: checksKeys) {
      return
    }
    if checksKeys { try checkKeys(of: map, decoder) }
    try decodeProperties(into: address, map: map, from: container, of: decoder)
  }

  /// Decodes a case or properties of the current version, whose class is known.
  @inline(never)
  static func decodeCurrent(
    into address: UnsafeMutableRawPointer, map: TypeMap.Storage, from decoder: any Decoder, checksKeys: Bool
  ) throws {
    if checksKeys { try checkKeys(of: map, decoder) }
    if case .enumeration(let cases) = map.shape {
      return try decodeCase(into: address, map: map, cases: cases, from: decoder)
    }
    let container = try decoder.container(keyedBy: PropertyKey.self)
    try decodeProperties(into: address, map: map, from: container, of: decoder)
  }

  /// Whether a decoder's value has the keys of an archive, in which properties are not nested or flattened, and cases not
  /// tagged.
  @inline(never)
  static func hasArchiveKeys(_ decoder: any Decoder) -> Bool {
    ContainerDecoder(decoder)?.hasArchiveKeys ?? false
  }

  /// Reports or refuses keys that a map does not know, if the decoder is AutoCoding's and is set to check them.
  ///
  /// - Parameter isPart: Whether the map is of a part of the object, which may have any other keys.
  @inline(__always)
  static func checkKeys(of map: TypeMap.Storage, _ decoder: any Decoder, isPart: Bool = false) throws {
    if CoderContext.checksKeys { try (decoder as? any KeyCheckingDecoder)?.checkKeys(of: map, isPart: isPart) }
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
      throw error.prepending(container.codingPath + [TypeNames.classPropertyKey])
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
    } else if try !decodeMigrated(into: address, map: map, from: decoder, checksKeys: CoderContext.checksKeys) {
      try checkKeys(of: map, decoder)
      try decodeProperties(into: address, map: map, from: container, of: decoder)
    }
  }
}
