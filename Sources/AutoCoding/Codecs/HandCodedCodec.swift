#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// A class whose objects code themselves for keyed archives alone: by Foundation's `NSSecureCoding`, of which this module
/// knows nothing. Whoever knows it conforms its base class.
package protocol HandCodedClass: AnyObject {
  /// Whether the class has such code, and is no model.
  static var isHandCoded: Bool { get }
  /// The names that archives have for the class and those above it, its own first.
  static var handCodedNames: [String] { get }
  /// The class of a name; whether it may stand where it was met is for the caller to say.
  static func handCodedClass(named name: String) -> (any HandCodedClass.Type)?
  /// Whether archives have objects of the class as values of the format, and not as objects with values of their own.
  static var isArchivedAsValue: Bool { get }
  /// Writes the object as a value of the format.
  func encodeAsValue(to writer: any CodingWriter) throws
  /// The object of a value of the format; of which class it is, is for the caller to look at.
  static func object(of value: HandCodedValue) throws -> AnyObject
  /// Writes the object's values under their keys, into a record that was begun.
  func encodeByHand(to writer: any CodingWriter) throws
  /// Makes an object of the values in its record.
  static func decodeByHand(from reader: any HandCodedReader) throws -> AnyObject
}

/// The values in the record of an object that decodes itself. Valid for that one call.
package protocol HandCodedReader: AnyObject {
  func contains(_ key: String) -> Bool
  /// Reads what is under a key; nil where there is nothing.
  ///
  /// - Parameter classes: The classes of which there may be objects.
  func value(forKey key: String, allowing classes: [AnyClass]) throws -> HandCodedValue?
  /// Reads a value of a codec under a key; nil where there is nothing, or null.
  func model(forKey key: String, as codec: Codec) throws -> Any?
}

/// A value in the record of an object that decodes itself.
package enum HandCodedValue {
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
  case array([HandCodedValue])
  case set([HandCodedValue])
  case dictionary([(key: HandCodedValue, value: HandCodedValue)])
  /// An object of one of the classes that are allowed, or of one below it.
  case object(AnyObject)
}

/// An object that codes itself, as a writer gets it. Formats that are no keyed archives cannot hold it.
package struct HandCodedObject: Encodable {
  package let object: any HandCodedClass

  package func encode(to encoder: any Encoder) throws {
    throw HandCodedAccess.encodingError(of: object, codingPath: encoder.codingPath)
  }
}

/// What a codec has of a class whose objects code themselves.
package final class HandCodedAccess: CodableAccess, @unchecked Sendable {
  package let type: any HandCodedClass.Type

  init(_ type: any HandCodedClass.Type) { self.type = type }

  override func encode(
    _ address: UnsafeRawPointer, forKey key: PropertyKey, in container: inout KeyedEncodingContainer<PropertyKey>
  ) throws {
    throw Self.encodingError(of: address.value(as: AnyObject.self), codingPath: container.codingPath + [key])
  }

  override func decode(
    into address: UnsafeMutableRawPointer, forKey key: PropertyKey, from container: KeyedDecodingContainer<PropertyKey>
  ) throws {
    throw decodingError(codingPath: container.codingPath + [key])
  }

  package override func value(at address: UnsafeRawPointer) -> (any Encodable)? {
    (address.value(as: AnyObject.self) as? any HandCodedClass).map { HandCodedObject(object: $0) }
  }

  package override func decode(into address: UnsafeMutableRawPointer, from decoder: any Decoder) throws {
    throw decodingError(codingPath: decoder.codingPath)
  }

  fileprivate static func encodingError(of object: AnyObject, codingPath: [any CodingKey]) -> EncodingError {
    .invalidValue(object, .init(codingPath: codingPath, debugDescription: explanation(Swift.type(of: object))))
  }

  private func decodingError(codingPath: [any CodingKey]) -> DecodingError {
    .typeMismatch(type, .init(codingPath: codingPath, debugDescription: Self.explanation(type)))
  }

  private static func explanation(_ type: Any.Type) -> String {
    """
    \(TypeLookup.name(of: type)) codes itself by NSSecureCoding, which keyed archives alone can hold. Leave the \
    property out, or conform the class to AutoCoding.
    """
  }
}

extension CodableCodec {
  /// The codec of a class whose objects code themselves, or nil for any other type.
  static func handCoded(_ type: Any.Type) -> CodableCodec? {
    guard let found = type as? any HandCodedClass.Type, found.isHandCoded else { return nil }
    return CodableCodec(type: type, access: HandCodedAccess(found))
  }
}
