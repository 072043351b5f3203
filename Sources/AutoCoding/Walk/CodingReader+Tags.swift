/// Objects of classes that are named by the tags of a type key.
extension CodingReader {
  /// Returns the class that the data names under `$class` for the record just begun, or nil, and consumes nothing. Only
  /// called for classes.
  @inline(__always)
  package mutating func readTypeName() throws -> String? {
    rules.readsTypeTags ? try readTag(TypeNames.classPropertyKey) : nil
  }

  /// As ``readTypeName()``, for an object of a declared class. Null, which a merge patch has for a name that is gone, is no
  /// name.
  @inline(__always)
  mutating func readSubclassName() throws -> String? {
    do {
      return try readTypeName()
    } catch let error where error.isOfNull {
      return nil
    }
  }

  /// Reads the object whose record was begun. The record's tag names its class.
  ///
  /// Precondition: the declared class has a type key.
  @inline(never)
  mutating func decodeTagged(
    into address: UnsafeMutableRawPointer, as declared: RecordCodec, map: TypeMap.Storage
  ) throws {
    guard let tags = map.tags, case let type = try readType(tags), type != declared.type else {
      return try decodeProperties(into: address, map: map)
    }
    let codec = try declared.codec(ofSubclass: type, named: TypeLookup.name(of: type))
    let scope = TypeScope.enterValue(.passUnretained(codec))
    defer { scope.end() }
    try codec.map._withUnsafeGuaranteedRef { try decodeProperties(into: address, map: $0) }
  }

  /// Returns the class that the record just begun names, and consumes nothing.
  private mutating func readType(_ tags: TypeMap.Tags) throws -> any AutoCoding.Type {
    let tag: String?
    do {
      tag = try readTag(of: tags)
    } catch {
      throw tags.explaining(error, keys: keysForError(beside: tags.key))
    }
    let type = try tags.type(tagged: tag, keys: keysForError(beside: tags.key))
    if tag == nil, let name = try readTypeName() { throw tags.refusal(ofName: name) }
    return type
  }

  /// Returns the tag that the record just begun has; nil if it is missing, or null in a hierarchy that takes unknown tags:
  /// a property that holds the tag may be written so.
  private mutating func readTag(of tags: TypeMap.Tags) throws -> String? {
    do {
      return try readTag(tags.key)
    } catch {
      guard tags.takesUnknown, error.isOfNull else { throw error }
      return nil
    }
  }

  /// Whether the record just begun is a part of an object of a class, rather than an object of another class, or of none
  /// that is known. A part needs no tag.
  mutating func isPart(of dynamic: Any.Type, _ tags: TypeMap.Tags) -> Bool {
    do {
      guard let tag = try readTag(of: tags) else { return true }
      return try tags.type(tagged: tag, keys: []) == dynamic
    } catch {
      return false
    }
  }

  /// Returns keys of the record just begun, for an error about its tag, and consumes nothing.
  @_semantics("optimize.sil.specialize.generic.never")
  @inline(never)
  func keysForError(beside tag: PropertyKey) -> [String] {
    var reader = self
    var keys: [String] = []
    while !keys.areEnoughForError, let key = try? reader.nextKey(isText: tag.isFixed) {
      keys.append(key)
      guard (try? reader.skipValue()) != nil else { break }
    }
    return keys
  }
}
