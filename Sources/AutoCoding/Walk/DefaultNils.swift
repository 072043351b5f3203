/// Finds the Optionals that a type's `init()` sets to a value other than nil.
///
/// If a missing key keeps the default, a nil that is left out would be decoded as that default. Such a nil is written
/// as null; any other nil is left out, as in synthesized `Codable`.
enum DefaultNils {
  private static let table = PermanentTable<Set<Int>>()

  /// The positions of the map's properties whose nil must be written; nil while that is being found.
  static func written(by map: TypeMap.Storage) -> Set<Int>? {
    if let known = table.value(for: map.type) { return known }
    guard case .defaults(let type) = map.construction else { return nil }
    let found = DefaultInstance.read(of: type) { base in
      // One that is only encoded is not decoded as anything.
      Set(
        map.readOperations.lazy.map(\.position).filter { position in
          let operation = map.operations[position]
          if let value = map.defaultValue(at: position) { return !value.isNil }
          return operation.omitsNil && operation.memory.enumTag(base + operation.offset) == 0
        })
    }
    return found.map { table.insert($0, for: map.type) }
  }
}

extension TypeMap.Storage {
  /// Whether the nil Optional at this position is left out when encoding.
  ///
  /// Precondition: the property is an Optional and is nil.
  @inline(__always)
  package func omitsNil(_ position: Int) -> Bool {
    operation(at: position).pointee.omitsNil && omitsOptionalNil(position)
  }

  /// As ``omitsNil(_:)``. Precondition: the property is declared as an Optional.
  @inline(__always)
  package func omitsOptionalNil(_ position: Int) -> Bool {
    guard hasDefaults else { return true }
    guard let known = omittedNils.value else { return findOmittedNils(position) }
    return known._withUnsafeGuaranteedRef { $0.isOmitted[position] }
  }

  @inline(never)
  private func findOmittedNils(_ position: Int) -> Bool {
    guard let written = DefaultNils.written(by: self) else { return true }
    omittedNils.store(OmittedNils(isOmitted: operations.indices.map { !written.contains($0) }))
    return !written.contains(position)
  }
}
