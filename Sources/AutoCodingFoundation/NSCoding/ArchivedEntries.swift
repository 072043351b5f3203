#if !canImport(ObjectiveC)
import AutoCoding
import Foundation

/// The entries of the archive that an unarchiver is decoding, read where they lie.
///
/// Foundation makes an object for each value that it is asked for, looks for replacements of it, and hashes it on the way.
/// What has no object of its own in the end (text, numbers, dates, arrays and structs of them) needs none of that. Whatever
/// is not exactly as Foundation's archiver writes it is the unarchiver's: it has the errors, and its delegate the last word.
final class ArchivedEntries {
  /// What an entry is that has a class.
  enum Role {
    case date
    case array
    /// A value that has the name of its type with it; see ``ArchivedValue``.
    case value
    case other
  }

  /// The roles of entries that describe classes, by position; as Foundation does, a class is looked up once.
  final class Roles {
    fileprivate var known: [Int: Role] = [:]
  }

  /// An entry that has a class.
  typealias Entry = [AnyHashable: Any]

  private let entries: [Any]
  private let unarchiver: NSKeyedUnarchiver
  private let roles: Roles

  // Of text, and never changed: safe to share, though `AnyHashable` cannot say so.
  private nonisolated(unsafe) static let classKey: AnyHashable = "$class"
  private nonisolated(unsafe) static let classNameKey: AnyHashable = "$classname"
  private nonisolated(unsafe) static let timeKey: AnyHashable = "NS.time"
  private nonisolated(unsafe) static let elementsKey: AnyHashable = "NS.objects"
  private nonisolated(unsafe) static let typeKey = AnyHashable(CoderPlan.escaped(ArchivedValue.nameKey))
  private nonisolated(unsafe) static let valueKey = AnyHashable(CoderPlan.escaped(ArchivedValue.valueKey))

  private static let hasFailed = ForeignProperty<Bool>(
    named: "_hasFailed", in: NSKeyedUnarchiver.self, declaredBy: NSCoder.self)

  /// Nil where the unarchiver has failed, and decodes nothing any more; where a delegate wants to see each object; and where
  /// it cannot be seen into.
  init?(of unarchiver: NSKeyedUnarchiver, _ roles: Roles) {
    guard !Portability.isRequired, Self.hasFailed?.value(in: unarchiver) == false, unarchiver.delegate == nil,
      unarchiver.error == nil,
      let entries = UnarchiverContents.entries(of: unarchiver)
    else { return nil }
    self.entries = entries
    self.unarchiver = unarchiver
    self.roles = roles
  }

  /// Whether an unarchiver has failed, perhaps without an error: `failWithError(_:)` keeps none.
  static func hasFailed(_ unarchiver: NSKeyedUnarchiver) -> Bool { hasFailed?.value(in: unarchiver) ?? false }

  // MARK: Values

  /// Whether there is nil. Foundation takes a text for it.
  func isNull(_ position: Int) -> Bool { value(at: position, as: String.self) == Self.null }

  private static let null = "$null"

  /// The text at a position; nil for anything else, and for what Foundation takes for nil.
  func text(_ position: Int) -> String? {
    guard let text = value(at: position, as: String.self), text != Self.null else { return nil }
    return text
  }

  /// The value at a position, if it is exactly of a type.
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

  /// The references to the elements of an array.
  func elements(_ position: Int) -> [Any]? {
    entry(position, as: .array)?[Self.elementsKey].flatMap { exactValue($0, as: [Any].self) }
  }

  /// The entry of a value, if it is one of a type of a name that is coded by its properties.
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
    // Another class may have been put in the place of each of these.
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
