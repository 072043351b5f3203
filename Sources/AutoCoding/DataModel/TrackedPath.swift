/// The path of the value that is being coded, for a strategy of the caller that may ask for it. A coder without such a
/// strategy has no tracked path.
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

  package var keys: [any CodingKey] { steps._withUnsafeGuaranteedRef { $0.allKeys } }
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

  /// Calls `body` while the path begins with keys that containers know.
  @inline(__always)
  package func starting<Result>(at keys: [any CodingKey], _ body: () throws -> Result) rethrows -> Result {
    let outer = steps._withUnsafeGuaranteedRef { $0.start(at: keys) }
    defer { steps._withUnsafeGuaranteedRef { $0.restart(at: outer) } }
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
      /// The keys before the first step.
      var keys: [any CodingKey] = []
      /// The number of steps to values around the path's.
      var count = 0
    }

    // A reader or writer is used by one thread at a time, and every access is a whole statement.
    @exclusivity(unchecked) private var steps: [Step] = []
    @exclusivity(unchecked) private var start = Start()
    /// The keys that were last asked for.
    @exclusivity(unchecked) private var known: [any CodingKey] = []
    /// The number of steps whose keys are known, or come before the start.
    @exclusivity(unchecked) private var knownCount = 0

    package init() {}

    fileprivate var isEmpty: Bool { steps.isEmpty && start.keys.isEmpty }

    fileprivate var allKeys: [any CodingKey] {
      known.removeLast(known.count - start.keys.count - (knownCount - start.count))
      for step in steps[knownCount...] { known.append(step.key) }
      knownCount = steps.count
      return known
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

    fileprivate func start(at keys: [any CodingKey]) -> Start {
      let outer = start
      restart(at: Start(keys: keys, count: steps.count))
      return outer
    }

    fileprivate func restart(at start: Start) {
      self.start = start
      knownCount = start.count
      known = start.keys
    }
  }
}

extension TrackedPath? {
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
