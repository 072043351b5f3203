import AutoCoding
import Foundation

/// Decodes structs, enums and objects from their Foundation representation.
///
/// In all decoding functions the address is uninitialized. Afterwards it holds a value of the codec's type; if an error
/// is thrown, it is still uninitialized.
extension CoderBridge {
  /// Decodes a struct, enum or object that the coder has decoded already, or what `Codable` code wrote for it. Returns false
  /// if it is represented by its raw value, or decoded by the type's own `init(from:)`.
  static func decode(into address: UnsafeMutableRawPointer, as codec: RecordCodec, from object: Any) throws -> Bool {
    // Before any cast, since a failing cast takes as long as all the rest.
    if codec.isClass, let type = codec.type as? AnyClass, let object = exactObject(object, ofClass: type) {
      address.initialize(with: object)
      return true
    }
    if let archived = exactObject(object, ofClass: ArchivedValue.self) as? ArchivedValue,
      case .decoded(let value) = archived.contents, value.type == codec.type
    {
      value.copy(to: address)
      return true
    }
    let reference = object as AnyObject
    if codec.isClass, isKind(type(of: reference), of: codec.type) {
      address.initialize(with: reference)
    } else if isKind(type(of: reference), of: ArchivedValue.self) {
      guard case .decoded(let value)? = (reference as? ArchivedValue)?.contents, isKind(value.type, of: codec.type)
      else { throw mismatch(codec.type, object) }
      value.copy(to: address)
    } else if codec.decodingDefault == .structure, pairs(of: object) != nil {
      try codec.access.decode(into: address, from: try tree(of: object).decoder())
    } else if codec.isClass, codec.decodingDefault != .rawValue {
      throw mismatch(codec.type, object)
    } else {
      return false
    }
    return true
  }

  static func didDecode(_ address: UnsafeMutableRawPointer, _ codec: RecordCodec) throws {
    do {
      try codec.didDecode(address)
    } catch {
      codec.destroyValue(at: address)
      throw error
    }
  }

  /// Whether a type is the declared one or a subclass.
  static func isKind(_ type: Any.Type, of declared: Any.Type) -> Bool {
    type == declared || TypeLookup.isSubclass(type, of: declared)
  }

  static func decodeStructure(
    into address: UnsafeMutableRawPointer, as codec: RecordCodec, map: TypeMap.Storage, from source: CoderSource
  ) throws {
    if case .enumeration(let cases) = map.shape {
      try decodeCase(into: address, map: map, cases: cases, from: source)
    } else {
      try decodeProperties(into: address, map: map, from: source)
    }
    try didDecode(address, codec)
  }

  static func decodeCase(
    into address: UnsafeMutableRawPointer, map: TypeMap.Storage, cases: TypeMap.Cases, from source: CoderSource
  ) throws {
    try checkVersions(of: map, in: source)
    let found = cases.index.keys.indices.flatMap { position in
      ([cases.index.keys[position]] + cases.formerKeys[position])
        .filter { source.contains($0.stringValue) }.map { (position: position, key: $0) }
    }
    guard let (position, key) = found.first else { return try cases.initializeUnknown(address, map) }
    if let other = found.dropFirst().first { throw map.ambiguousCase(position, other.position) }
    let payload = cases.payloads[position]
    do {
      let expectation = payloadExpectation(payload.map { .structure($0) } ?? .empty(map.type), cases, position)
      guard case .object(let object?) = try source.value(forKey: key.stringValue, kind: .record, expectation) else {
        throw mismatch(payload?.type ?? map.type, nil)
      }
      try cases.layout.initialize(address, case: position) { memory in
        switch ((object as? ArchivedValue)?.contents, payload) {
        case (.empty, nil): break
        case (.decoded(let value), let payload?) where value.type == payload.type: value.copy(to: memory)
        default: throw mismatch(payload?.type ?? map.type, object)
        }
      }
    } catch {
      throw error.prepending(key)
    }
  }

  struct PayloadKey: Hashable {
    let cases: ObjectIdentifier
    let position: Int
  }

  static let payloadExpectations = CoderTable<PayloadKey, CoderExpectation>()

  static func payloadExpectation(
    _ payload: CoderExpectation.Anonymous, _ cases: TypeMap.Cases, _ position: Int
  ) -> CoderExpectation {
    payloadExpectations.value(for: PayloadKey(cases: ObjectIdentifier(cases), position: position)) {
      CoderExpectation(payload)
    }
  }

  // MARK: What ArchivedValue decodes

  /// Decodes the contents of an archived object, which must be of an expected type. Returns nil if that fails.
  ///
  /// - Parameter archived: The type that the object's class in the archive stands for.
  static func decodeContents(_ archived: Any.Type?, from coder: NSCoder) -> ArchivedValue.Contents? {
    CoderScope.with(coder) { scope in
      do {
        let level = try NestedLevel.enter(toDecodeWithin: CodingLimits())
        defer { extendLifetime(level) }
        return try contents(archived, from: CoderSource(scope))
      } catch {
        scope.failure = scope.failure ?? error
        return fail(scope, error) ? .empty(Void.self) : nil
      }
    }
  }

  static func contents(_ archived: Any.Type?, from source: CoderSource) throws -> ArchivedValue.Contents {
    guard let expectation = source.scope.expectation else {
      throw DecodingError.dataCorrupted(
        .init("A model that is not an NSObject is decoded with decode(_:forKey:), which states its type."))
    }
    let name = try archivedName(in: source)
    if archived == nil, (name ?? ArchivedValue.decimalName) == ArchivedValue.decimalName {
      return .decimal(try decimal(in: source))
    }
    if archived == nil, let number = try number(named: name, in: source) { return .number(number) }
    if let anonymous = expectation.anonymous(named: name, archived, contains: { source.contains($0) }) {
      switch anonymous {
      case .empty(let type): return .empty(type)
      case .structure(let map):
        return .decoded(try CoderValue(map.type) { try decodeProperties(into: $0, map: map, from: source) })
      }
    }
    if let type = expectation.anonymousType { throw unexpected(name, archived, type) }
    let codec =
      if let model = archived as? any AutoCoding.Type {
        try expectation.codec(of: model)
      } else {
        try name.flatMap { try expectation.codec(named: $0) }
      }
    guard let codec else { throw unexpected(name, archived, nil) }
    return .decoded(try CoderValue(codec.type) { try decodeModel(into: $0, as: codec, from: source) })
  }

  static func decodeModel(
    into address: UnsafeMutableRawPointer, as codec: RecordCodec, from source: CoderSource
  ) throws {
    if source.contains(ArchivedValue.valueKey, escaped: ArchivedValue.escapedValueKey) {
      let expectation = codec.decodingDefault == .rawValue ? expectation(of: codec.rawValue) : .ownCode
      // AutoCoding's archives have a number in place, and those of Foundation's archiver have an object.
      let object = try source.value(forKey: ArchivedValue.valueKey, kind: .record, expectation).object ?? NSNull()
      if codec.decodingDefault == .rawValue {
        try decode(into: address, as: codec.rawValue, from: object)
        return try didDecode(address, codec)
      }
      return try codec.access.decode(into: address, from: try tree(of: object).decoder())
    }
    guard codec.decodingDefault == .structure else {
      throw DecodingError.dataCorrupted(
        .init("\(codec.type) has its own init(from:), but the archive has no data for it."))
    }
    try codec.map._withUnsafeGuaranteedRef { try decodeStructure(into: address, as: codec, map: $0, from: source) }
  }

  static func archivedName(in source: CoderSource) throws -> String? {
    if let text = source.text(forKey: ArchivedValue.nameKey) { return text }
    guard case .object(let name?) = try source.value(forKey: ArchivedValue.nameKey, kind: .string, .text) else {
      return nil
    }
    guard let name = name as? String else { throw mismatch(String.self, name) }
    return name
  }

  /// Returns the number that an object stands for; nil if its name is no number's.
  private static func number(named name: String?, in source: CoderSource) throws -> CoderObject.Number? {
    func found<Value>(_ kind: Codec.Kind, _ convert: (NSNumber) -> Value?) throws -> Value {
      guard case .number(let number) = try source.value(forKey: ArchivedValue.valueKey, kind: kind, .text),
        let value = convert(number)
      else { throw mismatch(Value.self, nil) }
      return value
    }
    return switch name {
    case "Swift.Bool": .bool(try found(.bool, CoderNumber.bool))
    case "Swift.Int64": .integer(try found(.int64) { CoderNumber.integer($0, as: Int64.self) })
    case "Swift.Float": .float(try found(.float, CoderNumber.float))
    case "Swift.Double": .double(try found(.double, CoderNumber.double))
    default: nil
    }
  }

  static func decimal(in source: CoderSource) throws -> Decimal {
    func number<Integer: FixedWidthInteger>(_ key: String, _ type: Integer.Type) throws -> Integer {
      guard case .number(let number) = try source.value(forKey: key, kind: .int64, .text),
        let value = CoderNumber.integer(number, as: type)
      else { throw mismatch(Decimal.self, nil) }
      return value
    }
    guard let bytes = source.bytes(forKey: "NS.mantissa"), bytes.count == 16 else { throw mismatch(Decimal.self, nil) }
    return try DecimalParts(
      exponent: number("NS.exponent", Int32.self), length: number("NS.length", UInt32.self),
      isNegative: number("NS.negative", Int.self) != 0, isCompact: number("NS.compact", Int.self) != 0,
      bytes: bytes, byteOrder: number("NS.mantissa.bo", Int64.self)
    ).decimal()
  }
}
