import AutoCoding
import Foundation

/// The objects of Foundation's classes that `KeyedArchiveEncoder` writes for value types of Foundation.
///
/// Foundation's archivers get what the types' own `Codable` code writes. Both forms are read.
enum BridgedObjects {
  /// The classes by their names in archives.
  private static let classes: [String: AnyClass] = [
    "NSLocale": NSLocale.self, "NSTimeZone": NSTimeZone.self, "NSCalendar": NSCalendar.self,
    "NSIndexPath": NSIndexPath.self, "NSIndexSet": NSIndexSet.self, "NSMeasurement": NSMeasurement.self,
    "NSValue": NSValue.self,
  ]

  /// The classes of units of measurement, by their names on Apple platforms.
  static let unitNames: [(name: String, type: AnyClass)] =
    ([Unit.self] + ArchivedUnit.types + [UnitConverterLinear.self] as [AnyClass]).map { (name(of: $0), $0) }

  /// Returns the name of one of Foundation's classes in archives, which is its name on Apple platforms.
  static func name(of type: AnyClass) -> String { "NS\(_typeName(type, qualified: false))" }

  /// The Objective-C encoding of a range's type. Foundation on Linux leaks the text at each call.
  private static let rangeType = String(cString: NSValue(range: NSRange()).objCType)

  /// Returns the classes of the objects that represent values of a type; none for most types.
  static func classes(of type: Any.Type) -> [AnyClass] {
    guard let type = type as? any ArchivedAsObject.Type else { return [] }
    return type.archivedClassNames.compactMap { classes[$0] }
  }

  /// Returns what an archive has of an object of one of the classes, or nil for any other object.
  static func contents(of object: Any) throws -> CodedObject? {
    switch object {
    case let locale as NSLocale: (locale as Locale).archivedObject
    case let zone as NSTimeZone: (zone as TimeZone).archivedObject
    case let calendar as NSCalendar: (calendar as Calendar).archivedObject
    case let path as NSIndexPath: (path as IndexPath).archivedObject
    case let set as NSIndexSet: (set as IndexSet).archivedObject
    case let measurement as NSMeasurement:
      try Measurement<Unit>(value: measurement.doubleValue, unit: measurement.unit).archivedObject
    // Values of other kinds have the same class, and may be larger.
    case let value as NSValue
    where !(value is NSNumber) && String(cString: value.objCType) == rangeType:
      value.rangeValue.archivedObject
    default: nil
    }
  }
}
