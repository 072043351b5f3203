import RuntimeShims

/// How deep the current thread is in values within values, and how much of its stack is left for more.
package enum ThreadState {
  /// Why no further level is entered.
  package enum Excess: Sendable {
    case depth(Int)
    case stack(Int)
  }

  /// Bytes of stack that a level may need, with those of a coder between two levels of ours.
  private static let reserve: UInt = 96 << 10

  // Never inlined: what a thread knows of its nesting is one per object file, so this file alone may ask.

  /// What is added to a level if so many levels were entered since the outermost that parts are to be watched.
  package static let isWatched = 1 << 48
  private static let watchThreshold = 1 << 16

  /// Enters a level, which ``leave()`` leaves. Returns the level, 1 for the outermost, perhaps with ``isWatched``; minus the
  /// level if it must not be used, as ``excess()`` says.
  ///
  /// - Parameter standard: The limit until ``limit(to:)`` sets another.
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

  /// What the thread is at work with as a model is entered: read at once, since each look at a thread's state has its cost.
  package struct Entry {
    /// As ``enter(standard:)`` returns it.
    package let level: Int
    package let root: UnsafeRawPointer?
    package let context: UnsafeRawPointer?
    /// As ``isProbing``.
    package let isProbing: Bool
  }

  /// As ``enter(standard:)``, with what else a model asks for.
  @inline(never)
  package static func enterModel(standard: Int) -> Entry {
    let level = enter(standard: standard)
    let nesting = ac_nesting()
    return Entry(
      level: level, root: nesting.pointee.rootCodec, context: nesting.pointee.context,
      isProbing: nesting.pointee.probes != 0)
  }

  /// Why the level that was entered last must not be used.
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

  /// How many levels were entered since the outermost.
  package static var work: Int {
    @inline(never) get { ac_nesting().pointee.work }
  }

  /// What is known of the parts that the current thread has coded, until the outermost level is left.
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

  /// Whether a type's own code is being looked for; see ``beginProbe()``.
  package static var isProbing: Bool {
    @inline(never) get { ac_nesting().pointee.probes != 0 }
  }

  /// Begins to look for a type's own code, until ``endProbe()``.
  @inline(never)
  package static func beginProbe() {
    ac_nesting().pointee.probes += 1
  }

  @inline(never)
  package static func endProbe() {
    ac_nesting().pointee.probes -= 1
  }

  /// What the current thread is at work with where calls lead through a coder that is somebody else's.
  ///
  /// Precondition: whoever sets it keeps the object until it has set what was there before.
  package static var scope: AnyObject? {
    @inline(never) get {
      ac_nesting().pointee.scope.map { Unmanaged<AnyObject>.fromOpaque($0).takeUnretainedValue() }
    }
    @inline(never) set {
      ac_nesting().pointee.scope = newValue.map { Unmanaged.passUnretained($0).toOpaque() }
    }
  }

  /// What was declared on the way to where the current thread is, and what its coder says of itself, as `TypeScope` sets them.
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

  /// What was declared on the way to where the current thread is, and what its coder says of itself.
  ///
  /// Precondition: whoever sets it keeps the objects until it has set what was there before.
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

  /// Replaces ``typeSources``, and returns what was there before.
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

  /// Says that a type does not implement `didDecode()` itself; the default does, which is told the type alone.
  @inline(never)
  package static func noteDefault(of type: Any.Type) {
    ac_nesting().pointee.defaulted = unsafeBitCast(type, to: UnsafeRawPointer.self)
  }

  /// Whether ``noteDefault(of:)`` was called last with a type, since this was asked last.
  @inline(never)
  package static func takeDefault(of type: Any.Type) -> Bool {
    let nesting = ac_nesting()
    defer { nesting.pointee.defaulted = nil }
    return nesting.pointee.defaulted == unsafeBitCast(type, to: UnsafeRawPointer.self)
  }

  /// Sets the limit for the levels within the current outermost one.
  @inline(never)
  package static func limit(to depth: Int) {
    ac_nesting().pointee.maximumDepth = depth
  }
}
