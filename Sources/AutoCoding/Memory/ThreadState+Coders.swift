import RuntimeShims

/// What coders and probes keep on the current thread.
extension ThreadState {
  /// The record of the parts that the current thread has coded, kept until the outermost level is left.
  ///
  /// Precondition: a level was entered.
  package static var visits: AnyObject? {
    @inline(never) get {
      ac_thread_state().pointee.coder.visits.map { Unmanaged<AnyObject>.fromOpaque($0).takeUnretainedValue() }
    }
    @inline(never) set {
      forgetVisits()
      ac_thread_state().pointee.coder.visits = newValue.map { Unmanaged.passRetained($0).toOpaque() }
    }
  }

  @inline(never)
  static func forgetVisits() {
    let state = ac_thread_state()
    guard let known = state.pointee.coder.visits else { return }
    state.pointee.coder.visits = nil
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

  /// Replaces ``typeSources``, and returns the previous ones.
  @inline(never)
  package static func exchange(_ sources: TypeSources) -> TypeSources {
    let state = ac_thread_state()
    defer {
      state.pointee.coder.rootCodec = sources.root
      state.pointee.coder.declaration = sources.step
      state.pointee.coder.context = sources.context
    }
    return TypeSources(
      root: state.pointee.coder.rootCodec, step: state.pointee.coder.declaration, context: state.pointee.coder.context)
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
}
