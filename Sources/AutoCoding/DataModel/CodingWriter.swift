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
  /// How much the format puts up with.
  var limits: CodingLimits { get }
  /// About how many values were written; 0 by default, for formats that write every object once.
  var writtenUnits: Int { get }
  /// The objects that were met, once there was much written; kept by formats that have ``writtenUnits``.
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
  /// Names the class of an object that is not of the declared one; follows ``beginRecord(of:)``.
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

  // MARK: What only some formats tell apart

  /// Whether a property that is nil is written as null. The default leaves it out, as synthesized `Codable` does.
  var writesNilProperties: Bool { get }
  /// Whether keys of a dictionary are values like any other. The default writes strings, or values in turn with keys.
  var keysAreValues: Bool { get }
  /// Whether key paths lead through objects of their own. The default is true; where not, a path is a key with dots.
  var nestsKeyPaths: Bool { get }
  /// Writes a record as a whole, from its beginning to its end, if the format has a way of its own that is faster; false if
  /// the walk has to. Precondition: at the address is a struct or object of the type of whose map the slot is.
  mutating func writeRecord(preparedIn slot: RecordSlot, at base: UnsafeRawPointer) throws -> Bool
  /// Writes an `Array` as a whole, as ``writeRecord(preparedIn:at:)`` does a record. Precondition: at the address is an `Array` of the
  /// codec's type.
  mutating func writeArray(of codec: Codec, at address: UnsafeRawPointer) throws -> Bool
  /// Says that the value that follows is that of an Optional.
  mutating func beginOptional()
  /// Begins `count` values without an order. The default begins an array; ``endArray()`` ends both.
  mutating func beginSet(count: Int) throws
  /// Says which value of a sequence is some values ahead of the one that follows, so that its memory can be asked for.
  mutating func prepare(_ address: UnsafeRawPointer, as codec: Codec)
  /// Writes a struct, object or enum in a way of the format's own: a reference to an object, for example, that is
  /// written elsewhere. Returns false if the walk has to write it.
  mutating func writeNested(_ address: UnsafeRawPointer, as codec: Codec) throws -> Bool
  /// Writes a reference to an object if another one leads there, else null. Asked for by ``writesWeakReferences`` alone.
  mutating func writeWeakReference(to object: AnyObject?) throws
  var writesWeakReferences: Bool { get }
  /// Writes bytes that are a value of their record itself, where the format tells them from an object that has them. The
  /// default writes the object.
  mutating func writeBytes(_ value: Data) throws
  /// Whether a leaf comes back as what it was where no type is declared, since the format tells it from text and numbers. The
  /// default is true of a `Decimal` alone, which is a number like others.
  func keepsType(of leaf: Codec.Kind) -> Bool
  /// Writes the value of an existential.
  mutating func writeExistential(_ address: UnsafeRawPointer, as codec: Codec) throws
  /// Writes a model whose type nothing declares, with its type. The default writes its name among its properties, or beside
  /// its value.
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
  @inline(__always)
  package mutating func writeNested(_ address: UnsafeRawPointer, as codec: Codec) throws -> Bool { false }
  package mutating func writeWeakReference(to object: AnyObject?) throws {}
  package var writesWeakReferences: Bool { false }
  package mutating func writeBytes(_ value: Data) throws { try write(value) }
  package func keepsType(of leaf: Codec.Kind) -> Bool { leaf == .decimal }
}

extension CodingWriter {
  /// Writes the key as any other.
  package mutating func writeRepresentation(_ key: String) throws { try writeKey(key) }
}
