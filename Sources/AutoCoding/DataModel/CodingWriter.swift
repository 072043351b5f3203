#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// Rules that hold for all values that a ``CodingWriter`` writes. The format or the encoder's options determine them.
package struct WritingRules {
  /// The leaves that are decoded with their own type even if no type is declared, since the format distinguishes them
  /// from text and numbers.
  package enum DistinctLeaves {
    /// Only `Decimal`, which is a number like others.
    case decimals
    case datesAndData
    case all
  }

  /// The coder's limits on depth, size and expansion.
  package var limits = CodingLimits()
  /// Whether a property that is nil is written as null; otherwise it is left out, as in synthesized `Codable` code.
  package var writesNilProperties = false
  /// Whether a dictionary's keys may be values of any type; otherwise they are strings, or alternate with the values in
  /// an array.
  package var keysAreValues = false
  /// Whether keys that no key style fixes are written in snake case.
  package var convertsToSnakeCase = false
  /// Whether key paths lead through nested objects; otherwise a path is a key with dots.
  package var nestsKeyPaths = true
  /// Whether objects contain their class's tag if `typeRules` has a type key. False for formats that store class names
  /// outside the properties.
  package var writesTypeTags = true
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

/// The writing side of a format: one call for each leaf, and calls to begin and end everything else.
///
/// The walk over values and codecs is written once, generically over this protocol (`Walk/CodingWriter+Walk.swift`),
/// so that each format gets code specialized to it. A writer adds no coding path to its errors; the walk does.
package protocol CodingWriter {
  /// The path of the next value, if a strategy, or a type that codes itself, may ask for it. The default is nil.
  var trackedPath: TrackedPath? { get }
  /// The rules that hold for all values. The default is `WritingRules()`.
  var rules: WritingRules { get }
  /// The approximate number of values written. The default is 0, for formats that write every object once.
  var writtenUnits: Int { get }
  /// The objects written so far, which are tracked once many values were written. Only formats that count
  /// ``writtenUnits`` need it. The thread's guard does not last for a whole call if the root is a collection.
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
  /// - Parameter isOrdered: Whether the sequence is an array; otherwise it is a set.
  mutating func beginArray(count: Int, isOrdered: Bool) throws
  mutating func endArray() throws

  /// Begins the keyed values of a struct, object or enum case; each is announced by ``writeKey(_:)-(PropertyKey)``.
  ///
  /// - Parameter name: The name to write for the type, if it is not the declared one; otherwise nil.
  mutating func beginRecord(of type: Any.Type, named name: String?) throws
  /// Announces that about `count()` keyed values follow in a record that was begun. Most formats ignore that.
  mutating func reserveMembers(_ count: () -> Int)
  mutating func writeKey(_ key: PropertyKey) throws
  /// Ends a record or dictionary.
  mutating func endMembers() throws

  /// Begins `count` keyed values of a dictionary; each is announced by ``writeKey(_:isText:)``. ``endMembers()`` ends
  /// it.
  mutating func beginDictionary(count: Int) throws
  /// Announces the value of a key in a dictionary.
  ///
  /// - Parameter isText: Whether keys are strings in Swift, too; otherwise they represent other values.
  mutating func writeKey(_ key: String, isText: Bool) throws

  /// Writes a value with its own `encode(to:)`. The default implementation builds a ``CodedTree`` and writes that.
  mutating func writeCodable(_ value: any Encodable) throws
  /// Writes a value of a type with its own code; a format that knows what that code writes need not call it.
  mutating func writeCodable(_ address: UnsafeRawPointer, _ access: CodableAccess) throws
  /// Writes a value by its own `encode(to:)`, or null if the access has no type.
  mutating func writeByOwnCode(_ address: UnsafeRawPointer, _ access: CodableAccess) throws

  /// Writes the value at the address. The default implementation is the walk; see ``CodingReader/decode(into:as:)``.
  mutating func encode(_ address: UnsafeRawPointer, as codec: Codec) throws

  // MARK: Distinctions that only some formats make

  /// Writes a whole record on the format's fast path. Returns false, and writes nothing, if there is none; then the
  /// walk writes the record. Precondition: the address holds a struct or object of the type whose map owns the slot.
  mutating func writeRecord(preparedIn slot: RecordSlot, at base: UnsafeRawPointer) throws -> Bool
  /// Refuses a record that the walk writes if a conversion makes two of its keys equal. Formats that find that out for
  /// each value need not implement it.
  mutating func checkKeys(preparedIn slot: RecordSlot) throws
  /// Announces that the next value is the wrapped value of an Optional.
  mutating func beginOptional()
  /// Announces a value that follows some elements later in a sequence, so that the writer can prefetch its memory.
  mutating func prepare(_ address: UnsafeRawPointer, as codec: Codec)
  /// Writes a struct, object, enum or `Array` without the walk: on the format's fast path, or as a reference to an object
  /// that is written elsewhere. Returns false, and writes nothing, if the walk has to write it.
  mutating func writeNested(_ address: UnsafeRawPointer, as codec: Codec) throws -> Bool
  /// Writes the value of an existential. The default implementation writes a model with its type. For `Any` it also
  /// writes values of the kinds that JSON has.
  mutating func writeExistential(_ address: UnsafeRawPointer, as codec: Codec) throws
  /// Writes a model whose type is not declared, together with its type. The default implementation writes the type's
  /// name among the properties, or beside the value.
  mutating func writeModel(at address: UnsafeRawPointer, named name: String, as codec: Codec) throws
}

extension CodingWriter {
  @inline(__always)
  package var limits: CodingLimits { rules.limits }
  package var writtenUnits: Int { 0 }
  package var visits: ExpansionGuard? {
    get { nil }
    set {}
  }
  package var trackedPath: TrackedPath? { nil }

  @inline(__always)
  package var rules: WritingRules { WritingRules() }
  @inline(__always)
  package mutating func writeRecord(preparedIn slot: RecordSlot, at base: UnsafeRawPointer) throws -> Bool { false }
  @inline(__always)
  package mutating func checkKeys(preparedIn slot: RecordSlot) throws {}
  package mutating func beginOptional() {}
  @inline(__always)
  package mutating func reserveMembers(_ count: () -> Int) {}
  @inline(__always)
  package mutating func prepare(_ address: UnsafeRawPointer, as codec: Codec) {}
  @inline(__always)
  package mutating func writeNested(_ address: UnsafeRawPointer, as codec: Codec) throws -> Bool { false }
}

extension CodingWriter {
  /// Begins the keyed values of the declared type.
  @inline(__always)
  package mutating func beginRecord(of type: Any.Type) throws { try beginRecord(of: type, named: nil) }
  /// Begins an array.
  @inline(__always)
  package mutating func beginArray(count: Int) throws { try beginArray(count: count, isOrdered: true) }
  /// Writes a key that is a string in Swift, too.
  @inline(__always)
  package mutating func writeKey(_ key: String) throws { try writeKey(key, isText: true) }
}
