import AutoCoding
import Foundation

/// Values from what Foundation has for them. Of all: the address is uninitialized; it holds a value of the codec's type
/// afterwards, and none where an error is thrown.
extension CoderBridge {
  // MARK: Properties

  /// Assigns what a source has to the properties of an object that has its defaults.
  ///
  /// Precondition: `base` is the address of an object of the map's class, or of one below it, which nobody else uses.
  static func assignProperties(
    to base: UnsafeMutableRawPointer, map: TypeMap.Storage, from source: CoderSource
  ) throws {
    let scratch = allocateMemory(size: map.layout.size, alignment: map.layout.alignment)
    defer { scratch.deallocate() }
    var assembly = try RecordAssembly(map, of: base, scratch: scratch)
    try decodeProperties(of: &assembly, map: map, from: source)
    try assembly.finish(of: base)
  }

  private static func decodeProperties(
    into address: UnsafeMutableRawPointer, map: TypeMap.Storage, from source: CoderSource
  ) throws {
    var assembly = try RecordAssembly(map, at: address)
    try decodeProperties(of: &assembly, map: map, from: source)
    try assembly.finish(at: address)
  }

  private static func decodeProperties(
    of assembly: inout RecordAssembly, map: TypeMap.Storage, from source: CoderSource
  ) throws {
    let plan = CoderPlan.plan(for: map)
    for position in map.operations.indices {
      let operation = map.operation(at: position)
      let property = plan.properties[position]
      do {
        if try decode(into: assembly.slot(position), operation, property, forKey: property.key, from: source) {
          assembly.commit(position)
          continue
        }
        for key in property.formerKeys
        where try decode(into: assembly.slot(position), operation, property, forKey: key, from: source) {
          assembly.commit(position)
          break
        }
      } catch {
        throw error.prepending(operation.pointee.key)
      }
    }
  }

  /// Decodes a property, or returns false where there is nothing under the key.
  private static func decode(
    into address: UnsafeMutableRawPointer, _ operation: UnsafePointer<PropertyOperation>,
    _ property: CoderPlan.Property, forKey key: String, from source: CoderSource
  ) throws -> Bool {
    let isOptional = operation.pointee.isOptional
    switch try source.value(
      forKey: key, kind: isOptional ? .optional : operation.pointee.kind, property.expectation)
    {
    case .missing: return false
    case .number(let number):
      if !isOptional, try decode(into: address, kind: operation.pointee.kind, from: number) { return true }
      try operation.pointee.withCodec { try decode(into: address, as: $0, from: number, source.scope) }
    case .object(let object):
      try operation.pointee.withCodec { try decode(into: address, as: $0, from: object, source.scope) }
    }
    return true
  }

  // MARK: Values

  /// Decodes a value from the object that stands for it; nil stands for null.
  static func decode(
    into address: UnsafeMutableRawPointer, as codec: Codec, from object: Any?, _ scope: CoderScope
  ) throws {
    if codec.kind == .optional {
      let codec = unsafeDowncast(codec, to: OptionalCodec.self)
      guard let object, !(object is NSNull) else { return codec.initializeNil(address) }
      try decode(into: address, as: codec.wrapped, from: object, scope)
      return codec.wrap(address)
    }
    guard let object else {
      guard codec.kind == .existential || codec.kind == .codable || codec.kind == .conversion else {
        throw mismatch(codec.type, nil)
      }
      return try decode(into: address, as: codec, from: NSNull(), scope)
    }
    switch codec.kind {
    case .record:
      try decode(into: address, as: unsafeDowncast(codec, to: RecordCodec.self), from: object, scope)
    case .sequence:
      try decode(into: address, as: unsafeDowncast(codec, to: SequenceCodec.self), from: object, scope)
    case .dictionary:
      try decode(into: address, as: unsafeDowncast(codec, to: DictionaryCodec.self), from: object, scope)
    case .existential:
      let codec = unsafeDowncast(codec, to: ExistentialCodec.self)
      try codec.initialize(address, with: try dynamicValue(of: object, as: codec))
    case .tuple: try decode(into: address, as: unsafeDowncast(codec, to: TupleCodec.self), from: object, scope)
    case .conversion:
      let codec = unsafeDowncast(codec, to: ConversionCodec.self)
      let operations = ValueOperations(codec.representation.type)
      try withTemporaryMemory(size: operations.size, alignment: operations.alignment) { memory in
        try decode(into: memory, as: codec.representation, from: object, scope)
        try codec.initialize(address, taking: memory)
      }
    case .codable:
      try unsafeDowncast(codec, to: CodableCodec.self).access.decode(
        into: address, from: TreeDecoder(try tree(of: object)))
    default: try decodeLeaf(into: address, as: codec, from: object)
    }
  }

  /// Decodes a number or Bool, or returns false where the kind is another one.
  private static func decode(
    into address: UnsafeMutableRawPointer, kind: Codec.Kind, from number: NSNumber
  ) throws -> Bool {
    func integer<Integer: FixedWidthInteger>(_ type: Integer.Type) throws {
      guard let value = CoderNumber.integer(number, as: type) else { throw misfit(type, number) }
      address.initialize(with: value)
    }
    switch kind {
    case .bool:
      guard let value = CoderNumber.bool(number) else { throw mismatch(Bool.self, number) }
      address.initialize(with: value)
    case .int: try integer(Int.self)
    case .int8: try integer(Int8.self)
    case .int16: try integer(Int16.self)
    case .int32: try integer(Int32.self)
    case .int64: try integer(Int64.self)
    case .uint: try integer(UInt.self)
    case .uint8: try integer(UInt8.self)
    case .uint16: try integer(UInt16.self)
    case .uint32: try integer(UInt32.self)
    case .uint64: try integer(UInt64.self)
    case .int128:
      if #available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *) { try integer(Int128.self) }
    case .uint128:
      if #available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *) { try integer(UInt128.self) }
    case .float:
      guard let value = CoderNumber.float(number) else { throw misfit(Float.self, number) }
      address.initialize(with: value)
    case .double:
      guard let value = CoderNumber.double(number) else { throw misfit(Double.self, number) }
      address.initialize(with: value)
    default: return false
    }
    return true
  }

  private static func decodeLeaf(into address: UnsafeMutableRawPointer, as codec: Codec, from object: Any) throws {
    func initialize<Value>(_ value: Value?) throws {
      guard let value else { throw mismatch(codec.type, object) }
      address.initialize(with: value)
    }
    switch codec.kind {
    // A cast to Foundation's class is a look at one word, and one to Swift's type a search for a way there.
    case .string: try initialize((object as? NSString).map { $0 as String } ?? object as? String)
    case .date: try initialize((object as? NSDate).map { $0 as Date } ?? object as? Date)
    case .data: try initialize((object as? NSData).map { $0 as Data } ?? object as? Data)
    case .url: try initialize((object as? NSURL).map { $0 as URL } ?? object as? URL)
    case .uuid: try initialize((object as? NSUUID).map { $0 as UUID } ?? object as? UUID)
    case .decimal: try initialize(decimal(of: object))
    default:
      guard let number = CoderNumber.number(object), try decode(into: address, kind: codec.kind, from: number) else {
        throw mismatch(codec.type, object)
      }
    }
  }

  private static func decimal(of object: Any) -> Decimal? {
    if case .decimal(let value)? = (object as? ArchivedValue)?.contents { return value }
    guard let number = CoderNumber.number(object) else { return nil }
    #if canImport(ObjectiveC)
    return number.decimalValue
    #else
    return CoderNumber.integer(number, as: Int64.self).map { Decimal($0) }
      ?? Decimal(string: number.doubleValue.description)
    #endif
  }

  private static func decode(
    into address: UnsafeMutableRawPointer, as codec: SequenceCodec, from object: Any, _ scope: CoderScope
  ) throws {
    guard let objects = elements(of: object) else { throw mismatch(codec.type, object) }
    var elements = ElementBuffer(of: codec.element.type, announced: objects.count)
    for object in objects {
      do {
        try decode(into: elements.next(), as: codec.element, from: object, scope)
      } catch {
        throw error.prepending(DynamicKey(index: elements.count))
      }
      elements.commit()
    }
    codec.initialize(address, taking: &elements)
  }

  private static func elements(of object: Any) -> [Any]? {
    switch object {
    case let array as NSArray: array.map { $0 }
    case let set as NSSet: set.allObjects
    case let set as NSOrderedSet: set.array
    case let array as [Any]: array
    default: nil
    }
  }

  private static func pairs(of object: Any) -> [(key: Any, value: Any)]? {
    switch object {
    case let dictionary as NSDictionary: dictionary.map { ($0.key, $0.value) }
    case let dictionary as [AnyHashable: Any]: dictionary.map { ($0.key.base, $0.value) }
    default: nil
    }
  }

  private static func decode(
    into address: UnsafeMutableRawPointer, as codec: DictionaryCodec, from object: Any, _ scope: CoderScope
  ) throws {
    guard let pairs = pairs(of: object) else { throw mismatch(codec.type, object) }
    var keys = ElementBuffer(of: codec.key.type, announced: pairs.count)
    var values = ElementBuffer(of: codec.value.type, announced: pairs.count)
    for (key, value) in pairs {
      do {
        try decode(into: keys.next(), as: codec.key, from: key, scope)
        keys.commit()
        try decode(into: values.next(), as: codec.value, from: value, scope)
        values.commit()
      } catch {
        throw error.prepending(DynamicKey(String(describing: key)))
      }
    }
    codec.initialize(address, takingKeys: &keys, values: &values)
  }

  private static func decode(
    into address: UnsafeMutableRawPointer, as codec: TupleCodec, from object: Any, _ scope: CoderScope
  ) throws {
    if codec.isKeyed {
      guard case .decoded(let value)? = (object as? ArchivedValue)?.contents, value.type == codec.type else {
        throw mismatch(codec.type, object)
      }
      return value.copy(to: address)
    }
    guard let objects = elements(of: object) else { throw mismatch(codec.type, object) }
    guard objects.count == codec.map.operations.count else { throw codec.countMismatch() }
    try RecordAssembly.inOrder(codec.map, at: address) { position, slot in
      do {
        try codec.map.operation(at: position).pointee.withCodec {
          try decode(into: slot, as: $0, from: objects[position], scope)
        }
      } catch {
        throw error.prepending(DynamicKey(index: position))
      }
    }
  }

  // MARK: Models

  private static func decode(
    into address: UnsafeMutableRawPointer, as codec: RecordCodec, from object: Any, _ scope: CoderScope
  ) throws {
    if let archived = object as? ArchivedValue {
      guard case .decoded(let value) = archived.contents, isKind(value.type, of: codec.type) else {
        throw mismatch(codec.type, object)
      }
      return value.copy(to: address)
    }
    if codec.isClass {
      let reference = object as AnyObject
      if isKind(type(of: reference), of: codec.type) { return address.initialize(with: reference) }
    }
    switch codec.decodingDefault {
    case .rawValue: try decode(into: address, as: codec.rawValue, from: object, scope)
    case nil where !codec.isClass:
      return try codec.access.decode(into: address, from: TreeDecoder(try tree(of: object)))
    case .structure where !codec.isClass:
      // What a type's own encode(to:) has written.
      guard let pairs = pairs(of: object) else { throw mismatch(codec.type, object) }
      var values: [String: Any] = [:]
      for (key, value) in pairs {
        guard let key = key as? String else { throw mismatch(codec.type, object) }
        values[key] = value
      }
      return try codec.map._withUnsafeGuaranteedRef {
        try decodeStructure(into: address, as: codec, map: $0, from: CoderSource(values, scope))
      }
    default: throw mismatch(codec.type, object)
    }
    try didDecode(address, codec)
  }

  private static func didDecode(_ address: UnsafeMutableRawPointer, _ codec: RecordCodec) throws {
    do {
      try codec.didDecode(address)
    } catch {
      codec.destroyValue(at: address)
      throw error
    }
  }

  /// Whether a type is another one, or a class below it.
  private static func isKind(_ type: Any.Type, of declared: Any.Type) -> Bool {
    if type == declared { return true }
    var level: AnyClass? = type as? AnyClass
    while let current = level {
      if current == declared { return true }
      level = _getSuperclass(current)
    }
    return false
  }

  private static func decodeStructure(
    into address: UnsafeMutableRawPointer, as codec: RecordCodec, map: TypeMap.Storage, from source: CoderSource
  ) throws {
    if case .enumeration(let cases) = map.shape {
      try decodeCase(into: address, map: map, cases: cases, from: source)
    } else {
      try decodeProperties(into: address, map: map, from: source)
    }
    try didDecode(address, codec)
  }

  private static func decodeCase(
    into address: UnsafeMutableRawPointer, map: TypeMap.Storage, cases: TypeMap.Cases, from source: CoderSource
  ) throws {
    let found = cases.index.keys.indices.filter { source.contains(cases.index.keys[$0].stringValue) }
    guard let position = found.first, found.count == 1 else { throw map.caseCountMismatch() }
    let key = cases.index.keys[position]
    let payload = cases.payloads[position]
    do {
      let expectation = payloadExpectation(payload.map { .structure($0) } ?? .empty(map.type), cases, position)
      guard case .object(let object?) = try source.value(forKey: key.stringValue, kind: .record, expectation) else {
        throw mismatch(payload?.type ?? map.type, nil)
      }
      try cases.layout.initialize(address, case: position) { memory in
        try decodePayload(into: memory, payload, of: map.type, from: object, source.scope)
      }
    } catch {
      throw error.prepending(key)
    }
  }

  private static func decodePayload(
    into address: UnsafeMutableRawPointer, _ payload: TypeMap.Storage?, of type: Any.Type, from object: Any,
    _ scope: CoderScope
  ) throws {
    switch ((object as? ArchivedValue)?.contents, payload) {
    case (.empty, nil): return
    case (.decoded(let value), let payload?) where value.type == payload.type: return value.copy(to: address)
    default: break
    }
    // What a type's own encode(to:) has written.
    guard let pairs = pairs(of: object) else { throw mismatch(payload?.type ?? type, object) }
    guard let payload else { return }
    var values: [String: Any] = [:]
    for (key, value) in pairs { if let key = key as? String { values[key] = value } }
    try decodeProperties(into: address, map: payload, from: CoderSource(values, scope))
  }

  private struct PayloadKey: Hashable {
    let cases: ObjectIdentifier
    let position: Int
  }

  private static let payloadExpectations = Locked<[PayloadKey: CoderExpectation]>([:])

  private static func payloadExpectation(
    _ payload: CoderExpectation.Anonymous, _ cases: TypeMap.Cases, _ position: Int
  ) -> CoderExpectation {
    let key = PayloadKey(cases: ObjectIdentifier(cases), position: position)
    if let known = payloadExpectations.withLock({ $0[key] }) { return known }
    let made = CoderExpectation(payload)
    return payloadExpectations.withLock { known in
      if let known = known[key] { return known }
      known[key] = made
      return made
    }
  }

  // MARK: What ArchivedValue decodes

  /// Decodes what an archived object stands for, which has to be what is expected there; nil where that fails.
  ///
  /// - Parameter archived: The type that the object's class in the archive is known as.
  static func decodeContents(_ archived: Any.Type?, from coder: NSCoder) -> ArchivedValue.Contents? {
    CoderScope.with(coder) { scope in
      do {
        let level = try NestedLevel.enter(toDecodeWithin: CodingLimits())
        defer { _ = level.isOutermost }
        return try contents(archived, from: CoderSource(scope))
      } catch {
        scope.failure = scope.failure ?? error
        return fail(scope, error) ? .empty(Void.self) : nil
      }
    }
  }

  private static func contents(_ archived: Any.Type?, from source: CoderSource) throws -> ArchivedValue.Contents {
    guard let expectation = source.scope.expectation else {
      throw DecodingError.dataCorrupted(
        .init(
          codingPath: [],
          debugDescription:
            "A model that is no NSObject is decoded by decode(_:forKey:), which says of which type it is."))
    }
    let name = try archivedName(in: source)
    if archived == nil, (name ?? ArchivedValue.decimalName) == ArchivedValue.decimalName {
      return .decimal(try decimal(in: source))
    }
    if let anonymous = expectation.anonymous {
      guard archived ?? anonymous.type == anonymous.type,
        name ?? "" == ModelName.of(anonymous.type).name || name == nil
      else { throw unexpected(name, archived, anonymous.type) }
      switch anonymous {
      case .empty(let type): return .empty(type)
      case .structure(let map):
        return .decoded(try CoderValue(map.type) { try decodeProperties(into: $0, map: map, from: source) })
      }
    }
    let codec =
      if let model = archived as? any AutoCoding.Type {
        try expectation.codec(of: model)
      } else {
        try name.flatMap { try expectation.codec(named: $0) }
      }
    guard let codec else { throw unexpected(name, archived, nil) }
    return .decoded(try CoderValue(codec.type) { try decodeModel(into: $0, as: codec, from: source) })
  }

  private static func decodeModel(
    into address: UnsafeMutableRawPointer, as codec: RecordCodec, from source: CoderSource
  ) throws {
    if source.contains(ArchivedValue.valueKey) {
      let value = codec.decodingDefault == .rawValue ? codec.rawValue : CodableValue.codec
      guard
        case .object(let object?) = try source.value(
          forKey: ArchivedValue.valueKey, kind: .record, expectation(of: value))
      else { throw mismatch(codec.type, nil) }
      if codec.decodingDefault == .rawValue {
        try decode(into: address, as: codec.rawValue, from: object, source.scope)
        return try didDecode(address, codec)
      }
      return try codec.access.decode(into: address, from: TreeDecoder(try tree(of: object)))
    }
    guard codec.decodingDefault == .structure else {
      throw DecodingError.dataCorrupted(
        .init(
          codingPath: [],
          debugDescription: "\(codec.type) has an init(from:) of its own, for which the archive has nothing."))
    }
    try codec.map._withUnsafeGuaranteedRef { try decodeStructure(into: address, as: codec, map: $0, from: source) }
  }

  /// Any value of a type with code of its own: values like JSON's.
  private enum CodableValue {
    static let codec = Codec(type: [String: String].self, kind: .codable, codable: nil)
  }

  private static func archivedName(in source: CoderSource) throws -> String? {
    if let text = source.text(forKey: ArchivedValue.nameKey) { return text }
    guard case .object(let name?) = try source.value(forKey: ArchivedValue.nameKey, kind: .string, .text) else {
      return nil
    }
    guard let name = name as? String else { throw mismatch(String.self, name) }
    return name
  }

  private static func decimal(in source: CoderSource) throws -> Decimal {
    func number<Integer: FixedWidthInteger>(_ key: String, _ type: Integer.Type) throws -> Integer {
      guard case .number(let number) = try source.value(forKey: key, kind: .int64, .text),
        let value = CoderNumber.integer(number, as: type)
      else { throw mismatch(Decimal.self, nil) }
      return value
    }
    guard let bytes = source.bytes(forKey: "NS.mantissa"), bytes.count == 16 else { throw mismatch(Decimal.self, nil) }
    let isLittle = try number("NS.mantissa.bo", Int64.self) == DecimalParts.littleEndian
    let mantissa = (0..<8).map { index in
      let (first, second) = (UInt16(bytes[2 * index]), UInt16(bytes[2 * index + 1]))
      return isLittle ? first | second << 8 : first << 8 | second
    }
    return try DecimalParts(
      exponent: number("NS.exponent", Int32.self), length: number("NS.length", UInt32.self),
      isNegative: number("NS.negative", Int.self) != 0, isCompact: number("NS.compact", Int.self) != 0,
      mantissa: mantissa
    ).decimal()
  }

  // MARK: Values that say themselves what they are

  private static func dynamicValue(of object: Any, as codec: ExistentialCodec) throws -> Any {
    if let archived = object as? ArchivedValue {
      switch archived.contents {
      case .decoded(let value):
        func open<Value>(_: Value.Type) -> Any { value.address.value(as: Value.self) }
        return _openExistential(value.type, do: open)
      case .decimal(let value) where codec.isAny: return value
      default: throw mismatch(codec.type, object)
      }
    }
    if object is any AutoCoding {
      let type: AnyClass = type(of: object as AnyObject)
      guard codec.isAny ? (type as? any AutoCoding.Type).map(TypeNames.isRegistered) ?? false : codec.admits(type)
      else {
        throw mismatch(codec.type, object)
      }
      return object
    }
    guard codec.isAny else { throw mismatch(codec.type, object) }
    return try plainValue(of: object, as: codec)
  }

  private static func plainValue(of object: Any, as codec: ExistentialCodec) throws -> Any {
    if object is NSNull { return Optional<Any>.none as Any }
    if let objects = elements(of: object) {
      return try objects.map { try dynamicValue(of: $0, as: codec) }
    }
    if let pairs = pairs(of: object) {
      var values: [String: Any] = [:]
      for (key, value) in pairs {
        guard let key = key as? String else { throw mismatch([String: Any].self, object) }
        values[key] = try dynamicValue(of: value, as: codec)
      }
      return values
    }
    switch object {
    case let value as String: return value
    case let value as Date: return value
    case let value as Data: return value
    case let value as URL: return value
    case let value as UUID: return value
    default: break
    }
    guard let number = CoderNumber.number(object) else { throw mismatch(codec.type, object) }
    if UInt8(bitPattern: number.objCType.pointee) == UInt8(ascii: "c"), let value = CoderNumber.bool(number) {
      return value
    }
    if CoderNumber.isFloating(number) { return number.doubleValue }
    if let value = CoderNumber.integer(number, as: Int.self) { return value }
    return number.uint64Value
  }

  // MARK: Types with Codable code of their own

  private static func tree(of object: Any) throws -> CodedTree {
    if object is NSNull { return .null }
    if case .decimal(let value)? = (object as? ArchivedValue)?.contents { return .decimal(value) }
    if let objects = elements(of: object) { return .array(try objects.map(tree(of:))) }
    if let pairs = pairs(of: object) {
      return .dictionary(
        try pairs.map { key, value in
          guard let name = key as? String ?? CoderNumber.number(key)?.stringValue else {
            throw mismatch(String.self, key)
          }
          return (name, try tree(of: value))
        })
    }
    switch object {
    case let value as String: return .string(value)
    case let value as Date: return .date(value)
    case let value as Data: return .data(value)
    case let value as URL: return .url(value)
    case let value as UUID: return .uuid(value)
    default: break
    }
    guard let number = CoderNumber.number(object) else { throw mismatch((any Decodable).self, object) }
    switch UInt8(bitPattern: number.objCType.pointee) {
    case UInt8(ascii: "c") where CoderNumber.bool(number) != nil: return .bool(number.boolValue)
    case UInt8(ascii: "f"): return .float(number.floatValue)
    case UInt8(ascii: "d"): return .double(number.doubleValue)
    case UInt8(ascii: "Q"): return CodedTree(integer: number.uint64Value)
    default: return .int(number.int64Value)
    }
  }

  // MARK: Errors

  private static func mismatch(_ expected: Any.Type, _ found: Any?) -> DecodingError {
    let noun: String
    switch found {
    case nil, is NSNull: noun = "null"
    case let archived as ArchivedValue: noun = archived.description
    case is String: noun = "a string"
    case is Date: noun = "a date"
    case is Data: noun = "data"
    case is NSArray, is NSSet, is NSOrderedSet: noun = "an array or set"
    case is NSDictionary: noun = "a dictionary"
    case let value?: noun = CoderNumber.number(value) != nil ? "a number" : "an object of \(type(of: value))"
    }
    let context = DecodingError.Context(
      codingPath: [], debugDescription: "Expected to decode \(expected) but found \(noun) instead.")
    return noun == "null" ? .valueNotFound(expected, context) : .typeMismatch(expected, context)
  }

  private static func misfit(_ type: Any.Type, _ number: NSNumber) -> DecodingError {
    .dataCorrupted(.init(codingPath: [], debugDescription: "The number \(number) does not fit in \(type)."))
  }

  private static func unexpected(_ name: String?, _ archived: Any.Type?, _ expected: Any.Type?) -> DecodingError {
    let found = name ?? archived.map { ModelName.of($0).name } ?? "no name"
    let shown = found.count > 100 ? "\(found.prefix(100))…" : found
    let place = expected.map { "; expected \(_typeName($0, qualified: true))" } ?? ""
    return .dataCorrupted(
      .init(
        codingPath: [],
        debugDescription: "The archive has an object of '\(shown)', which is not allowed here\(place)."))
  }
}
