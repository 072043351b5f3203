/// The coding path of a container: a linked list that shares its prefix with the paths of the containers around it.
///
/// A path also keeps alive what its coder needs: the source or sink, and the path around it. While the value's code runs,
/// its caller does, so a path refers to both without retaining them. When the code ends, ``ContainerOwner/endPath(_:)``
/// retains them if the code has kept a coder, and uses the object for the next value otherwise.
final class ContainerPath: OuterPath, @unchecked Sendable {
  /// A step of the path. An element's key is made only if the path is asked for.
  private enum Step {
    case key(any CodingKey)
    /// A key of a dictionary or of any object.
    case name(String)
    /// An element of an array; ``index`` is its number.
    case index
    /// The value that containers begin with.
    case root(Start)
  }

  /// The steps to the value that containers begin with.
  enum Start {
    case nothing
    /// Those of a check, or of a tracked path once they were asked for.
    case keys([any CodingKey])
    /// Those that the walk tracks. Keys are made if the path is asked for, or kept after the walk has gone on.
    /// The walk may have gone on within the value meanwhile.
    case tracked(TrackedPath, TrackedPath.Position)

    init(_ path: TrackedPath?) { self = path.map { .tracked($0, $0.position) } ?? .nothing }
  }

  /// What is known once keys were asked for. Paths are small without it, and most are made for values that are coded
  /// without an error.
  private final class Known {
    /// The keys from the root on, if they were put together.
    @exclusivity(unchecked) var keys: [any CodingKey]?
    /// The keys of the last value within this one whose path was asked for.
    @exclusivity(unchecked) var childKeys: [any CodingKey] = []
    /// How many values' keys have been in ``childKeys``.
    @exclusivity(unchecked) var childNumber = 0

    /// Keeps the memory for the next value of a path that is used again.
    @inline(never)
    func forget() {
      keys = nil
      childKeys.removeAll(keepingCapacity: true)
    }
  }

  // A coder is used by one thread only. The parent, the step, the index and the next object change if the object is reused.
  /// The path around this one. It is retained if there is an owner.
  @exclusivity(unchecked) private var parent: Unmanaged<ContainerPath>?
  /// The source or sink, if the path keeps it alive.
  @exclusivity(unchecked) private var owner: ContainerOwner?
  /// The next one of the objects that wait to be used again.
  @exclusivity(unchecked) private var next: Unmanaged<ContainerPath>?
  @exclusivity(unchecked) private var step: Step
  /// Whether the step may be another than ``Step/index``. To look at the step would copy it.
  @exclusivity(unchecked) private var hasStep = true
  /// Whether the path is that of a root, with steps to it.
  @exclusivity(unchecked) private var hasStart = false
  /// Not in ``step``, which takes longer to change.
  @exclusivity(unchecked) private var index = 0
  @exclusivity(unchecked) private var known: Known?
  /// The parent's ``Known/childNumber`` when this path's keys were put there; 0 if they never were.
  @exclusivity(unchecked) private var number = 0

  package var keys: [any CodingKey] {
    if let keys = known?.keys { return keys }
    if let parent { return parent._withUnsafeGuaranteedRef { $0.keys(ofChild: self) } }
    var keys: [any CodingKey] = []
    collectKeys(in: &keys)
    makeKnown().keys = keys
    return keys
  }

  @inline(__always)
  private func makeKnown() -> Known {
    if let known { return known }
    let made = Known()
    known = made
    return made
  }

  /// Returns the keys of a value within this one.
  ///
  /// Code that tries one type after the other asks for the path of every value, several times. Siblings differ in the last
  /// key, and share one array. It is changed in place, unless an error still has it.
  private func keys(ofChild path: ContainerPath) -> [any CodingKey] {
    Unmanaged.passUnretained(makeKnown())._withUnsafeGuaranteedRef { known in
      if path.number > 0, path.number == known.childNumber { return known.childKeys }
      var last: (any CodingKey)?
      if known.childKeys.isEmpty {
        // Not in place: this asks for other paths.
        var keys: [any CodingKey] = []
        collectKeys(in: &keys)
        known.childKeys = keys
      } else {
        // Only a path without a parent has several, so this step is a single key. It is released when the array is complete:
        // a key's `deinit` may ask for a path.
        last = known.childKeys.removeLast()
      }
      known.childNumber += 1
      path.number = known.childNumber
      path.appendStep(to: &known.childKeys)
      let keys = known.childKeys
      withExtendedLifetime(last) {}
      return keys
    }
  }

  /// Puts the keys together without recursion, since a path may be long. Precondition: the array is empty.
  private func collectKeys(in keys: inout [any CodingKey]) {
    var count = 1
    forEachNode { _ in count += 1 }
    keys.reserveCapacity(count)
    forEachNode { $0.appendStep(to: &keys) }
    keys.reverse()
  }

  /// Calls `body` with this path and those around it.
  @inline(__always)
  private func forEachNode(_ body: (ContainerPath) -> Void) {
    var next = Optional(Unmanaged.passUnretained(self))
    while let current = next {
      next = current._withUnsafeGuaranteedRef { path in
        body(path)
        return path.parent
      }
    }
  }

  /// Appends the keys of the last step, the last one first if there are several.
  private func appendStep(to keys: inout [any CodingKey]) {
    switch step {
    case .key(let key): keys.append(key)
    case .name(let name): keys.append(DynamicKey(stringValue: name))
    case .index: keys.append(DynamicKey(index: index))
    case .root: keys += startKeys.reversed()
    }
  }

  private var startKeys: [any CodingKey] {
    switch step {
    case .root(.keys(let keys)): return keys
    case .root(.tracked(let path, let position)):
      let keys = path.keys(at: position)
      step = .root(.keys(keys))
      return keys
    default: return []
    }
  }

  private init(parent: ContainerPath?, step: Step) {
    self.parent = parent.map(Unmanaged.passUnretained)
    self.step = step
  }

  deinit {
    if owner != nil { parent?.release() }
  }

  /// Returns the path of a root value.
  static func root() -> ContainerPath { ContainerPath(parent: nil, step: .root(.nothing)) }

  /// Sets the steps to the value. Precondition: the path is that of a root, and has none.
  @inline(__always)
  func begin(_ start: Start) {
    if case .nothing = start { return }
    step = .root(start)
    hasStart = true
  }

  /// Forgets the steps to the value, and what ``forgetKeys()`` forgets. Precondition: the path is that of a root.
  @inline(__always)
  func forgetStart() {
    forgetKeys()
    guard hasStart else { return }
    step = .root(.nothing)
    hasStart = false
  }

  /// Returns the path of the value under a key, for an error.
  static func appending(_ key: any CodingKey, to path: ContainerPath) -> ContainerPath {
    ContainerPath(parent: path, step: .key(key))
  }

  /// Returns the path of an element, for an error.
  static func appending(index: Int, to path: ContainerPath) -> ContainerPath {
    let made = ContainerPath(parent: path, step: .index)
    made.index = index
    return made
  }

  /// The objects of paths that are no longer used, for the next values. Each value with its own code has a path, which code
  /// seldom keeps.
  struct Spares: ~Copyable {
    /// They are owned by this list.
    private var first: Unmanaged<ContainerPath>?
    private var count = 0
    /// Code may nest values deeply.
    private static let maximumCount = 16

    /// Returns the path of the value that containers begin with.
    mutating func root() -> ContainerPath { make(nil, .root(.nothing)) }

    /// Returns the path of the value under a key.
    @inline(__always)
    mutating func appending(_ key: any CodingKey, to path: ContainerPath) -> ContainerPath { make(path, .key(key)) }

    /// Returns the path of the value under a key that is data.
    mutating func appending(name: String, to path: ContainerPath) -> ContainerPath { make(path, .name(name)) }

    /// Returns the path of an element.
    @inline(__always)
    mutating func appending(index: Int, to path: ContainerPath) -> ContainerPath {
      let made = make(path)
      made.index = index
      return made
    }

    @inline(__always)
    private mutating func make(_ parent: ContainerPath?, _ step: Step) -> ContainerPath {
      let path = make(parent)
      path.step = step
      path.hasStep = true
      return path
    }

    /// Returns a path whose step is ``Step/index``.
    @inline(__always)
    private mutating func make(_ parent: ContainerPath?) -> ContainerPath {
      guard let spare = first else { return ContainerPath(parent: parent, step: .index) }
      let path = spare.takeRetainedValue()
      first = path.next
      count &-= 1
      path.parent = parent.map(Unmanaged.passUnretained)
      return path
    }

    var isFull: Bool { count == Self.maximumCount }

    /// Keeps a path's object for the next one. Precondition: nothing else has it, and it was told to ``ContainerPath/forget()``.
    @inline(__always)
    mutating func add(_ used: consuming ContainerPath) {
      used.next = first
      first = .passRetained(used)
      count &+= 1
    }

    deinit {
      var next = first
      while let path = next?.takeRetainedValue() { next = path.next }
    }
  }

  /// Forgets the keys that were asked for, and the owner.
  @inline(__always)
  func forgetKeys() {
    if owner != nil { letGo() }
    known?.forget()
    number = 0
  }

  /// Forgets all but memory.
  @inline(__always)
  func forget() {
    forgetKeys()
    parent = nil
    guard hasStep else { return }
    step = .index
    hasStep = false
  }

  @inline(never)
  private func letGo() {
    parent?.release()
    parent = nil
    owner = nil
  }

  /// Keeps what the path's coder needs alive from now on.
  @inline(never)
  func keep(_ owner: ContainerOwner) {
    guard self.owner == nil else { return }
    self.owner = owner
    _ = parent?.retain()
    _ = startKeys
  }

  /// Adds the path to the error of a value that was coded without knowledge of its path.
  static func locating(_ error: any Error, at path: ContainerPath) -> any Error {
    let keys = path.keys
    return keys.isEmpty ? error : error.prepending(keys)
  }
}
