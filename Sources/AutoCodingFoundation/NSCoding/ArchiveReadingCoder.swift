#if !canImport(ObjectiveC)
import AutoCoding
import Foundation

/// The coder that `KeyedArchiveDecoder` passes to a hand-written `init(coder:)`.
final class ArchiveReadingCoder: NSCoder {
  private let reader: any NSCodingReader
  private(set) var failure: (any Error)?

  init(_ reader: any NSCodingReader) { self.reader = reader }

  override var allowsKeyedCoding: Bool { true }
  override var requiresSecureCoding: Bool { true }
  override var error: (any Error)? { failure }
  override var decodingFailurePolicy: DecodingFailurePolicy { .setErrorAndReturn }
  override func failWithError(_ error: any Error) { failure = failure ?? error }
  override func containsValue(forKey key: String) -> Bool { reader.contains(key) }

  /// Returns the result of `read`. If it throws, sets the coder's error and returns nil. Nothing is read after an
  /// error.
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
      if case .leaf(.null) = value { return nil }
      guard let number = try value.object() as? NSNumber else {
        throw DecodingError.typeMismatch(type, .init("Expected to decode \(type) but did not find a number."))
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
  override func decodeFloat(forKey key: String) -> Float {
    guard let number = number(forKey: key, Float.self) else { return 0 }
    if let value = CoderNumber.float(number) { return value }
    refuse(number, key, Float.self)
    return 0
  }
  override func decodeDouble(forKey key: String) -> Double {
    guard let number = number(forKey: key, Double.self) else { return 0 }
    if let value = CoderNumber.double(number) { return value }
    refuse(number, key, Double.self)
    return 0
  }

  override func withDecodedUnsafeBytes<Result>(
    forKey key: String, body: (UnsafeRawBufferPointer?) throws -> Result
  ) rethrows -> Result {
    guard case .leaf(.data(let data))? = reading(key, { try reader.value(forKey: key, allowing: []) }) else {
      return try body(nil)
    }
    return try data.withUnsafeBytes { try body($0) }
  }

  // MARK: Values without keys

  private func refuseUnkeyed() {
    failWithError(DecodingError.dataCorrupted(.init("A value was decoded without a key, which archives require.")))
  }

  override func decodeValue(ofObjCType type: UnsafePointer<Int8>, at address: UnsafeMutableRawPointer) {
    refuseUnkeyed()
  }
  override var allowedClasses: [AnyClass]? { nil }
  override func decodeData() -> Data? {
    refuseUnkeyed()
    return nil
  }
  override func decodeObject() -> Any? {
    refuseUnkeyed()
    return nil
  }
  override func decodePropertyList() -> Any? {
    refuseUnkeyed()
    return nil
  }
  override func version(forClassName name: String) -> Int { NSNotFound }

  // MARK: Objects

  override func decodePropertyList(forKey key: String) -> Any? { decodeObject(of: [], forKey: key) }

  /// Allows only values that need no class list; other classes must be named by the caller.
  override func decodeObject(forKey key: String) -> Any? { decodeObject(of: [], forKey: key) }

  override func decodeObject<Object: NSObject & NSCoding>(of type: Object.Type, forKey key: String) -> Object? {
    decodeObject(of: [type], forKey: key) as? Object
  }

  override func decodeObject(of classes: [AnyClass]?, forKey key: String) -> Any? {
    object(of: classes ?? [], forKey: key)
  }

  private func object(of classes: [AnyClass], forKey key: String) -> Any? {
    reading(key) {
      guard let value = try reader.value(forKey: key, allowing: classes) else { return nil }
      if case .leaf(.null) = value { return nil }
      let found = try value.anyObject()
      // A model, whose class the reader has found among the classes.
      guard let object = (found as? NSObject)?.asMutable(ifOnlyAmong: classes) else { return found }
      try check(object, classes)
      return object
    }
  }

  /// Refuses a Foundation object whose class was not requested, as an unarchiver does.
  private func check(_ object: NSObject, _ classes: [AnyClass]) throws {
    guard !classes.isEmpty else { return }
    guard classes.contains(where: { object.isKind(of: $0) }) else {
      throw DecodingError.typeMismatch(
        type(of: object), .init("Found an object of \(type(of: object)), which is not allowed here."))
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

  /// Decodes a value with a codec, for ``CoderBridge``.
  func decode(_ codec: Codec, forKey key: String) -> Any? {
    reading(key) { try reader.model(forKey: key, as: codec) }
  }
}
#endif
