/// The path of the value that is being coded, for code that may ask for it: a strategy of the caller, or that of types which
/// code themselves. A coder has none for a value that leads to no such code.
///
/// The reader or writer keeps the steps alive, so copies of this value are not retained. A step takes a few instructions,
/// since most values are coded without the caller's code. Keys are made when they are asked for.
package struct TrackedPath {
  private let steps: Unmanaged<Steps>

  /// - Parameter kept: The caller's steps, which are made if there are none.
  package init(in kept: inout Steps?) {
    let steps = kept ?? Steps()
    kept = steps
    self.steps = .passUnretained(steps)
  }

  /// A place on the way. It stays valid as long as the walk is at its value, or within it.
  package struct Position: Equatable {
    fileprivate let startCount: Int
    fileprivate let stepCount: Int
  }

  package var keys: [any CodingKey] { steps._withUnsafeGuaranteedRef { $0.allKeys } }
  @inline(__always)
  package var position: Position { steps._withUnsafeGuaranteedRef { $0.position } }
  package func keys(at position: Position) -> [any CodingKey] {
    steps._withUnsafeGuaranteedRef { $0.keys(at: position) }
  }
  package var isEmpty: Bool { steps._withUnsafeGuaranteedRef { $0.isEmpty } }

  @inline(__always)
  package func enter(_ key: PropertyKey) { steps._withUnsafeGuaranteedRef { $0.append(.property(key)) } }

  @inline(__always)
  package func enter(_ key: DynamicKey) { steps._withUnsafeGuaranteedRef { $0.append(.dynamic(key)) } }

  @inline(__always)
  package func enter(index: Int) { enter(DynamicKey(index: index)) }

  /// Replaces the last step, which is an element's, by that of another element.
  @inline(__always)
  package func move(toIndex index: Int) {
    steps._withUnsafeGuaranteedRef { $0.replaceLast(by: .dynamic(DynamicKey(index: index))) }
  }

  @inline(__always)
  package func leave() { steps._withUnsafeGuaranteedRef { $0.removeLast() } }

  @inline(__always)
  fileprivate func starting<Result>(at path: any OuterPath, _ body: () throws -> Result) rethrows -> Result {
    steps._withUnsafeGuaranteedRef { $0.start(at: path) }
    defer { steps._withUnsafeGuaranteedRef { $0.endStart() } }
    return try body()
  }

  /// What paths refer to.
  package final class Steps {
    fileprivate enum Step {
      case property(PropertyKey)
      case dynamic(DynamicKey)

      var key: any CodingKey {
        switch self {
        case .property(let key): key
        case .dynamic(let key): key
        }
      }
    }

    /// Where a path starts.
    fileprivate struct Start {
      /// The path before the first step.
      let outer: any OuterPath
      /// The number of steps to values around the path's.
      let count: Int
    }

    // A reader or writer is used by one thread at a time, and every access is a whole statement.
    @exclusivity(unchecked) private var steps: [Step] = []
    /// The innermost is last; there is none for a root.
    @exclusivity(unchecked) private var starts: [Start] = []
    /// The keys that were last asked for.
    @exclusivity(unchecked) private var known: [any CodingKey] = []
    /// The number of those that are the outer path's; nil if no key was asked for since the start.
    @exclusivity(unchecked) private var outerCount: Int?
    /// The number of steps whose keys are known, or come before the start.
    @exclusivity(unchecked) private var knownCount = 0

    package init() {}

    fileprivate var isEmpty: Bool { steps.isEmpty && starts.isEmpty }

    @inline(__always)
    fileprivate var position: Position { Position(startCount: starts.count, stepCount: steps.count) }

    fileprivate var allKeys: [any CodingKey] {
      let outerCount = self.outerCount ?? askOuter()
      known.removeLast(known.count - outerCount - (knownCount - (starts.last?.count ?? 0)))
      for step in steps[knownCount...] { known.append(step.key) }
      knownCount = steps.count
      return known
    }

    private func askOuter() -> Int {
      known = outerKeys(starts.count)
      outerCount = known.count
      return known.count
    }

    fileprivate func keys(at position: Position) -> [any CodingKey] {
      if position == self.position { return allKeys }
      let first = position.startCount > 0 ? starts[position.startCount - 1].count : 0
      return outerKeys(position.startCount) + steps[first..<position.stepCount].map(\.key)
    }

    /// Returns the keys of the path at which a start is. That may begin with these steps, at an earlier position.
    private func outerKeys(_ startCount: Int) -> [any CodingKey] {
      startCount > 0 ? starts[startCount - 1].outer.keys : []
    }

    @inline(never)
    fileprivate func append(_ step: Step) { steps.append(step) }

    @inline(__always)
    fileprivate func replaceLast(by step: Step) {
      steps[steps.count - 1] = step
      knownCount = min(knownCount, steps.count - 1)
    }

    @inline(__always)
    fileprivate func removeLast() {
      steps.removeLast()
      knownCount = min(knownCount, steps.count)
    }

    fileprivate func start(at path: any OuterPath) {
      starts.append(Start(outer: path, count: steps.count))
      forgetKeys()
    }

    fileprivate func endStart() {
      starts.removeLast()
      forgetKeys()
    }

    private func forgetKeys() {
      knownCount = starts.last?.count ?? 0
      outerCount = nil
      known = []
    }
  }
}

/// The path of a container around a value.
package protocol OuterPath: AnyObject {
  var keys: [any CodingKey] { get }
}

extension TrackedPath? {
  /// Calls `body` while the path, if there is one, begins with that of a container.
  @inline(__always)
  package func starting<Result>(
    at outer: @autoclosure () -> any OuterPath, _ body: () throws -> Result
  ) rethrows -> Result {
    guard let self else { return try body() }
    return try self.starting(at: outer(), body)
  }

  /// Calls `body`, which codes the value under a key. The path has the key meanwhile, and so have errors.
  @inline(__always)
  func within<Result>(_ key: DynamicKey, _ body: () throws -> Result) throws -> Result {
    self?.enter(key)
    return try leaving(key, body)
  }

  /// Calls `body`, which codes the value under a property's key, in the same way.
  @inline(__always)
  func within<Result>(_ key: PropertyKey, _ body: () throws -> Result) throws -> Result {
    self?.enter(key)
    return try leaving(key, body)
  }

  @inline(__always)
  private func leaving<Result>(_ key: some CodingKey, _ body: () throws -> Result) throws -> Result {
    defer { self?.leave() }
    do {
      return try body()
    } catch {
      throw error.prepending(key)
    }
  }
}

extension Error {
  /// Returns the error of code that may have asked for the path, without the steps that the walk adds while it unwinds.
  package func dropping(_ path: TrackedPath?) -> any Error { path.map { dropping($0.keys) } ?? self }
}
