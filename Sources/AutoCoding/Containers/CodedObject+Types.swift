/// What objects of an archive are decoded as, when a type's own `Codable` code asks for them.
extension CodedObject {
  /// The value under a key; nil if there is none, or null.
  package func value<Value: Decodable>(_ type: Value.Type, forKey key: String) throws -> Value? {
    guard let tree = values.first(where: { $0.key == key })?.value else { return nil }
    if case .null = tree { return nil }
    do {
      return try tree.decoder().singleValueContainer().decode(type)
    } catch {
      throw error.prepending(DynamicKey(key))
    }
  }

  /// The value under a key that has to be there.
  package func requiredValue<Value: Decodable>(_ type: Value.Type, forKey key: String) throws -> Value {
    guard let value = try value(type, forKey: key) else { throw corrupted("without a value for '\(key)'.") }
    return value
  }

  /// Whether the class is one that a type has declared: its own, or one of its former names.
  func isDeclared(by type: Any.Type) -> Bool {
    if let type = type as? any AutoCoding.Type {
      return TypeNames.isName(className, of: type)
    }
    #if canImport(ObjectiveC)
    if let type = type as? AnyClass, className == _typeName(type, qualified: false), type is any NSObjectProtocol.Type {
      return true
    }
    #endif
    return className == _typeName(type, qualified: true)
  }

  /// The value of Foundation's that the object stands for; nil if the type is not one of those.
  func foundationValue<Value>() throws -> Value? {
    guard let type = Value.self as? any ArchivedAsObject.Type else { return nil }
    guard type.archivedClassNames.contains(className) else { throw Self.refusal(ofClass: className, as: type) }
    return try type.init(archived: self) as? Value
  }

  /// The error where an object stands that is of none of the classes that a type has declared.
  static func refusal(
    ofClass className: String, as type: Any.Type, codingPath: [any CodingKey] = []
  ) -> DecodingError {
    let name = TypeLookup.name(of: type)
    let shownName = className.count > 100 ? "'\(className.prefix(100))…'" : "'\(className)'"
    let remedy =
      if type is any AutoCoding.Type {
        "If the type was renamed, name the old one in formerTypeNames."
      } else if type is any ArchivedAsObject.Type {
        "Declare the property as the type that the class stands for."
      } else {
        """
        If the class is an old name of \(name), conform the type to AutoCoding and name the class in formerTypeNames. Of \
        Foundation's types, some are read only if AutoCodingFoundation is imported.
        """
      }
    let explanation =
      "Expected an object of \(name), but the archive has one of class \(shownName), which is not allowed here."
    // A class that nobody here knows has another name by now, or is not loaded.
    let isUnknown = type is any AutoCoding.Type && TypeNames.type(named: className) == nil
    return .typeMismatch(
      type,
      .init(
        codingPath: codingPath, debugDescription: "\(explanation) \(remedy)",
        underlyingError: isUnknown ? DataRefusal(.unknownType, explanation, remedy: remedy) : nil))
  }
}
