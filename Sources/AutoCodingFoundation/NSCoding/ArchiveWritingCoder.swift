#if !canImport(ObjectiveC)
import AutoCoding
import Foundation

/// The coder that `KeyedArchiveEncoder` passes to a hand-written `encode(with:)`.
final class ArchiveWritingCoder: NSCoder {
  /// A copy of the encoder's writer. Copies share what they write.
  private var writer: any NSCodingWriter
  private(set) var failure: (any Error)?
  /// The number of members before each key.
  private var positions: [String: Int] = [:]
  private var isOpen = true

  init(_ writer: any NSCodingWriter) { self.writer = writer }

  override var allowsKeyedCoding: Bool { true }
  override var requiresSecureCoding: Bool { true }

  /// Refuses all further values, which would be written into other objects or archives.
  func close() { isOpen = false }

  /// Writes a value under a key, in place of an earlier one. The first error is kept, and nothing is written after it.
  private func write(_ key: String, _ write: (inout any NSCodingWriter) throws -> Void) {
    guard failure == nil else { return }
    do {
      guard isOpen else {
        // Not the coder itself, which would keep itself alive by the error.
        throw EncodingError.invalidValue(
          key,
          .init(
            codingPath: [],
            debugDescription: """
              A value was encoded after encode(with:) had returned. Use the coder only during that call.
              """))
      }
      let position = writer.memberCount
      try writer.writeKey(ArchiveKeys.key(key))
      try write(&writer)
      if let earlier = positions[key] {
        writer.replaceMember(at: earlier)
      } else {
        positions[key] = position
      }
    } catch {
      failure = error.prepending(DynamicKey(key))
    }
  }

  override func failWithError(_ error: any Error) { failure = failure ?? error }
  override var error: (any Error)? { failure }

  override func encode(_ value: Bool, forKey key: String) { write(key) { try $0.write(value) } }
  override func encode(_ value: Int32, forKey key: String) { write(key) { try $0.write(value) } }
  override func encode(_ value: Int64, forKey key: String) { write(key) { try $0.write(value) } }
  override func encode(_ value: Int, forKey key: String) { write(key) { try $0.write(value) } }
  override func encode(_ value: Float, forKey key: String) { write(key) { try $0.write(value) } }
  override func encode(_ value: Double, forKey key: String) { write(key) { try $0.write(value) } }

  override func encodeBytes(_ bytes: UnsafePointer<UInt8>?, length: Int, forKey key: String) {
    write(key) { try $0.writeBytes(Data(UnsafeBufferPointer(start: bytes, count: bytes == nil ? 0 : length))) }
  }

  override func encode(_ object: Any?, forKey key: String) {
    write(key) { try Self.write(object, to: &$0) }
  }

  // MARK: Values without keys

  private func refuseUnkeyed() {
    failWithError(
      EncodingError.invalidValue(Self.self, .init("A value was encoded without a key, which archives require.")))
  }

  override func encodeValue(ofObjCType type: UnsafePointer<Int8>, at address: UnsafeRawPointer) { refuseUnkeyed() }
  override func encode(_ data: Data) { refuseUnkeyed() }
  override func encode(_ object: Any?) { refuseUnkeyed() }
  override func encodePropertyList(_ list: Any) { refuseUnkeyed() }

  // MARK: Objects

  /// Writes the object unconditionally, even if nothing else refers to it.
  override func encodeConditionalObject(_ object: Any?, forKey key: String) { encode(object, forKey: key) }

  /// Writes a value with a codec, for ``CoderBridge``.
  func encode(_ address: UnsafeRawPointer, as codec: Codec, forKey key: String) {
    write(key) { writer in
      writer.beginOptional()
      try writer.encode(address, as: codec)
    }
  }

  /// Writes a Foundation object, a model, or an object that codes itself.
  ///
  /// - Parameter isValue: Whether it is the value of a model's property, or within it. No class is declared for objects there, so
  ///   they could not be decoded.
  static func write(_ object: Any?, to writer: inout any NSCodingWriter, isValue: Bool = false) throws {
    switch object {
    case nil, is NSNull: try writer.writeNull()
    case let model as any AutoCoding:
      if isValue { throw undeclared(model) }
      try write(model: model, to: &writer)
    case let text as NSString: try writer.write(text as String)
    case let text as String: try writer.write(text)
    case let date as NSDate: try writer.write(date as Date)
    case let data as NSData: try writer.write(data as Data)
    case let link as NSURL: try writer.write(URL(object: link))
    case let id as NSUUID: try writer.write(id as UUID)
    case let number as NSDecimalNumber: try writer.write(number.decimalValue)
    case let array as NSArray:
      try NestedLevel.encoding(array, limits: writer.limits, codingPath: { [] }) {
        try writer.beginArray(count: array.count)
        for element in array { try write(element, to: &writer, isValue: isValue) }
        try writer.endArray()
      }
    case let set as NSCountedSet:
      throw EncodingError.invalidValue(
        set,
        .init(
          """
          An NSCountedSet would be decoded as a set, without its counts. Encode an array, or a dictionary of the counts.
          """))
    case let set as NSSet:
      try NestedLevel.encoding(set, limits: writer.limits, codingPath: { [] }) {
        try writer.beginArray(count: set.count, isOrdered: false)
        for element in set { try write(element, to: &writer, isValue: isValue) }
        try writer.endArray()
      }
    case let dictionary as NSDictionary:
      try NestedLevel.encoding(dictionary, limits: writer.limits, codingPath: { [] }) {
        try writer.beginDictionary(count: dictionary.count)
        for (key, value) in dictionary {
          try write(key, to: &writer, isValue: isValue)
          try write(value, to: &writer, isValue: isValue)
        }
        try writer.endMembers()
      }
    case let object?: try write(other: object, to: &writer, isValue: isValue)
    }
  }

  /// The error for an object in a collection of Foundation that is the value of a property.
  private static func undeclared(_ object: Any) -> EncodingError {
    let name = TypeLookup.name(of: type(of: object))
    return .invalidValue(
      PrintableValue.of(object),
      .init(
        """
        An object of \(name) is in a collection of Foundation, whose type does not declare it, so it could not be decoded. Declare \
        the property as an array, a set or a dictionary of \(name).
        """))
  }

  private static func write(other object: Any, to writer: inout any NSCodingWriter, isValue: Bool) throws {
    if let number = CoderNumber.number(object) { return try write(number: number, to: &writer) }
    switch object {
    case let date as Date: return try writer.write(date)
    case let data as Data: return try writer.write(data)
    case let link as URL: return try writer.write(link)
    case let id as UUID: return try writer.write(id)
    case let value as any ArchivedAsObject:
      return try write(value: value, as: Discovery.codec(for: type(of: value)), to: &writer)
    case let array as [Any]: return try write(NSArray(array: array), to: &writer, isValue: isValue)
    case let dictionary as [AnyHashable: Any]:
      return try write(NSDictionary(dictionary: dictionary), to: &writer, isValue: isValue)
    default: break
    }
    guard let object = object as? NSObject, type(of: object).hasOwnNSCoding else {
      throw EncodingError.invalidValue(
        object, .init(refusal(of: type(of: object))))
    }
    if isValue, !type(of: object).isArchivedAsValue { throw undeclared(object) }
    let codec = try Discovery.codec(for: type(of: object))
    try withUnsafePointer(to: object) { try writer.encode(UnsafeRawPointer($0), as: codec) }
  }

  private static func refusal(of type: Any.Type) -> String {
    let name = TypeLookup.name(of: type)
    guard type is any NSSecureCoding.Type, TypeLookup.isToolchain(type) else {
      return "\(name) is neither NSSecureCoding nor AutoCoding."
    }
    return """
      \(name) is coded by Foundation's own archivers alone on this platform. Encode a value of Swift in its place, such as an \
      IndexSet, or use NSKeyedArchiver.
      """
  }

  private static func write(number: NSNumber, to writer: inout any NSCodingWriter) throws {
    // Always written as an object, as NSNumber is.
    writer.beginOptional()
    switch UInt8(bitPattern: number.objCType.pointee) {
    case UInt8(ascii: "c") where CoderNumber.bool(number) != nil: try writer.write(number.boolValue)
    case UInt8(ascii: "f"): try writer.write(number.floatValue)
    case UInt8(ascii: "d"): try writer.write(number.doubleValue)
    case UInt8(ascii: "Q"): try writer.write(number.uint64Value)
    default: try writer.write(number.int64Value)
    }
  }

  private static func write<Model: AutoCoding>(model: Model, to writer: inout any NSCodingWriter) throws {
    try write(value: model, as: Discovery.modelCodec(for: type(of: model)), to: &writer)
  }

  private static func write<Value>(value: Value, as codec: Codec, to writer: inout any NSCodingWriter) throws {
    writer.beginOptional()
    try withUnsafePointer(to: value) { try writer.encode(UnsafeRawPointer($0), as: codec) }
  }
}
#endif
