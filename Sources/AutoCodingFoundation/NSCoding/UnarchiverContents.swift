import AutoCoding
import Foundation

/// What an unarchiver has for the object that it is decoding.
///
/// `NSKeyedUnarchiver` on Linux answers a request of the wrong type with zero, false or nil, and that for a number as for
/// a reference; no call of its public ones tells what is there. So its dictionary is looked at where reflection vouches
/// for it, and a probe has shown that it has what was archived. Elsewhere the platform itself refuses a wrong type.
struct UnarchiverContents {
  private let values: [String: Any]

  #if canImport(ObjectiveC)
  /// Nil: it is not needed here.
  init?(of coder: NSCoder) { return nil }
  private static let referenceType: AnyClass? = nil
  static func position(of reference: Any) -> Int? { nil }
  #else
  /// Nil where the coder is none whose contents can be seen.
  init?(of coder: NSCoder) {
    guard Self.referenceType != nil, let values = Self.values(of: coder) else { return nil }
    self.values = values
  }

  /// Of the containers that are being decoded, the innermost last. The class is private to Foundation; an array of objects
  /// lies in memory as any other does.
  private static let containers = ForeignProperty<[AnyObject]?>(named: "_containers", in: NSKeyedUnarchiver.self) {
    $0 is any OptionalObjectArray.Type
  }
  private static let contents = NSKeyedUnarchiver(forProbing: ()).flatMap { unarchiver in
    containers?.value(in: unarchiver)??.last.flatMap { container in
      ForeignProperty<[String: Any]>(named: "dict", in: type(of: container))
    }
  }

  private static func values(of coder: NSCoder) -> [String: Any]? {
    containers?.value(in: coder)??.last.flatMap { contents?.value(in: $0) }
  }

  /// The class of references, which is private to Foundation; nil where the probe was not found as it was archived.
  private static let referenceType: AnyClass? = {
    guard let unarchiver = NSKeyedUnarchiver(forProbing: ()), let values = values(of: unarchiver),
      let text = values[Probe.text], let number = values[Probe.number] as? NSNumber, number.intValue == Probe.value,
      unarchiver.decodeObject(of: NSString.self, forKey: Probe.text) as String? == Probe.text,
      values[Probe.number].map({ type(of: $0) == type(of: text) }) == false, text is NSObject
    else { return nil }
    return type(of: text) as? AnyClass
  }()

  private static let entries = ForeignProperty<[Any]>(named: "_objects", in: NSKeyedUnarchiver.self)
  private static let position: ForeignProperty<UInt32>? = {
    guard let unarchiver = NSKeyedUnarchiver(forProbing: ()), let text = values(of: unarchiver)?[Probe.text] else {
      return nil
    }
    return ForeignProperty<UInt32>(named: "value", in: type(of: text as AnyObject))
  }()

  /// The entries of the archive that a coder decodes, or nil where they cannot be seen.
  static func entries(of coder: NSCoder) -> [Any]? { entries?.value(in: coder) }

  /// The position of the entry that a reference leads to; nil for anything else.
  static func position(of reference: Any) -> Int? {
    guard let referenceType, let object = exactObject(reference, ofClass: referenceType) else { return nil }
    return position?.value(in: object).map { Int($0) }
  }

  fileprivate enum Probe {
    static let text = "text"
    static let number = "number"
    static let value = 12345
  }
  #endif

  /// What there is under a key as archives have it: a number, a reference, or what no archiver writes.
  func value(forKey key: String) -> Any? { values[key] }

  /// Whether a value is a reference to an object, or to nil.
  static func isReference(_ value: Any) -> Bool { referenceType.map { type(of: value) == $0 } ?? false }
}

#if !canImport(ObjectiveC)
extension NSKeyedUnarchiver {
  /// An unarchiver of an archive with a text and a number.
  fileprivate convenience init?(forProbing: Void) {
    let archiver = NSKeyedArchiver(requiringSecureCoding: true)
    archiver.encode(UnarchiverContents.Probe.text as NSString, forKey: UnarchiverContents.Probe.text)
    archiver.encode(UnarchiverContents.Probe.value, forKey: UnarchiverContents.Probe.number)
    try? self.init(forReadingFrom: archiver.encodedData)
  }
}

/// An Optional of an array of objects.
private protocol OptionalObjectArray {}
private protocol ObjectArray {}
extension Array: ObjectArray where Element: AnyObject {}
extension Optional: OptionalObjectArray where Wrapped: ObjectArray {}
#endif

/// Numbers as Foundation has them.
enum CoderNumber {
  /// The number that a value is; nil for anything else.
  static func number(_ value: Any) -> NSNumber? {
    if let number = exactValue(value, as: NSNumber.self) { return number }
    if let value = exactValue(value, as: Bool.self) { return NSNumber(value: value) }
    if exactValue(value, as: String.self) != nil { return nil }
    if let number = value as? NSNumber { return number }
    switch value {
    case let value as Bool: return NSNumber(value: value)
    case let value as Int: return NSNumber(value: value)
    case let value as UInt: return NSNumber(value: value)
    case let value as Double: return NSNumber(value: value)
    case let value as Float: return NSNumber(value: value)
    default: return nil
    }
  }

  /// Whether a number has, or may have, a fraction.
  static func isFloating(_ number: NSNumber) -> Bool {
    switch UInt8(bitPattern: number.objCType.pointee) {
    case UInt8(ascii: "d"), UInt8(ascii: "f"): true
    default: false
    }
  }

  /// The number as an integer, if it is one that the type holds.
  static func integer<Integer: FixedWidthInteger>(_ number: NSNumber, as type: Integer.Type) -> Integer? {
    switch UInt8(bitPattern: number.objCType.pointee) {
    case UInt8(ascii: "d"), UInt8(ascii: "f"): Integer(exactly: number.doubleValue)
    case UInt8(ascii: "Q"): Integer(exactly: number.uint64Value)
    default: Integer(exactly: number.int64Value)
    }
  }

  /// The number in digits, as Swift describes a number of its type.
  static func digits(of number: NSNumber) -> String {
    switch UInt8(bitPattern: number.objCType.pointee) {
    case UInt8(ascii: "d"): number.doubleValue.description
    case UInt8(ascii: "f"): number.floatValue.description
    case UInt8(ascii: "Q"): number.uint64Value.description
    default: number.int64Value.description
    }
  }

  /// 0 and 1 alone: numbers do not tell whether they were a Bool.
  static func bool(_ number: NSNumber) -> Bool? {
    switch integer(number, as: Int.self) {
    case 0: false
    case 1: true
    default: nil
    }
  }

  /// The number, if a Double holds it exactly.
  static func double(_ number: NSNumber) -> Double? {
    if isFloating(number) { return number.doubleValue }
    return integer(number, as: Int64.self).flatMap(Double.init(exactly:))
  }

  /// The nearest number; nil for one that is not finite then and was before.
  static func float(_ number: NSNumber) -> Float? {
    guard let value = double(number) else { return nil }
    let narrow = Float(value)
    return narrow.isFinite || !value.isFinite ? narrow : nil
  }
}
