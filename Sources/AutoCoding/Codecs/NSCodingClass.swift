#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// A class whose objects code themselves for keyed archives alone: by Foundation's `NSSecureCoding`, of which this module
/// knows nothing. Whoever knows it conforms its base class.
package protocol NSCodingClass: AnyObject {
  /// Whether the class has such code, and is no model.
  static var hasOwnNSCoding: Bool { get }
  /// The names that archives have for the class and those above it, its own first.
  static var nsCodingNames: [String] { get }
  /// The class of a name; whether it may stand where it was met is for the caller to say.
  static func nsCodingClass(named name: String) -> (any NSCodingClass.Type)?
  /// Whether archives have objects of the class as values of the format, and not as objects with values of their own.
  static var isArchivedAsValue: Bool { get }
  /// Writes the object as a value of the format.
  func encodeAsValue(to writer: any CodingWriter) throws
  /// The object of a value of the format; of which class it is, is for the caller to look at.
  static func object(of value: NSCodingValue) throws -> AnyObject
  /// Writes the object's values under their keys, into a record that was begun.
  func encodeByHand(to writer: any CodingWriter) throws
  /// Makes an object of the values in its record.
  static func decodeByHand(from reader: any NSCodingReader) throws -> AnyObject
}

/// The values in the record of an object that decodes itself. Valid for that one call.
package protocol NSCodingReader: AnyObject {
  func contains(_ key: String) -> Bool
  /// Reads what is under a key; nil where there is nothing.
  ///
  /// - Parameter classes: The classes of which there may be objects.
  func value(forKey key: String, allowing classes: [AnyClass]) throws -> NSCodingValue?
  /// Reads a value of a codec under a key; nil where there is nothing, or null.
  func model(forKey key: String, as codec: Codec) throws -> Any?
}

/// A value in the record of an object that decodes itself.
package enum NSCodingValue {
  case null
  case bool(Bool)
  case int(Int64)
  case uint(UInt64)
  case float(Float)
  case double(Double)
  case string(String)
  case date(Date)
  case data(Data)
  case url(URL)
  case uuid(UUID)
  case decimal(Decimal)
  case array([NSCodingValue])
  case set([NSCodingValue])
  case dictionary([(key: NSCodingValue, value: NSCodingValue)])
  /// An object of one of the classes that are allowed, or of one below it.
  case object(AnyObject)
}
