import AutoCoding

/// Classes and their subclasses.
extension SchemaBuilder {
  /// The schema of an object that is declared as a class, and may be of a subclass.
  func hierarchy(_ codec: RecordCodec, _ map: TypeMap.Storage) throws -> Schema {
    if let tags = map.tags { return try tagged(codec, map, tags) }
    var alternatives: [Schema] = []
    var hasOwnCode = false
    for subclass in TypeNames.types(where: { $0 != codec.type && TypeLookup.isSubclass($0, of: codec.type) })
      .sorted(by: { TypeNames.name(of: $0) < TypeNames.name(of: $1) })
    {
      // A class that no data can name, or that cannot be coded, is none that an object may be of.
      guard let name = try? TypeNames.writtenName(of: subclass), let below = try? codec.subclassCodec(subclass),
        let inner = try? below.map._withUnsafeGuaranteedRef({ $0 })
      else { continue }
      if coder.isDecoding {
        guard below.decodingDefault == .structure, TypeMap(inner).decodingError == nil else { continue }
      } else if try encodingDefault(of: below) != .structure {
        hasOwnCode = true
        continue
      }
      alternatives.append(try object(inner, tag: (TypeNames.classKey, constant(.string(name), type: "string"), true)))
    }
    guard !alternatives.isEmpty || hasOwnCode || coder.isDecoding && !isStrict && isClosed else {
      return try object(map)
    }
    // An object may name its class even if that is the declared one.
    let own = (codec.type as? any AutoCoding.Type).map { TypeNames.name(of: $0) } ?? ""
    let tag = (key: TypeNames.classKey, schema: constant(.string(own), type: "string"), isRequired: false)
    let base = try object(map, tag: coder.isDecoding && !isStrict ? tag : nil)
    if alternatives.isEmpty, !hasOwnCode { return base }
    let schemas = ([base] + alternatives).map { JSONValue.object($0) }
    guard hasOwnCode else { return [union: .array(schemas)] }
    let note: JSONValue = ["$comment": "Subclasses with their own Codable code."]
    if isStrict {
      return refuse(
        codec.type, "It has subclasses with their own Codable code.",
        remedy: "Declare a final class, or remove that code.")
    }
    return ["anyOf": .array(schemas + [note])]
  }

  /// The schema of an object whose class is named by the tags of a type key.
  private func tagged(_ codec: RecordCodec, _ map: TypeMap.Storage, _ tags: TypeMap.Tags) throws -> Schema {
    let key = coder.key(tags.key)
    var alternatives: [Schema] = []
    var hasSubclasses = false
    for (tag, type) in tags.types where TypeLookup.isSubclass(type, of: codec.type) {
      let below = try codec.subclassCodec(type)
      if type != codec.type { hasSubclasses = true }
      guard coder.isDecoding ? below.decodingDefault == .structure : try encodingDefault(of: below) == .structure else {
        continue
      }
      let inner = try below.map._withUnsafeGuaranteedRef { $0 }
      // Of several tags of a class, the first is written, unless a property holds another one.
      if !coder.isDecoding, let own = inner.tags, own.ownKey != nil, own.tag != tag { continue }
      if coder.isDecoding, TypeMap(inner).decodingError != nil { continue }
      alternatives.append(try object(inner, tag: (key, constant(tag: tag, tags.key), true)))
    }
    let isListed = tags.types.contains { $0.type == codec.type }
    if coder.isDecoding, !isStrict, tags.takesUnknown || !hasSubclasses {
      // The tag may be missing. If any tag is taken, it may be one that is not listed.
      let known = JSONValue.array(tags.types.map { value(ofTag: $0.tag, tags.key) })
      let absent: Schema =
        tags.takesUnknown
        ? ["type": tags.key.hasIntegerTags ? "integer" : "string", "not": ["enum": known]] : ["not": [:]]
      let base = try object(map, tag: (key, absent, false))
      alternatives.append(base)
    } else if !coder.isDecoding, !isListed, tags.takesUnknown, codec.type == tags.base {
      alternatives.append(try object(map))
    }
    return self.alternatives(alternatives, of: codec.type)
  }
}
