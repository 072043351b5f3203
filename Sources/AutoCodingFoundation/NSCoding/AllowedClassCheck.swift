#if !canImport(ObjectiveC)
import AutoCoding
import Foundation

/// Checks the classes of an archive's objects before Foundation does. On Linux, Foundation stops the process if a class
/// is not allowed.
struct AllowedClassCheck {
  private enum Role {
    /// A collection. Its elements are checked as well.
    case collection
    /// Any other object. It checks its own properties, if it has any.
    case object
  }

  private struct Key: Hashable {
    let expectation: ObjectIdentifier
    let position: Int
  }

  private let elementKeys: [AnyHashable] = ["NS.objects", "NS.keys"]
  private let classKey: AnyHashable = "$class"
  private let nameKey: AnyHashable = "$classname"
  private let hintsKey: AnyHashable = "$classhints"

  /// The roles of class entries found so far, by expectation and position.
  private var roles: [Key: Role] = [:]

  /// Whether the archive may contain an object of a class at which Foundation stops the process. Models of the base
  /// class check themselves what is expected, and are allowed everywhere.
  private var isNeeded: Bool?

  private mutating func isNeeded(_ unarchiver: NSKeyedUnarchiver) -> Bool {
    if let isNeeded { return isNeeded }
    let entries = UnarchiverContents.entries(of: unarchiver) ?? []
    let found = entries.contains { entry in
      // An entry that describes a class has its name, the names of its superclasses, and perhaps alternative names.
      guard let entry = exactValue(entry, as: [AnyHashable: Any].self), entry.count <= 3,
        let first = entry.first?.value, exactValue(first, as: NSNumber.self) == nil,
        !UnarchiverContents.isReference(first), let name = entry[nameKey] as? String
      else { return false }
      return entry[hintsKey] != nil || !isHarmless(name, unarchiver)
    }
    isNeeded = found
    return found
  }

  private func isHarmless(_ name: String, _ unarchiver: NSKeyedUnarchiver) -> Bool {
    if Self.valueNames.contains(name) { return true }
    guard isIdentifier(name) else { return false }
    let found: AnyClass? =
      unarchiver.class(forClassName: name) ?? NSKeyedUnarchiver.class(forClassName: name) ?? NSClassFromString(name)
    return found == nil || found is AutoCodingObject.Type || found is ArchivedValue.Type
  }

  private static let valueNames: Set<String> = [
    "NSArray", "NSMutableArray", "NSSet", "NSMutableSet", "NSOrderedSet", "NSMutableOrderedSet", "NSDictionary",
    "NSMutableDictionary", "NSString", "NSMutableString", "NSNumber", "NSDate", "NSData", "NSMutableData", "NSURL",
    "NSUUID", "NSNull", "NSDecimalNumber",
  ]

  /// Refuses an object whose class is not allowed. If it is a collection, its elements are checked as well.
  ///
  /// - Throws: `DecodingError.typeMismatch` that names the class.
  mutating func check(_ reference: Any, _ expected: CoderExpectation, _ unarchiver: NSKeyedUnarchiver) throws {
    guard isNeeded(unarchiver), let start = UnarchiverContents.position(of: reference),
      let entries = UnarchiverContents.entries(of: unarchiver), let entry = object(at: start, in: entries)
    else { return }
    guard case .collection = try role(of: entry, in: entries, expected, unarchiver) else { return }
    var met: Set<Int> = [start]
    var rest = [entry]
    while let collection = rest.popLast() {
      for key in elementKeys {
        for element in collection[key] as? [Any] ?? [] {
          guard let position = UnarchiverContents.position(of: element), let entry = object(at: position, in: entries)
          else { continue }
          if case .collection = try role(of: entry, in: entries, expected, unarchiver), met.insert(position).inserted {
            rest.append(entry)
          }
        }
      }
    }
  }

  /// Returns the entry at a position, if it is an object with a class.
  private func object(at position: Int, in entries: [Any]) -> [AnyHashable: Any]? {
    guard position < entries.count else { return nil }
    return exactValue(entries[position], as: [AnyHashable: Any].self)
  }

  private mutating func role(
    of entry: [AnyHashable: Any], in entries: [Any], _ expected: CoderExpectation, _ unarchiver: NSKeyedUnarchiver
  ) throws -> Role {
    guard let position = entry[classKey].flatMap(UnarchiverContents.position(of:)) else { return .object }
    let key = Key(expectation: ObjectIdentifier(expected), position: position)
    if let known = roles[key] { return known }
    let names = object(at: position, in: entries)
    let name = names?[nameKey] as? String
    for name in (name.map { [$0] } ?? []) + (names?[hintsKey] as? [String] ?? []) {
      try check(name, expected, unarchiver)
    }
    let role: Role =
      switch name {
      case "NSArray", "NSMutableArray", "NSSet", "NSMutableSet", "NSOrderedSet", "NSMutableOrderedSet",
        "NSDictionary", "NSMutableDictionary", "NSCountedSet":
        .collection
      default: .object
      }
    roles[key] = role
    return role
  }

  private func check(_ name: String, _ expected: CoderExpectation, _ unarchiver: NSKeyedUnarchiver) throws {
    var level: AnyClass? = unarchiver.class(forClassName: name) ?? NSKeyedUnarchiver.class(forClassName: name)
    if level == nil {
      // Foundation's own lookup crashes on some texts.
      guard isIdentifier(name) else { throw refusal(name) }
      level = NSClassFromString(name)
    }
    // An unknown class is an error in Foundation too, unless its delegate supplies a class.
    guard level != nil else { return }
    while let current = level {
      if expected.classes.contains(where: { $0 == current }) { return }
      level = _getSuperclass(current)
    }
    throw refusal(name)
  }

  /// Whether a name is that of a class, or of a module and a class in it.
  private func isIdentifier(_ name: String) -> Bool {
    let parts = name.split(separator: ".", omittingEmptySubsequences: false)
    return parts.count <= 2 && parts.allSatisfy(TypeLookup.isIdentifier)
  }

  private func refusal(_ name: String) -> DecodingError {
    .typeMismatch(
      AnyObject.self, .init("The archive has an object of class '\(name.shortened)', which is not allowed here."))
  }
}
#endif
