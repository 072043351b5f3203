#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// A format, as values are read from it: the mirror image of ``CodingWriter``.
///
/// A reader throws `DecodingError` where the data is not what is asked for, and consumes exactly one value where it
/// is. It adds no coding path to its errors; the walk (`Walk/CodingReader+Walk.swift`) does.
package protocol CodingReader {
  /// How much the format puts up with.
  var limits: CodingLimits { get }

  /// Whether the first of several values under one key is used; otherwise the last is.
  var keepsFirstOfDuplicateKeys: Bool { get }

  /// Whether elements that cannot be decoded are left out of sequences, by ``passOver(elementAt:because:)``.
  var skipsUndecodableElements: Bool { get }
  /// Whether the next value is a null that leaves a property at its default, which is no Optional; consumes it if so.
  mutating func readNullForDefault() throws -> Bool
  /// Where the next value is; for ``passOver(elementAt:because:)``.
  var place: Int { get }
  /// Passes over the element at a place that was read in vain.
  mutating func passOver(elementAt place: Int, because error: any Error) throws

  /// Whether the next value is null; consumes it if so.
  mutating func readNull() throws -> Bool
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

  /// Begins an array. Returns how many elements it announces, if it does; the number is data, and not to be trusted.
  mutating func beginArray() throws -> Int?
  /// Whether another element follows; ends the array if not.
  mutating func hasNextElement() throws -> Bool

  /// Begins the keyed values of a struct, object or enum case.
  mutating func beginRecord() throws
  /// The class that the data names for the record just begun, or nil; asked for a class alone. Nothing is consumed.
  mutating func readTypeName() throws -> String?
  /// The next key in the data that `keys` has; unknown keys are skipped with their values. Nil ends the record.
  ///
  /// - Parameter expected: The position that most likely comes next, which a reader may try first.
  mutating func nextProperty(in keys: PropertyIndex, expecting expected: Int) throws -> PropertyIndex.Match?

  /// The positions of the properties that the record which was just begun has, in the order of the data, where the reader
  /// knows them beforehand and each is there once, under its current key; nil where they have to be asked for one by one.
  /// The default knows none.
  mutating func expectedProperties(in keys: PropertyIndex) throws -> UnsafeBufferPointer<Int>?
  /// Goes on to the value of the property at an index of ``expectedProperties(in:)``, which are gone through from the first.
  mutating func beginExpectedProperty(_ index: Int) throws
  /// Reads the value of the property at an index of ``expectedProperties(in:)`` where it is a number or boolean as it stands
  /// there; else returns false, and nothing has happened.
  mutating func readExpectedLeaf(_ index: Int, into address: UnsafeMutableRawPointer, kind: Codec.Kind) -> Bool
  /// Reads the next value where it is a number or boolean as it stands there; else returns false, and nothing has happened.
  mutating func readLeaf(into address: UnsafeMutableRawPointer, kind: Codec.Kind) -> Bool
  /// Ends the record, as nil of ``nextProperty(in:expecting:)`` does.
  mutating func endExpectedProperties()

  mutating func beginDictionary() throws -> Int?
  /// The next key, or nil, which ends the dictionary.
  mutating func nextKey() throws -> String?
  /// As ``nextKey()``, for a key that is not a string itself. The default makes no difference.
  mutating func nextRepresentation() throws -> String?

  /// Passes over one value of any shape.
  mutating func skipValue() throws

  /// Reads a value by its type's own `init(from:)`; ``CodedTree/decoder(codingPath:userInfo:)`` is one for it.
  mutating func readCodable(into address: UnsafeMutableRawPointer, as access: CodableAccess) throws

  // MARK: What only some formats tell apart

  /// As ``beginRecord()``, of a type that the data may name.
  mutating func beginRecord(of type: Any.Type) throws
  /// See ``CodingWriter/keysAreValues``.
  var keysAreValues: Bool { get }
  /// See ``CodingWriter/nestsKeyPaths``. Where true, a copy of the reader reads on its own from the same place.
  var nestsKeyPaths: Bool { get }
  /// Reads what a record has, which was just begun, if the format has a way of its own that is faster; false if the walk has
  /// to, and nothing was consumed. Precondition: as for the walk, of the type of whose map the slot is.
  mutating func readRecord(preparedIn slot: RecordSlot, into address: UnsafeMutableRawPointer) throws -> Bool
  /// Reads an `Array` in a way of the format's own; false, and nothing consumed, where the walk has to.
  mutating func readArray(of codec: Codec, into address: UnsafeMutableRawPointer) throws -> Bool
  /// As ``beginArray()``, of values without an order.
  mutating func beginSet() throws -> Int?
  /// Reads a struct, object or enum in a way of the format's own: a reference to an object, for example, that is read
  /// elsewhere. Returns false, with nothing consumed, if the walk has to read it.
  mutating func readNested(into address: UnsafeMutableRawPointer, as codec: Codec) throws -> Bool
  /// Whether the objects that values of the codec refer to are there as a whole, so that code of their types may run. Where
  /// not, the reader reads the value a second time when they are.
  mutating func isComplete(_ codec: Codec) -> Bool
  /// Reads the value of an existential. The default reads what ``DynamicValue`` writes.
  mutating func readExistential(into address: UnsafeMutableRawPointer, as codec: Codec) throws

  // MARK: Older data

  /// Whether data of a newer version than the type's is read as if it were the type's.
  var acceptsNewerVersions: Bool { get }
  /// The versions that the record has which was just begun, or nil. Nothing is consumed.
  mutating func readVersions() throws -> ArchivedVersions?
  /// The versions that are next: a number, or numbers under names; nil for anything else, which is none of ours. Nothing is
  /// consumed.
  mutating func versions() -> ArchivedVersions?
  /// The keys of the record that was just begun, and where their values are; ``endMembers()`` ends it.
  mutating func members() throws -> [(key: String, value: RawValueLocation)]
  mutating func endMembers()
  /// Reads a value that ``members()`` has found, and comes back.
  mutating func reading<Result>(_ value: RawValueLocation, _ body: (inout Self) throws -> Result) throws -> Result
  /// A reader for values that are asked for out of turn, in the same place.
  func reader() throws -> Self
  /// Reads a value and all that it refers to, out of turn.
  mutating func readWhole(into address: UnsafeMutableRawPointer, as codec: Codec) throws
  /// Says that a member's value is about to be decoded.
  mutating func beginMember()
  /// Says that values are read under a key of migrated properties, until ``leaveMigrated()``.
  mutating func enterMigrated(_ key: String)
  mutating func leaveMigrated()
  /// Says that it became the property at a position. Where ``isComplete(_:)`` was false meanwhile, it is decoded once more,
  /// by `decode`, when the graph is whole.
  mutating func endMember(
    _ position: Int, decode: @escaping (_ reader: inout Self, _ address: UnsafeMutableRawPointer) throws -> Void)
}

extension CodingReader {
  package mutating func beginRecord(of type: Any.Type) throws { try beginRecord() }
  package var keysAreValues: Bool { false }
  package var nestsKeyPaths: Bool { true }
  @inline(__always)
  package mutating func readArray(of codec: Codec, into address: UnsafeMutableRawPointer) throws -> Bool { false }
  @inline(__always)
  package mutating func readRecord(preparedIn slot: RecordSlot, into address: UnsafeMutableRawPointer) throws -> Bool {
    false
  }
  package mutating func beginSet() throws -> Int? { try beginArray() }
  @inline(__always)
  package mutating func readNested(into address: UnsafeMutableRawPointer, as codec: Codec) throws -> Bool { false }
  package mutating func isComplete(_ codec: Codec) -> Bool { true }
}

extension CodingReader {
  /// False: newer data is refused.
  package var acceptsNewerVersions: Bool { false }
  /// A copy.
  package func reader() throws -> Self { self }
  package mutating func beginMember() {}
  package mutating func enterMigrated(_ key: String) {}
  package mutating func leaveMigrated() {}
  package mutating func endMember(
    _ position: Int, decode: @escaping (_ reader: inout Self, _ address: UnsafeMutableRawPointer) throws -> Void
  ) {}
  package mutating func endMembers() {}
  /// Not supported.
  package mutating func members() throws -> [(key: String, value: RawValueLocation)] { throw unmigratable() }
  /// Not supported.
  package mutating func reading<Result>(
    _ value: RawValueLocation, _ body: (inout Self) throws -> Result
  ) throws -> Result { throw unmigratable() }

  /// The error where a reader cannot go back to values that it has passed over.
  package func unmigratable() -> DecodingError {
    .dataCorrupted(.init(codingPath: [], debugDescription: "This format cannot migrate data of older versions."))
  }

  /// Called before the versions are passed over of a type that has none.
  ///
  /// - Throws: `DecodingError.dataCorrupted` for versions above 0: the data is newer than the type.
  @inline(never)
  package mutating func refuseVersions(of keys: PropertyIndex) throws {
    if !acceptsNewerVersions { try versions()?.refuse(for: keys.owner) }
  }

  /// Goes through the keys until the versions are found; they are the first where this library wrote them.
  package mutating func readVersions() throws -> ArchivedVersions? {
    var reader = self
    while let key = try reader.nextKey() {
      if key == ArchivedVersions.key { return reader.versions() }
      try reader.skipValue()
    }
    return nil
  }

  package mutating func versions() -> ArchivedVersions? {
    var reader = self
    if let version = try? reader.readInteger(as: Int.self) { return .single(version) }
    reader = self
    return try? reader.versionsByName()
  }

  package mutating func versionsByName() throws -> ArchivedVersions {
    var versions: [String: Int] = [:]
    _ = try beginDictionary()
    if keysAreValues {
      while try hasNextElement() {
        let name = try readString()
        guard try hasNextElement() else { break }
        versions[name] = try readInteger(as: Int.self)
      }
    } else {
      while let name = try nextKey() { versions[name] = try readInteger(as: Int.self) }
    }
    return .levels(versions)
  }
}

extension CodingReader {
  package mutating func expectedProperties(in keys: PropertyIndex) throws -> UnsafeBufferPointer<Int>? { nil }
  package mutating func beginExpectedProperty(_ index: Int) throws {}
  @inline(__always)
  package mutating func readExpectedLeaf(
    _ index: Int, into address: UnsafeMutableRawPointer, kind: Codec.Kind
  ) -> Bool { false }
  @inline(__always)
  package mutating func readLeaf(into address: UnsafeMutableRawPointer, kind: Codec.Kind) -> Bool { false }
  package mutating func endExpectedProperties() {}

  /// False: the last value counts.
  package var keepsFirstOfDuplicateKeys: Bool { false }
  /// False: an element that cannot be decoded is an error.
  package var skipsUndecodableElements: Bool { false }
  /// False: null is an error for anything but an Optional.
  package mutating func readNullForDefault() throws -> Bool { false }
  /// Not told.
  package var place: Int { 0 }
  /// Not supported: the error is thrown.
  package mutating func passOver(elementAt place: Int, because error: any Error) throws { throw error }
  /// Reads the key as any other.
  package mutating func nextRepresentation() throws -> String? { try nextKey() }
}
