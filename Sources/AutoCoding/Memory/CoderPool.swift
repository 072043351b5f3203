import RuntimeShims

/// A writer or reader, with its working memory, that serves one call of a coder at a time.
package protocol PooledWorker {
  associatedtype Options: CoderOptions
  /// The pool of idle workers, shared by all coders of this kind.
  static var pool: ReusePool { get }
  /// The options that a new coder has.
  static var standardOptions: Options.Values { get }
  init(options: Options)
  var options: Options { get }
  /// Replaces the options, and discards everything that depends on the old ones.
  mutating func adopt(_ options: Options)
  /// How many bytes of memory the worker keeps; 0 by default, for workers that keep little.
  var keptByteCount: Int { get }
  /// Frees what no reference count owns, if the worker is not used again.
  func free()
}

extension PooledWorker {
  @inline(__always)
  package var keptByteCount: Int { 0 }
}

/// A worker, and the identity of the options that it has.
package struct Pooled<Worker: PooledWorker> {
  package var worker: Worker
  /// The options of a coder on which none was set. Each worker has its own copy: threads that retain one shared object
  /// contend for its reference count.
  fileprivate let standardOptions: Worker.Options
  /// The address of the options that the worker has; nil for ``standardOptions``. The worker keeps its options alive,
  /// so no other options have that address.
  fileprivate var key: UnsafeMutableRawPointer?
  /// How many bytes the pool counts for the worker, if it is large.
  fileprivate var countedBytes = 0
}

/// A coder's options, and its access to the pool of workers that all coders of its kind share.
///
/// Options are replaced as a whole, and a call keeps those that it began with. An idle worker keeps its options, so that
/// the next call with the same options need not set it up. It waits in the pool if its options
/// ``CoderOptions/mayOutliveCoder``. Otherwise its coder keeps it, only one and for as long as the coder has these options.
package struct CoderPool<Worker: PooledWorker>: ~Copyable, @unchecked Sendable {
  package typealias Item = UnsafeMutablePointer<Pooled<Worker>>

  /// The options, nil until one is set, are changed under the lock, and compared without it. The idle worker is taken
  /// and left by atomic exchange.
  private let coder = ac_coder_create()
  /// Kept here, since access to a static property takes a call on Linux.
  private let workers = Worker.pool

  package init() {}

  deinit {
    dropIdle()
    if let options = coder.pointee.options { Worker.Options.release(options) }
    ac_coder_destroy(coder)
  }

  /// A number that one call leaves for the next, 0 at first. Any number that was ever left is valid.
  package var hint: Int {
    @inline(__always) get { ac_load_count(&coder.pointee.hint) }
    @inline(__always) nonmutating set { ac_store_count(&coder.pointee.hint, newValue) }
  }

  // MARK: Options

  /// The options that were set; nil if none were.
  private borrowing func setOptions() -> Worker.Options? {
    ac_mutex_lock(&coder.pointee.lock)
    defer { ac_mutex_unlock(&coder.pointee.lock) }
    return coder.pointee.options.map { Unmanaged<Worker.Options>.fromOpaque($0).takeUnretainedValue() }
  }

  /// The options in use.
  package var options: Worker.Options { setOptions() ?? .with(Worker.standardOptions) }

  /// Changes the options. The old ones are released outside the lock, since releasing them may run the caller's code.
  @inline(__always)
  package borrowing func changeOptions(_ change: (inout Worker.Options.Values) -> Void) {
    ac_mutex_lock(&coder.pointee.lock)
    let old = coder.pointee.options
    var values =
      old.map { Unmanaged<Worker.Options>.fromOpaque($0)._withUnsafeGuaranteedRef(\.values) } ?? Worker.standardOptions
    change(&values)
    ac_store_release(&coder.pointee.options, Worker.Options.retained(consume values))
    ac_mutex_unlock(&coder.pointee.lock)
    if ac_load_acquire_optional(&coder.pointee.idle) != nil { dropIdle() }
    if let old { Worker.Options.release(old) }
  }

  // MARK: Workers

  /// Takes a worker for exclusive use, with the current options. Code that a call runs may re-enter the same coder.
  @inline(__always)
  package borrowing func take() -> Item {
    if ac_load_acquire_optional(&coder.pointee.idle) != nil, let item = takeIdle() { return item }
    guard let memory = workers.take() else { return make() }
    let item = memory.assumingMemoryBound(to: Pooled<Worker>.self)
    if item.pointee.countedBytes != 0 { Self.discount(item) }
    if item.pointee.key != ac_load_acquire_optional(&coder.pointee.options) { adoptOptions(item) }
    return item
  }

  /// Like ``take()``, but the caller makes the worker.
  package borrowing func make(_ makeWorker: (Worker.Options) -> Worker = { Worker(options: $0) }) -> Item {
    let item = Self.allocate()
    let standard = Worker.Options(Worker.standardOptions)
    let options = setOptions()
    item.initialize(
      to: Pooled(
        worker: makeWorker(options ?? standard), standardOptions: standard,
        key: options.map { Unmanaged.passUnretained($0).toOpaque() }))
    return item
  }

  /// Returns memory for a worker in cache lines that it shares with no other worker, since each may serve another thread.
  private static func allocate() -> Item {
    let line = ReusePool.bytesPerThread
    let size = (MemoryLayout<Pooled<Worker>>.size + line - 1) / line * line
    return UnsafeMutableRawPointer.allocate(byteCount: size, alignment: line)
      .bindMemory(to: Pooled<Worker>.self, capacity: 1)
  }

  @inline(never)
  private borrowing func adoptOptions(_ item: Item) {
    let options = setOptions()
    item.pointee.worker.adopt(options ?? item.pointee.standardOptions)
    item.pointee.key = options.map { Unmanaged.passUnretained($0).toOpaque() }
  }

  /// Leaves a worker for another call. Precondition: it keeps nothing of the call that it served.
  @inline(__always)
  package borrowing func leave(_ item: Item) {
    if item.pointee.key != nil, !item.pointee.worker.options.mayOutliveCoder { return leaveIdle(item) }
    leaveInPool(item)
  }

  @inline(__always)
  private borrowing func leaveInPool(_ item: Item) {
    let byteCount = item.pointee.worker.keptByteCount
    if byteCount > ReusePool.smallByteCount, !Self.count(item, byteCount) { return Self.free(item) }
    if let other = workers.leave(item) {
      let other = other.assumingMemoryBound(to: Pooled<Worker>.self)
      Self.discount(other)
      Self.free(other)
    }
  }

  // MARK: The coder's idle worker

  @inline(never)
  private borrowing func takeIdle() -> Item? {
    guard let memory = ac_exchange(&coder.pointee.idle, nil) else { return nil }
    let item = memory.assumingMemoryBound(to: Pooled<Worker>.self)
    if item.pointee.key != ac_load_acquire_optional(&coder.pointee.options) { adoptOptions(item) }
    return item
  }

  /// Keeps a worker for the coder's next call; one that is already kept, or is large, goes to the pool.
  @inline(never)
  private borrowing func leaveIdle(_ item: Item) {
    let key = item.pointee.key
    guard item.pointee.worker.keptByteCount <= Self.largestIdle else { return dropOptions(item) }
    if let other = ac_exchange(&coder.pointee.idle, item) {
      dropOptions(other.assumingMemoryBound(to: Pooled<Worker>.self))
    }
    // Another thread that changed the options before the exchange saw no worker to drop.
    if key != ac_load_acquire_optional(&coder.pointee.options) { dropIdle() }
  }

  /// Workers of up to this size wait in their coder, since a program can have many coders.
  private static var largestIdle: Int { 32 << 10 }

  @inline(never)
  private borrowing func dropIdle() {
    guard let memory = ac_exchange(&coder.pointee.idle, nil) else { return }
    dropOptions(memory.assumingMemoryBound(to: Pooled<Worker>.self))
  }

  /// Leaves a worker in the pool, without its options.
  private borrowing func dropOptions(_ item: Item) {
    item.pointee.worker.adopt(item.pointee.standardOptions)
    item.pointee.key = nil
    leaveInPool(item)
  }

  // MARK: Large workers

  @inline(never)
  private static func count(_ item: Item, _ byteCount: Int) -> Bool {
    guard Worker.pool.countLarge(byteCount) else { return false }
    item.pointee.countedBytes = byteCount
    return true
  }

  @inline(never)
  private static func discount(_ item: Item) {
    guard item.pointee.countedBytes != 0 else { return }
    Worker.pool.discountLarge(item.pointee.countedBytes)
    item.pointee.countedBytes = 0
  }

  /// Takes a worker out of its memory, for the caller to free what it owns.
  package static func remove(_ item: Item) -> Worker {
    defer { item.deallocate() }
    return item.move().worker
  }

  /// Frees a worker that was taken.
  @inline(never)
  package static func free(_ item: Item) {
    item.pointee.worker.free()
    item.deinitialize(count: 1)
    item.deallocate()
  }
}
