/// Decodes objects of an archive as the types that a type's own `Codable` code asks for.
extension CodedObject {
  /// Decodes the value under a key; returns nil if it is missing or null.
  @_semantics("optimize.sil.specialize.generic.never")
  @inline(never)
  package func value<Value: Decodable>(_ type: Value.Type, forKey key: String) throws -> Value? {
    guard let tree = values.first(where: { $0.key == key })?.value else { return nil }
    if case .null = tree { return nil }
    do {
      return try tree.decoder().singleValueContainer().decode(type)
    } catch {
      throw error.prepending(DynamicKey(key))
    }
  }

  /// Decodes the value under a required key.
  package func requiredValue<Value: Decodable>(_ type: Value.Type, forKey key: String) throws -> Value {
    guard let value = try value(type, forKey: key) else { throw corrupted("without a value for '\(key)'.") }
    return value
  }

  /// Whether a type has declared the class: as its own name or as one of its former names.
  func isDeclared(by type: Any.Type) -> Bool {
    if let type = Conformances.cast(type, to: (any AutoCoding.Type).self) {
      return TypeNames.isName(className, of: type)
    }
    #if canImport(ObjectiveC)
    if let type = type as? AnyClass, className == _typeName(type, qualified: false),
      Conformances.includes(type, (any NSObjectProtocol.Type).self)
    {
      return true
    }
    #endif
    return className == _typeName(type, qualified: true)
  }

  /// Returns what the code of a type that declares the object's class decodes: what its `encode(to:)` wrote, or else the
  /// properties, or the case with its values. The latter are under the keys that archives have.
  func contents(of type: Any.Type) -> (tree: CodedTree, hasArchiveKeys: Bool) {
    guard let model = Conformances.cast(type, to: (any AutoCoding.Type).self),
      let map = try? TypeMap.storage(for: model).takeUnretainedValue()
    else { return (.dictionary(values), true) }
    // A property may have the key of what the code wrote.
    if values.count == 1, values[0].key == DynamicValue.valueKey, map.index.match(DynamicValue.valueKey) == nil {
      return (values[0].value, false)
    }
    guard case .enumeration = map.shape else { return (.dictionary(values), true) }
    // A payload has the class of its tuple, or of its only value.
    let values = values.map { key, value in
      if case .object(let payload) = value { (key, CodedTree.dictionary(payload.values)) } else { (key, value) }
    }
    return (.dictionary(values), true)
  }

  /// Returns the Foundation value that the object represents; nil for any other type.
  func foundationValue<Value>() throws -> Value? {
    guard let type = Conformances.cast(Value.self, to: (any ArchivedAsObject.Type).self) else { return nil }
    guard type.archivedClassNames.contains(className) else { throw Self.refusal(ofClass: className, as: type) }
    return try type.init(archived: self) as? Value
  }

  /// The error for an object of a class that the type has not declared.
  static func refusal(
    ofClass className: String, as type: Any.Type, codingPath: [any CodingKey] = []
  ) -> DecodingError {
    let name = TypeLookup.name(of: type)
    let shownName = "'\(className.shortened)'"
    let remedy =
      if Conformances.includes(type, (any AutoCoding.Type).self) {
        "If the type was renamed, name the old one in formerTypeNames."
      } else if Conformances.includes(type, (any ArchivedAsObject.Type).self) {
        "Declare the property as the type that the class stands for."
      } else {
        """
        If the class is an old name of \(name), conform the type to AutoCoding and name the class in formerTypeNames. Of \
        Foundation's types, some are read only if AutoCodingFoundation is imported.
        """
      }
    let explanation =
      "Expected an object of \(name), but the archive has one of class \(shownName), which is not allowed here."
    // An unknown class has been renamed or is not loaded.
    let isUnknown = Conformances.includes(type, (any AutoCoding.Type).self) && TypeNames.type(named: className) == nil
    return .typeMismatch(
      type,
      .init(
        codingPath: codingPath, debugDescription: "\(explanation) \(remedy)",
        underlyingError: isUnknown ? DataRefusal(.unknownType, explanation, remedy: remedy) : nil))
  }
}
