import AutoCoding
import Foundation

/// Decodes values of dynamic types, and types with custom `Codable` code.
extension CoderBridge {
  /// Foundation's coders have no option for allowed types, so only registered types are allowed.
  static let context = CoderContext(name: nil, hasAllowedTypes: false) { try Discovery.codec(for: $0) }

  // MARK: Decoding

  static func dynamicValue(of object: Any, as codec: ExistentialCodec) throws -> Any {
    if let archived = object as? ArchivedValue {
      switch archived.contents {
      case .decoded(let value):
        func open<Value>(_: Value.Type) -> Any { value.address.value(as: Value.self) }
        return _openExistential(value.type, do: open)
      case .decimal(let value) where codec.isAny: return value
      case .number(let number) where codec.isAny: return try plainValue(of: number.object, as: codec)
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
    case let value as UUID: return value
    default: break
    }
    if let value = URL(anyObject: object) { return value }
    guard let number = CoderNumber.number(object) else { throw mismatch(codec.type, object) }
    if UInt8(bitPattern: number.objCType.pointee) == UInt8(ascii: "c"), let value = CoderNumber.bool(number) {
      return value
    }
    if CoderNumber.isFloating(number) { return number.doubleValue }
    if let value = CoderNumber.integer(number, as: Int.self) { return value }
    guard let value = CoderNumber.integer(number, as: UInt64.self) else { throw misfit(codec.type, number) }
    return value
  }

  // MARK: Types with their own Codable code

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
    case let value as UUID: return .uuid(value)
    default: break
    }
    if let value = URL(anyObject: object) { return .url(value) }
    guard let number = CoderNumber.number(object) else {
      if let contents = try BridgedObjects.contents(of: object) { return .object(contents) }
      throw mismatch((any Decodable).self, object)
    }
    if CoderNumber.mayBeCutOff(number, bitWidth: 64) { throw misfit((any Decodable).self, number) }
    switch UInt8(bitPattern: number.objCType.pointee) {
    case UInt8(ascii: "c") where CoderNumber.bool(number) != nil: return .bool(number.boolValue)
    case UInt8(ascii: "f"): return .float(number.floatValue)
    case UInt8(ascii: "d"): return .double(number.doubleValue)
    case UInt8(ascii: "Q"): return CodedTree(integer: number.uint64Value)
    default: return .int(number.int64Value)
    }
  }
}
