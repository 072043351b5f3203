import AutoCoding
import Foundation

/// The values of the object that an unarchiver is decoding.
///
/// `NSKeyedUnarchiver` on Linux answers a request of the wrong type with zero, false or nil, for numbers and references
/// alike, and no public call tells what is there. So this type reads its private dictionary, if reflection confirms the
/// layout and a probe shows the archived values. On other platforms Foundation itself refuses a wrong type.
struct UnarchiverContents {
  private let values: [String: Any]

  #if canImport(ObjectiveC)
  /// Always nil: not needed on this platform.
  init?(of coder: NSCoder) { return nil }
  private static let referenceType: AnyClass? = nil
  static func position(of reference: Any) -> Int? { nil }
  #else
  /// Nil if the coder's contents are not accessible.
  init?(of coder: NSCoder) {
    guard Self.referenceType != nil, let values = Self.values(of: coder) else { return nil }
    self.values = values
  }

  /// The containers that are being decoded, the innermost last. Their class is private to Foundation, but every array
  /// of objects has the same memory layout.
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

  /// Foundation's private class of references, or nil if the probe did not read what was archived.
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

  /// Returns the entries of the archive that a coder decodes, or nil if they are not accessible.
  static func entries(of coder: NSCoder) -> [Any]? { entries?.value(in: coder) }

  /// Returns the position of the entry to which a reference points, or nil for anything else.
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

  /// Returns the archived value under a key: a number, a reference, or a value that no archiver writes.
  func value(forKey key: String) -> Any? { values[key] }

  /// Whether a value is a reference to an object or to nil.
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

/// An optional array of objects.
private protocol OptionalObjectArray {}
private protocol ObjectArray {}
extension Array: ObjectArray where Element: AnyObject {}
extension Optional: OptionalObjectArray where Wrapped: ObjectArray {}
#endif
