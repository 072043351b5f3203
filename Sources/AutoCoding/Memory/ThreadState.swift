import RuntimeShims

/// The state of the current thread: how deeply the values that it codes are nested, how much stack is left for more,
/// and what calls through foreign code must find again.
package enum ThreadState {
  // All of it is in this file, since each file that called `ac_thread_state` would have a state to itself.

  /// Why no further level may be entered: the limit that was exceeded, or the stack.
  package enum Excess: Sendable {
    case depth(Int)
    case stack
  }

  /// Bytes of stack that a level may need, including those of a foreign coder between two levels of AutoCoding's.
  private static let reserve: UInt = 96 << 10
  /// Bytes of stack that a foreign coder may need for each level around it to find out its coding path, for an error.
  /// Foundation's coders do so by recursion, which takes 256 bytes for each step; a model in an array has two.
  package static let pathReserve: UInt = 512

  // Each object file has its own thread-local state, so this code must not be inlined into another file.

  /// The bit set in a level if so many levels were entered since the outermost that parts are to be watched.
  package static let isWatched = 1 << 48
  private static let watchThreshold = 1 << 16

  /// Enters a level, which the caller must leave by ``leave()``.
  ///
  /// - Parameters:
  ///   - standard: The limit until ``limit(to:)`` sets another.
  ///   - pathReserve: ``pathReserve`` for a coder that is not AutoCoding's.
  /// - Returns: The level, 1 for the outermost, perhaps with ``isWatched``. The negated level if it must not be used;
  ///   ``excess()`` then returns the reason.
  @inline(never)
  package static func enter(standard: Int, pathReserve: UInt) -> Int {
    let state = ac_thread_state()
    let depth = state.pointee.coder.levels.depth &+ 1
    state.pointee.coder.levels.depth = depth
    let work = depth == 1 ? 0 : state.pointee.coder.levels.work &+ 1
    state.pointee.coder.levels.work = work
    if depth <= 3 { setLimit(ofLevel: depth, standard: standard, in: state) }
    let reserve = reserve &+ UInt(bitPattern: depth) &* pathReserve
    if depth > state.pointee.coder.levels.maximumDepth || ac_stack_left(state) < reserve { return 0 &- depth }
    return work > watchThreshold ? depth | isWatched : depth
  }

  /// Sets the limit that holds at one of the first levels until ``limit(to:)`` sets another: that of the level around it,
  /// whatever a coder has set that was called there and has returned.
  @inline(__always)
  private static func setLimit(ofLevel depth: Int, standard: Int, in state: UnsafeMutablePointer<ACThreadState>) {
    switch depth {
    case 1:
      state.pointee.coder.levels.failedWork = 0
      state.pointee.coder.levels.firstLimit = standard
      state.pointee.coder.levels.maximumDepth = standard
    case 2:
      state.pointee.coder.levels.secondLimit = state.pointee.coder.levels.firstLimit
      state.pointee.coder.levels.maximumDepth = state.pointee.coder.levels.firstLimit
    default: state.pointee.coder.levels.maximumDepth = state.pointee.coder.levels.secondLimit
    }
  }

  /// The thread's state when a model is entered, read in one call, since each access to a thread's state is slow.
  package struct Entry {
    /// The level as ``enter(standard:pathReserve:)`` returns it.
    package let level: Int
    package let root: UnsafeRawPointer?
    package let context: UnsafeRawPointer?
    /// ``ThreadState/isProbing`` at that time.
    package let isProbing: Bool
  }

  /// Like ``enter(standard:pathReserve:)``, for a model of a coder that is not AutoCoding's; returns the other state that
  /// it needs.
  @inline(never)
  package static func enterModel(standard: Int) -> Entry {
    let level = enter(standard: standard, pathReserve: pathReserve)
    let state = ac_thread_state()
    return Entry(
      level: level, root: state.pointee.coder.rootCodec, context: state.pointee.coder.context,
      isProbing: state.pointee.probes != 0)
  }

  /// Whether the stack has no room for another level.
  package static var isStackLow: Bool {
    @inline(never) get { ac_stack_left(ac_thread_state()) < reserve }
  }

  /// Bytes of stack that it takes to release a value within another: two to four calls of the runtime.
  private static let releaseReserve: UInt = 512

  /// Whether the stack has room to release values that are nested so many levels deep.
  @inline(never)
  package static func hasRoom(forLevels count: Int) -> Bool {
    ac_stack_left(ac_thread_state()) / releaseReserve > UInt(bitPattern: count) &+ reserve / releaseReserve
  }

  /// Returns why the level that was entered last must not be used.
  @inline(never)
  package static func excess() -> Excess {
    let state = ac_thread_state()
    let limit = state.pointee.coder.levels.maximumDepth
    return state.pointee.coder.levels.depth > limit ? .depth(limit) : .stack
  }

  @inline(never)
  package static func leave() {
    let state = ac_thread_state()
    state.pointee.coder.levels.depth -= 1
    if state.pointee.coder.levels.depth == 0, state.pointee.coder.levels.visits != nil { forgetVisits() }
  }

  /// Counts bytes that a reader looks at before it reads them. Tests measure its work by it.
  @inline(never)
  package static func countLookahead(_ byteCount: Int) {
    ac_thread_state().pointee.lookaheadByteCount &+= UInt64(byteCount)
  }

  /// How many bytes readers of this thread have looked at before they read them.
  package static var lookaheadByteCount: UInt64 {
    @inline(never) get { ac_thread_state().pointee.lookaheadByteCount }
  }

  /// How many levels are entered.
  package static var depth: Int {
    @inline(never) get { ac_thread_state().pointee.coder.levels.depth }
  }

  /// How many errors a model's `didDecode()` or `migrate(_:from:)` has thrown that no other code is known to have caught.
  ///
  /// If this has grown since a value was begun, its error is one of these, even if other code wraps it, and no reader
  /// recovers from it. So nothing else may make it smaller than it was then.
  package static var ownCodeFailures: UInt {
    @inline(never) get { ac_thread_state().pointee.coder.ownCodeFailures }
    @inline(never) set { ac_thread_state().pointee.coder.ownCodeFailures = newValue }
  }

  /// Calls code that is not AutoCoding's. What it catches is no failure of the value that it returns.
  @inline(__always)
  package static func callingOwnCode<Result>(_ body: () throws -> Result) rethrows -> Result {
    let failures = ownCodeFailures
    let result = try body()
    ownCodeFailures = failures
    return result
  }

  /// Whether an encoder's containers are given whole models, and none is encoded in a nested container.
  package static var isNestingSuspended: Bool {
    @inline(never) get { ac_thread_state().pointee.coder.isNestingSuspended }
    @inline(never) set { ac_thread_state().pointee.coder.isNestingSuspended = newValue }
  }

  /// How many levels were entered since the outermost.
  package static var work: Int {
    @inline(never) get { ac_thread_state().pointee.coder.levels.work }
  }

  /// How many levels were entered since the outermost, and how many of them for values that then did not fit.
  package static var attemptedWork: (all: Int, failed: Int) {
    @inline(never) get {
      let state = ac_thread_state()
      return (state.pointee.coder.levels.work, state.pointee.coder.levels.failedWork)
    }
  }

  /// Counts the levels that were entered for a value that did not fit.
  ///
  /// - Parameter start: ``attemptedWork`` before it was tried.
  /// - Returns: ``attemptedWork`` with these levels.
  @inline(never)
  package static func countFailedWork(since start: (all: Int, failed: Int)) -> (all: Int, failed: Int) {
    let state = ac_thread_state()
    // Values within it that did not fit are counted already.
    let failed = max(
      state.pointee.coder.levels.work &- start.all &+ start.failed, state.pointee.coder.levels.failedWork)
    state.pointee.coder.levels.failedWork = failed
    return (state.pointee.coder.levels.work, failed)
  }

  /// The record of the parts that the current thread has coded, kept until the outermost level is left.
  ///
  /// Precondition: a level was entered.
  package static var visits: AnyObject? {
    @inline(never) get {
      ac_thread_state().pointee.coder.levels.visits.map { Unmanaged<AnyObject>.fromOpaque($0).takeUnretainedValue() }
    }
    @inline(never) set {
      forgetVisits()
      ac_thread_state().pointee.coder.levels.visits = newValue.map { Unmanaged.passRetained($0).toOpaque() }
    }
  }

  @inline(never)
  private static func forgetVisits() {
    let state = ac_thread_state()
    guard let known = state.pointee.coder.levels.visits else { return }
    state.pointee.coder.levels.visits = nil
    Unmanaged<AnyObject>.fromOpaque(known).release()
  }

  /// Whether a probe is active, which finds out if a type's code is handwritten; see ``beginProbe()``.
  package static var isProbing: Bool {
    @inline(never) get { ac_thread_state().pointee.probes != 0 }
  }

  /// Begins a probe, which ``endProbe()`` ends. Probes may nest.
  @inline(never)
  package static func beginProbe() {
    ac_thread_state().pointee.probes += 1
  }

  @inline(never)
  package static func endProbe() {
    ac_thread_state().pointee.probes -= 1
  }

  /// What code that is called to find out about its type may ask its coder for, unretained.
  ///
  /// Precondition: as for ``scope``.
  package static var probeUserInfo: AnyObject? {
    @inline(never) get {
      ac_thread_state().pointee.userInfo.map { Unmanaged<AnyObject>.fromOpaque($0).takeUnretainedValue() }
    }
    @inline(never) set {
      ac_thread_state().pointee.userInfo = newValue.map { UnsafeRawPointer(Unmanaged.passUnretained($0).toOpaque()) }
    }
  }

  /// The state of the current call through a foreign coder, unretained.
  ///
  /// Precondition: the setter keeps the object alive until it has restored the previous one.
  package static var scope: AnyObject? {
    @inline(never) get {
      ac_thread_state().pointee.coder.scope.map { Unmanaged<AnyObject>.fromOpaque($0).takeUnretainedValue() }
    }
    @inline(never) set {
      ac_thread_state().pointee.coder.scope = newValue.map { Unmanaged.passUnretained($0).toOpaque() }
    }
  }

  /// What the Foundation archiver at work has encoded, unretained.
  ///
  /// Precondition: as for ``scope``.
  package static var archive: AnyObject? {
    @inline(never) get {
      ac_thread_state().pointee.coder.archive.map { Unmanaged<AnyObject>.fromOpaque($0).takeUnretainedValue() }
    }
    @inline(never) set {
      ac_thread_state().pointee.coder.archive = newValue.map { Unmanaged.passUnretained($0).toOpaque() }
    }
  }

  /// What Foundation archivers that may still be alive have encoded on this thread.
  ///
  /// Precondition: the object sets this to nil when it ends.
  package static var archives: Unmanaged<AnyObject>? {
    @inline(never) get { ac_thread_state().pointee.archives.map { .fromOpaque($0) } }
    @inline(never) set { ac_thread_state().pointee.archives = newValue?.toOpaque() }
  }

  /// The address of the object that was last hashed by its properties, and its hash then. The object may have ended.
  package static var lastHash: (object: UnsafeRawPointer?, hash: Int) {
    @inline(never) get { (ac_thread_state().pointee.hashed, ac_thread_state().pointee.hash) }
    @inline(never) set { (ac_thread_state().pointee.hashed, ac_thread_state().pointee.hash) = newValue }
  }

  /// The types declared on the way to the current value, and the coder's context, as `TypeScope` sets them: the root
  /// codec, the innermost `DeclaredStep` and the `CoderContext`, all unretained.
  package struct TypeSources {
    package let root: UnsafeRawPointer?
    package let step: UnsafeRawPointer?
    package let context: UnsafeRawPointer?

    package init(root: UnsafeRawPointer?, step: UnsafeRawPointer?, context: UnsafeRawPointer?) {
      self.root = root
      self.step = step
      self.context = context
    }
  }

  /// The types declared on the way to the current value, and the coder's context.
  ///
  /// Precondition: the setter keeps the objects alive until it has restored the previous ones.
  package static var typeSources: TypeSources {
    @inline(never) get {
      let state = ac_thread_state()
      return TypeSources(
        root: state.pointee.coder.rootCodec, step: state.pointee.coder.declaration, context: state.pointee.coder.context
      )
    }
    @inline(never) set {
      let state = ac_thread_state()
      state.pointee.coder.rootCodec = newValue.root
      state.pointee.coder.declaration = newValue.step
      state.pointee.coder.context = newValue.context
    }
  }

  /// Begins the call of one of AutoCoding's coders, whose limits count from its first level. Replaces ``typeSources``.
  ///
  /// - Returns: The previous ones, and the levels that other coders have entered; nil if there are none.
  @inline(never)
  package static func beginCoder(_ sources: TypeSources) -> (TypeSources, OuterLevels?) {
    let state = ac_thread_state()
    let levels = state.pointee.coder.levels.depth > 0 ? OuterLevels(state) : nil
    defer {
      state.pointee.coder.rootCodec = sources.root
      state.pointee.coder.declaration = sources.step
      state.pointee.coder.context = sources.context
    }
    let outer = TypeSources(
      root: state.pointee.coder.rootCodec, step: state.pointee.coder.declaration, context: state.pointee.coder.context)
    return (outer, levels)
  }

  /// The levels around a coder that is called within another one, which counts its levels from the first.
  package final class OuterLevels {
    private let levels: ACLevels

    fileprivate init(_ state: UnsafeMutablePointer<ACThreadState>) {
      levels = state.pointee.coder.levels
      state.pointee.coder.levels = ACLevels()
    }

    /// Precondition: the coder has left its levels.
    @inline(never)
    package func restore() { ac_thread_state().pointee.coder.levels = levels }
  }

  /// Calls a closure as if no coder were at work on the thread. Its result is kept for the life of the process, so it must
  /// not depend on the limits and types of the coder that happens to ask first.
  package static func outsideCoders<Result, Failure: Error>(
    _ body: () throws(Failure) -> Result
  ) throws(Failure) -> Result {
    var state = ACCoderState()
    exchangeCoderState(with: &state)
    defer { exchangeCoderState(with: &state) }
    return try body()
  }

  @inline(never)
  private static func exchangeCoderState(with other: inout ACCoderState) {
    swap(&ac_thread_state().pointee.coder, &other)
  }

  /// A call of models that has a default.
  package enum DefaultCall: Int8 {
    case didDecode, didDecodeInContext, willEncode
  }

  /// Records that the default of a call was used for a type. The default itself calls this; it knows only the type.
  @inline(never)
  package static func noteDefault(_ call: DefaultCall, of type: Any.Type) {
    let state = ac_thread_state()
    state.pointee.defaulted = unsafeBitCast(type, to: UnsafeRawPointer.self)
    state.pointee.defaultedCall = call.rawValue
  }

  /// Returns whether the default that was noted last, since the last call of this, was that of a type's call.
  @inline(never)
  package static func takeDefault(_ call: DefaultCall, of type: Any.Type) -> Bool {
    let state = ac_thread_state()
    defer { state.pointee.defaulted = nil }
    return state.pointee.defaulted == unsafeBitCast(type, to: UnsafeRawPointer.self)
      && state.pointee.defaultedCall == call.rawValue
  }

  /// Forgets what ``noteDefault(_:of:)`` has noted.
  @inline(never)
  package static func forgetDefaults() { ac_thread_state().pointee.defaulted = nil }

  /// Whether the index of conformances is used without a check for images that were loaded since it was made: the check
  /// takes time, and was made before the map that is being built.
  package static var trustsImages: Bool {
    @inline(never) get { ac_thread_state().pointee.trustsImages }
    @inline(never) set { ac_thread_state().pointee.trustsImages = newValue }
  }

  /// Sets the limit on levels until the current level is left. Precondition: it is the second or third level.
  @inline(never)
  package static func limit(to depth: Int) {
    let state = ac_thread_state()
    state.pointee.coder.levels.maximumDepth = depth
    if state.pointee.coder.levels.depth == 2 { state.pointee.coder.levels.secondLimit = depth }
  }
}
