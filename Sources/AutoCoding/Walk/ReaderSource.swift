/// An ``ArchivedSource`` over a format's reader.
final class ReaderSource<Reader: CodingReader>: ArchivedSource {
  private var reader: Reader

  /// - Parameter notesUse: Whether to note which keys a migration uses: all others may be unknown.
  init(_ reader: Reader, notesUse: Bool) {
    self.reader = reader
    super.init(keepsFirstOfDuplicateKeys: reader.rules.keepsFirstOfDuplicateKeys, notesUse: notesUse)
  }

  override func decode(
    _ value: ArchivedProperties.Value, into address: UnsafeMutableRawPointer, as codec: Codec
  ) throws {
    // Decode in place: not every reader can be copied.
    guard codec.refersToObjects else {
      return try reader.reading(placeOf: value) { try $0.decodeOutOfOrder(value, into: address, as: codec) }
    }
    var fresh = try reader.reader()
    try fresh.reading(placeOf: value) { try $0.decodeOutOfOrder(value, into: address, as: codec) }
  }

  override func members(of value: RawValueLocation) throws -> Members {
    try reader.reading(value) { reader in
      var members = Members()
      members.className = try reader.beginProperties()
      members.versions = try reader.readVersions()
      members.list = try reader.readMembers(of: nil) { $1 }
      return members
    }
  }
}

extension ArchivedProperties {
  /// - Parameters:
  ///   - keepsFirst: Whether the first of several values under one key counts, rather than the last.
  ///   - path: The keys that lead to the properties, from the record that is migrated.
  package init(
    _ members: [RawMember], versions: ArchivedVersions?, source: ArchivedSource,
    keepsFirst: Bool, path: [String] = []
  ) {
    var counted = ArchivedMembers()
    for member in members where !member.isReserved {
      if counted.contains(member.key) {
        if keepsFirst { continue }
        counted[member.key] = nil
      }
      counted[member.key] = Value(member, of: source, within: path)
    }
    self.init(members: counted, versions: versions, source: source)
  }
}

extension ArchivedProperties.Entries {
  fileprivate init(_ members: ArchivedSource.Members, of source: ArchivedSource, within path: [String]) {
    reserved = members.list.filter(\.isReserved).map {
      ($0.key, ArchivedProperties.Value($0, of: source, within: path))
    }
    className = members.className
    guard members.list.contains(where: { $0.key != $0.keyInData }) else { return }
    var known: [String: String] = [:]
    for member in members.list {
      let (key, text) = (member.key, member.keyInData)
      if let other = known.updateValue(text, forKey: key), other != text { merged = (other, text) }
      if text != key { originals[key] = text }
    }
  }
}

extension ArchivedProperties.Value {
  fileprivate init(_ member: RawMember, of source: ArchivedSource, within path: [String]) {
    self.init(content: .archived(member.value), path: path + [member.keyInData], source: source)
  }
}

extension RawMember {
  fileprivate var isReserved: Bool { TypeNames.isOwnKey(key) }
}

extension ArchivedSource {
  private func checkOpen() throws {
    guard isOpen else {
      throw DecodingError.dataCorrupted(.init("ArchivedProperties were used after migrate(_:from:) had returned."))
    }
  }

  /// Checks that a value, or each value within it, is one of this data: in other data there is another one in its place.
  func check(_ value: ArchivedProperties.Value) throws {
    switch value.content {
    case .archived:
      guard value.source === self else {
        throw DecodingError.dataCorrupted(
          .init(
            """
            A migration set an undecoded value of other data. Decode it while the migrate(_:from:) runs that has it, and \
            encode what it is.
            """))
      }
    case .nested(let properties): try check(properties)
    case .set: break
    }
  }

  /// Checks that all values are of this data.
  func check(_ properties: ArchivedProperties) throws {
    for (key, value) in properties.members {
      do {
        try check(value)
      } catch {
        throw error.prepending(DynamicKey(key))
      }
    }
  }

  /// Decodes a value.
  func decode<Value: Decodable>(
    _ type: Value.Type, _ value: ArchivedProperties.Value, as codec: Codec
  ) throws -> Value {
    try checkOpen()
    try check(value)
    return try withValue(of: type) { try decode(value, into: $0, as: codec) }
  }

  /// The properties of a value.
  func properties(of value: ArchivedProperties.Value) throws -> ArchivedProperties {
    try checkOpen()
    try check(value)
    switch value.content {
    case .nested(let properties): return properties
    case .archived(let raw):
      let members = try members(of: raw)
      var properties = ArchivedProperties(
        members.list, versions: members.versions, source: self, keepsFirst: keepsFirstOfDuplicateKeys, path: value.path)
      properties.entries = ArchivedProperties.Entries(members, of: self, within: value.path)
      return properties
    case .set(let value):
      throw DecodingError.typeMismatch(
        [String: Any].self,
        .init("This migration set the value to a \(Swift.type(of: value.value)), which has no nested properties."))
    }
  }

  /// Makes the properties readable while `migrate` runs.
  func migrating<Result>(_ migrate: () throws -> Result) rethrows -> Result {
    let wasOpen = isOpen
    isOpen = true
    defer { isOpen = wasOpen }
    return try migrate()
  }
}
