extension CodableBridge {
  static func encodeCase(
    at address: UnsafeRawPointer, map: TypeMap.Storage, cases: TypeMap.Cases, to encoder: any Encoder
  ) throws {
    if let tags = cases.tags { return try encodeTaggedCase(at: address, cases: cases, tags, to: encoder) }
    if let codecs = cases.untagged { return try encodeUntaggedCase(at: address, cases: cases, codecs, to: encoder) }
    var container = encoder.container(keyedBy: PropertyKey.self)
    if let versions = map.versions { try encode(versions, in: &container) }
    try encodeCase(at: address, cases: cases, in: &container)
  }

  /// Encodes a case under its name.
  static func encodeCase(
    at address: UnsafeRawPointer, cases: TypeMap.Cases, in container: inout KeyedEncodingContainer<PropertyKey>
  ) throws {
    let position = cases.layout.position(of: address)
    var nested = container.nestedContainer(keyedBy: PropertyKey.self, forKey: cases.index.keys[position])
    guard let payload = cases.payloads[position] else { return }
    try cases.layout.withPayload(of: address, case: position) {
      try encodeProperties(of: $0, map: payload, in: &nested)
    }
  }

  static func decodeCase(
    into address: UnsafeMutableRawPointer, map: TypeMap.Storage, cases: TypeMap.Cases, from decoder: any Decoder
  ) throws {
    if FoundationCoders.isForeign(type(of: decoder)), !cases.index.hasIntegerKeys {
      return try decodeCaseInOneContainer(into: address, map: map, cases: cases, from: decoder)
    }
    let container = try decoder.container(keyedBy: PropertyKey.self)
    try checkVersions(of: map, cases.index, in: container)
    guard let (position, key) = try found(in: container, map: map, cases: cases, decoder) else {
      return try cases.initializeUnknown(address, map, codingPath: container.codingPath)
    }
    try decodeCase(
      position, into: address, cases, from: container.nestedContainer(keyedBy: PropertyKey.self, forKey: key))
  }

  /// Decodes a case from another library's decoder, some of which trap if they are asked for a second container, or if a key
  /// type makes no key of one in the data.
  @inline(never)
  private static func decodeCaseInOneContainer(
    into address: UnsafeMutableRawPointer, map: TypeMap.Storage, cases: TypeMap.Cases, from decoder: any Decoder
  ) throws {
    let container = try decoder.container(keyedBy: EveryKey.self)
    let keys = container.allKeys
    if map.versions != nil || keys.contains(where: { $0.stringValue == ArchivedVersions.key }) {
      try checkVersions(of: map, cases.index, in: decoder.container(keyedBy: PropertyKey.self))
    }
    var found: (position: Int, key: EveryKey)?
    for key in keys {
      guard let position = cases.index.match(key.stringValue)?.position else { continue }
      if let found { throw map.ambiguousCase(found.position, position, codingPath: container.codingPath) }
      found = (position, key)
    }
    guard let (position, key) = found else {
      return try cases.initializeUnknown(address, map, codingPath: container.codingPath)
    }
    try decodeCase(
      position, into: address, cases, from: container.nestedContainer(keyedBy: PropertyKey.self, forKey: key))
  }

  private static func decodeCase(
    _ position: Int, into address: UnsafeMutableRawPointer, _ cases: TypeMap.Cases,
    from container: KeyedDecodingContainer<PropertyKey>
  ) throws {
    let payload = cases.payloads[position]
    try cases.layout.initialize(address, case: position) { memory in
      if let payload { try decodeProperties(into: memory, map: payload, from: container) }
    }
  }

  /// Returns the only case in the data, and its current or former key; nil if the data names none.
  private static func found(
    in container: KeyedDecodingContainer<PropertyKey>, map: TypeMap.Storage, cases: TypeMap.Cases,
    _ decoder: any Decoder
  ) throws -> (position: Int, key: PropertyKey)? {
    if cases.index.hasIntegerKeys {
      // Integer keys match by number: the text of a key made from the data may differ.
      let found = cases.index.keys.indices.filter { container.contains(cases.index.keys[$0]) }
      if found.count > 1 { throw map.ambiguousCase(found[0], found[1], codingPath: container.codingPath) }
      if let position = found.first { return (position, cases.index.keys[position]) }
    }
    let keys = FoundationCoders.keys(of: container)
    // A few look-ups cost less than making a key from the data.
    if cases.index.keys.count <= 8, keys != nil || !FoundationCoders.isForeign(type(of: decoder)),
      (keys?.count ?? PropertyKey.count(of: container)) == 1,
      let position = cases.index.keys.firstIndex(where: { container.has($0, in: keys) })
    {
      return (position, cases.index.keys[position])
    }
    var found: (position: Int, key: PropertyKey)?
    for key in try decoder.container(keyedBy: EveryKey.self).allKeys {
      guard let match = cases.index.match(key.stringValue) else { continue }
      if let found { throw map.ambiguousCase(found.position, match.position, codingPath: container.codingPath) }
      found = (match.position, cases.key(of: match))
    }
    return found
  }
}
