import RuntimeShims

/// The state of the current thread: how deeply the values that it codes are nested, how much stack is left for more,
/// and what calls through foreign code must find again.
package enum ThreadState {
  /// Why no further level may be entered: the limit that was exceeded, or the level at which the stack ran low.
  package enum Excess: Sendable {
    case depth(Int)
    case stack(Int)
  }

  /// Bytes of stack that a level may need, including those of a foreign coder between two levels of AutoCoding's.
  private static let reserve: UInt = 96 << 10

  // Each object file has its own thread-local state, so this code must not be inlined into another file.

  /// The bit set in a level if so many levels were entered since the outermost that parts are to be watched.
  package static let isWatched = 1 << 48
  private static let watchThreshold = 1 << 16

  /// Enters a level, which the caller must leave by ``leave()``.
  ///
  /// - Parameter standard: The limit until ``limit(to:)`` sets another.
  /// - Returns: The level, 1 for the outermost, perhaps with ``isWatched``. The negated level if it must not be used;
  ///   ``excess()`` then returns the reason.
  @inline(never)
  package static func enter(standard: Int) -> Int {
    let nesting = ac_nesting()
    let depth = nesting.pointee.depth &+ 1
    nesting.pointee.depth = depth
    let work = depth == 1 ? 0 : nesting.pointee.work &+ 1
    nesting.pointee.work = work
    if depth == 1 { nesting.pointee.maximumDepth = standard }
    if depth > nesting.pointee.maximumDepth || ac_stack_left(nesting) < reserve { return 0 &- depth }
    return work > watchThreshold ? depth | isWatched : depth
  }

  /// The thread's state when a model is entered, read in one call, since each access to a thread's state is slow.
  package struct Entry {
    /// The level as ``enter(standard:)`` returns it.
    package let level: Int
    package let root: UnsafeRawPointer?
    package let context: UnsafeRawPointer?
    /// ``ThreadState/isProbing`` at that time.
    package let isProbing: Bool
  }

  /// Like ``enter(standard:)``, and returns the other state that a model needs.
  @inline(never)
  package static func enterModel(standard: Int) -> Entry {
    let level = enter(standard: standard)
    let nesting = ac_nesting()
    return Entry(
      level: level, root: nesting.pointee.rootCodec, context: nesting.pointee.context,
      isProbing: nesting.pointee.probes != 0)
  }

  /// Returns why the level that was entered last must not be used.
  @inline(never)
  package static func excess() -> Excess {
    let nesting = ac_nesting()
    let limit = nesting.pointee.maximumDepth
    return nesting.pointee.depth > limit ? .depth(limit) : .stack(nesting.pointee.depth)
  }

  @inline(never)
  package static func leave() {
    let nesting = ac_nesting()
    nesting.pointee.depth -= 1
    if nesting.pointee.depth == 0, nesting.pointee.visits != nil { forgetVisits() }
  }

  /// Counts bytes that a reader looks at before it reads them. Tests measure its work by it.
  @inline(never)
  package static func countLookedAhead(_ byteCount: Int) {
    ac_nesting().pointee.lookedAhead &+= UInt64(byteCount)
  }

  /// How many bytes readers of this thread have looked at before they read them.
  package static var lookedAhead: UInt64 {
    @inline(never) get { ac_nesting().pointee.lookedAhead }
  }

  /// Whether a model's `didDecode()` or `migrate(_:from:)` has thrown an error that no other code is known to have caught.
  /// A lenient reader does not recover from such an error, even if other code wraps it.
  ///
  /// A lenient reader resets this before it reads a value that may be undecodable, and after a type's own code has returned.
  package static var hasOwnCodeFailed: Bool {
    @inline(never) get { ac_nesting().pointee.hasOwnCodeFailed }
    @inline(never) set { ac_nesting().pointee.hasOwnCodeFailed = newValue }
  }

  /// How many levels were entered since the outermost.
  package static var work: Int {
    @inline(never) get { ac_nesting().pointee.work }
  }

  /// The record of the parts that the current thread has coded, kept until the outermost level is left.
  ///
  /// Precondition: a level was entered.
  package static var visits: AnyObject? {
    @inline(never) get {
      ac_nesting().pointee.visits.map { Unmanaged<AnyObject>.fromOpaque($0).takeUnretainedValue() }
    }
    @inline(never) set {
      forgetVisits()
      ac_nesting().pointee.visits = newValue.map { Unmanaged.passRetained($0).toOpaque() }
    }
  }

  @inline(never)
  private static func forgetVisits() {
    let nesting = ac_nesting()
    guard let known = nesting.pointee.visits else { return }
    nesting.pointee.visits = nil
    Unmanaged<AnyObject>.fromOpaque(known).release()
  }

  /// Whether a probe is active, which finds out if a type's code is handwritten; see ``beginProbe()``.
  package static var isProbing: Bool {
    @inline(never) get { ac_nesting().pointee.probes != 0 }
  }

  /// Begins a probe, which ``endProbe()`` ends. Probes may nest.
  @inline(never)
  package static func beginProbe() {
    ac_nesting().pointee.probes += 1
  }

  @inline(never)
  package static func endProbe() {
    ac_nesting().pointee.probes -= 1
  }

  /// The state of the current call through a foreign coder, unretained.
  ///
  /// Precondition: the setter keeps the object alive until it has restored the previous one.
  package static var scope: AnyObject? {
    @inline(never) get {
      ac_nesting().pointee.scope.map { Unmanaged<AnyObject>.fromOpaque($0).takeUnretainedValue() }
    }
    @inline(never) set {
      ac_nesting().pointee.scope = newValue.map { Unmanaged.passUnretained($0).toOpaque() }
    }
  }

  /// What the Foundation archiver at work has encoded, unretained.
  ///
  /// Precondition: as for ``scope``.
  package static var archive: AnyObject? {
    @inline(never) get {
      ac_nesting().pointee.archive.map { Unmanaged<AnyObject>.fromOpaque($0).takeUnretainedValue() }
    }
    @inline(never) set {
      ac_nesting().pointee.archive = newValue.map { Unmanaged.passUnretained($0).toOpaque() }
    }
  }

  /// Whether Foundation archivers may be alive that have encoded objects on this thread.
  package static var hasArchives: Bool {
    @inline(never) get { ac_nesting().pointee.hasArchives }
    @inline(never) set { ac_nesting().pointee.hasArchives = newValue }
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
      let nesting = ac_nesting()
      return TypeSources(
        root: nesting.pointee.rootCodec, step: nesting.pointee.declaration, context: nesting.pointee.context)
    }
    @inline(never) set {
      let nesting = ac_nesting()
      nesting.pointee.rootCodec = newValue.root
      nesting.pointee.declaration = newValue.step
      nesting.pointee.context = newValue.context
    }
  }

  /// Replaces ``typeSources``, and returns the previous ones.
  @inline(never)
  package static func exchange(_ sources: TypeSources) -> TypeSources {
    let nesting = ac_nesting()
    defer {
      nesting.pointee.rootCodec = sources.root
      nesting.pointee.declaration = sources.step
      nesting.pointee.context = sources.context
    }
    return TypeSources(
      root: nesting.pointee.rootCodec, step: nesting.pointee.declaration, context: nesting.pointee.context)
  }

  /// Records that the default `didDecode()` was called for a type. The default itself calls this; it knows only the
  /// type.
  @inline(never)
  package static func noteDefault(of type: Any.Type) {
    ac_nesting().pointee.defaulted = unsafeBitCast(type, to: UnsafeRawPointer.self)
  }

  /// Returns whether the last call of ``noteDefault(of:)`` since the last call of this was for the type.
  @inline(never)
  package static func takeDefault(of type: Any.Type) -> Bool {
    let nesting = ac_nesting()
    defer { nesting.pointee.defaulted = nil }
    return nesting.pointee.defaulted == unsafeBitCast(type, to: UnsafeRawPointer.self)
  }

  /// Sets the limit on levels until the current outermost level is left.
  @inline(never)
  package static func limit(to depth: Int) {
    ac_nesting().pointee.maximumDepth = depth
  }
}
