/// The types that an archive may name where a property's declared type says nothing: those that were allowed or registered,
/// those that the root type's properties have, and the subclasses of all these.
final class AllowedTypes {
  private let listed: [any AutoCoding.Type]
  private let root: Codec?
  private lazy var reachable: Set<ObjectIdentifier> = {
    var types = Set(listed.map { ObjectIdentifier($0) })
    root?.collectModels(&types)
    for type in listed { (try? Discovery.codec(for: type))?.collectModels(&types) }
    return types
  }()

  init(root: Codec?, listed: [any AutoCoding.Type]) {
    self.root = root
    self.listed = listed
  }

  /// The type of an archived class.
  ///
  /// - Parameter isPlainAllowed: Whether nothing is declared; a declared protocol or class says itself what may stand there.
  /// - Throws: `DecodingError.dataCorrupted` where it is none that is allowed.
  func type(of found: ArchivedClass, isPlainAllowed: Bool) throws -> any AutoCoding.Type {
    let type =
      try listed.first { TypeNames.isName(found.name, of: $0) }
      ?? TypeNames.type(readAs: found.name)
    guard !isPlainAllowed || contains(type) else {
      let names = listed.map { TypeNames.name(of: $0) }.sorted().joined(separator: ", ")
      throw DecodingError.dataCorrupted(
        .init(
          codingPath: [],
          debugDescription: """
            The archive names the class \(found.shownName), which is not among those that are allowed \
            (\(names.isEmpty ? "none" : names)). Allow it with decode(allowing:from:), or register it with \
            TypeMap.register(_:).
            """))
    }
    return type
  }

  private func contains(_ type: any AutoCoding.Type) -> Bool {
    if TypeNames.isRegistered(type) || reachable.contains(ObjectIdentifier(type)) { return true }
    var level: AnyClass? = type as? AnyClass
    while let current = level {
      if reachable.contains(ObjectIdentifier(current)) { return true }
      level = _getSuperclass(current)
    }
    return false
  }
}
