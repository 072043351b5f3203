/// Which Optionals a type's `init()` sets to something else than nil.
///
/// Where a missing key keeps the default, a nil that is left out would come back as that default. Such a nil is written
/// as null; any other is left out, as synthesized `Codable` has it.
enum DefaultNils {
  /// The types whose defaults are being looked at by the current call, for an `init()` that encodes its own type.
  @TaskLocal private static var inProgress: Set<ObjectIdentifier> = []

  private static let table = TypeTable<Set<Int>>()

  /// Whether the type's defaults have been looked at.
  static func isKnown(_ map: TypeMap.Storage) -> Bool { table.value(for: map.type) != nil }

  /// The positions of the properties of a map whose nil has to be written.
  static func written(by map: TypeMap.Storage) -> Set<Int> {
    if let known = table.value(for: map.type) { return known }
    let type = ObjectIdentifier(map.type)
    guard case .defaults(let defaults) = map.construction, !inProgress.contains(type) else { return [] }
    return table.insert(
      $inProgress.withValue(inProgress.union([type])) { written(by: map, defaults: defaults) }, for: map.type)
  }

  private static func written<Value: DefaultInitializable>(by map: TypeMap.Storage, defaults: Value.Type) -> Set<Int> {
    let value = Value()
    return withUnsafePointer(to: value) { pointer in
      let base =
        map.objectType == nil
        ? UnsafeRawPointer(pointer) : UnsafeRawPointer(pointer).value(as: UnsafeRawPointer.self)
      return Set(
        map.operations.indices.filter { position in
          let operation = map.operations[position]
          return operation.omitsNil && operation.memory.enumTag(base + operation.offset) == 0
        })
    }
  }
}

extension TypeMap.Storage {
  /// Whether a nil Optional at this position is left out when encoding.
  ///
  /// Precondition: the property is an Optional and is nil.
  @inline(__always)
  package func omitsNil(_ position: Int) -> Bool {
    guard operation(at: position).pointee.omitsNil else { return false }
    guard hasDefaults else { return true }
    guard let known = omittedNils.value else { return findOmittedNils(position) }
    return known._withUnsafeGuaranteedRef { $0.isOmitted[position] }
  }

  @inline(never)
  private func findOmittedNils(_ position: Int) -> Bool {
    let written = DefaultNils.written(by: self)
    if DefaultNils.isKnown(self) {
      omittedNils.store(OmittedNils(isOmitted: operations.indices.map { !written.contains($0) }))
    }
    return !written.contains(position)
  }
}
