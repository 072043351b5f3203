/// Objects of classes that are named by the tags of a type key.
extension CodableBridge {
  /// Encodes what precedes the properties of a value: the tag of a class, and the versions of the type.
  @inline(never)
  static func encodeHeader(
    of base: UnsafeRawPointer, map: TypeMap.Storage, in container: inout KeyedEncodingContainer<PropertyKey>
  ) throws {
    if let tags = map.tags, let tag = try tags.writtenTag(of: base, codingPath: container.codingPath) {
      try encode(tag: tag, forKey: tags.key, in: &container)
    }
    if let versions = map.versions { try encode(versions, in: &container) }
  }

  /// Encodes a tag, which is text or an integer.
  static func encode(
    tag: String, forKey key: PropertyKey, in container: inout KeyedEncodingContainer<PropertyKey>
  ) throws {
    if let integer = key.integer(of: tag) { return try container.encode(integer, forKey: key) }
    try container.encode(tag, forKey: key)
  }

  /// Returns the tag under a key as text; nil if the key is missing.
  ///
  /// - Parameter takesNull: Whether null is a missing key.
  static func decodeTag(
    forKey key: PropertyKey, in container: KeyedDecodingContainer<PropertyKey>, takesNull: Bool = false
  ) throws -> String? {
    if key.hasIntegerTags {
      if takesNull { return try container.decodeIfPresent(Int.self, forKey: key).map { String($0) } }
      return container.contains(key) ? String(try container.decode(Int.self, forKey: key)) : nil
    }
    if takesNull { return try container.decodeIfPresent(String.self, forKey: key) }
    return container.contains(key) ? try container.decode(String.self, forKey: key) : nil
  }

  /// Returns the class that the tag of an object names.
  @inline(never)
  static func taggedType(
    _ tags: TypeMap.Tags, in container: KeyedDecodingContainer<PropertyKey>, of decoder: any Decoder
  ) throws -> any AutoCoding.Type {
    let tag: String?
    do {
      // A property that holds the tag may be written as null.
      tag = try decodeTag(forKey: tags.key, in: container, takesNull: tags.takesUnknown)
    } catch {
      throw tags.explaining(error, keys: keysForError(of: decoder))
    }
    let name = tag == nil ? try container.decodeIfPresent(String.self, forKey: TypeNames.classPropertyKey) : nil
    do {
      let type = try tags.type(tagged: tag, keys: keysForError(of: decoder))
      if let name { throw tags.refusal(ofName: name) }
      return type
    } catch {
      throw error.prepending(container.codingPath)
    }
  }

  /// Returns keys of the object that a decoder decodes, for an error about its tag.
  @inline(never)
  static func keysForError(of decoder: any Decoder) -> [String] {
    let keys = try? decoder.container(keyedBy: EveryKey.self).allKeys
    return (keys ?? []).map(\.stringValue)
  }
}
