/// Finds out whether the standard library's code codes an enum as its raw value.
///
/// `enum Color: String, Codable` is coded by the standard library, and nothing in its conformance tells that from code
/// written by hand. But for an enum of ours with raw values of the same type, it is known which functions are running when
/// a container is asked for: one of the standard library's, which that of the conformance has called. If the function of
/// another enum's conformance calls the same ones, then the standard library codes that enum, too.
extension PlainEnum {
  /// A type may have several codecs.
  private static let all = PermanentTable<Unmanaged<PlainEnum>>()

  /// Returns what is known of a type; nil if it cannot be such an enum. It lives forever.
  static func of(_ type: Any.Type) -> PlainEnum? {
    guard Metadata(type).kind == .enumeration else { return nil }
    if let known = all.value(for: type) { return known.takeUnretainedValue() }
    return make(of: type).map { all.insert(.passRetained($0), for: type).takeUnretainedValue() }
  }

  private static func make(of type: Any.Type) -> PlainEnum? {
    guard !Portability.isRequired, !Conformances.includes(type, (any AutoCoding.Type).self),
      case let operations = ValueOperations(type), operations.size == 1, operations.isTrivial,
      let rawRepresentable = Conformances.cast(type, to: (any RawRepresentable.Type).self)
    else { return nil }
    func conversion<Value: RawRepresentable>(of _: Value.Type) -> ConversionCodec? {
      guard let rawValue = Codec.leaf(for: Value.RawValue.self), known(rawValue.kind) != nil else { return nil }
      return TypedConversionCodec<Value, Value.RawValue, Value?>(
        representation: rawValue, codable: nil, represent: { $0.rawValue }, make: { Value(rawValue: $0) })
    }
    return conversion(of: rawRepresentable).map { PlainEnum(conversion: $0) }
  }

  /// The codec that converts values to raw values.
  var rawValues: ConversionCodec { unsafeDowncast(conversion, to: ConversionCodec.self) }
  private var kind: Codec.Kind { rawValues.representation.kind }

  /// Returns the byte of the case whose raw value `read` stores; nil if no case has it, or if `read` throws an error.
  ///
  /// - Parameter read: Reads a leaf of the kind into uninitialized memory.
  func tag(reading read: (Codec.Kind, UnsafeMutableRawPointer) throws -> Void) -> UInt8? {
    let (codec, kind) = (rawValues, kind)
    var tag: UInt8 = 0
    let isKnown = try? codec.representation.withTemporaryValue { memory in
      try read(kind, memory)
      return try codec.initializeKnown(&tag, taking: memory)
    }
    return isKnown == true ? tag : nil
  }

  /// An enum with raw values of a kind that the standard library codes.
  private static func known(_ rawValue: Codec.Kind) -> (any (Codable & CaseIterable).Type)? {
    enum Text: String, Codable, CaseIterable { case only }
    enum Number: Int, Codable, CaseIterable { case only }
    enum Number8: Int8, Codable, CaseIterable { case only }
    enum Number16: Int16, Codable, CaseIterable { case only }
    enum Number32: Int32, Codable, CaseIterable { case only }
    enum Number64: Int64, Codable, CaseIterable { case only }
    enum Natural: UInt, Codable, CaseIterable { case only }
    enum Natural8: UInt8, Codable, CaseIterable { case only }
    enum Natural16: UInt16, Codable, CaseIterable { case only }
    enum Natural32: UInt32, Codable, CaseIterable { case only }
    enum Natural64: UInt64, Codable, CaseIterable { case only }
    return switch rawValue {
    case .string: Text.self
    case .int: Number.self
    case .int8: Number8.self
    case .int16: Number16.self
    case .int32: Number32.self
    case .int64: Number64.self
    case .uint: Natural.self
    case .uint8: Natural8.self
    case .uint16: Natural16.self
    case .uint32: Natural32.self
    case .uint64: Natural64.self
    default: nil
    }
  }

  // MARK: The standard library's code

  /// The functions through which the standard library's code asks for a container; nil if they cannot be found.
  private struct Standard {
    let decoding: [UnsafeRawPointer?]?
    let encoding: [UnsafeRawPointer?]?
  }

  private static let standards = PermanentTable<Standard>()

  private static func standard(of rawValue: Codec.Kind) -> Standard {
    if let known = standards.value(for: UInt(rawValue.rawValue)) { return known }
    func find<Value: Codable & CaseIterable>(_ type: Value.Type) -> Standard {
      let (decoding, encoding) = (CallWatch(decoding: type), CallWatch(encoding: type))
      // Only the calls matter, not the error.
      _ = try? Value(from: WatchedDecoder(decoder: NullDecoder(), watch: decoding))
      for value in Value.allCases { try? value.encode(to: WatchedEncoder(encoder: CodingProbe(), watch: encoding)) }
      return Standard(decoding: decoding.functions, encoding: encoding.functions)
    }
    let found = known(rawValue).map { find($0) } ?? Standard(decoding: nil, encoding: nil)
    return standards.insert(found, for: UInt(rawValue.rawValue))
  }

  // MARK: Learning

  /// Learns from a value that was decoded.
  ///
  /// - Parameter tag: Returns the case whose raw value the data has; nil if that cannot be found. It is called only if the
  ///   standard library's code has decoded the value.
  func learnDecoding(_ value: some Decodable, _ watch: CallWatch, tag: () -> UInt8?) {
    guard let standard = Self.standard(of: kind).decoding, watch.functions == standard else { return decoding.end() }
    if let tag = tag(), tag == Self.tag(of: value) { decoding.insert(tag) }
  }

  /// Learns from a value that was encoded.
  func learnEncoding(_ value: some Encodable, _ watch: CallWatch) {
    guard let standard = Self.standard(of: kind).encoding, watch.functions == standard else { return encoding.end() }
    var isRawValue = false
    try? withUnsafePointer(to: value) { value in
      try rawValues.withRepresentation(of: value) {
        isRawValue = kind.withLeafType(LeafComparison(address: $0, other: watch.value)) == true
      }
    }
    if isRawValue { encoding.insert(Self.tag(of: value)) } else { encoding.end() }
  }

  /// The byte of a value's case. Precondition: the value's type is that of a ``PlainEnum``.
  @inline(__always)
  static func tag(of value: some Any) -> UInt8 {
    withUnsafePointer(to: value) { UnsafeRawPointer($0).load(as: UInt8.self) }
  }

  private struct LeafComparison: LeafVisitor {
    let address: UnsafeRawPointer
    let other: Any?

    func visit<Value: Codable & Hashable>(_ type: Value.Type) -> Bool { other as? Value == address.value(as: type) }
  }
}
