#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// What a format, or the options of a decoder, say once of all values that a ``CodingReader`` reads.
package struct ReadingRules {
  /// Whether the first of several values under one key is used; otherwise the last is.
  package var keepsFirstOfDuplicateKeys = false
  /// Whether elements that cannot be decoded are left out of sequences; otherwise they are errors.
  package var skipsUndecodableElements = false
  /// Whether null under one of a property's keys passes on to its former keys; otherwise it is a value like any other.
  package var passesNullOn = false
  /// Whether data of a newer version than the type's is read as if it were the type's; otherwise it is refused.
  package var acceptsNewerVersions = false
  /// See ``WritingRules/keysAreValues``.
  package var keysAreValues = false
  /// See ``WritingRules/nestsKeyPaths``. If true, a copy of the reader reads on its own from the same place.
  package var nestsKeyPaths = true

  @inline(__always)
  package init() {}
}

/// A format, as values are read from it: the mirror image of ``CodingWriter``.
///
/// A reader throws `DecodingError` where the data is not what is asked for, and consumes exactly one value where it
/// is. It adds no coding path to its errors; the walk (`Walk/CodingReader+Walk.swift`) does.
package protocol CodingReader {
  /// How much the format puts up with.
  var limits: CodingLimits { get }
  /// What is the same for all values. The default is that of ``ReadingRules``.
  var rules: ReadingRules { get }

  /// Reads an element of a sequence with `read`. Returns false if the element could not be decoded and was skipped, by
  /// ``ReadingRules/skipsUndecodableElements``. The default skips none.
  mutating func readElement(_ read: (inout Self) throws -> Void) throws -> Bool

  /// Whether the next value is null; consumes it if so.
  ///
  /// - Parameter forDefault: Whether the value is that of a property with a default, which is no Optional. Formats that
  ///   do not let null stand for the default return false.
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

  /// Begins a sequence. Returns how many elements it announces, if it does; the number is data, and not to be trusted.
  ///
  /// - Parameter isOrdered: Whether it is an array; otherwise it is a set.
  mutating func beginArray(isOrdered: Bool) throws -> Int?
  /// Whether another element follows; ends the sequence if not.
  mutating func hasNextElement() throws -> Bool

  /// Begins the keyed values of a struct, object or enum case.
  ///
  /// - Parameter type: The type that the data must name, if it names one; nil for any.
  mutating func beginRecord(of type: Any.Type?) throws
  /// The class that the data names for the record just begun, or nil; asked for a class alone. Nothing is consumed.
  mutating func readTypeName() throws -> String?
  /// The next key in the data that `keys` has; unknown keys are skipped with their values. Nil ends the record.
  ///
  /// - Parameter expected: The position that most likely comes next, which a reader may try first.
  mutating func nextProperty(in keys: PropertyIndex, expecting expected: Int) throws -> PropertyIndex.Match?

  mutating func beginDictionary() throws -> Int?
  /// The next key, or nil, which ends the dictionary.
  ///
  /// - Parameter isText: Whether keys are strings in Swift, too; otherwise they represent other values.
  mutating func nextKey(isText: Bool) throws -> String?

  /// Passes over one value of any shape.
  mutating func skipValue() throws

  /// Reads a value by its type's own `init(from:)`; ``CodedTree/decoder(codingPath:userInfo:)`` is one for it.
  mutating func readCodable(into address: UnsafeMutableRawPointer, as access: CodableAccess) throws

  // MARK: What only some formats tell apart

  /// Reads what a record has, which was just begun, if the format has a way of its own that is faster; false if the walk has
  /// to, and nothing was consumed. Precondition: as for the walk, of the type of whose map the slot is.
  mutating func readRecord(preparedIn slot: RecordSlot, into address: UnsafeMutableRawPointer) throws -> Bool
  /// Reads an `Array` in a way of the format's own; false, and nothing consumed, where the walk has to.
  mutating func readArray(of codec: Codec, into address: UnsafeMutableRawPointer) throws -> Bool
  /// Reads a struct, object or enum in a way of the format's own: a reference to an object, for example, that is read
  /// elsewhere. Returns false, with nothing consumed, if the walk has to read it.
  mutating func readNested(into address: UnsafeMutableRawPointer, as codec: Codec) throws -> Bool
  /// Whether the objects that values of the codec refer to are there as a whole, so that code of their types may run. Where
  /// not, the reader reads the value a second time when they are.
  mutating func isComplete(_ codec: Codec) -> Bool
  /// Reads the value of an existential. The default reads what ``DynamicValue`` writes.
  mutating func readExistential(into address: UnsafeMutableRawPointer, as codec: Codec) throws

  // MARK: Older data

  /// The versions that the record has which was just begun, or nil. Nothing is consumed.
  mutating func readVersions() throws -> ArchivedVersions?
  /// Calls `body` with the keys of the record that was just begun, and where their values are; then ends the record.
  mutating func readMembers<Result>(
    _ body: (_ reader: inout Self, _ members: [(key: String, value: RawValueLocation)]) throws -> Result
  ) throws -> Result
  /// Reads a value that ``readMembers(_:)`` has found, and comes back.
  mutating func reading<Result>(_ value: RawValueLocation, _ body: (inout Self) throws -> Result) throws -> Result
  /// A reader for values that are asked for out of turn, in the same place.
  func reader() throws -> Self
  /// Reads a value and all that it refers to, out of turn.
  mutating func readWhole(into address: UnsafeMutableRawPointer, as codec: Codec) throws
  /// Calls `body`, which reads values under a key of migrated properties.
  mutating func reading<Result>(under key: String, _ body: (inout Self) throws -> Result) throws -> Result
  /// Reads a member with `decode`, as the property at a position. If ``isComplete(_:)`` was false meanwhile, `decode` is
  /// called once more, when the graph is whole.
  mutating func readMember(
    _ position: Int, into address: UnsafeMutableRawPointer,
    _ decode: @escaping (_ reader: inout Self, _ address: UnsafeMutableRawPointer) throws -> Void) throws
}

extension CodingReader {
  @inline(__always)
  package var rules: ReadingRules { ReadingRules() }
  @inline(__always)
  package mutating func readArray(of codec: Codec, into address: UnsafeMutableRawPointer) throws -> Bool { false }
  @inline(__always)
  package mutating func readRecord(preparedIn slot: RecordSlot, into address: UnsafeMutableRawPointer) throws -> Bool {
    false
  }
  @inline(__always)
  package mutating func readNested(into address: UnsafeMutableRawPointer, as codec: Codec) throws -> Bool { false }
  package mutating func isComplete(_ codec: Codec) -> Bool { true }
}

extension CodingReader {
  /// A copy.
  package func reader() throws -> Self { self }
  package mutating func reading<Result>(
    under key: String, _ body: (inout Self) throws -> Result
  ) throws -> Result { try body(&self) }
  package mutating func readMember(
    _ position: Int, into address: UnsafeMutableRawPointer,
    _ decode: @escaping (_ reader: inout Self, _ address: UnsafeMutableRawPointer) throws -> Void
  ) throws { try decode(&self, address) }
  /// Not supported.
  package mutating func readMembers<Result>(
    _ body: (_ reader: inout Self, _ members: [(key: String, value: RawValueLocation)]) throws -> Result
  ) throws -> Result { throw unmigratable() }
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
    if !rules.acceptsNewerVersions { try versions()?.refuse(for: keys.owner) }
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

  /// The versions that are next: a number, or numbers under names; nil for anything else, which is none of ours. Nothing is
  /// consumed.
  private func versions() -> ArchivedVersions? {
    var reader = self
    if let version = try? reader.readInteger(as: Int.self) { return .single(version) }
    reader = self
    return try? reader.versionsByName()
  }

  package mutating func versionsByName() throws -> ArchivedVersions {
    var versions: [String: Int] = [:]
    _ = try beginDictionary()
    if rules.keysAreValues {
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
  /// Begins a record of any type.
  @inline(__always)
  package mutating func beginRecord() throws { try beginRecord(of: nil) }
  /// Begins an array.
  @inline(__always)
  package mutating func beginArray() throws -> Int? { try beginArray(isOrdered: true) }
  /// Whether the next value is null; consumes it if so.
  @inline(__always)
  package mutating func readNull() throws -> Bool { try readNull(forDefault: false) }
  @inline(__always)
  package mutating func readElement(_ read: (inout Self) throws -> Void) throws -> Bool {
    try read(&self)
    return true
  }
  /// The next key that is a string in Swift, too.
  @inline(__always)
  package mutating func nextKey() throws -> String? { try nextKey(isText: true) }
}
