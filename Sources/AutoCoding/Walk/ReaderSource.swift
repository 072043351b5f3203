/// An ``ArchivedSource`` over a format's reader.
final class ReaderSource<Reader: CodingReader>: ArchivedSource {
  private var reader: Reader

  init(_ reader: Reader) {
    self.reader = reader
    super.init(keepsFirstOfDuplicateKeys: reader.rules.keepsFirstOfDuplicateKeys)
  }

  override func decode(
    _ value: ArchivedProperties.Value, into address: UnsafeMutableRawPointer, as codec: Codec
  ) throws {
    // Decode in place: not every reader can be copied.
    guard codec.refersToObjects else { return try reader.decodeOutOfOrder(value, into: address, as: codec) }
    var fresh = try reader.reader()
    try fresh.decodeOutOfOrder(value, into: address, as: codec)
  }

  override func members(
    of value: RawValueLocation
  ) throws -> (ArchivedVersions?, [(key: String, value: RawValueLocation)]) {
    try reader.reading(value) { reader in
      try reader.beginRecord()
      let versions = try reader.readVersions()
      return (versions, try reader.readMembers(areKeysFixed: false) { $1 })
    }
  }
}

extension ArchivedProperties {
  /// - Parameter keepsFirst: Whether the first of several values under one key counts, rather than the last.
  package init(
    _ members: [(key: String, value: RawValueLocation)], versions: ArchivedVersions?, source: ArchivedSource,
    keepsFirst: Bool
  ) {
    var counted: [(key: String, value: Value)] = []
    counted.reserveCapacity(members.count)
    // Few keys are compared with each other, many are looked up.
    var known: [String: Int]? = members.count > 16 ? [:] : nil
    var dropped: Set<Int> = []
    for (key, location) in members where key != TypeNames.classKey && key != ArchivedVersions.key {
      let earlier = known.map { $0[key] } ?? counted.lastIndex { $0.key == key }
      if let earlier {
        if keepsFirst { continue }
        dropped.insert(earlier)
      }
      known?[key] = counted.count
      counted.append((key, Value(content: .archived(location))))
    }
    if !dropped.isEmpty { counted = counted.indices.filter { !dropped.contains($0) }.map { counted[$0] } }
    self.init(members: counted, versions: versions, source: source)
  }
}

extension ArchivedSource {
  private func checkOpen() throws {
    guard isOpen else {
      throw DecodingError.dataCorrupted(
        .init(codingPath: [], debugDescription: "ArchivedProperties were used after migrate(_:from:) had returned."))
    }
  }

  /// Decodes a value.
  func decode<Value: Decodable>(
    _ type: Value.Type, _ value: ArchivedProperties.Value, as codec: Codec
  ) throws -> Value {
    try checkOpen()
    return try withValue(of: type) { try decode(value, into: $0, as: codec) }
  }

  /// The properties of a value.
  func properties(of value: ArchivedProperties.Value) throws -> ArchivedProperties {
    try checkOpen()
    switch value.content {
    case .nested(let properties): return properties
    case .archived(let raw):
      let (versions, members) = try members(of: raw)
      return ArchivedProperties(members, versions: versions, source: self, keepsFirst: keepsFirstOfDuplicateKeys)
    case .set(let value):
      throw DecodingError.typeMismatch(
        [String: Any].self,
        .init(
          codingPath: [],
          debugDescription:
            "This migration set the value to a \(Swift.type(of: value.value)), which has no nested properties."))
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
