import AutoCoding
import Foundation

/// Foundation's classes of values without models inside, and of collections, that an archive stores as such.
let archivedValueClasses: [AnyClass] = [
  NSString.self, NSNumber.self, NSArray.self, NSDictionary.self, NSSet.self, NSDate.self, NSData.self, NSURL.self,
  NSUUID.self, NSNull.self,
]

/// Supports classes with their own NSCoding code in keyed archives of `KeyedArchiveEncoder`.
extension NSObject: NSCodingClass {
  package class var hasOwnNSCoding: Bool {
    guard self is any NSSecureCoding.Type, !(self is any AutoCoding.Type) else { return false }
    #if canImport(ObjectiveC)
    return true
    #else
    // Foundation's own classes on Linux support only its archiver, and stop the process for any other coder.
    return isArchivedAsValue || !TypeLookup.isToolchain(self)
    #endif
  }

  package class var isArchivedAsValue: Bool {
    var level: AnyClass? = self == ArchivedDecimal.self ? NSDecimalNumber.self : self
    while let current = level, TypeLookup.isToolchain(current) {
      if archivedValueClasses.contains(where: { $0 == current }) { return true }
      level = _getSuperclass(current)
    }
    return false
  }

  package func encodeAsValue(to writer: any NSCodingWriter) throws {
    #if canImport(ObjectiveC)
    throw EncodingError.invalidValue(self, .init(Self.notHere))
    #else
    var writer = writer
    try ArchiveWritingCoder.write(self, to: &writer, isValue: true)
    #endif
  }

  package class func object(of value: NSCodingValue) throws -> AnyObject {
    try value.object().asMutable(ifOnlyAmong: [self])
  }

  /// Returns a mutable copy of an object if only its mutable class is among some classes; otherwise the object.
  func asMutable(ifOnlyAmong classes: [AnyClass]) -> NSObject {
    guard !classes.isEmpty, !classes.contains(where: { isKind(of: $0) }) else { return self }
    let copy: Any? =
      switch self {
      case let array as NSArray: array.mutableCopy()
      case let set as NSSet: set.mutableCopy()
      case let dictionary as NSDictionary: dictionary.mutableCopy()
      case let data as NSData: data.mutableCopy()
      case let text as NSString: text.mutableCopy()
      default: nil
      }
    return copy as? NSObject ?? self
  }

  package class var nsCodingNames: [String] {
    var names: [String] = []
    var level: AnyClass? = self
    while let current = level {
      names.append(archivedName(of: current))
      level = _getSuperclass(current)
    }
    return names
  }

  package class func nsCodingClass(named name: String) -> (any NSCodingClass.Type)? {
    #if canImport(ObjectiveC)
    return NSClassFromString(name) as? any NSCodingClass.Type
    #else
    let qualified = name.contains(".") ? name : "Foundation." + name
    return TypeLookup.type(named: qualified) as? any NSCodingClass.Type
    #endif
  }

  /// Returns the class name that Foundation's archiver uses. On Linux it has none for nested classes.
  private static func archivedName(of type: AnyClass) -> String {
    #if canImport(ObjectiveC)
    NSStringFromClass(type)
    #else
    let name = TypeLookup.name(of: type)
    return name.hasPrefix("Foundation.") ? String(name.dropFirst("Foundation.".count)) : name
    #endif
  }

  package var nsArchivedClass: any NSCodingClass.Type {
    let own = type(of: self)
    #if !canImport(ObjectiveC)
    if let named = classForKeyedArchiver as? NSObject.Type, named != own, named.hasOwnNSCoding { return named }
    #endif
    return own
  }

  package func encodeByHand(to writer: any NSCodingWriter) throws {
    #if canImport(ObjectiveC)
    throw EncodingError.invalidValue(self, .init(Self.notHere))
    #else
    guard let object = self as? any NSSecureCoding else { return }
    let coder = ArchiveWritingCoder(writer)
    object.encode(with: coder)
    coder.close()
    if let error = coder.failure { throw error }
    #endif
  }

  #if canImport(ObjectiveC)
  /// The overridable methods of a coder differ on Apple platforms; this was not tried there.
  private static let notHere =
    "KeyedArchiveEncoder and KeyedArchiveDecoder do not call NSSecureCoding on this platform yet; use NSKeyedArchiver."
  #endif

  package class func decodeByHand(from reader: any NSCodingReader) throws -> AnyObject {
    #if canImport(ObjectiveC)
    throw DecodingError.dataCorrupted(.init(notHere))
    #else
    let coder = ArchiveReadingCoder(reader)
    let object = (self as? any NSSecureCoding.Type)?.init(coder: coder)
    if let error = coder.failure { throw error }
    guard let object else {
      throw DecodingError.dataCorrupted(.init("init(coder:) of \(TypeLookup.name(of: self)) returned nil."))
    }
    return object as AnyObject
    #endif
  }
}

extension NSCodingValue {
  /// Returns the value as a Foundation object.
  ///
  /// - Throws: `DecodingError` if Foundation cannot represent the value.
  func object() throws -> NSObject {
    guard let object = try anyObject() as? NSObject else {
      throw DecodingError.dataCorrupted(.init("The archive has an object of Swift in place of one of Foundation."))
    }
    return object
  }

  /// Returns the value as a Foundation object, or as the model that it is.
  func anyObject() throws -> AnyObject {
    switch self {
    case .leaf(let leaf): Self.object(leaf)
    case .array(let values): NSArray(array: try values.map { try $0.anyObject() })
    case .set(let values): NSSet(array: try values.map { try $0.object() })
    case .dictionary(let pairs):
      NSDictionary(
        dictionary: Dictionary(
          try pairs.map { (try $0.key.object(), try $0.value.anyObject()) }, uniquingKeysWith: { $1 }))
    case .object(let value): value
    }
  }

  private static func object(_ leaf: CodedTree) -> NSObject {
    switch leaf {
    case .bool(let value): NSNumber(value: value)
    case .int(let value): NSNumber(value: value)
    case .uint(let value): NSNumber(value: value)
    case .float(let value): NSNumber(value: value)
    case .double(let value): NSNumber(value: value)
    case .string(let value): NSString(string: value)
    case .date(let value): NSDate(timeIntervalSinceReferenceDate: value.timeIntervalSinceReferenceDate)
    case .data(let value): NSData(data: value)
    case .url(let value): value.object
    case .uuid(let value): value as NSUUID
    case .decimal(let value): ArchivedDecimal(decimal: value)
    case .null, .bigInteger, .array, .dictionary, .object: NSNull()
    }
  }
}

#if canImport(ObjectiveC)
typealias ArchivedDecimal = NSDecimalNumber
#else
/// A decimal number that was decoded. Foundation's own never returns from `hash` on this platform.
final class ArchivedDecimal: NSDecimalNumber, @unchecked Sendable {
  // Foundation requires the other initializers, which are not called.
  override init(decimal: Decimal) { super.init(decimal: decimal) }
  required convenience init(integerLiteral value: Int) { self.init(decimal: Decimal(value)) }
  required convenience init(floatLiteral value: Double) { self.init(decimal: Decimal(value)) }
  required convenience init(booleanLiteral value: Bool) { self.init(decimal: value ? 1 : 0) }
  required convenience init(bytes: UnsafeRawPointer, objCType type: UnsafePointer<Int8>) {
    self.init(decimal: NSNumber(bytes: bytes, objCType: type).decimalValue)
  }
  required init?(coder: NSCoder) { super.init(coder: coder) }

  // Equal numbers of other classes have this one.
  override var hash: Int { NSNumber(value: doubleValue).hash }
  override var classForCoder: AnyClass { NSDecimalNumber.self }
}
#endif
