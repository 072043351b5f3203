/// How a value that is passed to a container is coded; found once for each type.
enum ContainerDispatch {
  /// By its codec, straight between memory and the format.
  case walk(Unmanaged<Codec>)
  /// As a dictionary with text keys, which are data: no key strategy applies to them.
  case textKeyed(encode: (any TextKeyedEncodable.Type)?, decode: (any TextKeyedDecodable.Type)?)
  /// As an array of values that code themselves, one after the other.
  case array(Unmanaged<SequenceCodec>, any ElementwiseCodable.Type)
  /// As another collection of values that code themselves, by the standard library.
  case collection
  /// By its own `Codable` code, over containers, unless it is an enum whose code is known.
  case own(OwnCode)

  /// What is known of a type's own code.
  struct OwnCode {
    /// Whether it enters levels of nesting itself, as that of every AutoCoding type does.
    let entersLevels: Bool
    /// For an enum, whether the code has to be called.
    let plainEnum: Unmanaged<PlainEnum>?
    /// What is checked before the code decodes a value.
    let check: OwnCodeCheck
  }

  /// The codec of a value that the walk codes.
  var codec: Unmanaged<Codec>? { if case .walk(let codec) = self { codec } else { nil } }

  /// The facts about a type that do not depend on options.
  struct Known {
    fileprivate let codec: Unmanaged<Codec>?
    /// For a dictionary with text keys, if its values can be encoded or decoded.
    fileprivate let encode: (any TextKeyedEncodable.Type)?
    fileprivate let decode: (any TextKeyedDecodable.Type)?
    fileprivate var isTextKeyed: Bool { encode != nil || decode != nil }
    /// Whether the values in a collection are coded by their own code.
    fileprivate let holdsOwnCode: Bool
    /// For an array of such values, or of leaves.
    fileprivate let array: (codec: Unmanaged<SequenceCodec>, type: any ElementwiseCodable.Type)?
    fileprivate let ownCode: OwnCode
    /// Whether the type's own code is called, whatever the options and the place of the value.
    fileprivate let isOwn: Bool

    fileprivate init(of type: Any.Type) throws {
      codec = try Discovery.codecIfAny(for: type)
      holdsOwnCode = codec?._withUnsafeGuaranteedRef(ContainerDispatch.holdsOwnCode) ?? false
      (encode, decode) = ContainerDispatch.members(codec, type)
      let holdsOwnCode = holdsOwnCode
      array = codec.flatMap { ContainerDispatch.array($0, type, holdsOwnCode) }
      let kind = codec?.takeUnretainedValue().kind ?? .codable
      ownCode = OwnCode(
        entersLevels: Conformances.includes(type, (any AutoCoding.Type).self) || DynamicValue.entersLevels(type),
        plainEnum: codec?.takeUnretainedValue().codable?.plainEnum.map { .passUnretained($0) },
        // Models need no check, and the name of a type takes long to make.
        check: kind == .codable ? OwnCodeCheck(of: type) : .none)
      isOwn = kind == .codable && encode == nil && decode == nil && array == nil
    }
  }

  /// What is known of types, at addresses that stay. Sources and sinks have a copy, since access to a static property
  /// takes a call on Linux.
  typealias KnownTypes = PermanentTable<UnsafePointer<Known>>

  static let known = KnownTypes()

  /// - Parameters:
  ///   - isDirect: Whether types with a map are walked.
  ///   - isWithin: Whether the value is within one that codes itself. The sink or source of the outer value then also
  ///     serves collections of values that code themselves; the walk would make another one at every level.
  ///   - known: What is known of types.
  ///   - context: The context of a coder that is about to begin; nil if it is at work.
  /// - Throws: ``AutoCodingError`` for a type that cannot be coded.
  @inline(__always)
  static func of(
    _ type: Any.Type, isDirect: Bool, isWithin: Bool = true, _ known: KnownTypes = known,
    in context: @autoclosure () -> CoderContext? = nil
  ) throws -> ContainerDispatch {
    let known = try known.value(for: type) ?? find(type, context())
    if known.pointee.isOwn { return .own(known.pointee.ownCode) }
    if let reference = known.pointee.codec, !(isWithin && known.pointee.holdsOwnCode) {
      let isWalked = reference._withUnsafeGuaranteedRef { codec in
        switch codec.concrete {
        case .codable: false
        case .record(let codec): isDirect && codec.decodingDefault != nil
        case .sequence, .dictionary, .optional, .tuple, .existential, .conversion: isDirect
        default: true
        }
      }
      if isWalked { return .walk(reference) }
    }
    if known.pointee.isTextKeyed { return .textKeyed(encode: known.pointee.encode, decode: known.pointee.decode) }
    if let array = known.pointee.array { return .array(array.codec, array.type) }
    return known.pointee.holdsOwnCode ? .collection : .own(known.pointee.ownCode)
  }

  @inline(never)
  private static func find(_ type: Any.Type, _ context: CoderContext? = nil) throws -> UnsafePointer<Known> {
    if let context { return try CodingProbe.withUserInfo(context.userInfo) { try find(type) } }
    let found = try Known(of: type)
    let made = UnsafeMutablePointer<Known>.allocate(capacity: 1)
    made.initialize(to: found)
    return known.insert(UnsafePointer(made), for: type)
  }

  private static func array(
    _ codec: Unmanaged<Codec>, _ type: Any.Type, _ holdsOwnCode: Bool
  ) -> (codec: Unmanaged<SequenceCodec>, type: any ElementwiseCodable.Type)? {
    let codec = codec.takeUnretainedValue()
    guard case .sequence(let sequence) = codec.concrete, sequence.isArray else { return nil }
    guard holdsOwnCode else {
      return (sequence.element.kind.withLeafType(ArrayVisitor(type: type)) ?? nil).map {
        (.passUnretained(sequence), $0)
      }
    }
    // The runtime need not look for a conformance that follows from that of the element.
    func array<Element: Codable>(of _: Element.Type) -> (any ElementwiseCodable.Type)? {
      type == [Element].self ? [Element].self : nil
    }
    guard
      let type = sequence.element.codable?.codableType.flatMap({ array(of: $0) })
        ?? Conformances.cast(type, to: (any ElementwiseCodable.Type).self)
    else { return nil }
    return (.passUnretained(sequence), type)
  }

  /// Finds the type of an array of leaves, if it is `type`.
  private struct ArrayVisitor: LeafVisitor {
    let type: Any.Type

    func visit<Value: Codable & Hashable>(_: Value.Type) -> (any ElementwiseCodable.Type)? {
      type == [Value].self ? [Value].self : nil
    }
    func visit<Integer: FixedWidthInteger & Codable>(integer: Integer.Type) -> (any ElementwiseCodable.Type)? {
      type == [Integer].self ? [Integer].self : nil
    }
    func visit<Number: BinaryFloatingPoint & LosslessStringConvertible & Codable>(
      number: Number.Type
    ) -> (any ElementwiseCodable.Type)? {
      type == [Number].self ? [Number].self : nil
    }
  }

  /// The conformances of a dictionary with text keys.
  private static func members(
    _ codec: Unmanaged<Codec>?, _ type: Any.Type
  ) -> (encode: (any TextKeyedEncodable.Type)?, decode: (any TextKeyedDecodable.Type)?) {
    func dictionary<Value: Codable>(
      of _: Value.Type
    ) -> (encode: (any TextKeyedEncodable.Type)?, decode: (any TextKeyedDecodable.Type)?)? {
      type == [String: Value].self ? ([String: Value].self, [String: Value].self) : nil
    }
    if let codec = codec?.takeUnretainedValue().dictionary {
      guard codec.isTextKeyed else { return (nil, nil) }
      if let found = codec.value.codable?.codableType.flatMap({ dictionary(of: $0) }) { return found }
    }
    return (
      Conformances.cast(type, to: (any TextKeyedEncodable.Type).self),
      Conformances.cast(type, to: (any TextKeyedDecodable.Type).self)
    )
  }

  private static func holdsOwnCode(_ codec: Codec) -> Bool {
    switch codec.kind {
    case .optional, .sequence, .dictionary: codec.children.contains(where: isOwnCode)
    default: false
    }
  }

  private static func isOwnCode(_ codec: Codec) -> Bool { codec.kind == .codable || holdsOwnCode(codec) }

  /// Returns what is known of a type's own code.
  @inline(__always)
  static func ownCode(of type: Any.Type, _ known: KnownTypes) throws -> OwnCode {
    try (known.value(for: type) ?? find(type)).pointee.ownCode
  }

  /// Whether a type is a dictionary that `Codable` codes as an array in which each key precedes its value.
  static func isArrayOfPairs(_ type: Any.Type, _ known: KnownTypes) throws -> Bool {
    let codec = try (known.value(for: type) ?? find(type)).pointee.codec?.takeUnretainedValue()
    return codec?.dictionary?.isKeyed == false
  }

  /// Returns the codec of a type if it is an AutoCoding class.
  static func classCodec(of type: Any.Type) throws -> RecordCodec? {
    let known = try known.value(for: type) ?? find(type)
    guard let codec = known.pointee.codec?.takeUnretainedValue().record, codec.isClass
    else { return nil }
    return codec
  }
}

/// An array that containers code element by element.
protocol ElementwiseCodable {
  /// Precondition: there are so many elements from the address of the first on; the encoder's node is an array.
  static func encodeElements(_ first: UnsafeRawPointer, count: Int, in encoder: ContainerEncoder) throws
  /// Decodes the elements of an array.
  ///
  /// - Parameter found: The position of the first element, and the number of elements.
  static func decodeElements(
    _ found: (first: Int, count: Int), into elements: inout ElementBuffer, from decoder: ContainerDecoder) throws
}

extension Array: ElementwiseCodable where Element: Codable {
  static func encodeElements(_ first: UnsafeRawPointer, count: Int, in encoder: ContainerEncoder) throws {
    let elements = first.assumingMemoryBound(to: Element.self)
    for index in 0..<count {
      try encoder.withSink { sink in
        let child = try sink.encoded(
          elements[index], depth: encoder.depth + 1, path: sink.paths.appending(index: index, to: encoder.path))
        sink.append(child, to: encoder.node)
      }
    }
  }

  static func decodeElements(
    _ found: (first: Int, count: Int), into elements: inout ElementBuffer, from decoder: ContainerDecoder
  ) throws {
    var position = found.first
    for index in 0..<found.count {
      let element = try decoder.withSource { source in
        if index > 0 { position = source.element(after: position) }
        return try source.decode(Element.self, at: position) { source.paths.appending(index: index, to: decoder.path) }
      }
      elements.next().initialize(with: element)
      elements.commit()
    }
  }
}

/// A dictionary with text keys whose values can be encoded.
protocol TextKeyedEncodable {
  /// Precondition: the address holds a dictionary of this type.
  static func encodeMembers(at address: UnsafeRawPointer, in encoder: ContainerEncoder) throws
}

extension Dictionary: TextKeyedEncodable where Key == String, Value: Encodable {
  static func encodeMembers(at address: UnsafeRawPointer, in encoder: ContainerEncoder) throws {
    for (key, value) in address.value(as: Self.self) { try encoder.set(value, forText: key) }
  }
}

/// A dictionary with text keys whose values can be decoded.
protocol TextKeyedDecodable {
  /// Precondition: the address is uninitialized memory for a dictionary of this type.
  static func initialize(_ address: UnsafeMutableRawPointer, from decoder: ContainerDecoder) throws
}

extension Dictionary: TextKeyedDecodable where Key == String, Value: Decodable {
  static func initialize(_ address: UnsafeMutableRawPointer, from decoder: ContainerDecoder) throws {
    var keys = ElementBuffer(of: String.self, announced: nil)
    var values = ElementBuffer(of: Value.self, announced: nil)
    try decoder.forEachMember { key, child in
      values.next().initialize(with: try child.decode(Value.self))
      values.commit()
      keys.next().initialize(with: key)
      keys.commit()
    }
    makeAtOnce(at: address, &keys, &values, keepingFirst: false)
  }
}
