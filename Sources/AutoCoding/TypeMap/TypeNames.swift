/// The names under which types are written, and the lookup of types by such names.
///
/// A name is found among registered types, and among all types of the process that conform to AutoCoding, by their
/// archived and former names. Nothing needs to be called before. Nothing that data says reaches the runtime unchecked.
package enum TypeNames {
  /// The key under which a class is written if it differs from the declared one.
  package static let classKey = "$class"
  /// ``classKey`` as a coding key.
  package static let classPropertyKey = PropertyKey(classKey, isClassKey: true)

  /// Whether a key in data is the library's own.
  package static func isOwnKey(_ key: String) -> Bool { key == classKey || key == ArchivedVersions.key }

  struct Table {
    var registered: [String: any AutoCoding.Type] = [:]
    /// All types of each name. A name with more than one type is ambiguous.
    var known: [String: [any AutoCoding.Type]] = [:]
    var imageCount = 0
    /// The registered types of each name that has names of types within it, for a ``generation``.
    var composed: (generation: Int, types: [String: [any AutoCoding.Type]])?
  }

  static let table = Locked(Table())
  /// How often the types that names lead to have changed. Changed under the table's lock.
  static let changes = AtomicCount()

  /// The name under which a type is written.
  ///
  /// A class that declares no name does not go by the inherited one, which is its superclass's alone.
  package static func name(of type: any AutoCoding.Type) -> String {
    let declared = type.archivedTypeName
    return superclass(of: type)?.archivedTypeName == declared ? TypeLookup.name(of: type) : declared
  }

  private static func superclass(of type: any AutoCoding.Type) -> (any AutoCoding.Type)? {
    guard let type = type as? AnyClass, let above = _getSuperclass(type) else { return nil }
    return Conformances.cast(above, to: (any AutoCoding.Type).self)
  }

  /// The name of a class in the list of an object's classes, whether it is coded by itself or not.
  package static func name(ofClass type: AnyClass) -> String {
    Conformances.cast(type, to: (any AutoCoding.Type).self).map(name(of:)) ?? TypeLookup.name(of: type)
  }

  /// All names by which a type can be found; former ones that it inherits are its superclass's alone.
  package static func names(of type: any AutoCoding.Type) -> Set<String> {
    var names = type.formerTypeNameSet.subtracting(superclass(of: type)?.formerTypeNameSet ?? []).union([name(of: type)]
    )
    if let earlier = earlierName(of: type) { names.insert(earlier) }
    return names
  }

  /// Whether `name` in data means this type: it is the current name, or one that older data used.
  package static func isName(_ name: String, of type: any AutoCoding.Type) -> Bool {
    name == self.name(of: type) || type.formerTypeNameSet.contains(name) || name == earlierName(of: type)
      || isComposed(name) && namesInData(of: type).contains(name)
  }

  // MARK: Names within names

  /// All names that data may have for a type: those by which it can be found, and those from before types within its name
  /// were renamed.
  package static func namesInData(of type: any AutoCoding.Type) -> Set<String> {
    let names = names(of: type)
    return names.reduce(into: names) { $0.formUnion(namesBeforeRenaming($1)) }
  }

  /// Whether a name has names of types within it: `App.Box<App.Item>`, `(App.Item, Swift.Int)`.
  private static func isComposed(_ name: String) -> Bool {
    name.utf8.contains { $0 == UInt8(ascii: "<") || $0 == UInt8(ascii: "(") }
  }

  /// Bounds the time that many former names of many types would take.
  private static let maximumNameCount = 64

  /// Returns the names that a type with this name had before types within it were renamed: `App.Box<App.Item>` was
  /// `App.Box<App.Thing>` if `App.Thing` is a former name of `App.Item`.
  package static func namesBeforeRenaming(_ name: String) -> Set<String> {
    guard isComposed(name) else { return [] }
    var found = [""]
    var rest = name[...]
    while let first = rest.first {
      let isPart = isPartOfName(first)
      let part = rest.prefix { isPartOfName($0) == isPart }
      rest = rest.dropFirst(part.count)
      var alternatives = [String(part)]
      if isPart, part.contains("."), let type = type(inSource: String(part)) {
        alternatives += names(of: type).subtracting(alternatives).inOrder()
      }
      if found.count * alternatives.count > maximumNameCount { alternatives.removeLast(alternatives.count - 1) }
      found = found.flatMap { start in alternatives.map { start + $0 } }
    }
    return Set(found).subtracting([name])
  }

  private static func isPartOfName(_ character: Character) -> Bool {
    character.isLetter || character.isNumber || character == "_" || character == "."
  }

  /// Returns the type with a name in the source, which need not be its archived name.
  private static func type(inSource name: String) -> (any AutoCoding.Type)? {
    type(named: name) ?? TypeLookup.type(named: name).flatMap { Conformances.cast($0, to: (any AutoCoding.Type).self) }
  }

  /// What earlier versions of this library wrote for a type that declares no name; nil if it is what they write
  /// now.
  private static func earlierName(of type: any AutoCoding.Type) -> String? {
    let name = TypeLookup.name(of: type)
    let earlier = TypeLookup.earlierName(of: type)
    return earlier != name && self.name(of: type) == name ? earlier : nil
  }

  /// Registers types under their names: all of them, or none.
  ///
  /// - Throws: ``AutoCodingError`` if another type is registered under one of them.
  static func register(_ types: [any AutoCoding.Type]) throws {
    let named = types.flatMap { type in names(of: type).inOrder().map { (name: $0, type: type) } }
    try table.withLock { table in
      var registered = table.registered
      for (name, type) in named {
        if let other = registered.updateValue(type, forKey: name), other != type {
          throw AutoCodingError(
            .init(
              .duplicateName, type: type,
              explanation: "Its name '\(name)' is registered for \(TypeLookup.name(of: other)) already.",
              remedy: "Give one of them another archivedTypeName."))
        }
      }
      table.registered = registered
      changes.value += 1
    }
  }

  /// The types that were registered with ``register(_:)``.
  package static var registeredTypes: [any AutoCoding.Type] {
    table.withLock { Array($0.registered.values) }
  }

  /// A number that changes when types are registered, or loaded with a library.
  package static var generation: Int {
    let count = table.withLock { $0.registered.count }
    #if os(Linux)
    return count &* 65_536 &+ TypeLookup.imageCount
    #else
    return count
    #endif
  }

  /// Returns the type of a name, or nil if there is none or more than one.
  package static func type(named name: String) -> (any AutoCoding.Type)? {
    if let found = knownType(named: name) { return found }
    guard isComposed(name) else { return nil }
    // Generic types are known by registration alone.
    let found = composedTypes[name] ?? []
    return found.count == 1 ? found[0] : nil
  }

  /// The registered types of each name that has names of types within it. Made once, not for each name in data.
  private static var composedTypes: [String: [any AutoCoding.Type]] {
    let generation = generation
    let known = table.withLock { $0.composed }
    if let known, known.generation == generation { return known.types }
    var types: [String: [any AutoCoding.Type]] = [:]
    for type in registeredTypes {
      for name in namesInData(of: type) where isComposed(name) {
        if types[name]?.contains(where: { $0 == type }) != true { types[name, default: []].append(type) }
      }
    }
    table.withLock { $0.composed = (generation, types) }
    return types
  }

  private static func knownType(named name: String) -> (any AutoCoding.Type)? {
    let types = table.withLock { $0.registered[name].map { [$0] } ?? $0.known[name] }
    if let types { return types.count == 1 ? types[0] : nil }
    #if os(Linux)
    refresh()
    let found = table.withLock { $0.known[name] } ?? []
    return found.count == 1 ? found[0] : nil
    #else
    guard let found = TypeLookup.type(named: name),
      let type = Conformances.cast(found, to: (any AutoCoding.Type).self), names(of: type).contains(name)
    else { return nil }
    return type
    #endif
  }

  /// The types that data may name and that fulfil a condition, as far as they are known: those that were registered,
  /// and all that conform to AutoCoding, if types can be enumerated. A name that means two of them leads to none.
  package static func types(where isIncluded: (any AutoCoding.Type) -> Bool) -> [any AutoCoding.Type] {
    refresh()
    let known = table.withLock { table in
      Array(table.registered.values) + table.known.values.flatMap { $0.count == 1 ? $0 : [] }
    }
    var met: Set<ObjectIdentifier> = []
    return known.filter { met.insert(ObjectIdentifier($0)).inserted && isIncluded($0) }
  }

  /// The names that one of some types shares with another, as far as types are known, with all types that go by it;
  /// names that were settled by registration aside.
  package static func sharedNames(
    of types: [any AutoCoding.Type]
  ) -> [(name: String, types: [any AutoCoding.Type])] {
    var own: [String: [any AutoCoding.Type]] = [:]
    for type in types { for name in names(of: type) { own[name, default: []].append(type) } }
    refresh()
    return table.withLock { table in
      own.keys.inOrder().compactMap { name in
        guard table.registered[name] == nil else { return nil }
        var met: Set<ObjectIdentifier> = []
        let all = ((own[name] ?? []) + (table.known[name] ?? [])).filter { met.insert(ObjectIdentifier($0)).inserted }
        return all.count > 1 ? (name, all) : nil
      }
    }
  }

  /// Reads the process's types again if there are more than before, if types can be enumerated.
  ///
  /// Names are asked for outside the lock, since the app's code may code values, or wait for a thread that does.
  static func refresh() {
    #if os(Linux)
    let imageCount = TypeLookup.imageCount
    guard table.withLock({ $0.imageCount != imageCount }) else { return }
    var known: [String: [any AutoCoding.Type]] = [:]
    for type in TypeLookup.allTypes {
      guard let type = Conformances.cast(type, to: (any AutoCoding.Type).self) else { continue }
      for name in names(of: type) { known[name, default: []].append(type) }
    }
    table.withLock { table in
      guard table.imageCount != imageCount else { return }
      table.imageCount = imageCount
      table.known = known
      changes.value += 1
    }
    #endif
  }
}

extension TypeMap {
  /// Registers types under their archived and former names, so that data can name them.
  ///
  /// Needed for generic types, and for types that share their name with another type. Every other type that conforms
  /// to ``AutoCoding`` is found automatically.
  ///
  /// - Throws: ``AutoCodingError`` if another type is registered under one of the names. None of the types is registered then.
  public static func register(_ types: any AutoCoding.Type...) throws {
    try TypeNames.register(types)
  }
}

extension AutoCoding {
  /// The former names, which a type may list as a set or an array.
  static var formerTypeNameSet: Set<String> { Set(formerTypeNames) }
}
