extension TypeMap {
  /// The maps of all types that were used, for the life of the process.
  ///
  /// Maps are built outside the lock. If two threads build one, the first that is stored wins. Errors are cached as
  /// well, until a library is loaded: it may have the conformance that was missing. Those whose text depends on the type
  /// that was asked about are not.
  enum Cache {
    enum Outcome {
      case map(Unmanaged<Storage>)
      case failure(AutoCodingError)
    }

    /// The errors as of a number of loaded images.
    private struct Failures {
      var imageCount = 0
      var errors: [ObjectIdentifier: AutoCodingError] = [:]

      mutating func update(to imageCount: Int) {
        if imageCount != self.imageCount { self = Failures(imageCount: imageCount) }
      }
    }

    private static let maps = PermanentTable<Unmanaged<Storage>>()
    private static let failures = Locked(Failures())

    /// The maps and errors of all types that were used.
    static var outcomes: [Outcome] {
      maps.values.map { .map($0) } + failures.withLock { $0.errors.values.map { .failure($0) } }
    }

    /// The map of a type, unretained: two threads that retain one object slow each other down.
    ///
    /// - Complexity: O(1), a few nanoseconds, after the first use of a type.
    @inline(__always)
    static func storage(
      for type: Any.Type, build: (Any.Type) throws(AutoCodingError) -> Storage
    ) throws(AutoCodingError) -> Unmanaged<Storage> {
      if let map = maps.value(for: type) { return map }
      return try firstStorage(for: type, build: build)
    }

    /// The map of a type that was used before; nil for any other.
    static func knownStorage(for type: Any.Type) -> Unmanaged<Storage>? { maps.value(for: type) }

    @inline(never)
    private static func firstStorage(
      for type: Any.Type, build: (Any.Type) throws(AutoCodingError) -> Storage
    ) throws(AutoCodingError) -> Unmanaged<Storage> {
      // Before the type is asked: an image may be loaded while its map is built.
      let imageCount = imageCount
      let known = failures.withLock { failures in
        failures.update(to: imageCount)
        return failures.errors[ObjectIdentifier(type)]
      }
      if let known { throw known }
      do throws(AutoCodingError) {
        return maps.insert(.passRetained(try build(type)), for: type)
      } catch {
        if !error.problems.contains(where: \.dependsOnRoot) {
          failures.withLock { failures in
            if failures.imageCount == imageCount { failures.errors[ObjectIdentifier(type)] = error }
          }
        }
        throw error
      }
    }

    private static var imageCount: Int {
      #if os(Linux) || canImport(Darwin)
      TypeLookup.imageCount
      #else
      0
      #endif
    }
  }
}
