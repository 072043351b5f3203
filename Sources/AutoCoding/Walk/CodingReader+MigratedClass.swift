/// The class of an object whose properties a migration has changed, as the data or the migration names it.
extension CodingReader {
  /// Returns the codec of the class that properties name for an object of a declared class; otherwise the declared one.
  ///
  /// - Throws: `DecodingError` if data cannot name the class, as for an object that no migration has changed.
  mutating func codec(of declared: RecordCodec, for properties: ArchivedProperties) throws -> RecordCodec {
    guard declared.isClass, let declaredType = Conformances.cast(declared.type, to: (any AutoCoding.Type).self) else {
      return declared
    }
    if let name = properties.entries.className {
      if TypeNames.isName(name, of: declaredType) { return declared }
      return try declared.codec(ofSubclass: TypeNames.subclass(named: name, of: declaredType), named: name)
    }
    guard rules.readsTypeTags else { return declared }
    if declared.hasTypeKey, let tags = try declared.map._withUnsafeGuaranteedRef(\.tags) {
      let type = try taggedType(of: properties, tags)
      return type == declared.type ? declared : try declared.codec(ofSubclass: type, named: TypeLookup.name(of: type))
    }
    do {
      guard let name = try tag(under: TypeNames.classPropertyKey, of: properties) else { return declared }
      return try declared.subclassCodec(named: name)
    } catch let error where error.isOfNull {
      return declared
    }
  }

  private mutating func taggedType(of properties: ArchivedProperties, _ tags: TypeMap.Tags) throws
    -> any AutoCoding.Type
  {
    let tag: String?
    do {
      tag = try self.tag(of: properties, tags)
    } catch {
      throw tags.explaining(error, keys: properties.members.keys)
    }
    let type = try tags.type(tagged: tag, keys: properties.members.keys)
    if tag == nil, let name = try self.tag(under: TypeNames.classPropertyKey, of: properties) {
      throw tags.refusal(ofName: name)
    }
    return type
  }

  private mutating func tag(of properties: ArchivedProperties, _ tags: TypeMap.Tags) throws -> String? {
    do {
      return try tag(under: tags.key, of: properties)
    } catch {
      guard tags.takesUnknown, error.isOfNull else { throw error }
      return nil
    }
  }

  /// Returns the text under the key of a tag or of class names; nil if there is none.
  private mutating func tag(under key: PropertyKey, of properties: ArchivedProperties) throws -> String? {
    guard let value = properties.value(under: key, keepingFirst: rules.keepsFirstOfDuplicateKeys) else { return nil }
    switch value.content {
    case .archived(let raw):
      // After an error, a reader may be at another place.
      var reader = try reader()
      return try reader.reading(raw) { try $0.readTagText(key) }
    case .set(let set):
      do {
        if key.hasIntegerTags {
          return try String(withValue(of: Int.self) { try set.convert($0, Int.self, limits) })
        }
        return try withValue(of: String.self) { try set.convert($0, String.self, limits) }
      } catch {
        throw error.prepending(key)
      }
    case .nested:
      throw DecodingError.typeMismatch(
        String.self,
        .init(
          codingPath: [key], debugDescription: "The migration set nested properties in place of the name of a class."))
    }
  }

  /// Whether properties are a part of the record at an address, rather than those of an object of another class, or of
  /// none that is known.
  mutating func isPart(
    _ properties: ArchivedProperties, of record: RecordCodec, at address: UnsafeRawPointer
  ) throws -> Bool {
    guard record.isClass, let type = type(of: address.value(as: AnyObject.self)) as? any AutoCoding.Type else {
      return !record.isClass
    }
    if let name = properties.entries.className { return TypeNames.isName(name, of: type) }
    guard rules.readsTypeTags else { return true }
    do {
      if record.hasTypeKey, let tags = try record.map._withUnsafeGuaranteedRef(\.tags) {
        guard let tag = try tag(of: properties, tags) else { return true }
        return try tags.type(tagged: tag, keys: []) == type
      }
      return try tag(under: TypeNames.classPropertyKey, of: properties).map { TypeNames.isName($0, of: type) } ?? true
    } catch {
      // The value is decoded as a whole: null stands for the declared class, and anything else is the same error.
      return false
    }
  }
}

extension ArchivedProperties {
  /// Returns the value under the key of a tag or of class names: what the migration has set, or else what the data has.
  fileprivate func value(under key: PropertyKey, keepingFirst: Bool) -> Value? {
    if let value = self[storedUnder: key.stringValue] { return value }
    let reserved = entries.reserved
    return (keepingFirst ? reserved.first { $0.key == key.stringValue } : reserved.last { $0.key == key.stringValue })?
      .value
  }
}
