import AutoCoding
import Foundation

/// Classes that code themselves for Foundation's archivers, as keyed archives of `KeyedArchiveEncoder` have them.
extension NSObject: HandCodedClass {
  package class var isHandCoded: Bool { self is any NSSecureCoding.Type && !(self is any AutoCoding.Type) }

  package class var handCodedNames: [String] {
    var names: [String] = []
    var level: AnyClass? = self
    while let current = level {
      names.append(archivedName(of: current))
      level = _getSuperclass(current)
    }
    return names
  }

  package class func handCodedClass(named name: String) -> (any HandCodedClass.Type)? {
    #if canImport(ObjectiveC)
    return NSClassFromString(name) as? any HandCodedClass.Type
    #else
    let qualified = name.contains(".") ? name : "Foundation." + name
    return TypeLookup.type(named: qualified) as? any HandCodedClass.Type
    #endif
  }

  /// The name that Foundation's archiver gives a class; on Linux it gives none to a nested one.
  private static func archivedName(of type: AnyClass) -> String {
    #if canImport(ObjectiveC)
    NSStringFromClass(type)
    #else
    let name = TypeLookup.name(of: type)
    return name.hasPrefix("Foundation.") ? String(name.dropFirst("Foundation.".count)) : name
    #endif
  }

  package func encodeByHand(to writer: any CodingWriter) throws {
    guard let object = self as? any NSSecureCoding else { return }
    let coder = ArchiveWritingCoder(writer)
    object.encode(with: coder)
    if let error = coder.failure { throw error }
  }

  package class func decodeByHand(from reader: any HandCodedReader) throws -> AnyObject {
    let coder = ArchiveReadingCoder(reader)
    let object = (self as? any NSSecureCoding.Type)?.init(coder: coder)
    if let error = coder.failure { throw error }
    guard let object else {
      throw DecodingError.dataCorrupted(
        .init(codingPath: [], debugDescription: "init(coder:) of \(_typeName(self, qualified: true)) returned nil."))
    }
    return object as AnyObject
  }
}

/// The keys that code written by hand has asked for: as many as there are in the program, and so kept for good.
enum ArchiveKeys {
  private static let keys = Locked<[String: PropertyKey]>([:])

  static func key(_ name: String) -> PropertyKey {
    keys.withLock { keys in
      if let known = keys[name] { return known }
      let made = PropertyKey(name)
      keys[name] = made
      return made
    }
  }
}

/// What `encode(with:)` written by hand is given by `KeyedArchiveEncoder`.
final class ArchiveWritingCoder: NSCoder {
  /// A value, which shares what it writes with the one that it is a copy of.
  private var writer: any CodingWriter
  private(set) var failure: (any Error)?

  init(_ writer: any CodingWriter) { self.writer = writer }

  override var allowsKeyedCoding: Bool { true }
  override var requiresSecureCoding: Bool { true }

  /// Writes a value under a key; the first error stays, and nothing is written after it.
  private func write(_ key: String, _ write: (inout any CodingWriter) throws -> Void) {
    guard failure == nil else { return }
    do {
      try writer.writeKey(ArchiveKeys.key(key))
      try write(&writer)
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

  #if canImport(ObjectiveC)
  override func encodeCInt(_ value: Int32, forKey key: String) { write(key) { try $0.write(value) } }
  #endif

  override func encodeBytes(_ bytes: UnsafePointer<UInt8>?, length: Int, forKey key: String) {
    write(key) { try $0.writeBytes(Data(UnsafeBufferPointer(start: bytes, count: bytes == nil ? 0 : length))) }
  }

  override func encode(_ object: Any?, forKey key: String) {
    write(key) { try self.write(object, to: &$0) }
  }

  /// An object that something else has to refer to as well is written as any other.
  override func encodeConditionalObject(_ object: Any?, forKey key: String) { encode(object, forKey: key) }

  /// Writes a value of a codec, for ``CoderBridge``.
  func encode(_ address: UnsafeRawPointer, as codec: Codec, forKey key: String) {
    write(key) { writer in
      writer.beginOptional()
      try writer.encode(address, as: codec)
    }
  }

  private func write(_ object: Any?, to writer: inout any CodingWriter) throws {
    switch object {
    case nil, is NSNull: try writer.writeNull()
    case let model as any AutoCoding: try write(model: model, to: &writer)
    case let text as NSString: try writer.write(text as String)
    case let text as String: try writer.write(text)
    case let date as NSDate: try writer.write(date as Date)
    case let data as NSData: try writer.write(data as Data)
    case let link as NSURL: try writer.write(link as URL)
    case let id as NSUUID: try writer.write(id as UUID)
    case let number as NSDecimalNumber: try writer.write(number.decimalValue)
    case let array as NSArray:
      try writer.beginArray(count: array.count)
      for element in array { try write(element, to: &writer) }
      try writer.endArray()
    case let set as NSSet:
      try writer.beginSet(count: set.count)
      for element in set { try write(element, to: &writer) }
      try writer.endArray()
    case let dictionary as NSDictionary:
      try writer.beginDictionary(count: dictionary.count)
      for (key, value) in dictionary {
        try write(key, to: &writer)
        try write(value, to: &writer)
      }
      try writer.endDictionary()
    case let object?: try write(other: object, to: &writer)
    }
  }

  private func write(other object: Any, to writer: inout any CodingWriter) throws {
    if let number = CoderNumber.number(object) { return try write(number: number, to: &writer) }
    switch object {
    case let date as Date: return try writer.write(date)
    case let data as Data: return try writer.write(data)
    case let link as URL: return try writer.write(link)
    case let id as UUID: return try writer.write(id)
    case let array as [Any]: return try write(NSArray(array: array), to: &writer)
    case let dictionary as [AnyHashable: Any]: return try write(NSDictionary(dictionary: dictionary), to: &writer)
    default: break
    }
    guard let object = object as? NSObject, type(of: object).isHandCoded else {
      throw EncodingError.invalidValue(
        object,
        .init(
          codingPath: [],
          debugDescription: "\(_typeName(type(of: object), qualified: true)) is neither NSSecureCoding nor AutoCoding.")
      )
    }
    let codec = try Discovery.codec(for: type(of: object))
    try withUnsafePointer(to: object) { try writer.encode(UnsafeRawPointer($0), as: codec) }
  }

  private func write(number: NSNumber, to writer: inout any CodingWriter) throws {
    // An object wherever it stands, as NSNumber is.
    writer.beginOptional()
    switch UInt8(bitPattern: number.objCType.pointee) {
    case UInt8(ascii: "c") where CoderNumber.bool(number) != nil: try writer.write(number.boolValue)
    case UInt8(ascii: "f"): try writer.write(number.floatValue)
    case UInt8(ascii: "d"): try writer.write(number.doubleValue)
    case UInt8(ascii: "Q"): try writer.write(number.uint64Value)
    default: try writer.write(number.int64Value)
    }
  }

  private func write<Model: AutoCoding>(model: Model, to writer: inout any CodingWriter) throws {
    let codec = try Discovery.codec(for: type(of: model))
    writer.beginOptional()
    try withUnsafePointer(to: model) { try writer.encode(UnsafeRawPointer($0), as: codec) }
  }
}

/// What `init(coder:)` written by hand is given by `KeyedArchiveDecoder`.
final class ArchiveReadingCoder: NSCoder {
  private let reader: any HandCodedReader
  private(set) var failure: (any Error)?

  init(_ reader: any HandCodedReader) { self.reader = reader }

  override var allowsKeyedCoding: Bool { true }
  override var requiresSecureCoding: Bool { true }
  override var error: (any Error)? { failure }
  override func failWithError(_ error: any Error) { failure = failure ?? error }
  override func containsValue(forKey key: String) -> Bool { reader.contains(key) }

  /// What `read` returns; nil, and an error of the coder's, where it throws. Nothing is read after an error.
  private func reading<Value>(_ key: String, _ read: () throws -> Value?) -> Value? {
    guard failure == nil else { return nil }
    do {
      return try read()
    } catch {
      failure = error.prepending(DynamicKey(key))
      return nil
    }
  }

  private func number(forKey key: String, _ type: Any.Type) -> NSNumber? {
    reading(key) {
      guard let value = try reader.value(forKey: key, allowing: []) else { return nil }
      if case .null = value { return nil }
      guard let number = value.object as? NSNumber else {
        throw DecodingError.typeMismatch(
          type, .init(codingPath: [], debugDescription: "Expected to decode \(type) but found no number."))
      }
      return number
    }
  }

  private func integer<Integer: FixedWidthInteger>(forKey key: String) -> Integer {
    guard let number = number(forKey: key, Integer.self) else { return 0 }
    if let value = CoderNumber.integer(number, as: Integer.self) { return value }
    refuse(number, key, Integer.self)
    return 0
  }

  private func refuse(_ number: NSNumber, _ key: String, _ type: Any.Type) {
    failWithError(
      DecodingError.dataCorrupted(
        .init(
          codingPath: [DynamicKey(key)], debugDescription: "The number \(number) does not fit in \(type).")))
  }

  override func decodeBool(forKey key: String) -> Bool {
    guard let number = number(forKey: key, Bool.self) else { return false }
    if let value = CoderNumber.bool(number) { return value }
    refuse(number, key, Bool.self)
    return false
  }
  override func decodeCInt(forKey key: String) -> Int32 { integer(forKey: key) }
  override func decodeInt32(forKey key: String) -> Int32 { integer(forKey: key) }
  override func decodeInt64(forKey key: String) -> Int64 { integer(forKey: key) }
  override func decodeInteger(forKey key: String) -> Int { integer(forKey: key) }
  override func decodeFloat(forKey key: String) -> Float { Float(decodeDouble(forKey: key)) }
  override func decodeDouble(forKey key: String) -> Double {
    guard let number = number(forKey: key, Double.self) else { return 0 }
    if let value = CoderNumber.double(number) { return value }
    refuse(number, key, Double.self)
    return 0
  }

  #if !canImport(ObjectiveC)
  override func withDecodedUnsafeBytes<Result>(
    forKey key: String, body: (UnsafeRawBufferPointer?) throws -> Result
  ) rethrows -> Result {
    guard case .data(let data)? = reading(key, { try reader.value(forKey: key, allowing: []) }) else {
      return try body(nil)
    }
    return try data.withUnsafeBytes { try body($0) }
  }
  #endif

  /// Values without classes of their own alone: what may be there has to be said.
  override func decodeObject(forKey key: String) -> Any? { decodeObject(of: [], forKey: key) }

  override func decodeObject<Object: NSObject & NSCoding>(of type: Object.Type, forKey key: String) -> Object? {
    decodeObject(of: [type], forKey: key) as? Object
  }

  #if canImport(ObjectiveC)
  override func decodeObject(of classes: Set<AnyHashable>?, forKey key: String) -> Any? {
    object(of: classes?.compactMap { $0 as? AnyClass } ?? [], forKey: key)
  }
  #else
  override func decodeObject(of classes: [AnyClass]?, forKey key: String) -> Any? {
    object(of: classes ?? [], forKey: key)
  }
  #endif

  private func object(of classes: [AnyClass], forKey key: String) -> Any? {
    reading(key) {
      guard let value = try reader.value(forKey: key, allowing: classes) else { return nil }
      if case .null = value { return nil }
      let object = value.object
      try check(object, classes)
      return object
    }
  }

  /// Refuses an object of Foundation's that was not asked for, as an unarchiver does.
  private func check(_ object: NSObject, _ classes: [AnyClass]) throws {
    guard !classes.isEmpty else { return }
    guard classes.contains(where: { object.isKind(of: $0) }) else {
      throw DecodingError.typeMismatch(
        type(of: object),
        .init(codingPath: [], debugDescription: "Found an object of \(type(of: object)), which is not allowed here."))
    }
    switch object {
    case let array as NSArray: for element in array { try (element as? NSObject).map { try check($0, classes) } }
    case let set as NSSet: for element in set { try (element as? NSObject).map { try check($0, classes) } }
    case let dictionary as NSDictionary:
      for (key, value) in dictionary {
        try (key as? NSObject).map { try check($0, classes) }
        try (value as? NSObject).map { try check($0, classes) }
      }
    default: break
    }
  }

  /// Decodes a value of a codec, for ``CoderBridge``.
  func decode(_ codec: Codec, forKey key: String) -> Any? {
    reading(key) { try reader.model(forKey: key, as: codec) }
  }
}

extension HandCodedValue {
  /// The value as Foundation has it.
  fileprivate var object: NSObject {
    switch self {
    case .null: NSNull()
    case .bool(let value): NSNumber(value: value)
    case .int(let value): NSNumber(value: value)
    case .uint(let value): NSNumber(value: value)
    case .float(let value): NSNumber(value: value)
    case .double(let value): NSNumber(value: value)
    case .string(let value): NSString(string: value)
    case .date(let value): NSDate(timeIntervalSinceReferenceDate: value.timeIntervalSinceReferenceDate)
    case .data(let value): NSData(data: value)
    case .url(let value): value as NSURL
    case .uuid(let value): value as NSUUID
    case .decimal(let value): NSDecimalNumber(decimal: value)
    case .array(let values): NSArray(array: values.map(\.object))
    case .set(let values): NSSet(array: values.map(\.object))
    case .dictionary(let pairs):
      NSDictionary(dictionary: Dictionary(pairs.map { ($0.key.object, $0.value.object) }, uniquingKeysWith: { $1 }))
    case .object(let value): value as? NSObject ?? NSNull()
    }
  }
}
