#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// A format, as values are written to it: one call for every leaf, and brackets around everything else.
///
/// The walk over values and codecs is written once, generically over this protocol (`Walk/CodingWriter+Walk.swift`),
/// so that each format gets code specialized to it. A writer adds no coding path to its errors; the walk does.
package protocol CodingWriter {
  /// The coder's limits on depth, size and expansion.
  var limits: CodingLimits { get }
  /// About how many values were written; 0 by default, for formats that write every object once.
  var writtenUnits: Int { get }
  /// The objects written so far, remembered once much was written. Only formats that count ``writtenUnits`` keep it.
  var visits: ExpansionGuard? { get set }

  mutating func writeNull() throws
  mutating func write(_ value: Bool) throws
  mutating func write<Integer: FixedWidthInteger>(_ value: Integer) throws
  mutating func write(_ value: Float) throws
  mutating func write(_ value: Double) throws
  mutating func write(_ value: String) throws
  mutating func write(_ value: Date) throws
  mutating func write(_ value: Data) throws
  mutating func write(_ value: URL) throws
  mutating func write(_ value: UUID) throws
  mutating func write(_ value: Decimal) throws

  /// Begins `count` values in order.
  mutating func beginArray(count: Int) throws
  mutating func endArray() throws

  /// Begins the keyed values of a struct, object or enum case; each is announced by ``writeKey(_:)-(PropertyKey)``.
  mutating func beginRecord(of type: Any.Type) throws
  mutating func writeKey(_ key: PropertyKey) throws
  /// Writes the class name of an object whose class is not the declared one; follows ``beginRecord(of:)``.
  mutating func writeTypeName(_ name: String) throws
  mutating func endRecord() throws

  /// Begins `count` keyed values of a dictionary; each is announced by ``writeKey(_:)-(String)``.
  mutating func beginDictionary(count: Int) throws
  mutating func writeKey(_ key: String) throws
  /// As ``writeKey(_:)-(String)``, for a key that is not a string itself. The default makes no difference.
  mutating func writeRepresentation(_ key: String) throws
  mutating func endDictionary() throws

  /// Writes a value by its own `encode(to:)`. The default builds a ``CodedTree`` and writes that.
  mutating func writeCodable(_ value: any Encodable) throws

  // MARK: Distinctions that only some formats make

  /// Whether a property that is nil is written as null. The default leaves it out, as synthesized `Codable` does.
  var writesNilProperties: Bool { get }
  /// Whether keys of a dictionary are values like any other. The default writes strings, or values in turn with keys.
  var keysAreValues: Bool { get }
  /// Whether each step of a key path is a nested object. The default is true; if false, a path is one key with dots.
  var nestsKeyPaths: Bool { get }
  /// Writes a whole record on the format's fast path. Returns false if there is none, and the walk writes the record.
  /// Precondition: the address holds a struct or object of the type whose map owns the slot.
  mutating func writeRecord(preparedIn slot: RecordSlot, at base: UnsafeRawPointer) throws -> Bool
  /// Writes a whole `Array`, as ``writeRecord(preparedIn:at:)`` writes a record. Precondition: the address holds an
  /// `Array` of the codec's type.
  mutating func writeArray(of codec: Codec, at address: UnsafeRawPointer) throws -> Bool
  /// Announces that the next value is the wrapped value of an Optional.
  mutating func beginOptional()
  /// Begins `count` values without an order. The default begins an array; ``endArray()`` ends both.
  mutating func beginSet(count: Int) throws
  /// Announces a value some elements ahead in a sequence, so that the writer can prefetch its memory.
  mutating func prepare(_ address: UnsafeRawPointer, as codec: Codec)
  /// Writes a reference to an object, which is written elsewhere. Returns false if the format has no references.
  mutating func writeReference(to object: UnsafeRawPointer, as codec: Codec) throws -> Bool
  /// Writes a reference to the object if another one leads there, else null. Requires ``writesWeakReferences``.
  mutating func writeWeakReference(to object: AnyObject?) throws
  var writesWeakReferences: Bool { get }
  /// Writes bytes inline in their record, if the format tells them from an object that holds bytes. The default writes
  /// the object.
  mutating func writeBytes(_ value: Data) throws
  /// Whether the format itself tells a leaf from text and numbers, so that it keeps its type if none is declared. The
  /// default is true of `Decimal` only, which is a number like others.
  func keepsType(of leaf: Codec.Kind) -> Bool
  /// Writes the value of an existential.
  mutating func writeExistential(_ address: UnsafeRawPointer, as codec: Codec) throws
  /// Writes a model of undeclared type together with its type. The default writes the type's name among the properties,
  /// or beside the value.
  mutating func writeModel(at address: UnsafeRawPointer, named name: String, as codec: Codec) throws
}

extension CodingWriter {
  package var writesNilProperties: Bool { false }
  package var keysAreValues: Bool { false }
  package var nestsKeyPaths: Bool { true }
  @inline(__always)
  package mutating func writeRecord(preparedIn slot: RecordSlot, at base: UnsafeRawPointer) throws -> Bool { false }
  @inline(__always)
  package mutating func writeArray(of codec: Codec, at address: UnsafeRawPointer) throws -> Bool { false }
  package mutating func beginOptional() {}
  package mutating func beginSet(count: Int) throws { try beginArray(count: count) }
  @inline(__always)
  package mutating func prepare(_ address: UnsafeRawPointer, as codec: Codec) {}
  package mutating func writeReference(to object: UnsafeRawPointer, as codec: Codec) throws -> Bool { false }
  package mutating func writeWeakReference(to object: AnyObject?) throws {}
  package var writesWeakReferences: Bool { false }
  package mutating func writeBytes(_ value: Data) throws { try write(value) }
  package func keepsType(of leaf: Codec.Kind) -> Bool { leaf == .decimal }
}

extension CodingWriter {
  /// Writes the key like any other.
  package mutating func writeRepresentation(_ key: String) throws { try writeKey(key) }
}
