/// Finds the keys that a type declares as for synthesized `Codable`: in a nested enum that is a `CodingKey`.
enum CodingKeysDiscovery {
  /// The error for `CodingKeys` that cannot be used, with the reason.
  struct Hidden: Error {
    let explanation: String
    let remedy: String

    func problem(in type: Any.Type) -> AutoCodingError.Problem {
      .init(.hiddenCodingKeys, type: type, property: "CodingKeys", explanation: explanation, remedy: remedy)
    }
  }

  /// The key of a property or case.
  struct Key {
    /// The name of the case, which is also the name of the property.
    let name: String
    let stringValue: String
    let intValue: Int?
  }

  /// Returns the keys in the order of their cases, or nil if the type declares none.
  ///
  /// - Parameter declaring: The type itself, or the superclass that conforms.
  static func keys(of type: any AutoCoding.Type, declaredIn declaring: Any.Type) throws(Hidden) -> [Key]? {
    guard let keyType = keyType(of: type), try isOwn(keyType, of: declaring) else { return nil }
    guard let layout = EnumLayout.plain(keyType) else {
      throw Hidden(
        explanation: "CodingKeys is not a plain enum, so its cases cannot be read.",
        remedy: "Use propertyKeys and unEncodedProperties instead, and rename CodingKeys.")
    }
    return layout.cases.indices.map { key(keyType, layout, $0) }
  }

  /// Returns keys that are ignored because a protocol may have supplied them.
  static func ignoredKeys(of type: any AutoCoding.Type, declaredIn declaring: Any.Type) -> Any.Type? {
    guard let keyType = keyType(of: type), (try? isOwn(keyType, of: declaring)) == false else { return nil }
    return keyType
  }

  private static func keyType(of type: any AutoCoding.Type) -> (any CodingKey.Type)? {
    func keyType<Value: AutoCoding>(of type: Value.Type) -> Any.Type { Value.CodingKeys.self }
    let found = keyType(of: type)
    return found == AutoCodingKeys.self ? nil : Conformances.cast(found, to: (any CodingKey.Type).self)
  }

  /// Whether the compiler would use the keys. It uses only those that the type itself declares, as an enum or as an
  /// alias.
  ///
  /// An alias leaves no trace at run time. It counts as the type's own only if no protocol could have supplied it: if
  /// the type and its superclasses conform only to protocols of the toolchain and of this package. This is checked only
  /// on Linux.
  ///
  /// - Throws: ``Hidden`` on other platforms, for an alias of an enum outside the type.
  private static func isOwn(_ keyType: Any.Type, of declaring: Any.Type) throws(Hidden) -> Bool {
    if TypeLookup.name(of: keyType).hasPrefix(TypeLookup.name(of: declaring) + ".") { return true }
    #if os(Linux)
    var level: Any.Type? = declaring
    while let current = level {
      if Conformances.includeForeignProtocol(of: current) { return false }
      level = (current as? AnyClass).flatMap { _getSuperclass($0) }
    }
    return true
    #else
    throw Hidden(
      explanation: """
        CodingKeys is \(TypeLookup.name(of: keyType)). It is not known whether the type itself declares it, or an \
        extension of a protocol, which would not count.
        """,
      remedy: "Nest the enum in the type; or declare 'typealias CodingKeys = AutoCodingKeys' if it is a protocol's.")
    #endif
  }

  private static func key<Declared: CodingKey>(_ type: Declared.Type, _ layout: EnumLayout, _ position: Int) -> Key {
    let key = layout.value(ofCase: position, as: type)
    return Key(
      name: layout.cases[position].name.withoutBackticks, stringValue: key.stringValue, intValue: key.intValue)
  }

  /// The problem of an enum that is found although nothing refers to it: an optimized build of the same code lacks it.
  ///
  /// - Parameter remedy: How to avoid the need for the enum.
  static func unseenProblem(in type: Any.Type, named name: String, remedy: String) -> AutoCodingError.Problem? {
    guard NestedTypes.contains(enumNamed: name, in: type) else { return nil }
    return .init(
      .hiddenCodingKeys, type: type, property: name,
      explanation: "\(name) cannot be honored here: an optimized build would not contain it.",
      remedy: remedy)
  }
}
