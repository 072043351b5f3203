import AutoCoding

/// Enums with payloads.
extension SchemaBuilder {
  func enumeration(_ map: TypeMap.Storage, _ cases: TypeMap.Cases) throws -> Schema {
    if let tags = cases.tags {
      var alternatives = try cases.index.keys.indices.compactMap {
        // A struct for unknown data is decoded from objects with any other tag, or none.
        $0 == cases.unknown && coder.isDecoding && !isStrict && tags.contents[$0].isOfProperties
          ? nil : try taggedCase(cases.index.keys[$0], tags, tags.contents[$0])
      }
      if !isStrict, let unknown = try unknownCase(of: cases, tags) { alternatives.append(unknown) }
      return self.alternatives(alternatives, of: map.type)
    }
    if let codecs = cases.untagged {
      let schemas = try zip(cases.index.keys, codecs).map { key, codec in
        try within(key.stringValue) { try codec.map { try schema(of: $0) } ?? ["type": "null"] }
      }
      // Several may fit.
      return schemas.count > 1
        ? ["anyOf": .array(schemas.map { .object($0) })] : self.alternatives(schemas, of: map.type)
    }
    let alternatives = try zip(cases.index.keys, cases.payloads).map { key, payload in
      try within(key.stringValue) {
        var members = SchemaMembers()
        addVersions(of: map, to: &members)
        let content = try payload.map { try object($0) } ?? SchemaMembers().schema(isClosed: isClosed)
        members.add(coder.key(key), content, isRequired: true)
        return members.schema(isClosed: isClosed)
      }
    }
    return self.alternatives(alternatives, of: map.type)
  }

  /// The value of a tag under a key: text or an integer.
  func value(ofTag tag: String, _ key: PropertyKey) -> JSONValue {
    key.integer(of: tag).map { .number(JSONNumber($0)) } ?? .string(tag)
  }

  /// The schema of a tag.
  func constant(tag: String, _ key: PropertyKey) -> Schema {
    constant(value(ofTag: tag, key), type: key.hasIntegerTags ? "integer" : "string")
  }

  /// The schema of a value that is valid by one of some schemas.
  func alternatives(_ schemas: [Schema], of type: Any.Type) -> Schema {
    if schemas.count > 1 { return [union: .array(schemas.map { .object($0) })] }
    if let only = schemas.first { return only }
    if isStrict { return refuse(type, "It has no values.", remedy: "Name the property in unEncodedProperties.") }
    return ["not": [:]]
  }

  private func taggedCase(
    _ name: PropertyKey, _ tags: TypeMap.CaseTags, _ content: TypeMap.CaseTags.Content
  ) throws -> Schema? {
    let tag = (key: coder.key(tags.key), schema: constant(tag: name.stringValue, tags.key), isRequired: true)
    return try within(name.stringValue) {
      switch content {
      case .values(let map): return try object(map, tag: tag)
      case .properties(let map, let codec as RecordCodec):
        let isByProperties = try coder.isDecoding || encodingDefault(of: codec) == .structure
        return isByProperties ? try object(map, tag: tag) : try ownPayload(codec.type, tag: tag)
      case .properties(let map, _): return try object(map, tag: tag)
      case .own(let access):
        guard let type = access.codableType, let codec = try Discovery.codec(for: type).record,
          try (coder.isDecoding ? codec.decodingDefault : encodingDefault(of: codec)) == .structure
        else { return try ownPayload(nil, tag: tag) }
        return try codec.map._withUnsafeGuaranteedRef { try object($0, tag: tag) }
      case .whole: return nil
      }
    }
  }

  /// The schema of data that names no case, or the one for unknown data, and is that case's value; nil if there is none.
  private func unknownCase(of cases: TypeMap.Cases, _ tags: TypeMap.CaseTags) throws -> Schema? {
    guard let unknown = cases.unknown else { return nil }
    let key = coder.key(tags.key)
    let others = cases.index.keys.indices.filter { $0 != unknown }
      .flatMap { [cases.index.keys[$0]] + cases.formerKeys[$0] }.map { value(ofTag: $0.stringValue, tags.key) }
    let found: Schema? = try within(cases.index.keys[unknown].stringValue) {
      switch tags.contents[unknown] {
      case .whole(let codec): try self.schema(of: codec)
      case .properties(let map, _) where coder.isDecoding: try object(map, tag: (key, [:], isRequired: false))
      case .properties, .values, .own: nil
      }
    }
    guard var schema = found else { return nil }
    guard !others.isEmpty else { return schema }
    if schema["not"] != nil { schema = ["anyOf": [.object(schema)]] }
    schema["not"] = [
      "type": "object", "properties": .object([key: ["enum": .array(others)]]), "required": [.string(key)],
    ]
    return schema
  }

  /// The schema of a case whose payload's own code encodes the members beside the tag.
  private func ownPayload(_ type: Any.Type?, tag: (key: String, schema: Schema, isRequired: Bool)) throws -> Schema {
    if isStrict {
      return refuse(
        type ?? Any.self, "The payload has its own Codable code, which a schema cannot see.",
        remedy: "Conform it to AutoCoding without that code.")
    }
    var members = SchemaMembers()
    members.add(tag.key, tag.schema, isRequired: true)
    var schema = members.schema(isClosed: false)
    schema["$comment"] = "The payload has its own Codable code."
    return schema
  }
}

extension TypeMap.CaseTags.Content {
  /// Whether it is a struct whose properties are beside the tag.
  fileprivate var isOfProperties: Bool { if case .properties = self { true } else { false } }
}
