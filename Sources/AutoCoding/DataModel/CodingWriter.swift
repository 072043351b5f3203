#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// What a format, or the options of an encoder, say once of all values that a ``CodingWriter`` writes.
package struct WritingRules {
  /// The leaves that come back as what they were if no type is declared, since the format tells them from text and
  /// numbers.
  package enum DistinctLeaves {
    /// Only a `Decimal`, which is a number like others.
    case decimals
    case datesAndData
    case all
  }

  /// Whether a property that is nil is written as null; otherwise it is left out, as by synthesized `Codable`.
  package var writesNilProperties = false
  /// Whether keys of a dictionary are values like any other; otherwise they are strings, or alternate with the values in
  /// an array.
  package var keysAreValues = false
  /// Whether key paths lead through nested objects; otherwise a path is a key with dots.
  package var nestsKeyPaths = true
  package var writesWeakReferences = false
  package var distinctLeaves = DistinctLeaves.decimals

  @inline(__always)
  package init() {}

  /// Whether a leaf is one of ``distinctLeaves``.
  @inline(__always)
  package func keepsType(of leaf: Codec.Kind) -> Bool {
    switch distinctLeaves {
    case .decimals: leaf == .decimal
    case .datesAndData: leaf == .date || leaf == .data
    case .all: true
    }
  }
}

/// A format, as values are written to it: one call for every leaf, and brackets around everything else.
///
/// The walk over values and codecs is written once, generically over this protocol (`Walk/CodingWriter+Walk.swift`),
/// so that each format gets code specialized to it. A writer adds no coding path to its errors; the walk does.
package protocol CodingWriter {
  /// The coder's limits on depth, size and expansion.
  var limits: CodingLimits { get }
  /// What is the same for all values. The default is that of ``WritingRules``.
  var rules: WritingRules { get }
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

  /// Begins a sequence of `count` values.
  ///
  /// - Parameter isOrdered: Whether it is an array; otherwise it is a set.
  mutating func beginArray(count: Int, isOrdered: Bool) throws
  mutating func endArray() throws

  /// Begins the keyed values of a struct, object or enum case; each is announced by ``writeKey(_:)-(PropertyKey)``.
  mutating func beginRecord(of type: Any.Type) throws
  mutating func writeKey(_ key: PropertyKey) throws
  /// Writes the class name of an object whose class is not the declared one; follows ``beginRecord(of:)``.
  mutating func writeTypeName(_ name: String) throws
  /// Ends a record or dictionary.
  mutating func endMembers() throws

  /// Begins `count` keyed values of a dictionary; each is announced by ``writeKey(_:isText:)``. ``endMembers()`` ends it.
  mutating func beginDictionary(count: Int) throws
  /// Announces the value of a key in a dictionary.
  ///
  /// - Parameter isText: Whether keys are strings in Swift, too; otherwise they represent other values.
  mutating func writeKey(_ key: String, isText: Bool) throws

  /// Writes a value by its own `encode(to:)`. The default builds a ``CodedTree`` and writes that.
  mutating func writeCodable(_ value: any Encodable) throws

  // MARK: Distinctions that only some formats make

  /// Writes a whole record on the format's fast path. Returns false if there is none, and the walk writes the record.
  /// Precondition: the address holds a struct or object of the type whose map owns the slot.
  mutating func writeRecord(preparedIn slot: RecordSlot, at base: UnsafeRawPointer) throws -> Bool
  /// Writes a whole `Array`, as ``writeRecord(preparedIn:at:)`` writes a record. Precondition: the address holds an
  /// `Array` of the codec's type.
  mutating func writeArray(of codec: Codec, at address: UnsafeRawPointer) throws -> Bool
  /// Announces that the next value is the wrapped value of an Optional.
  mutating func beginOptional()
  /// Announces a value some elements ahead in a sequence, so that the writer can prefetch its memory.
  mutating func prepare(_ address: UnsafeRawPointer, as codec: Codec)
  /// Writes a struct, object or enum in a way of the format's own: a reference to an object, for example, that is
  /// written elsewhere. Returns false if the walk has to write it.
  mutating func writeNested(_ address: UnsafeRawPointer, as codec: Codec) throws -> Bool
  /// Writes a reference to an object if another one leads there, else null. Asked for by
  /// ``WritingRules/writesWeakReferences`` alone.
  mutating func writeWeakReference(to object: AnyObject?) throws
  /// Writes the value of an existential. The default writes a model with its type or, for `Any`, a value of a kind that
  /// JSON has.
  mutating func writeExistential(_ address: UnsafeRawPointer, as codec: Codec) throws
  /// Writes a model of undeclared type together with its type. The default writes the type's name among the properties,
  /// or beside the value.
  mutating func writeModel(at address: UnsafeRawPointer, named name: String, as codec: Codec) throws
}

extension CodingWriter {
  @inline(__always)
  package var rules: WritingRules { WritingRules() }
  @inline(__always)
  package mutating func writeRecord(preparedIn slot: RecordSlot, at base: UnsafeRawPointer) throws -> Bool { false }
  @inline(__always)
  package mutating func writeArray(of codec: Codec, at address: UnsafeRawPointer) throws -> Bool { false }
  package mutating func beginOptional() {}
  @inline(__always)
  package mutating func prepare(_ address: UnsafeRawPointer, as codec: Codec) {}
  @inline(__always)
  package mutating func writeNested(_ address: UnsafeRawPointer, as codec: Codec) throws -> Bool { false }
  package mutating func writeWeakReference(to object: AnyObject?) throws {}
}

extension CodingWriter {
  /// Begins an array.
  @inline(__always)
  package mutating func beginArray(count: Int) throws { try beginArray(count: count, isOrdered: true) }
  /// Writes a key that is a string in Swift, too.
  @inline(__always)
  package mutating func writeKey(_ key: String) throws { try writeKey(key, isText: true) }
}
