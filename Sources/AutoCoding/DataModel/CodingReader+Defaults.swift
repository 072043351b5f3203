extension CodingReader {
  @inline(__always)
  package var limits: CodingLimits { rules.limits }
  package var trackedPath: TrackedPath? { nil }
  @inline(__always)
  package var reportedIssues: (any ReportedIssues)? { nil }

  @inline(__always)
  package var rules: ReadingRules { ReadingRules() }
  @inline(__always)
  package mutating func readRecord(preparedIn slot: RecordSlot, into address: UnsafeMutableRawPointer) throws -> Bool {
    false
  }
  @inline(__always)
  package mutating func readNested(into address: UnsafeMutableRawPointer, as codec: Codec) throws -> Bool { false }
  package mutating func isComplete(_ codec: Codec) -> Bool { true }
  package mutating func readTag(_ key: PropertyKey) throws -> String? { try searchTag(key) }
  package func mayRead(_ codec: Codec) -> Bool { true }
  /// Searches the record just begun for the text under a key, with a copy of the reader.
  package func searchTag(_ key: PropertyKey) throws -> String? {
    var reader = self
    while let found = try reader.nextKey(isText: key.isFixed) {
      if found == key.stringValue { return try reader.readTagText(key) }
      try reader.skipValue()
    }
    return nil
  }
  /// Reads the next value, which is the text or the integer under a key, and returns it as text.
  package mutating func readTagText(_ key: PropertyKey) throws -> String {
    do {
      return key.hasIntegerTags ? String(try readInteger(as: Int.self)) : try readString()
    } catch {
      throw error.prepending(key)
    }
  }
}

extension CodingReader {
  @inline(__always)
  package mutating func beginPayload(of type: Any.Type) throws { try beginRecord(of: type) }
  package func fixedKey(_ key: String, in keys: PropertyIndex) -> String { key }
  package var checksKeys: Bool { false }
  package mutating func passOver(unknownKey key: String, as converted: String, in keys: PropertyIndex) throws {}
  package mutating func beginProperties() throws -> String? {
    try beginRecord()
    return nil
  }
  package mutating func keepWeakReferences(_ values: [String: RawValueLocation]) {}
  /// Returns a copy.
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
    of keys: PropertyIndex?,
    _ body: (_ reader: inout Self, _ members: [RawMember]) throws -> Result
  ) throws -> Result { throw unmigratable() }
  /// Not supported.
  package mutating func reading<Result>(
    _ value: RawValueLocation, _ body: (inout Self) throws -> Result
  ) throws -> Result { throw unmigratable() }

  /// Returns the error of a reader that cannot return to values that it has skipped.
  package func unmigratable() -> DecodingError {
    .dataCorrupted(.init("This format cannot migrate data of older versions."))
  }

  /// Refuses data with versions above 0 for a type without versions, since that data is newer than the type. The
  /// versions are next, and are not consumed.
  ///
  /// - Throws: `DecodingError.dataCorrupted` for such versions, unless ``ReadingRules/acceptsNewerVersions`` is true.
  @inline(never)
  package mutating func refuseVersions(of keys: PropertyIndex) throws {
    if !rules.acceptsNewerVersions { try versions()?.refuse(for: keys.owner) }
  }

  /// Searches the keys for the versions, which are the first member if this library wrote the record.
  package mutating func readVersions() throws -> ArchivedVersions? {
    var reader = self
    var versions: ArchivedVersions?
    // A strategy of the encoder converted this key, too.
    while let key = try reader.nextKey(isText: false) {
      if key == ArchivedVersions.key {
        versions = reader.versions()
        if rules.keepsFirstOfDuplicateKeys { break }
      }
      try reader.skipValue()
    }
    return versions
  }

  /// Returns the versions that are next: a number, or numbers by name. Null is none. Nothing is consumed.
  package func versions() -> ArchivedVersions? {
    var reader = self
    if (try? reader.readNull()) == true { return nil }
    return .reading {
      try reader.readInteger(as: Int.self)
    } or: {
      var reader = self
      return try reader.versionsByName()
    }
  }

  @_semantics("optimize.sil.specialize.generic.never")
  @inline(never)
  package mutating func versionsByName() throws -> ArchivedVersions {
    var versions: [String: Int] = [:]
    let keepsFirst = rules.keepsFirstOfDuplicateKeys
    func note(_ version: Int, _ name: String) {
      if !keepsFirst || versions[name] == nil { versions[name] = version }
    }
    _ = try beginDictionary()
    if rules.keysAreValues {
      while try hasNextElement() {
        let name = try readString()
        guard try hasNextElement() else { throw DecodingError.oddNumberOfKeysAndValues }
        note(try readInteger(as: Int.self), name)
      }
    } else {
      while let name = try nextKey() { note(try readInteger(as: Int.self), name) }
    }
    return .levels(versions)
  }
}
