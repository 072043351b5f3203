#if !canImport(ObjectiveC)
import AutoCoding
import Foundation

/// The entries of the archive that an unarchiver is decoding, read in place.
///
/// For each value, Foundation makes an object, looks for replacements of it, and hashes it. Values that do not end up
/// as objects (text, numbers, dates, arrays and structs of these) need none of that. An entry that is not exactly as
/// Foundation's archiver writes it is left to the unarchiver, which reports errors and asks its delegate.
final class ArchivedEntries {
  /// The kind of an entry that has a class.
  enum Role {
    case date
    case array
    /// A value with the name of its type; see ``ArchivedValue``.
    case value
    case other
  }

  /// The kinds of entries by the position of their class. Each class is looked up once, as in Foundation.
  final class Roles {
    fileprivate var known: [Int: Role] = [:]
  }

  /// An entry that has a class.
  typealias Entry = [AnyHashable: Any]

  private let entries: [Any]
  private let unarchiver: NSKeyedUnarchiver
  private let roles: Roles

  // Immutable and containing only text, so safe to share, although `AnyHashable` is not Sendable.
  private nonisolated(unsafe) static let classKey: AnyHashable = "$class"
  private nonisolated(unsafe) static let classNameKey: AnyHashable = "$classname"
  private nonisolated(unsafe) static let timeKey: AnyHashable = "NS.time"
  private nonisolated(unsafe) static let elementsKey: AnyHashable = "NS.objects"
  private nonisolated(unsafe) static let typeKey = AnyHashable(ArchiveKeys.escaped(ArchivedValue.nameKey))
  private nonisolated(unsafe) static let valueKey = AnyHashable(ArchivedValue.escapedValueKey)

  private static let hasFailed = ForeignProperty<Bool>(
    named: "_hasFailed", in: NSKeyedUnarchiver.self, declaredBy: NSCoder.self)

  /// Fails if the unarchiver has failed and decodes nothing more, if it has a delegate that wants to see each object,
  /// or if its entries are not accessible.
  init?(of unarchiver: NSKeyedUnarchiver, _ roles: Roles) {
    guard !Portability.isRequired, Self.isReadable(unarchiver),
      let entries = UnarchiverContents.entries(of: unarchiver)
    else { return nil }
    self.entries = entries
    self.unarchiver = unarchiver
    self.roles = roles
  }

  /// Whether the unarchiver still allows its entries to be read.
  var isReadable: Bool { Self.isReadable(unarchiver) }

  private static func isReadable(_ unarchiver: NSKeyedUnarchiver) -> Bool {
    hasFailed?.value(in: unarchiver) == false && unarchiver.delegate == nil && unarchiver.error == nil
  }

  /// Whether an unarchiver has failed. It may have no error: `failWithError(_:)` does not keep it.
  static func hasFailed(_ unarchiver: NSKeyedUnarchiver) -> Bool { hasFailed?.value(in: unarchiver) ?? false }

  // MARK: Values

  /// Whether the entry is nil, which Foundation represents by a text.
  func isNull(_ position: Int) -> Bool { value(at: position, as: String.self) == Self.null }

  private static let null = "$null"

  /// Returns the text at a position, or nil if there is anything else, including Foundation's text for nil.
  func text(_ position: Int) -> String? {
    guard let text = value(at: position, as: String.self), text != Self.null else { return nil }
    return text
  }

  /// Returns the value at a position if its type is exactly the given one.
  func value<Value>(at position: Int, as type: Value.Type) -> Value? {
    guard position < entries.count else { return nil }
    return exactValue(entries[position], as: type)
  }

  func date(_ position: Int) -> Date? {
    guard let entry = entry(position, as: .date), let time = entry[Self.timeKey],
      let number = exactValue(time, as: NSNumber.self)
    else { return nil }
    return Date(timeIntervalSinceReferenceDate: number.doubleValue)
  }

  /// Returns the references to the elements of an array.
  func elements(_ position: Int) -> [Any]? {
    entry(position, as: .array)?[Self.elementsKey].flatMap { exactValue($0, as: [Any].self) }
  }

  /// Returns the entry of a value that is coded by its properties, if its type has an expected name.
  func structure(_ position: Int, named isExpected: (String) -> Bool) -> Entry? {
    guard let entry = entry(position, as: .value), entry[Self.valueKey] == nil,
      let name = entry[Self.typeKey].flatMap(UnarchiverContents.position(of:)).flatMap(text), isExpected(name)
    else { return nil }
    return entry
  }

  // MARK: Classes

  private func entry(_ position: Int, as role: Role) -> Entry? {
    guard let entry = value(at: position, as: Entry.self),
      let described = entry[Self.classKey].flatMap(UnarchiverContents.position(of:)),
      self.role(ofClassAt: described) == role
    else { return nil }
    return entry
  }

  private func role(ofClassAt position: Int) -> Role {
    if let known = roles.known[position] { return known }
    let name = value(at: position, as: Entry.self)?[Self.classNameKey].flatMap { exactValue($0, as: String.self) }
    let role = name.map(role(ofClassNamed:)) ?? .other
    roles.known[position] = role
    return role
  }

  private func role(ofClassNamed name: String) -> Role {
    // The unarchiver or its class may map this name to another class.
    guard unarchiver.class(forClassName: name) == nil, NSKeyedUnarchiver.class(forClassName: name) == nil else {
      return .other
    }
    return switch name {
    case "NSDate": .date
    case "NSArray", "NSMutableArray": .array
    case Self.valueName: .value
    default: .other
    }
  }

  private static let valueName = NSStringFromClass(ArchivedValue.self)
}
#endif
