/// The coding path of a container: a linked list that shares its prefix with the paths of the containers around it.
final class ContainerPath: @unchecked Sendable {
  /// A step of the path. An element's key is made only if the path is asked for.
  private enum Step {
    case key(any CodingKey)
    /// A key of a dictionary or of any object.
    case name(String)
    case index(Int)
    /// All steps to the value that containers begin with, if the walk tracks them.
    case tracked([any CodingKey])
  }

  /// What is known once keys were asked for. Most paths are made for values that are coded without an error, and are
  /// small therefore.
  private final class Known {
    /// The keys from the root on, if they were put together.
    @exclusivity(unchecked) var keys: [any CodingKey]?
    /// The keys of the last value within this one whose path was asked for.
    @exclusivity(unchecked) var childKeys: [any CodingKey] = []
    /// How many values' keys have been in ``childKeys``.
    @exclusivity(unchecked) var childNumber = 0

    /// Keeps the memory for the next value of a path that is used again.
    func forget() {
      keys = nil
      childKeys.removeAll(keepingCapacity: true)
    }
  }

  // A coder is used by one thread only. The parent and the step change if the object is reused.
  @exclusivity(unchecked) private var parent: ContainerPath?
  @exclusivity(unchecked) private var step: Step
  @exclusivity(unchecked) private var known: Known?
  /// The parent's ``Known/childNumber`` when this path's keys were put there; 0 if they never were.
  @exclusivity(unchecked) private var number = 0

  private var keys: [any CodingKey] {
    if let keys = known?.keys { return keys }
    guard let parent else { return collectedKeys() }
    return Unmanaged.passUnretained(parent)._withUnsafeGuaranteedRef { $0.keys(ofChild: self) }
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
      known.childNumber += 1
      path.number = known.childNumber
      var last: (any CodingKey)?
      if known.childKeys.isEmpty {
        collectKeys(in: &known.childKeys)
      } else {
        // Only a path without a parent is tracked, so this step is a single key. It is released when the array is complete:
        // a key's `deinit` may ask for a path.
        last = known.childKeys.removeLast()
      }
      path.appendStep(to: &known.childKeys)
      let keys = known.childKeys
      withExtendedLifetime(last) {}
      return keys
    }
  }

  private func collectedKeys() -> [any CodingKey] {
    if let keys = known?.keys { return keys }
    var keys: [any CodingKey] = []
    collectKeys(in: &keys)
    makeKnown().keys = keys
    return keys
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
        return path.parent.map(Unmanaged.passUnretained)
      }
    }
  }

  /// Appends the keys of the last step, the last one first if there are several.
  private func appendStep(to keys: inout [any CodingKey]) {
    switch step {
    case .key(let key): keys.append(key)
    case .name(let name): keys.append(DynamicKey(name))
    case .index(let index): keys.append(DynamicKey(index: index))
    case .tracked(let steps): keys += steps.reversed()
    }
  }

  private init(parent: ContainerPath?, step: Step) {
    self.parent = parent
    self.step = step
  }

  /// Returns the path of the value under a key.
  static func appending(_ key: any CodingKey, to path: ContainerPath?) -> ContainerPath {
    ContainerPath(parent: path, step: .key(key))
  }

  /// Returns the path of the value under a key that is data.
  static func appending(name: String, to path: ContainerPath?) -> ContainerPath {
    ContainerPath(parent: path, step: .name(name))
  }

  /// Returns the path of an element.
  static func appending(index: Int, to path: ContainerPath?) -> ContainerPath {
    ContainerPath(parent: path, step: .index(index))
  }

  /// Returns the path of a value whose steps the walk has tracked; nil for none.
  static func of(_ tracked: TrackedPath?) -> ContainerPath? {
    guard let keys = tracked?.keys, !keys.isEmpty else { return nil }
    return ContainerPath(parent: nil, step: .tracked(keys))
  }

  /// Returns a path of keys, or nil for an empty one.
  static func of(_ keys: [any CodingKey]) -> ContainerPath? {
    keys.reduce(nil) { appending($1, to: $0) }
  }

  /// The object of a path that is no longer used, for the next value. Each value with its own code has a path, which
  /// code seldom keeps.
  struct Spare {
    private var path: ContainerPath?

    @inline(__always)
    private mutating func make(_ parent: ContainerPath?, _ step: Step) -> ContainerPath {
      guard let spare = path.take() else { return ContainerPath(parent: parent, step: step) }
      spare.parent = parent
      spare.step = step
      return spare
    }

    /// Returns the path of the value under a key.
    mutating func appending(_ key: any CodingKey, to path: ContainerPath?) -> ContainerPath { make(path, .key(key)) }

    /// Returns the path of the value under a key that is data.
    mutating func appending(name: String, to path: ContainerPath?) -> ContainerPath { make(path, .name(name)) }

    /// Returns the path of an element.
    mutating func appending(index: Int, to path: ContainerPath?) -> ContainerPath { make(path, .index(index)) }

    @inline(__always)
    var isEmpty: Bool { path == nil }

    /// Keeps a path's object for the next one. Precondition: nothing else has it, and it was told to ``ContainerPath/forget()``.
    @inline(__always)
    mutating func keep(_ used: consuming ContainerPath) { path = used }
  }

  /// Forgets all but memory.
  @inline(__always)
  func forget() {
    parent = nil
    step = .index(0)
    known?.forget()
    number = 0
  }

  static func keys(of path: ContainerPath?) -> [any CodingKey] { path?.keys ?? [] }

  /// Adds the path to the error of a value that was coded without knowledge of its path.
  static func locating(_ error: any Error, at path: ContainerPath?) -> any Error {
    path == nil ? error : error.prepending(keys(of: path))
  }
}
