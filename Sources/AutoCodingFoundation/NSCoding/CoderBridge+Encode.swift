import AutoCoding
import Foundation

/// Encodes values as Foundation objects. Precondition of all functions: the address holds a value of the codec's or
/// map's type.
extension CoderBridge {
  /// Encodes the stored properties of a struct or object at `base` under their keys.
  ///
  /// - Parameter plan: The map's plan, if the caller has it.
  static func encodeProperties(
    of base: UnsafeRawPointer, map: TypeMap.Storage, _ plan: CoderPlan? = nil, with coder: NSCoder
  ) throws {
    let plan = plan ?? .plan(for: map)
    if let versions = map.versions { encode(versions, with: coder) }
    for index in map.writtenOperations.indices {
      let position = map.writtenOperations[index].position
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
    if operation.pointee.isLeftOut(address) { return }
    if operation.pointee.isOptional {
      // Write nil explicitly; otherwise the property would be decoded as its default.
      guard operation.pointee.memory.enumTag(address) == 0 else {
        return operation.pointee.isLazy ? () : coder.encode(nil as Any?, forKey: key)
      }
    } else {
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
    let value = try operation.pointee.withCodec { try object(of: address, as: $0) }
    #if !canImport(ObjectiveC)
    // For example a raw value. Handwritten code encodes the number in place, and its call to decode one returns 0 for an
    // object. On Apple platforms it is an object: an unarchiver there cannot tell which of the two it has.
    if let number = value.number { return number.encode(forKey: key, with: coder) }
    #endif
    coder.encode(value.object, forKey: key)
  }

  /// Returns what represents a value.
  static func object(of address: UnsafeRawPointer, as codec: Codec) throws -> CoderObject {
    switch codec.concrete {
    case .optional(let codec):
      guard !codec.isNil(address) else { return CoderObject() }
      return CoderObject(try object(of: address, as: codec.wrapped).object)
    // The most common objects do not need a writer.
    case .leaf(.string): return CoderObject(try CoderWriter.object(of: address.value(as: String.self)))
    case .leaf(.date): return CoderObject(address.value(as: Date.self) as NSDate)
    case .record(let codec):
      if let object = try object(ofRecord: address, as: codec) { return object }
    default: break
    }
    return try CoderWriter.object(of: address, as: codec)
  }

  /// Returns the object for a value that is written by its properties or cases.
  static func structure(_ address: UnsafeRawPointer, of type: Any.Type, map: TypeMap.Storage) -> ArchivedValue {
    ModelName.of(map.recordType).standIn.init(.structure(CoderValue(copying: address, of: type), map))
  }

  /// Returns what represents a struct, enum or object; nil if its raw value represents it.
  static func object(ofRecord address: UnsafeRawPointer, as declared: RecordCodec) throws -> CoderObject? {
    var codec = declared
    if codec.isClass {
      let object = address.value(as: AnyObject.self)
      let dynamic: AnyClass = type(of: object)
      if dynamic != codec.type, let type = dynamic as? any AutoCoding.Type {
        _ = try TypeNames.writtenName(of: type)
        codec = try codec.subclassCodec(type)
      }
      if object is any NSObject & NSCoding { return CoderObject(object) }
    }
    switch codec.encodingDefault(of: address) {
    case .structure where codec.decodingDefault != nil:
      return CoderObject(try codec.map._withUnsafeGuaranteedRef { structure(address, of: codec.type, map: $0) })
    case .rawValue: return nil
    case nil, .structure:
      // A custom init(from:) reads what an encoder writes.
      guard let value = codec.access.value(at: address) else { return CoderObject(CoderWriter.null) }
      var writer = CoderWriter()
      try writer.writeCodable(value)
      if !codec.isObject, writer.result.number != nil { return writer.result }
      let object = writer.result.object ?? CoderWriter.null
      return CoderObject(codec.isObject ? wrapped(object, address, of: codec.type) : object)
    }
  }

  /// Returns the object for a model that is not written by its properties. It includes the type's name.
  static func wrapped(_ object: Any, _ address: UnsafeRawPointer, of type: Any.Type) -> ArchivedValue {
    ModelName.of(type).standIn.init(.wrapped(object, CoderValue(copying: address, of: type)))
  }

  // MARK: What ArchivedValue encodes

  /// Encodes the properties of a struct or object, or the case of an enum.
  static func encodeStructure(_ address: UnsafeRawPointer, map: TypeMap.Storage, with coder: NSCoder) throws {
    try willEncode(address, map)
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

  /// Calls the `willEncode()` of a map's value.
  private static func willEncode(_ address: UnsafeRawPointer, _ map: TypeMap.Storage) throws {
    guard let codec = try map.model.flatMap({ try Discovery.codec(for: $0).record }), codec.mayHaveWillEncode,
      // The payload of a case has its own map.
      try codec.map._withUnsafeGuaranteedRef({ $0 === map })
    else { return }
    #if canImport(ObjectiveC)
    try codec.willEncode(address)
    #else
    try ArchivedObjects.pausing { try codec.willEncode(address) }
    #endif
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
