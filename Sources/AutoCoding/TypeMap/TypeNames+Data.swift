/// The names by which data names classes, and the classes of such names.
extension TypeNames {
  private final class Written: Sendable {
    let name: String
    /// The number of ``changes`` for which the name leads to the type.
    let changes = AtomicCount()

    init(_ name: String) { self.name = name }
  }

  /// Retained forever.
  private static let written = PermanentTable<Unmanaged<Written>>()

  /// Returns the name to write for a type. Any process can find the type by it.
  ///
  /// - Throws: `EncodingError.invalidValue` if a fresh process would not find the type.
  package static func writtenName(
    of type: any AutoCoding.Type, codingPath: @autoclosure () -> [any CodingKey] = []
  ) throws -> String {
    let known = written.value(for: type)?._withUnsafeGuaranteedRef { $0.changes.value == changes.value ? $0.name : nil }
    return try known ?? find(type, codingPath())
  }

  private static func find(_ type: any AutoCoding.Type, _ codingPath: [any CodingKey]) throws -> String {
    let name = name(of: type)
    var before: Int
    var found: (any AutoCoding.Type)?
    // The first lookup reads the process's types.
    repeat {
      before = changes.value
      found = self.type(named: name)
    } while before != changes.value
    if let found, found == type {
      let known = written.value(for: type) ?? written.insert(.passRetained(Written(name)), for: type)
      return known._withUnsafeGuaranteedRef {
        $0.changes.value = before
        return $0.name
      }
    }
    let others = types(named: name).filter { $0 != type }
    let reason =
      others.isEmpty
      ? "it is generic, or no type of this process has the name"
      : "\(described(others + [type])) share it"
    throw EncodingError.invalidValue(
      type,
      .init(
        codingPath: codingPath,
        debugDescription: "A decoder could not find \(name) by its name: \(reason). "
          + (isRegistered(name) ? "Give" : "Register it with TypeMap.register(_:) at launch, or give")
          + " it its own archivedTypeName."))
  }

  /// Whether a name is registered, so that no other type can have it.
  private static func isRegistered(_ name: String) -> Bool { table.withLock { $0.registered[name] != nil } }

  /// The known types with a name.
  static func types(named name: String) -> [any AutoCoding.Type] {
    refresh()
    return table.withLock { ($0.registered[name].map { [$0] } ?? []) + ($0.known[name] ?? []) }
  }

  /// Types with their modules, in the order of their names; each once.
  static func described(_ types: [any AutoCoding.Type]) -> String {
    let names = Set(types.map { TypeLookup.earlierName(of: $0) }).inOrder()
    // Types that are declared in different places of one file may look the same.
    return names.count == 1 ? "\(types.count) types named \(names[0])" : names.joined(separator: " and ")
  }

  // MARK: Reading

  /// The class that data names in place of a declared one. A class that is not a conforming subclass is refused.
  package static func subclass(named name: String, of declared: any AutoCoding.Type) throws -> any AutoCoding.Type {
    let type = try type(readAs: name)
    guard TypeLookup.isSubclass(type, of: declared) else {
      throw DataRefusal(
        .unknownType,
        "The data names the class '\(name)', which is not a subclass of \(TypeLookup.name(of: declared)).",
        remedy: "Declare the value as a common superclass of both, or correct the data."
      ).decodingError()
    }
    return type
  }

  /// The type that data names.
  package static func type(readAs name: String) throws -> any AutoCoding.Type {
    if let type = type(named: name) { return type }
    let several = types(named: name)
    guard several.count < 2 else {
      throw DataRefusal(
        .unknownType, "The data names the type '\(name)', but several types have that name: \(described(several)).",
        remedy: "Register the intended one with TypeMap.register(_:)."
      ).decodingError()
    }
    throw DataRefusal(
      .unknownType,
      "The data names the type '\(name.shortened)', which is not known, or not AutoCoding.",
      remedy: """
        If the type was renamed, name the old one in formerTypeNames; if it is generic, register it with \
        TypeMap.register(_:).
        """
    ).decodingError()
  }
}
