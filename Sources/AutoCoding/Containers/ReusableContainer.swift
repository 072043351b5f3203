/// What the keyed containers of all formats and keys have in common.
class KeyedContainer {
  /// The path of the object, which keeps the source or sink alive; nil for a container that waits to be used again. The
  /// container has a reference to it, which is not retained for every use.
  @exclusivity(unchecked) fileprivate final var reference: Unmanaged<ContainerPath>?

  init(path: ContainerPath) {
    reference = .passRetained(path)
  }

  deinit { reference?.release() }

  /// The path of the object. Precondition: the container is in use.
  final var path: ContainerPath { withPath { $0 } }

  /// Not called for a container in use.
  @inline(never)
  private final func makePath() -> Unmanaged<ContainerPath> {
    let made = Unmanaged.passRetained(ContainerPath.root())
    reference = made
    return made
  }

  /// Calls `body` with the path, which is not retained. Precondition: the container is not used for another object meanwhile.
  @inline(__always)
  final func withPath<Result>(_ body: (ContainerPath) throws -> Result) rethrows -> Result {
    try (reference ?? makePath())._withUnsafeGuaranteedRef { try body($0) }
  }
}

/// A keyed container that the next object with keys of the same type uses again, unless code has kept it.
class ReusableContainer {
  fileprivate let kind: Int
  /// It lives as long as the standard library's container.
  final let coder: Unmanaged<KeyedContainer>
  @exclusivity(unchecked) fileprivate final var next: Unmanaged<ReusableContainer>?
  /// Whether code has not kept the container.
  fileprivate var isUnused: Bool { false }

  init(kind: Int, coder: KeyedContainer) {
    self.kind = kind
    self.coder = .passUnretained(coder)
  }
}

/// A reusable container as the standard library hands it out. Its type is a parameter, so that no code needs to look it up.
final class StandardContainer<Container>: ReusableContainer {
  @exclusivity(unchecked) private var container: Container

  init(_ container: Container, kind: Int, coder: KeyedContainer) {
    self.container = container
    super.init(kind: kind, coder: coder)
  }

  override var isUnused: Bool { ContainerBox.isOnlyReference(&container) }

  func copy() -> Container { container }
}

/// The containers of a source or sink that are used again.
struct ReusableContainers {
  /// The first of those that are not in use, by their kind. The lists own their containers.
  private var unused: [Unmanaged<ReusableContainer>?] = []
  private var unusedCount = 0
  /// Code may make any number of nested containers.
  private static let maximumUnused = 256
  /// The first of those that were given to the code that is running.
  private var used: Unmanaged<ReusableContainer>?
  /// How many containers were given out since those of the code that is running were last looked through.
  private var givenCount = 0
  /// Code may ask for any number of containers, one after the other.
  private static let maximumGiven = 32
  /// Whether code is running at whose end ``endCode(_:)`` is called.
  private var isWithinCode = false

  /// The state to return to when a value's own code ends.
  struct Outer {
    fileprivate let used: Unmanaged<ReusableContainer>?
    fileprivate let isWithinCode: Bool
  }

  /// Called before a value's own code is.
  @inline(__always)
  mutating func beginCode() -> Outer {
    let outer = Outer(used: used, isWithinCode: isWithinCode)
    used = nil
    isWithinCode = true
    return outer
  }

  /// Called when a value's own code has ended, and ``endNext()`` has ended all of its containers.
  @inline(__always)
  mutating func endCode(_ outer: Outer) {
    used = outer.used
    isWithinCode = outer.isWithinCode
  }

  /// Whether the code that is running was given containers.
  var areUsed: Bool { used != nil }

  /// What an ended container leaves behind.
  struct Ended {
    /// The path of the object, to be released.
    let path: Unmanaged<ContainerPath>?
    /// The container, if it is not used again.
    let container: Unmanaged<ReusableContainer>?
  }

  /// Ends the use of a container that was given to the code that is running; returns nil if there is none. The container can
  /// be used again if the code has not kept it.
  ///
  /// Nothing is released here. That may run code: the `deinit` of a key, which may use these containers.
  mutating func endNext() -> Ended? {
    guard let ended = used else { return nil }
    return ended._withUnsafeGuaranteedRef { container in
      used = container.next
      container.next = nil
      guard unusedCount < Self.maximumUnused, container.isUnused else { return Ended(path: nil, container: ended) }
      let path = container.coder._withUnsafeGuaranteedRef { $0.reference.take() }
      container.next = unused[container.kind]
      unused[container.kind] = ended
      unusedCount &+= 1
      return Ended(path: path, container: nil)
    }
  }

  /// Whether the standard library's containers are what ``ContainerBox`` expects.
  private static let isSupported = areReferences(DynamicKey.self)

  /// Not specialized: for the names of specialized types, the runtime would scan all conformances.
  @_semantics("optimize.sil.specialize.generic.never")
  @inline(never)
  private static func areReferences<Key: CodingKey>(_: Key.Type) -> Bool {
    ContainerBox.isReference(KeyedDecodingContainer<Key>.self)
      && ContainerBox.isReference(KeyedEncodingContainer<Key>.self)
  }

  /// Adds a new container, if code is running at whose end it can be taken back.
  ///
  /// The first one of its kind is not used again, since there may be no other: to look up the type of what is added here
  /// takes long, too.
  ///
  /// - Parameters:
  ///   - container: The standard library's container.
  ///   - kind: The number of its type.
  ///   - coder: What it holds.
  mutating func add<Container>(_ container: Container, kind: Int, coder: KeyedContainer) {
    guard isWithinCode else { return }
    guard kind < unused.count else {
      unused += repeatElement(nil, count: kind + 1 - unused.count)
      return
    }
    guard Self.isSupported else { return }
    let added = StandardContainer(container, kind: kind, coder: coder)
    added.next = used
    used = .passRetained(added)
    givenCount &+= 1
  }

  /// Returns a container that is not in use.
  ///
  /// - Parameter kind: The number of its type.
  @inline(__always)
  mutating func take(kind: Int, path: ContainerPath) -> Unmanaged<ReusableContainer>? {
    guard isWithinCode, kind < unused.count, let found = unused[kind] else { return nil }
    found._withUnsafeGuaranteedRef { container in
      unused[kind] = container.next
      container.next = used
      container.coder._withUnsafeGuaranteedRef { $0.reference = .passRetained(path) }
    }
    unusedCount &-= 1
    used = found
    givenCount &+= 1
    return found
  }

  /// Whether containers are to be looked for among those of the code that is running, which may be a loop. It has not kept most
  /// of them, and their number must not grow until it ends. Those that it still has are not used again.
  @inline(__always)
  mutating func shouldTakeBack(kind: Int) -> Bool {
    guard givenCount >= Self.maximumGiven, isWithinCode, kind < unused.count, unused[kind] == nil else { return false }
    givenCount = 0
    return true
  }

  /// The number of containers that wait, or were given to the code that is running.
  var count: Int {
    var count = unusedCount
    var next = used
    while let container = next?.takeUnretainedValue() {
      count += 1
      next = container.next
    }
    return count
  }

  /// Frees all containers that are not in use.
  mutating func removeAll() {
    for first in unused {
      var next = first
      while let container = next?.takeRetainedValue() { next = container.next }
    }
    unused = []
    unusedCount = 0
  }
}
