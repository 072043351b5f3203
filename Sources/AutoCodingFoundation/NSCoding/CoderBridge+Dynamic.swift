import AutoCoding
import Foundation

/// Codes values of dynamic types, and types with custom `Codable` code.
extension CoderBridge {
  /// Foundation's coders have no option for allowed types, so only registered types are allowed.
  static let context = CoderContext(name: nil) { try Discovery.codec(for: $0) }

  // MARK: Encoding

  /// Returns the object that represents a dynamic value. The parameters are those of ``DynamicValue``.
  static func object(ofDynamic value: Any, isPlainAllowed: Bool, isDeclared: Bool) throws -> Any? {
    if let model = value as? any AutoCoding { return try object(ofModel: model, isDeclared: isDeclared) }
    guard isPlainAllowed else { throw DynamicValue.refusal(value, "is not AutoCoding") }
    guard let plain = PlainValue(value) else {
      // The value wrapped by an Optional may be a model.
      guard let wrapped = (value as? any AnyOptional)?.wrappedValue else {
        throw DynamicValue.refusal(value, "is neither AutoCoding nor a value like JSON's")
      }
      return try object(ofDynamic: wrapped, isPlainAllowed: true, isDeclared: false)
    }
    return try object(of: plain)
  }

  private static func object(of plain: PlainValue) throws -> Any? {
    switch plain {
    case .null: nil
    case .bool(let value): NSNumber(value: value)
    case .integer(let value): try number(value)
    case .double(let value): NSNumber(value: value)
    case .float(let value): NSNumber(value: value)
    case .string(let value): value as NSString
    case .date(let value): value as NSDate
    case .data(let value): value as NSData
    case .url(let value): value as NSURL
    case .uuid(let value): value as NSUUID
    case .decimal(let value): decimalObject(value)
    case .dictionary(let values):
      try nested(values) {
        var dictionary: [NSObject: Any] = [:]
        for (key, value) in values {
          do {
            dictionary[key as NSString] =
              try object(ofDynamic: value, isPlainAllowed: true, isDeclared: false) ?? NSNull()
          } catch {
            throw error.prepending(DynamicKey(key))
          }
        }
        return NSDictionary(dictionary: dictionary)
      }
    case .array(let values):
      try nested(values) {
        NSArray(
          array: try values.enumerated().map { index, value in
            do {
              return try object(ofDynamic: value, isPlainAllowed: true, isDeclared: false) ?? NSNull()
            } catch {
              throw error.prepending(DynamicKey(index: index))
            }
          })
      }
    }
  }

  static func nested(_ value: Any, _ make: () throws -> Any) throws -> Any {
    var made: Any = NSNull()
    try NestedLevel.encoding(value, limits: CodingLimits(), codingPath: { [] }) { made = try make() }
    return made
  }

  static func object<Model: AutoCoding>(ofModel model: Model, isDeclared: Bool) throws -> Any {
    let type = Swift.type(of: model)
    let name = try TypeNames.writtenName(of: type)
    guard isDeclared || context.isRegistered(type) else {
      throw EncodingError.invalidValue(
        model,
        .init(
          codingPath: [],
          debugDescription: """
            A model of type \(name) stands where no type is declared, and a decoder would refuse it. Register it with \
            TypeMap.register(_:).
            """))
    }
    let codec = try Discovery.codec(for: type)
    return try withUnsafePointer(to: model) { pointer in
      let address = UnsafeRawPointer(pointer)
      let object = try object(of: address, as: codec) ?? NSNull()
      if object is ArchivedValue || object is AutoCodingObject { return object }
      // An object of another class must record the name of the value's type.
      if codec.type is AnyClass, object is any NSObject & NSCoding { return object }
      return wrapped(object, address, of: type)
    }
  }

  // MARK: Types with Codable code of their own

  static func object(ofCodable value: any Encodable) throws -> Any? {
    try object(of: try CodedTree(encoding: value))
  }

  static func object(of tree: CodedTree) throws -> Any? {
    switch tree {
    case .null: nil
    case .bool(let value): NSNumber(value: value)
    case .int(let value): NSNumber(value: value)
    case .uint(let value): try number(value)
    case .bigInteger(let digits):
      throw EncodingError.invalidValue(
        digits, .init(codingPath: [], debugDescription: "Foundation's archiver has no integer as large as \(digits)."))
    case .float(let value): NSNumber(value: value)
    case .double(let value): NSNumber(value: value)
    case .string(let value): value as NSString
    case .date(let value): value as NSDate
    case .data(let value): value as NSData
    case .url(let value): value as NSURL
    case .uuid(let value): value as NSUUID
    case .decimal(let value): decimalObject(value)
    case .array(let elements): NSArray(array: try elements.map { try object(of: $0) ?? NSNull() })
    case .dictionary(let pairs):
      NSDictionary(
        dictionary: try Dictionary(
          pairs.map { ($0.key as NSString, try object(of: $0.value) ?? NSNull()) }, uniquingKeysWith: { $1 }))
    case .object(let value): try object(of: .dictionary(value.values))
    }
  }

  // MARK: Decoding

  static func dynamicValue(of object: Any, as codec: ExistentialCodec) throws -> Any {
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
      guard let type = type(of: object as AnyObject) as? any AutoCoding.Type, CoderExpectation.admits(type, codec)
      else { throw mismatch(codec.type, object) }
      return object
    }
    guard codec.isAny else { throw mismatch(codec.type, object) }
    return try plainValue(of: object, as: codec)
  }

  static func plainValue(of object: Any, as codec: ExistentialCodec) throws -> Any {
    if object is NSNull { return Optional<Any>.none as Any }
    if let objects = try elements(of: object) {
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

  static func tree(of object: Any) throws -> CodedTree {
    if object is NSNull { return .null }
    if case .decimal(let value)? = (object as? ArchivedValue)?.contents { return .decimal(value) }
    if let objects = try elements(of: object) { return .array(try objects.map(tree(of:))) }
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
}
