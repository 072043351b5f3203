/// Objects of classes that are named by the tags of a type key.
extension CodingWriter {
  /// Returns the type to name under `$class` for an object of another class than the declared one; nil if its tag names
  /// it.
  ///
  /// - Parameter codec: The codec of the object's own class, which has a type key.
  @inline(never)
  func namedType(
    _ dynamic: any AutoCoding.Type, at address: UnsafeRawPointer, as codec: RecordCodec, declared: Any.Type
  ) throws -> (any AutoCoding.Type)? {
    // A class with its own `encode(to:)` writes its tag itself.
    guard rules.writesTypeTags, codec.encodingDefault(of: address) == .structure else { return dynamic }
    let tagsCover = try codec.map._withUnsafeGuaranteedRef { $0.tags?.cover(declared) }
    return tagsCover == true ? nil : dynamic
  }

  /// Writes what precedes the properties in a record that was begun: the tag of a class, and the versions of the type.
  @inline(never)
  mutating func writeHeader(of base: UnsafeRawPointer, map: TypeMap.Storage) throws {
    if let tags = map.tags, rules.writesTypeTags, let tag = try tags.writtenTag(of: base) {
      try write(tag: tag, forKey: tags.key)
    }
    if let versions = map.versions { try write(versions.archived) }
  }

  /// Writes a tag, which is text or an integer, with its key.
  mutating func write(tag: String, forKey key: PropertyKey) throws {
    try writeKey(key)
    if let integer = key.integer(of: tag) { return try write(integer) }
    try write(tag)
  }
}
