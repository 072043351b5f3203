import RuntimeShims

/// What one call of a coder works with: a writer or reader.
package protocol CoderWorker<Options> {
  associatedtype Options: AnyObject, Sendable
  /// What the coder was told when the worker was made.
  var options: Options { get }
  /// Gives back what no reference count does, when nobody is going to use the worker.
  func free()
}

/// A coder's options, and the worker that one call leaves for the next, whichever thread that is on.
///
/// Options are replaced as a whole, and a call keeps those that it began with. A worker is taken and left without a lock or
/// a reference count, by one call at a time; one whose options were replaced is not taken again, nor kept, since it would
/// keep what is in them.
package final class SpareWorker<Worker: CoderWorker>: @unchecked Sendable {
  private let lockedOptions: Locked<Worker.Options>
  /// The address of the options, which is compared and nothing else.
  private let current: UnsafeMutablePointer<UnsafeMutableRawPointer?>
  /// The worker that was left.
  private let spare: UnsafeMutablePointer<UnsafeMutableRawPointer?>

  package init(options: Worker.Options) {
    lockedOptions = Locked(options)
    current = .allocate(capacity: 1)
    current.initialize(to: Self.address(of: options))
    spare = .allocate(capacity: 1)
    spare.initialize(to: nil)
  }

  deinit {
    if let worker = spare.pointee { Self.free(worker.assumingMemoryBound(to: Worker.self)) }
    spare.deallocate()
    current.deallocate()
  }

  private static func address(of options: Worker.Options) -> UnsafeMutableRawPointer {
    Unmanaged.passUnretained(options).toOpaque()
  }

  // MARK: Options

  /// The options in use.
  package var options: Worker.Options { lockedOptions.withLock { $0 } }

  /// Replaces the options by others.
  package func replaceOptions(_ replacement: (Worker.Options) -> Worker.Options) {
    lockedOptions.replace { old in
      let options = replacement(old)
      ac_store_release(current, Self.address(of: options))
      return options
    }
    if let worker = ac_exchange(spare, nil) { Self.free(worker.assumingMemoryBound(to: Worker.self)) }
  }

  /// Whether a worker has the options in use. It keeps its own alive, so that no others can be at their address.
  @inline(__always)
  private func isCurrent(_ worker: UnsafeMutablePointer<Worker>) -> Bool {
    Self.address(of: worker.pointee.options) == ac_load_acquire_optional(current)
  }

  // MARK: Workers

  /// A worker that was left here and has the options in use, which is the caller's then.
  @inline(__always)
  package func take() -> UnsafeMutablePointer<Worker>? {
    guard let memory = ac_exchange(spare, nil) else { return nil }
    let worker = memory.assumingMemoryBound(to: Worker.self)
    if isCurrent(worker) { return worker }
    Self.free(worker)
    return nil
  }

  /// Leaves a worker, and frees the one that another call left meanwhile.
  @inline(__always)
  package func leave(_ worker: UnsafeMutablePointer<Worker>) {
    guard isCurrent(worker) else { return Self.free(worker) }
    if let other = ac_exchange(spare, worker) { Self.free(other.assumingMemoryBound(to: Worker.self)) }
  }

  /// Puts a worker into memory of its own, which whoever calls this leaves or frees.
  package static func make(_ worker: consuming Worker) -> UnsafeMutablePointer<Worker> {
    let memory = UnsafeMutablePointer<Worker>.allocate(capacity: 1)
    memory.initialize(to: worker)
    return memory
  }

  /// Takes a worker out of its memory, for the caller to free what it owns.
  package static func remove(_ worker: UnsafeMutablePointer<Worker>) -> Worker {
    defer { worker.deallocate() }
    return worker.move()
  }

  /// Frees a worker that was taken or made.
  @inline(never)
  package static func free(_ worker: UnsafeMutablePointer<Worker>) {
    worker.pointee.free()
    worker.deinitialize(count: 1)
    worker.deallocate()
  }
}
