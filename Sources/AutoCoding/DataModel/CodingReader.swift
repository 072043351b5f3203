#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// The reading side of a format: the counterpart of ``CodingWriter``.
///
/// A call to read a value consumes exactly one value. It throws `DecodingError` if the data does not have the requested
/// kind of value. A reader adds no coding path to its errors; the walk (`Walk/CodingReader+Walk.swift`) does.
package protocol CodingReader {
  /// The path of the next value, if a strategy, or a type that codes itself, may ask for it. The default is nil.
  var trackedPath: TrackedPath? { get }
  /// The rules that hold for all values. The default is `ReadingRules()`.
  var rules: ReadingRules { get }

  /// Reads a value with `read`. Returns false if the value could not be decoded and was skipped, as the rules and
  /// `DecodingError.isRecoverable(by:since:)` allow. The default implementation skips no value.
  mutating func reading(recoveringBy recovery: ErrorRecovery, _ read: (inout Self) throws -> Void) throws -> Bool

  /// Returns whether the next value is null, and consumes it if so.
  ///
  /// - Parameter forDefault: Whether the value is that of a property that has a default and is not an Optional. For
  ///   these, a format in which null does not stand for the default returns false.
  mutating func readNull(forDefault: Bool) throws -> Bool
  mutating func readBool() throws -> Bool
  /// Reads an integer, or throws if it does not fit the type exactly.
  mutating func readInteger<Integer: FixedWidthInteger>(as type: Integer.Type) throws -> Integer
  mutating func readFloat() throws -> Float
  mutating func readDouble() throws -> Double
  mutating func readString() throws -> String
  mutating func readDate() throws -> Date
  mutating func readData() throws -> Data
  mutating func readURL() throws -> URL
  mutating func readUUID() throws -> UUID
  mutating func readDecimal() throws -> Decimal

  /// Begins a sequence. Returns the number of elements if the data announces it. The number must not be trusted.
  ///
  /// - Parameter isOrdered: Whether the sequence is an array; otherwise it is a set.
  mutating func beginArray(isOrdered: Bool) throws -> Int?
  /// Returns whether another element follows; ends the sequence if not.
  mutating func hasNextElement() throws -> Bool

  /// Begins the keyed values of a struct, object or enum case.
  ///
  /// - Parameter type: The type that the data must name, if it names one; nil if it may name any type.
  mutating func beginRecord(of type: Any.Type?) throws
  /// Begins the values that an enum's case carries. The default implementation is ``beginRecord(of:)``.
  ///
  /// - Parameter type: The type after which the values are named. Data may name them after another type, since each of
  ///   them is checked when it is read.
  mutating func beginPayload(of type: Any.Type) throws
  /// Returns the text under a key of the record just begun, or nil if there is none, and consumes nothing. The default
  /// implementation is ``searchTag(_:)``. Not called unless ``ReadingRules/readsTypeTags`` is true.
  mutating func readTag(_ key: PropertyKey) throws -> String?
  /// Whether the next value may be one of a codec, as far as its first byte, the form of a number, or its type shows. The default is true.
  func mayRead(_ codec: Codec) -> Bool
  /// Returns the next property in the data that is in `keys`; skips other keys with their values. Returns nil at the
  /// end of the record, which it consumes.
  ///
  /// - Parameter expected: The position of the property that is most likely next. A reader may try it first.
  mutating func nextProperty(in keys: PropertyIndex, expecting expected: Int) throws -> PropertyIndex.Match?

  /// Records the keys to which a migration moved the weak references of the current record. The default does nothing,
  /// since most formats have no weak references.
  mutating func keepWeakReferences(_ values: [String: RawValueLocation])

  /// Begins a dictionary. Returns the number of entries if the data announces it. The number must not be trusted.
  mutating func beginDictionary() throws -> Int?
  /// Returns the next key, or nil at the end of the dictionary, which it consumes.
  ///
  /// - Parameter isText: Whether keys are strings in Swift, too; otherwise they represent other values.
  mutating func nextKey(isText: Bool) throws -> String?
  /// Returns what a key of a type with fixed keys stands for. A strategy of the encoder has converted the library's own keys,
  /// and that of an enum's case, all the same, so that of the decoder is asked what they are. The default returns the key.
  func fixedKey(_ key: String, in keys: PropertyIndex) -> String

  /// Skips one value of any kind.
  mutating func skipValue() throws

  /// Whether the reader looks for keys that a type does not know. The default is false.
  var checksKeys: Bool { get }
  /// Reports or refuses a key, unless the type knows it. Its value is next, and is not consumed. The default does nothing.
  ///
  /// - Parameters:
  ///   - key: The key in the data.
  ///   - converted: The key as a strategy has converted it.
  mutating func passOver(unknownKey key: String, as converted: String, in keys: PropertyIndex) throws

  /// The issues that were reported so far, if some may be withdrawn with the value that they are in; nil, the default, if none
  /// are asked for.
  var reportedIssues: (any ReportedIssues)? { get }

  /// Reads a value with its type's own `init(from:)`. ``CodedTree/decoder(codingPath:userInfo:limits:)`` makes a decoder for
  /// that.
  mutating func readCodable(into address: UnsafeMutableRawPointer, as access: CodableAccess) throws

  /// Reads a value of any kind. The default implementation is the walk. It is a requirement so that cold code, which is
  /// compiled once for all formats (Docs/Architecture.md), gets back to the walk that is specialized for the format.
  mutating func decode(into address: UnsafeMutableRawPointer, as codec: Codec) throws

  // MARK: Distinctions that only some formats make

  /// Reads the members of the record just begun on the format's fast path. Returns false, and consumes nothing, if
  /// there is none; then the walk reads the record. Precondition: the address has memory for a struct or object of the
  /// type whose map owns the slot.
  mutating func readRecord(preparedIn slot: RecordSlot, into address: UnsafeMutableRawPointer) throws -> Bool
  /// Reads a struct, object, enum or `Array` without the walk: on the format's fast path, or from a reference to an object
  /// that is read elsewhere. Returns false, and consumes nothing, if the walk has to read it.
  mutating func readNested(into address: UnsafeMutableRawPointer, as codec: Codec) throws -> Bool
  /// Returns whether all objects that values of the codec refer to are complete, so that their types' own code may run.
  /// If they are not, the reader reads the value a second time once they are.
  mutating func isComplete(_ codec: Codec) -> Bool
  /// Reads the value of an existential. The default implementation reads the representation of ``DynamicValue``.
  mutating func readExistential(into address: UnsafeMutableRawPointer, as codec: Codec) throws

  // MARK: Older data

  /// Returns the versions in the record just begun, or nil, and consumes nothing.
  mutating func readVersions() throws -> ArchivedVersions?
  /// Begins a value whose members a migration asks for: a record or a dictionary. Returns the class that the format itself
  /// names for it, if it does. The default is ``beginRecord(of:)``, for formats in which both are the same and a class is
  /// named under a key.
  mutating func beginProperties() throws -> String?
  /// Calls `body` with the members of the record just begun, in their order; then ends the record.
  ///
  /// - Parameter keys: The keys of the type; nil if strategies convert those of the members.
  mutating func readMembers<Result>(
    of keys: PropertyIndex?,
    _ body: (_ reader: inout Self, _ members: [RawMember]) throws -> Result
  ) throws -> Result
  /// Calls `body` to read a value that ``readMembers(of:_:)`` has found, and returns to the present place
  /// afterwards.
  mutating func reading<Result>(_ value: RawValueLocation, _ body: (inout Self) throws -> Result) throws -> Result
  /// Returns a reader at the same place, for values that are read out of order.
  func reader() throws -> Self
  /// Reads a value and all objects that it refers to, out of order.
  mutating func readWhole(into address: UnsafeMutableRawPointer, as codec: Codec) throws
  /// Calls `body`, which reads values under a key of migrated properties.
  mutating func reading<Result>(under key: String, _ body: (inout Self) throws -> Result) throws -> Result
  /// Reads a member with `decode`, as the property at a position. If ``isComplete(_:)`` returned false meanwhile,
  /// `decode` is called once more when the graph is complete.
  mutating func readMember(
    _ position: Int, into address: UnsafeMutableRawPointer,
    _ decode: @escaping (_ reader: inout Self, _ address: UnsafeMutableRawPointer) throws -> Void) throws
}

/// The issues that a reader has reported. Each keeps its number.
package protocol ReportedIssues: AnyObject {
  /// How many issues there are, with those that were withdrawn.
  var count: Int { get }
  /// Withdraws some of the issues: those of a value that does not count after all.
  func withdraw(_ issues: Range<Int>)
  /// Changes the issue of a null that left a property at its default: a former key has a value.
  func passOnNull(_ issues: Range<Int>)
}

extension CodingReader {
  /// How many issues were reported so far.
  @inline(__always)
  package var issueCount: Int { reportedIssues?.count ?? 0 }
  /// Begins a record of any type.
  @inline(__always)
  package mutating func beginRecord() throws { try beginRecord(of: nil) }
  /// Begins an array.
  @inline(__always)
  package mutating func beginArray() throws -> Int? { try beginArray(isOrdered: true) }
  /// Returns whether the next value is null, and consumes it if so.
  @inline(__always)
  package mutating func readNull() throws -> Bool { try readNull(forDefault: false) }
  @inline(__always)
  package mutating func reading(
    recoveringBy recovery: ErrorRecovery, _ read: (inout Self) throws -> Void
  ) throws -> Bool {
    try read(&self)
    return true
  }
  /// Reads data that is an array of bytes.
  package mutating func readByteArray() throws -> Data {
    _ = try beginArray()
    // `Data` takes many times as long to append a byte.
    var bytes = GrowingTable<UInt8>()
    while try hasNextElement() {
      do {
        bytes.push(try readInteger(as: UInt8.self))
      } catch {
        throw error.prepending(DynamicKey(index: bytes.count))
      }
    }
    return Data(buffer: bytes.suffix(from: 0))
  }

  /// Returns the next key of a dictionary whose keys are strings in Swift, too; nil at its end.
  @inline(__always)
  package mutating func nextKey() throws -> String? { try nextKey(isText: true) }
}

extension DecodingError {
  /// The error for an array of keys and values whose last key has no value, in the standard library's words.
  static var oddNumberOfKeysAndValues: DecodingError {
    .dataCorrupted(.init("Expected collection of key-value pairs; got odd-length array."))
  }
}
