import AutoCoding
import Foundation

/// Encodes values as Foundation objects. Precondition of all functions: the address holds a value of the codec's or
/// map's type.
extension CoderBridge {
  /// Encodes the stored properties of a struct or object at `base` under their keys.
  static func encodeProperties(of base: UnsafeRawPointer, map: TypeMap.Storage, with coder: NSCoder) throws {
    let plan = CoderPlan.plan(for: map)
    if let versions = map.versions { encode(versions, with: coder) }
    for position in map.operations.indices {
      let operation = map.operation(at: position)
      do {
        try encode(base + operation.pointee.offset, operation, forKey: plan.properties[position].key.text, with: coder)
      } catch {
        throw error.prepending(operation.pointee.key)
      }
    }
  }

  static func encode(
    _ address: UnsafeRawPointer, _ operation: UnsafePointer<PropertyOperation>, forKey key: String,
    with coder: NSCoder
  ) throws {
    if operation.pointee.isOptional {
      // Write nil explicitly; otherwise the property would be decoded as its default.
      guard operation.pointee.memory.enumTag(address) == 0 else { return coder.encode(nil as Any?, forKey: key) }
    } else {
      if operation.pointee.isLeftOutWrapper(address) { return }
      switch operation.pointee.kind {
      case .bool: return coder.encode(address.value(as: Bool.self), forKey: key)
      case .int: return coder.encode(address.value(as: Int.self), forKey: key)
      case .int8: return coder.encode(Int32(address.value(as: Int8.self)), forKey: key)
      case .int16: return coder.encode(Int32(address.value(as: Int16.self)), forKey: key)
      case .int32: return coder.encode(address.value(as: Int32.self), forKey: key)
      case .int64: return coder.encode(address.value(as: Int64.self), forKey: key)
      case .uint8: return coder.encode(Int32(address.value(as: UInt8.self)), forKey: key)
      case .uint16: return coder.encode(Int32(address.value(as: UInt16.self)), forKey: key)
      case .uint32: return coder.encode(Int64(address.value(as: UInt32.self)), forKey: key)
      case .float: return coder.encode(address.value(as: Float.self), forKey: key)
      case .double: return coder.encode(address.value(as: Double.self), forKey: key)
      default: break
      }
    }
    coder.encode(try operation.pointee.withCodec { try object(of: address, as: $0) }, forKey: key)
  }

  /// Returns the object that represents a value, or nil for null.
  static func object(of address: UnsafeRawPointer, as codec: Codec) throws -> Any? {
    switch codec.kind {
    case .optional:
      let codec = unsafeDowncast(codec, to: OptionalCodec.self)
      return codec.isNil(address) ? nil : try object(of: address, as: codec.wrapped)
    case .record: return try object(ofRecord: address, as: unsafeDowncast(codec, to: RecordCodec.self))
    case .sequence: return try object(ofSequence: address, as: unsafeDowncast(codec, to: SequenceCodec.self))
    case .dictionary: return try object(ofDictionary: address, as: unsafeDowncast(codec, to: DictionaryCodec.self))
    case .existential:
      let codec = unsafeDowncast(codec, to: ExistentialCodec.self)
      return try object(
        ofDynamic: codec.boxedValue(at: address), isPlainAllowed: codec.isAny, isDeclared: codec.isDeclared)
    case .tuple: return try object(ofTuple: address, as: unsafeDowncast(codec, to: TupleCodec.self))
    case .conversion:
      let codec = unsafeDowncast(codec, to: ConversionCodec.self)
      var result: Any?
      try codec.withRepresentation(of: address) { result = try object(of: $0, as: codec.representation) }
      return result
    case .codable:
      guard let value = unsafeDowncast(codec, to: CodableCodec.self).access.value(at: address) else { return nil }
      if let value = value as? NSCodingObject { return value.object }
      return try object(ofCodable: value)
    default: return try object(ofLeaf: address, kind: codec.kind)
    }
  }

  static func object(ofLeaf address: UnsafeRawPointer, kind: Codec.Kind) throws -> Any? {
    switch kind {
    case .bool: NSNumber(value: address.value(as: Bool.self))
    case .int: NSNumber(value: address.value(as: Int.self))
    case .int8: NSNumber(value: address.value(as: Int8.self))
    case .int16: NSNumber(value: address.value(as: Int16.self))
    case .int32: NSNumber(value: address.value(as: Int32.self))
    case .int64: NSNumber(value: address.value(as: Int64.self))
    case .uint: try number(address.value(as: UInt.self))
    case .uint8: NSNumber(value: address.value(as: UInt8.self))
    case .uint16: NSNumber(value: address.value(as: UInt16.self))
    case .uint32: NSNumber(value: address.value(as: UInt32.self))
    case .uint64: try number(address.value(as: UInt64.self))
    case .int128:
      if #available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *) {
        try number(address.value(as: Int128.self))
      } else {
        nil
      }
    case .uint128:
      if #available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *) {
        try number(address.value(as: UInt128.self))
      } else {
        nil
      }
    case .float: NSNumber(value: address.value(as: Float.self))
    case .double: NSNumber(value: address.value(as: Double.self))
    case .string: address.value(as: String.self) as NSString
    case .date: address.value(as: Date.self) as NSDate
    case .data: address.value(as: Data.self) as NSData
    case .url: address.value(as: URL.self) as NSURL
    case .uuid: address.value(as: UUID.self) as NSUUID
    case .decimal: decimalObject(address.value(as: Decimal.self))
    case .optional, .sequence, .dictionary, .record, .existential, .tuple, .conversion, .codable: nil
    }
  }

  /// Converts an integer of any size. Foundation's archives hold up to 64 bits.
  static func number<Integer: FixedWidthInteger>(_ value: Integer) throws -> NSNumber {
    if let value = Int64(exactly: value) { return NSNumber(value: value) }
    #if canImport(ObjectiveC)
    if let value = UInt64(exactly: value) { return NSNumber(value: value) }
    #endif
    throw EncodingError.invalidValue(
      value, .init(codingPath: [], debugDescription: "Foundation's archiver has no integer as large as \(value)."))
  }

  static func decimalObject(_ value: Decimal) -> Any {
    #if canImport(ObjectiveC)
    NSDecimalNumber(decimal: value)
    #else
    // Foundation's own class does not survive archiving.
    ArchivedValue(.decimal(value))
    #endif
  }

  static func object(ofSequence address: UnsafeRawPointer, as codec: SequenceCodec) throws -> Any {
    var objects: [Any] = []
    let stride = ValueOperations(codec.element.type).stride
    try codec.withElements(of: address) { first, count in
      objects.reserveCapacity(count)
      for index in 0..<count {
        do {
          objects.append(try object(of: first + index * stride, as: codec.element) ?? NSNull())
        } catch {
          throw error.prepending(DynamicKey(index: index))
        }
      }
    }
    guard codec.isSet else { return NSArray(array: objects) }
    let set = NSSet(array: objects)
    try refuseLoss(of: codec.type, from: objects.count, to: set.count)
    return set
  }

  static func object(ofDictionary address: UnsafeRawPointer, as codec: DictionaryCodec) throws -> Any {
    var dictionary: [NSObject: Any] = [:]
    try codec.forEach(of: address) { key, value in
      do {
        guard let name = try object(of: key, as: codec.key) as? NSObject else {
          throw EncodingError.invalidValue(
            codec.type, .init(codingPath: [], debugDescription: "A key of \(codec.type) has no object for it."))
        }
        dictionary[name] = try object(of: value, as: codec.value) ?? NSNull()
      } catch {
        throw error.prepending(DynamicKey(ValueText.describing(codec.key.boxedValue(at: key))))
      }
    }
    try refuseLoss(of: codec.type, from: codec.count(of: address), to: dictionary.count)
    return NSDictionary(dictionary: dictionary)
  }

  /// Throws if elements were lost: Foundation may treat values as equal that Swift distinguishes.
  static func refuseLoss(of type: Any.Type, from count: Int, to found: Int) throws {
    guard count != found else { return }
    throw EncodingError.invalidValue(
      type,
      .init(
        codingPath: [],
        debugDescription: "Some of the \(count) elements of \(type) are equal as Foundation's objects."))
  }

  static func object(ofTuple address: UnsafeRawPointer, as codec: TupleCodec) throws -> Any {
    if codec.isKeyed { return structure(address, of: codec.type, map: codec.map) }
    var objects: [Any] = []
    for position in codec.map.operations.indices {
      let operation = codec.map.operation(at: position)
      do {
        objects.append(
          try operation.pointee.withCodec { try object(of: address + operation.pointee.offset, as: $0) } ?? NSNull())
      } catch {
        throw error.prepending(DynamicKey(index: position))
      }
    }
    return NSArray(array: objects)
  }

  /// Returns the object for a value that is written by its properties or cases.
  static func structure(_ address: UnsafeRawPointer, of type: Any.Type, map: TypeMap.Storage) -> ArchivedValue {
    ModelName.of(type).standIn.init(.structure(CoderValue(copying: address, of: type), map))
  }

  static func object(ofRecord address: UnsafeRawPointer, as declared: RecordCodec) throws -> Any {
    var codec = declared
    if codec.isClass {
      let object = address.value(as: AnyObject.self)
      let dynamic: AnyClass = type(of: object)
      if dynamic != codec.type, let type = dynamic as? any AutoCoding.Type {
        _ = try TypeNames.writtenName(of: type)
        codec = try codec.subclassCodec(type)
      }
      if object is any NSObject & NSCoding { return object }
    }
    switch codec.encodingDefault(of: address) {
    case .structure where codec.decodingDefault != nil:
      return try codec.map._withUnsafeGuaranteedRef { structure(address, of: codec.type, map: $0) }
    case .rawValue: return try object(of: address, as: codec.rawValue) ?? NSNull()
    case nil, .structure:
      // A custom init(from:) reads what an encoder writes.
      guard let value = codec.access.value(at: address) else { return NSNull() }
      let object = try object(ofCodable: value) ?? NSNull()
      return codec.isObject ? wrapped(object, address, of: codec.type) : object
    }
  }

  /// Returns the object for a model that is not written by its properties. It includes the type's name.
  static func wrapped(_ object: Any, _ address: UnsafeRawPointer, of type: Any.Type) -> ArchivedValue {
    ModelName.of(type).standIn.init(.wrapped(object, CoderValue(copying: address, of: type)))
  }

  // MARK: What ArchivedValue encodes

  /// Encodes the properties of a struct or object, or the case of an enum.
  static func encodeStructure(_ address: UnsafeRawPointer, map: TypeMap.Storage, with coder: NSCoder) throws {
    if map.objectType != nil {
      return try encodeProperties(of: address.value(as: UnsafeRawPointer.self), map: map, with: coder)
    }
    guard case .enumeration(let cases) = map.shape else {
      return try encodeProperties(of: address, map: map, with: coder)
    }
    if let versions = map.versions { encode(versions, with: coder) }
    let position = cases.layout.position(of: address)
    let key = cases.index.keys[position]
    if let payload = cases.payloads[position] {
      let object = cases.layout.withPayload(of: address, case: position) {
        structure($0, of: payload.type, map: payload)
      }
      coder.encode(object as Any?, forKey: key.stringValue)
    } else {
      coder.encode(ModelName.of(map.type).standIn.init(.empty(map.type)) as Any?, forKey: key.stringValue)
    }
  }

  /// Encodes a decimal number under the keys of NSDecimalNumber.
  static func encodeDecimal(_ value: Decimal, with coder: NSCoder) throws {
    let parts = try DecimalParts(value)
    coder.encode(parts.exponent, forKey: "NS.exponent")
    coder.encode(Int64(parts.length), forKey: "NS.length")
    coder.encode(parts.isNegative, forKey: "NS.negative")
    coder.encode(parts.isCompact, forKey: "NS.compact")
    coder.encode(DecimalParts.littleEndian, forKey: "NS.mantissa.bo")
    let digits = parts.littleEndianMantissa
    digits.withUnsafeBufferPointer { coder.encodeBytes($0.baseAddress, length: $0.count, forKey: "NS.mantissa") }
  }
}
