extension TypeMap {
  /// The maps of all types that were used, for the life of the process.
  ///
  /// Maps are built outside the lock. If two threads build one, the first that is stored wins. Errors are cached as
  /// well, since a type cannot change while the process runs, except those whose text depends on the type that was asked
  /// about.
  enum Cache {
    enum Outcome {
      case map(Unmanaged<Storage>)
      case failure(AutoCodingError)
    }

    private static let table = PermanentTable<Outcome>()

    /// The maps and errors of all types that were used.
    static var outcomes: [Outcome] { table.values }

    /// The map of a type, unretained: two threads that retain one object slow each other down.
    ///
    /// - Complexity: O(1), a few nanoseconds, after the first use of a type.
    @inline(__always)
    static func storage(
      for type: Any.Type, build: (Any.Type) throws(AutoCodingError) -> Storage
    ) throws(AutoCodingError) -> Unmanaged<Storage> {
      if let outcome = table.value(for: type), case .map(let map) = outcome { return map }
      return try firstStorage(for: type, build: build)
    }

    @inline(never)
    private static func firstStorage(
      for type: Any.Type, build: (Any.Type) throws(AutoCodingError) -> Storage
    ) throws(AutoCodingError) -> Unmanaged<Storage> {
      switch table.value(for: type) ?? keep(outcome(of: type, build: build), for: type) {
      case .map(let map): return map
      case .failure(let error): throw error
      }
    }

    private static func keep(_ outcome: Outcome, for type: Any.Type) -> Outcome {
      if case .failure(let error) = outcome, error.problems.contains(where: \.dependsOnRoot) { return outcome }
      return table.insert(outcome, for: type)
    }

    private static func outcome(
      of type: Any.Type, build: (Any.Type) throws(AutoCodingError) -> Storage
    ) -> Outcome {
      do throws(AutoCodingError) {
        return .map(.passRetained(try build(type)))
      } catch {
        return .failure(error)
      }
    }
  }
}
