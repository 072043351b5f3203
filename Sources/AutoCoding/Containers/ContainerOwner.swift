/// What sources and sinks have in common: what is used again for the next value.
class ContainerOwner {
  /// What is known of types.
  final let knownTypes = ContainerDispatch.known
  @exclusivity(unchecked) final var paths = ContainerPath.Spares()
  /// The path of the last root value, for the next one: an array of values with their own code has one for each.
  @exclusivity(unchecked) private final var rootPath: ContainerPath?
  @exclusivity(unchecked) final var containers = ReusableContainers()

  /// Called before a value's own code is.
  @inline(__always)
  final func beginCode() -> ReusableContainers.Outer { containers.beginCode() }

  /// Called when a value's own code has ended. Containers that it has not kept can be used again.
  @inline(__always)
  final func endCode(_ outer: ReusableContainers.Outer) {
    if containers.areUsed { endContainers() }
    containers.endCode(outer)
  }

  @inline(never)
  private final func endContainers() {
    while let ended = containers.endNext() {
      ended.container?.release()
      guard var path = ended.path?.takeRetainedValue(), isKnownUniquelyReferenced(&path) else { continue }
      reuse(path)
    }
  }

  /// Returns a container that is not in use.
  ///
  /// - Parameter kind: The number of its type.
  @inline(__always)
  final func takeContainer(kind: Int, path: ContainerPath) -> Unmanaged<ReusableContainer>? {
    if containers.shouldTakeBack(kind: kind) { endContainers() }
    return containers.take(kind: kind, path: path)
  }

  /// Called when a value's own code has ended. If the code has kept a coder with the path, the path keeps alive what the
  /// coder needs; otherwise the next value uses its object again.
  ///
  /// Every path that ``paths`` has made for a coder is passed to this function, also after an error.
  @inline(__always)
  final func endPath(_ used: consuming ContainerPath) {
    guard isKnownUniquelyReferenced(&used) else { return used.keep(self) }
    reuse(used)
  }

  /// Precondition: nothing else has the path.
  @inline(__always)
  private final func reuse(_ path: consuming ContainerPath) {
    guard !paths.isFull else { return }
    // This may run the `deinit` of a key, which may use paths.
    path.forget()
    paths.add(path)
  }

  /// Calls `body` with the path of the value that containers begin with.
  ///
  /// - Parameter start: The steps to it.
  @inline(__always)
  final func withRootPath<Result>(
    _ start: ContainerPath.Start, _ body: (ContainerPath) throws -> Result
  ) rethrows -> Result {
    let path = rootPath.take() ?? .root()
    path.begin(start)
    let result: Result
    do {
      result = try body(path)
    } catch {
      endRootPath(consume path)
      throw error
    }
    endRootPath(consume path)
    return result
  }

  @inline(__always)
  private final func endRootPath(_ used: consuming ContainerPath) {
    guard isKnownUniquelyReferenced(&used) else { return used.keep(self) }
    used.forgetStart()
    rootPath = used
  }

  /// Returns the path for a nested coder, whose end is not known.
  final func keptPath(_ key: any CodingKey, in path: ContainerPath) -> ContainerPath {
    kept(paths.appending(key, to: path))
  }

  /// Returns the path for a nested coder of an element, whose end is not known.
  final func keptPath(index: Int, in path: ContainerPath) -> ContainerPath {
    kept(paths.appending(index: index, to: path))
  }

  /// Returns the path for a root coder, whose end is not known.
  final func keptRootPath() -> ContainerPath { kept(paths.root()) }

  private func kept(_ path: ContainerPath) -> ContainerPath {
    path.keep(self)
    return path
  }
}
