/// The encoding part of `CodableBridge+NestedDecoding.swift`.
///
/// What is encoded in a nested container by its own code is shown a coding path that lacks the steps to the container, by
/// Foundation's encoders; and so is an error. So a model is nested only if its type leads to no such code, and the steps are
/// added to an error as it is passed on. The encoder is not used again after its own error: it may have left its stack of
/// containers as it was, and would stop the program.
///
/// The encoders have another flaw: a nested container for a key that they wrote before is a part of what they wrote, or stops the
/// program, but a value would replace it. So a model is nested only if no two keys around it can become the same.
extension CodableBridge {
  /// The encoder in whose containers models may be nested.
  struct NestingEncoder {
    fileprivate let encoder: UnsafePointer<any Encoder>
    /// Whether the container at hand is nested itself.
    fileprivate var isNested = false
  }

  /// A value cannot be encoded in a nested container.
  private struct CannotNest: Error {}

  /// Calls `body` with the encoder if models in a map's properties may be nested in its containers, or else with nil.
  ///
  /// - Parameter hasTag: Whether the properties are beside the tag of a case.
  @inline(__always)
  static func withNestingCoder(
    of encoder: any Encoder, _ map: TypeMap.Storage, hasTag: Bool, _ body: (NestingEncoder?) throws -> Void
  ) rethrows {
    guard map.hasModels, !ThreadState.isNestingSuspended else { return try body(nil) }
    try withUnsafePointer(to: encoder) { encoder in
      let canNest =
        switch FoundationCoders.writtenKeys(of: encoder) {
        case .same: true
        case .inSnakeCase: map.areKeysDistinctInSnakeCase && !map.hasHeader && !hasTag
        case .unknown: false
        }
      try body(canNest ? NestingEncoder(encoder: encoder) : nil)
    }
  }

  /// Encodes a property that is a model, an Optional of one, or an array of them.
  @inline(never)
  static func encodeNested(
    _ address: UnsafeRawPointer, _ operation: UnsafePointer<PropertyOperation>, forKey key: PropertyKey,
    in container: inout KeyedEncodingContainer<PropertyKey>, of encoder: NestingEncoder
  ) throws -> Bool {
    if operation.pointee.isOptional, operation.pointee.memory.enumTag(address) != 0 { return false }
    let isEncoded = try operation.pointee.withWrappedCodec { codec in
      guard !encoder.isNested else { return try encodeNested(address, codec, forKey: key, in: &container, of: encoder) }
      var encoder = encoder
      encoder.isNested = true
      do {
        return try encodeNested(address, codec, forKey: key, in: &container, of: encoder)
      } catch is CannotNest {
        codec.countNestingFailure()
        // Encode the value once more; it replaces what is in the nested container.
        ThreadState.isNestingSuspended = true
        defer { ThreadState.isNestingSuspended = false }
        return try operation.pointee.withCodable { try $0.encode(address, forKey: key, in: &container) } != nil
      }
    }
    if encoder.isNested, !isEncoded, operation.pointee.withWrappedCodec({ $0.mayBeNested }) { throw CannotNest() }
    return isEncoded
  }

  @inline(__always)
  private static func encodeNested(
    _ address: UnsafeRawPointer, _ codec: Codec, forKey key: PropertyKey,
    in container: inout KeyedEncodingContainer<PropertyKey>, of encoder: NestingEncoder
  ) throws -> Bool {
    switch codec.concrete {
    case .record(let codec):
      if codec.decodingDefault == .rawValue {
        return try encodeRawValue(
          address, codec, string: { try container.encode($0, forKey: key) },
          int: { try container.encode($0, forKey: key) }, double: { try container.encode($0, forKey: key) })
      }
      guard let map = nestedMap(of: codec, ofValueAt: address) else { return false }
      do {
        try encodeNested(address, codec, map, of: encoder) {
          container.nestedContainer(keyedBy: PropertyKey.self, forKey: key)
        }
      } catch {
        throw located(error, at: key, in: encoder)
      }
      return true
    case .sequence(let codec) where codec.hasElementsInPlace:
      guard codec.isArray, let element = codec.element.record else { return false }
      let (first, count) = codec.elementsInPlace(of: address)
      guard count > 0 else {
        _ = container.nestedUnkeyedContainer(forKey: key)
        return true
      }
      let isOfRawValues = element.decodingDefault == .rawValue
      guard isOfRawValues ? isWrittenAsRawValue(first, element) : nestedMap(of: element, ofValueAt: first) != nil else {
        return false
      }
      var elements = container.nestedUnkeyedContainer(forKey: key)
      do {
        try codec.withKeptElements(of: address) { first, count in
          for index in 0..<count {
            let address = first + index &* codec.stride
            if isOfRawValues {
              guard
                try encodeRawValue(
                  address, element, string: { try elements.encode($0) }, int: { try elements.encode($0) },
                  double: { try elements.encode($0) })
              else { throw CannotNest() }
            } else {
              guard let map = nestedMap(of: element, ofValueAt: address) else { throw CannotNest() }
              do {
                try encodeNested(address, element, map, of: encoder) {
                  elements.nestedContainer(keyedBy: PropertyKey.self)
                }
              } catch {
                throw located(error, at: DynamicKey(index: index), in: encoder)
              }
            }
          }
        }
      } catch {
        throw located(error, at: key, in: encoder)
      }
      return true
    default: return false
    }
  }

  /// Returns an error from within a nested container with the step to that container. The encoder has its own path before it.
  @inline(never)
  private static func located(_ error: any Error, at key: any CodingKey, in encoder: NestingEncoder) -> any Error {
    guard case EncodingError.invalidValue(let value, let context) = error else { return error }
    var path = context.codingPath
    path.insert(key, at: min(encoder.encoder.pointee.codingPath.count, path.count))
    return EncodingError.invalidValue(
      value,
      .init(
        codingPath: path, debugDescription: context.debugDescription, underlyingError: context.underlyingError))
  }

  /// Returns the map of a model that can be encoded in a nested container; nil if it cannot, or if that is not known yet.
  @inline(__always)
  private static func nestedMap(of codec: RecordCodec, ofValueAt address: UnsafeRawPointer) -> TypeMap.Storage? {
    guard let map = codec.knownMap(ofValueAt: address) else {
      if codec.decodingDefault == .structure { learnMap(of: codec, ofValueAt: address) }
      return nil
    }
    return map._withUnsafeGuaranteedRef { map in
      codec.nesting.value > 0 || codec.nesting.value == 0 && codec.learnWhetherItNests() ? map : nil
    }
  }

  @inline(never)
  private static func learnMap(of codec: RecordCodec, ofValueAt address: UnsafeRawPointer) {
    codec.learnCalls()
    codec.publishMap(ofValueAt: address)
  }

  @inline(__always)
  private static func encodeNested(
    _ address: UnsafeRawPointer, _ codec: RecordCodec, _ map: TypeMap.Storage, of encoder: NestingEncoder,
    _ makeContainer: () -> KeyedEncodingContainer<PropertyKey>
  ) throws {
    let entry = ThreadState.enterModel(standard: CodingLimits().maximumDepth)
    guard
      let level = NestedLevel.entered(
        entry, by: encoder.encoder.pointee, if: TypeScope.isEntered(by: codec, root: entry.root))
    else { throw CannotNest() }
    var container = makeContainer()
    if codec.isClass {
      let object = address.value(as: UnsafeRawPointer.self)
      guard level.isWatched else {
        return try encodeOperations(of: object, map: map, in: &container, nestingIn: encoder)
      }
      try NestedLevel.visiting(
        UInt(bitPattern: object), address.value(as: AnyObject.self), within: CodingLimits(), codingPath: { [] }
      ) { try encodeOperations(of: object, map: map, in: &container, nestingIn: encoder) }
    } else if case .enumeration(let cases) = map.shape {
      try encodeCase(at: address, cases: cases, in: &container)
    } else {
      try encodeOperations(of: address, map: map, in: &container, nestingIn: encoder)
    }
    extendLifetime(level)
  }
}

extension RecordCodec {
  /// Finds out whether values can be encoded in nested containers.
  @inline(never)
  fileprivate func learnWhetherItNests() -> Bool {
    var known: Set<ObjectIdentifier> = []
    let canNest = canNest(&known)
    nesting.value = canNest ? 1 : -1
    return canNest
  }
}

extension Codec {
  /// Counts a value that could not be encoded in a nested container though its type can; after some, none is tried.
  @inline(never)
  fileprivate func countNestingFailure() {
    guard let codec = kind == .sequence ? children.first?.record : record else { return }
    let count = codec.nestingFailures.value + 1
    codec.nestingFailures.value = count
    if count >= 16 { codec.nesting.value = -1 }
  }

  /// Whether values are models that may be encoded in nested containers, or arrays of them.
  fileprivate var mayBeNested: Bool { kind == .record || kind == .sequence && children.contains { $0.kind == .record } }

  private var leadsToModels: Bool { kind == .record || kind == .sequence && children.contains(where: \.leadsToModels) }

  /// Whether no code but AutoCoding's is given the encoder on the way through a value, so that none sees its coding path.
  ///
  /// - Parameter known: The models that were looked at.
  fileprivate func canNest(_ known: inout Set<ObjectIdentifier>) -> Bool {
    switch concrete {
    case .leaf(.date), .leaf(.data): return false  // An encoder's strategy may be code.
    case .record(let codec):
      if codec.decodingDefault == .rawValue {
        return !codec.isClass && codec.rawValue.children.contains { [.string, .int, .double].contains($0.kind) }
      }
      guard codec.decodingDefault == .structure, !codec.hasTypeKey else { return false }
      guard known.insert(ObjectIdentifier(type)).inserted else { return true }
      guard let map = try? codec.map._withUnsafeGuaranteedRef({ $0 }), map.encodingError == nil else { return false }
      if case .enumeration(let cases) = map.shape {
        return !map.hasHeader && !map.hasModels
          && cases.payloads.allSatisfy { payload in payload?.operations.allSatisfy { $0.canNest(&known) } ?? true }
      }
      return map.canEncodeInOnePass && !map.hasHeader && map.areKeysDistinctInSnakeCase
        && map.operations.allSatisfy { $0.canNest(&known) }
    case .sequence:
      // Models in arrays of arrays are not nested, so they would be given the encoder.
      return children.allSatisfy { $0.canNest(&known) && ($0.kind == .record || !$0.leadsToModels) }
    case .dictionary: return children.allSatisfy { $0.canNest(&known) && $0.kind.isLeaf }
    default: return kind.isLeaf
    }
  }
}

extension PropertyOperation {
  fileprivate func canNest(_ known: inout Set<ObjectIdentifier>) -> Bool {
    !isWrapper
      && withWrappedCodec { codec in
        codec.canNest(&known) && (codec.kind != .sequence || codec.hasElementsInPlace || !codec.mayBeNested)
      }
  }
}
