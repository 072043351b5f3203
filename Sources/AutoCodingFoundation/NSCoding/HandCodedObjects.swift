import AutoCoding
import Foundation

/// Classes that code themselves for Foundation's archivers, as keyed archives of `KeyedArchiveEncoder` have them.
extension NSObject: HandCodedClass {
  package class var isHandCoded: Bool {
    guard self is any NSSecureCoding.Type, !(self is any AutoCoding.Type) else { return false }
    #if canImport(ObjectiveC)
    return true
    #else
    // Foundation's own classes on Linux know its archiver alone, and stop the process for any other.
    return isArchivedAsValue || !TypeLookup.isToolchain(self)
    #endif
  }

  package class var isArchivedAsValue: Bool {
    let values: [AnyClass] = [
      NSString.self, NSNumber.self, NSArray.self, NSDictionary.self, NSSet.self, NSDate.self, NSData.self, NSURL.self,
      NSUUID.self, NSNull.self,
    ]
    var level: AnyClass? = self
    while let current = level, TypeLookup.isToolchain(current) {
      if values.contains(where: { $0 == current }) { return true }
      level = _getSuperclass(current)
    }
    return false
  }

  package func encodeAsValue(to writer: any CodingWriter) throws {
    var writer = writer
    try ArchiveWritingCoder.write(self, to: &writer)
  }

  package class func object(of value: HandCodedValue) -> AnyObject { value.object }

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
