#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// A class whose objects code themselves, for keyed archives only, by Foundation's `NSSecureCoding`. This module does
/// not know that protocol; a module that does makes the base class conform.
package protocol NSCodingClass: AnyObject {
  /// Whether the class has such code and is not a model.
  static var hasOwnNSCoding: Bool { get }
  /// The names that archives use for the class and its superclasses, its own first.
  static var nsCodingNames: [String] { get }
  /// Returns the class with a name. The caller checks whether it is allowed in its place.
  static func nsCodingClass(named name: String) -> (any NSCodingClass.Type)?
  /// The class of which archives say that the object is: its own, or the one that it names instead.
  var nsArchivedClass: any NSCodingClass.Type { get }
  /// Whether archives store objects of the class as values of the format rather than as objects with values of their
  /// own.
  static var isArchivedAsValue: Bool { get }
  /// Writes the object as a value of the format.
  func encodeAsValue(to writer: any NSCodingWriter) throws
  /// Returns the object for a value of the format. The caller checks its class.
  static func object(of value: NSCodingValue) throws -> AnyObject
  /// Writes the object's values under their keys into a record that was begun.
  func encodeByHand(to writer: any NSCodingWriter) throws
  /// Makes an object from the values in its record.
  static func decodeByHand(from reader: any NSCodingReader) throws -> AnyObject
}

/// A format in which objects that code themselves write their values.
package protocol NSCodingWriter: CodingWriter {
  /// Writes bytes as a value of the record itself, rather than as an object that has them.
  mutating func writeBytes(_ value: Data) throws
  /// How many members of the open record have been written.
  var memberCount: Int { get }
  /// Puts the value that was written last in the place of an earlier one, and drops its key, which is that one's.
  ///
  /// - Parameter index: The number of members that were written before the earlier one.
  mutating func replaceMember(at index: Int)
}

/// The values in the record of an object that decodes itself. Valid only during that call.
package protocol NSCodingReader: AnyObject {
  func contains(_ key: String) -> Bool
  /// Reads the value under a key; returns nil if there is none.
  ///
  /// - Parameter classes: The classes that objects may have.
  func value(forKey key: String, allowing classes: [AnyClass]) throws -> NSCodingValue?
  /// Reads a value with a codec under a key; returns nil if it is missing or null.
  func model(forKey key: String, as codec: Codec) throws -> Any?
}

/// A value in the record of an object that decodes itself.
package enum NSCodingValue {
  /// Null, or a value without parts. Integers have at most 64 bits.
  case leaf(CodedTree)
  case array([NSCodingValue])
  case set([NSCodingValue])
  case dictionary([(key: NSCodingValue, value: NSCodingValue)])
  /// An object of one of the allowed classes or their subclasses.
  case object(AnyObject)
}
